"""Bots in pacts: they answer what is proposed to them, propose, give notice, and know their word.

What they say goes the same way as what people say: validated, stored, told. A bot that sits in for
an absent person promises nothing in their name; it is bound by what they promised.

Why they say it is stored with it, as a `Statement`; readers get it in words, where talk is not
silent. At a rated table everybody starts with the same
trust, and only this game counts; elsewhere a person's promises of earlier games count as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from msgspec import structs

from djambi.bots import Bot, SearchBot
from djambi.bots.contestants import character_of
from djambi.bots.negotiator import Negotiator
from djambi.bots.politics.offers import (
    PROPOSAL_INTERVAL_ROUNDS,
    WEARY_ROUNDS,
    NegotiationContext,
    Offer,
    unwilling_parties,
)
from djambi.bots.politics.records import prior_from
from djambi.bots.politics.statements import Statement, StatementKind
from djambi.bots.promise_keeping import PROXY_PROMISE_WEIGHT
from djambi.bots.talk_table import JudgedPact, bind_bot, context_for, unwanted_partner
from djambi.errors import DjambiError
from djambi.pacts import Promise
from djambi.server.bots.game_tasks import GameTasks
from djambi.server.errors import RequestRefused
from djambi.server.game.asides import NumberedAside, ReasonedAside, StoredAsides
from djambi.server.game.events import SeatRow
from djambi.server.game.levels import known_level
from djambi.server.game.state import GameState
from djambi.server.live.room import GameRoom
from djambi.server.schemas.talk import (
    MAX_PROMISES,
    AcceptRequest,
    DeclineRequest,
    DenounceRequest,
    ProposeRequest,
)
from djambi.server.talk.commands import Speaker, TalkCommand, aside_for, may_conclude, stated_aside
from djambi.server.talk.presenter import promise_body
from djambi.server.talk.room import TalkRoom
from djambi.server.talk.talk_log import Proposal

P = ParamSpec("P")
T = TypeVar("T")

PledgesOf = Callable[[str], Awaitable[tuple[int, int]]]
"""How many promises an account kept and broke in earlier games, public ones alone."""


class BotNegotiation:
    """The negotiators of all bots of a process.

    `talk_of` finds the talk of a game; `delay` are the seconds before a bot answers; `pledges_of`
    knows what people did in earlier games. `wake` may be called as often as one likes.
    """

    def __init__(
        self,
        talk_of: Callable[[GameRoom], TalkRoom | None],
        delay: float,
        pledges_of: PledgesOf | None = None,
    ) -> None:
        self.delay = delay
        self._talk_of = talk_of
        self._pledges_of = pledges_of
        self._tasks = GameTasks("the negotiators", self.wake)
        self._priors: WeakKeyDictionary[TalkRoom, dict[str, float]] = WeakKeyDictionary()
        self._stated: WeakKeyDictionary[TalkRoom, dict[tuple[str, str, str], int]] = (
            WeakKeyDictionary()
        )
        """The event at which each party last made each kind of remark about each party."""

    def wake(self, room: GameRoom) -> None:
        """Answer what was proposed to a bot at this table, if anything was."""
        talk = self._talk_of(room)
        if talk is not None and room.id not in self._tasks and _asked(talk) is not None:
            self._tasks.start(room, self._answer_all(talk))

    async def close(self) -> None:
        """Stop; what was not answered is answered when the table is used again."""
        await self._tasks.close()

    async def _answer_all(self, talk: TalkRoom) -> None:
        while _asked(talk) is not None:
            await asyncio.sleep(self.delay)
            asked = _asked(talk)
            if asked is not None:
                await self._answer(talk, *asked)

    async def before_turn(self, room: GameRoom, party: str, bot: Bot) -> None:
        """Prepare a bot that is about to choose a turn: it speaks, and its promises take effect."""
        talk = self._talk_of(room)
        if talk is None:
            return
        if not _is_bot(room.state.seats[party]):
            promises = negotiation_context(talk, party).own_promises
            if isinstance(bot, SearchBot):
                bot.bind(promises, PROXY_PROMISE_WEIGHT)
            return
        negotiator = _negotiator(talk, party)
        if negotiator is not None:
            await self._accuse(talk)
            await self._speak(talk, party, negotiator)
            bind_bot(bot, negotiator, await self._context(talk, party))

    async def _context(self, talk: TalkRoom, party: str) -> NegotiationContext:
        """Return what a negotiator knows, earlier games included where they count."""
        return negotiation_context(talk, party, await self._priors_at(talk))

    async def _priors_at(self, talk: TalkRoom) -> Mapping[str, float]:
        """Return the trust in people from earlier games, by party.

        None at a rated table, where all are treated alike, and none where players are unknown.
        """
        terms = talk.room.state.terms
        if self._pledges_of is None or terms is None or terms.rated or terms.anonymous:
            return {}
        known = self._priors.setdefault(talk, {})
        priors: dict[str, float] = {}
        for party, row in talk.room.state.seats.items():
            if row.player == "person" and row.device:
                if row.device not in known:
                    known[row.device] = prior_from(*await self._pledges_of(row.device))
                priors[party] = known[row.device]
        return priors

    async def _answer(self, talk: TalkRoom, proposal: Proposal, party: str) -> None:
        negotiator = _negotiator(talk, party)
        if negotiator is None:
            await _say(talk, party, DeclineRequest(0, proposal.id), answers=proposal.id)
            return
        offer = Offer(proposal.parties, _promises(proposal), proposal.secret)
        answer = await _beside(negotiator.answer, offer, await self._context(talk, party))
        statement = replace(answer.statement, audience=proposal.parties if proposal.secret else "")
        say = partial(_say, talk, party, answers=proposal.id)
        if answer.counter is not None and proposal.counters is None:
            if await say(_proposal(answer.counter, proposal.id), statement):
                return
        elif answer.response == "accept":
            if await say(AcceptRequest(0, proposal.id), statement):
                return
        reason = statement if answer.response == "decline" else None
        await say(DeclineRequest(0, proposal.id), reason)

    async def _accuse(self, talk: TalkRoom) -> None:
        """Let all bots that have just been betrayed tell everybody, even if they fell by it."""
        rules = talk.room.state.talk_rules
        if rules is None or not rules.pacts or rules.talk == "silent":
            return
        for party, row in talk.room.state.seats.items():
            negotiator = _negotiator(talk, party) if _is_bot(row) else None
            if negotiator is not None:
                for statement in negotiator.accusations(negotiation_context(talk, party)):
                    if self._is_news(talk, statement):
                        await _remark(talk, statement)

    async def _speak(self, talk: TalkRoom, party: str, negotiator: Negotiator) -> None:
        rules = talk.room.state.talk_rules
        if rules is None or not rules.pacts:
            return
        for proposal in _stale_proposals(talk, party):
            await _say(talk, party, DeclineRequest(0, proposal.id))
        context = await self._context(talk, party)
        for proposal in _binding_proposals(talk, party):
            other = unwanted_partner(negotiator, context, _promises(proposal))
            if other is not None:
                statement = negotiator.withdrawal(context, other)
                await _say(talk, party, DenounceRequest(0, proposal.id), statement)
        if rules.talk != "silent":
            for statement in await _beside(negotiator.remarks, context):
                if self._is_news(talk, statement):
                    await _remark(talk, statement)
        if not _may_propose(talk, party):
            return
        idea = await _beside(negotiator.proposal, context)
        if idea is not None:
            offer, statement = idea
            secret = offer.secret and rules.talk == "free"
            statement = replace(statement, audience=offer.parties if secret else "")
            await _say(talk, party, _proposal(replace(offer, secret=secret)), statement)

    def _is_news(self, talk: TalkRoom, statement: Statement) -> bool:
        """Return whether a remark was not made lately; a sanction is announced once in a game."""
        stated = self._stated.setdefault(talk, {})
        key = statement.speaker, statement.kind.value, statement.about
        now, last = talk.room.state.number, stated.get(key)
        pause = WEARY_ROUNDS * len(talk.room.state.seats)
        if last is not None and (statement.kind is StatementKind.SANCTION or now - last < pause):
            return False
        stated[key] = now
        return True


async def _beside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do something that searches, so that nobody else waits."""
    return await asyncio.get_running_loop().run_in_executor(None, partial(work, *args, **kwargs))


def _is_bot(row: SeatRow) -> bool:
    """Return whether a bot plays a seat as its own, not for an absent person."""
    return row.bot is not None and row.player != "person"


def _negotiator(talk: TalkRoom, party: str) -> Negotiator | None:
    """Return the negotiator of a bot that can judge; the same one whenever it is asked for."""
    known, who = character_of(known_level(talk.room.state.seats[party].bot or None))
    return Negotiator(party, who, talk.room.id) if known else None


def _asked(talk: TalkRoom) -> tuple[Proposal, str] | None:
    """Return a proposal that a bot has not answered yet, and the bot's party."""
    state = talk.room.state
    if state.mover is None:
        return None
    for proposal in talk.log.proposals.values():
        for party in proposal.parties:
            if _waits_for(proposal, party) and _is_bot(state.seats[party]):
                return proposal, party
    return None


def _waits_for(proposal: Proposal, party: str) -> bool:
    """Return whether a pact waits for the answer of one of its parties."""
    return proposal.state == "proposed" and party not in proposal.agreed


def _promises(proposal: Proposal) -> tuple[Promise, ...]:
    return tuple(row.promise for row in proposal.promises)


def _proposal(offer: Offer, counters: str | None = None) -> ProposeRequest:
    bodies = [promise_body(promise) for promise in offer.promises[:MAX_PROMISES]]
    return ProposeRequest(0, offer.parties, bodies, offer.secret, counters)


async def _say(
    talk: TalkRoom,
    party: str,
    asked: TalkCommand,
    statement: Statement | None = None,
    *,
    answers: str | None = None,
) -> bool:
    """Say something for a bot, and why; return False if that is no longer possible.

    `answers`: the pact that it answers. Another process may have answered it for the bot by now;
    a second answer would take the first back.
    """
    speaker = Speaker("", party)

    def made() -> StoredAsides:
        proposal = talk.log.proposals.get(answers or "")
        if answers is not None and (proposal is None or not _waits_for(proposal, party)):
            raise RequestRefused("pact_closed")
        aside = aside_for(talk.log, talk.room.state, speaker, asked)
        rules = talk.room.state.talk_rules
        if isinstance(aside, ReasonedAside) and rules is not None and rules.talk != "silent":
            return structs.replace(aside, statement=statement)
        return aside

    return await _store(talk, made)


async def _remark(talk: TalkRoom, statement: Statement) -> None:
    """Say something for a bot to the whole table."""
    state = talk.room.state
    await _store(talk, lambda: stated_aside(talk.log, state, statement))


async def _store(talk: TalkRoom, make: Callable[[], StoredAsides]) -> bool:
    def heard(_: NumberedAside) -> None:
        """Ignore the acknowledgement: nobody waits for a bot's."""

    with suppress(DjambiError):
        await talk.change(make, heard)
        return True
    return False


def negotiation_context(
    talk: TalkRoom, party: str, priors: Mapping[str, float] | None = None
) -> NegotiationContext:
    """Return what the negotiator of a party knows: public pacts and its own, and nothing else."""
    pacts = [
        JudgedPact(
            proposal.parties, _promises(proposal), talk.judged(proposal)[1] or (), proposal.secret
        )
        for proposal in talk.log.proposals.values()
        if proposal.state == "concluded"
    ]
    declined = [
        (proposal.by, proposal.parties, proposal.event)
        for proposal in talk.log.proposals.values()
        if proposal.state == "declined"
    ]
    state, active = talk.room.state, talk.room.state.position.active
    unwilling = unwilling_parties(party, active, declined, state.number, len(state.seats))
    lines = len(state.entries)
    return context_for(party, state.position, pacts, lines, priors, talk.log.accused(), unwilling)


def _binding_proposals(talk: TalkRoom, party: str) -> list[Proposal]:
    """Return the pacts of a bot's that run and that it has not denounced.

    Those of whoever got up from its seat are not for it to denounce.
    """
    state = talk.room.state
    found: list[Proposal] = []
    for proposal in talk.log.proposals.values():
        given = {who for who, _ in proposal.notices}
        if proposal.state != "concluded" or proposal.vacated(party, state.number, state.sat):
            continue
        if party in proposal.parties and party not in given:
            _, findings = talk.judged(proposal)
            if any(finding.open for finding in findings or ()):
                found.append(proposal)
    return found


def _stale_proposals(talk: TalkRoom, party: str) -> list[Proposal]:
    """Return a bot's open proposals that nobody may accept, or has answered for some rounds."""
    state = talk.room.state
    return [
        proposal
        for proposal in talk.log.proposals.values()
        if proposal.by == party
        and proposal.state == "proposed"
        and (_is_due(state, proposal) or not may_conclude(proposal, state))
    ]


def _may_propose(talk: TalkRoom, party: str) -> bool:
    """Return whether a bot may propose again: its last proposal is some rounds old."""
    mine = (proposal for proposal in talk.log.proposals.values() if proposal.by == party)
    return all(_is_due(talk.room.state, proposal) for proposal in mine)


def _is_due(state: GameState, proposal: Proposal) -> bool:
    """Return whether it is time for the next proposal after this one."""
    return state.number - proposal.event >= PROPOSAL_INTERVAL_ROUNDS * len(state.seats)
