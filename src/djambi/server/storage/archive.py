"""Backup and restore: the whole database as one compressed file, whichever kind it is.

A line of JSON says which form the database has, then come the tables, a line a row, and at the end
a line that counts them. A backup is one moment of a server that may go on; it holds everything, the
hashes of passwords and secret talk too, so its file is for its owner alone. It is restored into an
empty database, of either kind; one of an older form is brought to the present one.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import secrets
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO, TypeVar, cast

from sqlalchemy import (
    Connection,
    MetaData,
    Table,
    create_engine,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from djambi.errors import DjambiError
from djambi.server.database_errors import is_passing
from djambi.server.storage.database import Database, file_of, shown_url
from djambi.server.storage.models import HEAD, Base
from djambi.server.storage.upgrade import (
    checked,
    connected,
    keep_private,
    make_folder,
    migrate,
    upgrade_existing,
)

BACKUP_KIND = "djambi backup"
ROWS_PER_BATCH = 500
"""Rows that are read or written at a time."""

T = TypeVar("T")


class BadBackup(DjambiError):
    """A file that is no whole backup."""


@dataclass(frozen=True, slots=True)
class BackupContents:
    """The head of a backup: its form, when it was made (milliseconds, UTC), rows by table."""

    form: str
    at: int
    tables: Mapping[str, int]

    @property
    def rows(self) -> int:
        """Return how many rows there are in all."""
        return sum(self.tables.values())


def back_up(where: Path | str, file: Path) -> int:
    """Write a backup of a database of the present form; returns the number of its rows.

    The file is written whole or not at all. Raises DjambiError if it exists or cannot be written.
    """
    if file.exists():
        raise DjambiError(f"{file}: already exists")
    upgrade_existing(where)
    # Nobody else can have prepared a file of this name, to read what is written.
    parts = file.with_name(f".{file.name[:40]}.{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(os.open(parts, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as out:
                rows = asyncio.run(_dump(where, out))
            raw.flush()
            os.fsync(raw.fileno())
        parts.replace(file)
    except OSError as error:
        raise DjambiError(f"{file}: {error.strerror or error}") from None
    finally:
        parts.unlink(missing_ok=True)
    return rows


async def _dump(where: Path | str, out: TextIO) -> int:
    database = Database(where)
    try:
        async with database.reading() as connection:
            if not database.is_sqlite:
                # As SQLite has it anyway: one state, whatever is stored meanwhile.
                await connection.execution_options(isolation_level="REPEATABLE READ")
            return await connection.run_sync(_write, out)
    finally:
        await database.close()


def _write(connection: Connection, out: TextIO) -> int:
    def line(value: object) -> None:
        out.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")

    line({"kind": BACKUP_KIND, "form": HEAD, "at": int(time.time() * 1000)})
    counts: dict[str, int] = {}
    for table in Base.metadata.sorted_tables:
        line({"table": table.name, "columns": [column.name for column in table.columns]})
        counts[table.name] = 0
        found = connection.execution_options(yield_per=ROWS_PER_BATCH).execute(select(table))
        for row in found:
            line(list(row))
            counts[table.name] += 1
    rows = sum(counts.values())
    line({"rows": rows, "tables": counts})
    return rows


def restore(where: Path | str, file: Path) -> int:
    """Restore a backup into a new database; returns the number of its rows.

    Raises DjambiError for a database that is not empty, BadBackup for a file that is no whole
    backup; then nothing is left of the try.
    """
    return _restored(where, file).rows


def verify(file: Path) -> BackupContents:
    """Restore a backup into a database that is thrown away, and return what there was in it.

    Every row must have been stored, table by table as many as the backup says, each with whatever
    it refers to. The database lies in the folder that TMPDIR names, or else beside the backup,
    where there is room for such files, or in the system's temporary folder if nothing can be
    written there. Raises BadBackup if it would not be restored whole, DjambiError if it cannot be
    tried.
    """
    is_beside = "TMPDIR" not in os.environ and os.access(file.parent, os.W_OK)
    beside = file.parent if is_beside else None
    try:
        scratch = TemporaryDirectory(prefix=".djambi-", dir=beside)
    except OSError as error:
        raise DjambiError(f"{beside or 'no temporary folder'}: {error.strerror or error}") from None
    with scratch as folder:
        return _restored(Path(folder) / "scratch.sqlite3", file)


def _restored(where: Path | str, file: Path) -> BackupContents:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            return _with_empty(where, lambda connection: _fill(connection, lines, str(file)))
    except (gzip.BadGzipFile, zlib.error, EOFError, UnicodeDecodeError):
        raise BadBackup(f"{file}: not a complete backup") from None
    except OSError as error:
        raise DjambiError(f"{file}: {error.strerror or error}") from None


def _with_empty(where: Path | str, fill: Callable[[Connection], T]) -> T:
    """Fill an empty database in one transaction."""
    found = file_of(where)
    if found is None:
        return asyncio.run(_with_empty_postgresql(str(where), fill))
    if found.exists() and found.stat().st_size:
        raise DjambiError(f"{found}: a backup needs an empty database")
    make_folder(found.parent, ours=False)
    keep_private(found)
    engine = create_engine(f"sqlite:///{found}", hide_parameters=True)
    try:
        with engine.begin() as connection:
            return fill(connection)
    except BaseException as error:
        engine.dispose()
        for end in ("", "-journal", "-wal", "-shm"):
            found.with_name(found.name + end).unlink(missing_ok=True)
        if isinstance(error, DBAPIError):
            raise DjambiError(f"{found}: {error.orig}") from None
        raise
    finally:
        engine.dispose()


async def _with_empty_postgresql(where: str, fill: Callable[[Connection], T]) -> T:
    async with connected(where) as connection:
        tables = await connection.run_sync(lambda inner: inspect(inner).get_table_names())
        if tables:
            raise DjambiError(f"{shown_url(where)}: a backup needs an empty database")
        return await connection.run_sync(fill)


def _fill(connection: Connection, lines: Iterable[str], name: str) -> BackupContents:
    values = _values(lines, name)
    head = next(values, None)
    form = _form(head)
    if form is None:
        raise BadBackup(f"{name}: not a backup of Djambi")
    config = checked(name, form)
    migrate(connection, config, form)
    metadata = MetaData()
    metadata.reflect(connection)
    try:
        tables = _insert(connection, metadata, values, name)
    except DjambiError:
        raise
    except (
        SQLAlchemyError,
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        OverflowError,
    ) as error:
        if is_passing(error):
            raise  # The disk is full, say: nothing is wrong with the backup.
        raise BadBackup(f"{name}: a damaged backup ({type(error).__name__})") from None
    _check_counts(connection, metadata, tables, name)
    migrate(connection, config)
    return BackupContents(form, _made(head), tables)


def _check_counts(
    connection: Connection, metadata: MetaData, tables: Mapping[str, int], name: str
) -> None:
    """Raise BadBackup unless the database has so many rows, and whatever they refer to."""
    for table, rows in tables.items():
        query = select(func.count()).select_from(metadata.tables[table])
        if (stored := connection.execute(query).scalar_one()) != rows:
            raise BadBackup(f"{name}: {table}: {stored} rows were stored of {rows}")
    # PostgreSQL looks after it by itself.
    if connection.dialect.name == "sqlite":
        lost = connection.execute(text("PRAGMA foreign_key_check")).first()
        if lost is not None:
            raise BadBackup(f"{name}: {lost[0]}: a row refers to one of {lost[2]} that is missing")


def _made(head: Any) -> int:
    """Return when a backup was made, by its first line; 0 where it does not say."""
    at = head.get("at")
    return at if isinstance(at, int) else 0


def _form(head: Any) -> str | None:
    """Return the form that a backup's first line names; None if it is none."""
    try:
        return str(head["form"]) if head["kind"] == BACKUP_KIND else None
    except (KeyError, TypeError):
        return None


def _values(lines: Iterable[str], name: str) -> Iterator[Any]:
    for number, line in enumerate(lines, 1):
        try:
            yield json.loads(line)
        except (RecursionError, ValueError):
            raise BadBackup(f"{name}: line {number} is damaged") from None


def _insert(
    connection: Connection, metadata: MetaData, values: Iterator[Any], name: str
) -> dict[str, int]:
    """Store the rows; returns how many there were, by table."""
    counts: dict[str, int] = {}
    table: Table | None = None
    columns: list[str] = []
    waiting: list[dict[str, object]] = []

    def store() -> None:
        if table is not None and waiting:
            connection.execute(insert(table), waiting)
            waiting.clear()

    for value in values:
        if isinstance(value, list):
            row = cast("list[object]", value)
            waiting.append(dict(zip(columns, row, strict=True)))
            counts[table.name if table is not None else ""] += 1
            if len(waiting) == ROWS_PER_BATCH:
                store()
            continue
        store()
        if "rows" in value:
            if value["rows"] != (rows := sum(counts.values())):
                raise BadBackup(f"{name}: {rows} rows, and there were {value['rows']}")
            # Backups of versions before 0004 count no tables.
            if value.get("tables", counts) != counts:
                raise BadBackup(f"{name}: other tables than it says at its end")
            _count_on(connection, metadata)
            return counts
        table, columns = metadata.tables[value["table"]], value["columns"]
        # An INSERT would pass over them without a word.
        if unknown := [column for column in columns if column not in table.columns]:
            raise BadBackup(f"{name}: {table.name}: there is no column {unknown[0]}")
        counts[table.name] = 0
    raise BadBackup(f"{name}: not a complete backup")


def _count_on(connection: Connection, metadata: MetaData) -> None:
    """Let PostgreSQL number new rows after those that came with numbers: it does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in metadata.tables.values():
        for column in table.primary_key:
            named = text("SELECT pg_get_serial_sequence(:table, :column)")
            about = {"table": table.name, "column": column.name}
            sequence = connection.execute(named, about).scalar()
            if sequence is not None:
                most = connection.execute(select(func.max(column))).scalar() or 0
                set_on = text("SELECT setval(:sequence, :next, false)")
                connection.execute(set_on, {"sequence": sequence, "next": most + 1})
