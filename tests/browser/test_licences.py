"""The screen that names whose work the app contains, and on what terms."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.browser.table import Server, Table, opened
from tests.browser.test_access import faults

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("theme", "width"), [("dark", 360), ("light", 1280)])
def test_every_part_is_named_with_its_terms(
    server: Server, browser: Browser, theme: Literal["light", "dark"], width: int
) -> None:
    server.settings(theme=theme)
    context = opened(browser, width, 800, theme=theme)
    table = Table(server, context.new_page())
    page = table.page
    table.home()
    table.button("Settings").click()
    page.get_by_role("dialog").get_by_role("link", name="Licences").click()
    expect(page.get_by_role("heading", name="Licences")).to_be_visible()
    with server.http() as http:
        parts = json.loads(http.get("/licences.json").text)
    assert {"svelte", "@fontsource/old-standard-tt"} <= {part["name"] for part in parts}
    rows = page.locator("main li")
    expect(rows).to_have_count(len(parts))
    first = rows.first
    expect(first.locator("summary")).to_contain_text(parts[0]["licence"])
    expect(first.locator("pre")).to_be_hidden()
    first.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(first.locator("pre")).to_contain_text(parts[0]["text"].split("\n")[0])
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert table.problems == []


def test_a_list_that_does_not_come_is_told_and_asked_for_again(table: Table) -> None:
    def away(route: Route) -> None:
        route.abort()

    table.forgive("ERR_FAILED")
    page = table.page
    page.route("**/licences.json", away)
    page.goto(f"{table.server.url}/licences")
    expect(page.get_by_role("alert")).to_contain_text("could not be read")
    page.unroute("**/licences.json", away)
    table.button("Try again").click()
    expect(page.locator("main li").first).to_be_visible()
