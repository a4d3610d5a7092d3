"""Offers of pacts, and what a negotiator knows when it judges one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from djambi.bots.politics.records import NO_RECORD, PactRecord
from djambi.pacts import Promise, fault_of
from djambi.position.position import Position

PROPOSAL_INTERVAL_ROUNDS: Final = 3
"""Rounds between two proposals of a bot where people may be asked."""

MAX_DECLINED_PROPOSALS: Final = 2
"""How often a bot proposes something to parties that decline, within `WEARY_ROUNDS`."""

WEARY_ROUNDS: Final = 12
"""Rounds after which a bot has forgotten that it was declined."""

DeclinedProposal = tuple[str, str, int]
"""A proposal that was declined: who made it, the letters of its parties, and when."""

Response = Literal["accept", "counter", "decline"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposed pact: the letters of its parties, its promises, and whether it is secret."""

    parties: str
    promises: tuple[Promise, ...]
    secret: bool = False


@dataclass(frozen=True, slots=True)
class NegotiationContext:
    """The position, and the history of pacts as far as the negotiating party knows it.

    Args:
        records: what became of each party's promises, by letter.
        own_promises: the running promises that it gave.
        received_promises: the running promises that it was given.
        public_promises: the running promises of others that everybody knows.
        fresh_breaches: the parties that have broken a promise given to it since its last turn.
        fresh_victims: the parties to which it has broken a promise since its last turn.
        unwilling: the parties that have declined its proposals often enough of late.
    """

    position: Position
    records: Mapping[str, PactRecord] = field(default_factory=dict[str, PactRecord])
    own_promises: tuple[Promise, ...] = ()
    received_promises: tuple[Promise, ...] = ()
    public_promises: tuple[Promise, ...] = ()
    fresh_breaches: str = ""
    fresh_victims: str = ""
    unwilling: str = ""

    @property
    def is_duel(self) -> bool:
        """Return whether two parties are left, or fewer: there is nobody to make a pact against."""
        return len(self.position.active) < 3

    def record(self, party: str) -> PactRecord:
        """Return the record of a party."""
        return self.records.get(party, NO_RECORD)

    def believed(self, least_trust: float) -> tuple[Promise, ...]:
        """Return the running promises of others whose givers are trusted at least so much."""
        given = (*self.received_promises, *self.public_promises)
        return tuple(p for p in given if self.record(p.by).trust >= least_trust)


def unwilling_parties(
    party: str, active: Iterable[str], declined: Iterable[DeclinedProposal], now: int, seats: int
) -> str:
    """Return the parties that have declined a bot's proposals often enough of late.

    Args:
        party: the bot's.
        active: the letters of those that are asked about.
        declined: the proposals that were declined in this game.
        now: the time, counted as that of the proposals: in turns, or in events of the game.
        seats: how many of them are a round.

    >>> unwilling_parties("r", "rby", [("r", "rb", 3), ("r", "rb", 9), ("r", "ry", 9)], 20, 4)
    'b'
    """
    since = now - WEARY_ROUNDS * seats
    lately = [parties for by, parties, at in declined if by == party and at >= since]
    return "".join(
        other
        for other in active
        if other != party and sum(other in parties for parties in lately) >= MAX_DECLINED_PROPOSALS
    )


def mutual_peace(one: str, other: str, rounds: int) -> tuple[Promise, Promise]:
    """Return the promises of a mutual peace.

    >>> [promise.by for promise in mutual_peace("r", "b", 3)]
    ['r', 'b']
    """
    return Promise(one, "peace", rounds, other), Promise(other, "peace", rounds, one)


def mutual_offer(offer: Offer, party: str, position: Position) -> Offer | None:
    """Return an offer with what the others have to promise a party in return.

    None if they promise that already, or if the rules of promises do not allow it.
    """
    mine = [promise for promise in offer.promises if promise.by == party]
    theirs = {p.content: p for p in offer.promises if p.by != party}
    for promise in mine:
        if promise.kind == "peace":
            wanted = [Promise(promise.other or "", "peace", promise.rounds, party)]
        else:
            wanted = [
                Promise(each, "peace", max(2, promise.rounds), party)
                for each in offer.parties
                if each not in (party, promise.other)
            ]
        for peace in wanted:
            known = theirs.get(peace.content, peace)
            theirs[peace.content] = max(known, peace, key=lambda each: each.rounds)
    promises = (*mine, *theirs.values())
    sound = all(p.by in offer.parties and fault_of(p, position) is None for p in promises)
    if not sound or set(promises) == set(offer.promises):
        return None
    return Offer(offer.parties, promises, offer.secret)
