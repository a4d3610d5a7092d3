"""Puzzles in the browser: the list, a wrong turn and its refutation, the right one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.table import Table
from tests.browser.test_access import faults

from djambi import Position
from djambi.puzzles import puzzles

pytestmark = pytest.mark.browser

# One whose turns are two clicks, and that a wrong turn loses at once.
ONE = next(
    each
    for each in puzzles()
    if each.goal == "keep" and all(re.fullmatch(r"\w\d-\w\d", text) for text in each.solutions)
)
WRONG = next(
    str(turn)
    for turn in Position.parse(ONE.position).legal_turns()
    if str(turn) not in ONE.solutions and re.fullmatch(r"\w\d-\w\d", str(turn))
)


def make(table: Table, turn: str) -> None:
    for cell in re.findall(r"[a-z]\d+", turn):
        table.choose(cell)


def test_a_puzzle_is_tried_and_solved(table: Table) -> None:
    page = table.page
    table.server.settings(puzzles_done=[])
    table.home()
    page.get_by_role("link", name="Puzzles").first.click()
    expect(page.get_by_role("link", name=re.compile("Puzzle of the day"))).to_be_visible()
    expect(page.get_by_text(f"0 of {len(puzzles())} solved")).to_be_visible()
    assert faults(page) == []
    page.locator(f'.shelf a[href="/puzzles/{ONE.name}"]').click()
    make(table, WRONG)
    expect(page.locator(".verdict")).to_contain_text("Not yet")
    expect(table.button("Try again")).to_be_focused()
    page.keyboard.press("Enter")
    make(table, ONE.solutions[0])
    expect(page.locator(".verdict")).to_contain_text("Well done!")
    assert faults(page) == []
    page.get_by_role("link", name=re.compile("All puzzles")).click()
    expect(page.get_by_text(f"1 of {len(puzzles())} solved")).to_be_visible()


def test_who_sees_the_solution_has_not_solved_it(table: Table) -> None:
    page = table.page
    table.server.settings(puzzles_done=[])
    page.goto(f"{table.server.url}/puzzles/{ONE.name}")
    table.button("Show the solution").click()
    expect(page.get_by_text(f"The decisive turn: {ONE.solutions[0]}")).to_be_visible()
    make(table, ONE.solutions[0])
    expect(page.locator(".verdict")).to_contain_text("Well done!")
    page.get_by_role("link", name=re.compile("All puzzles")).click()
    expect(page.get_by_text(f"0 of {len(puzzles())} solved")).to_be_visible()


def test_a_puzzle_that_does_not_exist(table: Table) -> None:
    table.page.goto(f"{table.server.url}/puzzles/nothing")
    expect(table.page.get_by_text("There is no such puzzle.")).to_be_visible()
    table.forgive("404")
