"""Negotiate pacts for a bot: answer offers, propose, give notice, and say what has to be said.

A negotiator speaks for one party of one game. Method: offers are valued by searches with and
without their promises (`djambi.bots.politics.values`). It accepts what it expects to gain by, its
trust in the others considered (`djambi.bots.politics.records`), and proposes, of a fixed list of
offers, the one with the largest product of the signatories' gains (John F. Nash, "The Bargaining
Problem", Econometrica 18, 1950). It wishes partners well as long as a
peace with them runs; after a breach that it knows of it makes no more pacts with the traitor and
wants it to lose. How much depends on its character (sanctioning agents: János Kramár et al.,
"Negotiation and honesty in artificial intelligence methods for the board game of Diplomacy", Nature
Communications 13, 2022).

Every answer comes with a `Statement`, the numbers that it comes from. The same seed, position and
history give the same answers, and nothing counts but the context: a negotiator cannot know who sits
at the table. The bot that chooses the turn decides whether to keep a promise, every turn
(`djambi.bots.promise_keeping`), by what `word_weight` says that its word is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import fsum
from random import Random
from typing import TYPE_CHECKING, Final

from djambi.bots.bot_settings import BotSettings
from djambi.bots.characters import NEUTRAL, Character
from djambi.bots.kernels import static_shares
from djambi.bots.politics.offers import (
    NegotiationContext,
    Offer,
    Response,
    mutual_offer,
    mutual_peace,
)
from djambi.bots.politics.pledging import Regard
from djambi.bots.politics.standing import LEADER_RATIO, WinThreat, leader_of, standing_of
from djambi.bots.politics.statements import Statement, StatementKind, TalkReason
from djambi.bots.politics.values import VALUE_SETTINGS, PactValue, PactValuer, discounted_rounds
from djambi.forwarding import renamed
from djambi.pacts import Promise, fault_of

ACCEPT_THRESHOLD: Final = 0.002
"""The expected gain, in shares of the game, above which an offer is accepted."""

COUNTER_MARGIN: Final = 0.08
"""How far below the threshold, in shares of the game, an offer still gets a counteroffer."""

UNSEEN_PEACE: Final = 0.03
"""What being left alone by a party for a round is worth beyond what a search sees, in shares.

For the first round; each further one counts less, as in a search (`discounted_rounds`).
"""

MIN_TRUST: Final = 0.6
"""The trust from which a bot reckons with a promise, and expects goodwill of its giver."""

LONG_TERM_TRUST: Final = 0.8
"""The trust from which a bot offers pacts of `LONG_TERM_ROUNDS`, not `SHORT_TERM_ROUNDS`."""

SHORT_TERM_ROUNDS: Final = 2
LONG_TERM_ROUNDS: Final = 5

RENEWAL_ROUNDS: Final = 1
"""The rounds left of a promise from which it may be given again."""

LOST_PROMISE: Final = 0.02
"""What a promise that one was given is worth, in shares: a breach voids it."""

LOST_PARTNER: Final = 0.015
"""What a party that would still sign is worth, in shares: after a breach fewer do."""

BLUFF_RATE: Final = 0.25
"""The part of its proposals in which a character that lies thinks of its own gain alone."""

SECRET_RATE: Final = 0.3
"""The part of its proposals that an honest character makes in secret."""

LIARS_SECRET_RATE: Final = 0.8
"""The same of a character that lies."""

TOO_STRONG_RATIO: Final = 1.25 * LEADER_RATIO
"""How many equal shares a partner has from whom an honest character parts."""

KILL_TASTE_WEIGHT: Final = 0.2
"""How much a character's liking for kills counts against peace, and for an attack together."""

POWER_TASTE_WEIGHT: Final = 1.05
"""How much its liking for power counts against a promise to keep away from it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an offer.

    Args:
        response: what it is.
        statement: why, with the numbers.
        counter: the offer made instead, for the response `counter`.
    """

    response: Response
    statement: Statement
    counter: Offer | None = None


class Negotiator:
    """A negotiator for the bot that plays a party, in character.

    Args:
        party: the letter of the party.
        who: the bot's character, if it has one.
        seed: the seed of its proposals.
        settings: the limits of each of its searches.

    >>> from djambi import Position
    >>> context = NegotiationContext(Position.start())
    >>> attack = (Promise("b", "attack", 1, "r"), Promise("r", "peace", 1, "b"))
    >>> Negotiator("r", None, seed=1).answer(Offer("rb", attack), context).statement.reason.value
    'loss'
    """

    def __init__(
        self,
        party: str,
        who: Character | None,
        seed: int | str = 0,
        settings: BotSettings = VALUE_SETTINGS,
    ) -> None:
        self.party = party
        self.who = who or NEUTRAL
        self.seed = seed
        self.settings = settings

    # -- answers ------------------------------------------------------------------------------

    def respond(self, offer: Offer, context: NegotiationContext) -> Response:
        """Return the response to an offer: accept, counter or decline."""
        return self.answer(offer, context).response

    def counteroffer(self, offer: Offer, context: NegotiationContext) -> Offer | None:
        """Return what is offered instead, None if nothing is."""
        return self.answer(offer, context).counter

    def answer(self, offer: Offer, context: NegotiationContext) -> Answer:
        """Return the answer to an offer, with its reason."""
        others = [party for party in offer.parties if party != self.party]
        if context.is_duel:
            return self._declined(context, TalkReason.DUEL)
        for party in others:
            if self._shuns(party, context):
                mine = context.record(party).wronged > 0
                reason = TalkReason.TRAITOR if mine else TalkReason.OUTCAST
                return self._declined(context, reason, party)
        if self._contradicts(offer, context):
            return self._declined(context, TalkReason.PROMISED)
        value = self._valuer(context).value(offer.promises, offer.parties)
        for promise in offer.promises:
            if promise.kind == "attack" and promise.other == self.party:
                return self._declined(context, TalkReason.LOSS, promise.by, value)
        gain = self._expected(offer, value, context)
        if gain > ACCEPT_THRESHOLD:
            leader = leader_of(context.position, static_shares(context.position))
            against = leader in [p.other for p in offer.promises if p.kind == "attack"]
            reason = TalkReason.LEADER if against else TalkReason.GAIN
            about = leader if against and leader is not None else ""
            return Answer("accept", self._statement(StatementKind.ACCEPT, reason, about, value))
        counter = mutual_offer(offer, self.party, context.position)
        if counter is not None and gain > ACCEPT_THRESHOLD - COUNTER_MARGIN:
            better = self._valuer(context).value(counter.promises, counter.parties)
            if self._expected(counter, better, context) > ACCEPT_THRESHOLD:
                said = self._statement(StatementKind.COUNTER, TalkReason.UNFAIR, others[0], value)
                return Answer("counter", said, counter)
        doubted = min(others, key=lambda party: context.record(party).trust)
        if context.record(doubted).broken and value.gain(self.party) > ACCEPT_THRESHOLD:
            return self._declined(context, TalkReason.DISTRUST, doubted, value)
        return self._declined(context, TalkReason.LOSS, value=value)

    def _declined(
        self,
        context: NegotiationContext,
        reason: TalkReason,
        about: str = "",
        value: PactValue | None = None,
    ) -> Answer:
        said = self._about(StatementKind.DECLINE, reason, about, context, value)
        return Answer("decline", said)

    def _about(
        self,
        kind: StatementKind,
        reason: TalkReason,
        about: str,
        context: NegotiationContext,
        value: PactValue | None = None,
    ) -> Statement:
        """Return a statement with the record of the party that it is about, if it is about one."""
        record = context.record(about) if about else None
        return replace(self._statement(kind, reason, about, value), record=record)

    def _statement(
        self,
        kind: StatementKind,
        reason: TalkReason,
        about: str,
        value: PactValue | None = None,
    ) -> Statement:
        return Statement(kind, self.party, reason, about, value=value)

    def _contradicts(self, offer: Offer, context: NegotiationContext) -> bool:
        """Return whether what it is to promise contradicts or repeats promises of its own.

        Those of the offer itself count as well: two opposite ones cannot both be kept.
        """
        own = [promise for promise in offer.promises if promise.by == self.party]
        given = {(promise.kind, promise.other) for promise in (*context.own_promises, *own)}
        opposite = {"peace": "attack", "attack": "peace"}
        if any((opposite.get(promise.kind), promise.other) in given for promise in own):
            return True
        lasting = _lasting(context)
        return all(promise.content in lasting for promise in offer.promises)

    def _valuer(self, context: NegotiationContext) -> PactValuer:
        running = (*context.own_promises, *context.believed(MIN_TRUST))
        return PactValuer(context.position, running, self.settings)

    def _expected(self, offer: Offer, value: PactValue, context: NegotiationContext) -> float:
        """Return what it expects to gain by an offer: trust, taste and the unseen included."""
        givers = {promise.by for promise in offer.promises} - {self.party}
        trust = min((context.record(party).trust for party in givers), default=1.0)
        # Rounded once: givers come in any order, and Python's own sum differs between its versions.
        peace = fsum(self._added_peace(giver, offer, context) for giver in givers)
        distaste = fsum(self._distaste(p) for p in offer.promises if p.by == self.party)
        return value.expected(self.party, trust) + trust * UNSEEN_PEACE * peace - distaste

    def _added_peace(self, giver: str, offer: Offer, context: NegotiationContext) -> float:
        """Return the discounted rounds of peace that an offer adds to those promised already."""
        wanted = Promise(giver, "peace", 1, self.party).content

        def longest(promises: Iterable[Promise]) -> float:
            rounds = (promise.rounds for promise in promises if promise.content == wanted)
            return discounted_rounds(max(rounds, default=0))

        known = longest((*context.received_promises, *context.public_promises))
        return max(0.0, longest(offer.promises) - known)

    def _distaste(self, promise: Promise) -> float:
        """Return how much its character dislikes to give a promise, in shares of the game."""
        match promise.kind:
            case "peace":
                return KILL_TASTE_WEIGHT * max(0.0, self.who.kill)
            case "no_power" | "leave":
                return POWER_TASTE_WEIGHT * self.who.throne
            case "attack":
                return -KILL_TASTE_WEIGHT * self.who.strongest
            case _:
                return 0.0

    # -- proposals ----------------------------------------------------------------------------

    def propose(self, context: NegotiationContext) -> Offer | None:
        """Return a pact to propose before a turn of one's own, or None."""
        found = self.proposal(context)
        return None if found is None else found[0]

    def proposal(self, context: NegotiationContext) -> tuple[Offer, Statement] | None:
        """Return the offer of the fixed list with the largest product of gains, and why.

        The product is what it expects to gain itself, trust and taste included, times the gain of
        the partner that gains least. To partners it credits a long peace's worth beyond the search,
        whatever the offer's length: that is what it expects them to hope for.

        None if no offer of the list is good for all its parties. A character that lies thinks of
        itself alone now and then, and says that the other gains as well.
        """
        if context.is_duel:
            return None
        random = self._random(context)
        selfish = not self.who.is_honest and random.random() < BLUFF_RATE
        valuer = self._valuer(context)
        best: tuple[float, Offer, PactValue] | None = None
        for offer in self._offers(context):
            # At first without what a betrayal costs: few offers need another search for it.
            value = valuer.value(offer.promises, offer.parties, exposed="")
            theirs = min(
                value.gain(p) + UNSEEN_PEACE * discounted_rounds(LONG_TERM_ROUNDS)
                for p in offer.parties
                if p != self.party
            )
            theirs = 1.0 if selfish else max(0.0, theirs)
            most = self._expected(offer, value, context)
            if most <= ACCEPT_THRESHOLD or most * theirs <= (best[0] if best else 0.0):
                continue
            value = valuer.value(offer.promises, offer.parties, exposed=self.party)
            own = self._expected(offer, value, context)
            if own > ACCEPT_THRESHOLD and own * theirs > (best[0] if best else 0.0):
                best = own * theirs, offer, value
        if best is None:
            return None
        _, offer, value = best
        attacked = next((p.other for p in offer.promises if p.kind == "attack"), None) or ""
        reason = TalkReason.LEADER if attacked else TalkReason.MUTUAL
        if attacked and self._sanctions(attacked, context):
            reason = TalkReason.OUTCAST
        said = self._about(StatementKind.PROPOSE, reason, attacked, context, value)
        if selfish:
            said = _bluffed(said)
        secret = random.random() < (SECRET_RATE if self.who.is_honest else LIARS_SECRET_RATE)
        offer = replace(offer, secret=secret)
        return offer, replace(said, audience=offer.parties if secret else "")

    def _offers(self, context: NegotiationContext) -> Iterator[Offer]:
        """Yield the fixed list of offers: peace with each party, alone and with more."""
        position, lasting = context.position, _lasting(context)
        target = self._target(context)
        for other in position.active:
            record = context.record(other)
            if other == self.party or other in context.unwilling or self._shuns(other, context):
                continue
            if Promise(other, "peace", 1, self.party).content in lasting:
                continue
            trusted = record.trust >= LONG_TERM_TRUST
            rounds = LONG_TERM_ROUNDS if trusted else SHORT_TERM_ROUNDS
            peace = mutual_peace(self.party, other, rounds)
            extras: list[tuple[Promise, ...]] = [(), (Promise(other, "no_power", rounds),)]
            extras += [(Promise(other, "leave", SHORT_TERM_ROUNDS),)]
            if target is not None and target not in (self.party, other):
                both = (self.party, other)
                extras += [tuple(Promise(each, "attack", rounds, target) for each in both)]
            for extra in extras:
                promises = (*peace, *extra)
                offer = Offer(position.variant.in_seat_order(self.party + other), promises)
                sound = all(fault_of(promise, position) is None for promise in promises)
                if sound and not self._contradicts(offer, context):
                    yield offer

    def _target(self, context: NegotiationContext) -> str | None:
        """Return whom to attack together: a traitor that it sanctions, or else the leader."""
        shares = static_shares(context.position)
        traitors = self._sanctioned(context)
        leader = leader_of(context.position, shares)
        return max(traitors, key=shares.__getitem__) if traitors else leader

    # -- notice, warnings, sanctions ------------------------------------------------------------

    def would_withdraw(self, context: NegotiationContext, other: str) -> bool:
        """Return whether to give notice to a party.

        To a traitor; to one that has grown too strong; and, if it is honest, to the only one left,
        whom it would have to betray to win.
        """
        if self._sanctions(other, context):
            return True
        if context.is_duel:
            return self.who.is_honest
        position = context.position
        grown = static_shares(position).get(other, 0.0) * len(position.active)
        return self.who.is_honest and grown >= TOO_STRONG_RATIO

    def withdrawal(self, context: NegotiationContext, other: str) -> Statement:
        """Return what is said when it gives notice."""
        if self._sanctions(other, context):
            reason = TalkReason.OUTCAST
        else:
            reason = TalkReason.DUEL if context.is_duel else TalkReason.GROWN
        return self._about(StatementKind.NOTICE, reason, other, context)

    def accusations(self, context: NegotiationContext) -> tuple[Statement, ...]:
        """Return what tells everybody who has just betrayed it, and will be sanctioned."""
        return tuple(
            self._about(StatementKind.SANCTION, TalkReason.BREACH, traitor, context)
            for traitor in context.fresh_breaches
            if self.who.sanction > 0 and context.position.party(traitor).is_active
        )

    def remarks(self, context: NegotiationContext) -> tuple[Statement, ...]:
        """Return what has to be said now: sanctions, warnings, a call against the leader.

        A character that lies also enjoys what it has just broken.
        """
        position = context.position
        found = list(self.accusations(context))
        found += [
            self._statement(StatementKind.GLOAT, TalkReason.BREACH, victim)
            for victim in context.fresh_victims
            if not self.who.is_honest and position.party(victim).is_active
        ]
        if context.is_duel:
            return tuple(found)
        standing = standing_of(position)
        danger = self._danger(standing.threats)
        if danger is not None:
            said = self._statement(StatementKind.WARN, TalkReason.THREAT, danger.party)
            found.append(replace(said, threat=danger))
        elif standing.leader not in (None, self.party, *self._partners(context)):
            said = self._statement(
                StatementKind.COALITION, TalkReason.LEADER, standing.leader or ""
            )
            found.append(said)
        return tuple(found)

    def _danger(self, threats: Sequence[WinThreat]) -> WinThreat | None:
        """Return a way to power that others than the speaker can still bar, and who they are."""
        for threat in threats:
            others = tuple(stopper for stopper in threat.stoppers if stopper[0] != self.party)
            if threat.what == "power" and threat.party != self.party and others:
                return replace(threat, stoppers=others)
        return None

    def _partners(self, context: NegotiationContext) -> set[str | None]:
        """Return the parties that it has promised peace."""
        return {promise.other for promise in context.own_promises if promise.kind == "peace"}

    # -- honour -------------------------------------------------------------------------------

    def word_weight(self, context: NegotiationContext) -> float:
        """Return what its word is worth now, in shares of the game: for less it is not broken.

        That is its loyalty, and what a breach costs: the promises given in return, and the trust
        of those who would sign again.
        """
        partners = len(context.position.active) - 2
        # A promise that was renewed while it runs is one: a breach voids its rounds once.
        given = len({promise.content for promise in context.received_promises})
        return self.who.loyalty + LOST_PROMISE * given + LOST_PARTNER * max(0, partners)

    def regards(self, context: NegotiationContext) -> tuple[Regard, ...]:
        """Return how well it wishes others, and how well it expects others to wish each other.

        Method: reciprocity (Matthew Rabin, "Incorporating Fairness into Game Theory and Economics",
        American Economic Review 83, 1993): goodwill for those with whom it keeps peace, as far as
        they are trusted, and a sanction for traitors. Of others it expects what is usual: partners
        wish each other well, and everybody sanctions a breach. So a promise of others makes an
        attack less likely in its search, and never impossible: it leaves no Chief within a
        partner's reach. In a duel nothing of the kind is left.
        """
        active = context.position.active
        if context.is_duel:
            return ()
        found: dict[tuple[str, str], float] = {}
        for promise in context.believed(MIN_TRUST):
            if promise.kind == "peace" and promise.other is not None:
                trust = context.record(promise.by).trust
                found[promise.by, promise.other] = trust * NEUTRAL.goodwill
                if promise.other == self.party:
                    found[self.party, promise.by] = trust * self.who.goodwill
        traitors = [party for party in active if context.record(party).broken]
        for traitor, party in product(traitors, active):
            sanction = (self.who if party == self.party else NEUTRAL).sanction
            if party != traitor and sanction > 0:
                found[party, traitor] = -sanction
        return tuple(Regard(by, other, weight) for (by, other), weight in found.items() if weight)

    def _sanctioned(self, context: NegotiationContext) -> tuple[str, ...]:
        """Return the traitors that it sanctions: all whose breaches it knows of."""
        return tuple(
            party
            for party in context.position.active
            if party != self.party and self._sanctions(party, context)
        )

    def _sanctions(self, party: str, context: NegotiationContext) -> bool:
        """Return whether it sanctions a party: for a breach, whoever was betrayed."""
        return self.who.sanction > 0 and context.record(party).broken > 0

    def _shuns(self, party: str, context: NegotiationContext) -> bool:
        """Return whether it makes no pacts with a party: it was betrayed by it, or sanctions it."""
        return context.record(party).wronged > 0 or self._sanctions(party, context)

    def _random(self, context: NegotiationContext) -> Random:
        """Return a source of random numbers for one position."""
        return Random(f"{self.seed}/{self.party}/{context.position.key}")


def _lasting(context: NegotiationContext) -> set[tuple[str, str, str | None, str | None]]:
    """Return the promises between a party and others that need not be renewed yet, by content."""
    running = context.own_promises + context.received_promises
    return {promise.content for promise in running if promise.rounds > RENEWAL_ROUNDS}


def _bluffed(said: Statement) -> Statement:
    """Return a proposal that claims that the others gain as much as the speaker; see `honest`."""
    value = said.value
    if value is None:
        return said
    own = value.gain(said.speaker)
    others = [party for party in value.signatories if party != said.speaker]
    if all(value.gain(party) >= own for party in others):
        return said
    claimed = tuple(
        before + own if party in others else kept
        for party, before, kept in zip(value.parties, value.before, value.kept, strict=True)
    )
    return replace(said, value=replace(value, kept=claimed), honest=False)


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Envoy="Negotiator",
        Scene="NegotiationContext",
    )
