"""What follows by itself at a table comes although the database, or the process, was away then.

And although another table's log is damaged.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import delete, select
from tests.online.people import OnlineServed, rows, serving_online
from tests.online.processes import FRIENDLY
from tests.online.tables import called, seated, table, told
from tests.online.test_correspondence import (
    DAYS,
    ask,
    begin,
    holidays,
    lines,
    make_table,
    play,
)
from tests.online.test_departures import erase, waiting
from tests.server.people import Person, wait_until
from tests.server.stores import with_store

from djambi.position.position import Position
from djambi.server.apps import online as online_process
from djambi.server.apps.online import OnlineProcess
from djambi.server.background import BackgroundTasks
from djambi.server.cluster.heartbeat import Heartbeat
from djambi.server.game.events import (
    Begun,
    Created,
    LogEvent,
    Paused,
    Resigned,
    SeatRow,
)
from djambi.server.game.reducer import apply, replay, state_of_events
from djambi.server.game.summaries import summary_of, table_made
from djambi.server.identifiers import new_id, new_key
from djambi.server.live.registry import GameRegistry
from djambi.server.publisher import EventPublisher
from djambi.server.storage import Store
from djambi.server.storage.holidays import HolidayRecord, HolidayStore
from djambi.server.storage.models import EventModel, GameModel
from djambi.server.storage.private_documents import Kind, PrivateDocuments
from djambi.server.storage.tables import TablesStore
from djambi.server.tables.endings import GameEndings
from djambi.server.talk.service import TalkService

START = str(Position.start("square-2"))


def fail_once(monkeypatch: pytest.MonkeyPatch, kind: type[LogEvent]) -> list[LogEvent]:
    """Let the first event of a kind not be stored; returns a list of what was not."""
    failed: list[LogEvent] = []
    real = Store.append

    async def append(self: Store, game: str, number: int, event: LogEvent, *rest: Any, **more: Any):  # type: ignore[no-untyped-def]
        if isinstance(event, kind) and not failed:
            failed.append(event)
            raise OSError("the database is away")
        return await real(self, game, number, event, *rest, **more)

    monkeypatch.setattr(Store, "append", append)
    return failed


def until_stage(person: Person, stage: str) -> None:
    while told(person)["table"]["stage"] != stage:
        person.until("update")


def test_a_table_begins_although_that_could_not_be_stored_at_first(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = fail_once(monkeypatch, Begun)
    one, two = online.guest(), online.guest()
    made = table(one, "square-2", terms={"watch": "all"})
    with two.sit(made["id"], f"?key={made['invite']}") as person:
        person.until("state")
        # Whoever sat down sits, and is not told that it failed.
        person.change("sit", party="y", key=made["invite"])
        until_stage(person, "playing")
        assert failed and not any(said["type"] == "failed" for said in person.heard)


def test_what_all_agreed_to_comes_although_it_could_not_be_stored_at_first(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = fail_once(monkeypatch, Paused)
    with seated([online.guest(), online.guest()]) as (_, people):
        vote = called(people[0], "pause")["table"]["vote"]
        assert people[1].ask("ballot", vote=vote["number"], agree=True)["type"] == "done"
        while not told(people[1])["table"]["clock"]["paused"]:
            people[1].until("update")
        assert failed


def test_a_draw_that_all_agree_to_is_counted_again_where_the_ballots_could_not_be_read(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    with seated([online.guest(), online.guest()]) as (_, people):
        vote = called(people[0], "draw")["table"]["vote"]
        failed: list[str] = []
        real = TablesStore.ballots

        async def ballots(self: TablesStore, game: str) -> dict[str, tuple[int, bool]]:
            found = await real(self, game)
            if len(found) == len(people) and not failed:
                failed.append(game)
                raise OSError("the database is away")
            return found

        monkeypatch.setattr(TablesStore, "ballots", ballots)
        # It lasts two minutes, and nobody waits for its end.
        monkeypatch.setattr("djambi.server.background.FIRST_RETRY_S", 0.01)
        assert people[1].ask("ballot", vote=vote["number"], agree=True)["type"] == "done"
        until_stage(people[1], "over")
        assert failed and told(people[1])["table"]["clock"]["now"] < vote["until"]


def test_a_plan_is_played_although_it_could_not_be_read_at_first(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, red, yellow = begin(online)
    plans = [{"after": 0, "turns": ["c3-e3", "g7-e7"]}]
    assert yellow.http.put(f"/api/games/{game}/plans", json={"plans": plans}).status_code == 200
    failed: list[str] = []
    real = PrivateDocuments.get

    async def get(self: PrivateDocuments, game: str, account: str, kind: Kind) -> str | None:
        if not failed:
            failed.append(kind)
            raise OSError("the database is away")
        return await real(self, game, account, kind)

    monkeypatch.setattr(PrivateDocuments, "get", get)
    monkeypatch.setattr("djambi.server.background.FIRST_RETRY_S", 0.01)
    play(red, game, "c3-e3")
    with red.sit(game) as person:
        assert lines(person, 2) == ["c3-e3", "g7-e7"]
    assert failed == ["plans"]


def test_a_holiday_holds_at_a_table_that_began_although_it_could_not_be_read_at_first(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, yellow = online.guest(), online.guest()
    game = make_table(red, DAYS)
    assert red.http.put("/api/me/holiday", json={"days": 10}).status_code == 200
    failed: list[str] = []
    real = HolidayStore.get

    async def get(self: HolidayStore, account: str) -> HolidayRecord:
        if not failed:
            failed.append(account)
            raise OSError("the database is away")
        return await real(self, account)

    monkeypatch.setattr(HolidayStore, "get", get)
    monkeypatch.setattr("djambi.server.background.FIRST_RETRY_S", 0.01)
    ask(yellow, game, "sit", after=1, party="y")
    assert holidays(yellow, game, 1) == 1 and failed


def test_the_tables_of_an_erased_account_hear_of_it_although_that_failed_at_first(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def failing_once(name: str, real: Any) -> Any:
        async def work(*args: Any) -> None:
            tried.append(name)
            if tried.count(name) == 1:
                raise OSError("the database is away")
            await real(*args)

        return work

    for name, owner in (("announce_erasure", online_process), ("was_erased", TalkService)):
        monkeypatch.setattr(owner, name, failing_once(name, getattr(owner, name)))
    monkeypatch.setattr("djambi.server.background.FIRST_RETRY_S", 0.01)
    gone, other = online.player(), online.guest()
    game = table(gone, terms={"listed": True})["id"]
    assert [each["id"] for each in waiting(other)] == [game]
    erase(gone)
    wait_until(lambda: waiting(other) == [])
    wait_until(lambda: tried.count("was_erased") == 2)


def test_a_damaged_table_keeps_no_other_from_a_holiday(online: OnlineServed) -> None:
    game, red, yellow = begin(online, DAYS)
    damaged = make_table(red, DAYS)
    # It was played at last, and so it comes first.
    ask(yellow, damaged, "sit", after=1, party="y")
    with_store(online.where, partial(damage, game=damaged))
    online.in_the_loop(lambda process: process.registry.forget(damaged))
    assert red.http.put("/api/me/holiday", json={"days": 10}).status_code == 200
    assert holidays(yellow, game, 1) == 1


async def damage(store: Store, game: str) -> None:
    """Lose the first event of a game."""
    gone = (EventModel.game == game) & (EventModel.number == 1)
    async with store.database.writing() as connection:
        await connection.execute(delete(EventModel).where(gone))


def test_a_table_that_shows_a_fault_keeps_no_other_from_its_end() -> None:
    seen: list[str] = []

    class Tables:
        async def ended(self) -> list[str]:
            return ["faulty", "whole"]

        async def finished(self, game: str) -> None:
            seen.append(game)

        async def room(self, game: str) -> SimpleNamespace:
            if game == "faulty":
                raise KeyError(game)
            return SimpleNamespace(id=game, state=SimpleNamespace(mover=None))

    tables = Tables()
    endings = GameEndings(
        cast("GameRegistry", tables),
        cast("TablesStore", tables),
        cast("Heartbeat", None),
        EventPublisher(),
        cast("BackgroundTasks", None),
    )
    asyncio.run(endings._finish_all())
    assert seen == ["whole"]


@pytest.mark.parametrize("what", ["deadline", "end"])
def test_damaged_tables_keep_no_other_from_its_deadline_or_its_end(
    tmp_path: Path, what: str
) -> None:
    """Of three tables whose process has died, another one sees to the only one that is whole."""
    with serving_online(tmp_path) as online:
        seats = tuple(SeatRow(p, "person", device=online.guest().id) for p in "ry")

        async def plant(store: Store) -> list[str]:
            games: list[str] = []
            for _ in range(3):
                # It is full, and due to begin.
                events: list[LogEvent] = [
                    Created(START, seats, FRIENDLY, seats[0].device, new_key())
                ]
                if what == "end":
                    events += [Begun(), Resigned("r")]
                state, game = state_of_events(events), new_id()
                summary, made = summary_of(state), table_made(game, state)
                await store.create(game, "square-2", "original", events, summary, made)
                games.append(game)
            return games

        async def spoil(store: Store) -> None:
            await damage(store, games[0])
            await damage(store, games[2])

        async def stages(store: Store) -> list[str]:
            query = select(GameModel.id, GameModel.stage)
            found = {row.id: row.stage for row in await store.database.rows(query)}
            return [found[game] for game in games]

        games = with_store(online.where, plant)
        with_store(online.where, spoil)

        def take_over(process: OnlineProcess) -> None:
            process.heartbeat.had_company = True
            service = process.deadlines if what == "deadline" else process.endings
            process.tasks.start(service._take_over())

        after = "playing" if what == "deadline" else "over"
        online.in_the_loop(take_over)
        wait_until(lambda: with_store(online.where, stages)[1] == after)


def test_an_end_that_was_not_heard_of_yet_is_seen_to_as_it_is(tmp_path: Path) -> None:
    with serving_online(tmp_path) as online:
        red, yellow = online.guest(), online.guest()
        with seated([red, yellow], terms={"absence": "wait"}) as (game, [_, there]):

            async def resign(store: Store) -> None:
                """Do what another process does, of which this one has not heard."""
                state = apply(replay(await store.events(game)), Resigned("r"))
                await store.append(game, state.number, Resigned("r"), summary_of(state))

            def take_over(process: OnlineProcess) -> None:
                process.heartbeat.had_company = True
                process.tasks.start(process.endings._take_over())

            with_store(online.where, resign)
            online.in_the_loop(take_over)
            until_stage(there, "over")
        wait_until(lambda: rows(online, "SELECT stage FROM games") == [("over",)])
        results = rows(online, "SELECT party, share FROM results ORDER BY party")
        assert results == [("r", 0.0), ("y", 1.0)]


def test_a_table_begins_although_its_process_ended_before_it_could(tmp_path: Path) -> None:
    with serving_online(tmp_path) as online:
        seats = tuple(SeatRow(p, "person", device=online.guest().id) for p in "ry")
    created = Created(START, seats, FRIENDLY, seats[0].device, new_key())

    async def plant(store: Store) -> str:
        game, state = new_id(), state_of_events([created])
        made = table_made(game, state)
        await store.create(game, "square-2", "original", [created], summary_of(state), made)
        return game

    game = with_store(online.where, plant)
    with serving_online(tmp_path) as online:

        async def begun(store: Store) -> bool:
            return any(isinstance(n.event, Begun) for n in await store.events(game))

        wait_until(lambda: with_store(online.where, begun))
