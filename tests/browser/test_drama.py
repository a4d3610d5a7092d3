"""Turns are played out on the board, and end in the same state however one watches them."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.table import Server, Table, opened

pytestmark = pytest.mark.browser

# Blue's Chief kills Green's and inherits what is left of the army.
INHERITANCE = (
    "square-4 original 2x1gM1gNxyC/2x4yMyR/1rDx1xyAyN2/1xx2x3/x6xyM/1xx1x2xx/1rM5bMx/rR1rC1x2bDbR/"
    "5bNxgCbC r,b,y,g rbyg b 0 45"
)
# Green's Chief goes to the maze.
CORONATION = (
    "square-4 original gCxgMxxx2x/3x1xxyAx/gMx1gA2x1x/x6xx/2xx4bA/3rM1x3/xrM1x5/1xx1x1xbR1/"
    "rC3x3bC r,b,y>b,g rbyg g 2 67"
)

COUNTED = """
window.played = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.played += 1;
  return animate.apply(this, how);
};
"""
LEFT = """
board => board.querySelectorAll(".effect").length
  + board.getAnimations({ subtree: true }).filter(one => !(one instanceof CSSTransition)).length
"""

Watching = Literal["waited for", "clicked through", "without motion"]


def final(browser: Browser, server: Server, watching: Watching) -> list[str]:
    """Play both turns; return the pieces as they are drawn after each, and who is in power."""
    # Browsers of tests ask for less motion: only who chooses an animation sees one.
    server.settings(animation="" if watching == "without motion" else "slow")
    context = opened(browser)
    table = Table(server, context.new_page())
    table.page.add_init_script(COUNTED)
    drawn: list[str] = []
    for position, turn in ((INHERITANCE, "i1-h1>g3"), (CORONATION, "a9-e5")):
        table.load(position)
        table.play(turn)
        table.turns(1)
        if watching == "clicked through":
            table.page.mouse.click(2, 2)
            assert table.board.evaluate(LEFT) == 0
        table.until(lambda: table.board.evaluate(LEFT) == 0)
        drawn.append(table.board.locator(".tokens").evaluate("tokens => tokens.outerHTML"))
        if turn == "a9-e5":
            table.shows("e5", "in power")
            expect(table.board.locator(".power.party-g .throne")).to_have_count(1)
        else:
            table.shows("g3", "corpse")
            expect(table.board.locator(".token.party-g.lord-b")).to_have_count(2)
        assert (table.page.evaluate("window.played") > 0) == (watching != "without motion")
    context.close()
    assert table.problems == []
    return drawn


def test_a_turn_ends_alike_waited_for_clicked_through_and_without_motion(
    browser: Browser, server: Server
) -> None:
    still = final(browser, server, "without motion")
    assert final(browser, server, "waited for") == still
    assert final(browser, server, "clicked through") == still
    server.settings()
