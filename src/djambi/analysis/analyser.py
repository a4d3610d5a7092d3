"""The one place where analysis asks the search: a position in, everybody's share out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from djambi.bots.bot_settings import INTERPRETED_SLOWDOWN, MAX_DEPTH, MIN_NODES
from djambi.bots.kernels import KernelCache
from djambi.forwarding import renamed
from djambi.kernel import COMPILED
from djambi.kernel.search.mcts import Search
from djambi.position.turn import Turn

if TYPE_CHECKING:
    from djambi.position.position import Position

TIME_LIMIT_S: Final = 60.0
"""Seconds after which one search ends in any case."""

ANALYSIS_SEED: Final = 1
"""Analysis tells the same every time."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a position is worth.

    Args:
        shares: the share of the game that every party may expect, by its letter; they sum to 1.
        best: the turn that was found best for whoever plays; None when the game is over.
        depth: how many turns were looked ahead.
        nodes: how many turns were tried.
    """

    shares: dict[str, float]
    best: Turn | None
    depth: int
    nodes: int


class Analyser:
    """A search at full strength, kept from position to position. Not for two threads at once.

    >>> from djambi import Position
    >>> found = Analyser().assess(Position.start("hex-3"), nodes=400)
    >>> sorted(found.shares), round(sum(found.shares.values()), 6)
    (['b', 'r', 'y'], 1.0)
    """

    def __init__(self) -> None:
        self._desk = KernelCache(Search)
        self._search: Search | None = None
        self._stopped = False

    @property
    def stopped(self) -> bool:
        """Whether it has been told to think no more; from another thread, so at any time."""
        return self._stopped

    def stop(self) -> None:
        """From any thread: end what is being thought, and think no more."""
        self._stopped = True
        if self._search is not None:
            self._search.cancel()

    def assess(self, position: Position, nodes: int) -> Assessment:
        """Search a position with so many nodes (a hundredth of them where nothing is compiled)."""
        if (result := position.result) is not None:
            return Assessment(result, None, 0, 0)
        search = self._search = self._desk.set_up(position)
        many = nodes if COMPILED else min(nodes, max(MIN_NODES, nodes // INTERPRETED_SLOWDOWN))
        packed = search.think(1 if self.stopped else many, TIME_LIMIT_S, MAX_DEPTH, ANALYSIS_SEED)
        shares = _by_letter(position, search.values())
        return Assessment(shares, Turn(packed, position.board), search.depth, search.nodes)

    def evaluate(self, position: Position) -> dict[str, float]:
        """Judge a position without looking ahead."""
        if (result := position.result) is not None:
            return result
        return _by_letter(position, self._desk.set_up(position).shares())


def _by_letter(position: Position, shares: list[float]) -> dict[str, float]:
    return dict(zip(position.variant.parties, shares, strict=True))


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        SEED="ANALYSIS_SEED",
        Thinker="Analyser",
    )
