"""What the tests of online play share: PostgreSQL and Redis, started when a test wants them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.online.services import Postgres, Redis, postgres_server, redis_server


@pytest.fixture(scope="session")
def postgres_running() -> Iterator[Postgres]:
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
    with redis_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database: the test runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'djambi.sqlite3'}"
    return str(request.getfixturevalue("postgres"))
