"""The connections of a process: how many, how many of one address, and none that only waits.

A client that opens a connection and sends nothing, or a byte now and then, or never reads its
answer, holds it for so many seconds and no longer. uvicorn limits only the time between requests.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from djambi.server.rate_limits import address_key

if TYPE_CHECKING:
    from uvicorn.server import ServerState

HEAD_TIMEOUT_S: Final = 10.0
"""Seconds until the head of a request must be there."""

BODY_TIMEOUT_S: Final = 60.0
"""Seconds until the rest of it must be there."""

WRITE_TIMEOUT_S: Final = 60.0
"""Seconds after which an answer that nobody takes is given up."""

CHECK_INTERVAL_S: Final = 1.0
"""Seconds between two looks at all connections."""

RESERVED_FILES: Final = 128
"""File descriptors that are not for connections: the database, Redis, files, the log."""

WANTED_FILES: Final = 65_536
"""File descriptors that a process asks for, if it may have so many."""

MACOS_FILES: Final = 10_240
"""What macOS gives a process that asks (OPEN_MAX): whoever asks for more may get no more at all."""

WINDOWS_SOCKETS: Final = 512
"""What `select` watches on Windows; the event loop that uses it takes no more (asyncio's page on
platforms: SelectorEventLoop)."""

REFUSED_LOG_INTERVAL_S: Final = 60.0
"""Seconds between two lines in the log on connections turned away for the same reason."""

RECOUNT_INTERVAL_S: Final = 60.0
"""Seconds after which the connections of all addresses are counted anew."""

_log = logging.getLogger("djambi.server")


class Connections:
    """Bounds for the connections of a process: `most` in all, `each` of an address.

    Addresses of `proxies` may have any number: many people come by them. It counts how many it
    `refused`, and how many it `ended` because they were late.
    """

    def __init__(self, most: int, each: int, proxies: Iterable[str] = ()) -> None:
        self.most = most
        self.each = each
        self.refused = 0
        self.ended = 0
        self._proxies = [ip_network(proxy, strict=False) for proxy in proxies]
        self._of: Counter[str] = Counter()
        self._http: dict[_Protocol, _Stage] = {}
        self._state: ServerState | None = None
        self._task: asyncio.Task[None] | None = None
        self._counted = -RECOUNT_INTERVAL_S
        self._said: dict[str, float] = {}

    def protocol(self, *arguments: Any, **named: Any) -> _Protocol:
        """Create the protocol of a new connection (uvicorn's `http`)."""
        return _Protocol(self, *arguments, **named)

    @property
    def open(self) -> int:
        """Return how many connections there are, WebSockets too."""
        return 0 if self._state is None else len(self._state.connections)

    def came(self, connection: _Protocol) -> bool:
        """Admit a new connection; False if it is one too many."""
        self._begin(connection)
        self._http[connection] = _Stage(connection)
        key = self._key(connection)
        self._of[key] += 1
        if self._is_too_many(key):
            self._count()
        if self.open <= self.most and not self._is_too_many(key):
            return True
        self.refused += 1
        self._say("connections were refused: %d of at most %d are open", self.open, self.most)
        return False

    def close(self) -> None:
        """Watch no connection any more."""
        if self._task is not None:
            self._task.cancel()

    def _is_too_many(self, key: str) -> bool:
        return bool(key) and self._of[key] > self.each

    def went(self, connection: _Protocol) -> None:
        """Forget a connection that is closed or has become a WebSocket with its own limits."""
        if self._http.pop(connection, None) is not None and connection.transport.is_closing():
            key = self._key(connection)
            self._of[key] -= 1
            if self._of[key] <= 0:
                del self._of[key]

    def _key(self, connection: object) -> str:
        """Return the name under which a connection is counted; "" if nobody counts."""
        client: tuple[str, int] | None = getattr(connection, "client", None)
        if client is None:
            return ""
        with suppress(ValueError):
            address = ip_address(client[0])
            if any(address in network for network in self._proxies):
                return ""
        return address_key(client[0])

    def _begin(self, connection: _Protocol) -> None:
        if self._task is None:
            self._state = connection.server_state
            self._task = connection.loop.create_task(self._watch(), name="connections")
            connection.loop.set_exception_handler(self.failed)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S)
            at = asyncio.get_running_loop().time()
            for connection, stage in tuple(self._http.items()):
                try:
                    if stage.is_late(at):
                        self.ended += 1
                        connection.transport.abort()
                except Exception:
                    # The others are watched on.
                    _log.exception("a connection could not be watched")
                    self._http.pop(connection, None)
            if at - self._counted > RECOUNT_INTERVAL_S:
                self._count()

    def _count(self) -> None:
        """Count anew what addresses have: nobody says when a WebSocket has ended."""
        at = asyncio.get_running_loop().time()
        if self._state is not None and at - self._counted > CHECK_INTERVAL_S:
            self._counted = at
            self._of = Counter(map(self._key, self._state.connections))

    def failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log what the event loop complains of, but not every one of thousands from accept()."""
        if "socket.accept()" in str(context.get("message", "")):
            self.refused += 1
            self._say("connections could not be accepted: %s", context.get("exception"))
        else:
            loop.default_exception_handler(context)

    def _say(self, what: str, *values: object) -> None:
        at = asyncio.get_running_loop().time()
        if at - self._said.get(what, -REFUSED_LOG_INTERVAL_S) >= REFUSED_LOG_INTERVAL_S:
            self._said[what] = at
            _log.warning(what, *values)


class _Stage:
    """What a connection is at, and since when."""

    def __init__(self, connection: _Protocol) -> None:
        self._connection = connection
        self._seen: tuple[object, object] = (None, None)
        self._waiting = 0
        self._since = 0.0

    def is_late(self, at: float) -> bool:
        """Return whether the same has been waited for too long."""
        connection = self._connection
        waiting = connection.transport.get_write_buffer_size()
        seen = (connection.conn.their_state, connection.cycle)
        taken, self._waiting = waiting < self._waiting or not waiting, waiting
        # Whoever said that this is their last request (HTTP/1.0, many a proxy) is not DONE.
        has_asked = seen[0] in (h11.DONE, h11.MUST_CLOSE)
        if seen != self._seen or (taken and has_asked):
            self._seen, self._since = seen, at
            return False
        late = at - self._since
        if seen[0] is h11.IDLE:
            return late > HEAD_TIMEOUT_S
        return late > (BODY_TIMEOUT_S if seen[0] is h11.SEND_BODY else WRITE_TIMEOUT_S)


class _Protocol(H11Protocol):
    """One HTTP connection, counted and watched."""

    def __init__(self, all_of_them: Connections, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._all = all_of_them

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, or end it at once."""
        super().connection_made(transport)
        if not self._all.came(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Record that the connection is closed."""
        super().connection_lost(exc)
        self._all.went(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Record that the connection is a WebSocket from here on."""
        super().handle_websocket_upgrade(event)
        self._all.went(self)


def most_connections() -> int:
    """Return how many connections a process can have, after asking for as many as it may.

    So many file descriptors are left for the rest of it that accepting never fails.
    """
    if sys.platform == "win32":
        return WINDOWS_SOCKETS - RESERVED_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wanted = WANTED_FILES if hard == unlimited else min(WANTED_FILES, hard)
    if soft != unlimited and soft < wanted:
        for files in (wanted, max(soft, min(wanted, MACOS_FILES))):
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
                break
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = WANTED_FILES if soft == unlimited else soft
    return max(files // 2, files - RESERVED_FILES)
