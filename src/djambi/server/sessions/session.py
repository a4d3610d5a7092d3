"""The messages of one client at one game: read, answered in order, whatever brings them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Protocol

import msgspec

from djambi.bots import HINT_LEVEL
from djambi.bots.remarks import remark_of
from djambi.errors import DjambiError
from djambi.position.outcome import outcome
from djambi.server.bots.ambassador import pact_worth
from djambi.server.bots.runner import BotRunner
from djambi.server.errors import RequestRefused, failed_message
from djambi.server.game import queries
from djambi.server.game.events import Resigned
from djambi.server.game.levels import known_level
from djambi.server.game.presenter import past_view
from djambi.server.game.reducer import apply
from djambi.server.live.commands import conceding_parties, event_for_change
from djambi.server.live.listener import Listener
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom, StaleChange
from djambi.server.schemas.base import Number, StrictStruct
from djambi.server.schemas.messages import (
    AnyClientMessage,
    AskRequest,
    ChoicesMessage,
    ConcedeRequest,
    DoneMessage,
    GameCommand,
    HintedMessage,
    HintRequest,
    HurryRequest,
    LeaderRequest,
    LeadingMessage,
    LookRequest,
    OpinionMessage,
    PaceRequest,
    PastMessage,
    PingRequest,
    PongMessage,
    PreviewedMessage,
    PreviewRequest,
    ReachableMessage,
    ReachRequest,
    ReasonMessage,
    RejoinRequest,
    ResignationRequest,
    ResumeRequest,
    StageRequest,
    ThreatenedMessage,
    ThreatsRequest,
    WhyRequest,
)
from djambi.server.schemas.talk import HearRequest, NotedMessage, SuggestedPactView, WorthRequest
from djambi.server.security.devices import Device
from djambi.server.security.fair_queue import FairQueue
from djambi.server.tables.commands import TableCommand
from djambi.server.talk.commands import TalkCommand
from djambi.server.talk.room import TalkRoom
from djambi.views.outcomes import happenings_words
from djambi.views.positions import stage_view
from djambi.views.threats import reach_view, threat_views
from djambi.views.words import both, words

MAX_REQUEST_CHARS = 4096
"""Characters in a message from a client."""

LoneRequest = ConcedeRequest | LeaderRequest | HurryRequest | PaceRequest
"""What only a server on one's own computer answers."""

SlowSubject = Literal["turn", "preview", "pact"]
"""What a slow question is about: one at a time about each."""

_decoder: msgspec.json.Decoder[AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage)


class _Numbered(msgspec.Struct):
    """All that is read of a message that cannot be understood."""

    id: Number


_UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeEncodeError)
"""What reading a message raises; half a character is not text in every language but Python."""

_numbered: msgspec.json.Decoder[_Numbered] = msgspec.json.Decoder(_Numbered)
_log = logging.getLogger("djambi.server")


def number_in_query(text: str) -> int:
    """Return the number in a query parameter; 0 for what is none, or none that is in use."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdecimal() else 0


def _id_of(text: str) -> int | None:
    """Return the `id` of a message that could not be read otherwise; None if it has none."""
    try:
        return _numbered.decode(text).id
    except _UNREADABLE:
        return None


class TableCommands(Protocol):
    """A service that carries out what people ask of online tables."""

    async def change(
        self,
        room: GameRoom,
        device: Device,
        asked: TableCommand,
        acknowledge: Callable[[int], None],
    ) -> None:
        """Apply one change for the account of a device; `acknowledge` is called when it is stored.

        Raises StaleChange, and DjambiError for what may not or cannot be.
        """
        ...


class Talks(Protocol):
    """A service that keeps what is said and promised beside games."""

    async def prepare(self, room: GameRoom, device: Device, after: int, said: int) -> None:
        """Prepare for a client that is about to join and has seen event `after`, message `said`.

        Whom it blocks and what it is called are loaded, and what it is to be sent is charged; who
        asks for too much in a short time waits.
        """
        ...

    async def hear(self, room: GameRoom, listener: Listener, asked: HearRequest) -> None:
        """Answer a request for asides that were missed; raises RequestRefused for too many."""
        ...

    async def consult(self, room: GameRoom, device: Device, asked: WorthRequest) -> TalkRoom:
        """Return the talk of a game for somebody who asks what a pact of it is worth.

        Raises RequestRefused where nobody talks, also for too many questions in a short time.
        """
        ...

    async def take(
        self,
        room: GameRoom,
        key: str,
        asked: TalkCommand,
        acknowledge: Callable[[int, SuggestedPactView | None], None],
    ) -> None:
        """Store what a person says or promises; `acknowledge` gets their own number of it, and
        what pact it suggests.

        Raises RequestRefused if they may not, also for too many in a short time.
        """
        ...


@dataclass(frozen=True, slots=True)
class GameServices:
    """Whom the messages of a game are for; `tables` is an online server's only.

    `refusal` says what a client is told of an unexpected error; `searches` answers what is asked
    about pacts.
    """

    registry: GameRegistry
    runner: BotRunner
    refusal: Callable[[Exception], RequestRefused]
    searches: FairQueue
    tables: TableCommands | None = None
    talks: Talks | None = None

    async def prepare(self, room: GameRoom, device: Device, after: int, said: int) -> None:
        """Prepare a game for a client that is about to join (`GameRoom` and `Talks`)."""
        if self.talks is not None:
            await self.talks.prepare(room, device, after, said)
        await room.prepare(after)


class SocketSession:
    """The requests of one client, answered in order; slow questions run in tasks of their own."""

    def __init__(self, services: GameServices, room: GameRoom, listener: Listener) -> None:
        self.services = services
        self.room = room
        self.listener = listener
        # What is asked about a pact is worked out beside what is asked about a turn, and whoever
        # plays while a bot thinks of advice need not wait for it.
        self._slow: dict[SlowSubject, asyncio.Task[None]] = {}
        # What the app asks of its own accord is in nobody's way.
        self._background: asyncio.Task[None] | None = None

    def end(self) -> None:
        """Cancel what is being worked out: the socket is gone."""
        for task in (*self._slow.values(), self._background):
            if task is not None:
                task.cancel()

    def fail(self, answers: int | None, error: DjambiError) -> None:
        """Report that a message was wrong."""
        self.listener.send(failed_message(answers, error))

    def _done(self, answers: int, number: int) -> None:
        """Report that the change asked for is stored as the event of this number."""
        self.listener.send(DoneMessage(answers, number))

    async def take(self, text: str) -> None:
        """Answer one message as it came; whatever is wrong with it, the connection goes on."""
        if len(text) > MAX_REQUEST_CHARS:
            self.fail(None, RequestRefused("too_long"))
            return
        try:
            asked = _decoder.decode(text)
        except _UNREADABLE:
            self.fail(_id_of(text), RequestRefused("not_understood"))
            return
        await self.answer(asked)

    async def settled(self) -> None:
        """Wait until a slow question is answered too."""
        for task in (*self._slow.values(), self._background):
            if task is not None:
                await task

    async def answer(self, asked: AnyClientMessage) -> None:
        """Answer one message: the listener is sent one with its `id`, now or a little later."""
        try:
            if self.room.state.online is not None and isinstance(asked, TableCommand):
                await self._change_online(asked)
            elif isinstance(asked, TalkCommand | HearRequest):
                await self._talk(asked)
            elif isinstance(asked, LoneRequest):
                await self._alone_here(asked)
            elif isinstance(asked, GameCommand):
                await self._change(asked)
            elif isinstance(asked, ResumeRequest):
                await self.room.prepare(asked.after)
                self.listener.send(self.room.news(asked.after, self.listener.device, asked.id))
            elif isinstance(asked, LookRequest):
                # The last view of a game that is over takes as long as that of the whole state.
                view = await asyncio.to_thread(past_view, self.room.state, asked.lines)
                self.listener.send(PastMessage(asked.id, asked.lines, view))
            else:
                self._question(asked)
        except StaleChange:
            await self.room.prepare()
            self.listener.send(self.room.snapshot(self.listener.device, asked.id))
        except DjambiError as error:
            self.fail(asked.id, error)
        except Exception as error:
            _log.exception("a message in game %s failed", self.room.id)
            self.fail(asked.id, self.services.refusal(error))

    async def _change(self, asked: GameCommand) -> None:
        self.listener.device.check("play")
        if isinstance(asked, RejoinRequest):
            await self._ask_bots(asked)
        await self.room.change(
            asked.after,
            partial(event_for_change, self.room, self.listener.device, asked),
            partial(self._done, asked.id),
        )

    async def _ask_bots(self, asked: RejoinRequest) -> None:
        """Raise RequestRefused if a bot does not let a party return, or nobody may."""
        state = self.room.state
        apply(state, event_for_change(self.room, self.listener.device, asked))
        against = await self.services.runner.bot_against(self.room, asked.party)
        if against:
            raise RequestRefused("return_refused", party=words(f"party.{against}"))

    async def _alone_here(self, asked: LoneRequest) -> None:
        """Answer what only a server on one's own computer offers."""
        room, number = self.room, self.room.state.number
        if room.state.online is not None:
            raise RequestRefused("not_allowed")
        match asked:
            case ConcedeRequest():
                await self._concede(asked)
            case LeaderRequest(id=i):
                self._background = asyncio.create_task(self._finish(i, self._leader(i)))
            case HurryRequest(id=i, on=on):
                room.keep_pace("rush" if on else "usual")
                self._done(i, number)
            case PaceRequest(id=i, pace=pace, step=step):
                room.keep_pace("pause" if step else pace, int(step))
                self._done(i, number)

    async def _concede(self, asked: ConcedeRequest) -> None:
        """Let everybody but one party resign, one after the other."""
        room, mine = self.room, self.room.parties_of(self.listener.device)
        conceded = conceding_parties(room.state, mine, asked.party)
        if await asyncio.to_thread(queries.leader, room.state) != asked.party:
            raise RequestRefused("not_allowed")
        await room.change(None, partial(Resigned, conceded[0]), partial(self._done, asked.id))
        for party in conceded[1:]:
            if party in room.state.position.active:
                await room.change(None, partial(Resigned, party))

    async def _change_online(self, asked: TableCommand) -> None:
        tables = self.services.tables
        if tables is None:
            raise RequestRefused("not_online")
        self.listener.device.check("play")
        await tables.change(self.room, self.listener.device, asked, partial(self._done, asked.id))

    async def _talk(self, asked: TalkCommand | HearRequest) -> None:
        talks = self.services.talks
        if talks is None:
            raise RequestRefused("no_talk")
        if isinstance(asked, HearRequest):
            await talks.hear(self.room, self.listener, asked)
        else:
            self.listener.device.check("talk")
            await talks.take(
                self.room,
                self.listener.device.talk_key,
                asked,
                lambda number, suggestion: self.listener.send(
                    NotedMessage(asked.id, number, suggestion)
                ),
            )

    def _question(self, asked: AnyClientMessage) -> None:
        room, listener = self.room, self.listener
        state = room.state
        position, number = state.position, state.number
        match asked:
            case StageRequest(id=i, prefix=prefix):
                stage = stage_view(position.stage(prefix))
                listener.send(ChoicesMessage(i, number, stage))
            case WhyRequest(id=i, origin=origin, target=target):
                reason = position.why_not(origin, target)
                code = None if reason is None else reason.code
                sentence = None if code is None else words(f"reason.{code}")
                listener.send(ReasonMessage(i, code, sentence))
            case ReachRequest(id=i, cell=cell):
                reach = reach_view(position, cell)
                if reach is None:
                    raise RequestRefused("no_piece", cell=cell)
                listener.send(ReachableMessage(i, cell, reach))
            case ResignationRequest(id=i, party=party):
                view = queries.resignation(state, party)
                listener.send(PreviewedMessage(i, number, view, []))
            case PingRequest(id=i):
                listener.send(PongMessage(i, number))
            case PreviewRequest(id=i):
                self._start(i, self._preview(asked), "preview")
            case ThreatsRequest(id=i):
                self._start(i, self._threats(asked))
            case WorthRequest(id=i):
                self._start(i, self._worth(asked), "pact")
            case HintRequest(id=i):
                self._alone()
                self._start(i, self._hint(asked))
            case AskRequest(id=i):
                self._alone()
                self._start(i, self._ask(asked))
            case _:
                raise RequestRefused("not_understood")

    def _alone(self) -> None:
        """Raise RequestRefused where people play against each other: no bot advises them."""
        state = self.room.state
        if state.online is not None and state.mover is not None:
            raise RequestRefused("no_advice")

    # --- slow questions -------------------------------------------------------------------------

    def _start(
        self,
        answers: int,
        work: Coroutine[Any, Any, StrictStruct],
        subject: SlowSubject = "turn",
    ) -> None:
        running = self._slow.get(subject)
        if running is not None and not running.done():
            work.close()
            raise RequestRefused("busy")
        self._slow[subject] = asyncio.create_task(self._finish(answers, work))

    async def _finish(self, answers: int, work: Coroutine[Any, Any, StrictStruct]) -> None:
        try:
            self.listener.send(await work)
        except DjambiError as error:
            self.fail(answers, error)
        except Exception as error:
            _log.exception("a question in game %s failed", self.room.id)
            self.fail(answers, self.services.refusal(error))

    async def _preview(self, asked: PreviewRequest) -> StrictStruct:
        state = self.room.state
        view, dangers = await asyncio.to_thread(queries.preview, state, asked.text)
        return PreviewedMessage(asked.id, state.number, view, dangers)

    async def _leader(self, answers: int) -> StrictStruct:
        state = self.room.state
        party = await asyncio.to_thread(queries.leader, state)
        if party is not None:
            with suppress(RequestRefused):
                conceding_parties(state, self.room.parties_of(self.listener.device), party)
                return LeadingMessage(answers, state.number, party)
        return LeadingMessage(answers, state.number, None)

    async def _threats(self, asked: ThreatsRequest) -> StrictStruct:
        position = self.room.state.position
        if asked.party not in position.variant.parties:
            raise RequestRefused("no_seat", party=asked.party)
        found = await asyncio.to_thread(threat_views, position, asked.party)
        return ThreatenedMessage(asked.id, asked.party, found)

    async def _ask(self, asked: AskRequest) -> StrictStruct:
        number = self.room.state.number
        found = await self.services.runner.opinion(self.room, asked.party)
        bot = self.room.state.bots_at(number).get(asked.party, "")
        reply = remark_of(self.room.id, number, asked.party, bot)
        parts = (found,) if reply is None else (reply, found)
        opinion = both(lambda lang: " ".join(part.sentence(lang) for part in parts))
        return OpinionMessage(asked.id, number, asked.party, opinion, found.shares)

    async def _worth(self, asked: WorthRequest) -> StrictStruct:
        talks = self.services.talks
        if talks is None:
            raise RequestRefused("no_talk")
        device = self.listener.device
        talk = await talks.consult(self.room, device, asked)
        return await pact_worth(
            talk, device.talk_key, asked, partial(self.services.searches.run, device.payer)
        )

    async def _hint(self, asked: HintRequest) -> StrictStruct:
        state = self.room.state
        if state.mover is None:
            raise RequestRefused("over")
        level = known_level(asked.level or HINT_LEVEL)
        turn = await self.services.runner.hint(level, state)
        after = state.position.play(turn)
        happenings = happenings_words(outcome(state.position, turn, after))
        return HintedMessage(asked.id, state.number, str(turn), happenings)
