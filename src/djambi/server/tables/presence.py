"""Presence at online tables, in any process, and since when the others have been away.

What this process knows goes to the store, and from there to the other processes; while there are
none, nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from djambi.server.background import BackgroundTasks
from djambi.server.cluster.bus import Bus
from djambi.server.cluster.heartbeat import (
    DEAD_AFTER_MS,
    Heartbeat,
    ProcessesLost,
    ProcessesReturned,
)
from djambi.server.live.each_game import see_to_each
from djambi.server.live.registry import ClientJoined, ClientLeft, GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.publisher import EventPublisher, PublishedEvent
from djambi.server.security.devices import NO_ACCOUNT_KEY
from djambi.server.storage.servers import ServersStore
from djambi.server.timekeeping import now

PUBLISH_INTERVAL_S: Final = 0.5
"""Seconds between two times that the other processes are told who has come and gone."""

FORGET_AFTER_S: Final = 3600.0
"""Seconds after which it no longer matters when somebody left: no table waits longer (`grace`)."""


@dataclass(frozen=True, slots=True)
class PresenceChanged(PublishedEvent):
    """Another process has told who is at a table; those who are there were told."""

    room: GameRoom


class PresenceTracker:
    """A tracker of who is at the tables; `begin()` before."""

    def __init__(
        self,
        registry: GameRegistry,
        store: ServersStore,
        heartbeat: Heartbeat,
        bus: Bus,
        events: EventPublisher,
        tasks: BackgroundTasks,
    ) -> None:
        self._registry = registry
        self._store = store
        self._heartbeat = heartbeat
        self._bus = bus
        self._events = events
        self._tasks = tasks
        self._changed: dict[tuple[str, str], int | None] = {}
        # When who is not there was last seen. It outlives the rooms, which are evicted.
        self._left: dict[tuple[str, str], int] = {}
        bus.listen_to_all("here", self._heard)

    def begin(self) -> None:
        """Start telling the other processes who is here."""
        self._tasks.repeat(PUBLISH_INTERVAL_S, self._publish)
        self._tasks.repeat(FORGET_AFTER_S, self._forget)

    def end(self) -> None:
        """Tell the other processes that nobody is here any more, once the store says so."""
        if self._heartbeat.alone:
            return
        games = {game for game, _ in self._changed}
        games.update(room.id for room in self._registry.loaded if room.here)
        for game in games:
            self._bus.publish(f"here:{game}", self._heartbeat.process.encode())

    def joined(self, event: ClientJoined) -> None:
        """Record that a socket has come to a table."""
        if event.room.state.online is not None and event.listener.may_play:
            self._note(event.room, event.listener.device.key, None)

    def left(self, event: ClientLeft) -> None:
        """Record that the last socket of an account has left a table."""
        room = event.room
        if room.state.online is not None and event.came is not None:
            self._note(room, event.account, now())

    def _note(self, room: GameRoom, account: str, left: int | None) -> None:
        if account != NO_ACCOUNT_KEY:
            self._changed[room.id, account] = left
            if left is not None:
                self._left[room.id, account] = left

    async def _forget(self) -> None:
        long_ago = now() - FORGET_AFTER_S * 1000
        self._left = {key: left for key, left in self._left.items() if left > long_ago}

    async def _publish(self) -> None:
        if self._heartbeat.alone:
            self._changed = {k: left for k, left in self._changed.items() if left is None}
            return
        changed = self._changed.copy()
        rows = [(game, account, left) for (game, account), left in changed.items()]
        await self._store.set_presences(self._heartbeat.process, rows)
        # What could not be stored is still there, as is what changed meanwhile: the next time.
        self._changed = dict(self._changed.items() - changed.items())
        for game in {game for game, _, _ in rows}:
            self._bus.publish(f"here:{game}", self._heartbeat.process.encode())

    def look_at_others(self, event: ProcessesLost) -> None:
        """Look again at the tables where somebody is by way of another process."""
        self._tasks.insist(
            partial(self._learn_all, {r.id for r in self._registry.loaded if r.elsewhere})
        )

    def look_at_returned(self, event: ProcessesReturned) -> None:
        """Look again at all tables: somebody may be there by way of a process that has returned."""
        self._look_at_all()

    def _look_at_all(self) -> None:
        self._tasks.insist(partial(self._learn_all, self._registry.in_memory()))

    async def _learn_all(self, games: Iterable[str]) -> None:
        rooms = filter(None, map(self._registry.known, games))
        await see_to_each(
            "who is at game %s elsewhere cannot be read",
            (
                (room.id, partial(self._learn, room))
                for room in rooms
                if room.state.online is not None
            ),
        )

    def _heard(self, game: str, process: bytes) -> None:
        if not process:
            # Something was missed: whatever it was about.
            self._look_at_all()
            return
        here = self._registry.known(game) is not None or self._registry.is_loading(game)
        if here and process != self._heartbeat.process.encode():
            self._tasks.start(self._learn_once_loaded(game))

    async def _learn_once_loaded(self, game: str) -> None:
        # What is being loaded may have been read before this was stored.
        room = await self._registry.once_loaded(game)
        if room is not None:
            await self._learn(room)

    async def _learn(self, room: GameRoom) -> None:
        await self.look_elsewhere(room)
        room.tell_presence()
        self._events.publish(PresenceChanged(room))

    async def look_elsewhere(self, room: GameRoom) -> None:
        """Read from the store who is at a table by way of other processes, if there were any."""
        if not self._heartbeat.had_company:
            return
        there: set[str] = set()
        for account, process, left, seen in await self._store.presences(room.id):
            if process == self._heartbeat.process:
                continue
            if left is None and seen >= now() - DEAD_AFTER_MS:
                there.add(account)
            else:
                # Whoever was at a process that died was there as long as it lived.
                known = self._left.get((room.id, account), 0)
                self._left[room.id, account] = max(known, seen if left is None else left)
        room.meet_elsewhere(frozenset(there))

    def away(self, room: GameRoom) -> Callable[[str], int | None]:
        """Return what says since when an account has been away from a table (milliseconds, UTC).

        None while it is there.
        """

        def since(account: str) -> int | None:
            if room.is_here(account):
                return None
            return max(self._heartbeat.began, self._left.get((room.id, account), 0))

        return since
