"""The campaign: a table that was won opens the next one, and a stored game says so itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.table import Table
from tests.browser.test_access import faults

from djambi.bots.cast import cast

pytestmark = pytest.mark.browser

LAST = "square-4 bga 9/9/9/9/9/6bM2/9/1rA6bC/rC8 r,b,y!*,g!* rbyg r 0 0"
PEOPLE = ("novice", "novice:courtier", "novice:opportunist")


def test_a_table_that_was_won_opens_the_next_one(table: Table) -> None:
    page, server = table.page, table.server
    page.goto(f"{server.url}/campaign")
    for bot in PEOPLE:
        expect(page.get_by_text(cast()[bot].name)).to_be_visible()
    expect(page.locator("main svg.face")).to_have_count(len(PEOPLE))
    expect(page.get_by_role("button", name="Take a seat")).to_have_count(1)
    assert faults(page) == []

    seats = [{"party": "r", "player": "me"}]
    for party, bot in zip("byg", PEOPLE, strict=True):
        seats.append({"party": party, "player": "bot", "level": bot})
    game = server.new(variant="square-4", position=LAST, seats=seats)
    table.sit(game)
    table.choose("b2")
    table.choose("i2", "kill")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Promoted! Next come the Mayors.")).to_be_visible()
    dialog.get_by_role("link", name="To the next table").click()
    mayors = page.get_by_role("button", name="Take a seat: Mayors")
    expect(mayors).to_be_visible()
    expect(page.get_by_role("button", name="Play again: Backbenchers")).to_be_visible()

    # Whoever never saw the end has won all the same: the stored game tells.
    server.settings(campaign=[])
    page.reload()
    expect(mayors).to_be_visible()
