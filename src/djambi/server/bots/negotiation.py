"""Bots in pacts: they answer what is proposed to them, propose, give notice, and know their word.

What they say goes the same way as what people say: validated, stored, told. A bot that sits in for
an absent person promises nothing in their name; it is bound by what they promised.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from djambi.bots import Bot, SearchBot
from djambi.bots.contestants import character_of
from djambi.bots.negotiator import NegotiationContext, Negotiator, Offer
from djambi.bots.promise_keeping import PROXY_PROMISE_WEIGHT
from djambi.errors import DjambiError
from djambi.pacts import Promise, Verdict
from djambi.server.bots.game_tasks import GameTasks
from djambi.server.game.asides import NumberedAside
from djambi.server.game.events import SeatRow
from djambi.server.game.levels import known_level
from djambi.server.game.state import GameState
from djambi.server.live.room import GameRoom
from djambi.server.schemas import talk as t
from djambi.server.talk.commands import Speaker, TalkCommand, aside_for
from djambi.server.talk.presenter import kind_name
from djambi.server.talk.room import TalkRoom
from djambi.server.talk.talk_log import Proposal

PROPOSAL_INTERVAL_ROUNDS: Final = 3
"""Rounds between two proposals of a bot."""

MAX_DECLINED_PROPOSALS: Final = 2
"""How often a bot proposes something to a party that declines."""


class BotNegotiation:
    """The negotiators of all bots of a process.

    `talk_of` finds the talk of a game; `delay` are the seconds before a bot answers. `wake` may be
    called as often as one likes.
    """

    def __init__(self, talk_of: Callable[[GameRoom], TalkRoom | None], delay: float) -> None:
        self.delay = delay
        self._talk_of = talk_of
        self._tasks = GameTasks("the negotiators", self.wake)

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
                await _answer(talk, *asked)

    async def before_turn(self, room: GameRoom, party: str, bot: Bot) -> None:
        """Let a bot that is about to choose a turn speak, and make what it promised weigh."""
        talk = self._talk_of(room)
        if talk is None:
            return
        if not _is_bot(room.state.seats[party]):
            _bind(bot, negotiation_context(talk, party), PROXY_PROMISE_WEIGHT)
            return
        negotiator = _negotiator(talk, party)
        if negotiator is not None:
            await _speak(talk, party, negotiator)
            _bind(bot, negotiation_context(talk, party), negotiator.who.loyalty)


async def _answer(talk: TalkRoom, proposal: Proposal, party: str) -> None:
    scene = negotiation_context(talk, party)
    negotiator = _negotiator(talk, party)
    answer = "decline"
    if negotiator is not None:
        offer = Offer(proposal.parties, _promises(proposal), proposal.secret)
        answer = negotiator.respond(offer, scene)
        counter = negotiator.counteroffer(offer, scene) if answer == "counter" else None
        if counter is not None and proposal.counters is None:
            if await _say(talk, party, _proposal(counter, proposal.id)):
                return
            answer = "decline"
    if answer == "accept" and await _say(talk, party, t.AcceptRequest(0, proposal.id)):
        return
    if talk.log.proposals[proposal.id].state == "proposed":
        await _say(talk, party, t.DeclineRequest(0, proposal.id))


async def _speak(talk: TalkRoom, party: str, negotiator: Negotiator) -> None:
    rules = talk.room.state.talk_rules
    if rules is None or not rules.pacts:
        return
    scene = negotiation_context(talk, party)
    for proposal in _binding_proposals(talk, party):
        others = {p.other for p in proposal.promises if p.by == party and p.kind == "peace"}
        if any(other and negotiator.would_withdraw(scene, other) for other in others):
            await _say(talk, party, t.DenounceRequest(0, proposal.id))
    idea = negotiator.propose(scene) if _may_propose(talk, party) else None
    if idea is not None and not _weary(talk, party, idea.parties):
        secret = idea.secret and rules.talk == "free"
        await _say(talk, party, _proposal(replace(idea, secret=secret)))


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
        if proposal.state == "proposed":
            for party in proposal.parties:
                if party not in proposal.agreed and _is_bot(state.seats[party]):
                    return proposal, party
    return None


def _promises(proposal: Proposal) -> tuple[Promise, ...]:
    return tuple(Promise(p.by, p.kind, p.rounds, p.other, p.cell) for p in proposal.promises)


def _proposal(offer: Offer, counters: str | None = None) -> t.ProposeRequest:
    bodies = [
        t.PromiseBody(p.by, kind_name(p.kind), p.rounds, p.other, p.cell)
        for p in offer.promises[: t.MAX_PROMISES]
    ]
    return t.ProposeRequest(0, offer.parties, bodies, offer.secret, counters)


async def _say(talk: TalkRoom, party: str, asked: TalkCommand) -> bool:
    """Say something for a bot; return False if that is no longer possible."""
    speaker = Speaker("", party)

    def heard(_: NumberedAside) -> None:
        """Nobody waits for the acknowledgement of a bot."""

    with suppress(DjambiError):
        await talk.change(lambda: aside_for(talk.log, talk.room.state, speaker, asked), heard)
        return True
    return False


def negotiation_context(talk: TalkRoom, party: str) -> NegotiationContext:
    """Return what the negotiator of a party knows: public pacts and its own, and nothing else."""
    broken: Counter[str] = Counter()
    bound: list[Promise] = []
    trusted: list[Promise] = []
    for proposal in talk.log.proposals.values():
        own = party in proposal.parties
        if proposal.state != "concluded" or (proposal.secret and not own):
            continue
        _, findings = talk.judged(proposal)
        for promise, finding in zip(_promises(proposal), findings or (), strict=True):
            if finding.verdict is Verdict.BROKEN:
                broken[promise.by] += 1
            elif finding.open and own:
                now = replace(promise, rounds=finding.left, cell=finding.cell)
                (bound if promise.by == party else trusted).append(now)
    return NegotiationContext(talk.room.state.position, dict(broken), tuple(bound), tuple(trusted))


def _bind(bot: Bot, scene: NegotiationContext, loyalty: float) -> None:
    if isinstance(bot, SearchBot):
        bot.bind(scene.own_promises, loyalty)


def _binding_proposals(talk: TalkRoom, party: str) -> list[Proposal]:
    """Return the pacts of a party that run and that it has not denounced."""
    found: list[Proposal] = []
    for proposal in talk.log.proposals.values():
        given = {who for who, _ in proposal.notices}
        if proposal.state == "concluded" and party in proposal.parties and party not in given:
            _, findings = talk.judged(proposal)
            if any(finding.open for finding in findings or ()):
                found.append(proposal)
    return found


def _may_propose(talk: TalkRoom, party: str) -> bool:
    """Return whether a bot may propose again: it is time, and no proposal of its own is open."""
    state: GameState = talk.room.state
    mine = [proposal for proposal in talk.log.proposals.values() if proposal.by == party]
    if any(proposal.state == "proposed" for proposal in mine):
        return False
    last = max((proposal.event for proposal in mine), default=None)
    return last is None or state.number - last >= PROPOSAL_INTERVAL_ROUNDS * len(state.seats)


def _weary(talk: TalkRoom, party: str, parties: str) -> bool:
    """Return whether these have declined a bot's proposals often enough."""
    proposals = talk.log.proposals.values()
    declined = [d for d in proposals if d.by == party and d.parties == parties]
    return sum(proposal.state == "declined" for proposal in declined) >= MAX_DECLINED_PROPOSALS
