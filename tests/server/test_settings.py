"""Settings belong to a browser, not to the computer that the server runs on."""

from __future__ import annotations

import json

import pytest
from tests.server.people import Served

from djambi.server.schemas.puzzle_progress import MAX_RESULTS
from djambi.server.schemas.requests import DeviceSettings
from djambi.server.schemas.stored_settings import joined_settings, settings_of, text_of


def test_what_one_browser_dismisses_another_still_sees(served: Served) -> None:
    with served.http() as one, served.http() as other:
        for browser in (one, other):
            assert browser.get("/api/settings").json()["hints_seen"] == []
        one.put("/api/settings", json={"hints_seen": ["first"], "theme": "dark"})
        assert one.get("/api/settings").json()["hints_seen"] == ["first"]
        again = other.get("/api/settings").json()
        assert (again["hints_seen"], again["theme"]) == ([], "")


def test_a_browser_keeps_its_name_and_no_script_reads_its_name(served: Served) -> None:
    with served.http() as browser:
        (named,) = browser.get("/api/settings").headers.get_list("set-cookie")
        assert "HttpOnly" in named and "SameSite=lax" in named and "Secure" not in named
        # At each visit anew: browsers forget it after some time.
        assert browser.get("/api/settings").headers.get_list("set-cookie") == [named]
        age = int(named.partition("Max-Age=")[2].partition(";")[0])
        assert 360 < age / 86400 <= 400
        foreign = {"cookie": "djambi_browser=a,b"}
        assert "set-cookie" not in browser.get("/api/settings", headers=foreign).headers
        browser.cookies.set("djambi_browser", "x" * 3000)
        assert browser.put("/api/settings", json={"lang": "fr"}).status_code == 200
        assert browser.get("/api/settings").json()["lang"] == "fr"


def test_a_new_browser_begins_with_what_the_computer_kept(served: Served) -> None:
    with served.http() as program:
        program.put("/api/settings", json={"lang": "fr"})
    with served.http() as browser, served.http() as third:
        assert browser.get("/api/settings").json()["lang"] == "fr"
        browser.put("/api/settings", json={"lang": "en"})
        assert third.get("/api/settings").json()["lang"] == "fr"


def test_what_a_newer_version_stored_outlives_an_older_one() -> None:
    """An old tab reads what a new one stored, changes its theme, and nothing is lost."""
    result = {"at": 1, "rating": 1200, "outcome": "clean"}
    newer = {
        "volume": 30,
        "look": {"board": "glass", "pieces": "signs", "light": "noon"},
        "puzzles": {"results": {"a": result}, "daily": 3},
        "of_tomorrow": {"any": 1},
    }
    stored = json.dumps(newer)
    here = settings_of(stored)
    assert (here.volume, here.look.board, here.look.pieces) == (30, "paper", "signs")
    assert list(here.puzzles.results) == ["a"]
    changed = joined_settings(DeviceSettings(theme="dark", volume=30), here)
    again = json.loads(text_of(changed, stored))
    assert again["theme"] == "dark"
    assert again["of_tomorrow"] == {"any": 1}
    assert again["look"]["light"] == "noon"
    assert again["puzzles"]["daily"] == 3
    assert again["puzzles"]["results"] == {"a": result}


@pytest.mark.parametrize("field", ["hints_seen", "lessons_done", "puzzles_done"])
def test_what_was_done_is_bounded(served: Served, field: str) -> None:
    names = [f"puzzle-{number}" for number in range(MAX_RESULTS)]
    with served.http() as browser:
        browser.get("/api/settings")
        for wrong in ([*names, "one more"], ["x" * 65]):
            assert browser.put("/api/settings", json={field: wrong}).status_code == 400
        assert browser.put("/api/settings", json={"name": "x" * 41}).status_code == 400
        assert browser.put("/api/settings", json={field: names}).status_code == 200
        assert browser.get("/api/settings").json()[field] == names


def test_two_tabs_lose_none_of_the_others_puzzles(served: Served) -> None:
    def result(at: int, outcome: str) -> dict[str, object]:
        return {"at": at, "rating": 1200, "outcome": outcome}

    with served.http() as browser:
        browser.get("/api/settings")
        one = {"results": {"a": result(1, "failed")}, "days": {"2026-11-22": "kept"}, "storm": 9}
        other = {"results": {"a": result(2, "clean"), "b": result(3, "hinted")}, "storm": 4}
        browser.put("/api/settings", json={"puzzles": one})
        browser.put("/api/settings", json={"puzzles": other})
        assert browser.put("/api/settings", json={"theme": "dark"}).json()["puzzles"] == {
            "results": {"a": result(1, "retried"), "b": result(3, "hinted")},
            "days": {"2026-11-22": "kept"},
            "storm": 9,
        }


@pytest.mark.parametrize(
    "wrong",
    [
        {"results": {"A b": {"at": 1, "rating": 1200, "outcome": "clean"}}},
        {"results": {"a": {"at": -1, "rating": 1200, "outcome": "clean"}}},
        {"results": {"a": {"at": 1, "rating": 9999, "outcome": "clean"}}},
        {"results": {"a": {"at": 1, "rating": 1200, "outcome": "won"}}},
        {"days": {"yesterday": "kept"}},
        {"storm": "many"},
        {"rating": 3000},
    ],
)
def test_progress_that_makes_no_sense_is_refused(served: Served, wrong: dict[str, object]) -> None:
    with served.http() as browser:
        browser.get("/api/settings")
        assert browser.put("/api/settings", json={"puzzles": wrong}).status_code == 400
