"""The set-up screen, and what can be set for one's eyes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.table import Server, Table, opened

from djambi import Position

pytestmark = pytest.mark.browser

THRONE = "square-4 original yC7gC/9/9/9/4rC4/9/9/9/rM7bC r,b,y,g rbyg r 0 0"


def test_all_bots_get_a_level_in_one_choice_and_somebody_here_has_a_name(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/new")
    page.get_by_label("All bots").select_option(label="Novice")
    levels = page.get_by_role("combobox", name="Who plays")
    expect(levels.locator("option:checked")).to_have_text(["Me", *["Bot: Novice"] * 3])
    levels.nth(1).select_option(label="Someone here")
    page.get_by_label("Name of the player of Blue").fill("Ana")
    table.button("Start the game").click()
    table.board.locator(".token").first.wait_for()
    expect(page.get_by_text("Ana").first).to_be_visible()


def test_friends_around_one_device_need_one_choice(table: Table) -> None:
    table.page.goto(f"{table.server.url}/new")
    table.button("Everyone on this device").click()
    seats = table.page.get_by_role("combobox", name="Who plays")
    expect(seats.first).to_be_focused()
    table.button("Start the game").click()
    table.play("c3-d4")
    expect(table.prompt).to_contain_text("Blue to play. Choose a piece.")


def test_what_an_edition_changes_is_marked_while_one_chooses(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/new")
    summary = page.locator("summary").filter(has_text="All options")
    summary.click()
    expect(page.locator("li.unlike")).to_have_count(0)
    page.get_by_role("radio", name="Board Game Arena").check()
    expect(summary).to_contain_text("differ from Original (1975)")
    marked = page.locator("li.unlike")
    expect(marked.first).to_contain_text("Original (1975):")
    told = summary.locator(".unlike").inner_text()
    expect(marked).to_have_count(int("".join(filter(str.isdigit, told.split(" ")[0]))))


def test_on_a_phone_on_its_side_the_way_to_start_covers_little(
    server: Server, browser: Browser
) -> None:
    server.settings()
    context = opened(browser, 740, 360, touch=True)
    table = Table(server, context.new_page())
    table.page.goto(f"{server.url}/new")
    start = table.button("Start the game")
    expect(start).to_be_visible()
    box = start.bounding_box()
    assert box is not None
    assert box["width"] * box["height"] < 740 * 360 / 12
    # What stands beside the button can be touched.
    behind = "([x, y]) => document.elementFromPoint(x, y).closest('.go') === null"
    assert table.page.evaluate(behind, [box["x"] - 60, box["y"] + box["height"] / 2])
    context.close()


@pytest.mark.parametrize("variant", ["square-4", "hex-6"])
def test_signs_of_parties_can_be_made_large(table: Table, variant: str) -> None:
    table.sit(table.server.new(variant=variant))
    shapes = (
        "board => new Set([...board.querySelectorAll('.token[class*=party-]')]"
        ".map(token => token.querySelector('path').getAttribute('d'))).size"
    )
    assert table.board.evaluate(shapes) == 1
    table.button("Settings").click()
    with table.storing():
        table.page.get_by_role("switch", name="Large party signs").click()
    table.button("Close").last.click()
    parties = len(Position.start(variant).active)
    table.until(lambda: table.board.evaluate(shapes) == parties)
    table.page.reload()
    expect(table.page.locator("html[data-pieces='figures large']")).to_have_count(1)


def test_the_frame_of_the_keyboard_does_not_hide_the_crown(table: Table) -> None:
    table.load(THRONE)
    above = table.board.evaluate(
        "board => board.querySelector('.focus').compareDocumentPosition("
        "board.querySelector('.tokens')) & Node.DOCUMENT_POSITION_FOLLOWING"
    )
    assert above
