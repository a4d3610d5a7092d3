"""An online server as a process of its own, and people with browsers of their own."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

import httpx
from playwright.sync_api import Browser, Locator, expect
from playwright.sync_api import Error as PlaywrightError
from tests.browser.table import Server, Table, opened
from tests.plain_http import NO_TLS
from tests.waiting import WAIT_TIMEOUT_S

_SERVE = """
import sys
from pathlib import Path
from djambi.server.apps.run_online import serve
sys.exit(serve(Path(sys.argv[1])))
"""

# All these people come from one address, and faster than people do.
_SETTINGS = """\
port = {port}
url = "{url}"
name = "Test"
{more}
[limits]
call = [100000, 60]
guest = [1000, 60]
register = [1000, 60]
sign_in = [1000, 60]
"""


@dataclass
class OnlineServer(Server):
    """`djambi serve`; `more` are lines of its settings."""

    more: str = ""

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        settings = self.folder / "settings.toml"
        settings.write_text(
            _SETTINGS.format(port=self.port, url=self.url, more=self.more), encoding="utf-8"
        )
        environment = {**os.environ, "DJAMBI_DATA": str(self.folder)}
        log = (self.folder / "log").open("ab")
        command = [sys.executable, "-c", _SERVE, str(settings)]
        self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        log.close()
        until = time.monotonic() + WAIT_TIMEOUT_S
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.url}/api/me", verify=NO_TLS)
            except httpx.TransportError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
            else:
                return
        self.kill()
        raise AssertionError(f"the server did not start: {(self.folder / 'log').read_text()}")

    def moderate(self, name: str) -> None:
        """Make somebody a moderator."""
        [file] = self.folder.rglob("djambi.sqlite3")
        with sqlite3.connect(file, timeout=WAIT_TIMEOUT_S) as database:
            done = database.execute("UPDATE accounts SET moderator = 1 WHERE name = ?", (name,))
            assert done.rowcount == 1
        database.close()


_gone = count(1)

Come = Callable[..., "Person"]
"""`come("Ana", "/games")`: a guest of this name, on this screen; `come()`: nobody yet."""


class Person(Table):
    """Somebody with a browser of their own at an online server."""

    @classmethod
    def comes(cls, server: OnlineServer, browser: Browser, **profile: Any) -> Person:
        """A browser that has never been here."""
        return cls(server, opened(browser, **profile).new_page())

    def leaves(self) -> None:
        """Close the browser; nothing may have gone wrong in it unseen.

        The name is given up: the next test's guests of that name are not to be numbered.
        """
        with suppress(PlaywrightError):
            self.page.context.request.put(
                f"{self.server.url}/api/me/name",
                data={"name": f"Gone {next(_gone)}"},
                headers={"x-djambi": "1", "origin": self.server.url},
            )
        self.page.context.close()
        assert self.problems == [], self.problems

    def goto(self, path: str) -> None:
        self.page.goto(f"{self.server.url}{path}")
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()

    def named(self, name: str, within: Locator | None = None) -> None:
        """Say who I am where it is asked for."""
        (within or self.page).get_by_role("textbox", name="Your name").fill(name)

    def guest(self, name: str) -> str:
        """Be a guest, without the screens; returns the account's id."""
        made = self.page.context.request.post(
            f"{self.server.url}/api/me/guest",
            data={"name": name},
            headers={"x-djambi": "1", "origin": self.server.url},
        )
        assert made.ok, made.text()
        return str(made.json()["account"]["id"])

    def make(self, **table: Any) -> str:
        """Make a table, without the screens; returns its id."""
        made = self.page.context.request.post(
            f"{self.server.url}/api/tables",
            data={"variant": "square-4", **table},
            headers={"x-djambi": "1", "origin": self.server.url},
        )
        assert made.status == 201, made.text()
        return str(made.json()["id"])

    def seat(self, party: str) -> Locator:
        """A seat of the table that waits."""
        chairs = self.page.get_by_role("region", name="Who plays").or_(
            self.page.get_by_role("region", name="Choose a seat")
        )
        return chairs.get_by_role("listitem").filter(has_text=party)

    def waits(self) -> None:
        """The board of a game that has begun is there."""
        self.board.locator(".token").first.wait_for()

    def link(self) -> str:
        """The link of the table at which I sit."""
        return self.page.get_by_role("textbox", name="Address of the table").input_value()


def quiet(person: Person, theme: Literal["light", "dark"] = "light") -> None:
    """Nothing interrupts this person."""
    settings = {"theme": theme, "animation": "none", "sounds": False, "warn": False}
    person.page.context.request.put(
        f"{person.server.url}/api/settings",
        data={**settings, "hints_seen": ["off"]},
        headers={"x-djambi": "1", "origin": person.server.url},
    )
