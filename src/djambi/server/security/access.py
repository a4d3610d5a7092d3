"""Who may talk to the server: hosts, origins, devices, and the headers that go out with it.

The server listens on the loopback address, so the danger is the person's own browser, on an
evil page: it could send requests to us (cross-site) or point its name at our address (DNS
rebinding). Hence every request must name one of our own hosts, and whatever may change something
must come from one of our own pages. On the local network a device must also have joined, with the
key that the host's code shows.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Any, Final, Literal, get_args

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from djambi.server.errors import Refused
from djambi.server.security.compression import Compressor
from djambi.views.words import words

COOKIE = "djambi_device"
NOBODY = "-"
"""The key of who has no account at an online server: no account and no seat has it."""

SAFE = frozenset({"GET", "HEAD"})
"""Methods that change nothing."""
_JOIN = re.compile(r"/join/[^/]+")
OURS = frozenset({ScopeType.HTTP, ScopeType.WEBSOCKET})
"""What a guard looks at; the rest is the server's own life."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; media-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Sent with every answer."""

OPENER = (b"cross-origin-opener-policy", b"same-origin")
"""Sent to this computer: elsewhere plain HTTP is no secure context, and browsers warn that they
ignore it."""


TokenScope = Literal["play", "talk"]
"""What somebody may do besides reading: all that changes games and tables, or what is said."""

SCOPES: Final = frozenset[TokenScope](get_args(TokenScope))


@dataclass(frozen=True, slots=True)
class Device:
    """Who asks: `key` is "" for the server's own computer (`host`), else a joined device's.

    `scopes` are what it may do besides reading; a bot's token may have fewer than its account.
    `traits` is what an online server knows a device by beside its account: address and browser.
    """

    key: str
    host: bool
    scopes: frozenset[TokenScope] = SCOPES
    traits: tuple[str, ...] = ()

    def check(self, scope: TokenScope) -> None:
        """Raises Refused("token_scope") if it may not do things of this kind."""
        if scope not in self.scopes:
            raise Refused("token_scope", scope=words(f"server.scope.{scope}"))


def key_of(token: str) -> str:
    """What is stored of a device's token.

    >>> len(key_of("secret"))
    32
    """
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def is_loopback(address: str) -> bool:
    """Whether a client's address is this computer's own.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.0.7"), is_loopback("x")
    (True, True, False, False)
    """
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@dataclass(slots=True)
class Access:
    """The names that this server answers to, and the devices that may use it.

    `addresses` are those on the local network ("" or none: loopback only).
    """

    port: int
    addresses: tuple[str, ...] = ()
    devices: set[str] = field(default_factory=set[str])
    join_key: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    @property
    def hosts(self) -> frozenset[str]:
        """What may stand in the header Host."""
        names = ("127.0.0.1", "localhost", "[::1]", *self.addresses)
        hosts = {f"{name}:{self.port}" for name in names}
        return frozenset(hosts | set(names) if self.port == 80 else hosts)

    @property
    def url(self) -> str:
        """Where this computer's own browser finds the server."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def join_url(self) -> str:
        """Where phones find it; "" if it does not listen on the network."""
        if not self.addresses:
            return ""
        return f"http://{self.addresses[0]}:{self.port}/join/{self.join_key}"

    def device(self, client: str, token: str | None) -> Device | None:
        """The device behind a request, or None if it has not joined."""
        if is_loopback(client):
            return Device("", host=True)
        if token is not None and (key := key_of(token)) in self.devices:
            return Device(key, host=False)
        return None


def cookie_of(headers: Iterable[tuple[bytes, bytes]], called: str) -> str | None:
    """The value of a request's cookie, or None."""
    for name, value in headers:
        if name == b"cookie":
            try:
                jar: SimpleCookie = SimpleCookie(value.decode("latin-1"))
            except CookieError:
                continue
            if called in jar:
                return jar[called].value
    return None


def refusal(access: Access, scope: Scope) -> str | None:
    """Why a request is refused before anybody reads it ("host", "origin"), or None."""
    headers = scope["headers"]
    hosts = [v.decode("latin-1").lower() for k, v in headers if k == b"host"]
    if len(hosts) != 1 or hosts[0] not in access.hosts:
        return "host"
    origins = [v.decode("latin-1").lower() for k, v in headers if k == b"origin"]
    safe = scope["type"] == ScopeType.HTTP and scope["method"] in SAFE
    if (origins or not safe) and origins != [f"http://{hosts[0]}"]:
        return "origin"
    return None


class Guard:
    """ASGI middleware: refuses what is foreign, says who asks, adds the headers.

    The device is left in `scope["state"]["djambi"]`. Who has not joined sees nothing but the way
    to join.
    """

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access
        self.compressor = Compressor()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it here."""
        if scope["type"] not in OURS:
            await self.app(scope, receive, send)
            return
        why = refusal(self.access, scope)
        if why is None:
            device = self.access.device(client_of(scope), cookie_of(scope["headers"], COOKIE))
            if device is None and _JOIN.fullmatch(scope["path"]) is None:
                why = "join"
            ours: dict[str, Any] = {"djambi": device, "payer": "" if device is None else device.key}
            if "state" in scope:
                ours = scope["state"] | ours
            scope["state"] = ours
        if why is not None:
            await _refuse(scope, receive, send, why)
        elif scope["type"] == ScopeType.HTTP:
            send = with_headers(send, is_loopback(client_of(scope)))
            await self.app(scope, receive, self.compressor.sender(scope, send))
        else:
            await self.app(scope, receive, send)


_PAGES = {
    "host": "This name is not one of this server's own.",
    "origin": "This request comes from another site.",
    "join": (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark"><title>Djambi</title>'
        "<h1>Djambi</h1><p>Scan the code that the host’s screen shows.</p>"
        '<p lang="fr">Scannez le code affiché par l’hôte.</p></html>'
    ),
}


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": why})
        return
    body = _PAGES[why].encode()
    form = b"text/html" if why == "join" else b"text/plain"
    headers = [
        (b"content-type", form + b"; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    sender = with_headers(send, is_loopback(client_of(scope)))
    await sender({"type": "http.response.start", "status": 403, "headers": headers})
    await sender({"type": "http.response.body", "body": body, "more_body": False})


def client_of(scope: Scope) -> str:
    """The address that a request comes from; "" if it is not known."""
    return scope["client"][0] if scope["client"] else ""


def payer_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return who is charged for what a request costs: an account, an address, or a device."""
    payer: str = connection.scope["state"]["payer"]
    return payer


def with_headers(send: Send, trusted: bool, more: Sequence[tuple[bytes, bytes]] = ()) -> Send:
    """Send with our headers, where the answer has not its own.

    `trusted` says whether the browser takes the page for a secure context.
    """
    ours = [*((k.encode(), v.encode()) for k, v in HEADERS.items()), *more]
    if trusted:
        ours.append(OPENER)

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            named = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                *((name, value) for name, value in ours if name not in named),
            ]
        await send(message)

    return sender
