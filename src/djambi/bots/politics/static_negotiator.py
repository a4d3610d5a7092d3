"""The negotiator that looks at the board and does not search: the baseline of all others.

Method: an additive utility over the promises of an offer, in shares of the game (Raiffa, "The Art
and Science of Negotiation", 1982), with an acceptance threshold, a counteroffer below it, and trust
that decays with every breach. Shares come from a static evaluation, preferences from the bot's
character, and a little noise from a seed.
"""

from __future__ import annotations

from random import Random
from typing import Final

from djambi.bots.characters import NEUTRAL, Character
from djambi.bots.kernels import static_shares
from djambi.bots.politics.offers import (
    NegotiationContext,
    Offer,
    Response,
    mutual_offer,
    mutual_peace,
)
from djambi.bots.politics.standing import LEADER_RATIO
from djambi.pacts import Promise

ACCEPT_THRESHOLD: Final = 0.02
"""The least utility, in shares of the game, at which an offer is accepted."""

COUNTER_MARGIN: Final = 0.08
"""How far below the threshold, in shares of the game, an offer still gets a counteroffer."""

TRUST_DECAY: Final = 0.4
"""The factor on the value of a promise for each breach by its giver in this game."""

PROPOSAL_RATE: Final = 0.4
"""The part of a bot's own turns before which it considers proposing a pact."""

LOYAL: Final = 0.2
"""The loyalty, in shares of the game, from which a character is open, and parts from the strong."""

SECRET_RATE: Final = 0.3
DISLOYAL_SECRET_RATE: Final = 0.8
"""The part of the proposals of a loyal character, and of another, that are secret."""

TOO_STRONG_RATIO: Final = 1.25 * LEADER_RATIO
"""How many equal shares a partner has from whom a loyal character parts."""

VALUED_ROUNDS: Final = 3
"""The rounds of a promise for which its value is stated."""

MAX_VALUED_ROUNDS: Final = 5
"""The rounds of a promise beyond which more of them add nothing."""

NOISE: Final = 0.015
"""The largest random change of an offer's utility, in shares of the game."""


class StaticNegotiator:
    """A negotiator by static evaluation for the bot that plays a party, in character.

    Args:
        party: the letter of the party.
        who: the bot's character, if it has one.
        seed: the seed of its noise and of its proposals.

    >>> from djambi import Position
    >>> context = NegotiationContext(Position.start())
    >>> peace = Promise("b", "peace", 3, "r"), Promise("r", "peace", 3, "b")
    >>> StaticNegotiator("r", None, seed=1).respond(Offer("rb", peace), context)
    'accept'
    >>> attack = (Promise("r", "attack", 1, "b"),)
    >>> StaticNegotiator("r", None, seed=1).respond(Offer("ry", attack), context)
    'counter'
    """

    def __init__(self, party: str, who: Character | None, seed: int | str = 0) -> None:
        self.party = party
        self.who = who or NEUTRAL
        self.seed = seed

    def respond(self, offer: Offer, context: NegotiationContext) -> Response:
        """Return the response to an offer: accept, counter or decline."""
        utility = self.utility(offer, context) + self._noise(offer, context)
        if utility >= ACCEPT_THRESHOLD:
            return "accept"
        return "counter" if utility >= ACCEPT_THRESHOLD - COUNTER_MARGIN else "decline"

    def counteroffer(self, offer: Offer, context: NegotiationContext) -> Offer | None:
        """Return the offer with what the others have to promise in return, None if it fails."""
        found = mutual_offer(offer, self.party, context.position)
        if found is None or self.utility(found, context) < ACCEPT_THRESHOLD:
            return None
        return found

    def propose(self, context: NegotiationContext) -> Offer | None:
        """Return a pact to propose before a turn of one's own, or None."""
        random = self._random(context, "idea")
        active = context.position.active
        others = [p for p in active if p != self.party]
        if context.is_duel or random.random() > PROPOSAL_RATE:
            return None
        shares = static_shares(context.position)
        strongest = max(others, key=shares.__getitem__)
        promised = {
            (p.by, p.kind, p.other) for p in (*context.own_promises, *context.received_promises)
        }
        free = [
            p
            for p in others
            if (p, "peace", self.party) not in promised and not context.record(p).broken
        ]
        if not free:
            return None
        rounds = random.randint(2, 4)
        other = self._ally(free, shares, strongest, random)
        promises = [*mutual_peace(self.party, other, rounds)]
        against = shares[strongest] * len(active) >= LEADER_RATIO and other != strongest
        if against and self.who.name in ("courtier", "avenger", "opportunist"):
            promises += [
                Promise(self.party, "attack", rounds, strongest),
                Promise(other, "attack", rounds, strongest),
            ]
        parties = context.position.variant.in_seat_order(self.party + other)
        secret = random.random() < (SECRET_RATE if self._is_loyal else DISLOYAL_SECRET_RATE)
        return Offer(parties, tuple(promises), secret)

    def _ally(
        self, free: list[str], shares: dict[str, float], strongest: str, random: Random
    ) -> str:
        """Return the party to ally with: by character the strongest, the second or anybody."""
        match self.who.name:
            case "opportunist":
                return max(free, key=shares.__getitem__)
            case "courtier" | "avenger":
                rest = [p for p in free if p != strongest] or free
                return max(rest, key=shares.__getitem__)
            case _:
                return random.choice(free)

    def would_withdraw(self, context: NegotiationContext, other: str) -> bool:
        """Return whether to give notice to a party that has grown too strong to be left alone."""
        grown = static_shares(context.position).get(other, 0.0) * len(context.position.active)
        return self._is_loyal and not context.is_duel and grown >= TOO_STRONG_RATIO

    @property
    def _is_loyal(self) -> bool:
        return self.who.loyalty >= LOYAL

    def utility(self, offer: Offer, context: NegotiationContext) -> float:
        """Return the utility of an offer, in shares of the game: the sum over its promises."""
        shares = static_shares(context.position)
        level = 1 / max(1, len(context.position.active))
        total = 0.0
        for promise in offer.promises:
            value = self._value(promise, shares, level)
            time = min(promise.rounds, MAX_VALUED_ROUNDS) / VALUED_ROUNDS
            if promise.by != self.party:
                value *= TRUST_DECAY ** context.record(promise.by).broken if value > 0 else 1
            total += value * time
        return total

    def _value(self, promise: Promise, shares: dict[str, float], level: float) -> float:
        """Return the value of a promise for `VALUED_ROUNDS`, in shares of the game."""
        mine = promise.by == self.party
        about = promise.other or ""
        excess = shares.get(about, level) - level
        match promise.kind:
            case "peace" if mine:
                # Peace forgoes captures, the more the larger the other's lead.
                return -0.03 - 0.4 * max(0.0, excess) - 0.3 * self.who.kill
            case "peace":
                threat = shares.get(promise.by, level)
                return 0.05 + 0.15 * threat if about == self.party else 0.0
            case "attack" if mine:
                return 0.4 * excess - 0.04 + 0.4 * self.who.strongest
            case "attack":
                return -0.4 if about == self.party else 0.03 + 0.4 * excess
            case "no_power":
                return -0.03 - 2.1 * self.who.throne if mine else 0.06 + 0.35 * self.who.throne
            case "leave":
                return -0.15 - 1.75 * self.who.throne if mine else 0.12
            case _:
                return -0.015 if mine else 0.01

    def _noise(self, offer: Offer, context: NegotiationContext) -> float:
        """Return a small error of judgement, the same for the same offer."""
        return self._random(context, repr(offer)).uniform(-NOISE, NOISE)

    def _random(self, context: NegotiationContext, about: str) -> Random:
        """Return a source of random numbers for one question about a position."""
        return Random(f"{self.seed}/{self.party}/{context.position.key}/{about}")
