"""The clocks of games at one computer: somebody starts them, and nobody loses time while away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.event_logs import timed_log_of
from tests.server.pages import Json, Player, Scene, Tab

from djambi.bots import SearchBot
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.server.errors import RequestRefused
from djambi.server.game.events import (
    EVENT_VERSION,
    Adjourned,
    Created,
    LogEvent,
    Paused,
    Resumed,
    Seated,
    SeatRow,
    TurnPlayed,
    Undone,
    decode,
)
from djambi.server.game.reducer import replay
from djambi.server.game.state import GameState
from djambi.server.live import deadlines
from djambi.server.publisher import EventPublisher
from djambi.server.schemas.terms import ClockTerms
from djambi.server.timekeeping import now

FISCHER = ClockTerms("fischer", 60, 5)
BODY: Json = {
    "variant": "hex-3",
    "seats": [{"party": p, "player": "me" if p == "r" else "person"} for p in "rby"],
    "clock": {"kind": "fischer", "time": 60, "increment": 5},
}


def game(*happened: tuple[int, LogEvent], clock: ClockTerms | None = FISCHER) -> GameState:
    """A game of three people at one computer, made at 0, and then this (seconds, event)."""
    seats = tuple(SeatRow(p, "me" if p == "r" else "person") for p in "rby")
    start = Created(str(Position.start("hex-3")), seats, clock=clock)
    events: list[tuple[int, LogEvent]] = [(0, start), *happened]
    return replay(timed_log_of(events))


def shown(state: GameState, at: int) -> dict[str, float]:
    """What the clocks show, in seconds."""
    return {party: left / 1000 for party, left in state.clock.shown(at * 1000).items()}


def turn(state: GameState) -> TurnPlayed:
    """The first turn that may be played."""
    return TurnPlayed(state.mover or "", str(next(iter(state.position.legal_turns()))))


def test_somebody_starts_the_clocks() -> None:
    waiting = game()
    assert waiting.paused and shown(waiting, 500) == {"r": 60, "b": 60, "y": 60}
    with pytest.raises(RequestRefused, match="paused"):
        game((10, turn(waiting)))
    running = game((100, Resumed()))
    assert shown(running, 107) == {"r": 53, "b": 60, "y": 60}


def test_a_turn_takes_what_was_used_and_brings_the_increment() -> None:
    first = turn(game())
    played = game((100, Resumed()), (107, first))
    assert shown(played, 110) == {"r": 58, "b": 57, "y": 60}
    # Taken back, everybody has the time that they had.
    back = game((100, Resumed()), (107, first), (120, Undone(0)))
    assert shown(back, 120) == {"r": 60, "b": 60, "y": 60}


def test_a_pause_and_an_absence_cost_nothing() -> None:
    paused = game((100, Resumed()), (107, Paused()), (900, Resumed()))
    assert shown(paused, 901) == {"r": 52, "b": 60, "y": 60}
    # Nobody knows when the power failed: what was used since the last event is given back.
    away = game((100, Resumed()), (9_000, Adjourned()))
    assert away.paused and shown(away, 9_500) == {"r": 60, "b": 60, "y": 60}
    for twice in (Paused(), Adjourned()):
        with pytest.raises(RequestRefused, match="paused"):
            game((100, twice))


def test_while_a_bot_plays_no_time_passes() -> None:
    state = game((100, Resumed()), (107, Seated(SeatRow("r", "bot", level="novice"))))
    assert state.clock.until() is None and shown(state, 900)["r"] == 53


def test_a_game_without_clocks_cannot_be_paused() -> None:
    with pytest.raises(RequestRefused, match="not_online"):
        game((5, Paused()), clock=None)


async def opened(tab: Tab, name: str) -> tuple[Player, Json]:
    player = tab.sit(name)
    return player, await player.until("state")


def test_clocks_stand_while_nobody_is_there(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        name = await tab.new_game(**BODY)
        here, state = await opened(tab, name)
        assert state["clock"]["paused"] and state["clock"]["left"]["r"] == 60_000
        update = await here.change("pause", on=True)
        assert update["clock"]["running"] == "r" and not update["clock"]["paused"]
        here.close()
        while tab.database.logs[name][-1]["number"] != 3:
            await asyncio.sleep(0)
        _, state = await opened(tab, name)
        assert state["clock"]["paused"] and state["number"] == 3

    scene(play)


def test_clocks_stand_after_a_bot_that_played_when_everybody_had_left(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        tab = Tab()
        seats = [{"party": "r", "player": "bot", "level": "novice"}, {"party": "b", "player": "me"}]
        name = await tab.new_game(**{**BODY, "seats": seats})
        here, _ = await opened(tab, name)
        choose, log = SearchBot.choose, tab.database.logs[name]

        def choose_alone(bot: SearchBot, position: Position) -> Turn:
            here.close()
            return choose(bot, position)

        monkeypatch.setattr(SearchBot, "choose", choose_alone)
        await here.ask("pause", after=here.last, on=True)
        while log[-1]["number"] != 4:
            await asyncio.sleep(0)
        resumed, played, paused = (decode(each["data"], EVENT_VERSION) for each in log[1:])
        assert isinstance(resumed, Resumed) and isinstance(paused, Paused)
        assert isinstance(played, TurnPlayed) and played.party == "r"

    scene(play)


def test_a_tab_that_was_killed_cost_nobody_time(scene: Scene) -> None:
    async def play() -> None:
        killed = Tab()
        name = await killed.new_game(**BODY)
        here, _ = await opened(killed, name)
        await here.change("pause", on=True)
        killed.kill()
        _, state = await opened(Tab(killed.database), name)
        assert state["clock"]["paused"] and state["clock"]["left"]["r"] == 60_000

    scene(play)


def test_clocks_run_while_any_tab_shows_the_game(scene: Scene) -> None:
    async def play() -> None:
        first = Tab()
        second = Tab(first.database)
        name = await first.new_game(**BODY)
        log = first.database.logs[name]
        here, _ = await opened(first, name)
        await here.change("pause", on=True)
        # A second tab comes, and goes again.
        there, state = await opened(second, name)
        assert state["clock"]["running"] == "r" and not state["clock"]["paused"]
        there.close()
        await second.json("GET", "/api/games")
        assert len(log) == 2
        # The one that leaves last stops them.
        there, _ = await opened(second, name)
        here.close()
        await first.json("GET", "/api/games")
        assert len(log) == 2
        there.close()
        while len(log) < 3:
            await asyncio.sleep(0)
        assert isinstance(decode(log[-1]["data"], EVENT_VERSION), Paused)

    scene(play)


def test_who_lets_the_clock_run_out_is_out(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    later = now() + 3_600_000

    async def play() -> None:
        monkeypatch.setattr(deadlines, "now", lambda: later)
        tab = Tab()
        name = await tab.new_game(**BODY)
        here, _ = await opened(tab, name)
        await here.change("pause", on=True)
        update = await here.until("update", number=3)
        assert update["events"][-1]["kind"] == "flagged" and update["events"][-1]["party"] == "r"
        assert update["view"]["mover"] == "b"

    scene(play)


@pytest.mark.parametrize("over", [False, True])
def test_who_slept_with_the_computer_has_lost_no_time(
    over: bool, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = now() + (3_600_000 if over else 2 * deadlines.ASLEEP_MS)
    if over:
        # That the time is over is noticed first.
        monkeypatch.setattr(deadlines, "_LOOK_INTERVAL_S", 1e6)

    async def play() -> None:
        tab = Tab()
        name = await tab.new_game(**BODY)
        here, _ = await opened(tab, name)
        await here.change("pause", on=True)
        turn = next(iter(Position.start("hex-3").legal_turns()))
        monkeypatch.setattr(deadlines, "now", lambda: later)
        await here.change("turn", text=str(turn))
        update = await here.until("update", number=4)
        assert update["events"][-1]["kind"] == "paused"
        assert update["clock"]["paused"] and update["clock"]["left"]["b"] == 60_000

        assert isinstance(decode(tab.database.logs[name][-1]["data"], EVENT_VERSION), Adjourned)

    scene(play)


@pytest.mark.parametrize(
    ("clock", "code"),
    [
        ({"kind": "fischer", "time": 5}, "clock_short"),
        ({"kind": "sand", "time": 60}, "bad_request"),
        ({"kind": "turn", "time": -1}, "bad_request"),
    ],
)
def test_clocks_that_cannot_be_are_refused(scene: Scene, clock: Json, code: str) -> None:
    async def play() -> None:
        tab = Tab()
        status, _, text = await tab.call("POST", "/api/games", json.dumps({**BODY, "clock": clock}))
        assert status == 400 and f'"{code}"' in text

    scene(play)


class Shown:
    """A game that somebody is at, whose clock runs; nothing is stored of one that is failing."""

    def __init__(self, game: str, failing: bool = False) -> None:
        self.id = game
        self.failing = failing
        self.listeners = ["somebody"]
        self.state = SimpleNamespace(clock=SimpleNamespace(since=0, until=lambda: None))
        self.stored: list[LogEvent] = []

    async def change(self, _acknowledge: None, make: Callable[[], LogEvent | None]) -> None:
        event = make()
        if event is not None:
            if self.failing:
                raise OSError("the disk is full")
            self.stored.append(event)
            self.state.clock.since = None


def test_a_game_that_cannot_be_stored_costs_no_other_its_sleep(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    faulty, sound = Shown("faulty", failing=True), Shown("sound")
    registry: Any = SimpleNamespace(loaded=(faulty, sound), known={"faulty": faulty}.get)
    at = 0
    monkeypatch.setattr(deadlines, "now", lambda: at)

    async def play() -> None:
        nonlocal at
        clocks = deadlines.LocalClocks(registry, EventPublisher())
        at = 2 * deadlines.ASLEEP_MS
        await clocks._wake()
        assert (faulty.stored, sound.stored) == ([], [Adjourned()])
        sound.state.clock.since = at
        for _ in range(4):
            at += deadlines.ASLEEP_MS // 2
            # Nobody is out by time that is still to be given back.
            await clocks._look("faulty")
        assert (faulty.stored, sound.stored) == ([], [Adjourned()])
        faulty.failing = False
        await clocks._wake()
        assert (faulty.stored, sound.stored) == ([Adjourned()], [Adjourned()])

    asyncio.run(play())
    assert [record.getMessage() for record in caplog.records] == [
        "the clocks of game faulty cannot be stopped"
    ]
