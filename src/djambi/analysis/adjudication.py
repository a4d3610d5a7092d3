"""Whether a game has been won in all but name, so that its players need not play it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from djambi.analysis.analyser import Analyser
from djambi.threats import as_if

if TYPE_CHECKING:
    from djambi.position.position import Position

WINNING_SHARE: Final = 0.95
"""The share of the game that a party must expect, where others can still move."""

MIN_ROUNDS: Final = 4
"""In how many positions, a round apart, it must lead so clearly."""

NODES_PER_POSITION: Final = 2_000
"""How much is thought about each of them."""


def adjudicate(positions: Sequence[Position], analyser: Analyser | None = None) -> str | None:
    """Return the party that leads beyond doubt in all these positions.

    It does where its expected share of the game is at least `WINNING_SHARE`, or where it leads and
    nobody else can move. None for fewer than `MIN_ROUNDS` positions, or where one is the end.

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
    """The party that leads a position beyond doubt."""
    if position.is_over:
        return None
    shares = analyser.assess(position, NODES_PER_POSITION).shares
    first = max(shares, key=lambda party: shares[party])
    others = position.opponents(first)
    if shares[first] >= WINNING_SHARE or not any(_moves(position, party) for party in others):
        return first
    return None


def _moves(position: Position, party: str) -> bool:
    """Whether a party could do anything but pass, were it to play."""
    theres = (as_if(position, seat) for seat in position.controlled_by(party))
    return any(
        there is not None and there.mover == party and there.stage("").choices[0].act != "pass"
        for there in theres
    )
