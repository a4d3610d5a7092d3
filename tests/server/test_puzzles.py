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
        assert right["right"] and len(right["views"]) == 1
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
