"""The server in a page: games, tabs, storage in trouble, everything as one file."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
from tests.paths import ROOT
from tests.server.pages import BrowserDatabase, Json, Player, Scene, Tab

from djambi.server.page.everything import MAX_IMPORT_BYTES
from djambi.server.page.store import PageStore

WEB = ROOT / "web"

HOT_SEAT: Json = {
    "variant": "hex-3",
    "seats": [{"party": p, "player": "me" if p == "r" else "person"} for p in "rby"],
}


def bots(level: str, parties: str = "rby", variant: str = "hex-3") -> Json:
    """The body of a game that bots play among themselves."""
    seats = [{"party": party, "player": "bot", "level": level} for party in parties]
    return {"variant": variant, "seats": seats}


async def first_turn(player: Any) -> str:
    """Return the first turn that the stages offer."""
    prefix = ""
    while True:
        stage = (await player.ask("stage", prefix=prefix))["stage"]
        if stage["kind"] == "done":
            return prefix
        choices = stage["choices"]
        prefix += next((c for c in choices if c["act"] == "move"), choices[0])["text"]


def test_bots_play_a_game_to_its_end(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        game = await tab.new_game(**bots("random"))
        player = tab.sit(game)
        state = await player.until("state")
        while state["view"]["mover"] is not None:
            state = await player.until("update")
        [row] = (await tab.json("GET", "/api/games"))["games"]
        assert row["over"] and row["ply"] == state["view"]["ply"]
        assert tab.database.by_id[game]["view"] == row
        # What is stored is what was shown.
        assert len(tab.database.logs[game]) == state["number"]
        again = await Tab(tab.database).sit(game).until("state")
        assert again["view"] == state["view"]

    scene(play)


def test_a_game_of_people_with_all_that_may_happen(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        player = tab.sit(await tab.new_game(**HOT_SEAT))
        start = await player.until("state")
        assert start["you"] == {"parties": "rby", "host": True, "place": None}
        turn = await first_turn(player)
        assert (await player.change("turn", text=turn))["lines"][0]["text"] == turn
        assert (await player.change("undo"))["view"]["mover"] == start["view"]["mover"]
        assert (await player.ask("turn", after=1, text=turn))["type"] == "state"
        await player.change("resign", party="b")
        assert (await player.change("draw"))["view"]["mover"] is None
        assert (await player.ask("turn", after=player.last, text=turn))["code"] == "over"

    scene(play)


def test_a_bot_answers_and_questions_are_answered_meanwhile(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        seats = [{"party": "r", "player": "me"}]
        seats += [{"party": p, "player": "bot", "level": "random"} for p in "by"]
        player = tab.sit(await tab.new_game(variant="hex-3", seats=seats))
        await player.until("state")
        await player.change("turn", text=await first_turn(player))
        assert (await player.ask("ping"))["type"] == "pong"
        assert (await player.until("update", number=4))["view"]["mover"] == "r"
        assert (await player.ask("hint", level="novice"))["type"] == "hinted"
        assert (await player.ask("threats", party="r"))["type"] == "threatened"
        assert (await player.ask("preview", text=await first_turn(player)))["type"] == "previewed"
        assert (await player.ask("leader"))["party"] is None
        assert (await player.ask("talk", text="hello", to="b"))["code"] in (
            "not_online",
            "not_understood",
        )

    scene(play)


def test_a_page_names_a_game_that_it_shows_already(scene: Scene) -> None:
    async def play() -> None:
        tab, body = Tab(), json.dumps(HOT_SEAT)
        status, _, text = await tab.call("POST", "/api/games?id=abcdefghij01", body)
        assert (status, json.loads(text)) == (201, {"id": "abcdefghij01"})
        player = tab.sit("abcdefghij01")
        for wrong in ("abcdefghij01", "ABCDEFGHIJKL", "short", "../../settings"):
            status, _, text = await tab.call("POST", f"/api/games?id={wrong}", body)
            assert (status, json.loads(text)["code"]) == (400, "bad_request")
        assert (await player.until("state"))["number"] == 1

    scene(play)


def test_what_is_sent_before_the_game_is_there_waits(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        player = tab.sit(await tab.new_game(**HOT_SEAT))
        tab.app.take(player.number, '{"type":"ping","id":7}')
        assert (await player.hear())["type"] == "state"
        assert await player.hear() == {"type": "pong", "id": 7, "number": 1}

    scene(play)


def test_a_game_is_there_for_whoever_asked_for_it_to_be_made(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        tab.begin("PUT", "/api/settings", {"theme": "dark"})
        tab.begin("POST", "/api/games?id=abcdefghij01", HOT_SEAT)
        player = tab.sit("abcdefghij01")
        assert (await player.hear())["type"] == "state"
        assert len(tab.database.logs["abcdefghij01"]) == 1

    scene(play)


def test_there_is_no_such_game(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        player = tab.sit("nowhere")
        assert (await player.hear())["code"] == "no_game"
        await asyncio.sleep(0)
        assert tab.ended == {player.number: 4404}
        tab.app.take(player.number, "{}")
        player.close()
        assert (await tab.call("DELETE", "/api/games/nowhere"))[0] == 404

    scene(play)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"type":"nothing","id":1}', "x" * 5000, "\ud800"])
def test_messages_that_make_no_sense_end_nothing(scene: Scene, text: str) -> None:
    async def play() -> None:
        tab = Tab()
        player = tab.sit(await tab.new_game(**HOT_SEAT))
        await player.until("state")
        tab.app.take(player.number, text)
        assert (await player.hear())["code"] in ("not_understood", "too_long")
        assert (await player.ask("ping"))["number"] == 1

    scene(play)


# --- two tabs ---------------------------------------------------------------------------------


async def _second_tab(one: Tab, game: str) -> tuple[Tab, Player, Player]:
    """Another tab of the same browser, and the pages that both have at the game."""
    two = Tab(one.database)
    here, there = one.sit(game), two.sit(game)
    await here.until("state")
    await there.until("state")
    return two, here, there


def test_two_tabs_do_not_overwrite_each_other(scene: Scene) -> None:
    async def play() -> None:
        one = Tab()
        game = await one.new_game(**HOT_SEAT)
        _, here, there = await _second_tab(one, game)
        turn = await first_turn(here)
        await here.change("turn", text=turn)
        # The other tab has not heard of it: its own change is refused with the state as it is.
        late = await there.ask("turn", after=1, text=turn)
        assert (late["type"], late["number"]) == ("state", 2)
        await there.change("resign", party="b")
        one.app.changed(game)
        assert [line["kind"] for line in (await here.until("update"))["lines"]] == ["resigned"]
        assert [row["number"] for row in one.database.logs[game]] == [1, 2, 3]
        one.app.changed("nowhere")

    scene(play)


def test_the_bots_of_a_tab_that_is_gone_play_on_in_another(scene: Scene) -> None:
    async def play() -> None:
        one = Tab()
        seats = [{"party": "r", "player": "me"}]
        seats += [{"party": p, "player": "bot", "level": "random"} for p in "by"]
        game = await one.new_game(variant="hex-3", seats=seats)
        two, here, there = await _second_tab(one, game)
        turn = await first_turn(here)
        assert (await here.ask("turn", after=1, text=turn))["type"] == "done"
        here.close()
        two.app.changed(game)
        await there.until("update", number=4)

    scene(play)


# --- storage in trouble -------------------------------------------------------------------------


def test_a_full_disk_is_told_and_the_game_goes_on(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        game = await tab.new_game(**HOT_SEAT)
        player = tab.sit(game)
        await player.until("state")
        tab.database.full = True
        await player.change("rename", party="b", name="Aba")
        await player.change("resign", party="b")
        [(saved, reason)] = tab.saved
        assert not saved and "Quota" in reason
        assert len(tab.database.logs[game]) == 1
        # Who looks again in this tab sees all of it.
        assert (await tab.sit(game, "after=0").until("state"))["number"] == 3
        await tab.json("PUT", "/api/settings", {"theme": "dark"})
        tab.database.full = False
        await player.change("rename", party="b", name="Hervé")
        assert tab.saved[1:] == [(True, "")]
        assert json.loads(tab.database.kept or "")["theme"] == "dark"
        assert len(tab.database.logs[game]) == 4
        assert (await Tab(tab.database).sit(game).until("state"))["number"] == 4

    scene(play)


def test_with_room_again_all_that_waited_is_stored(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        tab.database.full = True
        games = {await tab.new_game(**HOT_SEAT), await tab.new_game(**HOT_SEAT)}
        assert tab.database.by_id == {} and len(tab.saved) == 1
        tab.database.full = False
        await tab.json("PUT", "/api/settings", {"theme": "dark"})
        assert set(tab.database.by_id) == games and tab.saved[1:] == [(True, "")]

    scene(play)


def test_two_tabs_that_store_settings_at_once_undo_nothing_of_each_other(scene: Scene) -> None:
    async def play() -> None:
        one = Tab()
        other = Tab(one.database)
        bodies = [
            {"theme": "dark", "lessons_done": ["one"], "changed": {"theme": 1, "lessons_done": 0}},
            {"volume": 5, "lessons_done": ["two"], "changed": {"volume": 1, "lessons_done": 0}},
        ]
        await asyncio.gather(
            *(
                tab.json("PUT", "/api/settings", body)
                for tab, body in zip((one, other), bodies, strict=True)
            )
        )
        kept = await one.json("GET", "/api/settings")
        assert (kept["theme"], kept["volume"]) == ("dark", 5)
        assert set(kept["lessons_done"]) == {"one", "two"}
        # What one could not store it adds to what the other has stored since.
        one.database.full = True
        await one.json("PUT", "/api/settings", {"theme": "light", "changed": {"theme": 2}})
        one.database.full = False
        await other.json("PUT", "/api/settings", {"volume": 6, "changed": {"volume": 2}})
        await one.json("PUT", "/api/settings", {"marks": True, "changed": {"marks": 2}})
        kept = await other.json("GET", "/api/settings")
        assert (kept["theme"], kept["volume"], kept["marks"]) == ("light", 6, True)

    scene(play)


def test_a_browser_that_refuses_at_every_turn_is_warned_of_once(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        database = BrowserDatabase()
        store = PageStore(database, lambda saved, reason: None)
        for _ in range(2):
            caplog.clear()
            database.full = database.locked = True
            for _ in range(3):
                await store.change_settings(lambda stored: "{}")
                await store.thoughts("engine", ["p"])
                await store.keep_thoughts("engine", [("p", "{}")])
            told = [record.getMessage().partition(":")[0] for record in caplog.records]
            assert sorted(told) == [
                "the browser's storage",
                "thoughts cannot be read",
                "thoughts cannot be stored",
            ]
            database.full = database.locked = False
            await store.change_settings(lambda stored: "{}")

    scene(play)


def test_a_browser_that_stores_nothing_still_plays(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        tab.database.locked = True
        game = await tab.new_game(**HOT_SEAT)
        player = tab.sit(game)
        await player.until("state")
        await player.change("turn", text=await first_turn(player))
        [row] = (await tab.json("GET", "/api/games"))["games"]
        assert (row["id"], row["ply"]) == (game, 1)
        await tab.json("PUT", "/api/settings", {"theme": "dark"})
        assert (await tab.json("GET", "/api/settings"))["theme"] == "dark"
        other = tab.sit("another")
        assert (await other.hear())["code"] == "no_storage"
        # What is here can be saved as a file; what cannot be read is not said to be nothing.
        file = await tab.json("GET", "/api/everything")
        assert [each["id"] for each in file["games"]] == [game]
        assert len(tab.saved) == 1
        status, _, text = await Tab(tab.database).call("GET", "/api/everything")
        assert (status, json.loads(text)["code"]) == (503, "no_storage")
        await tab.json("DELETE", f"/api/games/{game}")
        assert (await tab.json("GET", "/api/games"))["games"] == []

    scene(play)


def test_what_could_not_be_stored_gives_way_to_another_tab(scene: Scene) -> None:
    async def play() -> None:
        one = Tab()
        game = await one.new_game(**HOT_SEAT)
        _, here, there = await _second_tab(one, game)
        one.database.full = True
        turn = await first_turn(here)
        mine = (await here.change("turn", text=turn))["lines"]
        one.database.full = False
        await there.change("resign", party="r")
        late = await here.ask("rename", after=2, party="y", name="Cyd")
        assert late["type"] == "state" and mine[0]["text"] == turn
        assert [line["kind"] for line in late["lines"]] == ["resigned"]
        assert one.saved[-1] == (True, "")
        assert (await here.change("rename", party="y", name="Cyd"))["number"] == 3

    scene(play)


def test_what_was_said_and_could_not_be_stored_gives_way_to_another_tab(scene: Scene) -> None:
    async def play() -> None:
        one = Tab()
        game = await one.new_game(**HOT_SEAT, talk=True)
        two, here, there = await _second_tab(one, game)

        def texts(said: Json) -> list[str]:
            return [entry["text"] for entry in said["entries"]]

        one.database.full = True
        for text in ("mine", "mine too"):
            assert (await here.ask("talk", room="", text=text))["type"] == "noted"
        one.database.full = False
        assert (await there.ask("talk", room="", text="theirs"))["type"] == "noted"
        one.app.changed(game)
        while texts(said := await here.until("asides")) != ["theirs"]:
            pass
        assert (said["since"], said["number"]) == (0, 1)
        assert (await here.ask("talk", room="", text="again"))["type"] == "noted"
        assert [row["number"] for row in one.database.talk[game]] == [1, 2]
        two.app.changed(game)
        for page in (there, Tab(one.database).sit(game)):
            while texts(await page.until("asides"))[-1:] != ["again"]:
                pass

    scene(play)


@pytest.mark.parametrize("damage", [{"version": 99}, {"data": "{}"}, {"number": 7}, {"at": "noon"}])
def test_a_damaged_game_is_said_to_be(scene: Scene, damage: Json) -> None:
    async def play() -> None:
        tab = Tab()
        bad, good = await tab.new_game(**HOT_SEAT), await tab.new_game(**HOT_SEAT)
        player = tab.sit(bad)
        await player.until("state")
        await player.change("resign", party="b")
        tab.database.logs[bad][1] |= damage
        other = Tab(tab.database)
        assert (await other.sit(bad).hear())["code"] == "damaged"
        assert (await other.sit(good).hear())["type"] == "state"
        # What another version may read goes along.
        file = await other.json("GET", "/api/everything")
        whole = {game["id"] for game in file["games"]}
        assert whole == ({good, bad} if {"version", "data"} & set(damage) else {good})

    scene(play)


def test_a_damaged_row_hides_no_other(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        bad, good = await tab.new_game(**HOT_SEAT), await tab.new_game(**HOT_SEAT)
        del tab.database.by_id[bad]["summary"]
        assert [g["id"] for g in (await tab.json("GET", "/api/games"))["games"]] == [good]

    scene(play)


# --- everything as one file ---------------------------------------------------------------------


async def played(tab: Tab, *names: str) -> str:
    """A game in which seats were named so."""
    game = await tab.new_game(**HOT_SEAT)
    player = tab.sit(game)
    await player.until("state")
    for name in names:
        await player.change("rename", party="b", name=name)
    player.close()
    return game


async def report(tab: Tab, file: object) -> Json:
    answer: Json = await tab.json("POST", "/api/everything", file)
    return answer


def counted(answer: Json) -> tuple[int, int, int, int, int]:
    return (
        answer["added"],
        answer["same"],
        answer["longer"],
        answer["copied"],
        len(answer["refused"]),
    )


def test_everything_moves_to_another_browser(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        games = {await played(tab, "Aba"), await played(tab)}
        gone = await played(tab)
        await tab.json("DELETE", f"/api/games/{gone}")
        await tab.json("PUT", "/api/settings", {"theme": "dark", "lessons_done": ["one"]})
        file = await tab.json("GET", "/api/everything")
        assert (file["format"], file["version"]) == ("djambi-everything", 1)

        other = Tab()
        assert counted(await report(other, file)) == (3, 0, 0, 0, 0)
        assert counted(await report(other, file)) == (0, 3, 0, 0, 0)
        assert {row["id"] for row in (await other.json("GET", "/api/games"))["games"]} == games
        assert other.database.logs == tab.database.logs
        assert (await other.json("GET", "/api/settings"))["theme"] == "dark"

        await other.json("PUT", "/api/settings", {"theme": "light", "lessons_done": ["two"]})
        await report(other, file)
        mine = await other.json("GET", "/api/settings")
        assert (mine["theme"], mine["lessons_done"]) == ("light", ["two", "one"])

    scene(play)


def test_a_game_that_was_removed_comes_back_with_a_file_that_has_it(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        game = await played(tab, "Aba")
        short = await tab.json("GET", "/api/everything")
        player = tab.sit(game)
        await player.until("state")
        await player.change("rename", party="b", name="Bob")
        player.close()
        long = await tab.json("GET", "/api/everything")
        other = Tab()
        await report(other, short)
        for browser, file in ((tab, long), (tab, short), (other, long)):
            await browser.json("DELETE", f"/api/games/{game}")
            assert (await browser.json("GET", "/api/games"))["games"] == []
            removed = await browser.json("GET", "/api/everything")
            assert counted(await report(browser, removed)) == (0, 1, 0, 0, 0)
            assert (await browser.json("GET", "/api/games"))["games"] == []
            assert counted(await report(browser, file)) == (1, 0, 0, 0, 0)
            assert [row["id"] for row in (await browser.json("GET", "/api/games"))["games"]] == [
                game
            ]

    scene(play)


def test_a_removed_game_that_the_browser_has_not_stored_comes_back(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        tab.database.full = True
        game = await played(tab)
        file = await tab.json("GET", "/api/everything")
        await tab.json("DELETE", f"/api/games/{game}")
        assert (await tab.json("GET", "/api/games"))["games"] == []
        assert counted(await report(tab, file)) == (1, 0, 0, 0, 0)
        assert [row["id"] for row in (await tab.json("GET", "/api/games"))["games"]] == [game]
        assert counted(await report(tab, file)) == (0, 1, 0, 0, 0)

    scene(play)


def test_the_longer_of_two_games_stays_and_two_ways_are_two_games(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        game = await played(tab, "Aba")
        short = await tab.json("GET", "/api/everything")
        player = tab.sit(game)
        await player.until("state")
        await player.change("rename", party="b", name="Bob")
        long = await tab.json("GET", "/api/everything")
        assert counted(await report(tab, short)) == (0, 1, 0, 0, 0)

        other = Tab()
        await report(other, short)
        there = other.sit(game)
        await there.until("state")
        assert counted(await report(other, long)) == (0, 0, 1, 0, 0)
        assert (await there.until("update"))["seats"][1]["name"] == "Bob"
        await there.change("rename", party="b", name="Cyd")

        await player.change("rename", party="b", name="Dan")
        mine = await tab.json("GET", "/api/everything")
        assert counted(await report(other, mine)) == (0, 0, 0, 1, 0)
        assert counted(await report(other, mine)) == (0, 1, 0, 0, 0)
        assert len(other.database.logs) == 2
        [copy] = set(other.database.logs) - {game}
        await other.json("DELETE", f"/api/games/{copy}")
        assert counted(await report(other, mine)) == (1, 0, 0, 0, 0)

    scene(play)


def test_a_game_of_a_file_is_played_before_it_is_stored(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        await played(tab, "Aba")
        file = await tab.json("GET", "/api/everything")
        [game] = file["games"]

        def with_events(*events: Json) -> Json:
            rows = [{"at": 5, "version": 3, "event": event} for event in events]
            return {**game, "events": [*game["events"], *rows]}

        created: Json = game["events"][0]
        online: Json = {**created["event"], "terms": {}}
        wrong: list[Any] = [
            with_events({"kind": "turn", "party": "r", "text": "a1-a9"}),
            with_events({"kind": "nothing"}),
            with_events({"kind": "resigned", "party": "r", "more": 1}),
            {**game, "events": []},
            {**game, "events": game["events"][1:]},
            {**game, "events": [{**created, "version": 99}]},
            {**game, "events": [{**created, "at": 10**18}]},
            {**game, "events": [{**created, "event": online}]},
            {**game, "id": "../settings"},
            {"id": "a"},
            7,
        ]
        other = Tab()
        answer = await report(other, {**file, "games": [*wrong, game]})
        assert counted(answer) == (1, 0, 0, 0, len(wrong))
        assert all(refused["words"]["fr"] for refused in answer["refused"])
        assert list(other.database.logs) == [game["id"]]

    scene(play)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_export"),
        ("{", "bad_export"),
        ("[" * 100_000, "bad_export"),
        ('{"format":"other","version":1}', "bad_export"),
        ('{"format":"djambi-everything"}', "bad_export"),
        ('{"format":"djambi-everything","version":1}', "bad_export"),
        ('{"format":"djambi-everything","version":2,"anything":1}', "newer_export"),
        ("1. b2-c3", "bad_export"),
        ("\ud800", "bad_export"),
    ],
)
def test_another_file_is_refused(scene: Scene, text: str, code: str) -> None:
    async def play() -> None:
        tab = Tab()
        status, _, answer = await tab.call("POST", "/api/everything", text)
        assert (status, json.loads(answer)["code"]) == (400, code)

    scene(play)


def test_the_page_hands_on_what_the_engine_reads() -> None:
    source = (WEB / "src" / "page" / "everything.ts").read_text(encoding="utf-8")
    assert f"MAX_IMPORT_BYTES = {MAX_IMPORT_BYTES:_};" in source


# --- thinking and drawing -----------------------------------------------------------------------


def test_thinking_comes_in_lines_and_can_be_cancelled(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        board = await tab.json("POST", "/api/study/open", {"text": "hex-3"})
        asked = {"position": board["start"], "nodes": 2000}
        status, kind, text = await tab.call("POST", "/api/study/think", json.dumps(asked))
        lines = [json.loads(line) for line in text.splitlines()]
        assert (status, kind) == (200, "application/x-ndjson")
        assert [line["last"] for line in lines] == [False] * (len(lines) - 1) + [True]

        number, queue = tab.begin("POST", "/api/study/think", {**asked, "nodes": 20_000_000})
        await queue.get()
        tab.app.cancel(number)
        tab.app.cancel(number)
        for _ in range(5):
            assert (await tab.call("POST", "/api/study/think", json.dumps(asked)))[0] == 200
        while not queue.empty():
            assert not queue.get_nowait()[3]

    scene(play)


def test_a_reviewed_game_is_remembered(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        study = await tab.json("POST", "/api/study/open", {"text": "hex-3"})
        player = tab.sit(await tab.new_game(**HOT_SEAT))
        await player.until("state")
        turn = await first_turn(player)
        body = json.dumps({"start": study["start"], "moves": [{"parent": 0, "text": turn}]})
        first = await tab.call("POST", "/api/study/game", body)
        assert len(first[2].splitlines()) == 2
        while not tab.database.found:
            await asyncio.sleep(0)
        stored = dict(tab.database.found)
        assert 2 <= len(stored) <= 3
        other = Tab(tab.database)
        assert await other.call("POST", "/api/study/game", body) == first
        assert tab.database.found == stored

    scene(play)


def test_a_moving_picture_comes_in_frames(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        study = await tab.json("POST", "/api/study/open", {"text": "hex-3"})
        body: Json = {"start": study["start"], "pace": 0.5}
        status, _, text = await tab.call("POST", "/api/picture/frames", json.dumps(body))
        [frame] = [json.loads(line) for line in text.splitlines()]
        assert (status, frame["number"], frame["total"], frame["ms"]) == (200, 0, 1, 2000)
        assert frame["svg"].startswith("<svg")
        status, _, text = await tab.call(
            "POST", "/api/picture/frames", json.dumps({**body, "pace": 1e9})
        )
        assert (status, json.loads(text)["code"]) == (400, "bad_request")

    scene(play)


def test_a_database_that_was_never_used(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab(BrowserDatabase())
        assert await tab.json("GET", "/api/games") == {"games": [], "more": False}
        assert (await tab.json("GET", "/api/settings"))["sounds"] is True
        assert counted(await report(tab, await tab.json("GET", "/api/everything"))) == (0,) * 5
        assert tab.saved == []

    scene(play)


def test_it_comes_up_where_nothing_else_is_installed() -> None:
    """Of other packages a page has msgspec, and nothing more is even looked for."""
    code = """
import sys
from importlib.abc import MetaPathFinder

class Nothing(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        first = name.partition(".")[0]
        if first not in {*sys.stdlib_module_names, "djambi", "msgspec"}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Nothing())
import djambi.server.apps.page
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
