"""The talk of all tables of a process: loaded with them, told by sockets, summed up at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from djambi.pacts import Verdict
from djambi.server.errors import RequestRefused
from djambi.server.game.table_presenter import AccountName
from djambi.server.game.table_queries import people_at, require_online
from djambi.server.live.registry import ClientJoined, GameRegistry
from djambi.server.live.room import GameRoom, Listener
from djambi.server.publisher import EventPublisher, PublishedEvent
from djambi.server.rate_limits import RateLimits
from djambi.server.schemas import talk as t
from djambi.server.security.current_user import check_playing
from djambi.server.security.devices import NO_ACCOUNT_KEY
from djambi.server.storage.database import Database
from djambi.server.storage.people import PeopleStore
from djambi.server.storage.talk_log import AsideStore, PledgeRow, keep_pledges
from djambi.server.talk.commands import TalkCommand, aside_for
from djambi.server.talk.room import TalkRoom

_LIMITS: Final[dict[type, str]] = {t.TalkRequest: "talk", t.EmoteRequest: "emote"}
"""What is counted by itself (`server.rate_limits`); everything about pacts is "propose"."""


@dataclass(frozen=True, slots=True)
class TalkFollowed(PublishedEvent):
    """Asides that another process stored have been read, and told here."""

    room: GameRoom


class TalkService:
    """What is said at the online tables of a process."""

    def __init__(
        self,
        registry: GameRegistry,
        database: Database,
        people: PeopleStore,
        limits: RateLimits,
        events: EventPublisher,
    ) -> None:
        self.store = AsideStore(database)
        self._registry = registry
        self._people = people
        self._limits = limits
        self._events = events
        self._rooms: WeakKeyDictionary[GameRoom, TalkRoom] = WeakKeyDictionary()

    def room_of(self, room: GameRoom) -> TalkRoom | None:
        """Return the talk of a game in memory; None for a game at this computer."""
        return self._rooms.get(room)

    def _talk_of(self, room: GameRoom) -> TalkRoom:
        talk = self._rooms.get(room)
        if talk is None:
            raise RequestRefused("not_online")
        return talk

    async def load(self, room: GameRoom) -> None:
        """Read all that was said at a game that comes into memory."""
        if room.state.online is None:
            return
        talk = TalkRoom(room, self.store, self._learn, self._events)
        await talk.catch_up()
        self._rooms[room] = talk

    def joined(self, event: ClientJoined) -> None:
        """Tell a socket that has come what it has not heard."""
        talk = self._rooms.get(event.room)
        if talk is not None:
            talk.join(event.listener, event.since, event.said)

    def tell(self, room: GameRoom) -> None:
        """Tell who is at a game that has gone on what that changes for them."""
        talk = self._rooms.get(room)
        if talk is not None and room.listeners:
            talk.tell()

    def last_aside(self, room: GameRoom) -> int | None:
        """Return the number of the last aside known here; None for a game without talk."""
        talk = self._rooms.get(room)
        return None if talk is None else talk.log.number

    async def follow(self, room: GameRoom) -> None:
        """Read what was said here by way of another process."""
        await self._talk_of(room).catch_up()
        self._events.publish(TalkFollowed(room))

    async def was_erased(self, account: str) -> None:
        """Read the tables anew where an erased account spoke: perhaps its words went with it."""
        for talk in tuple(self._rooms.values()):
            if talk.log.has_spoken(account):
                await talk.read_again()

    async def prepare(self, room: GameRoom, key: str) -> None:
        """Learn, for somebody who is about to read, whom they block and what they are called."""
        talk = self._rooms.get(room)
        if talk is not None and key != NO_ACCOUNT_KEY:
            await self._learn(talk, key)

    async def _learn(self, talk: TalkRoom, key: str = NO_ACCOUNT_KEY) -> None:
        """Learn the names of who speaks at a table, and who blocks whom."""
        room = talk.room
        speakers = {numbered.aside.by for numbered in talk.log.asides} | {key}
        speakers -= {"", NO_ACCOUNT_KEY}
        unknown = speakers - set(room.people)
        if unknown:
            found = await self._people.accounts(unknown)
            room.people.update((i, AccountName(p.name, p.guest)) for i, p in found.items())
        seats = people_at(room.state)
        everybody = speakers | seats
        if len(everybody) > 1:
            talk.mute(frozenset(await self._people.blocks_between(everybody)))

    async def hear(self, room: GameRoom, listener: Listener, asked: t.HearRequest) -> None:
        """Answer a request for asides that were missed."""
        await self.prepare(room, listener.device.key)
        talk = self._talk_of(room)
        talk.hear(listener, asked.after, asked.id)

    async def take(
        self, room: GameRoom, key: str, asked: TalkCommand, acknowledge: Callable[[int], None]
    ) -> None:
        """Store what a person says or promises; `acknowledge` gets their own number of it.

        Raises RequestRefused if they may not, also for too many in a short time.
        """
        talk = self._talk_of(room)
        if key == NO_ACCOUNT_KEY:
            raise RequestRefused("sign_in")
        found = check_playing(await self._people.account(key))
        self._limits.take(_LIMITS.get(type(asked), "propose"), key)
        room.people.setdefault(key, AccountName(found.name, found.guest))
        await talk.change(
            lambda: aside_for(talk.log, room.state, talk.speaker(key), asked),
            lambda numbered: acknowledge(talk.count(key)),
        )

    # --- the end --------------------------------------------------------------------------------

    async def finish(self, room: GameRoom) -> None:
        """Sum up what became of the promises of a finished game; again, it changes nothing."""
        talk = self._rooms.get(room)
        if talk is None:
            return
        await talk.catch_up()
        database = self.store.database
        async with database.writing() as connection:
            await keep_pledges(connection, database, room.id, pledges(talk))


def pledges(talk: TalkRoom) -> list[PledgeRow]:
    """Return what the players of a finished game kept and broke, for their profiles.

    Counted is what a person promised another person. Nothing of an anonymous table is counted, and
    of secret pacts only what the table publishes.
    """
    state = talk.room.state
    terms = state.terms
    if terms is None or terms.anonymous or state.mover is not None:
        return []
    counts: dict[str, Counter[str]] = {}
    for proposal in talk.log.proposals.values():
        if proposal.concluded is None or (proposal.secret and not terms.publish):
            continue
        _, findings = talk.judged(proposal)
        sat = {p: require_online(state).sat.holder(p, proposal.concluded) for p in proposal.parties}
        people = {p: key for p, (player, key) in sat.items() if player == "person"}
        for promise, finding in zip(proposal.promises, findings or (), strict=True):
            who = people.get(promise.by)
            others = set(people.values()) - {who}
            if who is not None and others and finding.verdict in (Verdict.KEPT, Verdict.BROKEN):
                name = ("secret_" if proposal.secret else "") + finding.verdict.value
                counts.setdefault(who, Counter())[name] += 1
    return [PledgeRow(who, **count) for who, count in counts.items()]
