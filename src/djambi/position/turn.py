"""Whole turns as values (NOTATION 2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import total_ordering

from djambi.errors import require
from djambi.geometry import Board
from djambi.kernel import turns
from djambi.kernel.rules.codes import NO_CELL
from djambi.notation.turns import DASHES, TurnParts, format_turn, long_turn
from djambi.position.base import BasePosition, mark_of_act
from djambi.position.symmetry import Symmetry, checked_symmetry, mirroring, turning


def pack_victims(board: Board, cell: str, victims: Sequence[str]) -> int | None:
    """Return a Reporter's victims as bits over the sides of its cell.

    None if one of them is not beside the cell, or comes twice.
    """
    sides = board.sides[board.index(cell)]
    bits = 0
    for victim in victims:
        number = board.index(victim)
        if number not in sides or bits >> sides.index(number) & 1:
            return None
        bits |= 1 << sides.index(number)
    return bits


@total_ordering
class Turn:
    """One whole turn: immutable, hashable, small. Made by positions, written as NOTATION 2 says.

    Turns are sorted by their text, as lists of them are written down.

    >>> from djambi import Position
    >>> turn = Position.start().turn("c3-e3")
    >>> str(turn), turn.origin, turn.target, turn.place
    ('c3-e3', 'c3', 'e3', None)
    """

    __slots__ = ("_board", "_packed")

    def __init__(self, packed: int, board: Board) -> None:
        """Wrap a packed turn; for the library itself: `Position.turn` reads one.

        `packed` is the kernel's form of the turn (see `djambi.kernel.turns`).
        """
        self._packed = packed
        self._board = board

    @property
    def packed(self) -> int:
        """Return the kernel's form of the turn, 64 bits (see `djambi.kernel.turns`)."""
        return self._packed

    @property
    def board(self) -> Board:
        """Return the board whose cells it names."""
        return self._board

    def _name(self, cell: int) -> str | None:
        return None if cell == NO_CELL else self._board.cells[cell]

    def _victims(self, bits: int, around: int) -> tuple[str, ...]:
        if not bits:
            return ()
        sides = self._board.sides[around]
        return tuple(self._board.cells[cell] for i, cell in enumerate(sides) if bits >> i & 1)

    @property
    def is_pass(self) -> bool:
        """Return whether this is `--`, the pass of a party that has no legal turn."""
        return self._packed == turns.PASS

    @property
    def origin(self) -> str | None:
        """Return the cell of the piece that moves; None in a pass."""
        return self._name(turns.origin(self._packed))

    @property
    def target(self) -> str | None:
        """Return the cell it moves to; None in a pass."""
        return self._name(turns.target(self._packed))

    @property
    def place(self) -> str | None:
        """Return where what stood on the target goes, if the player chooses that."""
        return self._name(turns.place(self._packed))

    @property
    def victims(self) -> tuple[str, ...]:
        """Return the cells of a Reporter's victims, in cell order."""
        return self._victims(turns.victims(self._packed), turns.target(self._packed))

    @property
    def exit(self) -> str | None:
        """Return the cell of the exit, if there is one (RULES 3.4)."""
        return self._name(turns.exit(self._packed))

    @property
    def exit_place(self) -> str | None:
        """Return where what stood on the cell of the exit goes, if the player chooses that."""
        return self._name(turns.exit_place(self._packed))

    @property
    def exit_victims(self) -> tuple[str, ...]:
        """Return the cells of a Reporter's victims in the exit, in cell order."""
        return self._victims(turns.exit_victims(self._packed), turns.exit(self._packed))

    @property
    def places_last(self) -> bool:
        """Return whether `place` is filled after the exit (option `exit_before_placement`)."""
        return turns.places_last(self._packed)

    @property
    def parts(self) -> TurnParts:
        """Return the turn as its written parts (NOTATION 2)."""
        if self.is_pass:
            return TurnParts()
        return TurnParts(
            self.origin or "",
            self.target or "",
            place=self.place,
            victims=self.victims,
            exit=self.exit,
            exit_place=self.exit_place,
            exit_victims=self.exit_victims,
            places_last=self.places_last,
        )

    def long(self, position: BasePosition) -> str:
        """Return the long form for people, as played in this position (NOTATION 2).

        >>> from djambi import Position
        >>> start = Position.start()
        >>> start.turn("c3-e3").long(start)
        'Nc3-e3'
        """
        require(position, BasePosition, "position", "a Position")
        if self.is_pass:
            return DASHES
        parts = self.parts
        return long_turn(parts, position.pieces[parts.origin].kind, _marks(parts, position))

    def marks(self, position: BasePosition) -> tuple[str, ...]:
        """Return how the long form marks the step and the exit, if there is one (NOTATION 2).

        Each is `-` (moves), `x` (kills), `@` (displaces) or `~` (exhumes).

        >>> from djambi import Position
        >>> start = Position.start()
        >>> start.turn("c3-e3").marks(start)
        ('-',)
        """
        require(position, BasePosition, "position", "a Position")
        return () if self.is_pass else _marks(self.parts, position)

    # -- turned and mirrored ------------------------------------------------------------------

    def turned(self, steps: int) -> Turn:
        """Return the turn on the board turned by so many corners, counter-clockwise.

        >>> from djambi import Position
        >>> str(Position.start().turn("c3-e3").turned(1))
        'g3-g5'
        """
        return self._seen_by(turning(self._board, steps))

    def mirrored(self) -> Turn:
        """Return the turn on the mirrored board; the first corner stays where it is.

        >>> from djambi import Position
        >>> str(Position.start().turn("c3-e3").mirrored())
        'c3-c5'
        """
        return self._seen_by(mirroring(self._board))

    def mapped(self, cells: Sequence[int]) -> Turn:
        """Return the turn with every cell replaced: `cells[old] = new`, by number.

        Raises:
            TypeError: the cells are not whole numbers.
            DjambiError: they are no symmetry of the board (see `djambi.position.symmetry`).
        """
        return self._seen_by(checked_symmetry(self._board, cells))

    def _seen_by(self, cells: Symmetry) -> Turn:
        """Return the turn on the board that a symmetry leads to."""
        if self.is_pass:
            return self
        board, packed = self._board, self._packed
        mapped = packed
        for part in (turns.ORIGIN, turns.TARGET, turns.PLACE, turns.EXIT, turns.EXIT_PLACE):
            cell = turns.part(packed, part)
            if cell != NO_CELL:
                mapped = turns.with_part(mapped, part, cells[cell])
        for around, part in ((turns.TARGET, turns.VICTIMS), (turns.EXIT, turns.EXIT_VICTIMS)):
            bits = turns.part(packed, part)
            if bits:
                cell = turns.part(packed, around)
                sides = board.sides[cells[cell]]
                mapped_bits = 0
                for i, side in enumerate(board.sides[cell]):
                    mapped_bits |= (bits >> i & 1) << sides.index(cells[side])
                mapped = turns.with_part(mapped, part, mapped_bits)
        return Turn(mapped, board)

    # -- as a value ---------------------------------------------------------------------------

    def __str__(self) -> str:
        return format_turn(self.parts)

    def __repr__(self) -> str:
        return f"<Turn {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Turn):
            return NotImplemented
        return self._packed == other._packed and self._board == other._board

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Turn):
            return NotImplemented
        return (str(self), self._board.name) < (str(other), other._board.name)

    def __hash__(self) -> int:
        return hash(self._packed)

    def __copy__(self) -> Turn:
        return self

    def __deepcopy__(self, memo: object) -> Turn:
        return self

    def __reduce__(self) -> tuple[type[Turn], tuple[int, Board]]:
        return Turn, (self._packed, self._board)


def _marks(parts: TurnParts, position: BasePosition) -> tuple[str, ...]:
    """Return the marks of a turn of these parts, which is no pass."""
    first = position.act_mark(parts.origin, parts.target)
    if parts.exit is None:
        return (first,)
    # The exit may act on what the step has put down there, and goes over what has left.
    stood = parts.exit in position.pieces or parts.exit in position.corpses
    stood = stood and parts.exit not in (parts.origin, *parts.victims)
    put_there = parts.place == parts.exit and not parts.places_last
    kind = position.pieces[parts.origin].kind
    return (first, mark_of_act(kind) if stood or put_there else "-")
