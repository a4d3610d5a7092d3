"""Bots to measure others against. Their play is frozen: figures of last year must mean the same.

`random` and `greedy` are also levels for people; `published` is what the best bot published
before this program did; `uct` is Monte Carlo tree search as textbooks have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.bots.kernels import KernelCache
from djambi.kernel.baselines.published import Published
from djambi.kernel.baselines.uct import Uct
from djambi.position.turn import Turn

if TYPE_CHECKING:
    from djambi.position.position import Position

UNLIMITED: Final = 1 << 40
"""More random games, and more seconds, than anybody waits for."""


class PublishedBot(Bot):
    """Max^n on material to depth 2; `djambi.kernel.baselines.published` says exactly what it does.

    >>> from djambi import Position
    >>> start = Position.start("hex-3")
    >>> PublishedBot(3).choose(start) == PublishedBot(3).choose(start)
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._desk = KernelCache(Published)

    def choose(self, position: Position) -> Turn:
        """Return a turn that is best by the material after the next answer."""
        kernel = self._desk.set_up(position)
        return Turn(kernel.choose(self.random.getrandbits(64)), position.board)


class UctBot(Bot):
    """Monte Carlo tree search by random games; see `djambi.kernel.baselines.uct`.

    Args:
        games: how many random games it plays for a turn, at most.
        seconds: how long it thinks, at most.
        by_processor: whether these are the processor's seconds and not those of the wall clock.

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
        self._desk = KernelCache(Uct)

    def choose(self, position: Position) -> Turn:
        """Return the turn whose stages its random games went through most."""
        kernel = self._desk.set_up(position)
        kernel.by_processor = self.by_processor
        seed = self.random.getrandbits(64)
        return Turn(kernel.think(self.games, self.seconds, seed), position.board)
