"""The whole state of a game that comes into memory is written outside the event loop."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any, cast

import msgspec
import pytest
from tests.server.people import HOT_SEAT, Json, Served
from tests.server.test_remarks import CAST, log

from djambi.server.game.reducer import replay
from djambi.server.live import json_cache, room
from djambi.server.live.game_store import GameStore
from djambi.server.live.room import GameRoom
from djambi.server.publisher import EventPublisher
from djambi.server.security.devices import Device
from djambi.server.sessions import session

TURNS = ("c3-e3", "g3-g5", "g7-e7", "c7-c6", "e3-c3")
HOST = Device("", host=True)


@pytest.fixture
def writers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads that write lines or a view."""
    found: list[str] = []
    for module, name in (
        (json_cache, "line_with_remark"),
        (room, "current_view"),
        (session, "past_view"),
    ):
        work = getattr(module, name)

        def watched(*args: Any, work: Any = work) -> Any:
            found.append(threading.current_thread().name)
            return work(*args)

        monkeypatch.setattr(module, name, watched)
    return found


def _in_threads(writers: list[str]) -> bool:
    return bool(writers) and all(name.startswith("asyncio_") for name in writers)


def test_a_game_that_is_loaded_is_shown_by_what_a_thread_wrote(
    shared: Served, writers: list[str]
) -> None:
    game = shared.new_game(**HOT_SEAT)
    with shared.http() as http:

        def ask(game: str, kind: str, **fields: Any) -> Json:
            return dict(
                http.post(f"/api/games/{game}/ask", json={"type": kind, "id": 1, **fields}).json()
            )

        for number, text in enumerate(TURNS, 1):
            assert ask(game, "turn", after=number, text=text)["type"] == "done"
        record = http.get(f"/api/games/{game}/record").text

        def loaded() -> str:
            """A game like it that nobody has seen yet."""
            return str(http.post("/api/games/load", json={"text": record}).json()["id"])

        writers.clear()
        assert len(ask(loaded(), "resume", after=0)["lines"]) == len(TURNS)
        assert len(ask(loaded(), "turn", after=1, text=TURNS[0])["lines"]) == len(TURNS)
        assert ask(loaded(), "look", lines=99)["view"]["mover"] == "b"
        with shared.sit(loaded()) as person:
            assert len(person.hear()["lines"]) == len(TURNS)
        with http.stream("GET", f"/api/games/{loaded()}/stream") as stream:
            first = next(line for line in stream.iter_lines() if line)
            assert len(json.loads(first)["lines"]) == len(TURNS)
    assert _in_threads(writers) and len(writers) == 4 * (len(TURNS) + 1) + 1


def _room() -> GameRoom:
    events = log(CAST)
    return GameRoom("g", cast("GameStore", None), events, replay(events), EventPublisher())


def _shown(room: GameRoom) -> bytes:
    return msgspec.json.encode(room.snapshot(HOST))


def test_what_is_prepared_is_what_is_shown_and_once(writers: list[str]) -> None:
    json_cache.forget_lines("g")
    unprepared = _shown(_room())
    json_cache.forget_lines("g")
    writers.clear()

    async def work() -> None:
        game = _room()
        await asyncio.gather(*(game.prepare() for _ in range(5)))
        assert _shown(game) == unprepared
        assert _in_threads(writers) and len(writers) == len(game.state.entries) + 1

    asyncio.run(work())


def test_a_game_that_goes_on_meanwhile_is_shown_as_it_stands() -> None:
    json_cache.forget_lines("g")
    events = log(CAST)

    async def work() -> None:
        early = replay(events[:-1])
        game = GameRoom("g", cast("GameStore", None), events[:-1], early, EventPublisher())
        prepared = asyncio.create_task(game.prepare())
        await asyncio.sleep(0)
        # Another event comes while the thread writes.
        await game.catch_up(events[-1:])
        await prepared
        assert game.state.number == events[-1].number
        assert _shown(game) == _shown(_room())

    asyncio.run(work())
