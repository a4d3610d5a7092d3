"""Bots in pacts: they answer what is proposed to them, propose, give notice, and know their word.

What they say goes the same way as what people say: validated, stored, told. A bot that sits in for
an absent person promises nothing in his name; it is bound by what he promised.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from djambi.bots import Bot, SearchBot
from djambi.bots.contestants import character_of
from djambi.bots.negotiator import NegotiationContext, Negotiator, Offer
from djambi.bots.promise_keeping import PROXY_PROMISE_WEIGHT
from djambi.errors import DjambiError
from djambi.pacts import Promise, Verdict
from djambi.server.game.levels import known_level
from djambi.server.schemas import talk as t
from djambi.server.talk.commands import Asking, Speaker, aside_for
from djambi.server.talk.presenter import kind_name

if TYPE_CHECKING:
    from djambi.server.game.asides import NumberedAside
    from djambi.server.game.events import SeatRow
    from djambi.server.game.state import GameState
    from djambi.server.live.room import GameRoom
    from djambi.server.talk.index import Proposal
    from djambi.server.talk.room import Talk

PAUSE: Final = 3
"""Rounds between two proposals of a bot."""

PATIENCE: Final = 2
"""How often a bot proposes something to a party that declines."""

_log = logging.getLogger("djambi.server")


class BotNegotiation:
    """The envoys of all bots of a process. `wake` may be called as often as one likes."""

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self, table: GameRoom) -> None:
        """See whether something was proposed to a bot at this table."""
        if table.id not in self._tasks and _asked(table) is not None:
            task = asyncio.create_task(self._answer_all(table), name=f"envoys of {table.id}")
            self._tasks[table.id] = task
            task.add_done_callback(lambda done: self._ended(table, done))

    def _ended(self, table: GameRoom, task: asyncio.Task[None]) -> None:
        self._tasks.pop(table.id, None)
        if task.cancelled():
            return
        if error := task.exception():
            _log.error("the envoys of game %s stopped", table.id, exc_info=error)
        else:
            self.wake(table)

    async def close(self) -> None:
        """Stop; what was not answered is answered when the table is used again."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _answer_all(self, table: GameRoom) -> None:
        while _asked(table) is not None:
            await asyncio.sleep(self.delay)
            asked = _asked(table)
            if asked is not None:
                await self._answer(table, *asked)

    async def _answer(self, table: GameRoom, deal: Proposal, party: str) -> None:
        talk, scene = _talk(table), scene_of(table, party)
        envoy = _envoy(table, party)
        answer = "decline"
        if envoy is not None:
            offer = Offer(deal.parties, _promises(deal), deal.secret)
            answer = envoy.respond(offer, scene)
            counter = envoy.counteroffer(offer, scene) if answer == "counter" else None
            if counter is not None and deal.counters is None:
                if await _say(table, party, _proposal(counter, deal.id)):
                    return
                answer = "decline"
        if answer == "accept" and await _say(table, party, t.Accept(0, deal.id)):
            return
        if talk.book.deals[deal.id].state == "proposed":
            await _say(table, party, t.Decline(0, deal.id))

    async def before_turn(self, table: GameRoom, party: str, bot: Bot) -> None:
        """A bot is about to choose a turn: what it promised weighs, and it may speak first."""
        if table.talk is None:
            return
        row = table.ledger.seats[party]
        if not _is_bot(row):
            _bind(bot, scene_of(table, party), PROXY_PROMISE_WEIGHT)
            return
        envoy = _envoy(table, party)
        if envoy is not None:
            await self._speak(table, party, envoy)
            _bind(bot, scene_of(table, party), envoy.who.loyalty)

    async def _speak(self, table: GameRoom, party: str, envoy: Negotiator) -> None:
        terms = table.ledger.terms
        if terms is None or not terms.pacts:
            return
        scene = scene_of(table, party)
        for deal in _bound_deals(table, party):
            others = {p.other for p in deal.promises if p.by == party and p.kind == "peace"}
            if any(other and envoy.would_withdraw(scene, other) for other in others):
                await _say(table, party, t.Denounce(0, deal.id))
        idea = envoy.propose(scene) if _may_propose(table, party) else None
        if idea is not None and not _weary(table, party, idea.parties):
            secret = idea.secret and terms.talk == "free"
            await _say(table, party, _proposal(replace(idea, secret=secret)))


def _is_bot(row: SeatRow) -> bool:
    """Whether a bot plays a seat as its own, not for an absent person."""
    return row.bot is not None and row.player != "person"


def _talk(table: GameRoom) -> Talk:
    if table.talk is None:
        raise DjambiError(f"game {table.id} has no talk")
    return table.talk


def _envoy(table: GameRoom, party: str) -> Negotiator | None:
    """The envoy of a bot that can judge; the same one whenever it is asked for."""
    known, who = character_of(known_level(table.ledger.seats[party].bot or None))
    return Negotiator(party, who, table.id) if known else None


def _asked(table: GameRoom) -> tuple[Proposal, str] | None:
    """A proposal that a bot has not answered yet, and the bot's party."""
    ledger = table.ledger
    if table.talk is None or ledger.mover is None:
        return None
    for deal in table.talk.book.deals.values():
        if deal.state == "proposed":
            for party in deal.parties:
                if party not in deal.agreed and _is_bot(ledger.seats[party]):
                    return deal, party
    return None


def _promises(deal: Proposal) -> tuple[Promise, ...]:
    return tuple(Promise(p.by, p.kind, p.rounds, p.other, p.cell) for p in deal.promises)


def _proposal(offer: Offer, counters: str | None = None) -> t.Propose:
    bodies = [
        t.PromiseBody(p.by, kind_name(p.kind), p.rounds, p.other, p.cell)
        for p in offer.promises[: t.MOST_PROMISES]
    ]
    return t.Propose(0, offer.parties, bodies, offer.secret, counters)


async def _say(table: GameRoom, party: str, asked: Asking) -> bool:
    """Say something for a bot; False if it cannot be any more."""
    talk, speaker = _talk(table), Speaker("", party)

    def heard(_: NumberedAside) -> None:
        """Nobody waits for the acknowledgement of a bot."""

    with suppress(DjambiError):
        await talk.change(lambda: aside_for(talk.book, table.ledger, speaker, asked), heard)
        return True
    return False


def scene_of(table: GameRoom, party: str) -> NegotiationContext:
    """What the envoy of a party knows: public pacts and its own, and nothing else."""
    talk = _talk(table)
    broken: Counter[str] = Counter()
    bound: list[Promise] = []
    trusted: list[Promise] = []
    for deal in talk.book.deals.values():
        own = party in deal.parties
        if deal.state != "concluded" or (deal.secret and not own):
            continue
        _, findings = talk.judged(deal)
        for promise, finding in zip(_promises(deal), findings or (), strict=True):
            if finding.verdict is Verdict.BROKEN:
                broken[promise.by] += 1
            elif finding.open and own:
                now = replace(promise, rounds=finding.left, cell=finding.cell)
                (bound if promise.by == party else trusted).append(now)
    return NegotiationContext(table.ledger.position, dict(broken), tuple(bound), tuple(trusted))


def _bind(bot: Bot, scene: NegotiationContext, loyalty: float) -> None:
    if isinstance(bot, SearchBot):
        bot.promises, bot.loyalty = scene.own_promises, loyalty


def _bound_deals(table: GameRoom, party: str) -> list[Proposal]:
    """The pacts of a party that run and that it has not denounced."""
    talk = _talk(table)
    found: list[Proposal] = []
    for deal in talk.book.deals.values():
        given = {who for who, _ in deal.notices}
        if deal.state == "concluded" and party in deal.parties and party not in given:
            _, findings = talk.judged(deal)
            if any(finding.open for finding in findings or ()):
                found.append(deal)
    return found


def _may_propose(table: GameRoom, party: str) -> bool:
    """Whether it is time for a bot to propose something again, and nothing of its own waits."""
    ledger: GameState = table.ledger
    mine = [deal for deal in _talk(table).book.deals.values() if deal.by == party]
    if any(deal.state == "proposed" for deal in mine):
        return False
    last = max((deal.event for deal in mine), default=None)
    return last is None or ledger.number - last >= PAUSE * len(ledger.seats)


def _weary(table: GameRoom, party: str, parties: str) -> bool:
    """Whether these have declined a bot's proposals often enough."""
    deals = _talk(table).book.deals.values()
    declined = [d for d in deals if d.by == party and d.parties == parties]
    return sum(deal.state == "declined" for deal in declined) >= PATIENCE
