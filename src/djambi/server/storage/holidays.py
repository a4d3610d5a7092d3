"""The holidays of people, in the data that an account keeps beside its columns."""

from __future__ import annotations

from collections.abc import Callable

from djambi.server.storage.account_preferences import choose, chosen
from djambi.server.storage.database import Database

HolidayRecord = list[tuple[int, int]]
"""From when to when (milliseconds, UTC), in order."""

_KEY = "holidays"


class HolidayStore:
    """The holidays in `database`."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def get(self, account: str) -> HolidayRecord:
        """Return the holidays that an account has taken."""
        return _holidays(await chosen(self.database, account, _KEY))

    async def change(
        self, account: str, change: Callable[[HolidayRecord], HolidayRecord]
    ) -> HolidayRecord:
        """Change the holidays of an account, so that nobody comes between; returns them."""
        return await choose(self.database, account, _KEY, lambda known: change(_holidays(known)))


def _holidays(kept: list[list[int]] | None) -> HolidayRecord:
    return [(int(began), int(until)) for began, until in kept or []]
