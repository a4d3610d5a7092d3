"""The legal turns of a position, found when they are asked for (RULES 3)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, overload

from djambi.errors import quoted
from djambi.kernel import turns
from djambi.kernel.rules.codes import NO_CELL
from djambi.kernel.turns import PASS
from djambi.position.base import BasePosition
from djambi.position.matching import match_text
from djambi.position.turn import Turn

TURNS_AT_ONCE: Final = 1024
"""Turns that are asked of the kernel at once: few enough to stay cheap, enough to be quick."""

_BATCH: Final = 8 * TURNS_AT_ONCE
"""Turns that are held while the kernel may have been asked something else."""


class LegalTurns(Sequence[Turn]):
    """The legal turns of a position, or of one of its pieces, found when asked for.

    A sequence: `len` counts them without listing them, `in` takes a Turn or its text, an index
    gets one without the others (so `random.choice` draws one quickly), a slice a list. The order
    is fixed, not sorted. A pass is one turn, a finished game has none.

    >>> from djambi import Position
    >>> turns = Position.start().legal_turns()
    >>> len(turns), "c3-e3" in turns, "c3-e5" in turns, "nonsense" in turns
    (30, True, False, False)
    >>> turns[0] == next(iter(turns)), turns[-1] in turns
    (True, True)
    >>> sorted(map(str, Position.start().legal_turns("c3")))[:3]
    ['c3-a5', 'c3-b4', 'c3-c4']
    """

    __slots__ = ("_origin", "_position", "_target")

    def __init__(
        self, position: BasePosition, origin: str | None = None, target: str | None = None
    ) -> None:
        """Show the turns of a position: of the piece on `origin` only, to `target` only, if given.

        Raise `UnknownCell` for a name that the board lacks.
        """
        self._position = position
        self._origin = None if origin is None else position.board.index(origin)
        self._target = NO_CELL if target is None else position.board.index(target)

    def _movers(self) -> tuple[Callable[[int, int, int, int], list[int]], list[tuple[int, int]]]:
        """Return what lists turns, and the cells of pieces with turns, each with how many."""
        kernel = self._position.scratch_kernel()
        movers = kernel.movers()
        if self._origin is not None:
            movers = [mover for mover in movers if mover[0] == self._origin]
        if self._target != NO_CELL:
            movers = [(cell, kernel.count_to(cell, self._target)) for cell, _ in movers]
        return kernel.window, movers

    def _passes(self) -> bool:
        """Return whether the one turn is the pass."""
        if self._origin is not None or self._target != NO_CELL or self._position.is_over:
            return False
        return not self._position.scratch_kernel().movers()

    def count(self, value: object = None) -> int:
        """Return how many there are, the same as `len`; of one turn or text, 1 or 0."""
        return len(self) if value is None else int(value in self)

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the number of a Turn, or of its text; raises ValueError if it is not here."""
        wanted = match_text(self._position, value) if isinstance(value, str) else value
        numbers = range(len(self))[start:stop]
        for number, turn in enumerate(self):
            if turn == wanted and number in numbers:
                return number
        raise ValueError(f"{quoted(value)} is not one of these turns")

    def __reversed__(self) -> Iterator[Turn]:
        return reversed(list(self))

    def __len__(self) -> int:
        if self._position.is_over:
            return 0
        return sum(many for _, many in self._movers()[1]) or int(self._passes())

    def __bool__(self) -> bool:
        # Without a turn one passes, which is a turn; only a single piece may have none.
        everything = self._origin is None and self._target == NO_CELL
        return not self._position.is_over if everything else len(self) > 0

    def __iter__(self) -> Iterator[Turn]:
        if self._position.is_over:
            return
        board, target = self._position.board, self._target
        window, movers = self._movers()
        if not movers and self._passes():
            yield Turn(PASS, board)
        # The kernel is shared: it may have been asked something else whenever a turn was given out.
        batch: list[int] = []
        for cell, many in movers:
            for low in range(0, many, TURNS_AT_ONCE):
                batch += window(cell, target, low, TURNS_AT_ONCE)
                if len(batch) >= _BATCH:
                    for packed in batch:
                        yield Turn(packed, board)
                    batch = []
                    window, _ = self._movers()
        for packed in batch:
            yield Turn(packed, board)

    @overload
    def __getitem__(self, number: int) -> Turn: ...

    @overload
    def __getitem__(self, number: slice) -> list[Turn]: ...

    def __getitem__(self, number: int | slice) -> Turn | list[Turn]:
        """Return the turn of this number in the order of iteration, or those of a slice.

        Raises:
            IndexError: there is no turn of this number.

        >>> from djambi import Position
        >>> turns = Position.start().legal_turns()
        >>> turns[2:4] == list(turns)[2:4]
        True
        """
        if isinstance(number, slice):
            taken = range(len(self))[number]
            forth = taken if taken.step > 0 else taken[::-1]
            found = list(islice(self, forth.start, forth.stop, forth.step))
            return found if forth is taken else found[::-1]
        return self._at(operator.index(number))

    def _at(self, number: int) -> Turn:
        if not self._position.is_over:
            window, movers = self._movers()
            left = number if number >= 0 else number + len(self)
            for cell, many in movers:
                if 0 <= left < many:
                    packed = window(cell, self._target, left, 1)[0]
                    return Turn(packed, self._position.board)
                left -= many
            if left == 0 and self._passes():
                return Turn(PASS, self._position.board)
        raise IndexError(f"no turn number {number}")

    def __contains__(self, turn: object) -> bool:
        if isinstance(turn, str):
            found = match_text(self._position, turn)
        else:
            found = turn if isinstance(turn, Turn) else None
        if found is None or found.board != self._position.board:
            return False
        if self._origin is not None and turns.origin(found.packed) != self._origin:
            return False
        if self._target != NO_CELL and turns.target(found.packed) != self._target:
            return False
        return self._position.scratch_kernel().is_legal(found.packed)

    def __repr__(self) -> str:
        return f"<LegalTurns: {len(self)}>"
