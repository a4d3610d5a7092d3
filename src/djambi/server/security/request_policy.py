"""Which requests an online server reads: those that name it, and come from its own pages.

Requests come from anywhere. Before anybody reads one it must name this server (`Host`) and, if it
may change something and its sender is known by a cookie, come from one of our own pages (`Origin`,
`Sec-Fetch-Site` and a header of our own that no form and no foreign page can send: each alone would
do against cross-site requests).

A cookie holds a session, `Authorization: Bearer` a bot's token; a token is not sent by itself as a
cookie is, so nobody can have it sent in somebody else's name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, Protocol

from litestar.enums import ScopeType
from litestar.types import Scope

from djambi.server.observability.metrics import HttpMetrics
from djambi.server.rate_limits import RateLimits
from djambi.server.security.connections import Connections, most_connections
from djambi.server.security.current_user import CurrentUser
from djambi.server.security.http_requests import SAFE_METHODS, header_values, own_hosts
from djambi.server.security.neighbours import Neighbours
from djambi.server.settings import ServeSettings

CSRF_HEADER: Final = b"x-djambi"
"""The header that our own pages send with whatever may change something."""

SOCKETS_PER_ADDRESS: Final = 5
"""How many times as many sockets as an account an address may have."""

REQUESTS_PER_ADDRESS: Final = 100
"""Connections that an address may have beside those of its sockets and streams."""


class SessionLookup(Protocol):
    """A place that knows the sessions."""

    async def visitor(self, secret: str, by_token: bool) -> CurrentUser | None:
        """Return the account behind a session's cookie or a token."""
        ...


def cookie_name(secure: bool) -> str:
    """Return the session cookie's name; `__Host-` is taken only over https, for all paths.

    >>> cookie_name(True), cookie_name(False)
    ('__Host-djambi', 'djambi_session')
    """
    return "__Host-djambi" if secure else "djambi_session"


def known_cookie(secure: bool) -> str:
    """Return the name of the cookie by which a browser is known; see `cookie_name`.

    >>> known_cookie(True), known_cookie(False)
    ('__Host-djambi-known', 'djambi_known')
    """
    return "__Host-djambi-known" if secure else "djambi_known"


def connections_of(settings: ServeSettings) -> Connections:
    """Return the bounds of a process's connections: an address has half of them at most."""
    most = most_connections()
    each = min(SOCKETS_PER_ADDRESS * settings.sockets_each + REQUESTS_PER_ADDRESS, most // 2)
    return Connections(most, each, settings.proxies)


class RequestPolicy:
    """The names that this server answers to, and who comes in.

    Until `open` is called, when the application has started, nobody is known, and all who ask
    to be are refused; after `close` so again.
    """

    def __init__(self, settings: ServeSettings, port: int, limits: RateLimits) -> None:
        self.settings = settings
        self.port = port
        self.limits = limits
        self.people: SessionLookup | None = None
        self.is_loaded: Callable[[str], bool] = lambda game: True
        self.requests = HttpMetrics()
        self.connections = connections_of(settings)
        self.neighbours = Neighbours()
        self._origins = self._all_origins()

    def open(self, people: SessionLookup, is_loaded: Callable[[str], bool]) -> None:
        """Admit people from now on; `is_loaded` says whether a game is in memory."""
        self.people = people
        self.is_loaded = is_loaded

    def close(self) -> None:
        """Admit nobody any more."""
        self.people = None
        self.connections.close()

    def _all_origins(self) -> dict[str, str]:
        """Return the origin of our pages for every Host that we answer to."""
        origin = self.settings.origin
        if origin:
            return {origin.split("://")[1]: origin}
        return {host: f"http://{host}" for host in own_hosts(self.port)}

    @property
    def url(self) -> str:
        """Return where people find the server, with a slash at the end."""
        return (self.settings.origin or f"http://127.0.0.1:{self.port}") + "/"

    def refusal(
        self, scope: Scope, token: str | None
    ) -> Literal["foreign_host", "foreign_page", "no_page"] | None:
        """Return why nobody is to read a request, or None.

        Nothing that is asked of the database has a NUL in its address: PostgreSQL takes none in a
        text, be it only to look for.
        """
        hosts = header_values(scope, b"host")
        origin = self._origins.get(hosts[0]) if len(hosts) == 1 else None
        if origin is None:
            return "foreign_host"
        asks = scope["path"].startswith("/api/")
        if asks and ("\0" in scope["path"] or b"%00" in scope["query_string"]):
            return "no_page"
        origins = header_values(scope, b"origin")
        if origins and origins != [origin]:
            return "foreign_page"
        if token is not None:
            return None
        headers = scope["headers"]
        fetched = [v for k, v in headers if k == b"sec-fetch-site"]
        if scope["type"] == ScopeType.WEBSOCKET:
            own = bool(origins)
        elif scope["method"] in SAFE_METHODS:
            return None
        else:
            own = bool(origins) and any(k == CSRF_HEADER for k, _ in headers)
        return None if own and fetched in ([], [b"same-origin"]) else "foreign_page"


def bearer(scope: Scope) -> str | None:
    """Return the token that a request sends; "" for another Authorization, None without one."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            kind, _, token = value.decode("latin-1").partition(" ")
            return token.strip() if kind.lower() == "bearer" else ""
    return None
