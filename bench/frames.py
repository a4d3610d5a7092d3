"""Measure how smoothly turns are played on the board: `python -m bench.frames [TURNS] [VARIANT]`.

A real, headless Chromium (Debian's) looks at a random game of six parties, turn after turn, with
animation "normal": at those turns that bring about most (kills, armies that change sides, power).
The browser takes the time of every frame while a turn is played. Beside it stand the same turns
without animation, which say what the machine itself leaves of 60 frames a second, and the
processor's time of the page's main thread for each frame: this holds on busy machines too.
"""

from __future__ import annotations

import io
import itertools
import random
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.table import Server, Table, opened

from djambi.game import Game

TURN_MS: Final = 900
"""What all effects of a turn may take (web/src/board/effects/plan.ts)."""

FRAME_MS: Final = 1000 / 60
LATE_FRAME_MS: Final = 1.5 * FRAME_MS
"""From here on a frame was missed."""

SEED = "frames"
LONGEST_GAME = 400

RECORDER = """
window.frames60 = (ms, start) => new Promise(resolve => {
  const times = [];
  requestAnimationFrame(first => {
    start();
    const next = now => {
      times.push(now);
      if (now < first + ms) requestAnimationFrame(next); else resolve(times);
    };
    requestAnimationFrame(next);
  });
});
"""
STEP = """
ms => frames60(ms, () => document.querySelector('[aria-label="One turn forward"]').click())
"""


def game_of(variant: str) -> Game:
    """Return a random game, the same every time."""
    dice = random.Random(SEED)
    game = Game.start(variant)
    while not game.position.is_over and len(game.path()) <= LONGEST_GAME:
        game.play(dice.choice(game.position.legal_turns()))
    return game


def richest(game: Game, count: int) -> list[int]:
    """Return the numbers of the turns that bring about most, in order."""
    path = game.path()
    most = sorted(range(1, len(path)), key=lambda ply: -len(path[ply].happenings()))
    return sorted(most[:count])


def busy(devtools: Any) -> float:
    """Return the processor's time of the page's main thread so far, in milliseconds."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "ThreadTime")


def spent(browser: Browser) -> float:
    """Return the processor's time of all processes of the browser so far, in milliseconds."""
    devtools: Any = browser.new_browser_cdp_session()
    found = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    devtools.detach()
    return 1000 * sum(float(one["cpuTime"]) for one in found)


def watched(page: Page, turns: list[int]) -> tuple[list[float], list[float], list[float]]:
    """Look at each turn; return the gaps between frames, and by frame the processor's time.

    First that of the page's main thread, then that of all processes of the browser.
    """
    browser = page.context.browser
    assert browser is not None
    devtools: Any = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    rows = page.locator("#panel-turns li button")
    gaps: list[float] = []
    work: list[float] = []
    whole: list[float] = []
    for turn in turns:
        # Both positions are fetched before anything is measured.
        for number in (turn, turn - 1):
            rows.nth(number - 1).click()
            page.wait_for_timeout(TURN_MS)
        before, all_before = busy(devtools), spent(browser)
        times: list[float] = page.evaluate(STEP, TURN_MS)
        work.append((busy(devtools) - before) / len(times))
        whole.append((spent(browser) - all_before) / len(times))
        gaps += [b - a for a, b in itertools.pairwise(times)]
    return gaps, work, whole


def measured(browser: Browser, server: Server, text: str, turns: list[int], pace: str) -> None:
    """Print the figures of one setting."""
    server.settings(animation=pace)
    context = opened(browser)
    table = Table(server, context.new_page())
    table.page.add_init_script(RECORDER)
    with server.http() as http:
        game = str(http.post("/api/games/load", json={"text": text}).json()["id"])
    table.sit(game)
    gaps, work, whole = watched(table.page, turns)
    gaps.sort()
    late = sum(gap > LATE_FRAME_MS for gap in gaps)
    print(
        f"  animation {pace:7} {1000 / statistics.mean(gaps):5.1f} frames/s   median "
        f"{statistics.median(gaps):5.1f} ms   95 % {gaps[int(len(gaps) * 0.95)]:5.1f} ms   most "
        f"{gaps[-1]:6.1f} ms   missed {100 * late / len(gaps):4.1f} %   main thread "
        f"{statistics.median(work):4.1f} ms of {FRAME_MS:.1f}   "
        f"browser {statistics.median(whole):5.1f} ms"
    )
    context.close()


def main() -> None:
    """Print how many frames are drawn, with and without animation."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    variant = sys.argv[2] if len(sys.argv) > 2 else "hex-6"
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("bench.frames needs Debian's package chromium")
    game = game_of(variant)
    turns = richest(game, count)
    text = io.StringIO()
    Game.write(text, [game])
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        options: dict[str, Any] = {"executable_path": chromium, "args": ["--no-sandbox"]}
        browser = playwright.chromium.launch(**options)
        print(f"{variant}, {len(turns)} turns")
        for pace in ("none", "normal", "slow"):
            measured(browser, server, text.getvalue(), turns, pace)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
