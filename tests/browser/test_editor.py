"""The board editor: pieces put, moved, taken away; faults named; text in and out; a game begun."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Table
from tests.browser.test_access import faults
from tests.positions import LAST_KILL_BGA

from djambi import Position

pytestmark = pytest.mark.browser


def edit(table: Table, fragment: str = "") -> Page:
    table.page.goto(f"{table.server.url}/edit{fragment}")
    table.board.locator("[data-cell]").first.wait_for()
    expect(text(table)).not_to_be_empty()
    return table.page


def text(table: Table):  # type: ignore[no-untyped-def]
    return table.page.get_by_role("textbox", name="As text")


def fine(table: Table) -> None:
    expect(table.page.get_by_text("This position can be played.")).to_be_visible()


def tool(table: Table, name: str) -> None:
    table.page.get_by_role("radio", name=name).check(force=True)


def take(table: Table, position: str) -> None:
    """Write a position into the text field and take it over."""
    text(table).fill(position)
    table.button("Apply").click()


def test_pieces_are_put_moved_and_taken_away(table: Table) -> None:
    edit(table)
    fine(table)
    tool(table, "Move pieces")
    table.cell("c3").click()
    table.cell("e6").click()
    expect(text(table)).to_have_value(str(Position.start().setup().with_move("c3", "e6")))
    tool(table, "Remove")
    table.cell("a1").click()
    expect(
        table.page.get_by_text("Red is active, but its Chief is not on the board.")
    ).to_be_visible()
    expect(table.button("Play from here")).to_be_disabled()
    tool(table, "The red Chief")
    table.cell("d4").click()
    fine(table)
    table.shows("d4", "red Chief")
    table.button("Undo").click()
    expect(
        table.page.get_by_text("Red is active, but its Chief is not on the board.")
    ).to_be_visible()
    table.button("Redo").click()
    fine(table)


def test_a_piece_is_dragged(table: Table) -> None:
    edit(table)
    table.cell("c3").drag_to(table.cell("e4"))
    expect(table.cell("e4")).to_have_attribute("aria-label", "e4, the red Necromobile")
    expect(table.cell("c3")).to_have_attribute("aria-label", "c3, empty")


def test_keys_alone_set_up_a_board(table: Table) -> None:
    edit(table)
    table.button("Clear the board").click()
    expect(table.page.get_by_text("4 things are wrong")).to_be_visible()
    table.cell("e5").focus()
    table.page.keyboard.press("c")
    expect(table.cell("e5")).to_have_attribute("aria-label", "e5, maze, the red Chief, in power")
    table.page.keyboard.press("ArrowRight")
    table.page.keyboard.press("x")
    expect(table.cell("f5")).to_have_attribute("aria-label", "f5, corpse")
    table.page.keyboard.press("Delete")
    expect(table.cell("f5")).to_have_attribute("aria-label", "f5, empty")
    expect(table.page.get_by_text("3 things are wrong")).to_be_visible()


def test_keys_alone_change_the_order_of_the_seats(table: Table) -> None:
    page = edit(table)
    red = table.button("Red: one place later")
    red.focus()
    for order in ("bryg", "byrg", "bygr"):
        page.keyboard.press("Enter")
        expect(text(table)).to_have_value(re.compile(rf" {order} "))
        expect(red).to_be_focused()


def test_text_goes_in_and_what_is_no_position_is_refused(table: Table) -> None:
    edit(table)
    take(table, LAST_KILL_BGA)
    fine(table)
    table.shows("b2", "red Assassin")
    take(table, LAST_KILL_BGA.replace("9/9/9/9/9", "9/9/9/9"))
    wrong = table.page.get_by_role("alert")
    expect(wrong).to_contain_text("Invalid position.")
    table.forgive("400")
    # It is told where it was written: on a phone all else is far above.
    below, field = wrong.bounding_box(), text(table).bounding_box()
    assert below and field and 0 < below["y"] - field["y"] - field["height"] < 100
    # What was there is still there.
    table.shows("b2", "red Assassin")


def test_parties_and_turn(table: Table) -> None:
    edit(table)
    table.page.get_by_label("State of Green").select_option("vassal:r")
    table.page.get_by_label("To play").select_option("b")
    fine(table)
    expect(text(table)).to_have_value(
        str(Position.start().setup().with_party("g", "vassal", "r").replace(seat="b"))
    )
    table.page.get_by_label("State of Blue").select_option("frozen")
    expect(table.page.get_by_text("Blue is to play, but has no turns.")).to_be_visible()


@pytest.mark.parametrize("variant", ["hex-6", "polygon-5", "square-2"])
def test_every_board_is_edited(table: Table, variant: str) -> None:
    edit(table)
    table.page.get_by_role("combobox", name="Board", exact=True).select_option(variant)
    expect(text(table)).to_have_value(str(Position.start(variant)))
    fine(table)
    maze = Position.start(variant).board.cells[Position.start(variant).board.maze]
    table.cell(maze).focus()
    table.page.keyboard.press("m")
    expect(table.page.get_by_text("The red Militant stands in the maze")).to_be_visible()


def test_play_from_here_against_bots(table: Table) -> None:
    edit(table)
    take(table, LAST_KILL_BGA)
    fine(table)
    table.button("Play from here").click()
    dialog = table.page.get_by_role("dialog", name="Play from here")
    expect(dialog.get_by_label("Who plays Red?")).to_have_value("me")
    dialog.get_by_role("button", name="Start the game").click()
    table.board.locator(".token").first.wait_for()
    table.play("b2-i2")
    expect(table.page.get_by_role("dialog", name="You have won!")).to_be_visible()


def test_nobody_of_the_cast_sits_twice_where_one_plays_from_here(table: Table) -> None:
    edit(table, "#p=" + str(Position.start("square-4")).replace(" ", "."))
    fine(table)
    table.button("Play from here").click()
    sitters = table.page.get_by_role("dialog", name="Play from here").locator("button.person")
    expect(sitters).to_have_count(3)
    assert len(set(sitters.all_inner_texts())) == 3, sitters.all_inner_texts()


def test_a_link_opens_the_position(table: Table) -> None:
    edit(table, "#p=" + LAST_KILL_BGA.replace(" ", "."))
    fine(table)
    expect(text(table)).to_have_value(LAST_KILL_BGA)
    table.page.reload()
    expect(text(table)).to_have_value(LAST_KILL_BGA)


def test_a_link_that_cannot_be_read_says_so(table: Table) -> None:
    page = edit(table, "#p=nonsense")
    expect(page.get_by_role("alert")).to_contain_text("Invalid position.")
    table.forgive("400")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_editor(table: Table, theme: str) -> None:
    table.server.settings(theme=theme)
    edit(table)
    assert faults(table.page) == []
    table.button("Clear the board").click()
    expect(table.page.get_by_text("4 things are wrong")).to_be_visible()
    assert faults(table.page) == []


def test_the_editor_speaks_french(table: Table) -> None:
    table.server.settings(lang="fr")
    table.page.goto(f"{table.server.url}/edit")
    expect(table.page.get_by_text("Cette position peut être jouée.")).to_be_visible()
    assert "study." not in table.page.locator("body").inner_text()
