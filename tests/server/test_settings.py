"""Settings belong to a browser, not to the computer that the server runs on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.paths import ROOT
from tests.server.people import Served

from djambi.server.schemas.puzzle_progress import MAX_RESULTS
from djambi.server.schemas.requests import DeviceSettings
from djambi.server.schemas.stored_settings import joined_settings, settings_of, text_of
from djambi.server.timekeeping import now

CASES: list[dict[str, Any]] = json.loads(
    (ROOT / "web/tests/fixtures/settings.json").read_text(encoding="utf-8")
)
"""Settings, a change, and what comes of both: the browser's tests read them too."""


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
    changed = joined_settings(DeviceSettings(theme="dark", volume=30), here, at=1)
    again = json.loads(text_of(changed, stored))
    assert again["theme"] == "dark"
    assert again["of_tomorrow"] == {"any": 1}
    assert again["look"]["light"] == "noon"
    assert again["puzzles"]["daily"] == 3
    assert again["puzzles"]["results"] == {"a": result}


def test_the_later_choice_of_each_setting_counts_in_whatever_order_they_come(
    served: Served,
) -> None:
    """Two tabs, or two devices of an account, each say what was chosen in them and when."""
    early = {"theme": "dark", "look": {"board": "slate"}, "volume": 5}
    late = {"theme": "light", "look": {"pieces": "signs"}}
    bodies = [
        early | {"changed": {"theme": 10, "look.board": 10, "volume": 10}},
        late | {"changed": {"theme": 20, "look.pieces": 20}},
    ]
    for order in (bodies, bodies[::-1], [*bodies, bodies[0]]):
        with served.http() as browser:
            browser.get("/api/settings")
            answers = [browser.put("/api/settings", json=body).json() for body in order]
            answer = browser.get("/api/settings").json()
            assert answers[-1] == answer
            assert (answer["theme"], answer["volume"]) == ("light", 5)
            assert answer["look"] == {"board": "slate", "pieces": "signs"}
            assert answer["changed"]["theme"] == 20


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_settings_are_joined_as_the_browser_joins_them(case: dict[str, Any]) -> None:
    stored, change, joined = (
        settings_of(json.dumps(case[name])) for name in ("stored", "change", "joined")
    )
    made = joined_settings(change, stored, at=100)
    assert made == joined


def test_lists_of_two_tabs_are_joined_and_what_emptied_one_is_not_undone(served: Served) -> None:
    with served.http() as browser:
        browser.get("/api/settings")

        def done(names: list[str], emptied: int) -> object:
            body = {"lessons_done": names, "changed": {"lessons_done": emptied}}
            return browser.put("/api/settings", json=body).json()["lessons_done"]

        assert done(["one"], 0) == ["one"]
        assert done(["two"], 0) == ["one", "two"]
        assert done([], 5) == []
        assert done(["one"], 0) == []
        assert done(["three"], 5) == ["three"]
        # A page of an older version sends all that it knows of.
        assert browser.put("/api/settings", json={"lessons_done": ["four"]}).status_code == 200
        assert done(["one"], 5) == ["four"]


def test_a_page_of_an_older_version_undoes_nothing_that_it_has_not_changed(served: Served) -> None:
    with served.http() as browser:
        browser.get("/api/settings")
        browser.put("/api/settings", json={"theme": "dark", "changed": {"theme": 10}})
        old = browser.get("/api/settings").json()
        del old["changed"]
        kept = browser.put("/api/settings", json=old | {"volume": 5}).json()
        assert (kept["theme"], kept["changed"]["theme"], kept["volume"]) == ("dark", 10, 5)
        # What it has changed is newer than what others chose before.
        browser.put("/api/settings", json=old | {"theme": "light"})
        body = {"theme": "dark", "changed": {"theme": 20}}
        assert browser.put("/api/settings", json=body).json()["theme"] == "light"


def test_a_clock_that_is_ahead_does_not_win_for_ever(served: Served) -> None:
    with served.http() as browser:
        browser.get("/api/settings")
        ahead = now() + 1_000_000_000
        browser.put("/api/settings", json={"theme": "dark", "changed": {"theme": ahead}})
        body = {"theme": "light", "changed": {"theme": now() + 1000}}
        assert browser.put("/api/settings", json=body).json()["theme"] == "light"


def test_a_new_browser_keeps_what_it_began_with_beside_what_it_chooses(served: Served) -> None:
    with served.http() as program:
        program.put("/api/settings", json={"lang": "fr"})
    with served.http() as browser:
        assert browser.get("/api/settings").json()["lang"] == "fr"
        browser.put("/api/settings", json={"theme": "dark", "changed": {"theme": 1}})
        kept = browser.get("/api/settings").json()
        assert (kept["lang"], kept["theme"]) == ("fr", "dark")


@pytest.mark.parametrize(
    "wrong", [{"Theme": 1}, {"theme": -1}, {"theme": 2**60}, {"a.b.c": 1}, {"theme": "now"}]
)
def test_times_that_make_no_sense_are_refused(served: Served, wrong: dict[str, object]) -> None:
    with served.http() as browser:
        browser.get("/api/settings")
        many = {f"setting_{letter}{other}": 1 for letter in "abcdefghi" for other in "abcdefgh"}
        for changed in (wrong, many):
            assert browser.put("/api/settings", json={"changed": changed}).status_code == 400


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
