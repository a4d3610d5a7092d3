"""What every bot is."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from djambi.bots.kernels import static_shares
from djambi.forwarding import renamed

if TYPE_CHECKING:
    from djambi.position.position import Position
    from djambi.position.turn import Turn


MAX_RETURN_COST: Final = 0.05
"""The share of the game that a bot gives up at most so that a party may return."""


class Bot(ABC):
    """Chooses turns. The same seed and the same positions give the same choices.

    A bot may remember things between turns; whoever plays several games at once makes one bot
    for each seat of each game.
    """

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)  # noqa: S311 - it plays, it keeps no secrets

    @abstractmethod
    def choose(self, position: Position) -> Turn:
        """Return the turn to play, for the party ``position.mover``.

        Raises:
            DjambiError: the game is over.
        """

    def accepts_draw(self, position: Position, party: str) -> bool:
        """Return whether ``party``, which this bot plays, agrees to share the game now.

        By default it never does: a bot that looks only at turns knows no reason to.
        """
        return False

    def accepts_return(self, position: Position, party: str, returning: str) -> bool:
        """Return whether ``party``, which this bot plays, lets one that resigned come back.

        It does unless that would take more than `MAX_RETURN_COST` of the game from it, judged
        without looking ahead (RULES 5, Return).

        Raises:
            IllegalTurn: the rules do not let ``returning`` come back now.
        """
        before = static_shares(position)[party]
        after = static_shares(position.rejoin(returning))[party]
        return before - after <= MAX_RETURN_COST

    def progress(self) -> float:
        """How much of its time or of its nodes it has used, from 0 to 1; from any thread.

        Of a bot that chooses at once, or that is not thinking, it says nothing.
        """
        return 0.0

    def stop(self) -> None:  # noqa: B027 - a bot that chooses at once has nothing to stop
        """From another thread: choose now, by what was seen so far."""


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        MOST_GIVEN_UP="MAX_RETURN_COST",
    )
