"""Start the server: for one computer, or for the phones around a table (`djambi --lan`)."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import threading
import webbrowser
from pathlib import Path

from djambi.errors import DjambiError
from djambi.server.apps.http_server import (
    EVERYWHERE,
    THIS_COMPUTER,
    listen,
    run_server,
    server_config,
)
from djambi.server.apps.instance import Instance, RunningInstance
from djambi.server.apps.local import make_app
from djambi.server.apps.paths import data_folder
from djambi.server.bots.runner import BOT_DELAY_S
from djambi.server.lan import code_text, local_addresses
from djambi.server.observability.logs import configure
from djambi.server.security.local_guard import LocalAccess
from djambi.server.storage.upgrade import upgrade


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
    with listen(EVERYWHERE if lan else THIS_COMPUTER, port) as listener:
        access = LocalAccess(listener.getsockname()[1], addresses)
        running = RunningInstance(access.port, secrets.token_hex(16), access.join_url)

        def ready() -> None:
            instance.announce(running)
            say(f"Djambi: {access.url}")
            if access.join_url:
                _show_code(access.join_url)
            if open_browser:
                open_page(access.url)

        config = server_config(make_app(file, access, running.name, bot_delay()), grace_s=2)
        return run_server(config, listener, ready)


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
