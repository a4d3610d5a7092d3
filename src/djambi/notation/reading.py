"""Reading game records from a stream: one game at a time, faults collected (NOTATION 3).

Nothing recurses and everything is bounded (:mod:`djambi.notation.records` has the bounds), so
that hostile text costs no more than honest text. After a fault the reader goes on with the next
game, which begins with a tag after an empty line.

Besides what NOTATION 3 writes, it reads what people write who know PGN: turns without the seat's
letter, a result at the end, ``;`` comments, and glyphs (``!?``, ``$5``), which become comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NoReturn

from djambi.errors import BadRecord, quoted
from djambi.geometry.board import CELL_NAME
from djambi.notation import records
from djambi.notation.lines import Lines, Source, text_stream
from djambi.notation.records import Entry, Record, Variation

# There is one way to match a value, so that a tag that is not closed is refused in no time.
_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,63})[ \t]+"((?:[^"\\]|\\.)*\\?)"[ \t]*\]')
_NUMBER: Final = re.compile(r"([0-9]{1,7})\.{1,3}")
_WORD: Final = re.compile(r"[^\s(){};$]+")
_GLYPH: Final = re.compile(r"[!?]{1,2}|\$[0-9]{1,3}")
_MARKED: Final = re.compile(r"(.+?)([!?]{1,2})")
_BARE_TURN: Final = re.compile(rf"--|[CARDNM]?{CELL_NAME.pattern}[-x@~][a-z].*")
_FILE_NAME: Final = re.compile(r".+\.(?:djambi|txt)")
_COMMENT: Final = re.compile(r"(?:[^\\}]+|\\[\\}]?)*")
_BLANK: Final = re.compile(r"\s*")


_GLYPHS: Final = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
"""What PGN's numbers for glyphs mean."""


def read_records(source: Source) -> Iterator[Record]:
    r"""Read game records one after another, each when it is asked for.

    Args:
        source: the text itself, bytes in UTF-8, or a stream of either, which stays open.

    Returns:
        one record for each game; what could not be read is in its ``faults``.

    Raises:
        TypeError: the source is none of these.

    >>> text = '[Variant "square-4"]\n\n1. r c3-e3 {bold} b g3-g5\n'
    >>> record = next(read_records(text))
    >>> [(entry.actor, entry.text, entry.comments) for entry in record.main.entries]
    [('r', 'c3-e3', ['bold']), ('b', 'g3-g5', [])]
    >>> next(read_records("1. r c3-e3 {never closed")).faults[0].column
    12
    """
    return _records(Lines(text_stream(source)))


def _records(lines: Lines) -> Iterator[Record]:
    number = 0
    lines.step()
    while not lines.ended:
        if lines.is_blank():
            lines.step()
        else:
            number += 1
            yield _GameReader(lines, number).read()


class _GameReader:
    """Reads one game; the current line is its first."""

    def __init__(self, lines: Lines, number: int) -> None:
        self.lines = lines
        self.at = 0
        self.record = Record(line=lines.number, number=number)
        self.items = 0
        self.comment_size = 0
        self.stack = [self.record.main]
        self.over = False  # the result at the end has been read
        self.end = (lines.number, 1)  # just after the last thing read

    def read(self) -> Record:
        try:
            self.check()
            self.read_tags()
            self.read_turns()
        except BadRecord as error:
            error.game = self.record.number
            self.record.faults.append(error)
            self.recover()
        return self.record

    def recover(self) -> None:
        """Go on to the next tag that follows an empty line, or to the end."""
        blank = False
        while self.lines.step():
            if blank and self.at_tag():
                return
            blank = self.lines.is_blank()

    def check(self) -> None:
        """Raise the fault that ends the present piece of a line, if one does."""
        if self.lines.wrong is not None:
            raise self.lines.wrong

    def place(self, at: int | None = None) -> tuple[int, int]:
        """Return line and column of a character of the present piece."""
        return self.lines.number, self.lines.offset + (self.at if at is None else at) + 1

    def refuse(self, what: str, at: int | None = None) -> NoReturn:
        raise BadRecord(what, *self.place(at))

    def at_tag(self) -> bool:
        return self.lines.text.startswith("[") and not self.lines.continued

    # Tags

    def read_tags(self) -> None:
        while self.at_tag():
            self.check()
            self.read_tag(self.lines.text)
            if not self.lines.step() or self.lines.is_blank():
                return

    def read_tag(self, text: str) -> None:
        match = _TAG.match(text)
        if match is None or text[match.end() :].strip():
            self.refuse('expected a tag such as [Event "Casual"], alone on its line')
        name, value = match.groups()
        if len(value) > records.MAX_TAG_VALUE_CHARS:
            self.refuse(f"the tag is longer than {records.MAX_TAG_VALUE_CHARS:,} characters")
        if control := records.CONTROL.search(text, *match.span(2)):
            self.refuse("a tag cannot have control characters", control.start())
        if name in self.record.tags:
            self.refuse(f"a second tag {name}", 1)
        if len(self.record.tags) >= records.MAX_TAGS:
            self.refuse(f"more than {records.MAX_TAGS} tags")
        self.record.tags[name] = re.sub(r"\\(.)", r"\1", value)
        self.record.places[name] = self.place()

    # Turns

    def read_turns(self) -> None:
        number: int | None = None
        while self.find_token():
            text = self.lines.text
            character = text[self.at]
            if self.over and character not in "{;":
                if not text[: self.at].strip() and not self.lines.continued:
                    return  # the next game, which has no tags
                self.refuse("the game ended with its result")
            glyph = _GLYPH.match(text, self.at)
            if character in "{}();" or glyph:
                if number is not None:
                    self.refuse("expected a turn after the round's number")
                if glyph:
                    self.at = glyph.end()
                    self.add_comment(_GLYPHS.get(glyph.group(), glyph.group()), self.place())
                else:
                    self.read_sign(character)
                continue
            match = _NUMBER.match(text, self.at)
            if match is not None:
                number = int(match[1])
                self.at = match.end()
                continue
            self.read_entry(number)
            number = None
        if number is not None:
            raise BadRecord("expected a turn after the round's number", *self.end)
        if len(self.stack) > 1:
            raise BadRecord("the variation is not closed: expected )", *self.end)

    def find_token(self) -> bool:
        """Go to the next token; return whether there is one before the next game or the end."""
        while self.at or not self.at_tag():
            match = _BLANK.match(self.lines.text, self.at)
            self.at = match.end() if match else self.at
            if self.at < len(self.lines.text):
                return True
            if not self.next_line():
                return False
        return False

    def next_line(self) -> bool:
        self.check()
        if text := self.lines.text.rstrip():
            self.end = self.place(len(text))
        self.at = 0
        return self.lines.step()

    def read_sign(self, sign: str) -> None:
        line = self.stack[-1]
        if sign == "{":
            self.read_comment()
        elif sign == ";":
            self.read_remark()
        elif sign == "(":
            if not line.entries:
                self.refuse("a variation stands after the turn that it replaces")
            if len(self.stack) > records.MAX_NESTING:
                self.refuse(f"more than {records.MAX_NESTING} variations inside one another")
            self.count()
            variation = Variation()
            line.entries[-1].variations.append(variation)
            self.stack.append(variation)
        elif sign == ")" and len(self.stack) > 1:
            if not line.entries:
                self.refuse("a variation without a turn")
            self.stack.pop()
        else:
            self.refuse(f"a {sign} that closes nothing")
        if sign not in "{;":
            self.at += 1

    def read_comment(self) -> None:
        """Read a comment in braces, which may go on for several lines."""
        start = self.place()
        self.at += 1
        parts: list[str] = []
        size = 0
        while True:
            match = _COMMENT.match(self.lines.text, self.at)
            part = match.group() if match else ""
            parts.append(part)
            size += len(part)
            if size > records.MAX_COMMENT_CHARS * 2:
                raise BadRecord(
                    f"the comment is longer than {records.MAX_COMMENT_CHARS:,} characters", *start
                )
            self.at += len(part)
            if self.at < len(self.lines.text):
                break
            if not self.next_line():
                raise BadRecord("the comment is not closed: expected }", *start)
            if not self.lines.continued:
                parts.append("\n")
                size += 1
        self.at += 1
        self.add_comment(re.sub(r"\\([\\}])", r"\1", "".join(parts)), start)

    def read_remark(self) -> None:
        """Read a comment from ``;`` to the end of its line."""
        start = self.place()
        comment = self.lines.text[self.at + 1 :]
        while self.lines.unfinished and len(comment) <= records.MAX_COMMENT_CHARS:
            self.next_line()
            comment += self.lines.text
        self.at = len(self.lines.text)
        self.add_comment(comment.strip(), start)

    def add_comment(self, comment: str, start: tuple[int, int]) -> None:
        """Keep a comment on what was read last."""
        self.count()
        line = self.stack[-1]
        comments = (line.entries[-1] if line.entries else line).comments
        self.comment_size += len(comment)
        if len(comment) > records.MAX_COMMENT_CHARS:
            raise BadRecord(
                f"the comment is longer than {records.MAX_COMMENT_CHARS:,} characters", *start
            )
        if self.comment_size > records.MAX_COMMENTS_CHARS:
            raise BadRecord(
                f"the comments come to more than {records.MAX_COMMENTS_CHARS:,} characters", *start
            )
        comments.append(comment)

    def read_entry(self, number: int | None) -> None:
        self.count()
        line, column = self.place()
        actor = self.word()
        if number is None and self.is_result(actor):
            self.read_result(actor, (line, column))
            return
        if actor == "draw":
            actor, text = "", f"draw {self.second_word('agreed')}"
            if text != records.DRAW:
                raise BadRecord("expected draw agreed", line, column)
        elif _BARE_TURN.fullmatch(actor):
            actor, text = "", actor
        else:
            if not records.ACTOR.fullmatch(actor):
                what = f"expected a turn or a party's letter, r or r+, found {quoted(actor)}"
                if (line, column) == (1, 1) and _FILE_NAME.fullmatch(actor):
                    what += '; if that is a file, read open(name, "rb")'
                raise BadRecord(what, line, column)
            text = self.second_word(f"a turn, or one of {', '.join(records.PARTY_EVENTS)}")
        marked = _MARKED.fullmatch(text)
        plain = marked[1] if marked else text
        if plain not in records.EVENTS and not records.TURN_TEXT.fullmatch(plain):
            self.refuse(f"expected a turn, found {quoted(text)}", self.at - len(text))
        self.stack[-1].entries.append(Entry(actor, plain, round=number, line=line, column=column))
        if marked:
            self.add_comment(marked[2], (line, column))

    def is_result(self, word: str) -> bool:
        """Return whether a word is a result: a winner or an open game; a letter only at the end.

        After it there may be comments, or the number of the next game's first round: no turn begins
        with them.
        """
        letters = "".join(each for each in records.PARTY_TAGS.values() if each in word)
        if word != letters:
            return word == "*"
        if len(word) > 1 or not self.find_token():
            return True
        text = self.lines.text
        return text[self.at] in "{;" or _NUMBER.match(text, self.at) is not None

    def read_result(self, word: str, place: tuple[int, int]) -> None:
        """Keep the result at the end as the tag would say it."""
        if len(self.stack) > 1:
            raise BadRecord("a result stands at the end of the game", *place)
        said = self.record.tags.setdefault("Result", word)
        self.record.places.setdefault("Result", place)
        if said != word:
            what = f"the game ends with the result {word}, but tag Result is {quoted(said)}"
            raise BadRecord(what, *place)
        self.over = True

    def word(self) -> str:
        match = _WORD.match(self.lines.text, self.at)
        if match is None:
            self.refuse(f"expected a turn, found {quoted(self.lines.text[self.at])}")
        self.at = match.end()
        return match.group()

    def second_word(self, expected: str) -> str:
        if not self.find_token():
            raise BadRecord(f"expected {expected}", *self.end)
        return self.word()

    def count(self) -> None:
        self.items += 1
        if self.items > records.MAX_ITEMS:
            self.refuse(f"more than {records.MAX_ITEMS:,} turns, comments and variations")
