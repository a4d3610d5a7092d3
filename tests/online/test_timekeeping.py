"""A computer's clock that is set back stops no game, and gives nobody time."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.online.people import OnlineServed, serving_online
from tests.online.tables import seated, told
from tests.online.test_fair_play import kinds, until_event
from tests.server.people import Json
from tests.server.stores import with_new_store
from tests.waiting import WAIT_TIMEOUT_S

from djambi.position.position import Position
from djambi.server.apps.online import OnlineProcess
from djambi.server.background import end_tasks
from djambi.server.cluster.heartbeat import BEAT_INTERVAL_S, OUTAGE_MS, Heartbeat
from djambi.server.game.clocks import Outages
from djambi.server.game.events import Begun, Created, Numbered, SeatRow, TurnPlayed
from djambi.server.game.reducer import state_of_events
from djambi.server.game.summaries import summary_of
from djambi.server.live.registry import GameRegistry, RoomLoaded
from djambi.server.publisher import EventPublisher
from djambi.server.schemas.terms import ClockTerms, Terms
from djambi.server.storage import Store
from djambi.server.storage.database import Database
from djambi.server.storage.servers import ServersStore
from djambi.server.storage.upgrade import upgrade
from djambi.server.timekeeping import CLOCK, MAX_CLOCK_LEAD_MS, SteadyClock, now

MS = 1_000_000
TEN_MINUTES = 600_000


class Hands:
    """A wall clock and a monotonic one (milliseconds) that a test sets."""

    def __init__(self) -> None:
        self.wall, self.steady = 10 * TEN_MINUTES, 0
        self.clock = SteadyClock(lambda: self.wall * MS, lambda: self.steady * MS)

    def passes(self, length: int, step: int = 0) -> int:
        """So much time passes, and somebody turns the wall clock by `step`."""
        self.steady += length
        self.wall += length + step
        return self.clock.now()


def test_set_back_it_goes_on_and_set_forward_it_follows() -> None:
    hands = Hands()
    began = hands.clock.now()
    assert hands.passes(1_000) == began + 1_000
    assert hands.passes(1_000, -TEN_MINUTES) == began + 2_000
    assert hands.passes(TEN_MINUTES // 2) == began + 2_000 + TEN_MINUTES // 2
    # What was set back is set right again: nobody notices.
    assert hands.passes(1_000, TEN_MINUTES) == began + 3_000 + TEN_MINUTES // 2
    assert hands.passes(0, TEN_MINUTES) == began + 3_000 + TEN_MINUTES // 2 + TEN_MINUTES


def test_it_goes_on_from_what_is_over_but_not_from_another_age() -> None:
    hands = Hands()
    began = hands.clock.now()
    hands.clock.go_on_from(began + TEN_MINUTES)
    assert hands.clock.now() == began + TEN_MINUTES
    hands.clock.go_on_from(began)
    hands.clock.go_on_from(began + TEN_MINUTES + MAX_CLOCK_LEAD_MS + 1)
    assert hands.clock.now() == began + TEN_MINUTES


def test_a_server_that_starts_after_the_clock_was_set_back_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = tmp_path / "djambi.sqlite3"
    upgrade(where)
    late = now() + TEN_MINUTES
    hands = Hands()
    hands.wall = now()
    monkeypatch.setattr("djambi.server.cluster.heartbeat.CLOCK", hands.clock)
    monkeypatch.setattr("djambi.server.cluster.heartbeat.now", hands.clock.now)

    async def work() -> None:
        database = Database(where)
        await ServersStore(database).begin("before", late, OUTAGE_MS)
        alive = Heartbeat(ServersStore(database), Outages(), EventPublisher())
        await alive.begin()
        assert alive.began >= late
        await alive.end()
        await database.close()

    asyncio.run(work())


@pytest.mark.parametrize("table", ["events", "games"])
def test_time_in_which_no_turn_can_be_stored_is_nobodys(postgres: str, table: str) -> None:
    async def work(store: Store) -> None:
        alive = Heartbeat(ServersStore(store.database), Outages(), EventPublisher())
        await alive.begin()
        # What CREATE INDEX does for as long as it takes.
        async with store.database.writing() as connection:
            await connection.execute(text(f"LOCK TABLE {table} IN SHARE MODE"))
            began = now()
            await asyncio.sleep(2 * OUTAGE_MS / 1000)
            assert alive.is_held_up
            ended = now()
        async with asyncio.timeout(WAIT_TIMEOUT_S):
            while not alive.outages.gaps:
                await asyncio.sleep(0.05)
        [(first, last)] = alive.outages.gaps
        assert first <= began + 2 * BEAT_INTERVAL_S * 1000 and last >= ended
        await alive.end()

    with_new_store(postgres, work)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("asleep", ["both", "one"])
def test_an_outage_is_known_to_all_processes_and_only_if_none_lived(
    anywhere: str, asleep: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands()
    monkeypatch.setattr("djambi.server.cluster.heartbeat.CLOCK", hands.clock)
    monkeypatch.setattr("djambi.server.cluster.heartbeat.now", hands.clock.now)

    async def sign(alive: Heartbeat) -> None:
        await alive._sign()

    async def work(store: Store) -> None:
        servers = ServersStore(store.database)
        one, other = both = [Heartbeat(servers, Outages(), EventPublisher()) for _ in range(2)]
        for alive in both:
            await alive.begin()
            # The test says when they report that they live.
            await end_tasks(alive._task)
        hands.passes(OUTAGE_MS // 2)
        await sign(other)
        last = hands.clock.now()
        for _ in range(4):
            hands.passes(OUTAGE_MS)
            if asleep == "one":
                await sign(other)
        assert one.is_held_up
        await sign(both[first])
        hands.passes(OUTAGE_MS // 10)
        await sign(both[1 - first])
        expected = ((last, last + 4 * OUTAGE_MS),) if asleep == "both" else ()
        assert [alive.outages.gaps for alive in both] == [expected] * 2
        assert not any(alive.is_held_up for alive in both)
        assert await servers.outages() == list(expected)

    with_new_store(anywhere, work)


def test_time_in_which_the_server_slept_is_nobodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = {"clock": {"kind": "turn", "time": 300}}
    with (
        serving_online(tmp_path) as online,
        seated([online.guest(), online.guest()], terms=terms) as (game, people),
    ):

        def wake(process: OnlineProcess) -> None:
            """The computer slept for ten minutes, and the deadline comes before the heartbeat."""
            later = SteadyClock(lambda: time.time_ns() + TEN_MINUTES * MS)
            monkeypatch.setattr("djambi.server.timekeeping.CLOCK", later)
            process.deadlines.queue.set(game, 0)

        online.in_the_loop(wake)
        # Whether or not the server knows already how long it slept.
        assert people[0].ask("turn", after=people[0].last, text="c3-e3")["type"] == "done"
        until_event(people[1], "turn")
        assert "stood_in" not in kinds(people[1])


@pytest.mark.parametrize("seconds", [1800, 300])
@pytest.mark.parametrize("when", ["after", "meanwhile"])
def test_a_turn_before_the_server_knows_how_long_it_slept_costs_nobody_that_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str, seconds: int
) -> None:
    # The test says when the process reports that it lives.
    monkeypatch.setattr("djambi.server.cluster.heartbeat.BEAT_INTERVAL_S", 1e6)
    terms = {"clock": {"kind": "fischer", "time": seconds}}
    # With the shorter time it would be over.
    rest = max(0, seconds * 1000 - TEN_MINUTES)

    def left(update: Json) -> int:
        return int(update["table"]["clock"]["left"]["r"])

    with (
        serving_online(tmp_path) as online,
        seated([online.guest(), online.guest()], terms=terms) as (_, people),
    ):
        processes: list[OnlineProcess] = []
        signed = threading.Event()

        def sign(process: OnlineProcess) -> None:
            async def work() -> None:
                await process.heartbeat._sign()
                signed.set()

            processes.append(process)
            process.tasks.start(work())

        online.in_the_loop(sign)
        assert signed.wait(WAIT_TIMEOUT_S)
        later = SteadyClock(lambda: time.time_ns() + TEN_MINUTES * MS)
        monkeypatch.setattr("djambi.server.timekeeping.CLOCK", later)
        real = Store.append

        async def append(self: Store, *event: Any, **more: Any) -> Numbered:
            await processes[0].heartbeat._sign()
            return await real(self, *event, **more)

        if when == "meanwhile":
            monkeypatch.setattr(Store, "append", append)
        assert people[0].ask("turn", after=people[0].last, text="c3-e3")["type"] == "done"
        assert left(until_event(people[1], "turn")) <= rest
        if when == "after":
            online.in_the_loop(sign)
        assert left(people[1].until("update", number=people[1].last)) > rest


def test_an_outage_that_is_found_while_a_game_is_read_counts_for_nobody_there(
    anywhere: str,
) -> None:
    async def work(store: Store) -> None:
        seats = tuple(SeatRow(p, "person", device=p) for p in "ry")
        terms = Terms(clock=ClockTerms("fischer", 1800))
        created = Created(str(Position.start("square-2")), seats, terms)
        state = state_of_events([created, Begun()])
        # No account of these is known to the database.
        summary = replace(summary_of(state), beside=None)
        [*_, begun] = await store.create(
            "game", "square-2", "original", [created, Begun()], summary
        )
        later = begun.at + TEN_MINUTES
        await store.append("game", 3, TurnPlayed("r", "c3-e3"), summary, later)
        events, outages = EventPublisher(), Outages()

        async def found(event: RoomLoaded) -> None:
            assert event.room.state.clock.left["r"] == 1_800_000 - TEN_MINUTES
            outages.add((begun.at, later))

        events.subscribe(RoomLoaded, found)
        room = await GameRegistry(store, events, outages).room("game")
        assert room.state.clock.left["r"] == 1_800_000

    with_new_store(anywhere, work)


def test_time_is_up_although_the_clock_was_set_back(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = {"clock": {"kind": "turn", "time": 5}}
    with seated([online.guest(), online.guest()], terms=terms) as (_, people):
        until = told(people[0])["table"]["clock"]["until"]
        monkeypatch.setattr(CLOCK, "wall", lambda: time.time_ns() - TEN_MINUTES * MS)
        assert until_event(people[1], "stood_in")["table"]["clock"]["now"] >= until
