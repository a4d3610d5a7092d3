"""A board of the built page in a page of another origin: loaded, played on, asked, sent rubbish."""

from __future__ import annotations

import functools
import shutil
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, expect, sync_playwright
from tests.browser.table import WAIT_TIMEOUT_S

from djambi import Position

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "page"
HOST = Path(__file__).parent

pytestmark = pytest.mark.browser


class _Files(SimpleHTTPRequestHandler):
    """Files of a folder, and no word about them; a page of them may run and frame what it names."""

    policy = ""

    def end_headers(self) -> None:
        if self.policy:
            self.send_header("content-security-policy", self.policy)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path, policy: str = "") -> Generator[int]:
    handler = type("_Policed", (_Files,), {"policy": policy})
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def page(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page of another site, with a board in it."""
    if not (BUILT / "index.html").is_file():
        pytest.skip("the page is not built: run `make page`")
    site = tmp_path_factory.mktemp("site")
    (site / "djambi").symlink_to(BUILT)
    host = tmp_path_factory.mktemp("host")
    for file in (HOST / "host.html", HOST / "host.js", BUILT / "djambi-embed.js"):
        shutil.copy(file, host)
    with served(site) as port:
        boards = f"http://localhost:{port}"
        policy = f"default-src 'none'; script-src 'self'; frame-src {boards}"
        with served(host, policy) as other, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            found = browser.new_page()
            found.set_default_timeout(WAIT_TIMEOUT_S * 1000)
            found.goto(f"http://127.0.0.1:{other}/host.html?src={boards}/djambi/")
            frame(found).locator(".token").first.wait_for()
            yield found
            browser.close()


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
