"""The store of what is said and promised beside games, and of what came of the promises."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from djambi.server.game.asides import ASIDE_VERSION, NumberedAside, StoredAsides, decode, encode
from djambi.server.game.events import NumberTaken
from djambi.server.storage.database import Database
from djambi.server.storage.models import AsideModel, PledgeModel, table_of
from djambi.server.storage.people import hold_accounts
from djambi.server.timekeeping import now

_ADD = insert(table_of(AsideModel))


@dataclass(frozen=True, slots=True)
class PledgeRow:
    """Promises that an account kept and broke in one game, of public and of secret pacts."""

    account: str
    kept: int = 0
    broken: int = 0
    secret_kept: int = 0
    secret_broken: int = 0


class AsideStore:
    """Asides of all games, in a `Database`."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def append(self, game: str, number: int, aside: StoredAsides) -> NumberedAside:
        """Store an aside under its number; when this returns it is on the disk.

        Raises NumberTaken if the game already has an aside of this number.
        """
        numbered = NumberedAside(number, now(), aside)
        row = {
            "game": game,
            "number": number,
            "version": ASIDE_VERSION,
            "at": numbered.at,
            "author": aside.by,
            "data": encode(aside),
        }
        try:
            async with self.database.writing() as connection:
                await connection.execute(_ADD, row)
        except IntegrityError:
            raise NumberTaken(f"aside {number} of game {game}") from None
        return numbered

    async def read(self, game: str, after: int = 0) -> list[NumberedAside]:
        """Return the asides of a game with numbers above `after`, in order."""
        query = (
            select(AsideModel.number, AsideModel.at, AsideModel.version, AsideModel.data)
            .where(AsideModel.game == game, AsideModel.number > after)
            .order_by(AsideModel.number)
        )
        rows = await self.database.rows(query)
        return [NumberedAside(row.number, row.at, decode(row.data, row.version)) for row in rows]

    async def numbers(self, games: Iterable[str]) -> dict[str, int]:
        """Return the number of the last aside of each of these games that has any."""
        query = (
            select(AsideModel.game, func.max(AsideModel.number))
            .where(AsideModel.game.in_(list(games)))
            .group_by(AsideModel.game)
        )
        rows = await self.database.rows(query)
        return {str(row[0]): int(row[1]) for row in rows}


async def keep_pledges(
    connection: AsyncConnection, database: Database, game: str, rows: Iterable[PledgeRow]
) -> None:
    """Store what came of the promises of a finished game, in the transaction of `connection`.

    Doing it again changes nothing. Of accounts that are gone (guests who got up long before the
    end) nothing is stored.
    """
    by_account = {row.account: row for row in rows}
    # Who is there now is not swept meanwhile.
    for account in await hold_accounts(connection, by_account):
        row = by_account[account]
        values = {
            "game": game,
            "account": account,
            "kept": row.kept,
            "broken": row.broken,
            "secret_kept": row.secret_kept,
            "secret_broken": row.secret_broken,
        }
        await connection.execute(database.replacing(PledgeModel), values)
