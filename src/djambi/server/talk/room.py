"""What is said and promised at one table while it is in memory: stored, and told to whom it is for.

The order of every aside is that of the game's events: validate, append to the store, acknowledge,
tell. An aside never makes a turn stale: the two logs have their own numbers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Set
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary, ref

from msgspec.structs import replace

from djambi.bots.politics.phrasing import statement_sentence
from djambi.bots.politics.statements import Statement
from djambi.bots.remarks import Situation, remark_of
from djambi.pacts import Finding
from djambi.server.errors import RequestRefused
from djambi.server.game.asides import NumberedAside, StoredAsides
from djambi.server.game.events import NumberTaken
from djambi.server.game.table_queries import talk_key
from djambi.server.live.listener import Listener
from djambi.server.live.room import GameRoom
from djambi.server.publisher import EventPublisher, PublishedEvent
from djambi.server.schemas.talk import (
    AsidesMessage,
    AsideView,
    PactsMessage,
    PactView,
    TalkTermsView,
)
from djambi.server.security.devices import NO_ACCOUNT_KEY
from djambi.server.talk.aside_log import AsideLog
from djambi.server.talk.commands import Speaker, terms_for
from djambi.server.talk.presenter import aside_view, may_do, pact_view
from djambi.server.talk.talk_log import Proposal, Reader, TalkLog
from djambi.server.talk.verdicts import PactVerdicts
from djambi.server.timekeeping import iso
from djambi.views.words import Words, both

_MAX_TRIES: Final = 20
"""How often an aside is numbered anew because another process was faster."""


_Judged = tuple[PactView, tuple[Finding, ...] | None]


@dataclass(frozen=True, slots=True)
class AsideStored(PublishedEvent):
    """Something said or promised at a table is stored, acknowledged and told; by this process."""

    room: GameRoom
    number: int


@dataclass(frozen=True, slots=True)
class TalkFollowed(PublishedEvent):
    """Asides that another process stored have been read, and told here."""

    room: GameRoom


@dataclass(slots=True)
class _Heard:
    """What a listener has been told: as whom, of how many asides, and how many they could see."""

    reader: Reader
    seen: int
    count: int
    terms: TalkTermsView
    pacts: list[PactView]


class TalkRoom:
    """The asides of one game. All methods belong to the server's event loop.

    `blocks` are pairs: who does not want to hear whom. `learn` finds the names of who speaks.
    """

    def __init__(
        self,
        room: GameRoom,
        store: AsideLog,
        learn: Callable[[TalkRoom], Awaitable[None]],
        events: EventPublisher,
    ) -> None:
        # The talk of a game lives as long as the game: it must not keep it alive.
        self._table = ref(room)
        self._learn = learn
        self.log = TalkLog()
        self._verdicts = PactVerdicts()
        self._judged = (0, 0)
        self.blocks: frozenset[tuple[str, str]] = frozenset()
        self._events = events
        self._store = store
        self._lock = asyncio.Lock()
        self._heard: WeakKeyDictionary[Listener, _Heard] = WeakKeyDictionary()
        self._told: tuple[object, ...] = ()
        self._views: tuple[int, int, dict[str, _Judged]] = (0, 0, {})

    @property
    def room(self) -> GameRoom:
        """Return the game's room; whoever has its talk has it too."""
        room = self._table()
        if room is None:
            raise RuntimeError("a talk without its table")
        return room

    # --- the log --------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Read what the store has and this process does not know yet, and tell it."""
        async with self._lock:
            await self._read()

    async def _read(self) -> None:
        known = self.log.asides[-1:]
        found = await self._store.read(self.room.id, self.log.number - len(known))
        # A store may take an aside only for the time being (`page.store`): then another one stands.
        stands = [numbered.aside for numbered in found[: len(known)]] == [k.aside for k in known]
        if stands:
            found = found[len(known) :]
        else:
            self.log, self._verdicts, self._views = TalkLog(), PactVerdicts(), (0, 0, {})
            self._judged = (0, 0)
            found = await self._store.read(self.room.id)
        for numbered in found:
            self.log.add(numbered)
        await self._learn(self)
        if stands:
            self.tell()
        else:
            self._tell_whole()
        if found:
            self._events.publish(TalkFollowed(self.room))

    async def read_again(self) -> None:
        """Read all asides anew: something in them may have been emptied."""
        async with self._lock:
            for numbered in await self._store.read(self.room.id, 0):
                if numbered.number <= self.log.number:
                    self.log.renew(numbered)
            self._tell_whole()

    async def learn_again(self) -> None:
        """Learn anew who blocks whom, and send all to whoever reads something else by it."""
        async with self._lock:
            before = self.blocks
            await self._learn(self)
            concerned = {reader for reader, _ in before ^ self.blocks}
            self._tell_whole(lambda listener: listener.device.talk_key in concerned)

    async def change(
        self, make: Callable[[], StoredAsides], acknowledge: Callable[[NumberedAside], None]
    ) -> None:
        """Store one more aside: what `make` says, given all that came before; it may refuse.

        `acknowledge` is called once it is stored, before anybody else hears of it.
        """
        async with self._lock:
            for _ in range(_MAX_TRIES):
                aside = make()
                try:
                    numbered = await self._store.append(self.room.id, self.log.number + 1, aside)
                except NumberTaken:
                    await self._read()
                    continue
                self.log.add(numbered)
                acknowledge(numbered)
                self.tell()
                break
            else:
                raise RequestRefused("busy")
        self._events.publish(AsideStored(self.room, numbered.number))

    def mute(self, among: Set[str], blocks: Iterable[tuple[str, str]]) -> None:
        """Set who blocks whom among some accounts: pairs of them. What others do stays known."""
        others = (pair for pair in self.blocks if not among >= set(pair))
        self.blocks = frozenset((*others, *blocks))

    # --- who reads what -------------------------------------------------------------------------

    def reader(self, key: str) -> Reader:
        """Return somebody as they may read now."""
        state = self.room.state
        over = state.mover is None
        rules = state.talk_rules
        published = over and rules is not None and rules.published
        return Reader(key, self.parties_of(key), over, published)

    def parties_of(self, key: str) -> str:
        """Return the parties that a person plays, in seat order."""
        if key == NO_ACCOUNT_KEY:
            return ""
        rows = self.room.state.seats.values()
        return "".join(row.party for row in rows if talk_key(row) == key)

    def speaker(self, key: str) -> Speaker:
        """Return somebody as they may speak now."""
        return Speaker(key, self.parties_of(key))

    def count(self, key: str) -> int:
        """Return how many asides somebody may see."""
        return len(self.log.visible(self.reader(key)))

    def cited(self, key: str, number: int) -> NumberedAside | None:
        """Return the aside that somebody counts as this number; None if there is none."""
        visible = self.log.visible(self.reader(key))
        return self.log.asides[visible[number - 1]] if 1 <= number <= len(visible) else None

    # --- telling --------------------------------------------------------------------------------

    def join(self, listener: Listener, after: int, said: int) -> None:
        """Send a connecting client everything after event `after` and message `said`.

        Clients whose seats may have changed meanwhile count other asides than before, and get all.
        """
        self._whole(listener, since=self.still_known(after, said))

    def still_known(self, after: int, said: int) -> int:
        """Return how many asides a client knows that has seen event `after` and message `said`."""
        state = self.room.state
        same = state.sat.last <= after <= state.number
        ended = state.mover is None and after < state.moved
        return said if same and not ended else 0

    def unheard(self, key: str, since: int) -> int:
        """Return how many asides somebody is sent who knows `since` of them."""
        count = self.count(key)
        return count - (since if since <= count else 0)

    def hear(self, listener: Listener, after: int, answers: int) -> None:
        """Answer who asks for the asides after the first `after`."""
        self._whole(listener, since=after, answers=answers)

    def tell(self) -> None:
        """Send every socket what is new for it: asides, pacts, what it may do."""
        if not self._changed():
            return
        for listener in tuple(self.room.listeners):
            heard = self._heard.get(listener)
            if heard is None:
                continue
            reader = self.reader(listener.device.talk_key)
            if reader != heard.reader:
                self._whole(listener, since=0)
            else:
                self._new(listener, heard)

    def _changed(self) -> bool:
        """Return whether anything may be new since the last time; most turns bring nothing."""
        state = self.room.state
        begun = state.talk_rules is not None and state.talk_rules.begun
        out = tuple(party.status for party in state.position.parties)
        known = (self.log.number, state.mover is None, begun, out, state.seats)
        same = known == self._told
        self._told = known
        return not same or bool(self.log.proposals)

    def _new(self, listener: Listener, heard: _Heard) -> None:
        reader, log = heard.reader, self.log
        fresh = [i for i in range(heard.seen, log.number) if reader.may_see(log.audiences[i])]
        since = heard.count
        pacts = self.pacts(reader)
        terms = terms_for(self.room.state, Speaker(reader.key, reader.parties))
        changed = pacts != heard.pacts
        if fresh or terms != heard.terms:
            entries = [self._entry(reader, i, n) for n, i in enumerate(fresh, since + 1)]
            changed_pacts = pacts if changed else None
            listener.send(AsidesMessage(since, since + len(fresh), entries, changed_pacts, terms))
        elif changed:
            listener.send(PactsMessage(self.room.state.number, pacts))
        heard.seen, heard.count = log.number, since + len(fresh)
        heard.terms, heard.pacts = terms, pacts

    def _tell_whole(self, concerns: Callable[[Listener], bool] = lambda _: True) -> None:
        """Send every socket all that it may see: what it has seen may have changed."""
        for listener in tuple(self.room.listeners):
            if listener in self._heard and concerns(listener):
                self._whole(listener, since=0)

    def _whole(self, listener: Listener, since: int, answers: int | None = None) -> None:
        reader = self.reader(listener.device.talk_key)
        visible = self.log.visible(reader)
        since = since if since <= len(visible) else 0
        pacts = self.pacts(reader)
        terms = terms_for(self.room.state, Speaker(reader.key, reader.parties))
        entries = [self._entry(reader, i, n) for n, i in enumerate(visible[since:], since + 1)]
        listener.send(AsidesMessage(since, len(visible), entries, pacts, terms, answers))
        self._heard[listener] = _Heard(reader, self.log.number, len(visible), terms, pacts)

    def _entry(self, reader: Reader, index: int, own: int) -> AsideView:
        numbered = self.log.asides[index]
        muted = self._named and (reader.key, numbered.aside.by) in self.blocks
        at = iso(numbered.at)
        return aside_view(
            self.log, numbered, own, at, self.name, self.voice, self.phrase,
            muted=muted, over=reader.over,
        )  # fmt: skip

    @property
    def _named(self) -> bool:
        """Return whether people have names here; where they have none, nobody is muted either."""
        rules = self.room.state.talk_rules
        return rules is not None and rules.named

    def name(self, key: str) -> str:
        """Return the name of a speaker; "" for a bot and at an anonymous table."""
        return self.room.known(key).name if key and self._named else ""

    def voice(
        self, event: int, occasion: str, party: str, situation: Situation, by: str
    ) -> Words | None:
        """Return what a party's bot says at an event; None where a person sits, or nobody."""
        bot = self.room.state.bots_at(event).get(party, "")
        remark = remark_of(self.room.id, occasion, party, bot, situation, by)
        return None if remark is None else both(remark.sentence)

    def phrase(self, statement: Statement, event: int) -> Words:
        """Return what a bot states at an event, in words."""
        bot = self.room.state.bots_at(event).get(statement.speaker, "")
        occasion = f"{self.room.id}:{event}"
        return both(lambda lang: statement_sentence(statement, lang, bot, occasion))

    # --- pacts ----------------------------------------------------------------------------------

    def judged(self, proposal: Proposal) -> tuple[int | None, tuple[Finding, ...] | None]:
        """Return how many lines there were when a pact was concluded, and what became of it."""
        if proposal.state != "concluded":
            return None, None
        state = self.room.state
        if self._judged != (state.number, self.log.number):
            self._judged = state.number, self.log.number
            self._verdicts.judge(self.log.concluded, state)
        pact, findings = self._verdicts.findings(proposal, state)
        return pact.start, findings

    async def judge(self) -> None:
        """Judge all pacts of a game that comes into memory: many in a long game take a while."""
        state, verdicts = self.room.state, PactVerdicts()
        if concluded := self.log.concluded:
            await asyncio.to_thread(verdicts.judge, concluded, state)
            self._verdicts = verdicts

    def pacts(self, reader: Reader) -> list[PactView]:
        """Return the pacts that a reader may see, in the order in which they were proposed."""
        found: list[PactView] = []
        for proposal in self.log.proposals.values():
            if reader.may_see(proposal.audience):
                view, findings = self._view(proposal)
                may = may_do(proposal, reader, self.room.state, findings)
                found.append(replace(view, may=may) if may else view)
        return found

    def _view(self, proposal: Proposal) -> _Judged:
        """Return a pact as it stands, made once for everybody."""
        number, count = self.room.state.number, self.log.number
        if self._views[:2] != (number, count):
            self._views = (number, count, {})
        views = self._views[2]
        if proposal.id not in views:
            start, findings = self.judged(proposal)
            view = pact_view(proposal, start, findings, self.room.state, self.voice)
            views[proposal.id] = (view, findings)
        return views[proposal.id]
