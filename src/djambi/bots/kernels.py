"""Positions, handed to kernels that think about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from djambi.errors import DjambiError
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.evaluation import Judge

if TYPE_CHECKING:
    from djambi.position.position import Position

K = TypeVar("K", bound=Kernel)


class KernelCache(Generic[K]):
    """One kernel of some class, kept from turn to turn while board and rules stay the same."""

    def __init__(self, kind: type[K]) -> None:
        self._kind = kind
        self._kept: K | None = None

    def set_up(self, position: Position) -> K:
        """Return the kernel, set to a position.

        Raises:
            DjambiError: the game is over.
        """
        if position.is_over:
            raise DjambiError("the game is over: there is no turn to choose")
        given = position.kernel()
        kept = self._kept
        if kept is None or _frame(kept) != _frame(given):
            kept = self._kept = self._kind(*_frame(given))
        kept.load(given.contents(), given.entries())
        return kept


def static_shares(position: Position) -> dict[str, float]:
    """Return the share of the game that every party may expect, judged without looking ahead.

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
    """Return what a kernel is made from: its board, how many parties, and its options."""
    return kernel.tables, kernel.parties, kernel.options
