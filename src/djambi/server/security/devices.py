"""Who sends a request: what the guards read it from, and leave in the request's scope."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Any, Final, Literal, get_args

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import Scope

from djambi.server.errors import RequestRefused
from djambi.views.words import words

DEVICE_COOKIE = "djambi_device"
NO_ACCOUNT_KEY = "-"
"""The key of who has no account at an online server: no account and no seat has it."""


SAFE_METHODS = frozenset({"GET", "HEAD"})
"""Methods that change nothing."""

GUARDED_SCOPES = frozenset({ScopeType.HTTP, ScopeType.WEBSOCKET})
"""What a guard looks at; the rest is the server's own life."""

TokenScope = Literal["play", "talk"]
"""What somebody may do besides reading: all that changes games and tables, or what is said."""

ALL_TOKEN_SCOPES: Final = frozenset[TokenScope](get_args(TokenScope))


@dataclass(frozen=True, slots=True)
class Device:
    """Who asks: `key` is "" for the server's own computer (`host`), else a joined device's.

    `scopes` are what it may do besides reading; a bot's token may have fewer than its account.
    `traits` is what an online server knows a device by beside its account: address and browser.
    """

    key: str
    host: bool
    scopes: frozenset[TokenScope] = ALL_TOKEN_SCOPES
    traits: tuple[str, ...] = ()

    def check(self, scope: TokenScope) -> None:
        """Raise RequestRefused("token_scope") unless the token allows actions of this kind."""
        if scope not in self.scopes:
            raise RequestRefused("token_scope", scope=words(f"server.scope.{scope}"))


def stored_key(token: str) -> str:
    """Return what is stored of a device's token.

    >>> len(stored_key("secret"))
    32
    """
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def is_loopback(address: str) -> bool:
    """Return whether a client's address is this computer's own.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.0.7"), is_loopback("x")
    (True, True, False, False)
    """
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def cookie_value(headers: Iterable[tuple[bytes, bytes]], called: str) -> str | None:
    """Return the value of a request's cookie, or None."""
    for name, value in headers:
        if name == b"cookie":
            try:
                jar: SimpleCookie = SimpleCookie(value.decode("latin-1"))
            except CookieError:
                continue
            if called in jar:
                return jar[called].value
    return None


def client_address(scope: Scope) -> str:
    """Return the address that a request comes from; "" if it is not known."""
    return scope["client"][0] if scope["client"] else ""


def payer_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return who is charged for what a request costs: an account, an address, or a device."""
    payer: str = connection.scope["state"]["payer"]
    return payer
