"""Private documents of players at their games, as JSON by game, account and kind."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import delete, select

from djambi.server.storage.database import Database
from djambi.server.storage.online import PrivateModel

Kind = Literal["notes", "plans", "ballot"]


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

    async def put(self, game: str, account: str, kind: Kind, data: str | None) -> None:
        """Replace what was there by this; None: by nothing."""
        async with self.database.writing() as connection:
            if data is not None:
                row = {"game": game, "account": account, "kind": kind, "data": data}
                await connection.execute(self.database.replacing(PrivateModel), row)
                return
            await connection.execute(
                delete(PrivateModel).where(
                    PrivateModel.game == game,
                    PrivateModel.account == account,
                    PrivateModel.kind == kind,
                )
            )

    async def games_with(self, kind: Kind) -> set[str]:
        """Return the games at which anybody keeps something of a kind."""
        query = select(PrivateModel.game).where(PrivateModel.kind == kind).distinct()
        async with self.database.reading() as connection:
            return {row.game for row in await connection.execute(query)}

    async def forget(self, game: str, kind: Kind) -> None:
        """Delete what anybody keeps of a kind at a game."""
        statement = delete(PrivateModel).where(PrivateModel.game == game, PrivateModel.kind == kind)
        async with self.database.writing() as connection:
            await connection.execute(statement)
