"""Bring the database file to the form of this program: at start, after a backup.

A file that already has it is not touched (and Alembic is not even imported). A file that a newer
program wrote is refused with a clear error, before anything is written.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from djambi.errors import DjambiError
from djambi.server.storage.models import HEAD

MIGRATIONS = Path(__file__).parent / "migrations"


def revision_of(file: Path) -> str | None:
    """The revision of the database in `file`; None if it has no tables of ours yet.

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


def back_up(file: Path, revision: str) -> Path:
    """Copy the database (what is still in the WAL file too) beside it; returns the copy."""
    folder = file.parent / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    copy = folder / f"{file.stem}-{revision}-{stamp}{file.suffix}"
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


def upgrade(file: Path) -> Path | None:
    """Make or upgrade the database in `file`; returns the backup if one was needed.

    Raises DjambiError for a file that is no database or comes from a newer program.
    """
    found = revision_of(file)
    if found == HEAD:
        return None
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from sqlalchemy import create_engine

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise DjambiError(
            f"{file}: written by a newer version of Djambi (form {found}, this one knows {HEAD})"
        )
    backup = back_up(file, found) if found is not None else None
    file.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(f"sqlite:///{file}")
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
    return backup
