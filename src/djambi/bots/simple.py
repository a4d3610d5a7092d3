"""Two bots that look no further than their own turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.bots.turn_sampling import random_turn, sample_turns
from djambi.forwarding import renamed

if TYPE_CHECKING:
    from djambi.position.position import Position
    from djambi.position.turn import Turn

PIECE_VALUES: Final = {"M": 5, "D": 10, "N": 10, "A": 15, "R": 18, "C": 300}
"""What a living piece is worth to whoever controls it."""

POWER_VALUE: Final = 300
"""What it is worth to be in power."""

WIN_VALUE: Final = 100_000
"""More than all the rest together: a share of 1 of the game."""

MAX_PLACEMENTS: Final = 60
"""How many turns of one piece to one cell are looked at; where there are more, a sample."""


class RandomBot(Bot):
    """Plays any legal turn, all of them equally likely.

    >>> from djambi import Position
    >>> start = Position.start()
    >>> RandomBot(7).choose(start) == RandomBot(7).choose(start)
    True
    """

    def choose(self, position: Position) -> Turn:
        """Return any legal turn."""
        return random_turn(position, self.random)


class GreedyBot(Bot):
    """Plays the turn after which what it controls, less what the others control, is worth most.

    Turns that differ only in where something is placed come out alike but for rare cases, and
    they are nearly all turns. So one of each sort is judged first, and the placements of the
    best sort are compared afterwards. Ties are broken at random.
    """

    def choose(self, position: Position) -> Turn:
        """Return a best turn by the material that it leaves."""
        party = position.mover
        sorts: dict[tuple[object, ...], list[Turn]] = {}
        for turn in sample_turns(position, self.random, MAX_PLACEMENTS):
            sorts.setdefault(_sort(turn), []).append(turn)
        one_of_each = (self.random.choice(turns) for turns in sorts.values())
        best = self._best(position, party, one_of_each)
        return self._best(position, party, sorts[_sort(best)])

    def _best(self, position: Position, party: str | None, turns: Iterable[Turn]) -> Turn:
        """Return the best of some turns, any one of those that are equal."""
        judged = [(material_balance(position.play(turn), party or ""), turn) for turn in turns]
        most = max(value for value, _ in judged)
        return self.random.choice([turn for value, turn in judged if value == most])


def material_balance(position: Position, party: str) -> float:
    """Return what a position is worth to a party: its material less that of all the others.

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


def _sort(turn: Turn) -> tuple[object, ...]:
    """Return what a turn has in common with those that only place things elsewhere."""
    return turn.origin, turn.target, turn.victims, turn.exit, turn.exit_victims


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        MOST_PLACES="MAX_PLACEMENTS",
        POWER="POWER_VALUE",
        VALUES="PIECE_VALUES",
        VICTORY="WIN_VALUE",
        worth="material_balance",
    )
