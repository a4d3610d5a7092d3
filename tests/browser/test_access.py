"""axe-core finds nothing on any screen, in both themes; both languages are whole."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.table import Server, Table, opened
from tests.paths import ROOT
from tests.positions import LAST_KILL_BGA

pytestmark = pytest.mark.browser

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def faults(page: Page) -> list[str]:
    """What axe finds, a line each."""
    # A script tag would be refused by the content security policy; this is not.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result: dict[str, Any] = page.evaluate("rules => axe.run(document, rules)", RULES)
    return [
        f"{fault['id']}: {node['target']} {node.get('failureSummary', '')}"
        for fault in result["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize(("theme", "width"), [("dark", 360), ("light", 1280)])
def test_axe_finds_nothing(
    server: Server, browser: Browser, theme: Literal["light", "dark"], width: int
) -> None:
    server.settings(theme=theme, hints_seen=[])
    context = opened(browser, width, 800, theme=theme)
    table = Table(server, context.new_page())
    page = table.page
    page.emulate_media(reduced_motion="reduce")
    table.home()
    page.locator(".picture .token").first.wait_for()
    assert faults(page) == []
    page.goto(f"{server.url}/new")
    page.locator("summary").click()
    page.locator("#option-layout").wait_for()
    assert faults(page) == []
    table.button("Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    assert faults(page) == []
    table.sit(server.new(variant="hex-6"))
    assert faults(page) == []
    table.choose("g3")
    assert faults(page) == []
    table.key("Escape")
    table.button("More").click()
    assert faults(page) == []
    table.load(LAST_KILL_BGA)
    table.choose("b2")
    table.choose("i2", "kill")
    expect(page.get_by_role("dialog", name="The game is over")).to_be_visible()
    page.locator(".newspaper .print .token").first.wait_for()
    assert faults(page) == []
    page.keyboard.press("Escape")
    table.button("The paper").wait_for()
    assert faults(page) == []
    assert table.problems == []
    context.close()


def test_text_marked_beyond_its_dialog_does_not_close_it(table: Table) -> None:
    table.home()
    table.button("Settings").click()
    dialog = table.page.get_by_role("dialog", name="Settings")
    name = dialog.get_by_role("textbox", name="Your name")
    name.scroll_into_view_if_needed()
    box = name.bounding_box()
    assert box is not None
    mouse = table.page.mouse
    mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(5, box["y"] + box["height"] / 2, steps=4)
    mouse.up()
    expect(dialog).to_be_visible()
    mouse.click(5, 5)
    expect(dialog).to_have_count(0)


def test_a_menu_closes_behind_whoever_tabs_on(table: Table) -> None:
    table.sit(table.server.new(variant="square-4"))
    table.button("More").click()
    items = table.page.locator(".menu ul")
    expect(items).to_be_visible()
    for _ in range(items.get_by_role("listitem").count() + 2):
        table.page.keyboard.press("Tab")
    expect(items).to_have_count(0)


def test_a_row_of_tools_is_one_stop_of_the_tab_key_and_walked_with_the_arrow_keys(
    table: Table,
) -> None:
    page = table.page
    table.sit(table.server.new(variant="square-4"))
    table.play("c3-c4")
    tools = page.get_by_role("toolbar", name="Tools")
    undo, threats = tools.get_by_role("button").first, table.button("Threats")
    table.tab_to(undo)
    for key, reached in (
        ("ArrowRight", threats),
        ("ArrowLeft", undo),
        ("ArrowLeft", table.button("More")),
        ("ArrowRight", undo),
        ("End", table.button("More")),
        ("Home", undo),
        ("ArrowRight", threats),
    ):
        page.keyboard.press(key)
        expect(reached).to_be_focused()
    # The game stands where it stood: in a row of tools these keys step through no turns.
    expect(table.prompt).to_contain_text("Blue to play")
    page.keyboard.press("Tab")
    expect(tools.locator(":focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(threats).to_be_focused()
    page.keyboard.press("Enter")
    expect(threats).to_have_attribute("aria-pressed", "true")
    # What the last tool has opened is no part of the row.
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(tools.get_by_role("list").get_by_role("button").first).to_be_focused()


def test_one_of_the_pieces_to_put_on_a_board_is_chosen_with_the_arrow_keys(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/edit")
    table.board.locator("[data-cell]").first.wait_for()
    # As the page opens, pieces are moved.
    page.get_by_role("radio", name="Red", exact=True).focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="Move pieces")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Remove")).to_be_checked()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="The red Chief")).to_be_checked()
    page.keyboard.press("Tab")
    expect(table.button("Undo")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(table.button("Redo")).to_be_focused()


def test_the_full_screen_is_offered_where_there_is_one(table: Table) -> None:
    for there in (True, False):
        table.page.add_init_script(
            "Object.defineProperty(document, 'fullscreenEnabled', "
            f"{{ get: () => {str(there).lower()}, configurable: true }})"
        )
        table.sit(table.server.new(variant="square-4"))
        table.button("More").click()
        expect(table.page.locator(".menu ul")).to_be_visible()
        expect(table.button("Full screen")).to_have_count(int(there))


def test_french_and_back(table: Table) -> None:
    table.home()
    table.button("FR: passer au français").click()
    expect(table.button("Jouer")).to_be_visible()
    expect(table.page.locator("html[lang=fr]")).to_have_count(1)
    table.page.reload()
    expect(table.button("Jouer")).to_be_visible()
    table.sit(table.server.new(variant="square-4"))
    table.shows("c1", "Militant rouge")
    # No key without a sentence may show anywhere.
    assert "web." not in table.page.locator("body").inner_text()
    table.button("EN: switch to English").click()
    expect(table.page.get_by_text("Red to play. Choose a piece.")).to_be_visible()


def test_a_language_is_the_chosen_one_though_the_server_is_slow_to_store_it(table: Table) -> None:
    table.home()
    held: list[Route] = []
    table.page.route(
        "**/api/settings",
        lambda route: held.append(route) if route.request.method == "PUT" else route.continue_(),
    )
    table.button("FR: passer au français").click()
    expect(table.button("Jouer")).to_be_visible()
    table.page.reload()
    expect(table.button("Jouer")).to_be_visible()
    table.page.unroute("**/api/settings")
    table.page.reload()
    expect(table.button("Jouer")).to_be_visible()


def test_theme_is_kept(table: Table) -> None:
    table.home()
    with table.storing():
        table.button("Dark theme").click()
    expect(table.page.locator('html[data-theme="dark"]')).to_have_count(1)
    table.page.reload()
    expect(table.page.locator('html[data-theme="dark"]')).to_have_count(1)


def test_a_setting_is_stored_though_its_page_is_left_at_once_and_only_for_this_browser(
    table: Table, browser: Browser
) -> None:
    table.home()
    table.button("Dark theme").click()
    table.page.goto(f"{table.server.url}/learn")
    # It may be on its way to the server while the next page asks.
    expect(table.page.locator('html[data-theme="dark"]')).to_have_count(1)
    context = opened(browser)
    other = Table(table.server, context.new_page())
    other.home()
    expect(other.page.locator('html[data-theme="light"]')).to_have_count(1)
    context.close()
    assert other.problems == []


def test_a_theme_is_everywhere_at_once(table: Table) -> None:
    """An inherited colour must not come down element by element, in frames of its own."""
    table.sit(table.server.new(variant="square-4"))
    name = table.page.locator("main > .order strong")
    name.wait_for()
    colours = name.evaluate(
        "name => ['light', 'dark'].map(theme => {"
        " document.documentElement.dataset.theme = theme; return getComputedStyle(name).color; })"
    )
    assert colours == ["rgb(25, 26, 31)", "rgb(242, 240, 234)"]
    running = "document.getAnimations().filter(one => one instanceof CSSTransition).length"
    assert table.page.evaluate(running) == 0


def test_what_is_chosen_is_seen_in_the_colours_of_the_system(table: Table) -> None:
    table.page.set_viewport_size({"width": 1280, "height": 700})
    table.page.emulate_media(forced_colors="active")
    table.sit(table.server.new(variant="square-4"))
    below = "tab => getComputedStyle(tab).borderBottomColor"
    tabs = table.page.get_by_role("tab")
    assert tabs.nth(0).evaluate(below) != tabs.nth(1).evaluate(below)
    table.page.goto(f"{table.server.url}/new")
    numbers = table.page.get_by_role("group", name="Players").locator("label")
    around = "label => getComputedStyle(label).outlineStyle"
    expect(numbers.first).to_be_visible()
    assert sorted({numbers.nth(i).evaluate(around) for i in range(3)}) == ["none", "solid"]
    # The arrow of a list, which is drawn on its ground elsewhere.
    listed = table.page.get_by_label("All bots")
    assert listed.evaluate("list => getComputedStyle(list).appearance") == "auto"
