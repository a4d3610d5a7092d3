"""The campaign: a table that was won opens the next one, and a stored game says so itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.table import Table
from tests.browser.test_access import faults

from djambi.bots.cast import cast
from djambi.game import Game

pytestmark = pytest.mark.browser

# Blue and yellow resign, and red's next turn kills the last Chief: b1-b8.
NEARLY_WON = ("b3-c4", None, None, "b7-c6", "b2-b8>e8", "a9-b8>d8")
PEOPLE = ("novice", "novice:courtier", "novice:opportunist")
MAYORS = ("learner:builder", "learner:opportunist", "learner:usurper")
HIGHEST = ("grandmaster", "grandmaster:courtier", "grandmaster:usurper")


def nearly_won(people: tuple[str, ...]) -> Game:
    """The game of a stage, before the turn that wins it."""
    game = Game.start("square-4")
    for turn in NEARLY_WON:
        if turn is None:
            game.resign()
        else:
            game.play(turn)
    seats = zip(("Blue", "Yellow", "Green"), people, strict=True)
    game.tags.update({party: f"bot {bot}" for party, bot in seats})
    return game


def win(table: Table) -> Locator:
    """Play the turn that wins; returns the dialog that tells so."""
    table.choose("b1")
    table.choose("b8", "kill")
    return table.page.get_by_role("dialog")


def win_stage(table: Table, people: tuple[str, ...]) -> Locator:
    """Win the game of a stage; returns the dialog that tells so."""
    with table.server.http() as http:
        answer = http.post("/api/games/load", json={"text": str(nearly_won(people))})
    table.sit(str(answer.json()["id"]))
    return win(table)


def test_a_table_that_was_won_opens_the_next_one(table: Table) -> None:
    page, server = table.page, table.server
    page.goto(f"{server.url}/campaign")
    for bot in PEOPLE:
        expect(page.get_by_text(cast()[bot].name)).to_be_visible()
    expect(page.locator("main svg.face")).to_have_count(len(PEOPLE))
    expect(page.get_by_role("button", name="Take a seat")).to_have_count(1)
    assert faults(page) == []

    dialog = win_stage(table, PEOPLE)
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


def test_a_game_from_the_middle_of_another_wins_no_table(table: Table) -> None:
    page, server = table.page, table.server
    seats = [{"party": "r", "player": "me"}]
    for party, bot in zip("byg", MAYORS, strict=True):
        seats.append({"party": party, "player": "bot", "level": bot})
    position = str(nearly_won(MAYORS).position)
    game = server.new(variant="square-4", position=position, seats=seats)
    table.sit(game)
    with page.expect_response(f"**/api/games/{game}/record"):
        dialog = win(table)
    expect(dialog.get_by_text("The Red Dawn")).to_be_visible()
    expect(dialog.get_by_text("Promoted!")).to_have_count(0)
    with page.expect_response(f"**/api/games/{game}/record"):
        page.goto(f"{server.url}/campaign")
    expect(page.get_by_role("heading", name="Mayors")).to_be_visible()
    expect(page.get_by_role("button", name="Play again: Mayors")).to_have_count(0)


def test_after_the_last_table_there_is_no_next_one(table: Table) -> None:
    dialog = win_stage(table, HIGHEST)
    expect(dialog.get_by_text("The Republic is yours")).to_be_in_viewport()
    # The newspaper is long: what was won stands before it.
    expect(dialog.get_by_text("The Red Dawn")).to_be_visible()
    back = dialog.get_by_role("link", name="Back to the campaign")
    expect(back).to_be_in_viewport()
    expect(dialog.get_by_role("link", name="To the next table")).to_have_count(0)
