"""A person's choices, in the JSON data of the account, one key each."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar, cast

from sqlalchemy import select, update

from djambi.server.storage.database import Database
from djambi.server.storage.models import AccountModel

T = TypeVar("T")


async def chosen(database: Database, account: str, key: str) -> Any:
    """Return what is kept under a key for an account; None if nothing is."""
    query = select(AccountModel.data).where(AccountModel.id == account)
    async with database.reading() as connection:
        data = (await connection.execute(query)).scalar_one_or_none()
    return _read(data).get(key)


async def choose(database: Database, account: str, key: str, change: Callable[[Any], T]) -> T:
    """Change what is kept under a key, so that nobody comes between; returns it.

    `change` is given what was kept (None if nothing was); it may raise, and nothing is changed. For
    an account that has been erased nothing is kept.
    """
    mine = (AccountModel.id == account, AccountModel.erased.is_(False))
    query = select(AccountModel.data).where(*mine).with_for_update()
    async with database.writing() as connection:
        kept = _read((await connection.execute(query)).scalar_one_or_none())
        made = change(kept.get(key))
        text = json.dumps({**kept, key: made})
        await connection.execute(update(AccountModel).where(*mine).values(data=text))
    return made


def _read(data: str | None) -> dict[str, Any]:
    found = json.loads(data or "{}")
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
