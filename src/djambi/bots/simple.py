"""Two bots that look no further than their own turn."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.errors import DjambiError

if TYPE_CHECKING:
    from djambi.position import Position
    from djambi.turn import LegalTurns, Turn

VALUES: Final = {"M": 5, "D": 10, "N": 10, "A": 15, "R": 18, "C": 300}
"""What a living piece is worth to whoever controls it."""

POWER: Final = 300
"""What it is worth to be in power."""

VICTORY: Final = 100_000
"""More than all the rest together: a share of 1 of the game."""

MOST_PLACES: Final = 60
"""How many placements of the same act are compared; where there are more, a sample of them."""


class RandomBot(Bot):
    """Plays any legal turn, all of them equally likely.

    >>> from djambi import Position
    >>> start = Position.start()
    >>> RandomBot(7).choose(start) == RandomBot(7).choose(start)
    True
    """

    def choose(self, position: Position) -> Turn:
        """Return any legal turn."""
        turns = _turns(position)
        return next(islice(turns, self.random.randrange(len(turns)), None))


class GreedyBot(Bot):
    """Plays the turn after which what it controls, less what the others control, is worth most.

    Turns that differ only in where something is placed come out alike but for rare cases, and
    they are nearly all turns. So one of each sort is judged first, and the placements of the
    best sorts are compared afterwards. Ties are broken at random.
    """

    def choose(self, position: Position) -> Turn:
        """Return a best turn by the material that it leaves."""
        party = position.mover
        sorts: dict[tuple[object, ...], list[Turn]] = {}
        for turn in _turns(position):
            sort = (turn.origin, turn.target, turn.victims, turn.exit, turn.exit_victims)
            sorts.setdefault(sort, []).append(turn)
        shuffled = list(sorts.values())
        self.random.shuffle(shuffled)
        _, best = self._best(position, party, (self.random.choice(turns) for turns in shuffled))
        alike = sorts[(best.origin, best.target, best.victims, best.exit, best.exit_victims)]
        if len(alike) > MOST_PLACES:
            alike = [best, *self.random.sample(alike, MOST_PLACES)]
        return self._best(position, party, alike)[1]

    def _best(
        self, position: Position, party: str | None, turns: Iterable[Turn]
    ) -> tuple[float, Turn]:
        """Return the best of some turns and its value; any one of those that are equal."""
        judged = [(worth(position.play(turn), party or ""), turn) for turn in turns]
        most = max(value for value, _ in judged)
        return most, self.random.choice([turn for value, turn in judged if value == most])


def worth(position: Position, party: str) -> float:
    """Return what a position is worth to a party: its material less that of all the others.

    >>> from djambi import Position
    >>> worth(Position.start(), "r")
    -746
    """
    controllers = {each.letter: each.controller for each in position.parties}
    total: float = 0
    for piece in position.pieces.values():
        owner = controllers[piece.party]
        if owner == party:
            total += VALUES[piece.kind]
        elif owner is not None:
            total -= VALUES[piece.kind]
    if position.ruler is not None:
        total += POWER if position.ruler == party else -POWER
    if position.result is not None:
        total += VICTORY * position.result.get(party, 0.0)
    return total


def _turns(position: Position) -> LegalTurns:
    if position.result is not None:
        raise DjambiError("the game is over: there is no turn to choose")
    return position.legal_turns()
