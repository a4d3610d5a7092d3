"""Nothing left to play: forced passes, resigning, a decided game, and looking on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.table import Table

pytestmark = pytest.mark.browser

# Red's Chief and Reporter are walled in by corpses, and blue has all that he needs to win.
LOCKED_IN = "square-4 original 9/9/9/9/2bMbA1bDbMbN1/9/xxx6/xrRx6/rCxx5bC r,b,y!*,g!* rbyg r 0 0"


def test_who_cannot_move_is_told_why_and_passes_until_he_can(table: Table) -> None:
    table.load(LOCKED_IN)
    expect(table.prompt).to_contain_text("Red cannot move")
    expect(table.prompt).to_contain_text("No piece has a cell to go to")
    table.button("Pass until I can move").click()
    table.turns(1)
    table.play("i1-h1")
    table.turns(3)
    table.play("h1-i1")
    table.turns(5)
    expect(table.page.locator("#panel-turns li").filter(has_text="passes")).to_have_count(3)
    table.button("Undo").click()
    # Who takes back wants to stop: it is not passed again at once.
    table.turns(4)
    expect(table.button("Pass")).to_be_visible()
    table.button("Undo").click()
    table.turns(3)


def test_it_is_passed_by_itself_if_that_is_set(table: Table) -> None:
    table.page.goto(f"{table.server.url}/")
    table.button("Settings").click()
    with table.storing():
        table.page.get_by_role("switch", name="Pass automatically").click()
    table.button("Close").click()
    table.load(LOCKED_IN)
    table.turns(1)
    table.play("i1-h1")
    table.turns(3)


def test_one_resigns_knowing_what_follows(table: Table) -> None:
    table.load(LOCKED_IN)
    table.button("Resign").click()
    ask = table.page.get_by_role("dialog", name="Resign?")
    expect(ask.get_by_role("listitem")).to_have_text(
        [
            "Its Chief dies where he stands.",
            "Its pieces stay where they are, and nobody leads them.",
            "Blue wins: no other party is left.",
        ]
    )
    ask.get_by_role("button", name="Red resigns").click()
    expect(table.page.get_by_role("dialog", name="The game is over")).to_contain_text("Blue wins")


def offer_to_end(table: Table) -> Locator:
    """Play on until Blue has all but won; return the offer to end the game."""
    table.load(LOCKED_IN)
    table.button("Pass until I can move").click()
    for number, turn in enumerate(["i1-h1", "h1-i1", "i1-h1", "h1-i1"], 1):
        table.turns(2 * number - 1)
        table.play(turn)
    return table.page.locator(".offer").filter(has_text="Blue has all but won")


def test_the_party_that_resigns_is_the_one_that_was_asked_about(table: Table) -> None:
    game = table.server.new(variant="square-4")
    table.sit(game)
    other = Table(table.server, table.page.context.new_page())
    other.sit(game)
    table.button("More").click()
    table.button("Resign").click()
    ask = table.page.get_by_role("dialog", name="Resign?")
    expect(ask.get_by_role("button", name="Red resigns")).to_be_visible()
    # Meanwhile Red moves at the other screen, and Blue, who sits here too, is to play.
    other.play("c3-d4")
    expect(table.page.locator("#panel-turns li")).to_have_count(1)
    ask.get_by_role("button", name="Red resigns").click()
    parties = table.page.get_by_role("list", name="Parties").get_by_role("listitem")
    expect(parties.filter(has_text="Red")).to_contain_text("out of the game")
    expect(parties.filter(has_text="Blue")).not_to_contain_text("out of the game")
    assert other.problems == []


def test_a_decided_game_can_be_ended(table: Table) -> None:
    offer = offer_to_end(table)
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="End the game").click()
    expect(table.page.get_by_role("dialog", name="The game is over")).to_contain_text("Blue wins")


def test_a_decided_game_can_be_played_on(table: Table) -> None:
    offer = offer_to_end(table)
    # Screen readers watch where it came, and the keyboard goes on at the board.
    told = table.page.get_by_role("status").filter(has_text="Blue has all but won")
    expect(told).to_have_count(1)
    offer.get_by_role("button", name="Play on").press("Enter")
    expect(offer).to_have_count(0)
    expect(told).to_have_count(0)
    expect(table.board.locator(":focus")).to_have_count(1)
    table.play("i1-h1")
    table.turns(11)
    expect(offer).to_have_count(0)


def test_out_of_the_game_one_goes_on_to_another_or_hurries_the_bots(table: Table) -> None:
    bots = [{"party": p, "player": "me" if p == "r" else "bot"} for p in "rby"]
    table.sit(table.server.new(variant="hex-3", seats=bots))
    table.button("More").click()
    table.button("Resign").click()
    table.button("Red resigns").click()
    expect(table.prompt).to_contain_text("You are out of the game")
    for name in ("Rematch", "Fast"):
        expect(table.button(name)).to_be_visible()
    fast = table.button("Fast")
    fast.click()
    expect(fast).to_have_attribute("aria-pressed", "true")
    expect(table.page.locator("#panel-turns li").nth(5)).to_be_attached()


def against_bots(table: Table) -> None:
    bots = [{"party": p, "player": "me" if p == "r" else "bot"} for p in "rbyg"]
    table.sit(table.server.new(variant="square-4", seats=bots))
    table.button("More").click()


def test_whoever_offers_a_draw_is_answered(table: Table) -> None:
    against_bots(table)
    table.button("Offer a draw").click()
    expect(table.prompt.get_by_role("status")).to_contain_text("does not agree to a draw.")


def test_a_game_is_not_left_for_a_rematch_without_a_question(table: Table) -> None:
    against_bots(table)
    here = table.page.url
    table.button("Rematch").click()
    ask = table.page.get_by_role("dialog", name="Leave for a rematch?")
    ask.get_by_role("button", name="Play on").click()
    assert table.page.url == here
    table.button("More").click()
    table.button("Rematch").click()
    ask.get_by_role("button", name="New game").click()
    expect(table.page).not_to_have_url(here)


def test_what_becomes_of_who_resigns_is_told_once(table: Table) -> None:
    """Green is in power, so that the pieces of whoever resigns are its own."""
    table.load("square-4 original 9/9/9/9/rC1rM1gC3bC/9/9/9/8yC r,b,y,g rbyg r 0 0")
    table.button("More").click()
    table.button("Resign").click()
    ask = table.page.get_by_role("dialog", name="Resign?")
    told = ask.get_by_role("listitem")
    expect(told.first).to_be_visible()
    sentences = told.all_inner_texts()
    assert "Its pieces obey Green from now on." in sentences, sentences
    assert not any("Red" in sentence for sentence in sentences), sentences
