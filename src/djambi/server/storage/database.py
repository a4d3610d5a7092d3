"""The database behind all stores: a SQLite file, or PostgreSQL by its URL.

All SQL is SQLAlchemy's and runs on both; what differs stands here. Who changes something does it in
one `async with database.writing()`: it is a transaction, and when it has ended it is on the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, TypeVarTuple, cast

import aiosqlite
from sqlalchemy import Connection, Engine, Row, Table, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool
from sqlalchemy.sql.dml import Insert
from sqlalchemy.sql.selectable import TypedReturnsRows

from djambi.errors import DjambiError
from djambi.server.storage.models import Base, table_of
from djambi.server.storage.writes import WriteMetrics

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

POSTGRES_CONNECTIONS = 10
"""To PostgreSQL at once, a process (as many again when all are in use)."""

_ROWS_AT_ONCE: Final = 64
"""How many rows of a SQLite file are fetched at a time."""

CLOSE_TIMEOUT_S: Final = 5.0
"""Seconds that connections in use have to end when a database is closed."""

CLOSE_INTERVAL_S: Final = 0.01
"""Seconds between two looks at whether they have."""


def url_of(where: Path | str) -> str:
    """Return SQLAlchemy's URL of a database: a file's path, `sqlite:///FILE` or `postgresql://…`.

    Raises DjambiError for any other; the message has no password in it.

    >>> url_of("postgresql://djambi:secret@db/djambi")
    'postgresql+asyncpg://djambi:secret@db/djambi'
    >>> url_of("sqlite:////srv/djambi.sqlite3")
    'sqlite+aiosqlite:////srv/djambi.sqlite3'
    """
    if isinstance(where, Path):
        return f"sqlite+aiosqlite:///{where}"
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):  # a port that is no number
        raise DjambiError("the database must be a URL (postgresql://… or sqlite:///…)") from None
    drivers = {"postgresql": "asyncpg", "postgres": "asyncpg", "sqlite": "aiosqlite"}
    kind = url.drivername.split("+")[0]
    if kind not in drivers:
        raise DjambiError(f"a database of the kind {kind}: it must be postgresql or sqlite")
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise DjambiError("a database in memory: SQLite needs a file (sqlite:///FILE)")
    kind = "postgresql" if kind == "postgres" else kind
    named = url.set(drivername=f"{kind}+{drivers[kind]}")
    return named.render_as_string(hide_password=False)


def file_of(where: Path | str) -> Path | None:
    """Return the file of a SQLite database; None for PostgreSQL.

    >>> file_of("sqlite:////srv/djambi.sqlite3").name, file_of("postgresql://localhost/djambi")
    ('djambi.sqlite3', None)
    """
    url = make_url(url_of(where))
    return Path(url.database or "") if url.drivername.startswith("sqlite") else None


def shown_url(where: Path | str) -> str:
    """Return a database as people are shown it: without its password.

    >>> shown_url("postgresql://djambi:secret@db/djambi")
    'postgresql://djambi:***@db/djambi'
    """
    return str(where) if isinstance(where, Path) else make_url(where).render_as_string()


class Database:
    """One database, shared by all stores of a process. `where` is a file or a URL (`url_of`).

    It must have been brought to the present form by `upgrade`. The end is `await close()`.
    `file` is None for PostgreSQL.
    """

    def __init__(self, where: Path | str) -> None:
        url = url_of(where)
        self.is_sqlite = url.startswith("sqlite")
        self.file = file_of(where)
        self._engine: AsyncEngine = _engine_of(url, self.is_sqlite)
        self._writer = self._engine.execution_options(djambi_writes=True)
        # On SQLite one at a time writes: waiting here is cheap, waiting inside SQLite is sleeping
        # in steps of up to 100 ms.
        self._turn: AbstractAsyncContextManager[None] = (
            asyncio.Lock() if self.is_sqlite else nullcontext()
        )
        self._is_closed = False
        self.writes = WriteMetrics()
        self._thread = _Thread(url) if self.is_sqlite else None

    async def close(self) -> None:
        """Close all connections, once what uses them has ended; no other is opened any more."""
        self._is_closed = True
        # The end of a connection is a task of its own, also when whoever had it was cancelled: if
        # the event loop ended before it began, the connection would be left to the collector.
        pool = cast("QueuePool", self._engine.pool)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                while pool.checkedout():
                    await asyncio.sleep(CLOSE_INTERVAL_S)
        await self._engine.dispose()
        if self._thread is not None:
            await self._thread.close()

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Open a connection to read with: one state of the database, as long as it is held.

        Raises DjambiError, as everything below does, once the database is closed.
        """
        self._require_open()
        return self._engine.connect()

    async def rows(self, query: TypedReturnsRows[*Ts]) -> Sequence[Row[*Ts]]:
        """Return all rows of a query, read at one moment."""
        async with self.reading() as connection:
            return (await connection.execute(query)).all()

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncConnection]:
        """Open a transaction: its end commits it to the disk; an error undoes all of it.

        On SQLite one at a time writes, so don't wait for anything slow inside, and never open a
        second one inside the first.
        """
        self._require_open()
        async with self._turn:
            with self.writes.watched():
                async with self._writer.begin() as connection:
                    yield connection

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction, as `writing` does, but all of it in one go.

        On SQLite the event loop and the thread that writes meet once for all of it, not at every
        statement.
        """
        self._require_open()
        async with self._turn:
            with self.writes.watched():
                if self._thread is not None:
                    return await self._thread.write(work)
                async with self._writer.begin() as connection:
                    return await connection.run_sync(work)

    def _require_open(self) -> None:
        if self._is_closed:
            raise DjambiError("the database is closed")

    def replacing(self, model: type[Base]) -> Insert:
        """Return an INSERT into the table of `model` that replaces a row with the same key."""
        table = table_of(model)
        adding = self._insert(table)
        keys = [column.name for column in table.primary_key]
        others = [column.name for column in table.columns if column.name not in keys]
        return adding.on_conflict_do_update(
            index_elements=keys, set_={name: adding.excluded[name] for name in others}
        )

    def adding(self, model: type[Base]) -> Insert:
        """Return an INSERT into the table of `model` that leaves a row with the same key as it is.

        Its `rowcount` says whether there was none.
        """
        return self._insert(table_of(model)).on_conflict_do_nothing()

    def _insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        # PostgreSQL's brings all its drivers along: who plays with a file does not wait for them.
        if self.is_sqlite:
            from sqlalchemy.dialects import sqlite

            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)


class _Thread:
    """A thread of its own that writes to a SQLite file, synchronously."""

    def __init__(self, url: str) -> None:
        plain = make_url(url).set(drivername="sqlite")
        engine = create_engine(plain, hide_parameters=True)
        _listen(engine)
        self._engine = engine.execution_options(djambi_writes=True)
        self._pool = ThreadPoolExecutor(1, "database")

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run it in a transaction."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._do, work)

    def _do(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """Close the connection, in the thread that made it."""
        await asyncio.get_running_loop().run_in_executor(self._pool, self._engine.dispose)
        self._pool.shutdown()


def _engine_of(url: str, is_sqlite: bool) -> AsyncEngine:
    # Errors reach logs, and what is stored (e-mails, talk) must not.
    if not is_sqlite:
        # A connection that died while it was idle is noticed before it is used.
        return create_async_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            pool_size=POSTGRES_CONNECTIONS,
            max_overflow=POSTGRES_CONNECTIONS,
        )
    engine = create_async_engine(
        url, hide_parameters=True, connect_args={"async_creator_fn": _SqliteConnection}
    )
    _listen(engine.sync_engine)
    return engine


class _SqliteConnection(aiosqlite.Connection):
    """A connection to a SQLite file; its thread is stopped once.

    The thread ends where it is told to for the first time and answers nothing after that.
    SQLAlchemy tells it a second time where whoever closes the connection is cancelled, as streams
    are again and again: the first would wait for ever, and so would the end of the process.
    """

    def __init__(self, file: str, **options: Any) -> None:
        super().__init__(partial(sqlite3.connect, file, **options), _ROWS_AT_ONCE)
        # As SQLAlchemy has it: a process that ends waits for no query.
        self._thread.daemon = True
        self._stopping: asyncio.Future[Any] | None = None

    def stop(self) -> asyncio.Future[Any] | None:
        """Have the thread close the connection and end; return what is done by then."""
        if self._stopping is None:
            self._stopping = super().stop()  # pyright: ignore[reportUnknownMemberType]
        return self._stopping


def _listen(engine: Engine) -> None:
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)


def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set up a new connection: write-ahead log, every commit on the disk before it returns."""
    # The driver begins transactions too late (at the first change): `_begin` does it.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin IMMEDIATE to write: the lock is taken up front, so that reads are not stale."""
    writes = connection.get_execution_options().get("djambi_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
