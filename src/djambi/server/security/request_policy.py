"""The guard of an online server: its names, its own pages, who asks, and how often.

Requests come from anywhere. Three things must hold before anybody reads one: it names this server
(`Host`), it comes from one of our own pages if it may change something and its sender is known by
a cookie (`Origin`, `Sec-Fetch-Site` and a header of our own that no form and no foreign page can
send: each alone would do against cross-site requests), and there are not too many of them.

A cookie holds a session, `Authorization: Bearer` a bot's token; who sends a token is not known by
a cookie, so nobody can send one in his name.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from djambi.server.errors import Refused
from djambi.server.http_errors import STATUS
from djambi.server.observability.metrics import HttpMeters
from djambi.server.rate_limits import Limits, address_key
from djambi.server.schemas.requests import LARGEST_BODY, Fault
from djambi.server.security.access import (
    NOBODY,
    OURS,
    SAFE,
    SCOPES,
    Device,
    client_of,
    cookie_of,
    is_loopback,
    with_headers,
)
from djambi.server.security.compression import Compressor
from djambi.server.security.connections import Connections, most_connections
from djambi.server.security.current_user import Visitor, is_barred
from djambi.server.security.neighbours import Neighbours
from djambi.server.settings import ServeSettings

CSRF = b"x-djambi"
"""The header that our own pages send with whatever may change something."""

OPEN = frozenset({"/api/alive", "/health/live", "/health/ready", "/metrics"})
"""Answered under any name and uncounted: machines ask, by the address of this process."""

_COSTLY = re.compile(r"/api/(study|setup|picture|lessons|puzzles)\b")
"""What is asked of the rules or of a bot, or painted: counted apart."""

_THINKING = re.compile(r"/api/(study/(think|game)|picture/game)$")
"""What keeps a thread busy for longer: two more pieces of work."""

_COSTLY_READS = re.compile(r"^/api/games/[^/]+/record$")

_GAME = re.compile(r"^/api/games/([^/]+)/")

LOADING = 3
"""Pieces of work that a game is which has to be read from the store and played again."""

PIECE = 2_048
"""Bytes of a body that are counted as one more piece of work: some forty moves of a study."""

_ASK = re.compile(r"/api/(rules|games/[^/]+/ask)")
"""Questions that are sent as changes are."""

_LASTING = re.compile(r"^/api/(feed|games/[^/]+/stream)$")
"""Requests that last as long as somebody listens, as sockets do."""

SOCKETS_OF_ADDRESS = 5
"""So many times as many sockets as an account may an address have."""

REQUESTS_OF_ADDRESS = 100
"""Connections that an address may have beside those of its sockets and streams."""

_STRICT = (b"strict-transport-security", b"max-age=31536000")

_log = logging.getLogger("djambi.server")


class Visitors(Protocol):
    """Whoever knows the sessions."""

    async def visitor(self, secret: str, by_token: bool) -> Visitor | None:
        """The account behind a session's cookie or a token."""
        ...


def cookie_name(secure: bool) -> str:
    """The session's cookie; browsers take `__Host-` only over https, from this host, for all paths.

    >>> cookie_name(True), cookie_name(False)
    ('__Host-djambi', 'djambi_session')
    """
    return "__Host-djambi" if secure else "djambi_session"


def connections_of(settings: ServeSettings) -> Connections:
    """Return the bounds of a process's connections: an address has half of them at most."""
    most = most_connections()
    each = min(SOCKETS_OF_ADDRESS * settings.sockets_each + REQUESTS_OF_ADDRESS, most // 2)
    return Connections(most, each, settings.proxies)


class Doors:
    """The names that this server answers to, and who comes in.

    Until `open` is called, when the application has started, nobody is known, and all who ask
    to be are refused; after `close` so again.
    """

    def __init__(self, settings: ServeSettings, port: int, limits: Limits) -> None:
        self.settings = settings
        self.port = port
        self.limits = limits
        self.people: Visitors | None = None
        self.is_loaded: Callable[[str], bool] = lambda game: True
        self.requests = HttpMeters()
        self.connections = connections_of(settings)
        self.neighbours = Neighbours()
        self._origins = self._all_origins()

    def open(self, people: Visitors, is_loaded: Callable[[str], bool]) -> None:
        """Let people in from now on; `is_loaded` says whether a game is in memory."""
        self.people = people
        self.is_loaded = is_loaded

    def close(self) -> None:
        """Let nobody in any more."""
        self.people = None

    def _all_origins(self) -> dict[str, str]:
        """For every Host that we answer to the origin of our pages there."""
        origin = self.settings.origin
        if origin:
            return {origin.split("://")[1]: origin}
        names = ("127.0.0.1", "localhost", "[::1]")
        hosts = [f"{name}:{self.port}" for name in names]
        return {host: f"http://{host}" for host in hosts + (list(names) if self.port == 80 else [])}

    @property
    def url(self) -> str:
        """Where people find the server, with a slash at the end."""
        return (self.settings.origin or f"http://127.0.0.1:{self.port}") + "/"

    def refusal(self, scope: Scope, token: str | None) -> str | None:
        """Why nobody is to read a request: "foreign_host", "foreign_page", or None."""
        headers = scope["headers"]
        hosts = [v.decode("latin-1").lower() for k, v in headers if k == b"host"]
        origin = self._origins.get(hosts[0]) if len(hosts) == 1 else None
        if origin is None:
            return "foreign_host"
        origins = [v.decode("latin-1").lower() for k, v in headers if k == b"origin"]
        if origins and origins != [origin]:
            return "foreign_page"
        if token is not None:
            return None
        fetched = [v for k, v in headers if k == b"sec-fetch-site"]
        if scope["type"] == ScopeType.WEBSOCKET:
            own = bool(origins)
        elif scope["method"] in SAFE:
            return None
        else:
            own = bool(origins) and any(k == CSRF for k, _ in headers)
        return None if own and fetched in ([], [b"same-origin"]) else "foreign_page"


def bearer(scope: Scope) -> str | None:
    """The token that a request sends; "" for an Authorization that is none; None without one."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            kind, _, token = value.decode("latin-1").partition(" ")
            return token.strip() if kind.lower() == "bearer" else ""
    return None


def _check_scope(scope: Scope, device: Device) -> None:
    """Raises Refused("token_scope") for a change that needs the scope to play.

    What is sent to a game is looked at message by message (`socket.py`), and questions of the
    analysis board and the like change nothing.
    """
    question = _COSTLY.match(scope["path"]) or _ASK.fullmatch(scope["path"])
    if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE and not question:
        device.check("play")


def _counted(scope: Scope, visitor: Visitor | None) -> str:
    """Who is counted: an account, wherever it comes from, or else an address."""
    return address_key(client_of(scope)) if visitor is None else visitor.account.id


def _payer(scope: Scope, visitor: Visitor | None) -> str:
    """Who is charged for work: a registered account; guests are made too easily for that."""
    return _counted(scope, None if visitor is None or visitor.account.guest else visitor)


def cost_of(scope: Scope) -> int:
    """Return how often a request is counted as `work`: by the size of its body; 0: not at all."""
    if scope["type"] == ScopeType.WEBSOCKET:
        return 0
    if scope["method"] in SAFE:
        return int(_COSTLY_READS.search(scope["path"]) is not None)
    if not _COSTLY.match(scope["path"]):
        return 0
    size = LARGEST_BODY
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            size = min(int(value), LARGEST_BODY)
    return (3 if _THINKING.match(scope["path"]) else 1) + size // PIECE


class PublicGuard:
    """ASGI middleware around an online server's application.

    It leaves `Device` and `Visitor` (or None) in `scope["state"]`, as "djambi" and "visitor".
    """

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self.app = app
        self.doors = doors
        self.compressor = Compressor()
        self._cookie = cookie_name(doors.settings.secure)
        self._known = known_cookie(doors.settings.secure)
        self._lasting: Counter[str] = Counter()
        self._more = (_STRICT,) if doors.settings.secure else ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it here."""
        if scope["type"] not in OURS:
            await self.app(scope, receive, send)
            return
        if scope["type"] == ScopeType.HTTP and not _LASTING.search(scope["path"]):
            send = self.doors.requests.sender(send)
        try:
            visitor = None if scope["path"] in OPEN else await self._come_in(scope)
        except Refused as why:
            await self._refuse(scope, receive, send, why)
            return
        except Exception:
            # The database is away: say so, and say it as everything else is said.
            _log.exception("who asks could not be found")
            await self._refuse(scope, receive, send, Refused("away"))
            return
        # Who is barred may look on like anybody, but no seat is his until then.
        playing = visitor is not None and not is_barred(visitor.account)
        device = Device(
            visitor.account.id if visitor and playing else NOBODY,
            host=False,
            scopes=SCOPES if visitor is None else visitor.scopes,
            traits=self._traits(scope),
        )
        self.doors.neighbours.note(device)
        payer = _payer(scope, visitor)
        state: dict[str, Any] = {"djambi": device, "visitor": visitor, "payer": payer}
        if "state" in scope:
            state = scope["state"] | state
        scope["state"] = state
        who = _counted(scope, visitor)
        if scope["type"] == ScopeType.HTTP:
            send = self.compressor.sender(scope, with_headers(send, True, self._more))
        try:
            if scope["type"] == ScopeType.HTTP:
                _check_scope(scope, device)
            if cost := cost_of(scope) + self._cost_of_loading(scope, visitor):
                self.doors.limits.take("work", payer, cost)
        except Refused as why:
            await self._refuse(scope, receive, send, why)
            return
        if scope["type"] == ScopeType.HTTP and not _LASTING.search(scope["path"]):
            await self.app(scope, receive, send)
            return
        each = self.doors.settings.sockets_each * (SOCKETS_OF_ADDRESS if visitor is None else 1)
        if self._lasting[who] >= each:
            await self._refuse(scope, receive, send, Refused("slow_down", n=60))
            return
        self._lasting[who] += 1
        try:
            await self.app(scope, self._slowed(receive, who), send)
        finally:
            self._lasting[who] -= 1
            if not self._lasting[who]:
                del self._lasting[who]

    def _cost_of_loading(self, scope: Scope, visitor: Visitor | None) -> int:
        """What a stranger is charged for a game that has to be read from the store."""
        game = _GAME.match(scope["path"])
        if game is None or (visitor is not None and not visitor.account.guest):
            return 0
        return 0 if self.doors.is_loaded(game[1]) else LOADING

    def _slowed(self, receive: Receive, who: str) -> Receive:
        """Hand on what a socket receives, no faster than is allowed: a flood waits, unread."""
        limits = self.doors.limits

        async def slowed() -> ReceiveMessage:
            message = await receive()
            if message["type"] == "websocket.receive":
                while (wait := limits.wait("message", who)) > 0:
                    await asyncio.sleep(min(wait, 10.0))
                limits.take("message", who)
            return message

        return slowed

    def _traits(self, scope: Scope) -> tuple[str, ...]:
        """What two accounts of one person have in common: the address, the browser.

        The loopback address is no trait: all have it where a proxy is not named in `proxies`.
        """
        address = client_of(scope)
        browser = cookie_of(scope["headers"], self._known)
        traits = [f"address {address_key(address)}"] if address and not is_loopback(address) else []
        return (*traits, f"browser {browser}") if browser else tuple(traits)

    async def _come_in(self, scope: Scope) -> Visitor | None:
        """Who asks; raises Refused for whoever may not."""
        token = bearer(scope)
        why = self.doors.refusal(scope, token)
        if why is not None:
            raise Refused(why)
        people = self.doors.people
        if people is None:
            raise Refused("away")
        visitor: Visitor | None = None
        if token is not None:
            visitor = await people.visitor(token, True)
            if visitor is None:
                self.doors.limits.take("password", address_key(client_of(scope)))
                raise Refused("bad_token")
        elif secret := cookie_of(scope["headers"], self._cookie):
            visitor = await people.visitor(secret, False)
        if scope["path"].startswith("/api/"):
            self.doors.limits.take("call", _counted(scope, visitor))
        return visitor

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, why: Refused) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": why.code})
            return
        body = msgspec.json.encode(Fault(why.code, why.words))
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        if why.retry is not None:
            headers.append((b"retry-after", str(why.retry).encode()))
        sender = with_headers(send, True, self._more)
        status = STATUS.get(why.code, 403)
        await sender({"type": "http.response.start", "status": status, "headers": headers})
        await sender({"type": "http.response.body", "body": body, "more_body": False})


def known_cookie(secure: bool) -> str:
    """Return the name of the cookie by which a browser is known; see `doors.cookie_name`.

    >>> known_cookie(True), known_cookie(False)
    ('__Host-djambi-known', 'djambi_known')
    """
    return "__Host-djambi-known" if secure else "djambi_known"
