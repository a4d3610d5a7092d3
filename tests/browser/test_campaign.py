"""The campaign: a table that was won opens the next one, and a stored game says so itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.table import Table
from tests.browser.test_access import faults

from djambi.bots.cast import cast

pytestmark = pytest.mark.browser

LAST = "square-4 bga 9/9/9/9/9/6bM2/9/1rA6bC/rC8 r,b,y!*,g!* rbyg r 0 0"
PEOPLE = ("novice", "novice:courtier", "novice:opportunist")
HIGHEST = ("grandmaster", "grandmaster:courtier", "grandmaster:usurper")


def win(table: Table, people: tuple[str, ...]) -> Locator:
    """Win the game of a stage; returns the dialog that tells so."""
    seats = [{"party": "r", "player": "me"}]
    for party, bot in zip("byg", people, strict=True):
        seats.append({"party": party, "player": "bot", "level": bot})
    table.sit(table.server.new(variant="square-4", position=LAST, seats=seats))
    table.choose("b2")
    table.choose("i2", "kill")
    return table.page.get_by_role("dialog")


def test_a_table_that_was_won_opens_the_next_one(table: Table) -> None:
    page, server = table.page, table.server
    page.goto(f"{server.url}/campaign")
    for bot in PEOPLE:
        expect(page.get_by_text(cast()[bot].name)).to_be_visible()
    expect(page.locator("main svg.face")).to_have_count(len(PEOPLE))
    expect(page.get_by_role("button", name="Take a seat")).to_have_count(1)
    assert faults(page) == []

    dialog = win(table, PEOPLE)
    expect(dialog.get_by_text("Promoted! Next come the Mayors.")).to_be_visible()
    expect(dialog.locator(".button.primary")).to_have_text("To the next table")
    dialog.get_by_role("link", name="To the next table").click()
    mayors = page.get_by_role("button", name="Take a seat: Mayors")
    expect(mayors).to_be_visible()
    expect(page.get_by_role("button", name="Play again: Backbenchers")).to_be_visible()

    # Whoever never saw the end has won all the same: the stored game tells.
    server.settings(campaign=[])
    page.reload()
    expect(mayors).to_be_visible()


def test_after_the_last_table_there_is_no_next_one(table: Table) -> None:
    dialog = win(table, HIGHEST)
    expect(dialog.get_by_text("The Republic is yours")).to_be_in_viewport()
    # The newspaper is long: what was won stands before it.
    expect(dialog.get_by_text("The Red Dawn")).to_be_visible()
    back = dialog.get_by_role("link", name="Back to the campaign")
    expect(back).to_be_in_viewport()
    expect(dialog.get_by_role("link", name="To the next table")).to_have_count(0)
