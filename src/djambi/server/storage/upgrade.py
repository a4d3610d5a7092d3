"""Bring the database to the form of this program: at start; a SQLite file after a backup.

One that already has it is not touched (and Alembic is not even imported). One that a newer program
wrote is refused with a clear error, before anything is written. Of processes that start at once
on one PostgreSQL, one migrates and the others wait.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import sys
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from djambi.errors import DjambiError
from djambi.extras import missing_package
from djambi.files import lock, os_error_text
from djambi.server.storage.database import file_of, shown_url, url_of
from djambi.server.storage.models import HEAD

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.ext.asyncio import AsyncConnection

MIGRATIONS = Path(__file__).parent / "migrations"
SERVER_LOCK = "server.lock"
"""The file, beside a SQLite file, that a server keeps locked while it runs."""

_LOCK = 0x646A616D6269
"""The name of PostgreSQL's lock under which a process migrates ("djambi")."""


def revision_of(file: Path) -> str | None:
    """Return the revision of the database in `file`; None if it has no tables of ours yet.

    Raises DjambiError if the file is no SQLite database.
    """
    if not file.exists() or file.stat().st_size == 0:
        return None
    with closing(sqlite3.connect(file)) as connection:
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return None
            raise DjambiError(f"{file}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise DjambiError(f"{file}: {error}") from None
    return str(row[0]) if row else None


def make_folder(folder: Path, ours: bool = True) -> None:
    """Make a folder for its owner alone; one of `ours` that others could read is closed to them.

    Raises DjambiError if it cannot be made.
    """
    try:
        missing = list(takewhile(lambda each: not each.exists(), (folder, *folder.parents)))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DjambiError(f"{folder}: {error.strerror or error}") from None
    for each in reversed(missing):
        _hand_over(each, each.parent)
    if ours:
        _close(folder)


def keep_private(file: Path) -> None:
    """Make a database file that only its owner can read, or close one to others.

    There are hashes of passwords in it, and secret talk. SQLite gives the files that it puts beside
    it the same permissions. Raises DjambiError if it cannot be made.
    """
    try:
        missing = not file.exists()
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise DjambiError(f"{file}: {error.strerror or error}") from None
    if missing:
        _hand_over(file, file.parent)
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        _close(each)


def _hand_over(path: Path, like: Path) -> None:
    """Give what root has made to the owner of `like`: the server is somebody else, and needs it."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return
    owner = like.stat()
    # Not through a link: whoever owns the folder could let it lead to a file of root's.
    with suppress(PermissionError):
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _close(path: Path) -> None:
    """Take the rights of group and others away, if others have any.

    What is open to a group alone was made so by whoever runs the server (for backups, say).
    """
    # Of somebody else's file the rights are somebody else's business.
    with suppress(FileNotFoundError, PermissionError):
        if (mode := path.stat().st_mode) & 0o007:
            path.chmod(stat.S_IMODE(mode) & 0o700)


def back_up(file: Path, revision: str) -> Path:
    """Copy the database (what is still in the WAL file too) beside it; returns the copy."""
    folder = file.parent / "backups"
    make_folder(folder)
    _hand_over(folder, file)
    # Not by local time, which jumps back in autumn.
    stamp = time.strftime("%Y%m%d-%H%M%SZ", time.gmtime())
    copy = _new_file(folder, f"{file.stem}-{revision}-{stamp}", file.suffix)
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except BaseException:
        copy.unlink()
        raise
    return copy


def _new_file(folder: Path, stem: str, suffix: str) -> Path:
    """Make an empty file for its owner alone, with a name that no other has.

    Raises DjambiError if it cannot be made.
    """
    file, more = folder / f"{stem}{suffix}", 1
    while True:
        try:
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            more += 1
            file = folder / f"{stem}-{more}{suffix}"
        except OSError as error:
            raise DjambiError(f"{file}: {error.strerror or error}") from None
        else:
            _hand_over(file, folder)
            return file


def upgrade(where: Path | str) -> Path | None:
    """Make or upgrade a database (`url_of`); returns the backup of a file if one was needed.

    All of it is done or nothing, and of an upgrade that fails no backup is kept. PostgreSQL is not
    backed up: that is for whoever runs it. Don't call it in an event loop.
    Raises DjambiError for a database that is none, comes from a newer program or does not answer.
    """
    file = file_of(where)
    if file is None:
        asyncio.run(_upgrade_postgresql(str(where)))
        return None
    return _upgrade_file(file)


def _upgrade_file(file: Path) -> Path | None:
    found = revision_of(file)
    if found == HEAD:
        keep_private(file)
        return None
    config = checked(str(file), found)
    backup = back_up(file, found) if found is not None else None
    make_folder(file.parent, ours=False)
    keep_private(file)
    engine = _migrating(file)
    try:
        with engine.begin() as connection:
            migrate(connection, config)
    except BaseException:
        # The file is as it was; a server that is started again and again would fill the disk.
        if backup is not None:
            backup.unlink()
        raise
    finally:
        engine.dispose()
    return backup


def _migrating(file: Path) -> Engine:
    """Return an engine whose transactions undo changes of tables too."""
    from sqlalchemy import create_engine, event

    def prepare(connection: DBAPIConnection, _entry: object) -> None:
        # The driver begins no transaction before a change of tables: `begin` does. References are
        # not looked after: tables are replaced by others.
        connection.isolation_level = None

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    engine = create_engine(f"sqlite:///{file}", hide_parameters=True)
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def upgrade_existing(where: Path | str) -> None:
    """Upgrade a database that is there already, as `upgrade` does; make none.

    Raises DjambiError also where there is none: whoever looks after a server has named the wrong
    one then, and an empty one would look like a server that has lost everything. Raises it too for
    a file of an older form on which a server of that form still runs.
    """
    file = file_of(where)
    if file is None:
        asyncio.run(_upgrade_postgresql(str(where), make=False))
        return
    found = revision_of(file)
    if found is None:
        raise _missing(where)
    if found == HEAD:
        _upgrade_file(file)
        return
    checked(str(file), found)
    with _no_server(file):
        _upgrade_file(file)


@contextmanager
def _no_server(file: Path) -> Generator[None]:
    """Keep servers away from a file; raises DjambiError if one runs on it."""
    beside = file.with_name(SERVER_LOCK)
    try:
        missing = not beside.exists()
        held = beside.open("a")
    except OSError as error:
        raise DjambiError(f"{beside}: {error.strerror or error}") from None
    with held:
        if missing:
            _hand_over(beside, file)
        if not lock(held):
            raise DjambiError(
                f"{file}: an older version of the server is running on it; restart it first "
                "(the new one upgrades the database)"
            )
        yield


def _missing(where: Path | str) -> DjambiError:
    return DjambiError(
        f"{shown_url(where)}: there is no server database there; name its settings "
        "(djambi admin --config FILE …), start the server once, or restore a backup"
    )


async def _upgrade_postgresql(where: str, make: bool = True) -> None:
    from sqlalchemy import inspect, text

    async with connected(where) as connection:
        await connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        tables = await connection.run_sync(lambda inner: inspect(inner).get_table_names())
        found = None
        if "alembic_version" in tables:
            query = text("SELECT version_num FROM alembic_version")
            found = (await connection.execute(query)).scalar_one_or_none()
        elif "games" in tables:
            raise DjambiError(f"{shown_url(where)}: it contains tables of another program")
        if found is None and not make:
            raise _missing(where)
        if found != HEAD:
            await connection.run_sync(migrate, checked(shown_url(where), found))


@asynccontextmanager
async def connected(where: str) -> AsyncGenerator[AsyncConnection]:
    """Open a transaction on a server that may not be there, with an error that says so."""
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    try:
        engine = create_async_engine(url_of(where), poolclass=NullPool)
    except ModuleNotFoundError as error:
        raise missing_package("PostgreSQL", error, "many") from None
    try:
        connection = engine.connect()
        try:
            await connection.start()
        except OSError as error:
            raise DjambiError(f"{shown_url(where)}: {os_error_text(error)}") from None
        try:
            async with connection.begin():
                yield connection
        finally:
            await connection.close()
    except DBAPIError as error:
        raise DjambiError(f"{shown_url(where)}: {str(error.orig).splitlines()[0]}") from None
    finally:
        await engine.dispose()


def checked(name: str, found: str | None) -> Config:
    """Return how Alembic is to run; raises DjambiError for a revision that it does not know."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise DjambiError(
            f"{name}: written by a newer version of Djambi (form {found}, this one knows {HEAD})"
        )
    return config


def migrate(connection: Connection, config: Config, revision: str = "head") -> None:
    """Migrate a database from any older form to this one."""
    from alembic import command

    config.attributes["connection"] = connection
    command.upgrade(config, revision)
