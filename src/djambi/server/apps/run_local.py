"""Start the server: for one computer, or for the phones around a table (`djambi --lan`)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn

from djambi.errors import DjambiError
from djambi.server.apps.event_loop import EVENT_LOOP
from djambi.server.apps.instance import Instance, RunningInstance
from djambi.server.apps.local import make_app
from djambi.server.apps.paths import data_folder
from djambi.server.bots.runner import BOT_DELAY_S
from djambi.server.lan import code_text, local_addresses
from djambi.server.observability.logs import CLIENT_GONE_FILTER, configure
from djambi.server.security.local_guard import LocalAccess
from djambi.server.storage.upgrade import upgrade

DEFAULT_PORT = 8765

PING_INTERVAL_S = 9.0
"""Seconds between two pings on a socket, and seconds in which each must be answered: whoever has
gone without a word is noticed within twice as many."""

_MAX_PORT_TRIES = 100
_THIS_COMPUTER = "127.0.0.1"
_EVERYWHERE = "0.0.0.0"  # noqa: S104 - asked for by --lan; the guard lets in who has the key


def play(
    port: int | None = None,
    open_browser: bool = True,
    lan: bool = False,
    folder: Path | None = None,
) -> int:
    """Serve until Ctrl-C; returns the exit status: 1 if the server could not start.

    `port` is taken as it is; without it the first free one from 8765 is. If a server already
    runs for this data folder, it is opened instead. Never waits for input.

    Raises DjambiError if `port` is taken, or the games' folder cannot be used.
    """
    folder = folder or data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    instance = Instance(folder)
    try:
        if not instance.first:
            return _open_running(instance.find(), open_browser, lan)
        return _serve(instance, folder, port, open_browser, lan)
    finally:
        instance.close()


def _open_running(running: RunningInstance | None, open_browser: bool, lan: bool) -> int:
    if running is None:
        raise DjambiError("another Djambi is using the games' folder but does not answer")
    if lan and not running.join_url:
        raise DjambiError(
            f"Djambi runs already, for this computer only ({running.url}): end it first"
        )
    say(f"Djambi: {running.url}")
    say("It is already running.")
    if running.join_url:
        _show_code(running.join_url)
    if open_browser:
        open_page(running.url)
    return 0


def _serve(
    instance: Instance, folder: Path, port: int | None, open_browser: bool, lan: bool
) -> int:
    configure("text")
    file = folder / "djambi.sqlite3"
    if backup := upgrade(file):
        say(f"The games were upgraded to the current format; backup: {backup}")
    addresses = local_addresses() if lan else ()
    if lan and not addresses:
        raise DjambiError("this computer has no address on a local network")
    with listen(_EVERYWHERE if lan else _THIS_COMPUTER, port) as listener:
        access = LocalAccess(listener.getsockname()[1], addresses)
        running = RunningInstance(access.port, secrets.token_hex(16), access.join_url)

        def ready() -> None:
            instance.announce(running)
            say(f"Djambi: {access.url}")
            if access.join_url:
                _show_code(access.join_url)
            if open_browser:
                open_page(access.url)

        server = LocalServer(
            uvicorn.Config(
                make_app(file, access, running.name, bot_delay()),
                loop=EVENT_LOOP,
                # Ours (`logs.configure`).
                log_config=None,
                log_level="warning",
                access_log=False,
                ws_max_size=65_536,
                ws_per_message_deflate=False,
                ws_ping_interval=PING_INTERVAL_S,
                ws_ping_timeout=PING_INTERVAL_S,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=2,
                h11_max_incomplete_event_size=32_768,
            ),
            ready,
        )
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
            server.run(sockets=[listener])
    return 0 if server.started else 1


class LocalServer(uvicorn.Server):
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
            if address == _EVERYWHERE:
                # Windows and macOS give out this address though another program listens at this
                # computer's own, and then answers who plays here.
                _bound(_THIS_COMPUTER, number).close()
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


def can_show_pages() -> bool:
    """Return whether there is a display for a browser (or the person named one in BROWSER)."""
    if sys.platform in ("win32", "darwin") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_page(url: str) -> None:
    """Open the browser without waiting for it; where there is none, say so."""

    def work() -> None:
        opened = False
        with contextlib.suppress(webbrowser.Error, OSError):
            opened = webbrowser.open(url)
        if not opened:
            say("Could not start a browser: open the address yourself.")

    if can_show_pages():
        threading.Thread(target=work, daemon=True).start()
    else:
        say("There is no display here: open the address in a browser.")


def _show_code(url: str) -> None:
    say(f"Phones on this network: {url}")
    with contextlib.suppress(UnicodeEncodeError):
        say(code_text(url))


def bot_delay() -> float:
    """Return the seconds between turns of bots: `DJAMBI_BOT_DELAY`, else what people can follow."""
    try:
        return min(60.0, max(0.0, float(os.environ.get("DJAMBI_BOT_DELAY", BOT_DELAY_S))))
    except ValueError:
        return BOT_DELAY_S


def say(text: str) -> None:
    """Print a line for the person, at once (also where the output is a pipe)."""
    print(text, flush=True)
