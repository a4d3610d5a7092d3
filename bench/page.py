"""Measure the page without a server: `python -m bench.page [--runs 5] [--markdown]`.

`make page` first. A real, headless Chromium (Debian's) opens the page from a plain file server on
this machine. Times of loading end with the first frame that shows the result; those of bots and
searches are taken by the engine itself, in its worker and natively, one after the other.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
from collections.abc import Iterator
from itertools import chain

from playwright.sync_api import Browser, BrowserContext, sync_playwright
from tests.browser.table import opened
from tests.page.engine import EngineFolder, EngineWorker, served, source_of
from tests.page.engine import built as engine_built
from tests.page.folder import PAGE, Host, hosted
from tests.waiting import WAIT_TIMEOUT_S

from bench import page_work
from bench.browser import WATCH
from bench.harness import Figure, MeasurementPlan, conditions, table

TURNS = 24
FIRST_SCREEN = "document.querySelector('main button.primary')"
ENGINE_ANSWERS = "document.querySelector('main .board .token, main a[href*=\"/puzzles/\"]')"
"""The screen of puzzles: all of it comes from the engine."""


def _drawn(context: BrowserContext, url: str, done: str) -> float:
    """Open a new tab, and return the milliseconds until the condition is drawn."""
    page = context.new_page()
    page.set_default_timeout(WAIT_TIMEOUT_S * 1000)
    page.add_init_script(WATCH)
    page.goto(url)
    waited: float = page.evaluate(f"bench.until(() => {done})")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()
    return waited


def loading(plan: MeasurementPlan, browser: Browser) -> Iterator[Figure]:
    """Measure the first visit and the next one: a fresh profile for each run."""
    host = Host()
    host.engine.set()
    times: dict[str, list[float]] = {}
    with hosted(host) as server:
        for _ in range(plan.runs):
            for name, path, done in (
                ("first screen", "", FIRST_SCREEN),
                ("engine's first answer", "#/puzzles", ENGINE_ANSWERS),
            ):
                context = opened(browser, worker=True)
                for visit in ("cold", "warm"):
                    waited = _drawn(context, f"{server.url}{path}", done)
                    times.setdefault(f"{name}, {visit}", []).append(waited)
                context.close()
    for name, found in times.items():
        method = "a fresh profile" if name.endswith("cold") else "the same, kept for offline"
        yield Figure(name, "ms", tuple(found), smaller_is_better=True, method=method)


def computing(plan: MeasurementPlan, browser: Browser) -> Iterator[Figure]:
    """Measure bots and searches in the worker and natively, by turns."""
    engine_built()
    with served(EngineFolder) as address:
        worker = EngineWorker(browser, address)
        worker.run(source_of(page_work.__name__))

        def turns() -> tuple[list[float], list[float]]:
            there: list[float] = json.loads(
                worker.run(f"import json; json.dumps(turn_times({TURNS}))")
            )
            return there, page_work.turn_times(TURNS)

        runs = [turns() for _ in range(plan.runs)]
        for place, where in enumerate(("worker", "native")):
            method = f"the first {TURNS} turns of a game, square-4 original"
            for kind, of in (("mean", statistics.mean), ("longest", max)):
                values = tuple(1e3 * of(run[place]) for run in runs)
                yield Figure(
                    f"strongest level, {kind} turn, {where}",
                    "ms",
                    values,
                    smaller_is_better=True,
                    method=method,
                )
        for name, work in (
            ("search", page_work.search_rate),
            ("random play", page_work.random_rate),
        ):
            there: list[float] = []
            here: list[float] = []
            for _ in range(plan.runs):
                there.append(worker.run(f"{work.__name__}({plan.seconds})"))
                here.append(work(plan.seconds))
            yield Figure(f"{name}, worker", "turns/s", tuple(there), method="square-4")
            yield Figure(f"{name}, native", "turns/s", tuple(here), method="square-4")
            ratios = tuple(one / other for one, other in zip(there, here, strict=True))
            yield Figure(f"{name}, worker against native", "×", ratios, method="run by run")
        worker.close()


def main() -> None:
    """Print every figure, as a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.page", description="The page's speed.")
    parser.add_argument("--markdown", action="store_true", help="write a Markdown table")
    parser.add_argument("--runs", type=int, default=5, help="runs of each figure (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of each search (1)")
    options = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("bench.page needs Debian's package chromium")
    if not (PAGE / "index.html").is_file():
        sys.exit("bench.page needs the page: make page")
    plan = MeasurementPlan(options.runs, options.seconds)
    for line in conditions(plan):
        print(f"* {line}" if options.markdown else line)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(f"{'* ' if options.markdown else ''}Chromium {browser.version}\n")
        figures = chain(loading(plan, browser), computing(plan, browser))
        for line in table(figures, options.markdown):
            print(line, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
