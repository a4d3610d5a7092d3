"""What an error of the database means: a value it refuses, or a database that is away."""

from __future__ import annotations

import sqlite3
from traceback import walk_tb
from typing import Final

from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    InternalError,
    NotSupportedError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

DATABASE_ERRORS: Final = (SQLAlchemyError, OSError)
"""What a database may raise: OSError where it cannot be reached, or does not answer in time."""

_PERMANENT = (IntegrityError, InternalError, NotSupportedError, ProgrammingError)
"""Errors of the database that trying again does not mend."""

_GOODBYE: Final = "InternalClientError"
"""What asyncpg raises where PostgreSQL, shutting down, ends a connection between two statements."""

_BAD_VALUE: Final = "22"
"""The class of SQLSTATE for values that are none: too long, say, or with a NUL."""


def is_bad_value(error: BaseException) -> bool:
    """Return whether the database refused a value, as it would whenever it is tried again."""
    if isinstance(error, DBAPIError):
        # asyncpg's errors for these reach us as no DataError.
        state = getattr(error.orig, "sqlstate", None)
        return isinstance(error, DataError) or str(state).startswith(_BAD_VALUE)
    return False


def is_passing(error: BaseException) -> bool:
    """Return whether something may be done if it is tried again later."""
    if isinstance(error, DBAPIError) and type(error.orig).__name__ == _GOODBYE:
        return True
    if is_bad_value(error):
        return False
    passing = (DBAPIError, PoolTimeout, OSError)
    return isinstance(error, passing) and not isinstance(error, _PERMANENT)


def postgres_trouble(error: BaseException) -> str:
    """Return in one line, without values, why PostgreSQL cannot be used now; "" if it is not that.

    >>> postgres_trouble(ConnectionRefusedError())
    ''
    """
    if not is_passing(error):
        return ""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    if isinstance(cause, OSError):
        # Many things raise one; this was to be a connection.
        modules = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(cause.__traceback__)]
        if not any(name.startswith("asyncpg.") for name in modules):
            return ""
    elif isinstance(cause, sqlite3.Error):
        return ""
    return f"{type(cause).__name__}: {cause}".partition("\n")[0]
