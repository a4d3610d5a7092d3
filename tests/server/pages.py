"""The server in a page as a page has it: a database in memory, and what was answered.

The loop is a browser's as far as threads go: there are none, so what would be done by one is done
at once, and starting one is an error.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, NoReturn, TypeVar, TypeVarTuple

import pytest
from tests.waiting import WAIT_TIMEOUT_S

from djambi.server.apps.page import PageApp

Json = dict[str, Any]
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class BrowserLoop(asyncio.SelectorEventLoop):
    """An event loop that runs on its own thread what others give to threads."""

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Do it now."""
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


Scene = Callable[[Callable[[], Coroutine[Any, Any, None]]], None]
"""Plays a scene as in a browser."""


def run(work: Coroutine[Any, Any, T], monkeypatch: pytest.MonkeyPatch) -> T:
    """Run `work` as in a browser: a thread that is started there is an error."""

    def no_threads(thread: threading.Thread) -> NoReturn:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", no_threads)
    with asyncio.Runner(loop_factory=BrowserLoop) as runner:
        return runner.run(asyncio.wait_for(work, WAIT_TIMEOUT_S))


class BrowserDatabase:
    """What several tabs share: rows, events, settings, thoughts. `full`: nothing is written.

    `locked`: nothing is even read.
    """

    def __init__(self) -> None:
        self.by_id: dict[str, Json] = {}
        self.logs: dict[str, list[Json]] = {}
        self.talk: dict[str, list[Json]] = {}
        self.kept: str | None = None
        self.found: dict[tuple[str, str], str] = {}
        # Which tabs show which games, and how often.
        self.shown: Counter[tuple[Tab, str]] = Counter()
        self.full = False
        self.locked = False

    async def _write(self) -> None:
        # A browser takes a moment for it.
        await asyncio.sleep(0)
        self._read()
        if self.full:
            raise OSError("QuotaExceededError: the disk is full")

    def _read(self) -> None:
        if self.locked:
            raise OSError("SecurityError: storage is denied")

    async def create(self, game: str, row: str, events: str) -> bool:
        await self._write()
        if game in self.by_id:
            return False
        self.by_id[game] = json.loads(row)
        self.logs[game] = json.loads(events)
        return True

    async def append(self, game: str, events: str, changes: str) -> bool:
        await self._write()
        log, more = self.logs.get(game, []), json.loads(events)
        if not log or more[0]["number"] != len(log) + 1:
            return False
        log.extend(more)
        self.by_id[game] |= json.loads(changes)
        return True

    async def events(self, game: str) -> str:
        self._read()
        return json.dumps(self.logs.get(game, []))

    async def append_asides(self, game: str, asides: str) -> bool:
        await self._write()
        log, more = self.talk.setdefault(game, []), json.loads(asides)
        if more[0]["number"] != len(log) + 1:
            return False
        log.extend(more)
        return True

    async def asides(self, game: str) -> str:
        self._read()
        return json.dumps(self.talk.get(game, []))

    async def rows(self) -> str:
        self._read()
        return json.dumps(sorted(self.by_id.values(), key=lambda row: -int(row["played"])))

    async def hide(self, game: str) -> bool:
        await self._write()
        if game in self.by_id:
            self.by_id[game]["hidden"] = True
        return game in self.by_id

    async def show(self, game: str) -> bool:
        await self._write()
        shown = game in self.by_id and bool(self.by_id[game]["hidden"])
        if shown:
            self.by_id[game]["hidden"] = False
        return shown

    async def settings(self) -> str | None:
        self._read()
        return self.kept

    async def replace_settings(self, seen: str | None, text: str) -> bool:
        await self._write()
        if self.kept != seen:
            return False
        self.kept = text
        return True

    async def thoughts(self, engine: str, positions: str) -> str:
        self._read()
        keys: list[str] = json.loads(positions)
        return json.dumps({k: self.found[engine, k] for k in keys if (engine, k) in self.found})

    async def keep_thoughts(self, engine: str, rows: str, before: int) -> None:
        await self._write()
        for row in json.loads(rows):
            self.found[engine, row["position"]] = row["data"]


class Tab:
    """One page with its worker, on a database."""

    def __init__(self, database: BrowserDatabase | None = None) -> None:
        self.database = database or BrowserDatabase()
        self.app = PageApp(self.database, self, "a build", bot_delay=0.0, tabs=self)
        self.saved: list[tuple[bool, str]] = []
        self._numbers = iter(range(1, 1_000_000))
        self._answers: dict[int, asyncio.Queue[tuple[int, str, str, bool]]] = {}
        self.inboxes: defaultdict[int, asyncio.Queue[str]] = defaultdict(asyncio.Queue)
        self.ended: dict[int, int] = {}

    # --- the sink -------------------------------------------------------------------------------

    def answer(self, number: int, status: int, kind: str, text: str, last: bool) -> None:
        self._answers[number].put_nowait((status, kind, text, last))

    def message(self, number: int, text: str) -> None:
        self.inboxes[number].put_nowait(text)

    def closed(self, number: int, code: int, reason: str) -> None:
        self.ended[number] = code

    def storage(self, saved: bool, reason: str) -> None:
        self.saved.append((saved, reason))

    # --- the other tabs -------------------------------------------------------------------------

    def show(self, game: str) -> None:
        self.database.shown[self, game] += 1

    def leave(self, game: str) -> None:
        self.database.shown[self, game] -= 1

    async def shown_elsewhere(self, game: str) -> bool:
        await asyncio.sleep(0)
        shown = self.database.shown.items()
        return any(n > 0 and tab is not self and name == game for (tab, name), n in shown)

    def kill(self) -> None:
        """End the tab without a word; what it holds goes with it."""
        for tab, game in tuple(self.database.shown):
            if tab is self:
                del self.database.shown[tab, game]

    # --- the page -------------------------------------------------------------------------------

    async def call(self, method: str, address: str, body: str = "") -> tuple[int, str, str]:
        """Ask, and return status, media type and body of the whole answer."""
        number = next(self._numbers)
        queue = self._answers[number] = asyncio.Queue()
        self.app.request(number, method, address, body)
        whole = ""
        while True:
            status, kind, text, last = await queue.get()
            whole += text
            if last:
                return status, kind, whole

    def begin(self, method: str, address: str, body: Json) -> tuple[int, asyncio.Queue[Any]]:
        """Ask, and return the number of the request and where its answer comes."""
        number = next(self._numbers)
        queue = self._answers[number] = asyncio.Queue()
        self.app.request(number, method, address, json.dumps(body))
        return number, queue

    async def json(self, method: str, address: str, body: object = None) -> Any:
        """Ask, and return the JSON of the answer, which is no error."""
        status, _, text = await self.call(method, address, "" if body is None else json.dumps(body))
        assert status < 300, text
        return json.loads(text) if text else None

    async def new_game(self, **body: Any) -> str:
        return str((await self.json("POST", "/api/games", body))["id"])

    def sit(self, game: str, query: str = "") -> Player:
        """Open a connection to a game."""
        number = next(self._numbers)
        self.app.connect(number, game, query)
        return Player(self, number)


class Player:
    """A page at a game, and what it has been told."""

    def __init__(self, tab: Tab, number: int) -> None:
        self.tab = tab
        self.number = number
        self.last = 0
        self.asked = 0

    async def hear(self) -> Json:
        """Return the next message."""
        message: Json = json.loads(await self.tab.inboxes[self.number].get())
        if message["type"] in ("state", "update"):
            self.last = message["number"]
        return message

    async def until(self, kind: str, **fields: Any) -> Json:
        """Return the next message of this type with these fields."""
        while True:
            message = await self.hear()
            if message["type"] == kind and fields.items() <= message.items():
                return message

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Send a message and return what answers it."""
        self.asked += 1
        self.tab.app.take(self.number, json.dumps({"type": kind, "id": self.asked, **fields}))
        while True:
            message = await self.hear()
            if message.get("id") == self.asked:
                return message

    async def change(self, kind: str, **fields: Any) -> Json:
        """Change the game as last seen, and return the update that follows."""
        done = await self.ask(kind, after=self.last, **fields)
        assert done["type"] == "done", done
        while True:
            message = await self.hear()
            if self.last >= done["number"]:
                return message

    def close(self) -> None:
        self.tab.app.close(self.number)
