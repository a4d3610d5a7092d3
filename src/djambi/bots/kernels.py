"""Searches set up for positions, kept from turn to turn; static evaluation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from djambi.errors import DjambiError, require
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.linear_evaluation import LinearEvaluator
from djambi.position.position import Position


class KernelUser(Protocol):
    """Anything that works on the position of a kernel: a search, a solver, a baseline."""

    @property
    def kernel(self) -> Kernel:
        """Return the kernel that holds its position."""
        ...

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Set up a position, like `Kernel.load`."""
        ...


U = TypeVar("U", bound=KernelUser)


class KernelCache(Generic[U]):
    """A kernel user, reused from turn to turn while board and rules stay the same."""

    def __init__(self, make: Callable[[Kernel], U]) -> None:
        self._make = make
        self._kept: U | None = None

    def set_up(self, position: Position) -> U:
        """Return the kernel user, set up for a position.

        Raises:
            DjambiError: the game is over.
        """
        require_turn(position)
        given = position.kernel()
        kept = self._kept
        if kept is None or _frame(kept.kernel) != _frame(given):
            kept = self._kept = self._make(given)
        kept.load(given.contents(), given.entries())
        return kept

    def __reduce__(self) -> tuple[type[KernelCache[U]], tuple[Callable[[Kernel], U]]]:
        # What is kept can be neither copied nor pickled, but be made anew.
        return KernelCache, (self._make,)


def require_turn(position: Position) -> None:
    """Raise `TypeError` unless this is a position, and `DjambiError` if the game is over."""
    require(position, Position, "position", "a Position")
    if position.is_over:
        raise DjambiError("the game is over: there is no turn to choose")


def static_shares(position: Position) -> dict[str, float]:
    """Return the static evaluation of a position: each party's expected share, by letter.

    >>> from djambi.position.position import Position
    >>> shares = static_shares(Position.start())
    >>> round(sum(shares.values()), 6)
    1.0
    """
    if (result := position.result) is not None:
        return result
    kernel = position.kernel()
    shares = LinearEvaluator(kernel.tables).shares(kernel)
    return dict(zip(position.variant.parties, shares, strict=True))


def _frame(kernel: Kernel) -> tuple[Tables, int, dict[str, int]]:
    """Return what a kernel keeps whatever position it is at: board, number of parties, options."""
    return kernel.tables, kernel.parties, kernel.options
