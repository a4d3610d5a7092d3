"""A table at which bots talk, without a server: proposals, answers, pacts and their verdicts.

Before a turn of its own a bot that talks may propose a pact; who is asked answers at once, and a
counteroffer may be accepted. Unlike at a table with people, it need not wait between proposals.
Pacts are judged after every turn (`djambi.pacts`), and nothing enforces them. A bot gets a
`NegotiationContext`, in which there is only what its party may know: public pacts and its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from djambi.bots.base import Bot
from djambi.bots.negotiator import Negotiator
from djambi.bots.politics.offers import (
    DeclinedProposal,
    NegotiationContext,
    Offer,
    unwilling_parties,
)
from djambi.bots.politics.records import PRIOR_TRUST, PactRecord
from djambi.bots.politics.static_negotiator import StaticNegotiator
from djambi.bots.search_bot import SearchBot
from djambi.pacts import Finding, GameLine, Pact, PactMonitor, Promise, Verdict, deeds_of
from djambi.position.position import Position

AnyNegotiator = Negotiator | StaticNegotiator


@dataclass(frozen=True, slots=True)
class JudgedPact:
    """A concluded pact with the state of its promises.

    Args:
        parties: the letters of its parties.
        promises: its promises.
        findings: their states, in the same order.
        secret: whether only its parties know it.
    """

    parties: str
    promises: tuple[Promise, ...]
    findings: tuple[Finding, ...]
    secret: bool = False


def context_for(
    party: str,
    position: Position,
    pacts: Iterable[JudgedPact],
    lines: int = 0,
    priors: Mapping[str, float] | None = None,
    accused: Iterable[str] = (),
    unwilling: str = "",
) -> NegotiationContext:
    """Return what the negotiator of a party knows: public pacts and its own, and nothing else.

    Args:
        party: its letter.
        position: the position.
        pacts: all pacts of the game, secret ones of others included; those are left out.
        lines: how many lines the game has; breaches of the last round are fresh.
        priors: the trust in parties from earlier games, by letter, if that is to count.
        accused: the letters of whose breaches the betrayed have told everybody. They are believed:
            no negotiator accuses without a breach.
        unwilling: the parties that have declined its proposals often enough (`unwilling_parties`).
    """
    # That is about since the mover's last turn.
    since = max(0, lines - len(position.active))
    kept, broken, wronged = Counter[str](), Counter[str](), Counter[str]()
    own: list[Promise] = []
    received: list[Promise] = []
    public: list[Promise] = []
    fresh: dict[str, None] = {}
    victims: dict[str, None] = {}
    known = (
        (pact, promise, finding)
        for pact in pacts
        if party in pact.parties or not pact.secret
        for promise, finding in zip(pact.promises, pact.findings, strict=True)
    )
    for pact, promise, finding in known:
        signed, mine = party in pact.parties, promise.by == party
        if finding.verdict is Verdict.KEPT:
            kept[promise.by] += 1
        elif finding.verdict is Verdict.BROKEN:
            broken[promise.by] += 1
            is_fresh = finding.line is not None and finding.line >= since
            if signed and not mine:
                wronged[promise.by] += 1
                if is_fresh:
                    fresh[promise.by] = None
            elif signed and is_fresh:
                named = promise.other if promise.other in [*pact.parties] else None
                betrayed = named or pact.parties.replace(party, "")
                victims.update(dict.fromkeys(betrayed))
        elif finding.open:
            now = replace(promise, rounds=finding.left, cell=finding.cell)
            (public if not signed else own if mine else received).append(now)
    broken |= Counter(set(accused))
    priors = priors or {}
    records = {
        each: PactRecord(kept[each], broken[each], wronged[each], priors.get(each, PRIOR_TRUST))
        for each in sorted({*kept, *broken, *priors})
    }
    return NegotiationContext(
        position,
        records,
        tuple(own),
        tuple(received),
        tuple(public),
        "".join(fresh),
        "".join(victims),
        unwilling,
    )


def bind_bot(bot: Bot, negotiator: AnyNegotiator, context: NegotiationContext) -> None:
    """Tell a bot that is about to choose a turn what it promised, and whom it wishes well."""
    if not isinstance(bot, SearchBot):
        return
    if isinstance(negotiator, Negotiator):
        bot.bind(context.own_promises, negotiator.word_weight(context), negotiator.regards(context))
    else:
        bot.bind(context.own_promises, negotiator.who.loyalty)


def unwanted_partner(
    negotiator: AnyNegotiator, context: NegotiationContext, promises: Iterable[Promise]
) -> str | None:
    """Return whom a negotiator no longer wants to keep a peace with, of those promised in a pact.

    None if it keeps the pact; otherwise it gives notice of it.
    """
    own = [p for p in promises if p.by == negotiator.party and p.kind == "peace"]
    others = dict.fromkeys(p.other for p in own if p.other)
    return next((each for each in others if negotiator.would_withdraw(context, each)), None)


@dataclass(frozen=True, slots=True)
class SeatTalk:
    """What a seat did in the talk of a game.

    Args:
        proposed: how many pacts it proposed.
        signed: how many pacts it is in.
        kept, broken, void: what became of its promises.
        betrayed: how many promises given to it were broken.
    """

    proposed: int = 0
    signed: int = 0
    kept: int = 0
    broken: int = 0
    void: int = 0
    betrayed: int = 0


@dataclass
class TalkTable:
    """The talk of one game, which is played turn by turn beside it.

    Args:
        start: the position that the game begins from.
        negotiators: who speaks for each party; nobody for one that is silent.
        secrets: whether pacts may be secret.
    """

    start: Position
    negotiators: Mapping[str, AnyNegotiator]
    secrets: bool = True
    lines: int = 0
    _monitors: list[tuple[Offer, PactMonitor]] = field(
        default_factory=list[tuple[Offer, PactMonitor]]
    )
    _proposed: Counter[str] = field(default_factory=Counter[str])
    _declined: list[DeclinedProposal] = field(default_factory=list[DeclinedProposal])
    _accused: set[str] = field(default_factory=set[str])

    def pacts(self) -> list[JudgedPact]:
        """Return all concluded pacts with their states."""
        return [
            JudgedPact(offer.parties, offer.promises, monitor.findings, offer.secret)
            for offer, monitor in self._monitors
        ]

    def context(self, party: str, position: Position) -> NegotiationContext:
        """Return what the negotiator of a party knows."""
        seats = len(self.start.parties)
        unwilling = unwilling_parties(party, position.active, self._declined, self.lines, seats)
        return context_for(
            party, position, self.pacts(), self.lines, accused=self._accused, unwilling=unwilling
        )

    def before_turn(self, position: Position, party: str, bot: Bot) -> None:
        """Ask the party to play for what it says, and tell its bot about its promises."""
        negotiator = self.negotiators.get(party)
        if negotiator is None:
            return
        self._withdraw(position, party, negotiator)
        self._propose(position, party, negotiator)
        bind_bot(bot, negotiator, self.context(party, position))

    def conclude(self, position: Position, offer: Offer) -> None:
        """Turn an offer into a pact: all its parties have agreed."""
        pact = Pact(offer.promises, self.lines)
        self._monitors.append((offer, PactMonitor.of(pact, position)))

    def after_turn(self, line: GameLine) -> None:
        """Judge the pacts by a line of the game."""
        running = [monitor for _, monitor in self._monitors if _runs(monitor)]
        deeds = deeds_of(line) if running else ()
        self._monitors = [(offer, monitor.after(line, deeds)) for offer, monitor in self._monitors]
        self.lines += 1
        if any(_was_broken(monitor, self.lines - 1) for _, monitor in self._monitors):
            self._accuse(line.after)

    def seat_talk(self, party: str) -> SeatTalk:
        """Return what a seat did in the talk so far."""
        verdicts: Counter[Verdict] = Counter()
        betrayed = signed = 0
        for pact in self.pacts():
            signed += party in pact.parties
            for promise, finding in zip(pact.promises, pact.findings, strict=True):
                if promise.by == party:
                    verdicts[finding.verdict] += 1
                elif party in pact.parties and finding.verdict is Verdict.BROKEN:
                    betrayed += 1
        return SeatTalk(
            self._proposed[party],
            signed,
            verdicts[Verdict.KEPT],
            verdicts[Verdict.BROKEN],
            verdicts[Verdict.VOID],
            betrayed,
        )

    def _accuse(self, position: Position) -> None:
        """Let those who have just been betrayed tell everybody, even if they fell by it."""
        for party, negotiator in self.negotiators.items():
            if isinstance(negotiator, Negotiator):
                said = negotiator.accusations(self.context(party, position))
                self._accused.update(statement.about for statement in said)

    def _withdraw(self, position: Position, party: str, negotiator: AnyNegotiator) -> None:
        """Give notice of the pacts with parties that have grown too strong."""
        context = self.context(party, position)
        for number, (offer, monitor) in enumerate(self._monitors):
            given = [who for who, _ in monitor.pact.notices]
            if party not in offer.parties or party in given or not _runs(monitor):
                continue
            if unwanted_partner(negotiator, context, offer.promises) is not None:
                notices = (*monitor.pact.notices, (party, self.lines))
                noticed = replace(monitor, pact=replace(monitor.pact, notices=notices))
                self._monitors[number] = offer, noticed.noticed(position)

    def _propose(self, position: Position, party: str, negotiator: AnyNegotiator) -> None:
        context = self.context(party, position)
        offer = negotiator.propose(context)
        if offer is None or set(offer.parties) & set(context.unwilling):
            return
        offer = offer if self.secrets else replace(offer, secret=False)
        self._proposed[party] += 1
        if not self._agreed(position, party, offer, may_counter=True):
            self._declined.append((party, offer.parties, self.lines))

    def _agreed(self, position: Position, party: str, offer: Offer, *, may_counter: bool) -> bool:
        """Ask everybody but the proposer, and conclude the pact if they accept it."""
        for other in offer.parties:
            if other == party:
                continue
            negotiator = self.negotiators.get(other)
            if negotiator is None:
                return False
            context = self.context(other, position)
            response = negotiator.respond(offer, context)
            if response == "counter" and may_counter:
                counter = negotiator.counteroffer(offer, context)
                return counter is not None and self._agreed(
                    position, other, counter, may_counter=False
                )
            if response != "accept":
                return False
        self.conclude(position, offer)
        return True


def _was_broken(monitor: PactMonitor, line: int) -> bool:
    """Return whether a line of the game broke a promise."""
    return any(
        finding.verdict is Verdict.BROKEN and finding.line == line for finding in monitor.findings
    )


def _runs(monitor: PactMonitor) -> bool:
    return any(finding.open for finding in monitor.findings)
