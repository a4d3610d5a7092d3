"""Talk with bots in a game at one computer: a sentence, a click, an answer with its reason."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.table import Server, Table, opened
from tests.positions import UNGUARDED

from djambi.bots.cast import cast

pytestmark = pytest.mark.browser


def test_a_sentence_becomes_a_pact_that_has_a_worth_and_the_bot_says_why(table: Table) -> None:
    seats = [
        {"party": party, "player": "me" if party == "r" else "bot", "level": "club:usurper"}
        for party in "rbyg"
    ]
    table.sit(table.server.new(variant="square-4", position=UNGUARDED, seats=seats, talk=True))
    page = table.page
    blue = re.compile("Blue")

    # What a pact would be worth is told before anybody hears of it.
    page.get_by_role("tab", name="Pacts").click()
    table.button("Propose a pact").click()
    page.get_by_role("group", name="With").get_by_role("button", name=blue).click()
    table.button("Ask the ambassador").click()
    worth = page.get_by_role("status").filter(has_text="What it changes if everybody keeps it")
    expect(worth.get_by_role("listitem")).to_have_count(4)
    table.button("One round fewer").click()
    expect(table.button("Ask the ambassador")).to_be_visible()
    table.button("Cancel").click()

    page.get_by_role("tab", name="Talk").click()
    table.button("In private").click()
    page.get_by_role("group", name="With whom?").get_by_role("button", name=blue).click()
    page.locator("form").get_by_role("button", name="Talk", exact=True).click()
    page.get_by_role("textbox", name=re.compile("^Say to:")).fill("Let us make peace for 3 rounds!")
    table.button("Send").click()
    log = page.get_by_role("log", name=cast()["club:usurper"].name, exact=True)
    expect(log).to_contain_text("Let us make peace for 3 rounds!")
    # Nothing is proposed before it is clicked.
    expect(page.locator(".suggested")).to_contain_text("Do you want to propose this?")
    expect(log.get_by_role("region")).to_have_count(0)
    table.button("Propose it").click()
    answer = log.get_by_role("article").filter(has_text=re.compile("agrees|refuses|another pact"))
    expect(answer.first).to_contain_text(re.compile("“[^”]+”"))


def test_a_pact_names_those_who_made_it_in_full(table: Table) -> None:
    seats = [{"party": "r", "player": "me"}]
    seats += [{"party": party, "player": "bot", "level": "regular:courtier"} for party in "byg"]
    table.sit(table.server.new(variant="square-4", seats=seats, talk=True))
    table.page.get_by_role("tab", name="Pacts").click()
    table.button("Propose a pact").click()
    table.page.get_by_role("group", name="With").get_by_role("button").first.click()
    table.button("Propose").click()
    names = table.page.locator(".pact header strong").first
    expect(names).to_contain_text(cast()["regular:courtier"].name)
    assert names.evaluate("names => names.scrollWidth <= names.clientWidth")


def test_a_hint_lies_upon_nothing_that_one_writes(server: Server, browser: Browser) -> None:
    server.settings(hints_seen=[])
    seats = [{"party": party, "player": "me" if party == "r" else "bot"} for party in "rbyg"]
    context = opened(browser, width=1440)
    table = Table(server, context.new_page())
    table.sit(server.new(variant="square-4", seats=seats, talk=True))
    table.page.get_by_role("tab", name="Talk").click()
    hint = table.page.get_by_role("complementary", name="Hint")
    expect(hint).to_contain_text("You win when")
    composer = table.page.locator("form").filter(has=table.page.get_by_role("textbox"))
    written, hinted = composer.bounding_box(), hint.bounding_box()
    assert written is not None and hinted is not None
    assert written["y"] + written["height"] <= hinted["y"]
    assert hinted["y"] + hinted["height"] <= 900
    context.close()
    assert table.problems == []
