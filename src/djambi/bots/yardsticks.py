"""Bots to measure others against. Their play is frozen: figures of last year must mean the same.

`random` and `greedy` are also levels for people; `published` is what the best bot published
before this program did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from djambi.bots.base import Bot
from djambi.bots.kernels import Desk
from djambi.kernel.published import Published
from djambi.turn import Turn

if TYPE_CHECKING:
    from djambi.position import Position


class PublishedBot(Bot):
    """Max^n on material to depth 2; `djambi.kernel.published` says exactly what it does.

    >>> from djambi import Position
    >>> start = Position.start("hex-3")
    >>> PublishedBot(3).choose(start) == PublishedBot(3).choose(start)
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._desk = Desk(Published)

    def choose(self, position: Position) -> Turn:
        """Return a turn that is best by the material after the next answer."""
        kernel = self._desk.set_up(position)
        return Turn(kernel.choose(self.random.getrandbits(64)), position.board)
