"""Finished games that everybody may see, found by player, variant, edition or position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, or_, select

from djambi.server.storage.database import Database
from djambi.server.storage.models import GameModel, PlaceModel, PlayerModel
from djambi.server.storage.tables import is_of_edition


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A query for games; "" means anything.

    `player` is an account's id, `place` what `positions.place_of` says of a position. `before` is
    where an earlier answer ended: the time of its last game, and its id.
    """

    player: str = ""
    variant: str = ""
    edition: str = ""
    place: str = ""
    before: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A game that was found, when it was played last, and after how many lines the position."""

    game: str
    played: int
    lines: int


class SearchStore:
    """The index in `database`: every game in it has one position, at least its first."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, game: str, places: Mapping[str, int]) -> None:
        """Index a finished game; a second time changes nothing."""
        rows = [{"position": p, "game": game, "entry": lines} for p, lines in places.items()]
        known = select(PlaceModel.position).where(PlaceModel.game == game).limit(1)
        async with self.database.writing() as connection:
            if (await connection.execute(known)).first() is None:
                # Another process may do so at this moment, in the same order.
                await connection.execute(self.database.adding(PlaceModel), rows)

    async def find(self, sought: SearchQuery, limit: int) -> list[SearchHit]:
        """Return the games that match, the last played first."""
        place = PlaceModel.position == sought.place if sought.place else PlaceModel.entry == 0
        where: list[ColumnElement[bool]] = [place, GameModel.hidden.is_(False)]
        if sought.player:
            playing = select(PlayerModel.game).where(
                PlayerModel.account == sought.player, PlayerModel.shown.is_(True)
            )
            where.append(GameModel.id.in_(playing))
        if sought.variant:
            where.append(GameModel.variant == sought.variant)
        if sought.edition:
            where.append(is_of_edition(sought.edition))
        if sought.before is not None:
            at, last = sought.before
            same = and_(GameModel.played == at, GameModel.id > last)
            where.append(or_(GameModel.played < at, same))
        query = (
            select(GameModel.id, GameModel.played, PlaceModel.entry)
            .join(PlaceModel, PlaceModel.game == GameModel.id)
            .where(*where)
            .order_by(GameModel.played.desc(), GameModel.id)
            .limit(limit)
        )
        rows = await self.database.rows(query)
        return [SearchHit(row.id, row.played, row.entry) for row in rows]
