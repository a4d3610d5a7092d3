"""Fingers on a board: two hold it, one plays on it or scrolls the page."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.table import Table

pytestmark = pytest.mark.browser


def middle(one: Locator) -> tuple[float, float]:
    """Return the middle of it on the screen, in pixels."""
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_fingers_keep_the_cells_that_they_hold(phone: Table) -> None:
    phone.sit(phone.server.new(variant="square-4"))
    held = phone.cell("c5"), phone.cell("g5")
    fingers = [middle(one) for one in held]
    # All of the board is seen at first: while the fingers are as far apart, it cannot follow them.
    ways = [[(15, 25), (15, 25)], [(-25, 25), (45, 25)], [(-30, 20), (30, 20)]]
    session = cast("Any", phone.page.context.new_cdp_session(phone.page))

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    touch("touchStart", fingers[0])
    touch("touchStart", *fingers)
    now = fingers
    for way in ways:
        now = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(fingers, way, strict=True)]
        touch("touchMove", *now)
    expect(phone.board).to_have_class(re.compile("zoomed"))
    for one, finger in zip(held, now, strict=True):
        assert middle(one) == pytest.approx(finger, abs=2)
    touch("touchEnd")


def test_a_finger_on_the_board_of_the_first_screen_scrolls_the_page(phone: Table) -> None:
    phone.home()
    board = phone.page.locator(".opening")
    board.locator(".token").first.wait_for()
    board.evaluate("one => one.scrollIntoView({ block: 'center' })")
    actions = board.evaluate(
        """(one) => {
          const { x, y, width } = one.getBoundingClientRect();
          const touched = document.elementFromPoint(x + width / 2, y + width / 2);
          const found = [];
          for (let at = touched; at; at = at.parentElement)
            found.push(getComputedStyle(at).touchAction);
          return found;
        }"""
    )
    assert set(actions) == {"auto"}


def draw_up(page: Page, board: Locator, x: float, y: float) -> str:
    """Draw a finger up from a point of the window; return how that ended for the board.

    A browser that scrolls takes the finger away from the page.
    """
    board.evaluate(
        """(one) => {
          window.ends = [];
          for (const name of ["pointerup", "pointercancel"])
            one.addEventListener(name, () => window.ends.push(name), { once: true });
        }"""
    )
    session = cast("Any", page.context.new_cdp_session(page))
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        *(("touchMove", [{"x": x, "y": y - 10 * step}]) for step in range(1, 13)),
        ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_function("window.ends.length > 0")
    return str(page.evaluate("window.ends[0]"))


@pytest.mark.parametrize(("play", "end"), [("none", "pointercancel"), ("all", "pointerup")])
def test_a_finger_on_an_embedded_board_scrolls_unless_it_plays(
    phone: Table, play: str, end: str
) -> None:
    phone.page.goto(f"{phone.server.url}/embed?play={play}")
    board = phone.page.locator("svg.board[role=application]")
    board.locator(".token").first.wait_for()
    box = board.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert draw_up(phone.page, board, x, y) == end


def test_a_finger_on_a_board_of_the_rulebook_scrolls_unless_it_drags_a_piece(phone: Table) -> None:
    phone.page.goto(f"{phone.server.url}/rules")
    board = phone.page.locator("svg.board[role=application]").first
    board.locator(".target").first.wait_for()
    board.evaluate("one => one.scrollIntoView({ block: 'center' })")
    piece, other = (
        board.locator(f"[data-cell]{cells}").last.get_attribute("data-cell")
        for cells in (".target", ":not(.target)")
    )
    for cell, end in ((piece, "pointerup"), (other, "pointercancel")):
        box = board.locator(f"[data-cell='{cell}']").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        before = phone.page.evaluate("scrollY")
        assert draw_up(phone.page, board, x, y) == end
        assert (phone.page.evaluate("scrollY") > before) == (end == "pointercancel")
