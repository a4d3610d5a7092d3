"""Find the games that wait for somebody."""

from __future__ import annotations

from sqlalchemy import select

from djambi.server.game.summaries import decode_seats
from djambi.server.storage.database import Database
from djambi.server.storage.models import GameModel, PlayerModel, PrivateModel


class AwaitedTurnsStore:
    """Whose turn it is, in `database`."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def count(self, account: str) -> int:
        """Return in how many games under way an account is to move."""
        mine = select(PlayerModel.game).where(PlayerModel.account == account)
        query = select(GameModel.seats, GameModel.mover).where(
            GameModel.id.in_(mine),
            GameModel.stage == "playing",
            GameModel.mover.is_not(None),
        )
        rows = await self.database.rows(query)
        return sum(_moves(row.seats, row.mover, account) for row in rows)

    async def with_plans(self) -> set[str]:
        """Return the games under way at which who is to move has stored plans."""
        query = (
            select(GameModel.id, GameModel.seats, GameModel.mover, PrivateModel.account)
            .join(PrivateModel, PrivateModel.game == GameModel.id)
            .where(
                PrivateModel.kind == "plans",
                GameModel.stage == "playing",
                GameModel.mover.is_not(None),
            )
        )
        rows = await self.database.rows(query)
        return {row.id for row in rows if _moves(row.seats, row.mover, row.account)}


def _moves(seats: str, mover: str, account: str) -> bool:
    return any(
        seat.party == mover and seat.player == "person" and seat.device == account
        for seat in decode_seats(seats)
    )
