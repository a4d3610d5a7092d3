"""Bots in the browser: a level and a character for each seat, and a line when one is asked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect
from tests.browser.table import Table

pytestmark = pytest.mark.browser


def test_a_card_stays_open_when_talk_comes_beside_the_game(table: Table) -> None:
    held: list[Route] = []
    table.page.route("**/assets/extras-*.js", lambda route: held.append(route))
    seats = [{"party": "r", "player": "me"}]
    seats += [{"party": party, "player": "bot", "level": "novice"} for party in "byg"]
    table.sit(table.server.new(variant="square-4", seats=seats, talk=True))
    table.page.get_by_role("button", name=re.compile(", Novice$")).first.click()
    card = table.page.get_by_role("dialog")
    expect(card).to_be_visible()
    for route in held:
        route.continue_()
    expect(table.page.locator("#tab-talk")).to_be_attached()
    expect(card).to_be_visible()


def test_a_bot_has_a_level_and_a_character_and_says_what_it_is_up_to(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/new")
    who = page.get_by_label("Who plays Blue?")
    who.select_option("bot:expert")
    page.get_by_role("button", name=re.compile("^Blue: .* Choose somebody else")).click()
    page.get_by_role("button", name=re.compile("^Eudoxie Porphyre")).click()
    # The character stays when another level is chosen, and people have none.
    who.select_option("bot:novice")
    expect(page.get_by_role("button", name="Blue: Léontine Dutrône.")).to_be_visible()
    page.get_by_label("Who plays Green?").select_option("person")
    expect(page.get_by_role("button", name=re.compile("^Green: "))).to_have_count(0)
    expect(page.get_by_text("Wants the throne")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    table.board.locator(".token").first.wait_for()
    page.get_by_role("button", name=re.compile("Léontine Dutrône.*Novice, usurper")).click()
    expect(page.get_by_role("dialog", name="Léontine Dutrône")).to_contain_text("Backbencher")
    table.button("Close").click()
    asked = page.get_by_role("button", name="Ask Blue what it is up to")
    asked.click()
    said = page.get_by_text("The throne is empty: not for long.")
    expect(said).to_be_visible()
    asked.click()
    expect(said).to_be_hidden()
    expect(page.get_by_role("button", name="Ask Red what it is up to")).to_have_count(0)
