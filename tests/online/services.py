"""Throw-away PostgreSQL and Redis on free loopback ports, each with a data folder of its own.

Debian's packages `postgresql` and `redis-server` are all they need; no server of the machine is
touched. PostgreSQL refuses root, so for root they run as nobody. (The bench starts them too.)
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from tests.waiting import WAIT_TIMEOUT_S, free_port

_BEHIND = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
"""Where Debian keeps the programs of PostgreSQL that are not on PATH."""


class MissingProgram(Exception):
    """A program that this machine lacks, with the packages that have it."""


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what happens in another task or process."""
    async with asyncio.timeout(WAIT_TIMEOUT_S):
        while not holds():
            await asyncio.sleep(0.005)


def program(name: str) -> str:
    """The path of a program; raises MissingProgram."""
    path = os.pathsep.join([*map(str, _BEHIND), os.environ.get("PATH", "")])
    found = shutil.which(name, path=path)
    if found is None:
        raise MissingProgram(f"{name} is missing: apt-get install postgresql redis-server")
    return found


def _as_nobody(command: list[str]) -> list[str]:
    if os.getuid() != 0:
        return command
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]


@contextlib.contextmanager
def _folder() -> Generator[Path]:
    """A data folder for nobody: pytest's own is root's alone."""
    with tempfile.TemporaryDirectory(prefix="djambi-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.getuid() == 0:
            shutil.chown(folder, "nobody", "nogroup")
        yield folder


def answers(port: int) -> bool:
    """Whether somebody listens at this port of the loopback address."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def wait_for_port(port: int, process: subprocess.Popen[bytes]) -> None:
    """Until the process listens there."""
    end = time.monotonic() + WAIT_TIMEOUT_S
    while not answers(port):
        assert process.poll() is None, f"{process.args!r} ended with {process.returncode}"
        assert time.monotonic() < end, f"{process.args!r} does not answer"
        time.sleep(0.02)


@dataclass
class Postgres:
    """A server of PostgreSQL; `command` starts it in `folder`, as nobody."""

    port: int
    command: list[str]
    folder: Path
    _made: int = 0
    _process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, at the same port and with the same databases as before."""
        self._process = subprocess.Popen(
            _as_nobody(self.command),
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for_port(self.port, self._process)
        _until_ready(self)

    def stop(self) -> None:
        """Shut it down at once, cutting all connections."""
        if self._process is not None:
            self._process.send_signal(2)  # a fast shutdown
            self._process.wait(WAIT_TIMEOUT_S)
            self._process = None

    def url(self, database: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://djambi@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Make an empty database; returns its URL."""
        self._made += 1
        name = f"test{self._made}"

        asyncio.run(self.execute(f"CREATE DATABASE {name}"))
        return self.url(name)

    async def execute(self, statement: str) -> None:
        """Do something in the database that is always there."""
        url = self.url("postgres").replace("postgresql:", "postgresql+asyncpg:")
        engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        try:
            async with engine.connect() as connection:
                await connection.execute(text(statement))
        finally:
            await engine.dispose()
            # A connection that was refused is closed in the loop's next round.
            await asyncio.sleep(0.01)


@contextlib.contextmanager
def postgres_server(durable: bool = False) -> Generator[Postgres]:
    """PostgreSQL; `durable` as it is in earnest, else without waiting for the disk."""
    with _folder() as folder:
        data, port = folder / "data", free_port()
        _run(program("initdb"), "-D", str(data), "-U", "djambi", "-A", "trust", "-E", "UTF8",
             "--no-sync", "--no-locale", cwd=folder)  # fmt: skip
        settings = {
            "port": port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": folder,
            "max_connections": 200,
            **({} if durable else {"fsync": "off", "synchronous_commit": "off"}),
        }
        options = [part for k, v in settings.items() for part in ("-c", f"{k}={v}")]
        command = [program("postgres"), "-D", str(data), *options]
        server = Postgres(port, command, folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()


def _until_ready(server: Postgres) -> None:
    """It listens a moment before it lets anybody in."""

    end = time.monotonic() + WAIT_TIMEOUT_S
    while True:
        try:
            asyncio.run(server.execute("SELECT 1"))
        except (DBAPIError, OSError):
            assert time.monotonic() < end, "PostgreSQL does not answer"
            time.sleep(0.05)
        else:
            return


def _run(*command: str, cwd: Path) -> None:
    done = subprocess.run(_as_nobody(list(command)), cwd=cwd, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


@dataclass
class Redis:
    """A Redis that can be killed and started again; it keeps nothing on the disk."""

    folder: Path
    port: int = field(default_factory=free_port)
    _process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, empty, at the same port as before."""
        command = [program("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1",
                   "--save", "", "--appendonly", "no", "--dir", str(self.folder)]  # fmt: skip
        self._process = subprocess.Popen(
            _as_nobody(command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for_port(self.port, self._process)

    def kill(self) -> None:
        """End it at once: all that it had is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(WAIT_TIMEOUT_S)
            self._process = None


@contextlib.contextmanager
def redis_server() -> Generator[Redis]:
    """Redis, empty."""
    with _folder() as folder:
        server = Redis(folder)
        try:
            server.start()
            yield server
        finally:
            server.kill()
