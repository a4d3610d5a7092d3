"""What goes wrong on our side: the disk, another process, a bot, a damaged game, a slow reader."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.people import HOT_SEAT, Served, play_first_legal, serving
from websockets.exceptions import ConnectionClosed

from djambi.bots import RandomBot
from djambi.position.position import Position
from djambi.server.bots import game_tasks
from djambi.server.bots.game_tasks import GameTasks
from djambi.server.game.events import (
    Created,
    Numbered,
    Renamed,
    Resigned,
    SeatRow,
    TurnPlayed,
    encode,
)
from djambi.server.game.reducer import replay
from djambi.server.live.event_window import MAX_EVENTS
from djambi.server.live.listener import Listener
from djambi.server.live.room import GameRoom
from djambi.server.publisher import EventPublisher
from djambi.server.security.devices import Device
from djambi.server.storage import Store


def test_what_the_store_refuses_is_not_played(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise OSError("no space left on device")

    with served.sit(served.new_game()) as person, served.sit(served.new_game()) as other:
        start = person.hear()
        other.hear()
        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", full)
            answer = person.ask("turn", after=1, text="c3-e3")
            assert answer["type"] == "failed" and answer["code"] == "internal"
            assert "space" not in str(answer)
        assert person.ask("resume", after=0)["view"] == start["view"]
        assert person.change("turn", text="c3-e3")["number"] == 2


def test_a_game_that_went_on_elsewhere_is_read_anew(served: Served) -> None:
    """Another process on the same database takes the number first: its event stands."""
    game = served.new_game()
    with served.sit(game) as person:
        person.hear()
        with closing(sqlite3.connect(served.database)) as database:
            database.execute(
                "INSERT INTO events VALUES (?, 2, 1, 0, ?)", (game, encode(Resigned("y")))
            )
            database.commit()
        answer = person.ask("turn", after=1, text="c3-e3")
        assert answer["type"] == "state" and answer["number"] == 2
        assert [line["kind"] for line in answer["lines"]] == ["resigned"]
        assert person.change("turn", text="c3-e3")["number"] == 3


def test_a_game_that_went_on_elsewhere_for_long_is_told_whole(served: Served) -> None:
    """More happened at once than is kept: who listens is told how things stand."""
    game = served.new_game(**HOT_SEAT)
    rows = [(game, n, encode(Renamed("r", f"number {n}"))) for n in range(2, MAX_EVENTS + 9)]
    with served.sit(game) as person, served.sit(game) as other:
        person.hear()
        other.hear()
        with closing(sqlite3.connect(served.database)) as database:
            database.executemany("INSERT INTO events VALUES (?, ?, 1, 0, ?)", rows)
            database.commit()
        assert person.ask("turn", after=1, text="c3-e3")["type"] == "state"
        state = other.hear()
        assert state["type"] == "state" and state["number"] == MAX_EVENTS + 8
        assert state["seats"][0]["name"] == f"number {MAX_EVENTS + 8}"
        assert state["id"] is None and state["you"]["parties"] == "rbyg"
        person.change("turn", text="c3-e3")
        assert other.hear()["type"] == "update"


@pytest.mark.parametrize(
    ("data", "version"), [("{}", 1), ('{"kind":"turn","party":"r","text":"a1-i9"}', 1), ("{}", 2)]
)
def test_a_game_that_cannot_be_read_is_said_to_be(tmp_path: Path, data: str, version: int) -> None:
    with serving(tmp_path) as served:
        game, good = served.new_game(), served.new_game()
        with closing(sqlite3.connect(served.database)) as database:
            database.execute("INSERT INTO events VALUES (?, 2, ?, 0, ?)", (game, version, data))
            database.execute("UPDATE games SET position = 'x' WHERE id = ?", (game,))
            database.commit()
        with served.sit(game) as person:
            assert person.hear()["code"] == "damaged"
            with pytest.raises(ConnectionClosed):
                person.hear()
        with served.http() as http:
            assert {g["id"] for g in http.get("/api/games").json()["games"]} == {game, good}
            assert http.get(f"/api/games/{game}/record").json()["code"] == "damaged"
        with served.sit(good) as person:
            assert person.hear()["type"] == "state"


def test_a_bot_that_fails_is_stood_in_for(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(RandomBot):
        def choose(self, position: Any) -> Any:
            raise ZeroDivisionError

    def make(level: str) -> RandomBot:
        return Broken() if level == "greedy" else RandomBot()

    monkeypatch.setattr("djambi.server.bots.runner.make", make)
    seats = [{"party": "b", "player": "bot", "level": "greedy"}, {"party": "r", "player": "me"}]
    with served.sit(served.new_game(variant="hex-3", seats=seats)) as person:
        person.hear()
        line = person.ask("stage", prefix="")["stage"]["choices"][0]["text"]
        first = person.ask("stage", prefix=line)["stage"]["choices"][0]["text"]
        person.change("turn", text=line + first)
        assert person.until("update", number=3)["lines"][-1]["party"] == "b"
    assert "failed" in caplog.text


def test_a_bot_s_turn_that_could_not_be_stored_is_played_later(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody has to come anew for it."""
    append, failures = Store.append, [OSError("no space left on device")] * 2

    async def full_at_first(self: Store, *args: Any, **more: Any) -> Numbered:
        if failures and isinstance(args[2], TurnPlayed) and args[2].party == "b":
            raise failures.pop()
        return await append(self, *args, **more)

    monkeypatch.setattr(game_tasks, "FIRST_RETRY_S", 0.01)
    monkeypatch.setattr(Store, "append", full_at_first)
    seats = [{"party": "b", "player": "bot", "level": "novice"}, {"party": "r", "player": "me"}]
    with served.sit(served.new_game(variant="hex-3", seats=seats)) as person:
        person.hear()
        play_first_legal(person)
        assert person.until("update", number=3)["lines"][-1]["party"] == "b"
    assert not failures and "the bots of game" in caplog.text


def test_work_that_failed_is_not_done_again_after_the_end(tmp_path: Path) -> None:
    created = Created(str(Position.start()), (SeatRow("r", "me"), SeatRow("b", "bot")))
    log = [Numbered(1, 0, created)]
    woken: list[GameRoom] = []

    async def fail() -> None:
        raise OSError("no space left on device")

    async def run() -> None:
        store = Store(tmp_path / "djambi.sqlite3")
        room = GameRoom("g", store, log, replay(log), EventPublisher())
        tasks = GameTasks("the bots", woken.append)
        tasks.start(room, fail())
        for _ in range(9):
            await asyncio.sleep(0)
        assert room.id in tasks
        await tasks.close()
        await store.close()
        assert not room.is_occupied and len(asyncio.all_tasks()) == 1

    asyncio.run(run())
    assert woken == []


def test_nothing_begins_once_the_work_at_games_is_closed(tmp_path: Path) -> None:
    """What ends just then is not cancelled, and would be looked at again."""
    created = Created(str(Position.start()), (SeatRow("r", "me"), SeatRow("b", "bot")))
    log = [Numbered(1, 0, created)]

    async def work(done: list[None]) -> None:
        done.append(None)

    async def run() -> None:
        store = Store(tmp_path / "djambi.sqlite3")
        room = GameRoom("g", store, log, replay(log), EventPublisher())
        done: list[None] = []

        def wake(woken: GameRoom) -> None:
            tasks.start(woken, work(done))

        tasks = GameTasks("the bots", wake)
        tasks.start(room, work(done))
        await asyncio.sleep(0)
        assert len(done) == 1
        await tasks.close()
        tasks.start(room, work(done))
        await asyncio.sleep(0.01)
        await store.close()
        assert len(done) == 1 and room.id not in tasks and len(asyncio.all_tasks()) == 1

    asyncio.run(run())


def test_who_does_not_keep_up_is_cut_off() -> None:
    listener = Listener(Device("", host=True))
    for _ in range(10_000):
        listener.send(b"{}")
    assert listener.queue.qsize() < 1000
    sent = [listener.queue.get_nowait() for _ in range(listener.queue.qsize())]
    assert None in sent


def test_who_does_not_keep_up_with_large_messages_is_cut_off() -> None:
    listener = Listener(Device("", host=True))
    for _ in range(200):
        listener.send(b"x" * 2**20)
    sent = [listener.queue.get_nowait() for _ in range(listener.queue.qsize())]
    assert None in sent
    assert sum(len(each or b"") for each in sent) < 2**23


def test_one_large_message_among_others_gets_through() -> None:
    """Whoever comes to a long game is sent all of it at once, and more while they read that."""
    listener = Listener(Device("", host=True))
    sent = [b"a state", b"x" * 2**24, *([b"an update"] * 100)]
    for each in sent:
        listener.send(each)
    assert [listener.queue.get_nowait() for _ in sent] == sent
    # What has been read counts no more.
    for _ in range(200):
        listener.send(b"x" * 2**20)
        assert listener.queue.get_nowait() == b"x" * 2**20


def test_a_hot_seat_of_another_person_is_the_computers(served: Served) -> None:
    with served.sit(served.new_game(**HOT_SEAT)) as person:
        assert {seat["holder"] for seat in person.hear()["seats"]} == {"table"}


def test_a_fault_of_ours_is_told_without_its_inside(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("djambi.views.catalogue.bot_views", broken)
    with served.http() as http:
        answer = http.get("/api/catalogue")
    assert answer.status_code == 500 and answer.json()["code"] == "internal"
    assert "secret" not in answer.text and "a secret" in caplog.text
