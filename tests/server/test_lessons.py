"""Lessons and the rulebook over HTTP: what is told, how an answer is judged, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.people import Served

from djambi.lessons import lesson, lessons
from djambi.lessons.readings import readings
from djambi.position.position import Position
from djambi.rules import EDITIONS, OPTIONS

Json = dict[str, Any]


def get(served: Served, path: str) -> Json:
    with served.http() as http:
        answer = http.get(path)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_the_list_has_every_lesson_in_order(shared: Served) -> None:
    chapters = get(shared, "/api/lessons")["chapters"]
    listed = [row["name"] for chapter in chapters for row in chapter["lessons"]]
    assert listed == [each.name for each in lessons()]
    assert all(chapter["title"]["fr"] and chapter["line"]["en"] for chapter in chapters)


def test_a_lesson_is_told_whole(shared: Served) -> None:
    names = [each.name for each in lessons()]
    for name in (names[0], "gift", names[-1]):
        found, each = get(shared, f"/api/lessons/{name}"), lesson(name)
        assert found["view"]["position"] == str(each.position)
        assert found["view"]["stages"][""]["kind"] == "piece"
        assert [task["answer"] for task in found["tasks"]] == [task.answer for task in each.tasks]
        assert found["number"] == names.index(name) + 1 and found["many"] == len(names)
    assert get(shared, f"/api/lessons/{names[0]}")["before"] is None
    assert get(shared, f"/api/lessons/{names[0]}")["after"] == names[1]
    assert get(shared, f"/api/lessons/{names[-1]}")["after"] is None


def test_answers_are_judged_step_by_step(shared: Served) -> None:
    each = lesson("gift")
    first, second = (task.answer for task in each.tasks)
    with shared.http() as http:

        def tried(*turns: str) -> Json:
            answer = http.post("/api/lessons/gift/try", json={"turns": turns})
            assert answer.status_code == 200, answer.text
            found: Json = answer.json()
            return found

        wrong = tried(each.tasks[0].wrong[0])
        assert wrong["missing"] and not wrong["done"]
        assert len(wrong["views"]) == 1 and wrong["views"][0]["stages"] == {}
        half = tried(first)
        assert half["missing"] == [] and not half["done"]
        assert len(half["views"]) == 2 and half["views"][0]["stages"] == {}
        assert half["views"][1]["mover"] == "r" and half["views"][1]["stages"]
        whole = tried(first, second)
        assert whole["done"] and whole["views"][0]["last"]["text"] == second


@pytest.mark.parametrize(
    ("name", "body", "status"),
    [
        ("nowhere", {"turns": ["c3-e3"]}, 404),
        ("first-steps", {"turns": []}, 400),
        ("first-steps", {"turns": ["c3-c9"]}, 400),
        ("first-steps", {"turns": ["c3-e3", "c3-e3"]}, 400),
        ("first-steps", {"turns": ["x" * 1000]}, 400),
        ("first-steps", {"turns": ["c3-e3"] * 50}, 400),
        ("first-steps", {"turns": "c3-e3"}, 400),
        ("first-steps", {"turns": ["c3-e3"], "name": "x"}, 400),
        ("gift", {"turns": ["a7-g7>b7", "c2-c3"]}, 400),
    ],
)
def test_what_makes_no_sense_is_refused(shared: Served, name: str, body: Json, status: int) -> None:
    with shared.http() as http:
        answer = http.post(f"/api/lessons/{name}/try", json=body)
    assert answer.status_code == status
    assert answer.json()["words"]["fr"]


def test_progress_is_a_setting(served: Served) -> None:
    with served.http() as http:
        assert http.get("/api/settings").json()["lessons_done"] == []
        http.put("/api/settings", json={"lessons_done": ["first-steps"]})
        assert http.get("/api/settings").json()["lessons_done"] == ["first-steps"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rulebook_is_an_edition_s(shared: Served, edition: str) -> None:
    book = get(shared, f"/api/rulebook?edition={edition}")
    assert book["edition"] == edition
    for page in book["pages"]:
        assert page["paragraphs"] and page["boards"]
        for option in page["options"]:
            assert edition not in option["others"] and option["words"]["en"]
        for board in page["boards"]:
            position = Position.parse(board["position"])
            assert position.variant.name == board["variant"]
            assert not board["show"] or position.find(board["show"])
    groups = book["readings"]["groups"]
    assert [row["name"] for group in groups for row in group["rows"]] == [
        each.name for each in readings(edition)
    ]
    assert all(row["read"]["fr"] and row["doubt"]["en"] for row in groups[0]["rows"])
    assert len(book["table"]) == len(OPTIONS)
    for row in book["table"]:
        assert set(row["editions"].values()) == {value["value"] for value in row["values"]}


def test_an_unknown_lesson_or_edition_is_an_error_with_words(shared: Served) -> None:
    with shared.http() as http:
        assert http.get("/api/lessons/nowhere").status_code == 404
        answer = http.get("/api/rulebook?edition=house")
        assert answer.status_code == 400 and "house" in answer.json()["words"]["en"]
