"""What the tests of online play share.

PostgreSQL and Redis, started when a test wants them, and servers with accounts in one call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.online.people import Member, OnlineServed, serving_online
from tests.online.processes import Server, running
from tests.online.services import (
    MissingProgram,
    Postgres,
    Redis,
    postgres_server,
    program,
    redis_server,
)


def _skip_without(name: str) -> None:
    """Skip the test, or all that share a fixture, where a program is not installed."""
    try:
        program(name)
    except MissingProgram as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def postgres_installed() -> None:
    """Skips the test where PostgreSQL is not installed."""
    _skip_without("initdb")


@pytest.fixture(scope="session")
def postgres_running(postgres_installed: None) -> Iterator[Postgres]:
    """One server of PostgreSQL for all tests."""
    with postgres_server() as server:
        yield server


@pytest.fixture
def postgres(postgres_running: Postgres) -> str:
    """The URL of an empty database of PostgreSQL."""
    return postgres_running.new_database()


@pytest.fixture
def redis() -> Iterator[Redis]:
    """A Redis of the test's own: it may kill it."""
    _skip_without("redis-server")
    with redis_server() as server:
        yield server


@pytest.fixture
def two(tmp_path: Path, postgres: str, redis: Redis) -> Iterator[tuple[Server, Server]]:
    """Two processes that know each other."""
    settings = {"DJAMBI_DATABASE": postgres, "DJAMBI_REDIS": redis.url}
    one, other = Server(tmp_path / "one", settings), Server(tmp_path / "other", settings)
    with running(one, other):
        yield one, other


@pytest.fixture(params=["sqlite", "postgresql"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database: the test runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'djambi.sqlite3'}"
    return str(request.getfixturevalue("postgres"))


@pytest.fixture
def online(tmp_path: Path) -> Iterator[OnlineServed]:
    """An online server with nobody and nothing yet."""
    with serving_online(tmp_path) as server:
        yield server


@pytest.fixture(scope="module")
def shared_online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServed]:
    """One online server for a file of tests that do not mind each other's people and games."""
    with serving_online(tmp_path_factory.mktemp("online")) as server:
        yield server


@pytest.fixture
def guests(online: OnlineServed) -> Callable[[int], list[Member]]:
    """So many guests, signed in: `a, b, c, d = guests(4)`."""
    return lambda many: [online.guest() for _ in range(many)]


@pytest.fixture
def players(online: OnlineServed) -> Callable[[int], list[Member]]:
    """So many registered players, signed in: `a, b, c, d = players(4)`."""
    return lambda many: [online.player() for _ in range(many)]
