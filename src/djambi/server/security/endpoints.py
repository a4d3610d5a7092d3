"""What every endpoint declares of itself: who may call it, what a call costs, what kind it is.

A handler declares it once, in its decorator (`@get("/api/…", endpoint=Endpoint("member"))`).
Whatever has to know reads it from there: the guards, the rate limits, the compressor, the OpenAPI
document, and the test that calls every address as every role. An application has all handlers of
the modules that it lists; one without a declaration keeps it from starting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Final, Literal, NamedTuple, cast

from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.types import Scope

from djambi.server.errors import RequestRefused
from djambi.server.rate_limits import RateLimits
from djambi.server.security.current_user import (
    account_of,
    account_or_none,
    address_of,
    in_person,
    member_of,
    moderator_of,
    player_of,
)
from djambi.server.security.http_requests import Connection, require_host

NO_STORE: Final = {"cache-control": "no-store"}
"""The response headers of what nobody may keep: the next answer may be another one."""

GUESTS_PER_ADDRESS: Final = 5
"""How many times as much as one guest the guests of an address may do, which may be a school's."""

AccessLevel = Literal["anybody", "account", "player", "person", "member", "moderator", "host"]
"""Who may call an endpoint: `anybody`; an `account`, guests and tokens included; a `player`, whose
account is not barred; a `person`, who is signed in from a browser, not by a token; a `member`: a
person with a registered account; a `moderator`; the `host`: this computer's own browser."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What an endpoint declares.

    `work` counts pieces of costly work (a position judged, a picture painted); a call that sends a
    body costs more by its size. `limit` is an action of `rate_limits.ACTIONS`, counted for the
    account or, without one, the address (`count_action`). `is_question`: a call changes nothing,
    whatever its method is, and needs no token's scope. `is_lasting`: an answer lasts as long as
    somebody listens. `is_probe`: machines ask, under any host name and uncounted. `is_public`:
    answers hold nothing that only the reader may know, so they may be compressed. `in_browser`: a
    visitor's browser can compute the answer itself, so a server with a page build (setting `page`)
    does not.
    """

    access: AccessLevel = "anybody"
    work: int = 0
    limit: str = ""
    is_question: bool = False
    is_lasting: bool = False
    is_probe: bool = False
    is_public: bool = False
    in_browser: bool = False


UNKNOWN: Final = Endpoint()
"""What holds for an address that no handler has: it is answered 404, or by the app's page."""


def endpoint_of(handler: BaseRouteHandler) -> Endpoint:
    """Return what a handler declares; raises TypeError if it declares nothing."""
    declared = handler.opt.get("endpoint")
    if not isinstance(declared, Endpoint):
        raise TypeError(f"{handler} declares no endpoint")
    return declared


def handlers_in(*rooms: ModuleType) -> list[BaseRouteHandler]:
    """Return the handlers that these modules define, in their order.

    Raises TypeError if one of them declares no endpoint.
    """
    found = [
        value
        for room in rooms
        for value in vars(room).values()
        if isinstance(value, BaseRouteHandler) and value.fn.__module__ == room.__name__
    ]
    for handler in found:
        endpoint_of(handler)
    return found


def enforce_endpoint(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse a call that the endpoint's declaration does not allow, and count it (a guard).

    Raises RequestRefused: "sign_in", "barred", "tokens_cannot", "guests_cannot", "moderators_only",
    "host_only", "slow_down", or "in_browser" at a server that leaves it to its visitors' browsers.
    """
    if connection.scope["type"] == ScopeType.HTTP and connection.scope["method"] == "OPTIONS":
        # Litestar itself answers which methods an address takes.
        return
    endpoint = endpoint_of(handler)
    if endpoint.in_browser and (page := connection.app.state.get("page_url")):
        raise RequestRefused("in_browser", url=page)
    match endpoint.access:
        case "anybody":
            pass
        case "account":
            account_of(connection)
        case "player":
            player_of(connection)
        case "person":
            in_person(connection)
        case "member":
            member_of(connection)
        case "moderator":
            moderator_of(connection)
        case "host":
            require_host(connection)
    if endpoint.limit:
        count_action(connection, endpoint.limit)


def count_action(connection: Connection, action: str) -> None:
    """Count what somebody does: for the account, or without one for the address.

    What guests do is counted for their address, too: they could come as other guests at any time.
    Raises RequestRefused("slow_down").
    """
    limits: RateLimits = connection.app.state.limits
    account = account_or_none(connection)
    if account is None:
        limits.take(action, address_of(connection))
        return
    if account.guest:
        limits.check(action, account.id)
        limits.take(action, f"guests {address_of(connection)}", 1 / GUESTS_PER_ADDRESS)
    limits.take(action, account.id)


class FoundEndpoint(NamedTuple):
    """The endpoint of a request, and the id of the game that its address names ("": none)."""

    endpoint: Endpoint
    game: str


@dataclass(slots=True)
class _Node:
    """A place in the tree of addresses: what follows it, and what is there by method."""

    parts: dict[str, _Node] = field(default_factory=lambda: dict[str, _Node]())
    parameter: _Node | None = None
    name: str = ""
    methods: dict[str, Endpoint] = field(default_factory=dict[str, Endpoint])


_SOCKET: Final = "WEBSOCKET"


class EndpointTable:
    """The endpoints of an application by address, for what looks at a request before Litestar.

    >>> from litestar import get
    >>> @get("/api/games/{game:str}/record", endpoint=Endpoint(work=1), sync_to_thread=False)
    ... def get_record(game: str) -> str:
    ...     return game
    >>> table = EndpointTable([get_record])
    >>> found = table.at("GET", "/api/games/abc/record")
    >>> found.endpoint.work, found.game
    (1, 'abc')
    >>> table.at("GET", "/api/games").endpoint is UNKNOWN
    True
    """

    def __init__(self, handlers: Iterable[BaseRouteHandler]) -> None:
        self._root = _Node()
        for handler in handlers:
            methods = handler.http_methods if isinstance(handler, HTTPRouteHandler) else {_SOCKET}
            for path in handler.paths:
                node = self._root
                for part in _parts(path):
                    node = _next(node, part)
                for method in methods:
                    node.methods[str(method)] = endpoint_of(handler)

    def find(self, scope: Scope) -> FoundEndpoint:
        """Return the endpoint that a request or a socket is for."""
        if scope["type"] == ScopeType.HTTP:
            return self.at(scope["method"], scope["path"])
        return self.at(_SOCKET, scope["path"])

    def at(self, method: str, path: str) -> FoundEndpoint:
        """Return the endpoint at an address; `UNKNOWN` if there is none."""
        node, game = self._root, ""
        for part in _parts(path):
            found = node.parts.get(part)
            if found is None:
                found = node.parameter
                if found is None:
                    return FoundEndpoint(UNKNOWN, game)
                if found.name == "game":
                    game = part
            node = found
        return FoundEndpoint(node.methods.get("GET" if method == "HEAD" else method, UNKNOWN), game)


def head_as_get(scope: Scope, endpoint: Endpoint) -> Scope:
    """Return what the application is to see of a request: GET for HEAD.

    The answer's body is left out where it is sent (uvicorn). What lasts is not begun for it.
    """
    is_head = scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD"
    if not is_head or endpoint.is_lasting:
        return scope
    return cast("Scope", {**scope, "method": "GET"})


def _parts(path: str) -> Iterator[str]:
    return (part for part in path.split("/") if part)


def _next(node: _Node, part: str) -> _Node:
    if not part.startswith("{"):
        return node.parts.setdefault(part, _Node())
    if node.parameter is None:
        node.parameter = _Node(name=part[1:].partition(":")[0])
    return node.parameter
