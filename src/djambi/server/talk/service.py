"""The talk of all games of a process: loaded with them, told by sockets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol
from weakref import WeakKeyDictionary

from djambi.server.background import failures_of
from djambi.server.errors import RequestRefused
from djambi.server.game.asides import Spoke, StoredAsides
from djambi.server.live.listener import Listener
from djambi.server.live.registry import ClientJoined
from djambi.server.live.room import GameRoom
from djambi.server.publisher import EventPublisher
from djambi.server.schemas.talk import HearRequest, SuggestedPactView, WorthRequest
from djambi.server.security.devices import NO_ACCOUNT_KEY, Device
from djambi.server.talk.aside_log import AsideLog
from djambi.server.talk.commands import TalkCommand, aside_for
from djambi.server.talk.room import TalkRoom
from djambi.server.talk.suggestions import suggestion_view

Acknowledge = Callable[[int, SuggestedPactView | None], None]
"""Hears the number of what was stored, and the pact that it suggests."""


class TalkPeople(Protocol):
    """Those who talk, as the talk of a process knows them."""

    async def admit(self, room: GameRoom, key: str, asked: TalkCommand | WorthRequest) -> None:
        """Check that somebody may say, promise or ask this; raises RequestRefused."""
        ...

    def charge(self, device: Device, asides: int) -> None:
        """Charge somebody for asides that are sent anew; raises RequestRefused for too many."""
        ...

    async def afford(self, device: Device, asides: int) -> None:
        """Charge somebody who comes to a game, once it is not too much: nobody is refused."""
        ...

    def charge_advice(self, device: Device) -> None:
        """Charge somebody who looks back on a pact; raises RequestRefused for too many."""
        ...

    async def learn(self, talk: TalkRoom, key: str = NO_ACCOUNT_KEY) -> None:
        """Load the names of those who speak at a game, or are about to, and who blocks whom."""
        ...


class LocalPeople:
    """The people at one computer: nobody has an account, and nobody is refused."""

    async def admit(self, room: GameRoom, key: str, asked: TalkCommand | WorthRequest) -> None:
        """Admit everybody who has a seat; the talk itself refuses those who have none."""

    def charge(self, device: Device, asides: int) -> None:
        """Charge nothing."""

    async def afford(self, device: Device, asides: int) -> None:
        """Charge nothing."""

    def charge_advice(self, device: Device) -> None:
        """Charge nothing."""

    async def learn(self, talk: TalkRoom, key: str = NO_ACCOUNT_KEY) -> None:
        """Load nothing: the seats of such a game have the names of who plays."""


class TalkService:
    """What is said at the games of a process, online or at one computer."""

    def __init__(self, store: AsideLog, people: TalkPeople, events: EventPublisher) -> None:
        self._store = store
        self._people = people
        self._events = events
        self._rooms: WeakKeyDictionary[GameRoom, TalkRoom] = WeakKeyDictionary()

    def room_of(self, room: GameRoom) -> TalkRoom | None:
        """Return the talk of a game in memory; None for a game at which nobody talks."""
        return self._rooms.get(room)

    def _talk_of(self, room: GameRoom) -> TalkRoom:
        talk = self._rooms.get(room)
        if talk is None:
            raise RequestRefused("no_talk")
        return talk

    async def load(self, room: GameRoom) -> None:
        """Read all that was said at a game that comes into memory."""
        if room.state.talk_rules is None:
            return
        talk = TalkRoom(room, self._store, self._people.learn, self._events)
        await talk.catch_up()
        await talk.judge()
        self._rooms[room] = talk

    def joined(self, event: ClientJoined) -> None:
        """Send a new socket everything it has not seen."""
        talk = self._rooms.get(event.room)
        if talk is not None:
            talk.join(event.listener, event.since, event.said)

    def tell(self, room: GameRoom) -> None:
        """Send those at a game what its last event changes for them."""
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

    async def was_erased(self, account: str) -> None:
        """Read the tables anew where an erased account spoke: perhaps its words went with it.

        Raise what failed last, once all are read.
        """
        talks = tuple(self._rooms.values())
        await _do_all(talk.read_again for talk in talks if talk.log.has_spoken(account))

    async def blocks_changed(self, account: str) -> None:
        """Send an account that listens at tables what it reads there now; "": whoever listens.

        Raise what failed last, once all is sent.
        """
        talks = tuple(self._rooms.values())
        await _do_all(talk.learn_again for talk in talks if _listens(account, talk.room))

    async def prepare(self, room: GameRoom, device: Device, after: int, said: int) -> None:
        """Prepare for a client that is about to join and has seen event `after`, message `said`.

        Whom it blocks and what it is called are loaded, and what it is to be sent is charged; who
        asks for too much in a short time waits.
        """
        talk = self._rooms.get(room)
        if talk is not None:
            await self._learn(talk, device.key)
            known = talk.still_known(after, said)
            await self._people.afford(device, talk.unheard(device.talk_key, known))

    async def _learn(self, talk: TalkRoom, key: str) -> None:
        if key != NO_ACCOUNT_KEY:
            await self._people.learn(talk, key)

    async def hear(self, room: GameRoom, listener: Listener, asked: HearRequest) -> None:
        """Answer a request for asides that were missed; raises RequestRefused for too many."""
        talk, device = self._talk_of(room), listener.device
        self._people.charge(device, talk.unheard(device.talk_key, asked.after))
        await self._learn(talk, device.key)
        talk.hear(listener, asked.after, asked.id)

    async def consult(self, room: GameRoom, device: Device, asked: WorthRequest) -> TalkRoom:
        """Return the talk of a game for somebody who asks what a pact of it is worth.

        Raises RequestRefused where nobody talks, also for too many questions in a short time.
        """
        talk = self._talk_of(room)
        if room.state.mover is None:
            self._people.charge_advice(device)
        else:
            await self._people.admit(room, device.talk_key, asked)
        return talk

    async def take(
        self, room: GameRoom, key: str, asked: TalkCommand, acknowledge: Acknowledge
    ) -> None:
        """Store what a person says or promises; `acknowledge` gets their own number of it, and
        what pact it suggests.

        Raises RequestRefused if they may not, also for too many in a short time.
        """
        talk = self._talk_of(room)
        await self._people.admit(room, key, asked)
        if key not in room.here:
            # Who came by a socket is known; who has none may be blocked all the same.
            await self._learn(talk, key)
        await talk.change(
            lambda: aside_for(talk.log, room.state, talk.speaker(key), asked),
            lambda numbered: acknowledge(talk.count(key), _suggested(talk, key, numbered.aside)),
        )


async def _do_all(works: Iterable[Callable[[], Awaitable[None]]]) -> None:
    failed = await failures_of((None, work) for work in works)
    if failed:
        raise failed[-1][1]


def _listens(account: str, room: GameRoom) -> bool:
    """Return whether an account listens at a game; "": whether anybody does."""
    return any(account in ("", listener.device.talk_key) for listener in room.listeners)


def _suggested(talk: TalkRoom, key: str, aside: StoredAsides) -> SuggestedPactView | None:
    """Return the pact that something said suggests; only words do."""
    if not isinstance(aside, Spoke):
        return None
    state, speaker = talk.room.state, talk.speaker(key)
    return suggestion_view(state, speaker, aside.party, aside.room, aside.text)
