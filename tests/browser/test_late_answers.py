"""What a page asked for and comes when its reader has left changes nothing where they are now."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.table import Table

pytestmark = pytest.mark.browser


def holding(page: Page, address: str) -> list[Route]:
    """Keep calls of an address waiting; returns them, for the test to let go."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    return held


def let_go(page: Page, held: list[Route], address: str) -> None:
    """Have the calls that wait answered; returns when the page has taken the answers in."""
    with page.expect_response(address):
        for route in held:
            route.continue_()
    # What follows an answer is over before the page is drawn anew.
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")


@pytest.mark.parametrize(
    ("screen", "address"),
    [("Analysis", "**/api/study/look"), ("Board editor", "**/api/setup/read")],
)
def test_a_position_that_comes_late_writes_its_address_over_no_other_screen(
    table: Table, screen: str, address: str
) -> None:
    table.home()
    page = table.page
    held = holding(page, address)
    page.get_by_role("link", name=screen).first.click()
    table.until(lambda: held)
    page.get_by_role("link", name="Djambi: Home").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    let_go(page, held, address)
    assert page.url == f"{table.server.url}/"


def test_a_game_that_is_made_late_takes_nobody_back(table: Table) -> None:
    table.home()
    page = table.page
    table.until(lambda: page.get_by_role("button", name="Play now").is_enabled())
    held = holding(page, "**/api/games")
    page.get_by_role("button", name="Play now").click()
    table.until(lambda: held)
    page.get_by_role("link", name="Analysis").first.click()
    expect(page.get_by_role("heading", name="Analysis")).to_be_attached()
    let_go(page, held, "**/api/games")
    expect(page.get_by_role("heading", name="Analysis")).to_be_attached()
    assert "/analyse" in page.url
