"""How both servers listen: the socket, the bounds of connections, and a word when they answer."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_network
from typing import Any, Final

import uvicorn

from djambi.errors import DjambiError
from djambi.server.apps.event_loop import EVENT_LOOP
from djambi.server.observability.logs import CLIENT_GONE_FILTER

DEFAULT_PORT: Final = 8765

THIS_COMPUTER: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - asked for by --lan; the guard lets in who has the key

PING_INTERVAL_S: Final = 9.0
"""Seconds between two pings on a socket, and seconds in which each must be answered: whoever has
gone without a word is noticed within twice as many."""

_MAX_PORT_TRIES: Final = 100


def server_config(
    app: Callable[..., Any],
    *,
    grace_s: int,
    proxies: Sequence[str] = (),
    protocol: Any = "auto",
    backlog: int = 2048,
) -> uvicorn.Config:
    """Return how uvicorn runs an application, within our bounds.

    Args:
        app: the application.
        grace_s: seconds that answers may still take when it is stopped.
        proxies: the networks of those whose word on the client's address is taken.
        protocol: the protocol of a connection.
        backlog: connections that may wait to be accepted.
    """
    return uvicorn.Config(
        app,
        loop=EVENT_LOOP,
        http=protocol,
        backlog=backlog,
        # Ours (`logs.configure`).
        log_config=None,
        log_level="warning",
        # Addresses of people are no business of a log, and links may be secret.
        access_log=False,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_INTERVAL_S,
        ws_ping_timeout=PING_INTERVAL_S,
        proxy_headers=bool(proxies),
        # uvicorn believes nobody in a network that is written as an address of it ("10.0.0.1/8").
        forwarded_allow_ips=[str(ip_network(each, strict=False)) for each in proxies],
        server_header=False,
        timeout_graceful_shutdown=grace_s,
        h11_max_incomplete_event_size=32_768,
    )


class HttpServer(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        logging.getLogger("asyncio").addFilter(CLIENT_GONE_FILTER)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, then say so."""
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self._ready()


def run_server(config: uvicorn.Config, listener: socket.socket, ready: Callable[[], None]) -> int:
    """Serve until Ctrl-C or SIGTERM; return the exit status: 1 if the server could not start.

    `ready` is called once it answers.
    """
    server = HttpServer(config, ready)
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        server.run(sockets=[listener])
    return 0 if server.started else 1


def listen(address: str, port: int | None) -> socket.socket:
    """Open a socket that listens at `address`, on `port` or else the first free one from 8765.

    Raises DjambiError if `port` is taken.
    """
    tries: Sequence[int] = (
        [port] if port is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + _MAX_PORT_TRIES), 0]
    )
    problem = ""
    for number in tries:
        try:
            if address == EVERYWHERE:
                # Windows and macOS give out this address though another program listens at this
                # computer's own, and then answers who plays here.
                _bound(THIS_COMPUTER, number).close()
            listener = _bound(address, number)
        except OSError as error:
            problem = error.strerror or str(error)
        else:
            listener.set_inheritable(False)
            return listener
    raise DjambiError(f"port {port} of {address} cannot be used: {problem}")


def _bound(address: str, port: int) -> socket.socket:
    """Return a socket that listens there; raises OSError if nobody can."""
    # Only where the protocol is named does asyncio switch Nagle's delay off (40 ms a turn).
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # Elsewhere this lets a new server start at once after the last; Windows would let two servers
    # share the port.
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener
