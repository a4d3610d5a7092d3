"""Every address and every message, as every role: what the table in `permissions.py` says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, get_args

import httpx
import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from tests.online.people import Member, OnlineServed, serving_online
from tests.online.permissions import (
    ACCESS,
    FILL,
    LINES,
    MESSAGES,
    ROLES,
    SOCKETS,
    Expected,
    Line,
    Message,
)
from tests.server.people import Json
from websockets.sync.client import connect

from djambi.lessons import lessons
from djambi.puzzles import puzzles
from djambi.server.apps.online import HANDLERS
from djambi.server.schemas import messages
from djambi.server.security.endpoints import endpoint_of

_names = count(1)


@dataclass
class Cast:
    """One of each role, and the table."""

    online: OnlineServed
    members: dict[str, Member]
    other: Member
    token: str
    game: str = ""
    key: str = ""

    def http(self, role: str) -> httpx.Client:
        """The browser (or program) of a role."""
        if role == "nobody":
            return self.online.browser()
        if role == "token":
            return self.online.bot(self.token)
        return self.members[role].http

    def new_table(self, *others: Member) -> None:
        """A table of `player` and these; it waits for one more if there are none."""
        player = self.members["player"].http
        body = {
            "variant": "square-3" if len(others) > 1 else "square-2",
            "terms": {"watch": "link", "talk": "free"},
        }
        made = player.post("/api/tables", json=body).json()
        self.game, self.key = made["id"], made["invite"]
        free = self.state()["table"]["free"]
        for member, party in zip(others, free, strict=False):
            sit = {"type": "sit", "id": 1, "after": 1, "party": party, "key": self.key}
            path = f"/api/games/{self.game}/ask?key={self.key}"
            answer = member.http.post(path, json=sit)
            assert answer.json()["type"] == "done", answer.text

    def state(self) -> Json:
        """The table as its owner sees it."""
        resume = {"type": "resume", "id": 1, "after": 0}
        answer = self.members["player"].http.post(f"/api/games/{self.game}/ask", json=resume)
        found: Json = answer.json()
        return found


def cast_of(online: OnlineServed) -> Cast:
    members = {
        role: online.guest() if role == "guest" else online.player()
        for role in ("guest", "stranger", "watcher", "moderator", "player", "barred")
    }
    online.change(members["moderator"].id, moderator=True)
    cast = Cast(online, members, online.player(), members["player"].token())
    members["stranger"].http.post("/api/tables", json={"variant": "square-2"})
    cast.new_table(cast.other, members["barred"])
    online.change(members["barred"].id, barred=2**42)
    return cast


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cast]:
    with serving_online(tmp_path_factory.mktemp("permissions")) as online:
        yield cast_of(online)


# --- the table is whole -------------------------------------------------------------------------


def test_every_address_is_for_whom_the_table_says() -> None:
    declared: dict[str, set[str]] = {}
    for handler in HANDLERS:
        if isinstance(handler, HTTPRouteHandler):
            addresses = {f"{m} {path}" for m in handler.http_methods for path in handler.paths}
            declared.setdefault(endpoint_of(handler).access, set()).update(addresses)
    declared.pop("anybody")
    assert declared == ACCESS


def test_every_address_has_its_line() -> None:
    app = Litestar(route_handlers=HANDLERS, openapi_config=None)
    http = {
        (method, route.path)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods - {"OPTIONS", "HEAD"}
    }
    assert {(line.method, line.path) for line in LINES} == http
    assert len(LINES) == len(http)
    sockets = {route.path for route in app.routes if not isinstance(route, HTTPRoute)}
    assert set(SOCKETS) == sockets


def test_every_message_has_its_line() -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(messages.AnyClientMessage)}
    assert {message.body["type"] for message in MESSAGES} == kinds


def test_every_line_has_every_role() -> None:
    for expected in (
        *(line.expected for line in LINES),
        *(message.expected for message in MESSAGES),
        *SOCKETS.values(),
    ):
        assert tuple(expected) == ROLES


# --- and true -----------------------------------------------------------------------------------


def filled(cast: Cast, value: Any) -> Any:
    """The values that stand for something of the cast's."""
    text = json.dumps(value)
    for mark, real in (
        ("OTHER", cast.other.id),
        ("GAME", cast.game),
        ("KEY", cast.key),
        ("NEW", f"Newcomer {next(_names)}"),
        ("PLAYER", cast.members["player"].name),
        ("LESSON", lessons()[0].name),
        ("PUZZLE", puzzles()[0].name),
    ):
        text = text.replace(f'"{mark}"', json.dumps(real))
    return json.loads(text)


def fresh(cast: Cast, role: str) -> httpx.Client:
    """Another one of a role: what he does ends his session, or himself."""
    online = cast.online
    if role == "nobody":
        return online.browser()
    if role == "guest":
        return online.guest().http
    member = online.player()
    if role == "barred":
        online.change(member.id, barred=2**42)
    return online.bot(member.token()) if role == "token" else member.http


def wrong(found: Expected, expected: Expected) -> dict[str, str]:
    """What each role is told, where it is not what it should be told."""
    return {
        role: f"{found[role]}, not {expected[role]}"
        for role in ROLES
        if found[role] != expected[role]
    }


def path_of(cast: Cast, line: Line, role: str) -> str:
    path = line.path.replace("{game:str}", cast.game)
    for mark, value in {**FILL, **line.fill}.items():
        path = path.replace(mark, filled(cast, value))
    return path + (f"?key={cast.key}" if role == "watcher" and "/games/" in path else "")


def asked(client: httpx.Client, method: str, path: str, body: Any) -> str:
    """ "ok", or the code of what a client is told."""
    kwargs: dict[str, Any] = {} if body is None else {"json": body}
    with client.stream(method, path, **kwargs) as answer:
        if answer.status_code == 503 and path in ("/", "/lobby"):
            return "ok"  # The app is not built here: its page says so.
        if answer.status_code < 400:
            return "ok"
        answer.read()
        found = answer.json()
    assert found["words"]["en"] and found["words"]["fr"]
    return str(found["code"])


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.method} {line.path}")
def test_addresses(stage: Cast, line: Line) -> None:
    found: dict[str, str] = {}
    for role in ROLES:
        client = fresh(stage, role) if line.spends else stage.http(role)
        body = filled(stage, line.body)
        if role == "guest" and line.path == "/api/me/erase":
            body = {}
        found[role] = asked(client, line.method, path_of(stage, line, role), body)
    assert wrong(found, line.expected) == {}


@pytest.mark.parametrize("path", SOCKETS)
def test_sockets(stage: Cast, path: str) -> None:
    found: dict[str, str] = {}
    for role in ROLES:
        query = f"?key={stage.key}" if role == "watcher" else ""
        url = stage.online.url.replace("http", "ws") + path.replace("{game:str}", stage.game)
        http = stage.http(role)
        headers = {"Authorization": http.headers["authorization"]} if role == "token" else {}
        if role not in ("nobody", "token"):
            headers = {"Cookie": f"djambi_session={stage.members[role].cookie}"}
        origin: Any = None if role == "token" else stage.online.url
        with connect(url + query, origin=origin, additional_headers=headers) as socket:
            told = json.loads(socket.recv(timeout=120))
        found[role] = told["code"] if told.get("type") == "failed" else "ok"
    assert wrong(found, SOCKETS[path]) == {}


def _named(message: Message) -> str:
    return f"{message.body['type']}{' (waiting)' if message.waiting else ''}"


@pytest.mark.parametrize("message", MESSAGES, ids=_named)
def test_messages(stage: Cast, message: Message) -> None:
    """Each role on a table of its own: what one has done is not in another one's way."""
    found: dict[str, str] = {}
    for role in ROLES:
        stage.new_table(*() if message.waiting else (stage.other,))
        path = f"/api/games/{stage.game}/ask"
        body = filled(stage, {"id": 1, **message.body})
        body |= {"after": stage.state()["number"]} if body.get("after") == "STATE" else {}
        query = f"?key={stage.key}" if role == "watcher" else ""
        found[role] = asked(stage.http(role), "POST", path + query, body)
    assert wrong(found, message.expected) == {}
