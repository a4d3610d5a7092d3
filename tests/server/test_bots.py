"""Bots at the server's tables: level and character, what they say, and nobody waits for them."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing

import pytest
from tests.positions import NOBODY_CAN_WIN, STANDSTILL
from tests.server.people import Dreamer, Served, dreamer_among_bots, play_first_legal

from djambi.bots import CHARACTERS, LEVELS, Bot, make
from djambi.bots.opinions import BotOpinion, opinion_of
from djambi.position import Position

BOTS = [
    {"party": "r", "player": "me"},
    {"party": "b", "player": "bot", "level": "novice:avenger"},
    {"party": "y", "player": "bot", "level": "casual"},
]


def test_every_level_and_character_is_offered(shared: Served) -> None:
    with shared.http() as http:
        found = http.get("/api/catalogue").json()
    assert [each["level"] for each in found["bots"]] == [level.name for level in LEVELS]
    assert [each["usual"] for each in found["bots"]].count(True) == 1
    assert [each["character"] for each in found["characters"]] == [c.name for c in CHARACTERS]
    assert all(each["words"]["fr"] and each["name"]["en"] for each in found["characters"])


def test_a_seat_keeps_its_character_and_so_does_the_record(shared: Served) -> None:
    game = shared.new_game(variant="hex-3", seats=BOTS)
    with shared.sit(game) as person:
        levels = {seat["party"]: seat["level"] for seat in person.hear()["seats"]}
        assert levels == {"r": None, "b": "novice:avenger", "y": "casual"}
    with shared.http() as http:
        record = http.get(f"/api/games/{game}/record").text
        assert '[Blue "bot novice:avenger"]' in record
        again = http.post("/api/games/load", json={"text": record}).json()["id"]
    with shared.sit(again) as person:
        assert {s["party"]: s["level"] for s in person.hear()["seats"]} == levels


def test_bots_that_nobody_named_are_different_people(shared: Served) -> None:
    with shared.sit(shared.new_game(variant="square-4")) as person:
        person.until("state")
        # Red was mine.
        seats = person.change("seat", party="r", player="bot")["seats"]
    levels = {str(seat["level"]) for seat in seats}
    assert len(levels) == 4 and {level.partition(":")[0] for level in levels} == {"casual"}


@pytest.mark.parametrize("level", ["club:", "club:saint", "full:9", "uct:9", ":avenger", "x"])
def test_bots_that_there_are_not_are_refused(shared: Served, level: str) -> None:
    seats = [{"party": "b", "player": "bot", "level": level}]
    with shared.http() as http:
        answer = http.post("/api/games", json={"variant": "hex-3", "seats": seats})
    assert answer.json()["code"] == "no_level"


def test_a_level_of_an_older_version_still_plays(served: Served) -> None:
    """Random and greedy were levels once; they stand in stored games."""
    seats = [{"party": "b", "player": "bot", "level": "greedy"}, {"party": "r", "player": "me"}]
    game = served.new_game(variant="hex-3", seats=seats)
    with closing(sqlite3.connect(served.database)) as database:
        (data,) = database.execute("SELECT data FROM events WHERE game = ?", (game,)).fetchone()
    assert '"level":"greedy"' in data
    with served.sit(game) as person:
        play_first_legal(person)
        assert person.until("update", number=3)["lines"][-1]["party"] == "b"


def test_a_bot_says_what_it_is_up_to(shared: Served) -> None:
    with shared.sit(shared.new_game(variant="hex-3", seats=BOTS)) as person:
        person.hear()
        found = person.ask("ask", party="b")
        assert found["type"] == "opinion" and found["party"] == "b" and found["number"] == 1
        assert found["words"]["en"] and found["words"]["fr"] != found["words"]["en"]
        assert sum(found["shares"].values()) == pytest.approx(1)
        # Nothing has changed, and only bots are asked.
        assert person.ask("resume", after=1)["number"] == 1
        assert person.ask("ask", party="r")["code"] == "no_bot"
        assert person.ask("ask", party="z")["code"] == "no_bot"


def test_nobody_waits_for_a_bots_opinion_to_see_what_a_turn_brings(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken = threading.Event()

    def after_waking(bot: Bot, position: Position, party: str) -> BotOpinion:
        assert woken.wait(600)
        return opinion_of(bot, position, party)

    monkeypatch.setattr("djambi.server.bots.runner.opinion_of", after_waking)
    with served.sit(served.new_game(variant="hex-3", seats=BOTS)) as person:
        state = person.until("state")
        person.say({"type": "ask", "id": 1, "party": "b"})
        piece = person.ask("stage", prefix=state["view"]["stages"][""]["choices"][0]["text"])
        turn = piece["stage"]["prefix"] + piece["stage"]["choices"][0]["text"]
        assert person.ask("preview", text=turn)["type"] == "previewed"
        # Of advice there is one piece at a time.
        assert person.ask("hint")["code"] == "busy"
        woken.set()
        assert person.until("opinion", id=1)["party"] == "b"


def test_who_watches_is_told_how_far_a_bot_has_come_and_nobody_else_waits(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken = threading.Event()
    dreamer = Dreamer(woken)

    def made(level: str) -> Bot:
        return dreamer if level == "grandmaster" else make(level, 1)

    monkeypatch.setattr("djambi.server.bots.runner.make", made)
    monkeypatch.setattr("djambi.server.bots.runner.PROGRESS_INTERVAL_S", 0.01)
    slow = [{"party": "b", "player": "bot", "level": "grandmaster"}, {"party": "r", "player": "me"}]
    quick = [{"party": "b", "player": "bot", "level": "random"}, {"party": "r", "player": "me"}]
    with (
        served.sit(served.new_game(variant="hex-3", seats=slow)) as waiting,
        served.sit(served.new_game(variant="hex-3", seats=quick)) as playing,
    ):
        play_first_legal(waiting)
        told = waiting.until("thinking")
        assert (told["party"], told["part"], told["number"]) == ("b", 0.25, 2)
        # The other game goes on meanwhile.
        play_first_legal(playing)
        assert playing.until("update", number=3)["lines"][-1]["party"] == "b"
        assert not woken.is_set()
        woken.set()
        assert waiting.until("update", number=3)["lines"][-1]["party"] == "b"


def test_a_bot_whose_turn_is_wanted_no_more_stops(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    dreamer = dreamer_among_bots(monkeypatch)
    seats = [{"party": "b", "player": "bot", "level": "random"}, {"party": "r", "player": "me"}]
    with served.sit(served.new_game(variant="hex-3", seats=seats)) as person:
        play_first_legal(person)
        person.until("thinking")
        person.change("undo")
        assert dreamer.woken.wait(600)
        assert dreamer.stopped


def test_bots_offer_once_to_share_what_nobody_can_win(shared: Served) -> None:
    seats = [
        {"party": "r", "player": "me"},
        {"party": "y", "player": "bot", "level": "random"},
    ]
    game = shared.new_game(variant="square-4", position=NOBODY_CAN_WIN, seats=seats)
    with shared.sit(game) as person:
        person.hear()
        person.change("turn", text="a1-b1")
        offered = person.until("update", number=3)
        assert offered["events"][0]["kind"] == "draw_offered" and offered["draw"] == "y"
        assert person.change("draw", agree=False)["draw"] == ""
        played = person.until("update", number=5)
        assert played["events"][0]["kind"] == "turn" and played["draw"] == ""


def test_bots_offer_to_share_a_long_standstill_and_agree_to(shared: Served) -> None:
    seats = [
        {"party": "b", "player": "me"},
        {"party": "y", "player": "bot", "level": "club"},
    ]
    game = shared.new_game(variant="square-4", position=STANDSTILL, seats=seats)
    with shared.sit(game) as person:
        person.hear()
        play_first_legal(person)
        offered = person.until("update", number=3)
        assert offered["events"][0]["kind"] == "draw_offered" and offered["draw"] == "y"
        assert person.change("draw", agree=True)["events"][0]["kind"] == "draw_agreed"
