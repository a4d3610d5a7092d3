"""Games as things: made, repeated, saved, loaded, listed, refused."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.server.people import HOT_SEAT, Served, play_first_legal

from djambi.server.game.summaries import RECENT_GAMES


def test_a_rematch_has_the_same_players_and_rules(served: Served) -> None:
    game = served.new_game(variant="hex-3", edition="bga", options={"own_kills": "none"})
    with served.http() as http:
        again = http.post(f"/api/games/{game}/rematch").json()["id"]
        assert http.post("/api/games/nothing/rematch").status_code == 404
    assert again != game
    with served.sit(game) as one, served.sit(again) as two:
        first, second = one.hear(), two.hear()
    assert first["game"]["rules"] == second["game"]["rules"] == "bga,own_kills=none"
    assert first["seats"] == second["seats"]


def test_a_record_is_saved_and_loaded(served: Served) -> None:
    game = served.new_game(**HOT_SEAT)
    with served.sit(game) as person:
        person.hear()
        person.change("rename", party="r", name='Ca"esar')
        for _ in range(6):
            play_first_legal(person)
        last = person.change("resign", party="y")
    with served.http() as http:
        answer = http.get(f"/api/games/{game}/record")
        assert "attachment" in answer.headers["content-disposition"]
        copy = http.post("/api/games/load", json={"text": answer.text})
        assert copy.status_code == 201, copy.text
        again = http.get(f"/api/games/{copy.json()['id']}/record").text
    assert again == answer.text
    with served.sit(copy.json()["id"]) as person:
        state = person.hear()
    assert state["view"]["position"] == last["view"]["position"]
    assert state["seats"][0]["name"] == 'Ca"esar'
    assert [x["kind"] for x in state["lines"]] == ["turn"] * 6 + ["resigned"]


def test_the_bots_of_a_record_play_on(served: Served) -> None:
    text = '[Variant "hex-3"]\n[Red "Ann"]\n[Blue "bot random"]\n[Yellow "bot marvellous"]\n\n'
    with served.http() as http:
        game = http.post("/api/games/load", json={"text": text}).json()["id"]
        again = http.get(f"/api/games/{game}/record").text
        bots = text.replace("Ann", "bot greedy").replace("marvellous", "random")
        alone = http.post("/api/games/load", json={"text": bots}).json()["id"]
    with served.sit(game) as person:
        seats = person.hear()["seats"]
    assert [(seat["player"], seat["name"], seat["level"]) for seat in seats] == [
        ("me", "Ann", None),
        ("bot", "", "random"),
        ("person", "bot marvellous", None),
    ]
    assert '[Blue "bot random"]' in again
    with served.sit(alone) as person:
        seats = person.hear()["seats"]
    assert [seat["player"] for seat in seats] == ["me", "person", "person"]


def test_whose_time_ran_out_elsewhere_may_return_where_there_are_no_clocks(served: Served) -> None:
    text = '[Variant "square-4"]\n[Rules "hallepee"]\n\n1. r c3-e3 y flags\n'
    with served.http() as http:
        game = http.post("/api/games/load", json={"text": text}).json()["id"]
        assert "y flags" in http.get(f"/api/games/{game}/record").text
        with served.sit(game) as person:
            parties = {party["party"]: party for party in person.hear()["view"]["parties"]}
            assert parties["y"]["may_return"]
            person.change("rejoin", party="y")
        assert "y returns" in http.get(f"/api/games/{game}/record").text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        '[Variant "x"]\n\n1. r c3-e3\n',
        '[Variant "square-4"]\n\n1. r c3-c9\n',
        "(" * 9999,
    ],
)
def test_bad_records_are_refused_with_the_place(served: Served, text: str) -> None:
    with served.http() as http:
        answer = http.post("/api/games/load", json={"text": text})
        assert answer.status_code == 400
        said = answer.json()["words"]
        assert said["fr"]
        assert "expected" not in said["en"] + said["fr"]
        if "c9" in text:
            assert answer.json()["code"] == "bad_record"
            assert said["en"].endswith("at line 3, column 4.")
            assert said["fr"].endswith("à la ligne 3, colonne 4.")
            assert answer.json()["detail"].endswith("Something stands in the way.")
        assert http.get("/api/games").json()["games"] == []


def test_recent_games_say_how_they_stand(served: Served) -> None:
    games = [served.new_game(**HOT_SEAT) for _ in range(2)]
    with served.sit(games[0]) as person:
        person.hear()
        person.change("turn", text="c3-e3")
    with served.http() as http:
        first, second = http.get("/api/games").json()["games"]
        assert (first["id"], first["ply"], first["mover"], first["over"]) == (
            games[0],
            1,
            "b",
            False,
        )
        assert "e3" in {p["cell"] for p in first["pieces"]}
        assert second["id"] == games[1] and second["seats"][0]["player"] == "me"
        assert http.delete(f"/api/games/{games[0]}").status_code == 204
        assert [g["id"] for g in http.get("/api/games").json()["games"]] == [games[1]]
        assert http.delete("/api/games/none").status_code == 404
        for skip in (-1, 10**20):
            assert http.get("/api/games", params={"skip": skip}).status_code == 400


def test_older_games_are_read_page_by_page(served: Served) -> None:
    made = [served.new_game(**HOT_SEAT) for _ in range(RECENT_GAMES + 1)]
    with served.http() as http:
        first = http.get("/api/games").json()
        rest = http.get("/api/games", params={"skip": RECENT_GAMES}).json()
    assert (len(first["games"]), first["more"], rest["more"]) == (RECENT_GAMES, True, False)
    assert {game["id"] for game in first["games"] + rest["games"]} == set(made)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"variant": "square-5"},
        {"variant": "square-4", "edition": "none"},
        {"variant": "square-4", "options": {"fortress": "maybe"}},
        {"variant": "square-4", "options": {"nothing": "no"}},
        {"variant": "square-4", "seats": [{"party": "p", "player": "me"}]},
        {"variant": "square-4", "seats": [{"party": "r", "player": "me"}] * 2},
        {"variant": "square-4", "seats": [{"party": "r", "player": "bot", "level": "god"}]},
        {"variant": "square-4", "seats": [{"party": "r", "player": "nobody"}]},
        {"variant": "square-4", "more": 1},
        {"variant": "square-4" * 99},
        [],
        5,
    ],
)
def test_bad_new_games_are_refused(shared: Served, body: Any) -> None:
    with shared.http() as http:
        before = http.get("/api/games").json()
        answer = http.post("/api/games", json=body)
        assert answer.status_code == 400, answer.text
        assert set(answer.json()) == {"code", "words", "detail"}
        assert http.get("/api/games").json() == before


def test_a_body_too_large_is_refused(served: Served) -> None:
    with served.http() as http:
        answer = http.post("/api/games/load", json={"text": "x" * 1_200_000})
        assert answer.status_code == 413 and answer.json()["code"] == "too_long"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"{}", "Object missing required field `variant` (body)"),
        (b"[]", "Expected `object`, got `array` (body)"),
        (b'{"variant": "square-4", "more": 1}', "Object contains unknown field `more` (body)"),
        (b'{"variant', "the body is not JSON: Input data was truncated"),
        (b'{"variant": "\xff"}', "the body is not UTF-8: invalid start byte"),
        (b"", "the body is missing"),
    ],
)
def test_what_is_wrong_with_a_body_is_told(shared: Served, body: bytes, detail: str) -> None:
    with shared.http(**{"content-type": "application/json"}) as http:
        answer = http.post("/api/games", content=body)
    assert answer.status_code == 400 and answer.json()["detail"] == detail


def test_a_method_that_an_address_does_not_take_is_told(shared: Served) -> None:
    with shared.http() as http:
        answer = http.get("/api/games/abc")
    assert answer.status_code == 405 and "DELETE" in answer.headers["allow"]
    assert answer.json()["code"] == "no_method"
    assert answer.json()["words"]["en"] == "This address does not take GET."


def test_httpx_is_told_of_faults_in_json(served: Served) -> None:
    answer = httpx.get(f"{served.url}/api/nothing")
    assert answer.status_code == 404 and answer.json()["code"] == "no_page"
