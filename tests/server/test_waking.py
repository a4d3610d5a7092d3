"""A party that nobody plays wakes in a game (RULES 5, comeback): it resigns, as in a match."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.online.people import serving_online
from tests.online.tables import table
from tests.server.pages import Scene, Tab
from tests.server.people import Json, Person, Served

from djambi import Game, Position
from djambi.server.game.automatic_events import next_automatic_event
from djambi.server.game.events import Begun, Created, Resigned, SeatRow, TurnPlayed
from djambi.server.game.reducer import apply, state_of_events
from djambi.server.game.state import GameState
from djambi.server.game.summaries import summary_of
from djambi.server.schemas.terms import Terms

ASLEEP = (
    "square-2 djambinet gCgRgM3yMyAyC/gAgDgM3yMyDyR/gMgMgN3yNyMyM/9/9/9/"
    "rMrMrN3bNbMbM/rRrDrM3bMbDbA/rCrArM3bMbRbC r,b!,y,g>y rbyg r 0 0"
)
"""Blue's Chief sleeps and is free: Blue is active again after Red's turn, and nobody plays it."""

FROM_HERE: Json = {"variant": "square-2", "edition": "djambinet", "position": ASLEEP}
HOT_SEAT: Json = {"seats": [{"party": party, "player": "me"} for party in "ry"]}


def woken(terms: Terms | None) -> GameState:
    """The game, here or at a table, after Red's turn."""
    seats = tuple(SeatRow(p, "person", device=p.upper()) for p in "ry")
    state = state_of_events([Created(ASLEEP, seats, terms, "R", "key")])
    begun = state if terms is None else apply(state, Begun())
    return apply(begun, TurnPlayed("r", "c3-e3"))


@pytest.mark.parametrize("terms", [None, Terms()])
def test_a_party_that_nobody_plays_resigns_when_it_wakes(terms: Terms | None) -> None:
    state = woken(terms)
    assert (state.mover, state.unseated) == ("b", "b")
    assert summary_of(state).mover == "b"
    assert next_automatic_event(state) == Resigned("b")
    state = apply(state, Resigned("b"))
    assert (state.mover, state.unseated) == ("y", "")
    assert next_automatic_event(state) is None


def until_yellow(player: Person) -> Json:
    """What is told once it is Yellow's turn."""
    while player.heard[-1].get("view", {}).get("mover") != "y":
        player.hear()
    return player.heard[-1]


def test_a_game_here_goes_on(shared: Served) -> None:
    game = shared.new_game(**FROM_HERE | HOT_SEAT)
    with shared.sit(game) as person:
        person.until("state")
        person.say({"type": "turn", "id": 1, "after": 1, "text": "c3-e3"})
        told = until_yellow(person)
        assert told["lines"][-1]["kind"] == "resigned"
        person.change("turn", text="g7-f7")
        assert person.ask("undo", after=person.last)["type"] == "done"
        assert until_yellow(person)["number"] == 5


def test_a_record_that_ends_when_it_wakes_is_opened(shared: Served) -> None:
    game, played_on = Game(Position.parse(ASLEEP)), Game(Position.parse(ASLEEP))
    for each in (game, played_on):
        each.play("c3-e3")
    played_on.play("g3-g4")
    with shared.http() as http:
        made = [
            http.post("/api/games/load", json={"text": str(text)}).json()["id"]
            for text in (game, played_on)
        ]
        assert http.get(f"/api/games/{made[0]}/record").text.endswith("b resigns\n")
    with shared.sit(made[0]) as person:
        assert person.until("state")["view"]["mover"] == "y"
    # Who woke and played is somebody's.
    with shared.sit(made[1]) as person:
        assert [seat["party"] for seat in person.until("state")["seats"]] == ["r", "b", "y"]


def test_a_page_without_a_server_goes_on(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        player = tab.sit(await tab.new_game(**FROM_HERE | HOT_SEAT))
        await player.until("state")
        told = await player.change("turn", text="c3-e3")
        while told["number"] != 3:
            told = await player.until("update")
        assert told["view"]["mover"] == "y"

    scene(play)


def test_a_table_goes_on(tmp_path: Path) -> None:
    with serving_online(tmp_path) as served:
        red, yellow = served.guest("Red"), served.guest("Yellow")
        made = table(red, "square-2", edition="djambinet", position=ASLEEP)
        with yellow.sit(made["id"], f"?key={made['invite']}") as b, red.sit(made["id"]) as a:
            a.until("state")
            b.until("state")
            b.change("sit", party="y", key=made["invite"])
            while a.heard[-1].get("table", {}).get("stage") != "playing":
                a.hear()
            a.say({"type": "turn", "id": 1, "after": a.last, "text": "c3-e3"})
            assert until_yellow(b)["lines"][-1]["kind"] == "resigned"
            b.change("turn", text="g7-f7")
