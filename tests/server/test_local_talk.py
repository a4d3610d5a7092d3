"""Talk in games at one computer: with bots, switched off, in a page, and in an exported file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.online.test_pacts import pacts
from tests.online.test_talk import asides, caught_up, say, texts
from tests.positions import UNGUARDED
from tests.server.pages import BrowserDatabase, Player, Scene, Tab
from tests.server.people import Json, Person, Served, serving

from djambi.texts import catalogue

AMONG_BOTS: Json = {
    "variant": "square-4",
    "position": UNGUARDED,
    "seats": [
        {"party": "r", "player": "me"},
        *({"party": p, "player": "bot", "level": "club"} for p in "byg"),
    ],
    "talk": True,
}

GIFT: list[Json] = [
    {"by": "r", "kind": "peace", "rounds": 3, "other": "b"},
    {"by": "r", "kind": "no_power", "rounds": 3},
]
"""A pact that costs Blue nothing."""


def settled(person: Person) -> Json:
    """The first pact once it is no longer only proposed."""
    while (pact := pacts(person)[0])["state"] == "proposed":
        person.hear()
    return pact


def test_bots_answer_at_one_computer_and_it_is_all_there_again(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        game = served.new_game(**AMONG_BOTS)
        with served.sit(game) as person:
            person.until("asides", number=0)
            assert person.heard[-1]["terms"]["rooms"] == ["", "*"]
            say(person, "rb", "Trust me.")
            assert person.ask("propose", parties="rb", promises=GIFT)["type"] == "noted"
            assert settled(person)["agreed"] == "rb"
            person.change("turn", text="c4-e4>a5")
            caught_up(person)
            broken = pacts(person)[0]["promises"][0]
            assert (broken["verdict"], broken["line"]) == ("broken", 0)
            # Who was betrayed announces what it comes to.
            while not (stated := [each for each in asides(person) if each["kind"] == "stated"]):
                person.hear()
            assert (stated[0]["party"], stated[0]["room"], stated[0]["bluff"]) == ("b", "", False)
            assert stated[0]["remark"]["en"].startswith("Red has broken its word to me.")
            assert stated[0]["remark"]["fr"].startswith("Rouge m’a manqué de parole.")
    with serving(tmp_path) as served, served.sit(game) as person:
        person.until("asides")
        told = [(aside["party"], aside["kind"]) for aside in asides(person)[:3]]
        assert told == [("r", "said"), ("r", "proposed"), ("b", "concluded")]
        assert asides(person)[0]["text"] == "Trust me."


def test_people_at_one_computer_speak_for_who_is_to_play(shared: Served) -> None:
    seats = [{"party": p, "player": "me" if p in "ry" else "bot"} for p in "rbyg"]
    with shared.sit(shared.new_game(**AMONG_BOTS | {"seats": seats})) as person:
        person.until("asides")
        say(person, "", "one")
        assert texts(person) == ["one"]
        assert asides(person)[0]["party"] == "r"
        # A pact that binds only who sits here needs no judge.
        answer = person.ask(
            "propose", parties="ry", promises=[{"by": "r", "kind": "no_power", "rounds": 1}]
        )
        assert answer["code"] == "pact_parties"


def test_a_sentence_suggests_a_pact_and_signs_nothing(shared: Served) -> None:
    with shared.sit(shared.new_game(**AMONG_BOTS)) as person:
        person.until("asides")
        assert say(person, "rb", "Trust me.")["suggestion"] is None
        suggestion = say(person, "rb", "Je ne t’attaque pas pendant 3 tours")["suggestion"]
        assert suggestion["words"][0]["en"] == "Red will not attack Blue for 3 rounds."
        assert pacts(person) == []
        pact = {name: suggestion[name] for name in ("parties", "promises", "secret")}
        assert person.ask("propose", **pact)["type"] == "noted"
        assert pacts(person)[0]["by"] == "r"


PEACE: list[Json] = [
    {"by": "r", "kind": "peace", "rounds": 3, "other": "b"},
    {"by": "b", "kind": "peace", "rounds": 3, "other": "r"},
]


def test_an_ambassador_values_a_pact_and_tells_nobody(shared: Served) -> None:
    with shared.sit(shared.new_game(**AMONG_BOTS)) as person:
        assert person.until("asides")["terms"]["ambassador"]
        worth = person.ask("worth", parties="rb", promises=PEACE)
        assert [each["party"] for each in worth["shares"]] == ["r", "b", "y", "g"]
        assert [each["betrayed"] is None for each in worth["shares"]] == [False, False, True, True]
        for column in ("before", "kept"):
            assert sum(each[column] for each in worth["shares"]) == pytest.approx(1, abs=0.01)
        red = worth["shares"][0]
        assert red["betrayed"] <= red["before"]
        assert pacts(person) == [] and asides(person) == []
        # Of pacts of others, and of nonsense, it knows nothing.
        others = [{"by": "y", "kind": "peace", "rounds": 3, "other": "g"}]
        assert person.ask("worth", parties="yg", promises=others)["code"] == "pact_parties"
        assert person.ask("worth", parties="rb")["code"] == "pact_parties"
        assert person.ask("worth", pact="nowhere1")["code"] == "no_pact"
        assert person.ask("worth", parties="rb", promises=PEACE * 2)["code"] == "promise_twice"
        odd = [{"by": "r", "kind": "leave", "rounds": 3}]
        assert person.ask("worth", parties="rb", promises=odd)["type"] == "failed"


def test_after_the_game_a_pact_and_a_breach_have_their_worth(shared: Served) -> None:
    seats = [{"party": p, "player": "bot" if p == "b" else "me", "level": "club"} for p in "rbyg"]
    with shared.sit(shared.new_game(**AMONG_BOTS | {"seats": seats})) as person:
        person.until("asides")
        assert person.ask("propose", parties="rb", promises=GIFT)["type"] == "noted"
        pact = settled(person)["id"]
        # What is signed is signed.
        assert person.ask("worth", pact=pact)["code"] == "pact_closed"
        played = person.change("turn", text="c4-e4>a5")["number"]
        # Nobody can resign between the bot's turn and the news of it.
        while person.last == played:
            person.hear()
        for party in "ygr":
            person.change("resign", party=party)
        worth = person.ask("worth", pact=pact)
        assert [each["party"] for each in worth["shares"]] == ["r", "b", "y", "g"]
        [breach] = worth["breaches"]
        assert (breach["promise"], breach["line"]) == (0, 0)
        assert all(0 <= breach[name] <= 1 for name in ("kept", "broken"))
        assert person.ask("worth", parties="rb", promises=PEACE)["code"] == "no_pact"


def test_where_it_is_switched_off_nobody_talks(shared: Served) -> None:
    with shared.sit(shared.new_game(**AMONG_BOTS | {"talk": False})) as person:
        person.until("state")
        assert person.ask("talk", room="", text="hello")["code"] == "no_talk"
        assert person.ask("hear", after=0)["code"] == "no_talk"
        caught_up(person)
        assert not any(message["type"] == "asides" for message in person.heard)


def test_a_rematch_talks_if_the_game_did(shared: Served) -> None:
    game = shared.new_game(**AMONG_BOTS)
    with shared.http() as http:
        again = http.post(f"/api/games/{game}/rematch").json()["id"]
    with shared.sit(again) as person:
        assert person.until("asides")["terms"]["talk"] == "free"


async def _concluded(player: Player) -> None:
    """Wait until a pact is concluded."""
    while True:
        told = await player.until("asides")
        if any(aside["kind"] == "concluded" for aside in told["entries"]):
            return


def test_a_page_without_a_server_talks_too(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        game = await tab.new_game(**AMONG_BOTS)
        player, other = tab.sit(game), Tab(tab.database).sit(game)
        await other.until("asides")
        await player.until("asides")
        asked = await player.ask("propose", parties="rb", promises=GIFT)
        assert asked["type"] == "noted"
        await _concluded(player)
        worth = await player.ask("worth", parties="ry", promises=[GIFT[1]])
        assert [each["party"] for each in worth["shares"]] == ["r", "b", "y", "g"]
        # Another tab reads what was stored here.
        other.tab.app.changed(game)
        await _concluded(other)
        # What was said goes with the game into another browser.
        text = (await tab.call("GET", "/api/everything"))[2]
        elsewhere = Tab()
        report = await elsewhere.json("POST", "/api/everything", json.loads(text))
        assert report["added"] == 1
        assert elsewhere.database.talk == tab.database.talk
        said = (await elsewhere.sit(game).until("asides"))["entries"]
        assert [aside["kind"] for aside in said][:2] == ["proposed", "concluded"]

    scene(play)


def test_imported_talk_is_told_at_a_game_that_is_open(scene: Scene) -> None:
    async def play() -> None:
        tab, elsewhere = Tab(), Tab()
        game = await tab.new_game(**AMONG_BOTS)
        player = tab.sit(game)
        await player.until("asides")
        before = await tab.json("GET", "/api/everything")
        assert (await player.ask("talk", room="", text="one"))["type"] == "noted"
        after = await tab.json("GET", "/api/everything")
        await elsewhere.json("POST", "/api/everything", before)
        there = elsewhere.sit(game)
        assert (await there.until("asides"))["entries"] == []
        await elsewhere.json("POST", "/api/everything", after)
        [said] = (await there.until("asides"))["entries"]
        assert said["text"] == "one"

    scene(play)


class TalkedDatabase(BrowserDatabase):
    """Another tab says something whenever this one is about to."""

    async def append_asides(self, game: str, asides: str) -> bool:
        first = {**json.loads(asides)[0], "number": len(self.talk.get(game, [])) + 1}
        await super().append_asides(game, json.dumps([first]))
        return await super().append_asides(game, asides)


def test_talk_that_goes_on_in_another_tab_keeps_one_game_from_being_imported(
    scene: Scene,
) -> None:
    async def play() -> None:
        tab = Tab()
        silent, game = await tab.new_game(**AMONG_BOTS), await tab.new_game(**AMONG_BOTS)
        before = await tab.json("GET", "/api/everything")
        player = tab.sit(game)
        await player.until("asides")
        assert (await player.ask("talk", room="", text="one"))["type"] == "noted"
        after = await tab.json("GET", "/api/everything")
        games = {each["id"]: each for each in after["games"]}
        after["games"] = [games[game], games[silent]]
        elsewhere = Tab(TalkedDatabase())
        before["games"] = [each for each in before["games"] if each["id"] == game]
        await elsewhere.json("POST", "/api/everything", before)
        report = await elsewhere.json("POST", "/api/everything", after)
        [refused] = report["refused"]
        assert (refused["id"], refused["words"]["en"]) == (
            game,
            catalogue("en", "server")["server.busy"],
        )
        assert (report["added"], report["same"]) == (1, 0)

    scene(play)


def test_what_a_full_browser_does_not_take_is_stored_later(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        game = await tab.new_game(**AMONG_BOTS)
        player = tab.sit(game)
        await player.until("asides")
        tab.database.full = True
        assert (await player.ask("talk", room="", text="one"))["type"] == "noted"
        assert [saved for saved, _ in tab.saved] == [False]
        assert not tab.database.talk.get(game)
        tab.database.full = False
        assert (await player.ask("talk", room="", text="two"))["type"] == "noted"
        assert [saved for saved, _ in tab.saved] == [False, True]
        stored = [json.loads(row["data"])["text"] for row in tab.database.talk[game]]
        assert stored == ["one", "two"]

    scene(play)


def test_damaged_talk_in_a_file_is_refused_with_its_game(scene: Scene) -> None:
    async def play() -> None:
        tab = Tab()
        game = await tab.new_game(**AMONG_BOTS)
        file: Any = json.loads((await tab.call("GET", "/api/everything"))[2])
        aside = {"kind": "accepted", "event": 1, "by": "", "party": "r", "pact": "nowhere1"}
        file["games"][0]["asides"] = [{"at": 0, "version": 1, "event": aside}]
        report = await Tab().json("POST", "/api/everything", file)
        assert report["added"] == 0
        assert [refused["id"] for refused in report["refused"]] == [game]

    scene(play)
