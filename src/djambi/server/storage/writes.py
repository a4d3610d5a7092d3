"""Measure writes to the database: how long they take, and whether they fail."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from prometheus_client import Histogram
from sqlalchemy.exc import IntegrityError

from djambi.server.database_errors import DATABASE_ERRORS, is_bad_value

RECENT_FAILURE_S: Final = 10.0
"""Seconds for which a failure is remembered: the next one may come only with a larger change."""

BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The bounds, in seconds, by which durations are counted."""


class WriteMetrics:
    """The transactions of a process that changed something: `seconds`, and how many `failed`."""

    def __init__(self) -> None:
        self.failed = 0
        self.seconds = Histogram(
            "djambi_write_seconds",
            "Seconds until a transaction was on the disk.",
            buckets=BUCKETS_S,
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
        except DATABASE_ERRORS as error:
            # Somebody else was first, or a value is none: the database does what it should.
            if not isinstance(error, IntegrityError) and not is_bad_value(error):
                self.failed += 1
                self._failed_at = time.monotonic()
            raise
        self.seconds.observe(time.perf_counter() - begun)
