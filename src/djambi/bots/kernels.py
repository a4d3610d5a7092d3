"""Kernels set up for positions, kept from turn to turn; static evaluation."""

from __future__ import annotations

from typing import Generic, TypeVar

from djambi.errors import DjambiError
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.evaluation import Judge
from djambi.position.position import Position

K = TypeVar("K", bound=Kernel)


class KernelCache(Generic[K]):
    """A kernel of one class, reused from turn to turn while board and rules stay the same."""

    def __init__(self, kernel_class: type[K]) -> None:
        self._class = kernel_class
        self._kept: K | None = None

    def set_up(self, position: Position) -> K:
        """Return the kernel, set up for a position.

        Raises:
            DjambiError: the game is over.
        """
        if position.is_over:
            raise DjambiError("the game is over: there is no turn to choose")
        given = position.kernel()
        kept = self._kept
        if kept is None or _frame(kept) != _frame(given):
            kept = self._kept = self._class(*_frame(given))
        kept.load(given.contents(), given.entries())
        return kept


def static_shares(position: Position) -> dict[str, float]:
    """Return the static evaluation of a position: each party's expected share, by letter.

    >>> from djambi.position.position import Position
    >>> shares = static_shares(Position.start())
    >>> round(sum(shares.values()), 6)
    1.0
    """
    if (result := position.result) is not None:
        return result
    shares = KernelCache(Judge).set_up(position).shares()
    return dict(zip(position.variant.parties, shares, strict=True))


def _frame(kernel: Kernel) -> tuple[Tables, int, dict[str, int]]:
    """Return a kernel's constructor arguments: its board, number of parties and options."""
    return kernel.tables, kernel.parties, kernel.options
