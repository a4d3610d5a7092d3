"""A browser at a table: what a person does there, and what they see."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import httpx
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from tests.plain_http import NO_TLS
from tests.waiting import WAIT_TIMEOUT_S, free_port

from djambi import Position
from djambi.game import Game

POLL_INTERVAL_MS = 20.0
"""Milliseconds between two looks at what `expect` cannot wait for."""

RELOAD_INTERVAL_MS = 2000.0
"""Milliseconds from one loading of a page to the next, until it shows what it is loaded for."""

expect.set_options(timeout=WAIT_TIMEOUT_S * 1000)

IN_ITS_ROW = """one => one.closest("[role=toolbar]")?.contains(document.activeElement) ?? false"""
"""Whether the focus is in the row of tools where this stands."""

QUIET: dict[str, Any] = {
    "lang": "en",
    "theme": "light",
    "animation": "none",
    "sounds": False,
    "warn": False,
    "hints_seen": ["off"],
    "tutorial": {"state": "declined"},
}
"""Settings of a player whom nothing interrupts."""

_SERVE = """
import sys
from pathlib import Path
from djambi.server.apps.run_local import play
port, folder, lan = sys.argv[1:]
sys.exit(play(port=int(port), open_browser=False, folder=Path(folder), lan=lan == "lan"))
"""

_TAGS = '[Event "Test"]\n[Variant "{variant}"]\n[Rules "{rules}"]\n[Position "{position}"]\n\n'


@dataclass
class Server:
    """The server as a process of its own, so that it can be killed."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    lan: bool = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        scope = "lan" if self.lan else "here"
        command = [sys.executable, "-c", _SERVE, str(self.port), str(self.folder), scope]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=dict(os.environ))
        until = time.monotonic() + WAIT_TIMEOUT_S
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.url}/api/catalogue", verify=NO_TLS)
            except httpx.TransportError:
                time.sleep(0.05)
            else:
                return
        self.kill()
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """End it without a warning, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(WAIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def http(self) -> httpx.Client:
        headers = {"origin": self.url}
        return httpx.Client(
            base_url=self.url, headers=headers, timeout=WAIT_TIMEOUT_S, verify=NO_TLS
        )

    def load(self, position: str | Position) -> str:
        """A game that begins at this position, everybody at this computer; returns its id."""
        parsed = position if isinstance(position, Position) else Position.parse(position)
        text = _TAGS.format(variant=parsed.variant.name, rules=parsed.rules, position=str(parsed))
        with self.http() as http:
            answer = http.post("/api/games/load", json={"text": text})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def new(self, **body: Any) -> str:
        """A new game; everybody is at this computer unless `seats` says otherwise."""
        with self.http() as http:
            if "seats" not in body:
                start = Position.start(body["variant"])
                players = start.active
                body["seats"] = [
                    {"party": party, "player": "person" if number else "me"}
                    for number, party in enumerate(players)
                ]
            answer = http.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def game(self, name: str) -> Game:
        """The record that the server gives of a game."""
        with self.http() as http:
            return next(iter(Game.read(http.get(f"/api/games/{name}/record").text)))

    def settings(self, **change: Any) -> None:
        """Settings of this computer, from the next page on."""
        with self.http() as http:
            assert http.put("/api/settings", json={**QUIET, **change}).status_code < 300


@dataclass
class Table:
    """One page of the app."""

    server: Server
    page: Page
    hand: Literal["mouse", "finger", "keys"] = "mouse"
    problems: list[str] = field(default_factory=list[str])
    # A server that is being killed refuses connections, or breaks them off: the browser says so.
    # Most tests keep service workers out, and Playwright says so.
    meant: tuple[str, ...] = (
        "ERR_CONNECTION",
        "Connection closed before receiving a handshake response",
        "Service Worker registration blocked",
    )

    def __post_init__(self) -> None:
        self.page.set_default_timeout(WAIT_TIMEOUT_S * 1000)
        self.page.on("pageerror", lambda error: self._noted(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self._noted(message.text)

    def _noted(self, problem: str) -> None:
        if not any(each in problem for each in self.meant):
            self.problems.append(problem)

    def forgive(self, what: str) -> None:
        """The browser tells of every answer that is an error, at once or soon; some are meant."""
        self.meant += (what,)
        self.problems = [problem for problem in self.problems if what not in problem]

    # --- what takes its time --------------------------------------------------------------------

    def until(self, done: Callable[[], object]) -> None:
        """Wait until this holds; for what `expect` cannot wait for."""
        deadline = time.monotonic() + WAIT_TIMEOUT_S
        while not done():
            assert time.monotonic() < deadline, "it never came"
            self.page.wait_for_timeout(POLL_INTERVAL_MS)

    def reload_until(self, wanted: Locator) -> None:
        """Load the page until it shows this: a server does some things after it has answered."""
        deadline = time.monotonic() + WAIT_TIMEOUT_S
        while True:
            try:
                return wanted.wait_for(timeout=RELOAD_INTERVAL_MS)
            except PlaywrightTimeout:
                assert time.monotonic() < deadline, "it never came"
                self.page.reload()

    def storing(self, path: str = "/api/settings") -> AbstractContextManager[object]:
        """What is done within is stored by the server at its end: the next page will have it."""
        return self.page.expect_response(
            lambda answer: answer.request.method == "PUT" and answer.url.endswith(path)
        )

    # --- where one is ---------------------------------------------------------------------------

    def home(self) -> None:
        self.page.goto(self.server.url)
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()

    def sit(self, game: str) -> None:
        """Open a game and wait for its board."""
        self.page.goto(f"{self.server.url}/g/{game}")
        self.board.locator(".token").first.wait_for()

    def load(self, position: str) -> str:
        game = self.server.load(position)
        self.sit(game)
        return game

    @property
    def board(self) -> Locator:
        return self.page.locator("svg.board[role=application]")

    @property
    def prompt(self) -> Locator:
        return self.page.get_by_role("region", name="What to do")

    def cell(self, name: str) -> Locator:
        return self.board.locator(f'[data-cell="{name}"]')

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def press(self, button: Locator) -> None:
        """Press a button with the hand that plays."""
        if self.hand == "mouse":
            button.click()
        elif self.hand == "finger":
            button.tap()
        else:
            button.wait_for()
            self.tab_to(button)
            self.page.keyboard.press("Enter")

    def tab_to(self, wanted: Locator) -> None:
        """Press Tab until this has the focus; within a row of tools, the arrow keys."""
        key = "Tab"
        for _ in range(60):
            self.page.keyboard.press(key)
            if wanted.evaluate("one => one === document.activeElement"):
                return
            key = "ArrowRight" if wanted.evaluate(IN_ITS_ROW) else "Tab"
        raise AssertionError(f"{key} does not lead to {wanted}")

    # --- a turn ---------------------------------------------------------------------------------

    def choose(self, name: str, act: str | None = None) -> None:
        """Choose a cell that is lit (for this act)."""
        target = self.target(name, act)
        if self.hand == "keys":
            target.wait_for()
            self._walk_to(target)
            self.page.keyboard.press("Enter")
        elif self.hand == "finger":
            target.tap()
        else:
            target.click()

    def _walk_to(self, target: Locator) -> None:
        """N goes from one lit cell to the next, once the focus is on the board."""
        if not self.page.evaluate("'cell' in document.activeElement.dataset"):
            self.tab_to(self.board.locator('[data-cell][tabindex="0"]'))
        for _ in range(200):
            if target.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("n")
        raise AssertionError(f"N does not lead to {target}")

    def key(self, key: str) -> None:
        """Press a key on the board, once the stage that it is for has come."""
        self.calm.wait_for()
        self.page.keyboard.press(key)

    @property
    def calm(self) -> Locator:
        """The board while it waits for no answer."""
        return self.page.locator('svg.board[role=application]:not([aria-busy="true"])')

    def target(self, name: str, act: str | None = None) -> Locator:
        wanted = "[data-act]" if act is None else f'[data-act="{act}"]'
        return self.calm.locator(f'[data-cell="{name}"].target{wanted}')

    def play(self, turn: str) -> None:
        """Play a turn (NOTATION 2, short form) by clicking."""
        for cell in cells_of(turn):
            self.choose(cell)
        if cells_of(turn) and "*" not in turn:
            self._spare()

    def _spare(self) -> None:
        self.calm.wait_for()
        spare = self.button("Kill nobody")
        if spare.count() and spare.is_visible():
            self.press(spare)

    def turns(self, number: int) -> None:
        """Wait until so many turns are in the list."""
        expect(self.page.locator("#panel-turns li")).to_have_count(number)

    def acts(self) -> dict[str, str]:
        """The lit cells and what would happen there, once no answer is awaited."""
        self.calm.wait_for()
        found: dict[str, str] = self.board.evaluate(
            "board => Object.fromEntries([...board.querySelectorAll('.target')]"
            ".map(cell => [cell.dataset.cell, cell.dataset.act]))"
        )
        return found

    def lit(self, acts: dict[str, str]) -> None:
        """Wait until these cells are lit, and no others."""
        self.until(lambda: self.acts() == acts)

    def shows(self, name: str, words: str) -> None:
        """Wait until a screen reader says these words of a cell."""
        label = re.compile(re.escape(words))
        expect(self.cell(name)).to_have_attribute("aria-label", label)


def cells_of(turn: str) -> list[str]:
    """The cells to click for a turn, in order.

    >>> cells_of("b2-e5>a5/e8")
    ['b2', 'e5', 'a5', 'e8']
    """
    return re.findall(r"[a-z]\d{0,2}", turn)


def opened(
    browser: Browser,
    width: int = 1280,
    height: int = 900,
    *,
    touch: bool = False,
    theme: Literal["light", "dark"] = "light",
    lang: str = "en-US",
    worker: bool = False,
) -> BrowserContext:
    """A fresh browser profile of this size; service workers are for the tests about them."""
    return browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=touch,
        color_scheme=theme,
        locale=lang,
        reduced_motion="reduce",
        service_workers="allow" if worker else "block",
    )
