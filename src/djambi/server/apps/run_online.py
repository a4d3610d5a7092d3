"""`djambi serve`: an online server, for people everywhere."""

from __future__ import annotations

import gc
import os
import secrets
import sys
from pathlib import Path

import uvicorn

from djambi.errors import DjambiError
from djambi.server.apps.backends import page_build_of
from djambi.server.apps.http_server import listen, run_server, server_config
from djambi.server.apps.instance import Instance, RunningInstance
from djambi.server.apps.online import make_online
from djambi.server.apps.paths import data_path
from djambi.server.apps.run_local import bot_delay, say
from djambi.server.observability.logs import configure
from djambi.server.security.public_guard import PublicGuard
from djambi.server.settings import SECRETS, ServeSettings, load
from djambi.server.storage.database import file_of
from djambi.server.storage.upgrade import make_folder, upgrade

_FILE = "djambi.sqlite3"

BACKLOG = 128
"""Connections that may wait to be accepted."""


def folder_of(settings: ServeSettings) -> Path:
    """Return where an online server keeps its SQLite file: beside this computer's own games.

    >>> folder_of(ServeSettings(data="/srv/djambi")).as_posix()
    '/srv/djambi/online'
    """
    return (Path(settings.data) if settings.data else data_path()) / "online"


def database_of(settings: ServeSettings) -> Path | str:
    """Return the database of these settings: a URL, or the file in the data folder."""
    return settings.database or folder_of(settings) / _FILE


def serve(
    config: Path | None = None,
    port: int | None = None,
    address: str | None = None,
    only_check: bool = False,
) -> int:
    """Serve until Ctrl-C or SIGTERM; returns the exit status.

    `config` is a file of settings (`settings.load`); `port` and `address` go before what it says.
    Raises DjambiError for settings that make no sense and a database that cannot be used.
    """
    environment = dict(os.environ)
    if port is not None:
        environment["DJAMBI_PORT"] = str(port)
    if address is not None:
        environment["DJAMBI_ADDRESS"] = address
    settings = load(config, environment)
    page_build_of(settings)
    if only_check:
        for line in described(settings):
            say(line)
        return 0
    configure(settings.log)
    where = database_of(settings)
    file = file_of(where)
    if file is None:
        upgrade(where)
        return _serve(settings, where, None)
    make_folder(file.parent, ours=not settings.database)
    instance = Instance(file.parent)
    try:
        if not instance.first:
            raise DjambiError(f"{file}: in use by another server (several need postgresql://…)")
        if backup := upgrade(file):
            say(f"The database was upgraded to the current format; backup: {backup}")
        return _serve(settings, where, instance)
    finally:
        instance.close()


def described(settings: ServeSettings) -> list[str]:
    """Return the settings, a line each, without what is secret.

    >>> settings = ServeSettings(smtp="smtps://me:password@mail.example")
    >>> [line for line in described(settings) if line.startswith("smtp")]
    ['smtp = (set)']
    """
    lines: list[str] = []
    for name in ServeSettings.__struct_fields__:
        value: object = getattr(settings, name)
        lines.append(f"{name} = {'(set)' if name in SECRETS and value else repr(value)}")
    return lines


def _calm_collector() -> None:
    """Look for cycles of garbage seldom: with thousands of tables each look holds everybody up.

    What was loaded up to now stays as long as the process, and is never looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _give_way() -> None:
    """Let threads that compute give way sooner: the event loop waits for one at every step."""
    sys.setswitchinterval(0.001)


def _serve(settings: ServeSettings, where: Path | str, instance: Instance | None) -> int:
    with listen(settings.address, settings.port) as listener:
        port: int = listener.getsockname()[1]
        name = secrets.token_hex(16)
        guard = make_online(settings, where, port, name, bot_delay())

        def ready() -> None:
            _calm_collector()
            _give_way()
            if instance is not None:
                instance.announce(RunningInstance(port, name, ""))
            say(f"Djambi: {guard.policy.url}")

        return run_server(config_of(guard, settings), listener, ready)


def config_of(guard: PublicGuard, settings: ServeSettings) -> uvicorn.Config:
    """Return how uvicorn runs an online server's application, within its bounds of connections."""
    return server_config(
        guard,
        grace_s=5,
        proxies=settings.proxies,
        protocol=guard.policy.connections.protocol,
        backlog=BACKLOG,
    )
