"""Servers as processes of their own, that can be killed; people and games put into their store."""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import insert
from tests.plain_http import NO_TLS
from tests.server.people import Person
from tests.waiting import WAIT_TIMEOUT_S, free_port
from websockets import Origin
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_async
from websockets.sync.client import connect

from djambi.position.position import Position
from djambi.server.game.events import Begun, Created, LogEvent, SeatRow
from djambi.server.game.reducer import state_of_events
from djambi.server.game.summaries import summary_of, table_made
from djambi.server.identifiers import digest, new_id
from djambi.server.rate_limits import ACTIONS
from djambi.server.schemas.terms import ClockTerms, Terms
from djambi.server.security.request_policy import cookie_name
from djambi.server.storage import Store
from djambi.server.storage.models import AccountModel, SessionModel
from djambi.server.storage.upgrade import upgrade

Json = dict[str, Any]

FRIENDLY = Terms(absence="wait", grace=3600)
"""No clock, and who is away is waited for."""


def _serve(folder: str, environment: Mapping[str, str], port: int) -> None:
    """What a process does: `djambi serve` with these settings."""
    os.environ.update(environment, DJAMBI_DATA=folder)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    from djambi.server.apps.run_online import serve

    sys.exit(serve(Path(folder) / "settings.toml", port))


# A process begins as a copy of one that has loaded everything: it answers in a moment.
_starter = multiprocessing.get_context("forkserver")
_starter.set_forkserver_preload(
    ["djambi.server.apps.run_online", "djambi.server.cluster.redis_bus"]
)


@dataclass
class Server:
    """A server that can be started, killed and started again, always at the same port."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict[str, str])
    port: int = field(default_factory=free_port)
    _process: BaseProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process that runs now."""
        assert self._process is not None and self._process.pid is not None
        return self._process.pid

    @property
    def where(self) -> str:
        """Its database."""
        file = self.folder / "online" / "djambi.sqlite3"
        return self.settings.get("DJAMBI_DATABASE") or f"sqlite:///{file}"

    def prepare(self) -> None:
        """Make its folder, its database, and settings without limits."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = [f"{action} = [1000000, 1]" for action in ACTIONS]
        lines = ["sockets_each = 100000", "[limits]", *lines, ""]
        (self.folder / "settings.toml").write_text("\n".join(lines))
        (self.folder / "online").mkdir(exist_ok=True)
        upgrade(self.where)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        arguments = (str(self.folder), self.settings, self.port)
        self._process = _starter.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        end = time.monotonic() + WAIT_TIMEOUT_S
        while not self.is_ready():
            assert self._process.is_alive(), "the server ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.02)

    def is_ready(self) -> bool:
        """Whether it answers and has its database."""
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/health/ready", verify=NO_TLS).status_code == 200
        return False

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.join(WAIT_TIMEOUT_S)
            self._process = None

    @contextlib.contextmanager
    def sit(self, game: str, member: Someone, query: str = "") -> Generator[Person]:
        """Open a game's socket as somebody."""
        with connect(
            f"ws://127.0.0.1:{self.port}/api/games/{game}/socket{query}",
            origin=Origin(self.url),
            additional_headers=member.headers,
            max_size=None,
            compression=None,
        ) as ws:
            yield Person(ws)

    def connect(self, game: str, member: Someone, query: str = "") -> connect_async:
        """The same for many sockets at once."""
        return connect_async(
            f"ws://127.0.0.1:{self.port}/api/games/{game}/socket{query}",
            origin=Origin(self.url),
            additional_headers=member.headers,
            max_size=None,
            compression=None,
            ping_interval=None,
        )


@contextlib.contextmanager
def running(*servers: Server) -> Generator[None]:
    """Start servers; at the end they are killed."""
    try:
        for server in servers:
            server.prepare()
            server.start()
        yield
    finally:
        for server in servers:
            server.kill()


@dataclass(frozen=True)
class Someone:
    """An account with a session."""

    id: str
    secret: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"{cookie_name(False)}={self.secret}"}


def add_people(where: str, many: int) -> list[Someone]:
    """Put guests with sessions into the store."""
    people = [Someone(new_id(), f"{number:04}" + "x" * 40) for number in range(many)]
    at = int(time.time() * 1000)

    async def work() -> None:
        store = Store(where)
        async with store.database.writing() as connection:
            accounts = [
                {"id": p.id, "name": f"P{n}", "folded": f"p{n}", "created": at, "seen": at}
                for n, p in enumerate(people)
            ]
            sessions = [
                {"key": digest(p.secret), "account": p.id, "kind": "web", "created": at, "seen": at}
                for p in people
            ]
            await connection.execute(insert(AccountModel), accounts)
            await connection.execute(insert(SessionModel), sessions)
        await store.close()

    asyncio.run(work())
    return people


def add_games(
    where: str,
    many: int,
    people: list[Someone],
    terms: Terms = FRIENDLY,
    more: Sequence[LogEvent] = (),
) -> dict[str, list[Someone]]:
    """Put games under way into the store, four of the people at each; who sits where, in order.

    `more` are the events after the beginning.
    """
    start = str(Position.start("square-4"))
    games: dict[str, list[Someone]] = {}

    async def work() -> None:
        store = Store(where)
        for number in range(many):
            four = [people[(4 * number + seat) % len(people)] for seat in range(4)]
            rows = tuple(
                SeatRow(p, "person", device=s.id) for p, s in zip("rbyg", four, strict=True)
            )
            events: list[LogEvent] = [
                Created(start, rows, terms, four[0].id, new_id(), ""),
                Begun(),
                *more,
            ]
            state, game = state_of_events(events), new_id()
            await store.create(
                game, "square-4", "original", events, summary_of(state), table_made(game, state)
            )
            games[game] = four
        await store.close()

    asyncio.run(work())
    return games


FISCHER = Terms(clock=ClockTerms("fischer", 600, 0), absence="wait", grace=3600)
"""Ten minutes for the game."""


async def ask(ws: ClientConnection, message: Json, heard: list[Json]) -> Json:
    """Send a message and wait for its answer; what else is heard goes to the list."""
    await ws.send(json.dumps(message))
    while True:
        said: Json = json.loads(await ws.recv())
        if said.get("id") == message["id"]:
            return said
        heard.append(said)


async def until(ws: ClientConnection, *kinds: str) -> Json:
    """The next message of one of these types."""
    while True:
        said: Json = json.loads(await ws.recv())
        if said["type"] in kinds:
            return said
