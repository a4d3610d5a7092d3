"""Who resigned comes back, if everybody at the screen agrees (RULES 5, Return)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.online import Come
from tests.browser.table import Table

pytestmark = pytest.mark.browser


def resigned(table: Table, bots: str = "") -> str:
    """A game at one screen in which red has resigned."""
    seats = [{"party": p, "player": "bot" if p in bots else "me"} for p in "rbyg"]
    game = table.server.new(variant="square-4", edition="hallepee", seats=seats)
    table.sit(game)
    menu(table, "Resign")
    ask = table.page.get_by_role("dialog", name="Resign?")
    ask.get_by_role("button", name="Red resigns").click()
    return game


def wants_back(table: Table) -> Locator:
    """The dialog that asks whether all agree."""
    menu(table, "Return to the game")
    return table.page.get_by_role("dialog", name="Let Red return?")


def menu(table: Table, name: str) -> None:
    """Choose from the menu of what is rare."""
    table.button("More").click()
    table.button(name).click()


def test_all_at_one_screen_let_a_party_return(table: Table) -> None:
    game = resigned(table)
    ask = wants_back(table)
    expect(ask.get_by_role("listitem")).to_have_text(["Blue", "Yellow", "Green"])
    ask.get_by_role("button", name="Not now").click()
    expect(ask).to_have_count(0)
    wants_back(table).get_by_role("button", name="All agree").click()
    expect(table.page.locator("#panel-turns")).to_contain_text("Red returns")
    assert "r returns" in str(table.server.game(game))


def test_a_bot_says_no_to_what_costs_it_too_much(table: Table) -> None:
    resigned(table, bots="g")
    ask = wants_back(table)
    answer = "(Green): a bot, which answers for itself"
    expect(ask.get_by_role("listitem").last).to_contain_text(answer)
    ask.get_by_role("button", name="All agree").click()
    # With three at the table it expects a third of the game, with four a quarter.
    expect(table.prompt).to_contain_text("Green does not agree")


def test_all_at_one_screen_agree_to_a_draw(table: Table) -> None:
    game = resigned(table)
    ask = table.page.get_by_role("dialog", name="End the game in a draw?")
    menu(table, "Offer a draw")
    expect(ask.get_by_role("listitem")).to_have_text(["Blue", "Yellow", "Green"])
    ask.get_by_role("button", name="Not now").click()
    expect(ask).to_have_count(0)
    menu(table, "Offer a draw")
    ask.get_by_role("button", name="All agree").click()
    expect(table.page.locator("#panel-turns")).to_contain_text("draw")
    assert "draw agreed" in str(table.server.game(game))


def test_online_the_others_vote(come: Come) -> None:
    ana = come("Ana")
    seats = [{"party": "r", "player": "me"}]
    game = ana.make(variant="hex-3", edition="hallepee", seats=seats, terms={"watch": "all"})
    ana.goto(f"/g/{game}")
    path = ana.link().removeprefix(ana.server.url)
    bob, chloe = come("Bob", path), come("Chloé", path)
    bob.button("Sit here: Blue").click()
    chloe.button("Sit here: Yellow").click()
    for person in (ana, bob, chloe):
        person.waits()
    menu(ana, "Resign")
    ask = ana.page.get_by_role("dialog", name="Resign?")
    ask.get_by_role("button", name="Red resigns").click()
    # Who is out finds the way back where the prompt is, too.
    back = ana.prompt.get_by_role("button", name="Return to the game")
    back.click()
    bob.page.get_by_role("region", name="Vote").get_by_role("button", name="No return").click()
    for person in (ana, bob, chloe):
        expect(person.prompt).to_contain_text("Ana does not return: not every player agreed.")
    back.click()
    for person in (bob, chloe):
        card = person.page.get_by_role("region", name="Vote")
        expect(card).to_contain_text("Ana resigned and asks to play on.")
        expect(card).to_contain_text("No answer means no.")
        card.get_by_role("button", name="Let them return").click()
    for person in (ana, bob, chloe):
        expect(person.page.get_by_role("region", name="Vote")).to_have_count(0)
        expect(person.page.locator("#panel-turns")).to_contain_text("Ana (Red) returns")
