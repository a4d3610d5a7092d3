"""Writing game records, always in the same way (NOTATION 3).

Tags come in the order of :data:`~djambi.notation.records.TAG_ORDER`. Every round of the game
begins a line; lines break between entries where they would pass 100 columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TextIO

from djambi.errors import DjambiError, quoted, require
from djambi.notation import records
from djambi.notation.records import Entry, Record, Variation

WIDTH: Final = 100


def write_record(record: Record) -> str:
    r"""Write one record; reading it gives the same record again.

    Raises:
        DjambiError: it holds something that no record can: a tag with a line break, an entry that
            is neither turn nor event, or more than the bounds allow of anything.

    >>> from djambi.notation.reading import read_records
    >>> text = '[Result "*"]\n[Event "x"]\n\n1. r c3-e3 b g3-g5 {why}\n'
    >>> print(write_record(next(read_records(text))), end="")
    [Event "x"]
    [Result "*"]
    <BLANKLINE>
    1. r c3-e3 b g3-g5 {why}
    """
    if len(record.tags) > records.MAX_TAGS:
        raise DjambiError(f"more than {records.MAX_TAGS} tags")
    known = [name for name in records.TAG_ORDER if name in record.tags]
    others = [name for name in record.tags if name not in records.TAG_ORDER]
    tags = [_tag(name, record.tags[name]) for name in known + others]
    return "".join(f"{tag}\n" for tag in tags) + "\n" + _wrapped(_words(record.main))


def write_records(stream: TextIO, games: Iterable[Record]) -> None:
    """Write records one after another, an empty line between them.

    >>> import io
    >>> stream = io.StringIO()
    >>> write_records(stream, [Record({"Event": "a"}), Record({"Event": "b"})])
    >>> stream.getvalue().count("[Event")
    2
    """
    for number, record in enumerate(games):
        if number:
            stream.write("\n")
        stream.write(write_record(record))


def plain_comment(text: str) -> str:
    r"""Return a comment as records keep it: line breaks are LF.

    Raises:
        DjambiError: it is too long, or has characters that UTF-8 cannot write.

    >>> plain_comment("one\r\ntwo")
    'one\ntwo'
    """
    require(text, str, "comment")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > records.MAX_COMMENT_CHARS:
        raise DjambiError(f"a comment of more than {records.MAX_COMMENT_CHARS:,} characters")
    if re.search(r"[\ud800-\udfff]", text):
        raise DjambiError("a comment with half a surrogate pair, which UTF-8 cannot write")
    return text


def _tag(name: str, value: str) -> str:
    require(name, str, "a tag's name")
    require(value, str, f"tag {name}")
    if not records.TAG_NAME.fullmatch(name):
        raise DjambiError(f"{quoted(name)} is not a tag name")
    if records.CONTROL.search(value):
        raise DjambiError(f"tag {name}: a value cannot have line breaks or control characters")
    escaped = re.sub(r'(["\\])', r"\\\1", value)
    if len(escaped) > records.MAX_TAG_VALUE_CHARS:
        raise DjambiError(f"tag {name}: more than {records.MAX_TAG_VALUE_CHARS:,} characters")
    return f'[{name} "{escaped}"]'


def _comment(plain: str) -> str:
    escaped = re.sub(r"([\\}])", r"\\\1", plain)
    return f"{{{escaped}}}"


def _entry(entry: Entry) -> str:
    number = "" if entry.round is None else f"{entry.round}. "
    if entry.text == records.DRAW and not entry.actor:
        return number + records.DRAW
    event = entry.text in records.PARTY_EVENTS
    actor = records.ACTOR.fullmatch(entry.actor) or (not entry.actor and not event)
    if not actor or not (event or records.TURN_TEXT.fullmatch(entry.text)):
        raise DjambiError(f"{quoted(f'{entry.actor} {entry.text}')} is neither a turn nor an event")
    return f"{number}{entry.actor} {entry.text}" if entry.actor else f"{number}{entry.text}"


def _words(main: Variation) -> Iterator[tuple[str, bool]]:
    """Yield what stands between spaces, and whether it begins a line."""
    # One iterator for each line that is being written: variations nest without recursion.
    stack = [_parts(main)]
    opened = ""
    held: tuple[str, bool] | None = None
    items = comments_size = 0
    while stack:
        part = next(stack[-1], None)
        if part is None:
            stack.pop()
            if stack and held is not None:
                held = (held[0] + ")", held[1])
            continue
        items += 1
        if items > records.MAX_ITEMS:
            raise DjambiError(f"more than {records.MAX_ITEMS:,} turns, comments and variations")
        if isinstance(part, Variation):
            if not part.entries:
                raise DjambiError("a variation without a turn")
            if len(stack) > records.MAX_NESTING:
                raise DjambiError(f"more than {records.MAX_NESTING} variations inside one another")
            stack.append(_parts(part))
            opened = "("
        else:
            if held is not None:
                yield held
            if isinstance(part, Entry):
                held = (opened + _entry(part), part.round is not None and len(stack) == 1)
            else:
                plain = plain_comment(part)
                comments_size += len(plain)
                if comments_size > records.MAX_COMMENTS_CHARS:
                    most = records.MAX_COMMENTS_CHARS
                    raise DjambiError(f"the comments come to more than {most:,} characters")
                held = (opened + _comment(plain), False)
            opened = ""
    if held is not None:
        yield held


def _parts(line: Variation) -> Iterator[Entry | Variation | str]:
    """Yield turns, variations and comments in the order in which they stand."""
    yield from line.comments
    for entry in line.entries:
        yield entry
        yield from entry.comments
        yield from entry.variations


def _wrapped(words: Iterable[tuple[str, bool]]) -> str:
    pieces: list[str] = []
    column = 0
    for word, begins in words:
        first = word.partition("\n")[0]
        if column and (begins or column + 1 + len(first) > WIDTH):
            pieces.append("\n")
            column = 0
        elif column:
            pieces.append(" ")
            column += 1
        pieces.append(word)
        column = len(word) - word.rfind("\n") - 1 if "\n" in word else column + len(word)
    if pieces:
        pieces.append("\n")
    return "".join(pieces)
