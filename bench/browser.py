"""Measure what people wait for in the browser: `python -m bench.browser [TURNS]`.

A real, headless Chromium (Debian's) plays against a server of its own, with everybody at this
computer and without animations and warnings. The browser takes the times, from releasing the mouse
button (or the start of loading) to the end of the first frame that shows the result.
"""

from __future__ import annotations

import random
import shutil
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.table import Server, Table, opened

from djambi import Position

VARIANTS = ("square-4", "hex-6", "polygon-8")
PAGE_LOADS = 5
Times = dict[str, list[float]]

# `until` resolves with the time at the end of the first frame after `done()` holds.
WATCH = """
window.bench = {
  until(done) {
    return new Promise(resolve => {
      const drawn = () => requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => resolve(performance.now());
        after.port2.postMessage(0);
      });
      const look = new MutationObserver(() => { if (done()) { look.disconnect(); drawn(); } });
      look.observe(document, { subtree: true, childList: true, attributes: true });
      if (done()) { look.disconnect(); drawn(); }
    });
  },
};
addEventListener("pointerup", event => { bench.up = event.timeStamp; }, true);
bench.board = bench.until(() => document.querySelector("svg.board[role=application] .token"));
"""
WEIGHT = """
performance.getEntriesByType("resource")
  .filter(one => /\\.(js|css)$/.test(one.name)).reduce((sum, one) => sum + one.encodedBodySize, 0)
"""
CHOSEN = "document.querySelector('.board .tint.chosen')"
LISTED = "document.querySelectorAll('#panel-turns li').length > {}"


def load(browser: Browser, server: Server, game: str, times: Times) -> None:
    """Open the game in a fresh profile, with an empty cache."""
    context = opened(browser)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{server.url}/g/{game}")
    times["opened to board drawn (ms)"].append(page.evaluate("bench.board"))
    times["script and style, compressed (KB)"].append(page.evaluate(WEIGHT) / 1024)
    context.close()


def clicked(page: Page, cell: str, until: str) -> float:
    """Click a cell and return the milliseconds until the condition is drawn."""
    page.evaluate(f"void (bench.wait = bench.until(() => {until}))")
    page.locator(f'svg.board:not([aria-busy="true"]) [data-cell="{cell}"].target').click()
    waited: float = page.evaluate("bench.wait.then(at => at - bench.up)")
    return waited


def play(browser: Browser, server: Server, game: str, turns: int, times: Times) -> None:
    """Play turns that only move a piece."""
    dice = random.Random(game)
    context = opened(browser)
    table = Table(server, context.new_page())
    table.page.add_init_script(WATCH)
    table.sit(game)
    for number in range(turns):
        origin, free = quiet(server.game(game).position, dice)
        times["choice to highlight (ms)"].append(clicked(table.page, origin, CHOSEN))
        times["turn to drawn (ms)"].append(clicked(table.page, free, LISTED.format(number)))
    context.close()


def quiet(position: Position, dice: random.Random) -> tuple[str, str]:
    """Return a piece that may move, and a free cell that ends its turn."""
    ways = [
        (piece.cells[0], way.cells[0])
        for piece in position.stage("").choices
        for way in position.stage(piece.text).choices
        if way.act in ("move", "power")
    ]
    return dice.choice(ways)


def main() -> None:
    """Print medians, 95th percentiles and maxima."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("bench.browser needs Debian's package chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        server.settings()
        options: dict[str, Any] = {"executable_path": chromium, "args": ["--no-sandbox"]}
        browser = playwright.chromium.launch(**options)
        for variant in VARIANTS:
            times: Times = defaultdict(list)
            game = server.new(variant=variant)
            for _ in range(PAGE_LOADS):
                load(browser, server, game, times)
            play(browser, server, game, turns, times)
            print(variant)
            for name, found in times.items():
                found.sort()
                print(
                    f"  {name:34} median {statistics.median(found):7.1f}"
                    f"   95 % {found[int(len(found) * 0.95)]:7.1f}   most {found[-1]:7.1f}"
                )
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
