"""Puzzles in the browser: a wrong turn and its refutation, hints, a win played out; the storm."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.table import Table
from tests.browser.test_access import faults

from djambi import Position
from djambi.puzzles import puzzle, puzzles

pytestmark = pytest.mark.browser

# One with an answer in the middle.
ONE = next(
    each
    for each in puzzles()
    if each.goal == "win" and each.depth == 2 and each.position.startswith("square-4")
)


def wrong_turn(name: str) -> str:
    """Return a turn that does not solve a puzzle, one of few clicks."""
    each = puzzle(name)
    legal = map(str, Position.parse(each.position).legal_turns())
    return min((turn for turn in legal if turn not in each.solutions), key=len)


def test_a_puzzle_is_played_on_to_the_win(table: Table) -> None:
    page = table.page
    table.home()
    page.get_by_role("link", name="Puzzles").first.click()
    expect(page.get_by_role("link", name=re.compile("Puzzle of the day"))).to_be_visible()
    expect(page.get_by_text(f"0 of {len(puzzles())} solved")).to_be_visible()
    # The boards of the cards come one after another.
    expect(page.locator(".picture svg")).to_have_count(13)
    assert faults(page) == []
    with table.server.http() as http:
        solved = http.get(f"/api/puzzles/{ONE.name}/solution").json()
    page.goto(f"{table.server.url}/puzzles/{ONE.name}")
    table.play(wrong_turn(ONE.name))
    expect(table.button("Try again")).to_be_focused()
    expect(page.locator(".verdict")).to_contain_text("The plot is uncovered")
    expect(page.locator(".steps li").nth(1)).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Enter")
    for name in ("Hint", "Which piece?", "Where to?"):
        table.button(name).click()
    expect(page.locator(".hint p")).to_have_count(3)
    own = solved["views"][0]["last"]["party"]
    for turn, view in zip(solved["turns"], solved["views"], strict=True):
        # The others answer by themselves.
        if view["last"]["party"] == own:
            table.play(turn)
    expect(page.get_by_text("The coup succeeds!")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text(f"1 of {len(puzzles())} solved")).to_be_visible()


def test_who_sees_the_solution_has_not_solved_it(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/puzzles/{ONE.name}")
    table.button("Solution").click()
    expect(page.get_by_text("How it is done")).to_be_visible()
    steps = page.locator(".steps button")
    expect(steps.last).to_have_attribute("aria-current", "step")
    table.button("One turn back").click()
    expect(steps.last).not_to_have_attribute("aria-current", "step")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text(f"0 of {len(puzzles())} solved")).to_be_visible()


def test_a_storm_counts_until_its_clock_has_run_down(table: Table) -> None:
    page = table.page
    page.clock.install()
    page.goto(f"{table.server.url}/puzzles/storm")
    with page.expect_response(re.compile("/api/puzzles/storm")) as answered:
        table.button("Start the clock").click()
    rows: list[dict[str, Any]] = answered.value.json()["puzzles"]
    table.play(wrong_turn(rows[0]["name"]))
    expect(page.get_by_text("No: 10 seconds less")).to_be_visible()
    table.play(rows[1]["solutions"][0])
    expect(page.get_by_text("Right! 1 so far")).to_be_visible()
    assert faults(page) == []
    page.clock.fast_forward(180_000)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("1.*puzzle solved"))
    expect(page.get_by_text("A new record!")).to_be_visible()
    expect(page.get_by_role("link", name="Try it in peace")).to_have_count(1)
    assert faults(page) == []
    table.button("Once more").click()
    table.calm.wait_for()
    page.reload()
    expect(page.get_by_text("The page was reloaded")).to_be_visible()


def test_a_puzzle_that_does_not_exist(table: Table) -> None:
    table.page.goto(f"{table.server.url}/puzzles/hex-3-0000000000000000")
    expect(table.page.get_by_text("There is no such puzzle.")).to_be_visible()
    table.forgive("404")
