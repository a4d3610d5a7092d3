"""Parse the lines that an engine receives, with clear errors for invalid ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from djambi.bots.bot_settings import MAX_DEPTH
from djambi.errors import DjambiError, out_of_range, quoted, suggestion
from djambi.protocol.search_task import EngineLimits

MAX_LINE_CHARS: Final = 1_000_000
"""Characters in a line; the longest possible game has fewer."""

MAX_TURNS: Final = 20_000
"""Turns of a game in one command."""

POSITION_FORM: Final = (
    "position is written: position startpos|VARIANT [RULES]|POSITION [turns TURN …]"
)

MAX_NODES: Final = 10**12
MAX_MS: Final = 10**9


@dataclass(frozen=True, slots=True)
class Word:
    """A command of one word: `udi`, `isready`, `newgame`, `show`, `stop` or `quit`."""

    word: str


@dataclass(frozen=True, slots=True)
class SetOption:
    """`setoption name NAME value VALUE`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SetPosition:
    """What `POSITION_FORM` says; `start` is "" for the start position."""

    start: str
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Go:
    """`go …`; `clocks` are seconds, one for every player in seat order, or there are none."""

    limits: EngineLimits
    clocks: tuple[float, ...] = ()
    increment: float = 0.0


Command = Word | SetOption | SetPosition | Go

WORDS: Final = ("udi", "isready", "newgame", "show", "stop", "quit")

LIMITS: Final = ("nodes", "movetime", "depth", "clocks", "increment", "infinite")
"""The words that may follow `go`."""


def bounded_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream, ends included; of one that is too long, enough to refuse it.

    >>> from io import BytesIO
    >>> [len(line) for line in bounded_lines(BytesIO(b"udi\\n" + b"x" * 3_000_000 + b"\\nquit"))]
    [4, 1000002, 4]
    """
    while line := stream.readline(MAX_LINE_CHARS + 2):
        rest = line if len(line) > MAX_LINE_CHARS else b""
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE_CHARS)
        yield line


def read(line: str) -> Command | None:
    """Parse a line; None if it is empty.

    Raises:
        DjambiError: it is not a valid command.

    >>> found = read("go nodes 500 depth 3")
    >>> found.limits.nodes, found.limits.seconds, found.limits.depth
    (500, None, 3)
    >>> read("position startpos turns c3-e3").turns
    ('c3-e3',)
    """
    words = line.split()
    if not words:
        return None
    first, rest = words[0], words[1:]
    if first in WORDS:
        if rest:
            raise DjambiError(f"{first} takes nothing, but {quoted(' '.join(rest))} was given")
        return Word(first)
    if first == "setoption":
        return _option(rest)
    if first == "position":
        return _position(rest)
    if first == "go":
        return _go(rest)
    hint = suggestion(first, [*WORDS, "setoption", "position", "go"])
    raise DjambiError(f"unknown command {quoted(first)}; {hint}")


def _option(words: list[str]) -> SetOption:
    if len(words) < 3 or words[0] != "name" or words[2:3] != ["value"]:
        raise DjambiError("setoption is written: setoption name NAME value VALUE")
    return SetOption(words[1], " ".join(words[3:]))


def _position(words: list[str]) -> SetPosition:
    at = words.index("turns") if "turns" in words else len(words)
    start = " ".join(words[:at])
    if not start:
        raise DjambiError(POSITION_FORM)
    if "moves" in words[:at] or (words[0] == "startpos" and at > 1):
        found = "moves" if "moves" in words else words[1]
        raise DjambiError(f"position: turns follow the word turns, not {quoted(found)}")
    if len(words) - at > MAX_TURNS:
        raise DjambiError(f"position: {len(words) - at:,} turns are too many")
    return SetPosition("" if start == "startpos" else start, tuple(words[at + 1 :]))


def _go(words: list[str]) -> Go:
    given: dict[str, str] = {}
    left = iter(words)
    for word in left:
        if word not in LIMITS:
            raise DjambiError(f"go: unknown limit {quoted(word)}; {suggestion(word, LIMITS)}")
        if word in given:
            raise DjambiError(f"go: {word} is given twice")
        given[word] = "" if word == "infinite" else next(left, "")
    nodes = _number(given, "nodes", MAX_NODES)
    movetime = _number(given, "movetime", MAX_MS)
    depth = _number(given, "depth", MAX_DEPTH)
    increment = _number(given, "increment", MAX_MS, least=0) or 0
    limits = EngineLimits(
        nodes,
        None if movetime is None else movetime / 1000,
        depth,
        "infinite" in given,
    )
    return Go(limits, _clocks(given.get("clocks")), increment / 1000)


def _number(given: dict[str, str], name: str, most: int, least: int = 1) -> int | None:
    if name not in given:
        return None
    return whole(given[name], f"go: {name}", least, most)


def whole(text: str, what: str, least: int, most: int) -> int:
    """Parse a whole number from `least` to `most`; `what` names it in the error.

    Raises:
        DjambiError: the text is not such a number.
    """
    # More digits can never be valid, and a long text would be slow to convert.
    if text.isascii() and text.isdecimal() and len(text) <= 20:
        number = int(text)
        if least <= number <= most:
            return number
    raise out_of_range(what, text, least, most)


def _clocks(text: str | None) -> tuple[float, ...]:
    if text is None:
        return ()
    parts = text.split(",")
    if len(parts) > 12:
        raise DjambiError(f"go: {len(parts)} clocks are more than there are players")
    return tuple(whole(part, "go: clocks", 0, MAX_MS) / 1000 for part in parts)
