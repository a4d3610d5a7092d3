"""The store of online tables, apart from their logs: lists, links, deadlines, secret ballots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, Select, func, or_, select, update

from djambi.server.game.summaries import decode_seats
from djambi.server.storage.database import Database
from djambi.server.storage.models import (
    AccountModel,
    GameModel,
    PlayerModel,
    PrivateModel,
    table_of,
)
from djambi.server.storage.people import any_erased

_BALLOT = "ballot"


class _Ballot(msgspec.Struct):
    """An account's answer in the vote that event `vote` called."""

    vote: int
    agree: bool


class _Rated(msgspec.Struct):
    """Of a table's terms whether they are rated."""

    rated: bool


_ballots = msgspec.json.Decoder(_Ballot)
_rated = msgspec.json.Decoder(_Rated)


@dataclass(frozen=True, slots=True)
class TableRow:
    """An online table in a list; times in milliseconds, UTC; `seats` and `terms` are JSON."""

    id: str
    variant: str
    rules: str
    created: int
    played: int
    seats: str
    position: str
    ply: int
    mover: str | None
    winners: str | None
    stage: str
    host: str
    terms: str
    series: str
    turn_until: int | None


class TablesStore:
    """The tables of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def lobby(
        self, stage: str, filters: Mapping[str, str], since: int, limit: int
    ) -> tuple[list[TableRow], int]:
        """Return tables that the lobby shows, newest first, and how many there are in all.

        `filters` are what must be equal: `variant`, `edition`. Nothing has happened `since` at
        those that are left out.
        """
        where: list[ColumnElement[bool]] = [
            GameModel.listed.is_(True),
            GameModel.stage == stage,
            GameModel.hidden.is_(False),
            GameModel.terms.is_not(None),
            GameModel.played >= since,
        ]
        if variant := filters.get("variant"):
            where.append(GameModel.variant == variant)
        if edition := filters.get("edition"):
            where.append(is_of_edition(edition))
        query = _rows().where(*where).order_by(GameModel.created.desc(), GameModel.id).limit(limit)
        counting = select(func.count()).select_from(GameModel).where(*where)
        async with self.database.reading() as connection:
            rows = (await connection.execute(query)).all()
            count = (await connection.execute(counting)).scalar_one()
        return [_row(row) for row in rows], count

    async def of_player(self, account: str, limit: int) -> list[TableRow]:
        """Return tables where an account sits, sat or is awaited, those under way first.

        Also hidden ones that have begun: their players go on. What never begins may have been made
        by mistake (`tables.rematch`).
        """
        mine = select(PlayerModel.game).where(PlayerModel.account == account)
        led_to = GameModel.hidden.is_(False) | (GameModel.stage != "waiting")
        over = GameModel.stage.in_(("over", "ended"))
        query = (
            _rows()
            .where(GameModel.id.in_(mine), led_to)
            .order_by(over, GameModel.played.desc(), GameModel.id)
            .limit(limit)
        )
        return [_row(row) for row in await self.database.rows(query)]

    async def is_hidden(self, game: str) -> bool:
        """Return whether a moderator has taken a table out of the lists (`djambi admin hide`)."""
        query = select(GameModel.hidden).where(GameModel.id == game)
        return any(row.hidden for row in await self.database.rows(query))

    async def rated_under_way(self, accounts: Iterable[str]) -> list[str]:
        """Return the positions of the rated games under way at which any of these accounts play."""
        theirs = select(PlayerModel.game).where(PlayerModel.account.in_(list(accounts)))
        query = select(GameModel.position, GameModel.terms).where(
            GameModel.id.in_(theirs), GameModel.stage == "playing", GameModel.terms.is_not(None)
        )
        rows = await self.database.rows(query)
        return [row.position for row in rows if _rated.decode(row.terms).rated]

    async def these(self, games: Sequence[str]) -> list[TableRow]:
        """Return the tables of these games, in no order."""
        query = _rows().where(GameModel.id.in_(games), GameModel.terms.is_not(None))
        return [_row(row) for row in await self.database.rows(query)]

    async def held_by_erased(self, account: str = "") -> list[tuple[str, str]]:
        """Return the games not yet over at which an erased account (each, or this one) has a seat.

        With each game the account that sits there, or that a seat is kept for.
        """
        query = (
            select(GameModel.id, GameModel.seats, PlayerModel.account)
            .join(PlayerModel, PlayerModel.game == GameModel.id)
            .join(AccountModel, AccountModel.id == PlayerModel.account)
            .where(AccountModel.erased, GameModel.stage.in_(("waiting", "playing")))
            .distinct()
        )
        if account:
            query = query.where(PlayerModel.account == account)
        rows = await self.database.rows(query)
        return [
            (row.id, row.account)
            for row in rows
            if any(row.account in (seat.device, seat.kept) for seat in decode_seats(row.seats))
        ]

    async def invited(self, key: str) -> str | None:
        """Return the game whose link has this key."""
        query = select(GameModel.id).where(GameModel.invite == key)
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    # --- deadlines ------------------------------------------------------------------------------

    async def deadlines(self, before: int | None = None) -> list[tuple[str, int]]:
        """Return tables that have to be looked at, and when: all, or only those before a time."""
        query = select(GameModel.id, GameModel.deadline).where(
            GameModel.stage.in_(("waiting", "playing")), GameModel.deadline.is_not(None)
        )
        if before is not None:
            query = query.where(GameModel.deadline < before)
        rows = await self.database.rows(query)
        return [(row.id, row.deadline) for row in rows]

    async def set_deadline(self, game: str, at: int) -> None:
        """Set when a table has to be looked at next."""
        statement = update(GameModel).where(GameModel.id == game).values(deadline=at)
        async with self.database.writing() as connection:
            await connection.execute(statement)

    async def ended(self) -> list[str]:
        """Return games that are over and not yet in the indexes."""
        query = select(GameModel.id).where(GameModel.stage == "ended")
        return [row.id for row in await self.database.rows(query)]

    async def finished(self, game: str) -> None:
        """Mark a game that is over as indexed."""
        statement = (
            update(GameModel)
            .where(GameModel.id == game, GameModel.stage == "ended")
            .values(stage="over", deadline=None)
        )
        async with self.database.writing() as connection:
            await connection.execute(statement)

    # --- secret ballots -------------------------------------------------------------------------

    async def ballots(self, game: str) -> dict[str, tuple[int, bool]]:
        """Return the last vote (its number) that each account took part in, and its answer."""
        query = select(PrivateModel.account, PrivateModel.data).where(
            PrivateModel.game == game, PrivateModel.kind == _BALLOT
        )
        rows = await self.database.rows(query)
        read = {row.account: _ballots.decode(row.data) for row in rows}
        return {account: (one.vote, one.agree) for account, one in read.items()}

    async def set_ballot(self, game: str, account: str, vote: int, agree: bool) -> None:
        """Store what an account says in a vote."""
        data = msgspec.json.encode(_Ballot(vote, agree)).decode()
        values = {"game": game, "account": account, "kind": _BALLOT, "data": data}
        async with self.database.writing() as connection:
            if not await any_erased(connection, account):
                await connection.execute(self.database.replacing(PrivateModel), values)


def is_of_edition(edition: str) -> ColumnElement[bool]:
    """Return whether a game is played by an edition, changed or not."""
    changed = GameModel.rules.startswith(f"{edition},", autoescape=True)
    return or_(GameModel.rules == edition, changed)


def _rows() -> Select[Any]:
    return select(table_of(GameModel))


def _row(row: Row[Any]) -> TableRow:
    return TableRow(
        id=row.id,
        variant=row.variant,
        rules=row.rules,
        created=row.created,
        played=row.played,
        seats=row.seats,
        position=row.position,
        ply=row.ply,
        mover=row.mover,
        winners=row.winners,
        stage="over" if row.stage == "ended" else row.stage,
        host=row.host or "",
        terms=row.terms or "{}",
        series=row.series or "",
        turn_until=row.turn_until,
    )
