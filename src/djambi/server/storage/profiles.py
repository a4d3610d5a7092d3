"""The store behind profiles: results, ratings, pacts kept and broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, func, or_, select, tuple_

from djambi.server.storage.database import Database
from djambi.server.storage.models import (
    GameModel,
    PlayerModel,
    PledgeModel,
    RatingModel,
    ResultModel,
    table_of,
)


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating at a variant, after so many games."""

    variant: str
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class PledgeCounts:
    """Pacts kept and broken; secret ones of tables that published them."""

    kept: int = 0
    broken: int = 0
    secret_kept: int = 0
    secret_broken: int = 0


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A seat of a finished game; `at` in milliseconds."""

    game: str
    variant: str
    rules: str
    at: int
    rated: bool
    party: str
    share: float
    account: str | None


class ProfileStore:
    """Reads what is known of an account's games; those of anonymous tables are left out."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def ratings(self, account: str) -> list[RatingRow]:
        """Return the ratings of an account, by variant."""
        query = (
            select(table_of(RatingModel))
            .where(RatingModel.account == account)
            .order_by(RatingModel.variant)
        )
        rows = await self.database.rows(query)
        return [RatingRow(row.variant, row.mu, row.sigma, row.games) for row in rows]

    async def pledges(self, account: str) -> PledgeCounts:
        """Return the sums of all games of an account."""
        columns = (
            PledgeModel.kept,
            PledgeModel.broken,
            PledgeModel.secret_kept,
            PledgeModel.secret_broken,
        )
        query = select(*(func.coalesce(func.sum(each), 0) for each in columns)).where(
            PledgeModel.account == account, PledgeModel.game.in_(_shown_games(account))
        )
        async with self.database.reading() as connection:
            found = (await connection.execute(query)).one()
        return PledgeCounts(*(int(each) for each in found))

    async def public_pledges(self, account: str) -> tuple[int, int]:
        """Return how many promises of public pacts an account has kept and broken."""
        sums = await self.pledges(account)
        return sums.kept, sums.broken

    async def counts(self, account: str) -> tuple[int, int]:
        """Return how many games an account finished, and how many of them it won (alone or not)."""
        mine = (
            select(ResultModel.game, func.max(ResultModel.share).label("share"))
            .where(ResultModel.account == account, ResultModel.game.in_(_shown_games(account)))
            .group_by(ResultModel.game)
            .subquery()
        )
        won = func.count().filter(mine.c.share > 0)
        async with self.database.reading() as connection:
            row = (await connection.execute(select(func.count(), won).select_from(mine))).one()
        return int(row[0]), int(row[1])

    async def played(
        self, account: str, before: tuple[int, str, str] | None, limit: int
    ) -> list[PlayedRow]:
        """Return an account's seats in finished games, newest first.

        `before` is the time, game and party of the row behind which to begin.
        """
        query = (
            select(
                ResultModel.game,
                GameModel.variant,
                GameModel.rules,
                ResultModel.at,
                ResultModel.rated,
                ResultModel.party,
                ResultModel.share,
                ResultModel.account,
            )
            .join(GameModel, GameModel.id == ResultModel.game)
            .where(ResultModel.account == account, ResultModel.game.in_(_shown_games(account)))
            .order_by(ResultModel.at.desc(), ResultModel.game, ResultModel.party)
            .limit(limit)
        )
        if before is not None:
            at, game, party = before
            same = tuple_(ResultModel.game, ResultModel.party) > (game, party)
            query = query.where(or_(ResultModel.at < at, and_(ResultModel.at == at, same)))
        async with self.database.reading() as connection:
            return [PlayedRow(*row) for row in await connection.execute(query)]

    async def seats(self, games: list[str]) -> dict[str, list[tuple[str, str | None, float]]]:
        """Return all seats of finished games: party, account (None for a bot), share."""
        query = (
            select(ResultModel.game, ResultModel.party, ResultModel.account, ResultModel.share)
            .where(ResultModel.game.in_(games))
            .order_by(ResultModel.game, ResultModel.party)
        )
        found: dict[str, list[tuple[str, str | None, float]]] = {}
        async with self.database.reading() as connection:
            for row in await connection.execute(query):
                found.setdefault(row.game, []).append((row.party, row.account, row.share))
        return found


def _shown_games(account: str) -> Select[Any]:
    return select(PlayerModel.game).where(PlayerModel.account == account, PlayerModel.shown)
