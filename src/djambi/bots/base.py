"""The interface of every bot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from operator import index
from random import Random
from typing import TYPE_CHECKING, Final, SupportsIndex

from djambi.bots.kernels import static_shares
from djambi.errors import DjambiError
from djambi.forwarding import renamed
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.safety import nobody_can_win

MAX_RETURN_COST: Final = 0.05
"""The largest share of the game that a bot gives up to let a party return."""


class PlayerFault(DjambiError):
    """The fault of a player that cannot go on: it has crashed, hangs, or answers nonsense."""


class Bot(ABC):
    """A player that chooses turns; the same seed and positions give the same choices.

    A bot may remember things between turns, so use one bot for each seat of each game.
    """

    def __init__(self, seed: int | None = None) -> None:
        # A number of another library's type seeds like Python's.
        seed = index(seed) if isinstance(seed, SupportsIndex) else seed
        self.random = Random(seed)

    @abstractmethod
    def choose(self, position: Position) -> Turn:
        """Return the turn to play, for the party ``position.mover``.

        Raises:
            DjambiError: the game is over.
            PlayerFault: the player cannot go on; in a match its party then resigns.
        """

    def prepare(self) -> None:  # noqa: B027 - a bot that needs nothing has nothing to do
        """Load what is needed to choose, so that anything missing is known before a game.

        Raises:
            PlayerFault: something is missing.
        """

    def close(self) -> None:  # noqa: B027 - nor has a bot that holds nothing
        """Release what is held beyond memory, after a game."""

    def accepts_draw(self, position: Position, party: str) -> bool:
        """Return whether ``party``, which this bot plays, agrees to share the game now.

        It does where it is proved that nobody can win (`djambi.safety`).
        """
        return nobody_can_win(position)

    def offers_draw(self, position: Position, earlier: Position | None = None) -> bool:
        """Return whether this bot, which is to play, offers to share the game first.

        It does once it is proved that nobody can win, and had not been ``earlier``, where a bot of
        this table played last.
        """
        return nobody_can_win(position) and (earlier is None or not nobody_can_win(earlier))

    def accepts_return(self, position: Position, party: str, returning: str) -> bool:
        """Return whether ``party``, which this bot plays, lets one that resigned come back.

        It does unless that costs it more than `MAX_RETURN_COST`, by a static evaluation (RULES 5,
        Return).

        Raises:
            IllegalTurn: the rules do not let ``returning`` come back now.
        """
        before = static_shares(position)[party]
        after = static_shares(position.rejoin(returning))[party]
        return before - after <= MAX_RETURN_COST

    def progress(self) -> float:
        """Return the part of its time or nodes that it has used, from 0 to 1; from any thread.

        It is 0 for a bot that is not thinking, or that chooses at once.
        """
        return 0.0

    def stop(self) -> None:  # noqa: B027 - a bot that chooses at once has nothing to stop
        """Stop thinking, from another thread, and choose by what has been seen so far."""


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        MOST_GIVEN_UP="MAX_RETURN_COST",
    )
