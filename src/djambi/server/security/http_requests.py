"""A request as guards and routes see it: its address and cookies, and the device that sent it.

The guards leave in a request's scope what they have found out.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State as AppState
from litestar.enums import ScopeType
from litestar.types import Scope

from djambi.server.errors import RequestRefused
from djambi.server.security.devices import Device

DEVICE_COOKIE = "djambi_device"

SAFE_METHODS = frozenset({"GET", "HEAD"})
"""Methods that change nothing."""

GUARDED_SCOPES = frozenset({ScopeType.HTTP, ScopeType.WEBSOCKET})
"""What a guard looks at; the rest is the server's own life."""

Connection = ASGIConnection[Any, Any, Any, Any]
"""A request or a socket."""

HttpRequest = Request[Any, Any, AppState]


def own_hosts(port: int, *names: str) -> frozenset[str]:
    """Return what may stand in the header Host: this computer's names, and others that it has.

    >>> sorted(own_hosts(8000, "192.168.0.7"))
    ['127.0.0.1:8000', '192.168.0.7:8000', '[::1]:8000', 'localhost:8000']
    """
    names = ("127.0.0.1", "localhost", "[::1]", *names)
    hosts = {f"{name}:{port}" for name in names}
    return frozenset(hosts | set(names) if port == 80 else hosts)


def is_loopback(address: str) -> bool:
    """Return whether a client's address is this computer's own.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.0.7"), is_loopback("x")
    (True, True, False, False)
    """
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def header_values(scope: Scope, called: bytes) -> list[str]:
    """Return the values of a request's header, in small letters."""
    return [value.decode("latin-1").lower() for name, value in scope["headers"] if name == called]


def cookie_value(headers: Iterable[tuple[bytes, bytes]], called: str) -> str | None:
    """Return the value of a request's cookie, or None.

    Other programs of the same host set cookies of any form, so what is not asked for is not read.

    >>> cookie_value([(b"cookie", b'other={"a": 1}; flag; mine=abc')], "mine")
    'abc'
    """
    for header, value in headers:
        if header == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                name, is_pair, found = pair.strip().partition("=")
                if is_pair and name == called:
                    return found
    return None


def client_address(scope: Scope) -> str:
    """Return the address that a request comes from; "" if it is not known."""
    return scope["client"][0] if scope["client"] else ""


def leave_in_scope(scope: Scope, **found: object) -> None:
    """Leave what a guard has found out for those who answer the request (`payer_of` and so on)."""
    scope["state"] = scope["state"] | found if "state" in scope else found


def payer_of(connection: Connection) -> str:
    """Return who is charged for what a request costs: an account, an address, or a device."""
    payer: str = connection.scope["state"]["payer"]
    return payer


def device_of(request: Connection) -> Device:
    """Return the device that asks; the guard has made sure that there is one."""
    device: Device = request.scope["state"]["djambi"]
    return device


def require_host(request: Connection) -> None:
    """Raise RequestRefused("host_only") for a device other than the server's own computer."""
    if not device_of(request).host:
        raise RequestRefused("host_only")
