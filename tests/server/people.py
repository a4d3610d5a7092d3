"""A real server in a thread, and people who talk to it over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from tests.plain_http import NO_TLS
from tests.waiting import WAIT_TIMEOUT_S
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from djambi.bots import Bot, RandomBot
from djambi.bots.turn_sampling import random_turn
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.server.apps.http_server import listen
from djambi.server.apps.local import make_app
from djambi.server.security.http_requests import DEVICE_COOKIE
from djambi.server.security.local_guard import LocalAccess, LocalGuard
from djambi.server.storage.upgrade import upgrade

Json = dict[str, Any]


class Dreamer(Bot):
    """Thinks until it is woken."""

    def __init__(self, woken: threading.Event) -> None:
        super().__init__(1)
        self.woken = woken
        self.stopped = False

    def choose(self, position: Position) -> Turn:
        assert self.woken.wait(600)
        return random_turn(position, self.random)

    def progress(self) -> float:
        return 0.25

    def stop(self) -> None:
        self.stopped = True
        self.woken.set()


def dreamer_among_bots(monkeypatch: pytest.MonkeyPatch) -> Dreamer:
    """Have the server's first bot think until it is woken; the others play at random."""
    dreamer = Dreamer(threading.Event())
    bots: list[Bot] = [dreamer]

    def made(level: str) -> Bot:
        return bots.pop() if bots else RandomBot(1)

    monkeypatch.setattr("djambi.server.bots.runner.make", made)
    monkeypatch.setattr("djambi.server.bots.runner.PROGRESS_INTERVAL_S", 0.01)
    return dreamer


HOT_SEAT: Json = {
    "variant": "square-4",
    "seats": [{"party": p, "player": "me" if p == "r" else "person"} for p in "rbyg"],
}
"""The classic game, everybody at this computer."""


@dataclass
class Served:
    """A server that runs; `database` is its file, `application` what runs in this process."""

    access: LocalAccess
    database: Path
    application: LocalGuard | None = None

    @property
    def guard(self) -> LocalGuard:
        """The application of a server in this process."""
        assert self.application is not None
        return self.application

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.access.port}"

    def http(self, **headers: str) -> httpx.Client:
        """A browser on this computer, on one of our own pages."""
        headers = {"origin": self.url, **headers}
        return httpx.Client(
            base_url=self.url, headers=headers, timeout=WAIT_TIMEOUT_S, verify=NO_TLS
        )

    def new_game(self, **body: Any) -> str:
        with self.http() as http:
            answer = http.post("/api/games", json=body or HOT_SEAT)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    @contextlib.contextmanager
    def sit(
        self, game: str, after: int | None = None, token: str = "", source: str = ""
    ) -> Generator[Person]:
        """Open the socket of a game, from another address and with a token if asked for."""
        query = "" if after is None else f"?after={after}"
        connection = socket.create_connection(
            ("127.0.0.1", self.access.port), source_address=(source, 0) if source else None
        )
        headers = {"Cookie": f"{DEVICE_COOKIE}={token}"} if token else {}
        with connect(
            f"ws://127.0.0.1:{self.access.port}/api/games/{game}/socket{query}",
            sock=connection,
            origin=Origin(self.url),
            additional_headers=headers,
            max_size=None,
            compression=None,
        ) as ws:
            yield Person(ws)


@dataclass
class Person:
    """One socket: what it has been sent and not yet looked at."""

    ws: ClientConnection
    last: int = 0
    asked: int = 100
    heard: list[Json] = field(default_factory=list[Json])

    def hear(self) -> Json:
        """The next message."""
        message: Json = json.loads(self.ws.recv(timeout=WAIT_TIMEOUT_S))
        self.heard.append(message)
        if message["type"] in ("state", "update"):
            self.last = message["number"]
        return message

    def until(self, kind: str, **fields: Any) -> Json:
        """The next message of this type with these fields; others are passed over."""
        while True:
            message = self.hear()
            if message["type"] == kind and fields.items() <= message.items():
                return message

    def ask(self, kind: str, **fields: Any) -> Json:
        """Send a message and wait for what answers it."""
        self.asked += 1
        self.say({"type": kind, "id": self.asked, **fields})
        while True:
            message = self.hear()
            if message.get("id") == self.asked:
                return message

    def change(self, kind: str, **fields: Any) -> Json:
        """Change the game as I last saw it, and wait for the update that follows."""
        answer = self.ask(kind, after=self.last, **fields)
        assert answer["type"] == "done", answer
        while self.last < answer["number"]:
            self.hear()
        return self.heard[-1]

    def say(self, message: Json | str | bytes) -> None:
        self.ws.send(json.dumps(message) if isinstance(message, dict) else message)


@contextlib.contextmanager
def serving(folder: Path, bot_delay: float = 0.0) -> Generator[Served]:
    """A server on a free port of the loopback address, with its games in `folder`."""
    database = folder / "djambi.sqlite3"
    upgrade(database)
    with listen("127.0.0.1", 0) as listener:
        access = LocalAccess(listener.getsockname()[1])
        app = make_app(database, access, "a test", bot_delay)
        server = uvicorn.Server(
            uvicorn.Config(
                app, log_level="warning", ws_max_size=65_536, timeout_graceful_shutdown=1
            )
        )
        thread = threading.Thread(
            target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True
        )
        thread.start()
        wait_for(access.port)
        try:
            yield Served(access, database, app)
        finally:
            server.should_exit = True
            thread.join(WAIT_TIMEOUT_S)
            assert not thread.is_alive()


def wait_for(port: int) -> None:
    """Wait until the server at this port answers."""

    def answers() -> bool:
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{port}/api/alive", verify=NO_TLS).status_code == 200
        return False

    wait_until(answers)


def wait_until(holds: Callable[[], bool], timeout_s: float = WAIT_TIMEOUT_S) -> None:
    """Wait until something holds, and fail if it never does."""
    end = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.02)


def play_first_legal(person: Person) -> Json:
    """Choose the first thing offered in every stage, as a browser would; quiet moves first."""
    prefix = ""
    while True:
        stage = person.ask("stage", prefix=prefix)["stage"]
        if stage["kind"] == "done":
            return person.change("turn", text=prefix)
        choices = stage["choices"]
        prefix += next((c for c in choices if c["act"] == "move"), choices[0])["text"]
