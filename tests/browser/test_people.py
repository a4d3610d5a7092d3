"""Ways to sit at the board: keyboard alone, a small touch screen, two tabs, a dead server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.table import Server, Table, opened
from tests.positions import LAST_KILL_BGA

pytestmark = pytest.mark.browser

TOUCH = "Input.dispatchTouchEvent"


def focus_on(table: Table, name: str) -> None:
    """Walk with the arrow keys until this cell has the focus."""
    column, row = name[0], int(name[1])
    for _ in range(40):
        here = table.page.evaluate("document.activeElement.dataset.cell")
        across = ord(column) - ord(here[0])
        up = row - int(here[1])
        if across == up == 0:
            return
        key = ("Right" if across > 0 else "Left") if across else ("Up" if up > 0 else "Down")
        table.page.keyboard.press(f"Arrow{key}")
    raise AssertionError(f"the arrow keys do not lead to {name}")


def test_keyboard_alone_from_the_first_screen(table: Table) -> None:
    table.home()
    table.tab_to(table.button("Play now"))
    table.page.keyboard.press("Enter")
    table.board.locator(".token").first.wait_for()
    table.tab_to(table.board.locator('[data-cell][tabindex="0"]'))
    focus_on(table, "c3")
    table.page.keyboard.press("Enter")
    expect(table.target("d4", "move")).to_be_visible()
    focus_on(table, "d4")
    table.page.keyboard.press("Enter")
    expect(table.page.locator("#panel-turns li").first).to_be_visible()


UNDER_SOMETHING = """
() => {
  const one = document.activeElement.closest("label") ?? document.activeElement;
  const { x, y, width, height } = one.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && !one.contains(top) && !top.contains(one);
}
"""
"""Whether something lies over what has the focus."""


@pytest.mark.parametrize("path", ["/new", "/learn", "/career"])
def test_what_has_the_focus_is_not_under_what_stands_at_the_bottom(table: Table, path: str) -> None:
    table.page.set_viewport_size({"width": 360, "height": 740})
    table.page.goto(f"{table.server.url}{path}")
    table.page.locator("main").get_by_role("link").first.wait_for()
    for _ in range(25):
        table.page.keyboard.press("Tab")
        assert not table.page.evaluate(UNDER_SOMETHING)


def test_keyboard_alone_to_the_end(table: Table) -> None:
    table.load(LAST_KILL_BGA)
    table.tab_to(table.board.locator('[data-cell][tabindex="0"]'))
    focus_on(table, "b2")
    table.page.keyboard.press("Space")
    expect(table.target("i2", "kill")).to_be_visible()
    # N goes from one possible cell to the next.
    for _ in range(60):
        table.page.keyboard.press("n")
        if table.page.evaluate("document.activeElement.dataset.cell") == "i2":
            break
    assert "kill" in table.page.evaluate("document.activeElement.getAttribute('aria-label')")
    table.page.keyboard.press("Space")
    end = table.page.get_by_role("dialog", name="The game is over")
    expect(end).to_contain_text("Red wins")
    table.page.keyboard.press("Escape")
    expect(end).to_be_hidden()
    # Whoever closes it is on the board again, where they were.
    expect(table.cell("i2")).to_be_focused()


def test_a_dialog_that_is_closed_gives_the_focus_back(table: Table) -> None:
    table.load(LAST_KILL_BGA)
    page = table.page
    gear = page.get_by_role("button", name="Settings")
    for close in ("Escape", "Enter"):
        gear.focus()
        page.keyboard.press("Enter")
        # The first thing in it is the button that closes it.
        expect(page.get_by_role("dialog").get_by_role("button", name="Close")).to_be_focused()
        page.keyboard.press(close)
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(gear).to_be_focused()
    more = page.locator(".tools .menu > button")
    more.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Resign").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(more).to_be_focused()


def test_touch_on_a_small_screen(server: Server, browser: Browser) -> None:
    server.settings()
    context = opened(browser, 360, 740, touch=True)
    table = Table(server, context.new_page())
    table.sit(server.new(variant="square-4"))
    wide = table.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    table.target("c3", "select").tap()
    table.target("d4", "move").tap()
    table.turns(1)
    assert table.problems == []
    context.close()


def test_targets_on_the_largest_board_at_360_pixels(server: Server, browser: Browser) -> None:
    server.settings()
    context = opened(browser, 360, 740, touch=True)
    table = Table(server, context.new_page())
    table.sit(server.new(variant="hex-6"))
    sizes = table.board.evaluate(
        "board => [...board.querySelectorAll('.cell')].map(cell => {"
        " const box = cell.getBoundingClientRect(); return Math.min(box.width, box.height); })"
    )
    assert len(sizes) == 127
    assert min(sizes) >= 24
    table.button("Zoom in").tap()
    wide = "cell => cell.getBoundingClientRect().width"
    table.until(lambda: table.cell("g7").evaluate(wide) > 1.3 * min(sizes))
    table.button("Zoom out").tap()
    table.target("g3", "select").tap()
    expect(table.target("g4")).to_be_visible()
    context.close()


def test_long_press_says_what_a_piece_does(server: Server, browser: Browser) -> None:
    server.settings()
    context = opened(browser, 360, 740, touch=True)
    table = Table(server, context.new_page())
    table.sit(server.new(variant="square-4"))
    box = table.cell("g3").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger: Any = context.new_cdp_session(table.page)
    finger.send(TOUCH, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    help_card = table.page.get_by_role("region", name="About this piece")
    expect(help_card).to_contain_text("Slides any distance")
    finger.send(TOUCH, {"type": "touchEnd", "touchPoints": []})
    expect(help_card.get_by_role("img")).to_be_visible()
    # Those who do not see it are told, in a place that was there before.
    told = table.page.get_by_role("status").filter(has_text="Slides any distance")
    expect(told).to_have_count(1)
    help_card.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)
    context.close()


def test_a_card_goes_with_its_piece_and_does_not_come_back_for_another(table: Table) -> None:
    game = table.server.new(variant="square-4")
    table.sit(game)
    table.cell("g7").click()
    help_card = table.page.get_by_role("region", name="About this piece")
    expect(help_card).to_contain_text("Necromobile")
    turns = ["c3-d4", "g3-f4", "g7-f6", "c7-d6", "c2-d3", "g2-f3", "g8-g7"]
    with table.server.http() as http:
        for number, turn in enumerate(turns, 1):
            asked = {"type": "turn", "id": number, "after": number, "text": turn}
            assert http.post(f"/api/games/{game}/ask", json=asked).json()["type"] == "done"
            table.turns(number)
            if number == 2:
                expect(help_card).to_be_visible()
    table.shows("g7", "Militant")
    expect(help_card).to_have_count(0)
    table.cell("g7").click()
    expect(help_card).to_contain_text("Militant")


def test_resting_on_a_piece_marks_on_the_board_where_it_could_go(table: Table) -> None:
    table.sit(table.server.new(variant="square-4"))
    reach = table.board.locator(".tint.reach")
    expect(reach).to_have_count(0)
    table.cell("g3").hover()
    help_card = table.page.get_by_role("region", name="About this piece")
    expect(help_card).to_contain_text("g3")
    expect(help_card.get_by_role("img")).to_be_visible()
    lit = help_card.get_by_role("img").get_attribute("aria-label") or ""
    expect(reach).to_have_count(int("".join(filter(str.isdigit, lit))))
    expect(reach).not_to_have_count(0)
    # What the hand is doing goes before what the eye rests on.
    table.choose("c3")
    table.cell("g3").hover()
    expect(help_card).to_be_visible()
    expect(help_card.get_by_role("img")).to_be_visible()
    expect(reach).to_have_count(0)


def test_a_game_without_a_turn_has_no_card_beside_others_and_cards_say_who_plays(
    browser: Browser, tmp_path: Path
) -> None:
    server = Server(tmp_path)
    server.start()
    server.settings()
    context = opened(browser)
    table = Table(server, context.new_page())
    bots = [{"party": p, "player": "bot", "level": "novice:avenger"} for p in "yg"]
    people = [
        {"party": "r", "player": "me"},
        {"party": "b", "player": "person", "name": "Ana"},
    ]
    game = server.new(variant="square-4", seats=[*people, *bots])
    cards = table.page.get_by_role("listitem").filter(has=table.page.locator('a[href^="/g/"]'))
    table.home()
    expect(cards).to_have_count(1)
    table.sit(game)
    table.play("c3-e3")
    table.turns(1)
    server.new(variant="hex-3")
    table.home()
    expect(cards).to_have_count(1)
    for words in ("Original (1975)", "1 turn", "you", "Ana", "Mirka Zubac"):
        expect(cards.first).to_contain_text(words)
    assert table.problems == []
    context.close()
    server.stop()


def test_the_story_of_a_game_is_not_cut(table: Table) -> None:
    table.load(LAST_KILL_BGA)
    table.play("b2-i2")
    story = table.page.get_by_role("dialog").locator(".newspaper .article")
    expect(story).to_be_visible()
    # What scrolls is the dialog, as one sees; no second thing within it.
    assert story.evaluate("story => getComputedStyle(story).overflowY") == "visible"


def test_reload_in_the_middle_of_a_turn(table: Table) -> None:
    table.load(LAST_KILL_BGA)
    table.choose("b2")
    table.page.reload()
    table.choose("b2", "select")
    table.choose("b3", "move")
    table.turns(1)
    table.page.reload()
    table.turns(1)


def test_two_tabs_stay_in_step(table: Table) -> None:
    game = table.server.new(variant="square-4")
    table.sit(game)
    other = Table(table.server, table.page.context.new_page())
    other.sit(game)
    table.play("c3-d4")
    other.turns(1)
    other.shows("d4", "red")
    other.play("g3-f4")
    table.turns(2)
    table.button("Undo").click()
    other.turns(1)
    assert other.problems == []


def test_looking_back_and_return(table: Table) -> None:
    table.sit(table.server.new(variant="square-4"))
    for number, turn in enumerate(("c3-d4", "g3-f4", "g7-f6"), 1):
        table.play(turn)
        table.turns(number)
    table.page.locator("#panel-turns li").first.get_by_role("button").click()
    expect(table.prompt).to_contain_text("Looking back: turn 1 of 3")
    table.shows("f4", "empty")
    table.lit({})
    table.button("Back to the game").click()
    table.shows("f4", "blue")
    table.until(table.acts)


def test_record_is_saved_and_opened(table: Table, tmp_path: Path) -> None:
    table.sit(table.server.new(variant="hex-3"))
    table.until(table.acts)
    for _ in ("piece", "destination"):
        table.choose(next(iter(table.acts())))
    table.turns(1)
    table.button("More").click()
    with table.page.expect_download() as download:
        table.button("Save the record").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    table.home()
    table.page.locator("input[type=file]").set_input_files(file)
    table.board.locator(".token").first.wait_for()
    table.turns(1)


def test_a_file_that_is_no_record_is_refused_beside_its_button_in_plain_words(
    table: Table, tmp_path: Path
) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("hello")
    for lang, plain in (("en", "not a valid record"), ("fr", "n’est pas une partie")):
        table.server.settings(lang=lang)
        table.home()
        games = table.page.locator("section.games")
        games.locator("input[type=file]").set_input_files(file)
        told = games.get_by_role("alert")
        expect(told).to_contain_text(plain)
        expect(told).not_to_contain_text("expected")
        expect(table.page.get_by_role("alert")).to_have_count(1)
    table.forgive("400")


def test_server_killed_in_mid_game(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    server.settings()
    context = opened(browser)
    table = Table(server, context.new_page())
    table.sit(server.new(variant="square-4"))
    table.play("c3-d4")
    table.turns(1)
    table.choose("g3")
    server.kill()
    expect(table.page.get_by_role("alert")).to_contain_text("Connection lost")
    expect(table.button("Try now")).to_be_enabled()
    server.start()
    expect(table.page.get_by_role("alert")).to_have_count(0)
    table.turns(1)
    if table.cell("g3").get_attribute("aria-pressed") is None:
        table.choose("g3")
    table.choose("f4", "move")
    table.turns(2)
    assert table.problems == []
    context.close()
    server.stop()


def test_no_such_game_and_no_such_page(table: Table) -> None:
    table.page.goto(f"{table.server.url}/g/nosuchgame00")
    expect(table.page.get_by_role("heading", name="No such game")).to_be_visible()
    table.page.goto(f"{table.server.url}/nowhere")
    table.page.get_by_role("main").get_by_role("link", name="Home").click()
    expect(table.button("Play now")).to_be_visible()
