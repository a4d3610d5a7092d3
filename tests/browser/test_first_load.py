"""All that is loaded before the first click is light, as the browser measures it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.first_load import BUDGET_KB, MOST_FILES, SLACK_KB, counted_kb, loaded
from tests.browser.table import Table

pytestmark = pytest.mark.browser


def test_script_and_style_of_the_first_screen_weigh_what_size_says(table: Table) -> None:
    # The language whose texts are the longer ones: `size` counts these.
    table.server.settings(lang="fr")
    table.page.goto(table.server.url)
    files = loaded(table.page)
    measured = sum(files.values()) / 1024
    assert measured <= BUDGET_KB
    assert len(files) <= MOST_FILES, sorted(files)
    assert measured == pytest.approx(counted_kb("size"), abs=SLACK_KB), sorted(files)


def test_the_typeface_is_on_its_way_before_there_is_text_to_draw(table: Table) -> None:
    table.page.goto(table.server.url)
    expect(table.page.get_by_role("heading", level=1)).to_be_visible()
    table.page.evaluate("document.fonts.ready")
    started = (
        "name => performance.getEntriesByType('resource')"
        ".find(each => each.name.includes(name)).startTime"
    )
    font, texts = (table.page.evaluate(started, name) for name in ("bricolage", "texts-en"))
    assert font < texts
