"""The guard of the server on one's own computer: its hosts, its origin, and joined devices.

The server listens on the loopback address, so the danger is the person's own browser, on an
evil page: it could send requests to us (cross-site) or point its name at our address (DNS
rebinding). Hence every request must name one of our own hosts, and whatever may change something
must come from one of our own pages. On the local network a device must also have joined, with the
key that the host's code shows.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from djambi.server.close_codes import FORBIDDEN
from djambi.server.security.compression import Compressor
from djambi.server.security.devices import Device, stored_key
from djambi.server.security.endpoints import EndpointTable, head_as_get
from djambi.server.security.http_requests import (
    DEVICE_COOKIE,
    GUARDED_SCOPES,
    SAFE_METHODS,
    client_address,
    cookie_value,
    header_values,
    is_loopback,
    leave_in_scope,
    own_hosts,
)
from djambi.server.security.response_headers import with_security_headers

_JOIN = re.compile(r"/join/[^/]+")


@dataclass(slots=True)
class LocalAccess:
    """The names that this server answers to, and the devices that may use it.

    `addresses` are those on the local network ("" or none: loopback only).
    """

    port: int
    addresses: tuple[str, ...] = ()
    devices: set[str] = field(default_factory=set[str])
    join_key: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    @property
    def hosts(self) -> frozenset[str]:
        """Return what may stand in the header Host."""
        return own_hosts(self.port, *self.addresses)

    @property
    def url(self) -> str:
        """Return where this computer's own browser finds the server."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def join_url(self) -> str:
        """Return where phones find it; "" if it does not listen on the network."""
        if not self.addresses:
            return ""
        return f"http://{self.addresses[0]}:{self.port}/join/{self.join_key}"

    def device(self, client: str, token: str | None) -> Device | None:
        """Return the device behind a request, or None if it has not joined."""
        if is_loopback(client):
            return Device("", host=True)
        if token is not None and (key := stored_key(token)) in self.devices:
            return Device(key, host=False)
        return None


def refusal(access: LocalAccess, scope: Scope) -> str | None:
    """Return why a request is refused before anybody reads it ("host", "origin"), or None."""
    hosts = header_values(scope, b"host")
    if len(hosts) != 1 or hosts[0] not in access.hosts:
        return "host"
    origins = header_values(scope, b"origin")
    safe = scope["type"] == ScopeType.HTTP and scope["method"] in SAFE_METHODS
    if (origins or not safe) and origins != [f"http://{hosts[0]}"]:
        return "origin"
    return None


class LocalGuard:
    """ASGI middleware: refuses what is foreign, says who asks, adds the headers.

    The device is left in `scope["state"]["djambi"]`. Who has not joined sees nothing but the way
    to join.
    """

    def __init__(self, app: ASGIApp, access: LocalAccess, endpoints: EndpointTable) -> None:
        self.app = app
        self.endpoints = endpoints
        self.access = access
        self.compressor = Compressor()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it here."""
        if scope["type"] not in GUARDED_SCOPES:
            await self.app(scope, receive, send)
            return
        endpoint = self.endpoints.find(scope).endpoint
        scope = head_as_get(scope, endpoint)
        why = refusal(self.access, scope)
        if why is None:
            device = self.access.device(
                client_address(scope), cookie_value(scope["headers"], DEVICE_COOKIE)
            )
            if device is None and _JOIN.fullmatch(scope["path"]) is None:
                why = "join"
            leave_in_scope(scope, djambi=device, payer="" if device is None else device.key)
        if why is not None:
            await _refuse(scope, receive, send, why)
        elif scope["type"] == ScopeType.HTTP:
            send = with_security_headers(send, is_loopback(client_address(scope)))
            if endpoint.is_public:
                send = self.compressor.sender(scope, send)
            await self.app(scope, receive, send)
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
        await send({"type": "websocket.close", "code": FORBIDDEN, "reason": why})
        return
    body = _PAGES[why].encode()
    form = b"text/html" if why == "join" else b"text/plain"
    headers = [
        (b"content-type", form + b"; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    sender = with_security_headers(send, is_loopback(client_address(scope)))
    await sender({"type": "http.response.start", "status": 403, "headers": headers})
    await sender({"type": "http.response.body", "body": body, "more_body": False})
