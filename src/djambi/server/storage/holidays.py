"""The holidays of people, in the data that an account keeps beside its columns."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

from sqlalchemy import select, update

from djambi.server.storage.database import Database
from djambi.server.storage.online import AccountModel

Holidays = list[tuple[int, int]]
"""From when to when (milliseconds, UTC), in order."""

_KEY = "holidays"


class HolidaysStore:
    """The holidays in `database`."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def get(self, account: str) -> Holidays:
        """The holidays that an account has taken."""
        query = select(AccountModel.data).where(AccountModel.id == account)
        async with self.database.reading() as connection:
            data = (await connection.execute(query)).scalar_one_or_none()
        return _holidays(_read(data))

    async def change(self, account: str, change: Callable[[Holidays], Holidays]) -> Holidays:
        """Change the holidays of an account, so that nobody comes between; returns them."""
        query = select(AccountModel.data).where(AccountModel.id == account).with_for_update()
        async with self.database.writing() as connection:
            kept = _read((await connection.execute(query)).scalar_one_or_none())
            holidays = change(_holidays(kept))
            text = json.dumps({**kept, _KEY: holidays})
            storing = update(AccountModel).where(AccountModel.id == account).values(data=text)
            await connection.execute(storing)
        return holidays


def _read(data: str | None) -> dict[str, Any]:
    found = json.loads(data or "{}")
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _holidays(kept: dict[str, Any]) -> Holidays:
    return [(int(began), int(until)) for began, until in kept.get(_KEY, [])]
