"""What must not go wrong: warnings that can be answered, faults in drawing that harm nobody."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.table import Table

pytestmark = pytest.mark.browser

# The Chief who goes to e2 can be killed by the blue Reporter g3 in two ways: from e3 and from f2.
TWO_WAYS = "square-4 original gC7yC/9/9/9/9/9/6bR2/9/4rC3bC r,b,y,g rbyg r 0 0"
# Blue is alone once his only piece kills Red's Chief.
LAST_TURN = "square-4 original 9/9/9/9/9/9/9/bR8/rC6bC1 r,b,y!*,g!* rbyg b 0 1"

Spoil = Callable[[dict[str, Any]], None]


def spoiled(page: Page, spoil: Spoil) -> None:
    """Every message from the server passes `spoil` before the page sees it."""

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def passed_on(message: str | bytes) -> None:
            told = json.loads(message)
            spoil(told)
            socket.send(json.dumps(told))

        server.on_message(passed_on)

    page.route_web_socket("**/socket*", between)


def warned(table: Table) -> None:
    """The Chief goes where he can be killed, and the app asks whether he is to."""
    table.server.settings(warn=True)
    table.load(TWO_WAYS)
    table.choose("e1")
    table.choose("e2")


def test_a_danger_that_comes_in_two_ways_is_told_once_and_the_turn_can_be_played(
    table: Table,
) -> None:
    warned(table)
    ask = table.page.get_by_role("alertdialog", name="Your Chief could be killed at once.")
    told = ask.get_by_role("listitem")
    expect(told).to_have_text(["The blue Reporter on g3 can reach e2."])
    ask.get_by_role("button", name="Play it anyway").click()
    table.turns(1)


def test_a_warning_takes_the_focus_and_gives_it_back_to_the_board(table: Table) -> None:
    table.hand = "keys"
    warned(table)
    ask = table.page.get_by_role("alertdialog", name="Your Chief could be killed at once.")
    back = ask.get_by_role("button", name="Step back")
    expect(back).to_be_focused()
    table.page.keyboard.press("Enter")
    expect(ask).not_to_be_visible()
    expect(table.cell("e2")).to_be_focused()
    table.page.keyboard.press("Enter")
    expect(back).to_be_focused()
    table.page.keyboard.press("Shift+Tab")
    expect(ask.get_by_role("button", name="Play it anyway")).to_be_focused()
    table.page.keyboard.press("Enter")
    table.turns(1)
    expect(table.cell("e2")).to_be_focused()


def test_a_turn_to_confirm_has_the_focus_where_it_goes_on(table: Table) -> None:
    table.hand = "keys"
    table.server.settings(confirm=True)
    table.load(TWO_WAYS)
    table.choose("e1")
    table.choose("e2")
    play = table.page.get_by_role("alertdialog").get_by_role("button", name="Play")
    expect(play).to_be_focused()
    table.page.keyboard.press("Enter")
    table.turns(1)
    expect(table.cell("e2")).to_be_focused()


def test_a_step_back_by_keyboard_leaves_the_focus_on_the_board(table: Table) -> None:
    table.hand = "keys"
    table.load(TWO_WAYS)
    table.choose("e1")
    table.press(table.button("Step back"))
    expect(table.button("Step back")).to_have_count(0)
    expect(table.cell("e1")).to_be_focused()


def test_a_screen_that_cannot_be_drawn_leaves_no_stale_button_and_changes_nothing(
    table: Table,
) -> None:
    faulty = True

    def spoil(told: dict[str, Any]) -> None:
        if faulty and told["type"] == "previewed":
            told["dangers"] = [None]

    spoiled(table.page, spoil)
    game = table.server.load(TWO_WAYS.replace(" r 0 0", " g 0 3"))
    table.sit(game)
    table.play("a9-a8")
    table.turns(1)
    before = str(table.server.game(game))
    table.server.settings(warn=True)
    table.sit(game)
    table.choose("e1")
    table.choose("e2")
    fault = table.page.get_by_role("heading", name="Something went wrong here")
    expect(fault).to_be_visible()
    expect(table.board).to_have_count(0)
    expect(table.button("Step back")).to_have_count(0)
    expect(table.button("Undo")).to_have_count(0)
    table.until(lambda: table.problems)
    table.forgive("")
    table.button("Try again").click()
    table.turns(1)
    assert str(table.server.game(game)) == before
    faulty = False
    table.choose("e1")
    table.choose("e2")
    table.button("Play it anyway").click()
    table.turns(2)


def test_a_dialog_that_cannot_be_drawn_says_so_and_can_be_closed(table: Table) -> None:
    faulty = True

    def spoil(told: dict[str, Any]) -> None:
        result = told.get("view", {}).get("result")
        if faulty and result:
            result["ranking"] = {"0": result["ranking"][0]}

    spoiled(table.page, spoil)
    table.load(LAST_TURN)
    table.play("h1-a1>d4")
    end = table.page.get_by_role("dialog", name="The game is over")
    expect(end.get_by_role("alert")).to_contain_text("The page made a mistake")
    table.until(lambda: table.problems)
    told = len(table.problems)
    end.get_by_role("button", name="Close").click()
    expect(end).not_to_be_visible()
    table.turns(1)
    assert len(table.problems) == told
    table.forgive("")


def test_an_address_that_leads_nowhere_still_leads_on(table: Table) -> None:
    page = table.page
    page.goto(f"{table.server.url}/nowhere")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()


def test_the_paper_of_no_game_is_not_offered_again(table: Table) -> None:
    table.forgive("404")
    page = table.page
    page.goto(f"{table.server.url}/g/nothing/paper")
    expect(page.get_by_text("There is no such game.")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Home")).to_be_visible()
    expect(table.button("Try again")).to_have_count(0)


def test_a_screen_that_a_stopped_server_cannot_send_says_that_it_does_not_answer(
    table: Table,
) -> None:
    table.forgive("ERR_FAILED")
    page = table.page
    page.goto(f"{table.server.url}/nowhere")
    page.route("**/assets/Puzzles-*.js", lambda route: route.abort())
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", name="No answer")).to_be_visible()
