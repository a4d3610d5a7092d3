"""The text of a turn: its short and its long form (NOTATION 2).

Only the text is looked at here. Whether a turn can be played is the position's business,
and so is the one question that the text leaves open: in ``b2-e5/e8>a5`` the last place may
be that of the exit's own act, or, with ``exit_before_placement``, that of the first act.
:meth:`TurnParts.readings` lists both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NoReturn, Protocol

from djambi.errors import UnknownCell, UnreadableTurn, require
from djambi.geometry.board import CELL_NAME
from djambi.rules import PIECE_KINDS

DASHES: Final = "--"
"""The text of the pass of a party that has no legal turn."""

MARKS: Final = "-x@~"
"""Marks of the long form: move, kill, displace, exhume."""

MAX_TURN_CHARS: Final = 160
"""No turn on any board is longer: two steps with eight victims each come to some 90 characters."""


class CellNames(Protocol):
    """What reading a turn asks of a board: it knows its cells' names."""

    def index(self, name: str) -> int:
        """Return the cell's number; raise :class:`~djambi.errors.UnknownCell` if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class TurnParts:
    """The parts of a turn's text; cells are names, and a pass has no cells at all.

    ``act`` and ``exit_act`` are the marks of the long form (one of ``-x@~``); the short form
    always has ``-``. ``place`` is the place of what the step acted on, ``exit_place`` that of what
    the exit acted on. ``places_last`` says that ``place`` is written after the exit, as the
    option ``exit_before_placement`` demands. ``kind`` is the piece's letter, if it was written.

    >>> TurnParts("b2", "e5", place="a5", exit="e8", places_last=True).origin
    'b2'
    """

    origin: str = ""
    target: str = ""
    act: str = "-"
    place: str | None = None
    victims: tuple[str, ...] = ()
    exit: str | None = None
    exit_act: str = "-"
    exit_place: str | None = None
    exit_victims: tuple[str, ...] = ()
    places_last: bool = False
    kind: str | None = None

    @property
    def is_pass(self) -> bool:
        """Return whether this is the pass ``--``."""
        return not self.origin

    def readings(self) -> tuple[TurnParts, ...]:
        """Return every meaning that the same text can have: one, or two.

        >>> from djambi.geometry import square_board
        >>> parts = parse_turn("b2-e5/e8>a5", square_board())
        >>> [(each.place, each.exit_place) for each in parts.readings()]
        [(None, 'a5'), ('a5', None)]
        """
        if self.exit is None or self.place is not None or self.exit_place is None:
            return (self,)
        if self.exit_victims:
            return (self,)  # a place after the victims was read as the first act's already
        return (
            self,
            replace(self, place=self.exit_place, exit_place=None, places_last=True),
        )


PASS: Final = TurnParts()
"""The parts of a pass."""


class _TurnReader:
    """A cursor over the text of one turn."""

    def __init__(self, text: str, board: CellNames, position: str) -> None:
        self.text = text
        self.position = position
        self.board = board
        self.at = 0

    def fail(self, expected: str) -> NoReturn:
        found = repr(self.text[self.at]) if self.at < len(self.text) else "the end"
        self.refuse(f"expected {expected}, found {found}")

    def refuse(self, what: str) -> NoReturn:
        raise UnreadableTurn(self.position, self.text, f"column {self.at + 1}: {what}")

    def take(self, characters: str) -> str:
        """Return the next character and step over it if it is one of these; else ``""``."""
        if self.at < len(self.text) and self.text[self.at] in characters:
            self.at += 1
            return self.text[self.at - 1]
        return ""

    def cell(self, what: str) -> str:
        match = CELL_NAME.match(self.text, self.at)
        if match is None:
            self.fail(what)
        name = match.group()
        try:
            self.board.index(name)
        except UnknownCell:
            self.refuse(f"the board has no cell {name}")
        self.at = match.end()
        return name

    def place(self) -> str | None:
        return self.cell("the cell of a placement") if self.take(">") else None

    def victims(self) -> tuple[str, ...]:
        found: list[str] = []
        while self.take("*"):
            found.append(self.cell("the cell of a victim"))
        return tuple(found)


def parse_turn(text: str, board: CellNames, position: str = "") -> TurnParts:
    """Read the short or the long form of a turn (NOTATION 2).

    Args:
        text: the turn; white space around it is ignored.
        board: is asked for the cells' names only.
        position: the text of the position, for the error.

    Raises:
        UnreadableTurn: the text is not a turn; the error says at which column (from 1) and what
            was expected there.

    >>> from djambi.geometry import square_board
    >>> parse_turn("Mc3xf6>h2", square_board()).place
    'h2'
    >>> parse_turn("a2-e4*d4*e5", square_board()).victims
    ('d4', 'e5')
    >>> try:
    ...     parse_turn("c3+e3", square_board())
    ... except UnreadableTurn as error:
    ...     print(error.reason)
    column 3: expected one of - x @ ~, found '+'
    """
    require(text, str, "turn", "text")
    text = text.strip()
    reader = _TurnReader(text, board, position)
    if len(text) > MAX_TURN_CHARS:
        reader.refuse(f"{len(text)} characters are too many for a turn")
    if text == DASHES:
        return PASS
    kind = reader.take(PIECE_KINDS) or None
    origin = reader.cell("a cell" if kind else "a cell, a piece's letter or --")
    act = reader.take(MARKS) or reader.fail("one of - x @ ~")
    target = reader.cell("the cell to go to")
    place = reader.place()
    victims = reader.victims()
    if not reader.take("/"):
        _end(reader, "* / or the end" if place or victims else "> * / or the end")
        return TurnParts(origin, target, act, place, victims, kind=kind)
    exit_act = reader.take(MARKS) or "-"
    left_to = reader.cell("the cell of the exit")
    exit_place = reader.place()
    exit_victims = reader.victims()
    last = None
    if place is None and (exit_place is not None or exit_victims):
        last = reader.place()
    _end(reader, "the end")
    return TurnParts(
        origin,
        target,
        act,
        last if place is None else place,
        victims,
        left_to,
        exit_act,
        exit_place,
        exit_victims,
        places_last=last is not None,
        kind=kind,
    )


def _end(reader: _TurnReader, expected: str) -> None:
    if reader.at < len(reader.text):
        reader.fail(expected)


def format_turn(parts: TurnParts) -> str:
    """Write the short form, which goes into files.

    >>> format_turn(TurnParts("b2", "e5", place="a5", exit="e8", places_last=True))
    'b2-e5/e8>a5'
    """
    return _written(parts, "", "-", "")


def long_turn(parts: TurnParts, kind: str, acts: Sequence[str] = ()) -> str:
    """Write the long form, which is for people.

    Args:
        parts: the turn.
        kind: the moved piece's letter.
        acts: the marks (of ``-x@~``) of the step and of the exit; by default those of ``parts``.

    >>> long_turn(TurnParts("b2", "e5", place="a5", exit="e8"), "D", "@")
    'Db2@e5>a5/e8'
    """
    act = acts[0] if acts else parts.act
    exit_act = acts[1] if len(acts) > 1 else parts.exit_act
    return _written(parts, kind, act, "" if exit_act == "-" else exit_act)


def _written(parts: TurnParts, kind: str, act: str, exit_act: str) -> str:
    if parts.is_pass:
        return DASHES
    place = "" if parts.place is None else f">{parts.place}"
    pieces = [kind, parts.origin, act, parts.target]
    if not parts.places_last:
        pieces.append(place)
    pieces.extend(f"*{cell}" for cell in parts.victims)
    if parts.exit is not None:
        pieces += ["/", exit_act, parts.exit]
        if parts.exit_place is not None:
            pieces.append(f">{parts.exit_place}")
        pieces.extend(f"*{cell}" for cell in parts.exit_victims)
    if parts.places_last:
        pieces.append(place)
    return "".join(pieces)
