"""Who is at a table, and since when not: over evictions, and over the ends of other processes."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.online.test_asides import a_game
from tests.server.stores import with_new_store
from tests.waiting import WAIT_TIMEOUT_S

from djambi.server.background import BackgroundTasks, end_tasks
from djambi.server.cluster.bus import LocalBus
from djambi.server.cluster.heartbeat import (
    DEAD_AFTER_MS,
    Heartbeat,
    ProcessesLost,
    ProcessesReturned,
)
from djambi.server.game.clocks import Outages
from djambi.server.live.listener import Listener
from djambi.server.live.registry import ClientJoined, ClientLeft, GameRegistry, RoomLoaded
from djambi.server.publisher import EventPublisher
from djambi.server.security.devices import Device
from djambi.server.storage import Store
from djambi.server.storage.servers import ServersStore
from djambi.server.tables.presence import PresenceTracker
from djambi.server.timekeeping import now


@dataclass
class Process:
    """What a process knows of who is where. It is an old one, whenever the test began."""

    registry: GameRegistry
    heartbeat: Heartbeat
    presence: PresenceTracker

    async def come(self) -> Listener:
        """Ada opens the table here."""
        listener = Listener(Device("ada", host=False))
        self.registry.join(await self.registry.room("g"), listener, 0)
        return listener

    async def go(self, listener: Listener) -> None:
        """She closes it."""
        self.registry.leave(await self.registry.room("g"), listener)

    async def since(self) -> int | None:
        """Since when Ada is away from the table, as far as is known here."""
        room = await self.registry.room("g")
        await self.presence.look_elsewhere(room)
        return self.presence.away(room)("ada")


@asynccontextmanager
async def process(
    store: Store, servers: ServersStore | None = None, bus: LocalBus | None = None
) -> AsyncGenerator[Process]:
    events, tasks = EventPublisher(), BackgroundTasks()
    registry = GameRegistry(store, events)
    servers = servers or ServersStore(store.database)
    heartbeat = Heartbeat(servers, Outages(), events)
    presence = PresenceTracker(registry, servers, heartbeat, bus or LocalBus(), events, tasks)
    events.subscribe(ClientJoined, presence.joined)
    events.subscribe(ClientLeft, presence.left)
    events.subscribe(ProcessesLost, presence.look_at_others)
    events.subscribe(ProcessesReturned, presence.look_at_returned)
    await heartbeat.begin()
    heartbeat.began = 0
    try:
        yield Process(registry, heartbeat, presence)
    finally:
        await heartbeat.end()
        presence.end()
        await tasks.cancel()


async def publish(told: Process) -> None:
    """Tell the other processes now."""
    await told.presence._publish()


async def look(who: Process) -> None:
    """Look now which other processes live."""
    await who.heartbeat._look()


def test_when_somebody_left_is_known_after_the_game_was_evicted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        await a_game(store)
        async with process(store) as here:
            listener = await here.come()
            assert await here.since() is None
            leaving = now()
            monkeypatch.setattr("djambi.server.live.registry._MAX_IDLE_ROOMS", 0)
            await here.go(listener)
            gc.collect()
            assert here.registry.known("g") is None
            assert (await here.since() or 0) >= leaving
            # And not for ever.
            monkeypatch.setattr("djambi.server.tables.presence.FORGET_AFTER_S", -1.0)
            await here.presence._forget()
            assert await here.since() == 0

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_who_is_not_back_yet_after_a_restart_left_only_when_the_process_began(
    tmp_path: Path,
) -> None:
    """Else a bot would play for everybody who was at the table a moment ago."""

    async def work(store: Store) -> None:
        await a_game(store)
        async with process(store) as here:
            here.heartbeat.began = began = now()
            assert await here.since() == began

    with_new_store(tmp_path / "djambi.sqlite3", work)


@pytest.mark.parametrize("end", ["stops", "dies"])
def test_who_was_at_a_process_that_is_no_more_left_only_then(
    anywhere: str, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        await a_game(store)
        async with process(store) as here:
            async with process(store) as there:
                await look(here)
                await there.come()
                await publish(there)
                assert await here.since() is None
                alive = now()
                await there.heartbeat._sign()
                if end == "dies":
                    await end_tasks(there.heartbeat._task)
                    monkeypatch.setattr("djambi.server.tables.presence.DEAD_AFTER_MS", -1)
                    assert (await here.since() or 0) >= alive
                    # Also by a process that has been alone since then.
                    here.heartbeat.others = frozenset()
            assert (await here.since() or 0) >= alive

    with_new_store(anywhere, work)


@pytest.mark.parametrize("how", ["it ends", "it dies", "the bus has a gap"])
def test_the_tables_in_memory_hear_that_nobody_is_at_another_process_any_more(
    anywhere: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        log = await a_game(store)
        here_bus, bus = LocalBus(), LocalBus()
        if how == "it ends":
            monkeypatch.setattr(bus, "publish", here_bus.publish)
        async with process(store, bus=here_bus) as here:
            room = await here.registry.room("g")
            assert room.state.number == len(log)

            async def gone() -> None:
                async with asyncio.timeout(WAIT_TIMEOUT_S):
                    while room.is_here("ada"):
                        await asyncio.sleep(0.01)

            async with process(store, bus=bus) as there:
                await look(here)
                await there.come()
                await publish(there)
                await here.presence.look_elsewhere(room)
                assert room.is_here("ada")
                if how == "it dies":
                    await end_tasks(there.heartbeat._task, here.heartbeat._task)
                    for module in ("tables.presence", "cluster.heartbeat"):
                        monkeypatch.setattr(f"djambi.server.{module}.DEAD_AFTER_MS", -1)
                    await look(here)
                    await gone()
                else:
                    # Nobody looks who lives: that would be later.
                    await end_tasks(here.heartbeat._task)
            if how == "the bus has a gap":
                here_bus._gap()
            await gone()

    with_new_store(anywhere, work)


def test_who_is_at_a_process_that_was_taken_for_dead_is_there_when_it_is_back(
    anywhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        await a_game(store)
        async with process(store) as here, process(store) as there:
            await end_tasks(here.heartbeat._task)
            await look(here)
            await look(there)
            room = await here.registry.room("g")
            await there.come()
            await publish(there)
            await here.presence.look_elsewhere(room)

            async def until(is_here: bool) -> None:
                async with asyncio.timeout(WAIT_TIMEOUT_S):
                    while room.is_here("ada") != is_here:
                        await asyncio.sleep(0.01)

            # Neither could store that it lives for a while.
            for patience, is_here in ((-1, False), (DEAD_AFTER_MS, True)):
                for module in ("tables.presence", "cluster.heartbeat"):
                    monkeypatch.setattr(f"djambi.server.{module}.DEAD_AFTER_MS", patience)
                await look(here)
                await until(is_here)

    with_new_store(anywhere, work)


def test_who_comes_elsewhere_while_a_game_is_being_read_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        await a_game(store)
        here_bus, bus = LocalBus(), LocalBus()
        monkeypatch.setattr(bus, "publish", here_bus.publish)
        async with process(store, bus=here_bus) as here, process(store, bus=bus) as there:
            await look(here)
            await look(there)

            async def meanwhile(event: RoomLoaded) -> None:
                await here.presence.look_elsewhere(event.room)
                await there.come()
                await publish(there)

            here.registry.events.subscribe(RoomLoaded, meanwhile)
            room = await here.registry.room("g")
            async with asyncio.timeout(WAIT_TIMEOUT_S):
                while not room.is_here("ada"):
                    await asyncio.sleep(0.01)

    with_new_store(tmp_path / "djambi.sqlite3", work)


class Flaky(ServersStore):
    """A database that is away once, when it is to store who has come."""

    away = True

    async def set_presences(
        self, process: str, changed: Collection[tuple[str, str, int | None]]
    ) -> None:
        if self.away:
            self.away = False
            raise OSError("the database is away")
        await super().set_presences(process, changed)


def test_who_came_while_the_database_was_away_is_told_afterwards(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await a_game(store)
        async with process(store) as here, process(store, Flaky(store.database)) as there:
            await look(here)
            await there.come()
            with pytest.raises(OSError, match="away"):
                await publish(there)
            assert await here.since() == 0
            await publish(there)
            assert await here.since() is None

    with_new_store(tmp_path / "djambi.sqlite3", work)
