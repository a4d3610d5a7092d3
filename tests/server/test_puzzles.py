"""Puzzles over HTTP."""

from __future__ import annotations

from datetime import date

from tests.server.people import Served

from djambi.position.position import Position
from djambi.puzzles import daily, puzzles


def test_the_list_and_the_puzzle_of_a_day(shared: Served) -> None:
    with shared.http() as http:
        found = http.get("/api/puzzles?day=2026-11-21").json()
        assert [row["name"] for row in found["puzzles"]] == [each.name for each in puzzles()]
        assert found["daily"] == daily(date(2026, 11, 21)).name
        assert http.get("/api/puzzles").status_code == 200
        wrong = http.get("/api/puzzles?day=yesterday")
        assert wrong.status_code == 400 and wrong.json()["words"]["fr"]


def test_a_puzzle_and_its_trial(shared: Served) -> None:
    each = next(one for one in puzzles() if one.goal == "keep")
    with shared.http() as http:
        view = http.get(f"/api/puzzles/{each.name}").json()
        assert view["position"] == each.position and view["view"]["stages"][""]["kind"] == "piece"
        path = f"/api/puzzles/{each.name}/try"
        right = http.post(path, json={"turn": each.solutions[0]}).json()
        assert right["right"] and right["done"] and len(right["views"]) >= 1
        [wrong] = [
            text
            for text in map(str, Position.parse(each.position).legal_turns())
            if text not in each.solutions
        ][:1]
        answer = http.post(path, json={"turn": wrong}).json()
        assert not answer["right"] and len(answer["views"]) >= 1
        assert http.post(path, json={"turn": "a1-zz"}).status_code == 400
        assert http.post(path, json={}).status_code == 400
        assert http.get("/api/puzzles/nothing").status_code == 404


def test_a_puzzle_plays_on_to_its_end(shared: Served) -> None:
    each = next(one for one in puzzles() if one.moves == 2)
    with shared.http() as http:
        path = f"/api/puzzles/{each.name}"
        whole = http.get(f"{path}/solution").json()
        first = http.post(f"{path}/try", json={"turns": [each.solutions[0]]}).json()
        assert (first["right"], first["done"], first["left"]) == (True, False, 1)
        assert whole["turns"][: len(first["turns"])] == first["turns"]
        assert first["views"][-1]["stages"][""]["kind"] == "piece"
        assert first["hint"]["piece"] and first["hint"]["target_words"]["fr"]
        last = http.post(
            f"{path}/try", json={"turns": [*first["turns"], whole["turns"][-1]]}
        ).json()
        assert last["done"] and last["left"] == 0 and last["words"]["en"]
        late = [*first["turns"], *last["turns"], each.solutions[0]]
        assert http.post(f"{path}/try", json={"turns": late}).json()["code"] == "puzzle_line"
        brief = {"turns": [each.solutions[0]], "brief": True}
        assert len(http.post(f"{path}/try", json=brief).json()["views"]) == 1
        endless = {"turns": ["a1-a2"] * 65}
        assert http.post(f"{path}/try", json=endless).status_code == 400


def test_the_index_the_calendar_and_a_storm(shared: Served) -> None:
    with shared.http() as http:
        index = http.get("/api/puzzles/index?day=2026-11-21").json()
        assert [row["name"] for row in index["puzzles"]] == [each.name for each in puzzles()]
        assert sum(theme["count"] for theme in index["themes"]) == len(puzzles())
        month = http.get("/api/puzzles/calendar?month=2026-11").json()
        assert month["days"][20] == {
            **month["days"][20],
            "day": "2026-11-21",
            "name": index["daily"],
        }
        storm = http.get("/api/puzzles/storm?seed=3").json()["puzzles"]
        assert [row["rating"] for row in storm] == sorted(row["rating"] for row in storm)
        for wrong in (
            "calendar?month=2026-13",
            "calendar?month=x",
            "storm?seed=x",
            "index?day=never",
        ):
            assert http.get(f"/api/puzzles/{wrong}").status_code == 400
        old = next(each for each in puzzles() if each.former)
        assert http.get(f"/api/puzzles/{old.former[0]}").json()["name"] == old.name
