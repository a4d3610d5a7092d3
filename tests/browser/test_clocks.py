"""Clocks at one screen, and a board that turns to whoever plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.table import Table

pytestmark = pytest.mark.browser


def test_people_at_one_screen_play_by_the_clock(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/new")
    seats = page.get_by_role("combobox", name="Who plays")
    for number in (1, 2, 3):
        seats.nth(number).select_option(label="Someone here")
    page.get_by_text("Fischer", exact=True).click()
    table.button("Start the game").click()
    # Nobody's time runs before somebody starts the clocks, and nobody plays.
    expect(table.prompt).to_contain_text("The clocks are stopped.")
    expect(page.get_by_role("timer", name="Clock of Red: 15 minutes").first).to_be_visible()
    assert table.acts() == {}
    table.press(table.button("Start the clocks"))
    table.play("c3-e3")
    table.turns(1)
    # Red was given 15 seconds more than were used.
    expect(page.get_by_role("timer", name="Clock of Red: 15 minutes 1").first).to_be_visible()
    table.press(table.button("More"))
    table.press(table.button("Stop the clocks"))
    expect(table.prompt).to_contain_text("The clocks are stopped.")
    page.reload()
    expect(table.button("Start the clocks")).to_be_visible()


def test_the_board_turns_to_whoever_plays(table: Table) -> None:
    table.server.settings(turn_to_mover=True)
    table.sit(table.server.new(variant="square-4"))

    def below(cell: str) -> bool:
        box, board = table.cell(cell).bounding_box(), table.board.bounding_box()
        assert box is not None and board is not None
        return box["y"] > board["y"] + board["height"] / 2

    # Red sits at a1, blue at i1: each has their own corner below, on the left.
    table.until(lambda: below("a1") and below("i1"))
    table.play("c3-e3")
    table.until(lambda: below("i1") and below("i9") and not below("a1"))
