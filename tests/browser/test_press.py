"""The end of a game is a front page, whole and by keyboard, and it enters one's record."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.table import Table
from tests.browser.test_access import faults
from tests.paths import ROOT
from tests.positions import LAST_KILL_BGA

pytestmark = pytest.mark.browser


def test_the_front_page_of_a_game(table: Table) -> None:
    table.hand = "keys"
    page = table.page
    game = table.load(LAST_KILL_BGA)
    table.choose("b2")
    table.choose("i2", "kill")
    dialog = page.get_by_role("dialog")
    paper = dialog.get_by_role("article", name="The Red Dawn")
    expect(paper).to_be_visible()
    for heading in ("The exchange of power", "Your turns", "Obituaries", "Small ads"):
        expect(paper.get_by_role("heading", name=heading)).to_be_visible()
    expect(paper.get_by_text("† The blue Chief")).to_be_visible()
    paper.locator(".print .token").first.wait_for()
    assert faults(page) == []
    # The picture, and the game once more from its decisive turn: by keyboard.
    with page.expect_download() as download:
        table.press(dialog.get_by_role("button", name="Picture"))
    assert download.value.suggested_filename == f"djambi-{game}.png"
    table.press(dialog.get_by_role("link", name="Whole page"))
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.locator(".print .token").first.wait_for()
    assert faults(page) == []
    table.press(page.get_by_role("button", name="Try again from here").first)
    page.wait_for_url(lambda url: "/paper" not in url and not url.endswith(game))
    expect(table.target("b2")).to_be_visible()


def test_one_s_record(table: Table) -> None:
    table.load(LAST_KILL_BGA)
    table.choose("b2")
    table.choose("i2", "kill")
    expect(table.page.get_by_role("dialog")).to_be_visible()
    table.page.goto(f"{table.server.url}/career")
    expect(table.page.get_by_role("heading", name="Achievements")).to_be_visible()
    expect(table.page.get_by_role("heading", name="The mausoleum")).to_be_visible()
    expect(table.page.locator("progress")).to_have_count(0)
    chiefs = table.page.locator("dl div", has_text="Chiefs felled").locator("dd")
    expect(chiefs).not_to_have_text("0")
    assert faults(table.page) == []


LONG = ROOT / "tests" / "press" / "games" / "polygon-8-shared.txt"
BOOK = "/rules/leaflet"

PAPER_WIDTH = 718
PAPER_HEIGHT = 1047
"""Pixels between the margins of a sheet of A4."""

CUT_OFF = """
() => [...document.querySelectorAll("main, main *")].filter(one =>
  getComputedStyle(one).overflow !== "visible" && one.clientWidth > 1
  && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
).map(one => one.className)
"""
"""What one would have to scroll."""

PALE = """
() => [...document.querySelectorAll("main, main *")].filter(one => {
  const style = getComputedStyle(one);
  const words = [...one.childNodes].some(child => child instanceof Text && child.data.trim());
  return words && one.checkVisibility() && style.printColorAdjust !== "exact"
    && /^rgb\\((2\\d\\d, ?){2}2\\d\\d\\)$/.test(style.color);
}).map(one => one.className)
"""
"""Light words on a dark ground that a printer leaves out."""


def long_game(table: Table) -> str:
    """Load the game of 141 turns between eight parties; returns its id."""
    with table.server.http() as http:
        answer = http.post("/api/games/load", json={"text": LONG.read_text(encoding="utf-8")})
    return str(answer.json()["id"])


@pytest.mark.parametrize("path", ["/g/{game}", "/g/{game}/paper", "/analyse#g={game}", BOOK])
def test_on_paper_nothing_is_cut_off_and_nothing_is_there_to_press(table: Table, path: str) -> None:
    page = table.page
    page.set_viewport_size({"width": PAPER_WIDTH, "height": 1000})
    page.goto(table.server.url + path.format(game=long_game(table)))
    page.locator("main .token").first.wait_for()
    page.emulate_media(media="print")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(PALE) == []
    expect(page.locator(".button:visible, nav:visible")).to_have_count(0)


@pytest.mark.parametrize("upright", [True, False])
def test_the_first_sheet_has_the_lead_whole_below_the_head(table: Table, upright: bool) -> None:
    page = table.page
    width, height = (PAPER_WIDTH, PAPER_HEIGHT) if upright else (PAPER_HEIGHT, PAPER_WIDTH)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{table.server.url}/g/{long_game(table)}/paper")
    page.locator("main .token").first.wait_for()
    page.emulate_media(media="print")
    lead = page.locator(".newspaper .moment.large").bounding_box()
    assert lead and lead["y"] + lead["height"] < height
    last = page.locator(".newspaper .curve .mark").last.bounding_box()
    assert last and last["x"] + last["width"] <= width


@pytest.mark.parametrize("width", [720, 860])
def test_words_stay_whole_in_a_paper_with_a_long_name_and_many_parties(
    table: Table, width: int
) -> None:
    page = table.page
    page.set_viewport_size({"width": width, "height": 1000})
    page.goto(f"{table.server.url}/g/{long_game(table)}/paper")
    ears = page.locator(".ear")
    expect(ears).to_have_count(2)
    # Price and weather at the top, the names of those who bear grudges.
    assert min(ears.evaluate_all("all => all.map(one => one.clientWidth)")) > 60
    rows = page.locator(".newspaper tbody tr").evaluate_all(
        "all => all.map(one => one.offsetHeight)"
    )
    assert len(set(rows)) == 1
