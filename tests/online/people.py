"""An online server in a thread, and people with accounts who talk to it over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher
from litestar import Litestar
from tests.plain_http import NO_TLS
from tests.server.people import Json, Person, wait_for
from tests.waiting import WAIT_TIMEOUT_S
from websockets import Origin
from websockets.sync.client import connect

from djambi.server.apps.http_server import listen
from djambi.server.apps.online import OnlineProcess, make_online
from djambi.server.apps.run_online import config_of
from djambi.server.people import passwords
from djambi.server.rate_limits import ACTIONS
from djambi.server.security.connections import Connections
from djambi.server.security.public_guard import PublicGuard
from djambi.server.security.request_policy import cookie_name
from djambi.server.settings import ServeSettings, check
from djambi.server.storage.database import file_of
from djambi.server.storage.upgrade import upgrade

PASSWORD = "four chiefs one maze"

OURS = {"x-djambi": "1"}
"""What our own pages send with every change."""

_REAL = passwords._hasher
_QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

_numbers = count(1)


@dataclass
class Member:
    """Somebody with an account, in a browser of his own (`http`), on one of our own pages."""

    served: OnlineServed
    http: httpx.Client
    account: Json

    @property
    def id(self) -> str:
        return str(self.account["id"])

    @property
    def name(self) -> str:
        return str(self.account["name"])

    @property
    def cookie(self) -> str:
        return str(self.http.cookies.get(cookie_name(False), ""))

    def token(self, label: str = "a bot") -> str:
        """A new token of this (registered) account."""
        answer = self.http.post("/api/me/tokens", json={"label": label})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["secret"])

    @contextlib.contextmanager
    def sit(self, game: str, query: str = "", room: str = "socket") -> Generator[Person]:
        """Open a game's socket (`query`: "?after=3"), signed in."""
        with self.served.sit(game, query, self.cookie) as person:
            yield person


@dataclass
class OnlineServed:
    """An online server that runs; `guard` is its application."""

    port: int
    where: Path | str
    guard: PublicGuard
    connections: Connections
    clients: list[httpx.Client] = field(default_factory=list[httpx.Client])
    loop: asyncio.AbstractEventLoop | None = None

    def in_the_loop(self, work: Callable[[OnlineProcess], None]) -> None:
        """Do something with the process's own parts, where they live."""
        app = self.guard.app
        assert self.loop is not None and isinstance(app, Litestar)
        self.loop.call_soon_threadsafe(work, app.state.online)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def browser(self, **headers: str) -> httpx.Client:
        """A browser that nobody has signed in from, on one of our own pages."""
        client = httpx.Client(
            base_url=self.url,
            headers={"origin": self.url, **OURS, **headers},
            timeout=WAIT_TIMEOUT_S,
            verify=NO_TLS,
        )
        self.clients.append(client)
        return client

    def bot(self, token: str) -> httpx.Client:
        """A program with a token: no cookie, no origin."""
        headers = {"authorization": f"Bearer {token}"}
        client = httpx.Client(
            base_url=self.url, headers=headers, timeout=WAIT_TIMEOUT_S, verify=NO_TLS
        )
        self.clients.append(client)
        return client

    def guest(self, name: str = "") -> Member:
        """Somebody who came as a guest."""
        return self._came("guest", {"name": name or f"Guest {next(_numbers)}"})

    def player(self, name: str = "", **more: str) -> Member:
        """Somebody who is registered."""
        body = {"name": name or f"Player {next(_numbers)}", "password": PASSWORD, **more}
        return self._came("register", body)

    def moderator(self, name: str = "") -> Member:
        """Somebody who is a moderator."""
        member = self.player(name)
        self.change(member.id, moderator=True)
        return member

    def change(self, account: str, **columns: object) -> None:
        """Change an account in the store, behind the server's back."""
        from djambi.server.storage.database import Database
        from djambi.server.storage.people import PeopleStore

        async def work() -> None:
            database = Database(self.where)
            try:
                assert await PeopleStore(database).change(account, **columns)
            finally:
                await database.close()

        asyncio.run(work())

    def _came(self, how: str, body: Json) -> Member:
        browser = self.browser()
        answer = browser.post(f"/api/me/{how}", json=body)
        assert answer.status_code == 200, answer.text
        return Member(self, browser, answer.json()["account"])

    @contextlib.contextmanager
    def sit(self, game: str, query: str = "", cookie: str = "") -> Generator[Person]:
        """Open a game's socket, with the cookie of a session or without one."""
        headers = {"Cookie": f"{cookie_name(False)}={cookie}"} if cookie else {}
        with connect(
            f"ws://127.0.0.1:{self.port}/api/games/{game}/socket{query}",
            origin=Origin(self.url),
            additional_headers=headers,
            max_size=None,
            compression=None,
        ) as ws:
            yield Person(ws)


def code(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of an answer that is an error."""
    return answer.status_code, answer.json()["code"]


def who(member: Member) -> str | None:
    """The name by which the server knows a browser."""
    account = member.http.get("/api/me").json()["account"]
    return None if account is None else str(account["name"])


def rows(online: OnlineServed, query: str) -> list[tuple[object, ...]]:
    """What the database file has."""
    with contextlib.closing(sqlite3.connect(online.where)) as connection:
        return connection.execute(query).fetchall()


@functools.cache
def _empty_database() -> bytes:
    """Return a database file with all tables and nothing in them: its migrations run once."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "djambi.sqlite3"
        upgrade(file)
        return file.read_bytes()


@contextlib.contextmanager
def serving_online(
    folder: Path,
    where: str | None = None,
    bot_delay: float = 0.0,
    limited: bool = False,
    hashing: bool = False,
    **settings: Any,
) -> Generator[OnlineServed]:
    """An online server on a free port, its SQLite file in `folder` or its database at `where`.

    Nobody is told to slow down, and passwords are hashed in no time, but where a test asks for
    it (`limited`, `hashing`).
    """
    before = passwords._hasher
    passwords._hasher = _REAL if hashing else _QUICK
    database: Path | str = where or folder / "djambi.sqlite3"
    file = file_of(database)
    if file is not None and not file.exists():
        file.write_bytes(_empty_database())
    upgrade(database if file is None else file)
    if not limited:
        settings.setdefault("limits", {action: [1_000_000, 1] for action in ACTIONS})
        settings.setdefault("sockets_each", 100_000)
    chosen: ServeSettings = check(settings, {})
    with listen("127.0.0.1", 0) as listener:
        port: int = listener.getsockname()[1]
        guard = make_online(chosen, database, port, "a test", bot_delay)
        config = config_of(guard, chosen)
        config.timeout_graceful_shutdown = 1
        server = uvicorn.Server(config)
        served = OnlineServed(port, database, guard, guard.policy.connections)
        left: list[str] = []

        async def run() -> None:
            served.loop = asyncio.get_running_loop()
            await server.serve(sockets=[listener])
            # A connection to the database that was cut off closes in a task of its own.
            if rest := asyncio.all_tasks() - {asyncio.current_task()}:
                _, running = await asyncio.wait(rest, timeout=WAIT_TIMEOUT_S / 2)
                left.extend(f"{task!r} at {task.get_stack()}" for task in running)

        thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
        thread.start()
        wait_for(port)
        try:
            yield served
        finally:
            for client in served.clients:
                client.close()
            server.should_exit = True
            thread.join(WAIT_TIMEOUT_S)
            passwords._hasher = before
            running = asyncio.all_tasks(served.loop) if thread.is_alive() else ()
            assert not thread.is_alive(), [f"{task!r} at {task.get_stack()}" for task in running]
        # What runs until the event loop ends could hold a connection to the database.
        assert not left, left
