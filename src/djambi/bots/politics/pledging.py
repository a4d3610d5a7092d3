"""Tell a search which promises it may count on."""

from __future__ import annotations

from collections.abc import Sequence

from djambi.kernel.search.pledges import TurnPledges
from djambi.pacts import Promise
from djambi.position.position import Position


def pledge(pledges: TurnPledges, promises: Sequence[Promise], position: Position) -> None:
    """Let a search believe that promises are kept, for their terms, and no others.

    Args:
        pledges: those of the search.
        promises: the promises; what a search cannot express (a piece to be spared) is left out.
        position: the position that is searched.
    """
    pledges.clear()
    letters, seats = position.variant.parties, max(1, len(position.active))
    for party in dict.fromkeys(promise.by for promise in promises):
        given = [promise for promise in promises if promise.by == party]
        harmless, duties = _bits(given, "peace", letters), _bits(given, "attack", letters)
        pledges.promise(
            letters.index(party),
            plies=seats * max(promise.rounds for promise in given),
            spares=harmless,
            attacks=duties & ~harmless,
            shuns_power=any(promise.kind == "no_power" for promise in given),
            leaves_power=any(promise.kind == "leave" for promise in given),
        )


def _bits(promises: Sequence[Promise], kind: str, letters: str) -> int:
    """Return as bits the parties that promises of a kind are about."""
    return sum(
        {1 << letters.index(p.other) for p in promises if p.kind == kind and p.other is not None}
    )
