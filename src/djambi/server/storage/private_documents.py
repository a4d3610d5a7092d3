"""Private documents of players at their games, as JSON by game, account and kind."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Literal

from sqlalchemy import delete, select

from djambi.server.storage.database import Database
from djambi.server.storage.models import PrivateModel
from djambi.server.storage.people import any_erased, hold_accounts

Kind = Literal["notes", "plans", "ballot"]


def revision_of(data: str | None) -> str:
    """Return what tells a document from those that stood in its place; "" where there is none.

    >>> revision_of(None), revision_of('{"notes":[]}')
    ('', 'bfce066ba420e00d')
    """
    return "" if data is None else sha256(data.encode()).hexdigest()[:16]


class PrivateDocuments:
    """The private things in `database`."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def get(self, game: str, account: str, kind: Kind) -> str | None:
        """Return what an account keeps at a game; None if nothing."""
        query = select(PrivateModel.data).where(
            PrivateModel.game == game,
            PrivateModel.account == account,
            PrivateModel.kind == kind,
        )
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def put(
        self, game: str, account: str, kind: Kind, data: str | None, seen: str | None = None
    ) -> bool:
        """Replace what was there by this; None: by nothing.

        Return whether it was of revision `seen` (None: of any); otherwise it stays.
        """
        is_seen = seen is None

        def replaced(stored: str | None) -> str | None:
            nonlocal is_seen
            is_seen = is_seen or revision_of(stored) == seen
            return data if is_seen else stored

        await self.change(game, account, kind, replaced)
        return is_seen

    async def change(
        self, game: str, account: str, kind: Kind, change: Callable[[str | None], str | None]
    ) -> str | None:
        """Replace what is there, so that nobody comes between; returns what is there then.

        `change` is given what was stored (None: nothing), and returns what is to be. For an account
        that has been erased nothing is.
        """
        here = (
            PrivateModel.game == game,
            PrivateModel.account == account,
            PrivateModel.kind == kind,
        )
        async with self.database.writing() as connection:
            # Who else stores something for this account waits, also where there is nothing yet.
            if await any_erased(connection, account):
                return None
            stored = await connection.execute(select(PrivateModel.data).where(*here))
            before = stored.scalar_one_or_none()
            data = change(before)
            if data is None:
                await connection.execute(delete(PrivateModel).where(*here))
            elif data != before:
                row = {"game": game, "account": account, "kind": kind, "data": data}
                await connection.execute(self.database.replacing(PrivateModel), row)
        return data

    async def games_with(self, kind: Kind) -> set[str]:
        """Return the games at which anybody keeps something of a kind."""
        query = select(PrivateModel.game).where(PrivateModel.kind == kind).distinct()
        async with self.database.reading() as connection:
            return {row.game for row in await connection.execute(query)}

    async def forget(self, game: str, kind: Kind) -> None:
        """Delete what anybody keeps of a kind at a game."""
        here = (PrivateModel.game == game, PrivateModel.kind == kind)
        async with self.database.writing() as connection:
            await hold_accounts(connection, select(PrivateModel.account).where(*here))
            await connection.execute(delete(PrivateModel).where(*here))
