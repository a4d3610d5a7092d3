"""The time of day, which never goes back and never stands still.

A computer's clock may be set back while games are played. Clocks, deadlines and the order of events
then go on by the monotonic clock, until the other has caught up. What is set forward is followed:
nobody's time was over in what was left out (`Outages`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

MAX_CLOCK_LEAD_MS: Final = 3_600_000
"""Milliseconds by which a server that starts believes its store more than its own clock."""

DAY_MS: Final = 86_400_000

KEEP_THOUGHTS_MS: Final = 90 * DAY_MS
"""Milliseconds for which thoughts about positions are kept, in a database or a browser."""

_NS_PER_MS: Final = 1_000_000


class SteadyClock:
    """Milliseconds since 1970, UTC; `wall` and `steady` tell nanoseconds.

    >>> wall, steady = [500 * _NS_PER_MS], [0]
    >>> clock = SteadyClock(lambda: wall[0], lambda: steady[0])
    >>> clock.now()
    500
    >>> wall[0], steady[0] = 100 * _NS_PER_MS, 30 * _NS_PER_MS
    >>> clock.now()
    530
    """

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,
        steady: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.wall = wall
        self._steady = steady
        self._ahead = wall() - steady()

    def now(self) -> int:
        """Return the time of day; never less than at any call before."""
        # In this order: what comes between the two makes it late by a moment, never early for good.
        wall, steady = self.wall(), self._steady()
        self._ahead = max(self._ahead, wall - steady)
        return (steady + self._ahead) // _NS_PER_MS

    def go_on_from(self, at: int) -> None:
        """Advance the clock to a time known to have passed, unless that is far ahead.

        Further than `MAX_CLOCK_LEAD_MS` it is some other clock's mistake.
        """
        if at - self.now() <= MAX_CLOCK_LEAD_MS:
            self._ahead = max(self._ahead, at * _NS_PER_MS - self._steady())


CLOCK: Final = SteadyClock()
"""The clock of this process."""


def now() -> int:
    """Return the milliseconds since 1970, UTC; never less than before, whatever the clock does."""
    return CLOCK.now()


def iso(at: int) -> str:
    """Return milliseconds since 1970 as ISO 8601 in UTC.

    >>> iso(0)
    '1970-01-01T00:00:00.000Z'
    """
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
