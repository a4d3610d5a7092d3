"""Reading game records from a stream: one game at a time, faults collected (NOTATION 3).

Nothing recurses and everything is bounded (:mod:`djambi.notation.records` has the bounds), so
that hostile text costs no more than honest text. After a fault the reader goes on with the next
game, which begins with a tag after an empty line.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Final, NoReturn, TextIO

from djambi.errors import BadRecord, quoted
from djambi.notation import records
from djambi.notation.records import Entry, Line, Record

_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,63})[ \t]+"((?:[^"\\]+|\\.?)*)"[ \t]*\]')
_NUMBER: Final = re.compile(r"([0-9]{1,7})\.{1,3}")
_WORD: Final = re.compile(r"[^\s(){}]+")
_COMMENT: Final = re.compile(r"(?:[^\\}]+|\\[\\}]?)*")
_BLANK: Final = re.compile(r"\s*")


def read_records(source: str | TextIO) -> Iterator[Record]:
    r"""Read game records one after another, each when it is asked for.

    Args:
        source: the text itself, or a stream of it (opened as UTF-8).

    Yields:
        one record for each game; what could not be read is in its ``faults``.

    >>> text = '[Variant "square-4"]\n\n1. r c3-e3 {bold} b g3-g5\n'
    >>> record = next(read_records(text))
    >>> [(entry.actor, entry.text, entry.comments) for entry in record.main.entries]
    [('r', 'c3-e3', ['bold']), ('b', 'g3-g5', [])]
    >>> next(read_records("1. r c3-e3 {never closed")).faults[0].column
    12
    """
    stream = io.StringIO(source) if isinstance(source, str) else source
    lines = _Lines(stream)
    lines.step()
    while not lines.ended:
        if lines.is_blank():
            lines.step()
        else:
            yield _GameReader(lines).read()


class _Lines:
    """The lines of a stream, one at a time and none of them boundless.

    ``wrong`` says why the present line cannot be read, if it cannot; then its text is empty.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.text = ""
        self.number = 0
        self.wrong: BadRecord | None = None
        self.ended = False
        self._broken = False

    def step(self) -> bool:
        """Go to the next line; return whether there is one."""
        self.text, self.wrong = "", None
        self.number += 1
        try:
            text = "" if self._broken else self._read()
        except UnicodeDecodeError:
            # Where the decoder would go on after that is its secret: nothing more is read.
            self._broken = True
            self.wrong = BadRecord("the text is not UTF-8", self.number, 1)
            return True
        if len(text) > records.MAX_LINE:
            what = f"the line is longer than {records.MAX_LINE:,} characters"
            self.wrong = BadRecord(what, self.number, 1)
            return True
        self.ended = not text
        self.text = text.rstrip("\r\n")
        return not self.ended

    def _read(self) -> str:
        """Return the next line, or the beginning of one that is too long, the rest skipped."""
        text = rest = self.stream.readline(records.MAX_LINE + 1)
        while len(rest) >= records.MAX_LINE and not rest.endswith("\n"):
            rest = self.stream.readline(records.MAX_LINE + 1)
        return text

    def is_blank(self) -> bool:
        return self.wrong is None and not self.text.lstrip("\ufeff").strip()


class _GameReader:
    """Reads one game; the current line is its first."""

    def __init__(self, lines: _Lines) -> None:
        self.lines = lines
        self.at = 0
        self.record = Record(line=lines.number)
        self.items = 0
        self.comment_size = 0
        self.stack = [self.record.main]
        self.end = (lines.number, 1)  # just after the last thing read

    def read(self) -> Record:
        try:
            self.check()
            self.read_tags()
            self.read_turns()
        except BadRecord as error:
            self.record.faults.append(error)
            self.recover()
        return self.record

    def recover(self) -> None:
        """Go on to the next tag that follows an empty line, or to the end."""
        blank = False
        while self.lines.step():
            if blank and self.lines.text.startswith("["):
                return
            blank = self.lines.is_blank()

    def check(self) -> None:
        if self.lines.wrong is not None:
            raise self.lines.wrong

    def refuse(self, what: str, column: int | None = None) -> NoReturn:
        raise BadRecord(what, self.lines.number, (self.at if column is None else column) + 1)

    # Tags

    def read_tags(self) -> None:
        lines = self.lines
        if lines.number == 1:
            lines.text = lines.text.removeprefix("\ufeff")
        while lines.text.startswith("["):
            self.read_tag(lines.text)
            more = lines.step()
            self.check()
            if not more or lines.is_blank():
                return

    def read_tag(self, text: str) -> None:
        match = _TAG.match(text)
        if match is None or text[match.end() :].strip():
            self.refuse('expected a tag such as [Event "Casual"], alone on its line')
        name, value = match.groups()
        if len(value) > records.MAX_TAG_VALUE:
            self.refuse(f"the tag is longer than {records.MAX_TAG_VALUE:,} characters")
        if name in self.record.tags:
            self.refuse(f"a second tag {name}", 1)
        if len(self.record.tags) >= records.MAX_TAGS:
            self.refuse(f"more than {records.MAX_TAGS} tags")
        self.record.tags[name] = re.sub(r"\\(.)", r"\1", value)

    # Turns

    def read_turns(self) -> None:
        number: int | None = None
        while self.find_token():
            text = self.lines.text
            character = text[self.at]
            if character in "{}()":
                if number is not None:
                    self.refuse("expected a turn after the round's number")
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
        while True:
            match = _BLANK.match(self.lines.text, self.at)
            self.at = match.end() if match else self.at
            if self.at < len(self.lines.text):
                return True
            if not self.next_line() or self.lines.text.startswith("["):
                return False

    def next_line(self) -> bool:
        if text := self.lines.text.rstrip():
            self.end = (self.lines.number, len(text) + 1)
        self.at = 0
        more = self.lines.step()
        self.check()
        return more

    def read_sign(self, sign: str) -> None:
        line = self.stack[-1]
        if sign == "{":
            self.read_comment((line.entries[-1] if line.entries else line).comments)
        elif sign == "(":
            if not line.entries:
                self.refuse("a variation stands after the turn that it replaces")
            if len(self.stack) > records.MAX_DEPTH:
                self.refuse(f"more than {records.MAX_DEPTH} variations inside one another")
            self.count()
            variation = Line()
            line.entries[-1].variations.append(variation)
            self.stack.append(variation)
        elif sign == ")" and len(self.stack) > 1:
            if not line.entries:
                self.refuse("a variation without a turn")
            self.stack.pop()
        else:
            self.refuse(f"a {sign} that closes nothing")
        if sign != "{":
            self.at += 1

    def read_comment(self, comments: list[str]) -> None:
        self.count()
        start = (self.lines.number, self.at + 1)
        self.at += 1
        parts: list[str] = []
        size = 0
        while True:
            match = _COMMENT.match(self.lines.text, self.at)
            part = match.group() if match else ""
            parts.append(part)
            size += len(part) + 1
            if size > records.MAX_COMMENT * 2:
                raise BadRecord(
                    f"the comment is longer than {records.MAX_COMMENT:,} characters", *start
                )
            self.at += len(part)
            if self.at < len(self.lines.text):
                break
            if not self.next_line():
                raise BadRecord("the comment is not closed: expected }", *start)
        self.at += 1
        comment = re.sub(r"\\([\\}])", r"\1", "\n".join(parts))
        self.comment_size += len(comment)
        if len(comment) > records.MAX_COMMENT:
            raise BadRecord(
                f"the comment is longer than {records.MAX_COMMENT:,} characters", *start
            )
        if self.comment_size > records.MAX_COMMENTS:
            raise BadRecord(
                f"the comments come to more than {records.MAX_COMMENTS:,} characters", *start
            )
        comments.append(comment)

    def read_entry(self, number: int | None) -> None:
        self.count()
        line, column = self.lines.number, self.at + 1
        actor = self.word()
        if actor == "draw":
            actor, text = "", f"draw {self.second_word('agreed')}"
            if text != records.DRAW:
                raise BadRecord("expected draw agreed", line, column)
        else:
            if not records.ACTOR.fullmatch(actor):
                raise BadRecord(
                    f"expected a party's letter, r or r+, found {quoted(actor)}", line, column
                )
            text = self.second_word(f"a turn, or {records.RESIGNS} or {records.FLAGS}")
            if text not in records.EVENTS and not records.TURN_TEXT.fullmatch(text):
                self.refuse(f"expected a turn, found {quoted(text)}", self.at - len(text))
        self.stack[-1].entries.append(Entry(actor, text, round=number, line=line, column=column))

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
