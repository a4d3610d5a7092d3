"""The pact that a position suggests: the peace by which the party to play gains, and another too.

Method: `djambi.bots.politics.values`, at the same cost on every machine; of all peaces of the party
to play the one with the largest product of both gains (John F. Nash, "The Bargaining Problem",
Econometrica 18, 1950).
"""

from __future__ import annotations

from typing import Final

from djambi.analysis.analyser import TIME_LIMIT_S
from djambi.bots.bot_settings import BotSettings
from djambi.bots.politics.offers import mutual_peace
from djambi.bots.politics.values import VALUE_NODES, PactValue, PactValuer
from djambi.position.position import Position

PEACE_ROUNDS: Final = 3
"""The rounds of the peace that is valued."""

MIN_GAIN: Final = 0.02
"""What each of the two has to gain, in shares of the game, for the pact to be worth a word."""

_SETTINGS: Final = BotSettings(nodes=VALUE_NODES, seconds=TIME_LIMIT_S)


def suggested_peace(position: Position) -> PactValue | None:
    """Return what the best peace of the party to play is worth.

    None if no peace brings both of its parties `MIN_GAIN`, or if fewer than three parties are left.

    >>> suggested_peace(Position.start("square-2")) is None
    True
    """
    mover = position.mover
    if mover is None or len(position.active) < 3:
        return None
    valuer = PactValuer(position, settings=_SETTINGS)
    values = [
        valuer.value(mutual_peace(mover, other, PEACE_ROUNDS), mover + other, exposed="")
        for other in position.active
        if other != mover
    ]
    mutual = [v for v in values if all(v.gain(party) >= MIN_GAIN for party in v.signatories)]
    return max(mutual, key=PactValue.nash, default=None)
