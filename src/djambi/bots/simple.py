"""Two bots without search: random choice, and one-ply greedy choice by material."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.bots.kernels import require_turn
from djambi.bots.turn_sampling import random_turn, sample_turns, without_placements
from djambi.forwarding import renamed
from djambi.position.position import Position
from djambi.position.turn import Turn

PIECE_VALUES: Final = {"M": 5, "D": 10, "N": 10, "A": 15, "R": 18, "C": 300}
"""The value of a living piece to its controller, by kind."""

POWER_VALUE: Final = 300
"""The value of being in power, in the same units."""

WIN_VALUE: Final = 100_000
"""The value of the whole game: more than everything else together."""

MAX_PLACEMENTS: Final = 60
"""The most turns of one piece to one cell that are compared; of more, a sample."""


class RandomBot(Bot):
    """A bot that plays any legal turn, all of them equally likely.

    >>> from djambi import Position
    >>> start = Position.start()
    >>> RandomBot(7).choose(start) == RandomBot(7).choose(start)
    True
    """

    def choose(self, position: Position) -> Turn:
        """Return a legal turn drawn at random.

        Raises:
            DjambiError: the game is over.
        """
        return random_turn(position, self.random)


class GreedyBot(Bot):
    """A bot that maximises its material balance after one turn.

    Most turns differ only in where something is placed, and rarely in value. So one turn of each
    such class is judged first, then the placements of the best class. Ties are broken at random.
    """

    def choose(self, position: Position) -> Turn:
        """Return a turn with the best material balance.

        Raises:
            DjambiError: the game is over.
        """
        require_turn(position)
        party = position.mover
        classes: dict[tuple[object, ...], list[Turn]] = {}
        for turn in sample_turns(position, self.random, MAX_PLACEMENTS):
            classes.setdefault(without_placements(turn), []).append(turn)
        one_of_each = (self.random.choice(turns) for turns in classes.values())
        best = self._best(position, party, one_of_each)
        return self._best(position, party, classes[without_placements(best)])

    def _best(self, position: Position, party: str | None, turns: Iterable[Turn]) -> Turn:
        """Return the best of some turns, at random among equals."""
        judged = [(material_balance(position.play(turn), party or ""), turn) for turn in turns]
        most = max(value for value, _ in judged)
        return self.random.choice([turn for value, turn in judged if value == most])


def material_balance(position: Position, party: str) -> float:
    """Return a party's material less that of all the others, power and victory included.

    >>> from djambi import Position
    >>> material_balance(Position.start(), "r")
    -746
    """
    controllers = {each.letter: each.controller for each in position.parties}
    total: float = 0
    for piece in position.pieces.values():
        owner = controllers[piece.party]
        if owner == party:
            total += PIECE_VALUES[piece.kind]
        elif owner is not None:
            total -= PIECE_VALUES[piece.kind]
    if position.ruler is not None:
        total += POWER_VALUE if position.ruler == party else -POWER_VALUE
    if position.result is not None:
        total += WIN_VALUE * position.result.get(party, 0.0)
    return total


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        MOST_PLACES="MAX_PLACEMENTS",
        POWER="POWER_VALUE",
        VALUES="PIECE_VALUES",
        VICTORY="WIN_VALUE",
        worth="material_balance",
    )
