"""Measure writes to the database: how long they take, and whether they fail."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from prometheus_client import Histogram
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

RECENT_FAILURE_S: Final = 10.0
"""Seconds for which a failure is remembered: the next one may come only with a larger change."""

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


_BAD_VALUE: Final = "22"
"""The class of SQLSTATE for values that are none: too long, say, or with a NUL."""


def is_bad_value(error: BaseException) -> bool:
    """Return whether the database refused a value, as it would whenever it is tried again."""
    if isinstance(error, DBAPIError):
        # asyncpg's errors for these reach us as no DataError.
        state = getattr(error.orig, "sqlstate", None)
        return isinstance(error, DataError) or str(state).startswith(_BAD_VALUE)
    return False


class WriteMetrics:
    """The transactions of a process that changed something: `seconds`, and how many `failed`."""

    def __init__(self) -> None:
        self.failed = 0
        self.seconds = Histogram(
            "djambi_write_seconds",
            "Seconds until a transaction was on the disk.",
            buckets=_SECONDS,
            registry=None,
        )
        self._failed_at: float | None = None

    @property
    def are_failing(self) -> bool:
        """Return whether a write failed a short time ago."""
        failed = self._failed_at
        return failed is not None and time.monotonic() - failed < RECENT_FAILURE_S

    @contextmanager
    def watched(self) -> Generator[None]:
        """Record how the transaction inside goes."""
        begun = time.perf_counter()
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            # Somebody else was first, or a value is none: the database does what it should.
            if not isinstance(error, IntegrityError) and not is_bad_value(error):
                self.failed += 1
                self._failed_at = time.monotonic()
            raise
        self.seconds.observe(time.perf_counter() - begun)
