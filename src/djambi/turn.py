"""Turns as values, and the legal turns of a position as a lazy view (RULES 3, NOTATION 2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from djambi.geometry import Board
from djambi.kernel.codes import NONE
from djambi.notation.turns import DASHES, TurnParts, format_turn, long_turn

if TYPE_CHECKING:
    from djambi.position import Position

PASS_CODE = 0x0000FFFF00FFFFFF
"""The packed form of the pass."""

_WINDOW = 1024


class Turn:
    """One whole turn: immutable, hashable, small. Made by positions, written as NOTATION 2 says.

    >>> from djambi import Position
    >>> turn = Position.start().turn("c3-e4")
    >>> str(turn), turn.origin, turn.target, turn.place
    ('c3-e4', 'c3', 'e4', None)
    """

    __slots__ = ("board", "packed")

    def __init__(self, packed: int, board: Board) -> None:
        """`packed` is the kernel's form of the turn: eight bits a part (see `kernel.moves`)."""
        self.packed = packed
        self.board = board

    def _cell(self, shift: int) -> str | None:
        cell = self.packed >> shift & 255
        return None if cell == NONE else self.board.cells[cell]

    def _victims(self, at: int, shift: int) -> tuple[str, ...]:
        bits = self.packed >> shift & 255
        if not bits:
            return ()
        sides = self.board.sides[self.packed >> at & 255]
        return tuple(self.board.cells[cell] for i, cell in enumerate(sides) if bits >> i & 1)

    @property
    def is_pass(self) -> bool:
        """Whether this is `--`, the pass of a party that has no legal turn."""
        return self.packed == PASS_CODE

    @property
    def origin(self) -> str | None:
        """The cell of the piece that moves; None in a pass."""
        return self._cell(0)

    @property
    def target(self) -> str | None:
        """The cell it moves to; None in a pass."""
        return self._cell(8)

    @property
    def place(self) -> str | None:
        """Where what stood on the target goes, if the player chooses that."""
        return self._cell(16)

    @property
    def victims(self) -> tuple[str, ...]:
        """The cells of a Reporter's victims, in cell order."""
        return self._victims(8, 24)

    @property
    def exit(self) -> str | None:
        """The cell of the exit, if there is one (RULES 3.4)."""
        return self._cell(32)

    @property
    def exit_place(self) -> str | None:
        """Where what stood on the cell of the exit goes, if the player chooses that."""
        return self._cell(40)

    @property
    def exit_victims(self) -> tuple[str, ...]:
        """The cells of a Reporter's victims in the exit, in cell order."""
        return self._victims(32, 48)

    @property
    def places_last(self) -> bool:
        """Whether `place` is filled after the exit (`exit_before_placement`)."""
        return self.packed >> 56 & 1 == 1

    @property
    def parts(self) -> TurnParts:
        """The turn as its written parts."""
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

    def long(self, position: Position) -> str:
        """The long form for people, as played in this position.

        >>> from djambi import Position
        >>> start = Position.start()
        >>> start.turn("c3-e4").long(start)
        'Nc3-e4'
        """
        if self.is_pass:
            return DASHES
        parts = self.parts
        piece = position.pieces[parts.origin]
        first = position.act_mark(parts.origin, parts.target)
        marks = [first]
        if parts.exit is not None:
            # The exit may act on what the step has just put down there.
            stood = parts.exit in position.pieces or parts.exit in position.corpses
            stood = stood and parts.exit not in (parts.origin, *parts.victims)
            put_there = parts.place == parts.exit and not parts.places_last
            marks.append(_MARKS.get(piece.kind, "x") if stood or put_there else "-")
        return long_turn(parts, piece.kind, marks)

    def __str__(self) -> str:
        return format_turn(self.parts)

    def __repr__(self) -> str:
        return f"<Turn {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Turn):
            return NotImplemented
        return self.packed == other.packed and self.board == other.board

    def __hash__(self) -> int:
        return hash(self.packed)

    def __reduce__(self) -> tuple[type[Turn], tuple[int, Board]]:
        return Turn, (self.packed, self.board)


_MARKS = {"D": "@", "N": "~"}


class LegalTurns(Collection[Turn]):
    """The legal turns of a position, found when asked for.

    `len` counts without listing; `in` takes a Turn or its text; iteration is in a fixed order.

    >>> from djambi import Position
    >>> turns = Position.start().legal_turns()
    >>> len(turns), "c3-e4" in turns, "c3-e5" in turns, "nonsense" in turns
    (30, True, False, False)
    """

    __slots__ = ("_board", "_kernel", "_position")

    def __init__(self, position: Position) -> None:
        self._position = position
        self._kernel = position.kernel()
        self._board = position.board

    def count(self) -> int:
        """How many there are; a pass counts as one, a finished game has none."""
        if self._position.is_over:
            return 0
        return sum(many for _, many in self._kernel.movers()) or 1

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return not self._position.is_over

    def __iter__(self) -> Iterator[Turn]:
        if self._position.is_over:
            return
        board = self._board
        kernel = self._position.kernel()
        movers = kernel.movers()
        if not movers:
            yield Turn(PASS_CODE, board)
        for cell, many in movers:
            for low in range(0, many, _WINDOW):
                for packed in kernel.window(cell, NONE, low, _WINDOW):
                    yield Turn(packed, board)

    def __contains__(self, turn: object) -> bool:
        if isinstance(turn, str):
            return self._position.reads(turn)
        if isinstance(turn, Turn):
            return turn.board == self._board and self._kernel.is_legal(turn.packed)
        return False

    def __repr__(self) -> str:
        return f"<LegalTurns: {self.count()}>"
