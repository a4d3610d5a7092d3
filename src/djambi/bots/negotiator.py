"""What bots promise: they propose pacts, answer those of others, keep their word and break it.

An envoy speaks for one party of one game. It judges by what the position is worth to everybody (no
search: an answer takes well under a millisecond of thought) and by the character of its bot, with a
little chance that comes from a seed: the same seed, position and proposal give the same answer.

The bot that chooses the turn decides whether to keep a promise (`djambi.bots.promise_keeping`).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from djambi.bots.characters import NEUTRAL, Character
from djambi.bots.kernels import static_shares
from djambi.forwarding import renamed
from djambi.pacts import Promise, fault_of

if TYPE_CHECKING:
    from djambi.position.position import Position

ACCEPT_THRESHOLD: Final = 0.02
"""Shares of the game that a pact must seem to bring, so that it is accepted."""

COUNTER_MARGIN: Final = 0.08
"""What it may lack, so that it is answered by another."""

TRUST_DECAY: Final = 0.4
"""What is left of a promise's worth for every promise that its giver broke in this game."""

LEADER_RATIO: Final = 1.35
"""From this many times an even share on, somebody is to be feared."""

Response = Literal["accept", "counter", "decline"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A pact to be judged: its parties and promises, and whether it is secret."""

    parties: str
    promises: tuple[Promise, ...]
    secret: bool = False


@dataclass(frozen=True, slots=True)
class NegotiationContext:
    """What an envoy knows: the position, and who broke how many promises that he knows of.

    `bound`: what runs of the promises that it gave, `trusted` of those that it was given.
    """

    position: Position
    breaches: dict[str, int] = field(default_factory=dict[str, int])
    own_promises: tuple[Promise, ...] = ()
    received_promises: tuple[Promise, ...] = ()


class Negotiator:
    """Speaks for the bot that plays a party, in character.

    >>> from djambi import Position
    >>> scene = NegotiationContext(Position.start())
    >>> peace = Promise("b", "peace", 3, "r"), Promise("r", "peace", 3, "b")
    >>> Negotiator("r", None, seed=1).respond(Offer("rb", peace), scene)
    'accept'
    >>> attack = (Promise("r", "attack", 1, "b"),)
    >>> Negotiator("r", None, seed=1).respond(Offer("ry", attack), scene)
    'counter'
    """

    def __init__(self, party: str, who: Character | None, seed: int | str = 0) -> None:
        self.party = party
        self.who = who or NEUTRAL
        self.seed = seed

    def respond(self, offer: Offer, scene: NegotiationContext) -> Response:
        """Whether to agree to what somebody proposes."""
        worth = self.utility(offer, scene) + self._whim(offer, scene)
        if worth >= ACCEPT_THRESHOLD:
            return "accept"
        return "counter" if worth >= ACCEPT_THRESHOLD - COUNTER_MARGIN else "decline"

    def counteroffer(self, offer: Offer, scene: NegotiationContext) -> Offer | None:
        """What to propose instead: what I would do for the others, they do for me too."""
        mine = [p for p in offer.promises if p.by == self.party]
        theirs = [p for p in offer.promises if p.by != self.party]
        for promise in mine:
            if promise.kind == "peace":
                theirs += [Promise(promise.other or "", "peace", promise.rounds, self.party)]
            else:
                theirs += [
                    Promise(each, "peace", max(2, promise.rounds), self.party)
                    for each in offer.parties
                    if each not in (self.party, promise.other)
                ]
        promises = tuple(dict.fromkeys(mine + theirs))
        if set(promises) == set(offer.promises):
            return None
        found = Offer(offer.parties, promises, offer.secret)
        sound = all(p.by in offer.parties and fault_of(p, scene.position) is None for p in promises)
        return found if sound and self.utility(found, scene) >= ACCEPT_THRESHOLD else None

    def propose(self, scene: NegotiationContext) -> Offer | None:
        """What to propose of oneself, if anything; asked before a turn of one's own."""
        dice = self._dice(scene, "idea")
        active = scene.position.active
        others = [p for p in active if p != self.party]
        if len(others) < 2 or dice.random() > 0.4:
            return None
        shares = static_shares(scene.position)
        strongest = max(others, key=shares.__getitem__)
        promised = {
            (p.by, p.kind, p.other) for p in (*scene.own_promises, *scene.received_promises)
        }
        free = [
            p
            for p in others
            if (p, "peace", self.party) not in promised and not scene.breaches.get(p)
        ]
        if not free:
            return None
        rounds = dice.randint(2, 4)
        other = self._friend(free, shares, strongest, dice)
        promises = [
            Promise(self.party, "peace", rounds, other),
            Promise(other, "peace", rounds, self.party),
        ]
        against = shares[strongest] * len(active) >= LEADER_RATIO and other != strongest
        if against and self.who.name in ("courtier", "avenger", "opportunist"):
            promises += [
                Promise(self.party, "attack", rounds, strongest),
                Promise(other, "attack", rounds, strongest),
            ]
        offer = Offer(scene.position.variant.in_seat_order(self.party + other), tuple(promises))
        secret = dice.random() < (0.8 if self.who.loyalty < 0.2 else 0.3)
        return Offer(offer.parties, offer.promises, secret)

    def _friend(
        self, free: list[str], shares: dict[str, float], strongest: str, dice: random.Random
    ) -> str:
        """Whom to make friends with: by character the strong, the weak, or anybody."""
        match self.who.name:
            case "opportunist":
                return max(free, key=shares.__getitem__)
            case "courtier" | "avenger":
                rest = [p for p in free if p != strongest] or free
                return max(rest, key=shares.__getitem__)
            case _:
                return dice.choice(free)

    def would_withdraw(self, scene: NegotiationContext, other: str) -> bool:
        """Whether to give honest notice to a party that has grown too large to be left alone."""
        active = scene.position.active
        grown = static_shares(scene.position).get(other, 0.0) * len(active)
        return self.who.loyalty >= 0.2 and len(active) > 2 and grown >= 1.25 * LEADER_RATIO

    def utility(self, offer: Offer, scene: NegotiationContext) -> float:
        """What a pact seems to bring, in shares of the game."""
        shares = static_shares(scene.position)
        level = 1 / max(1, len(scene.position.active))
        total = 0.0
        for promise in offer.promises:
            value = self._value(promise, shares, level)
            time = min(promise.rounds, 5) / 3
            if promise.by != self.party:
                value *= TRUST_DECAY ** scene.breaches.get(promise.by, 0) if value > 0 else 1
            total += value * time
        return total

    def _value(self, promise: Promise, shares: dict[str, float], level: float) -> float:
        """What one promise for three rounds is worth to me."""
        mine = promise.by == self.party
        about = promise.other or ""
        excess = shares.get(about, level) - level
        match promise.kind:
            case "peace" if mine:
                # Not to attack costs what there is to take, most of all from who leads.
                return -0.03 - 0.4 * max(0.0, excess) - 0.3 * self.who.kill
            case "peace":
                threat = shares.get(promise.by, level)
                return 0.05 + 0.15 * threat if about == self.party else 0.0
            case "attack" if mine:
                return 0.4 * excess - 0.04 + 0.4 * self.who.strongest
            case "attack":
                return -0.4 if about == self.party else 0.03 + 0.4 * excess
            case "no_power":
                return -0.03 - 0.6 * self.who.throne if mine else 0.06 + 0.1 * self.who.throne
            case "leave":
                return -0.15 - 0.5 * self.who.throne if mine else 0.12
            case _:
                return -0.015 if mine else 0.01

    def _whim(self, offer: Offer, scene: NegotiationContext) -> float:
        return self._dice(scene, repr(offer)).uniform(-0.015, 0.015)

    def _dice(self, scene: NegotiationContext, about: str) -> random.Random:
        # It plays, it keeps no secrets.
        return random.Random(f"{self.seed}/{self.party}/{scene.position.key}/{about}")  # noqa: S311


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Answer="Response",
        Envoy="Negotiator",
        Scene="NegotiationContext",
    )
