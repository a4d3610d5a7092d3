"""A board of the built page in a page of another origin: loaded, played on, asked, sent rubbish."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect
from tests.page.engine import served
from tests.paths import ROOT
from tests.waiting import WAIT_TIMEOUT_S

from djambi import Position

BUILT = ROOT / "build" / "page"
HOST = Path(__file__).parent

pytestmark = pytest.mark.browser


class BoardsSite(SimpleHTTPRequestHandler):
    """A site with the page in a folder of it; it says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Stay silent."""


class HostSite(BoardsSite):
    """Another site, which lets nothing run but its own script, and nothing be framed but boards."""

    def end_headers(self) -> None:
        """Send the policy with everything."""
        policy = "default-src 'none'; script-src 'self'; frame-src http://localhost:*"
        self.send_header("content-security-policy", policy)
        super().end_headers()


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page of another site, with a board in it."""
    if not (BUILT / "index.html").is_file():
        pytest.skip("the page is not built: make page")
    boards, host = tmp_path_factory.mktemp("boards"), tmp_path_factory.mktemp("host")
    (boards / "djambi").symlink_to(BUILT)
    for file in (HOST / "host.html", HOST / "host.js", BUILT / "djambi-embed.js"):
        shutil.copy(file, host)
    with served(BoardsSite, boards) as theirs, served(HostSite, host) as ours:
        context = browser.new_context()
        found = context.new_page()
        found.set_default_timeout(WAIT_TIMEOUT_S * 1000)
        # Another name of this computer is another site to the browser.
        src = theirs.replace("127.0.0.1", "localhost") + "djambi/"
        found.goto(f"{ours}host.html?src={src}")
        frame(found).locator(".token").first.wait_for()
        yield found
        context.close()


def frame(page: Page) -> FrameLocator:
    return page.frame_locator("iframe.djambi-board")


def heard(page: Page, kind: str, count: int = 1) -> list[dict[str, Any]]:
    """Return what the board has told of a kind, as soon as that are `count` messages."""
    found: list[dict[str, Any]] = page.evaluate(_HEARD, [kind, count, WAIT_TIMEOUT_S * 1000])
    return found


# The page's policy allows no evaluation, and so none of Playwright's waits in it.
_HEARD = """([kind, count, timeout]) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(JSON.stringify(heard))), timeout);
    const look = () => {
        const found = heard.filter(({ type }) => type === kind);
        if (found.length >= count) resolve(found);
        else setTimeout(look, 50);
    };
    look();
})"""


def test_it_shows_what_its_address_asks_for(page: Page) -> None:
    [ready] = heard(page, "ready")
    assert ready == {"type": "ready"}
    first = heard(page, "loaded")[0]
    assert (first["variant"], first["edition"], first["lines"]) == ("hex-3", "harcourt", 0)
    assert first["position"] == str(Position.start("hex-3"))
    expect(page.locator("iframe.djambi-board")).to_have_attribute("title", "A board")
    expect(frame(page).locator("header")).to_have_count(0)


def test_a_turn_of_the_reader_is_told_and_taken_back(page: Page) -> None:
    start = Position.start("square-4", "original")
    loaded = page.evaluate("board.load('square-4 original')")
    assert loaded["position"] == str(start) and loaded["number"] == 0
    frame(page).locator('[data-cell="c3"][data-act="select"]').click()
    frame(page).locator('[data-cell="e3"][data-act="move"]').click()
    after = str(start.play("c3-e3"))
    [turn] = heard(page, "turn")
    told = {"type": "turn", "text": "c3-e3", "party": "r", "by": "reader"}
    assert turn == {**told, "number": 1, "position": after}
    expect(frame(page).get_by_role("list", name="Turns").get_by_role("button")).to_have_count(1)
    frame(page).get_by_role("button", name="Take back").click()
    assert heard(page, "shown")[-1] == {"type": "shown", "number": 0, "position": str(start)}


def test_a_record_is_stepped_through_and_a_bot_answers(page: Page) -> None:
    record = '[Variant "square-4"]\n[Rules "original"]\n\n1. r c3-e3 b g3-g5'
    middle = Position.start("square-4", "original").play("c3-e3").play("g3-g5")
    loaded = page.evaluate("record => board.load({ record })", record)
    assert (loaded["lines"], loaded["number"]) == (2, 0)
    shown = page.evaluate("board.show(2)")
    assert shown == {"type": "shown", "number": 2, "position": str(middle)}
    answer = page.evaluate("board.ask()")
    assert (answer["by"], answer["party"], answer["number"]) == ("bot", "y", 3)
    assert answer["position"] == str(middle.play(answer["text"]))


def test_rubbish_is_refused_and_changes_nothing(page: Page) -> None:
    here = page.evaluate("board.load('hex-3')")["position"]
    before = len(heard(page, "error", 0))
    page.evaluate(
        """() => {
            const to = (message) => board.frame.contentWindow.postMessage(message, "*");
            to("load");
            to({ djambi: 2, type: "ask" });
            to({ djambi: 1, type: "eval", code: "document.body.remove()" });
            to({ djambi: 1, type: "show", number: "1" });
            to({ djambi: 1, type: "load", position: "hex-3", html: "<b>" });
            to({ djambi: 1, type: "load", record: "x".repeat(500000) });
            to({ djambi: 1, type: "show", number: 7 });
            const image = "<img/src=x/onerror=alert(1)>";
            to({ djambi: 1, type: "load", position: `${image} original 9 r r r 0 0` });
        }"""
    )
    errors = heard(page, "error", before + 8)[before:]
    codes = [error["code"] for error in errors]
    # What can be refused at once is; what the rules are asked about takes longer.
    assert codes == [
        *("bad_message", "bad_version", "bad_type", "bad_field", "unknown_field", "bad_field"),
        *("no_line", "unreadable"),
    ]
    assert all(error["text"] for error in errors)
    # What was wrong is told as text, and the board is as it was.
    expect(frame(page).locator("main")).to_contain_text("<img")
    expect(frame(page).locator("main img")).to_have_count(0)
    assert page.evaluate("board.show(0)")["position"] == here
    refused = page.evaluate("board.load({ position: 'moon' }).catch(({ code }) => code)")
    assert refused == "unreadable"
