"""Tell a search which promises it may count on, and which parties wish each other well or ill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from djambi.kernel.search.pledges import TurnPledges
from djambi.kernel.search.tree import SearchTree
from djambi.pacts import Promise
from djambi.position.position import Position


@dataclass(frozen=True, slots=True)
class Regard:
    """What part of another party's share a party likes, besides its own share.

    Args:
        by: the letter of the party.
        other: the letter of the other.
        weight: the part; negative if it dislikes it.
    """

    by: str
    other: str
    weight: float


def set_regards(tree: SearchTree, regards: Sequence[Regard], position: Position) -> None:
    """Set the regards that the parties of a search have for each other, and no others.

    Where a party moves, at the root and below, it then wants its share and so much of the others'.

    Args:
        tree: that of the search.
        regards: the regards, at most one for a party and another.
        position: the position that is searched.
    """
    tree.clear_regards()
    letters = position.variant.parties
    for regard in regards:
        tree.set_regard(letters.index(regard.by), letters.index(regard.other), regard.weight)


def pledge(pledges: TurnPledges, promises: Sequence[Promise], position: Position) -> None:
    """Set the promises that a search believes in, and no others.

    All that a party promised holds for the longest of its terms.

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
