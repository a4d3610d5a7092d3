"""Baselines: bots to measure others against. Their play is frozen, so that old results compare.

`published` plays like the best bot that was published before this program; `uct` is Monte Carlo
tree search with UCB1 and random playouts (Kocsis and Szepesvári, "Bandit Based Monte-Carlo
Planning", ECML 2006). `random` and `greedy` (`djambi.bots.simple`) are baselines too.
"""

from __future__ import annotations

from typing import Final

from djambi.bots.base import Bot
from djambi.bots.kernels import KernelCache
from djambi.kernel.baselines.published import Published
from djambi.kernel.baselines.uct import Uct
from djambi.position.position import Position
from djambi.position.turn import Turn

UNLIMITED: Final = 1 << 40
"""A limit on games, or on seconds, that is never reached."""


class PublishedBot(Bot):
    """A max^n search on material to depth 2; see `djambi.kernel.baselines.published`.

    >>> from djambi import Position
    >>> start = Position.start("hex-3")
    >>> PublishedBot(3).choose(start) == PublishedBot(3).choose(start)
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._kernels = KernelCache(Published)

    def choose(self, position: Position) -> Turn:
        """Return a turn that is best by the material after the next reply."""
        published = self._kernels.set_up(position)
        return Turn(published.choose(self.random.getrandbits(64)), position.board)


class UctBot(Bot):
    """A Monte Carlo tree search with random playouts; see `djambi.kernel.baselines.uct`.

    Args:
        seed: the seed of its random numbers.
        games: the most playouts for a turn.
        seconds: the time limit for a turn.
        by_processor: whether `seconds` are processor time rather than wall-clock time.

    >>> from djambi import Position
    >>> start = Position.start("hex-3")
    >>> UctBot(3, games=2).choose(start) == UctBot(3, games=2).choose(start)
    True
    """

    def __init__(
        self,
        seed: int | None = None,
        games: int = UNLIMITED,
        seconds: float = UNLIMITED,
        by_processor: bool = False,
    ) -> None:
        super().__init__(seed)
        self.games = games
        self.seconds = seconds
        self.by_processor = by_processor
        self._kernels = KernelCache(Uct)

    def choose(self, position: Position) -> Turn:
        """Return the turn whose stages most playouts went through."""
        uct = self._kernels.set_up(position)
        uct.limits.by_processor = self.by_processor
        seed = self.random.getrandbits(64)
        return Turn(uct.think(self.games, self.seconds, seed), position.board)
