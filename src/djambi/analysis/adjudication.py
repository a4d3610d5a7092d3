"""Adjudicate games that are won in all but name, so that nobody has to play them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from djambi.analysis.analyser import Analyser
from djambi.position.position import Position
from djambi.threats import as_if

WINNING_SHARE: Final = 0.95
"""The expected share of the game that wins it while others can still move."""

MIN_ROUNDS: Final = 4
"""Consecutive positions, a round apart, in which the party must lead so clearly."""

NODES_PER_POSITION: Final = 2_000
"""Nodes searched in each of these positions."""


def adjudicate(positions: Sequence[Position], analyser: Analyser | None = None) -> str | None:
    """Return the letter of the party that has won in all but name, or None.

    In all these positions its expected share is at least `WINNING_SHARE`, or it leads and nobody
    else can move. The result is None for fewer than `MIN_ROUNDS` positions, or if one is final.

    >>> from djambi import Position
    >>> adjudicate([Position.start()] * MIN_ROUNDS) is None
    True
    >>> locked_in = "9/9/9/9/2bMbAbCbDbMbN1/9/xxx6/xrRx6/rCxx6"
    >>> red_passes = Position.parse(f"square-4 original {locked_in} r,b,y!*,g!* rbyg r 0 0")
    >>> adjudicate([red_passes] * MIN_ROUNDS)
    'b'
    """
    analyser = analyser or Analyser()
    leaders: set[str | None] = set()
    for position in positions:
        leaders.add(_leader(position, analyser))
        if len(leaders) > 1 or None in leaders:
            return None
    return leaders.pop() if len(positions) >= MIN_ROUNDS else None


def _leader(position: Position, analyser: Analyser) -> str | None:
    """Return the party that has clearly won a position, or None."""
    if position.is_over:
        return None
    shares = analyser.assess(position, NODES_PER_POSITION).shares
    first = max(shares, key=lambda party: shares[party])
    others = position.opponents(first)
    if shares[first] >= WINNING_SHARE or not any(_moves(position, party) for party in others):
        return first
    return None


def _moves(position: Position, party: str) -> bool:
    """Return whether a party could do anything but pass if it were its turn."""
    theres = (as_if(position, seat) for seat in position.controlled_by(party))
    return any(
        there is not None and there.mover == party and there.stage("").choices[0].act != "pass"
        for there in theres
    )
