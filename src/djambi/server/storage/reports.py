"""The store of reports to the moderators."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import SQLColumnExpression, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from djambi.server.storage.database import Database
from djambi.server.storage.models import AccountModel, PlayerModel, ReportModel, table_of
from djambi.server.timekeeping import now

MAX_REPORTS = 100
"""Reports in a list, at most."""


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report; `aside` is the number of a message in the game's other log (not the reader's)."""

    id: int
    at: int
    reporter: str
    accused: str
    game: str | None
    aside: int | None
    text: str
    verdict: str | None
    moderator: str | None


class ReportStore:
    """Reports, for moderators who are not in the matter themselves.

    Whoever reports, is accused, or sits at the table does not judge; and no moderator can learn
    who plays at an anonymous table by reporting somebody there.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(
        self, reporter: str, accused: str, game: str | None, aside: int | None, text: str
    ) -> None:
        """Store a report."""
        row = {"at": now(), "reporter": reporter, "accused": accused}
        about = {"game": game, "aside": aside, "text": text}
        async with self.database.writing() as connection:
            await connection.execute(insert(ReportModel).values(**row, **about))

    async def count_open(self, moderator: str) -> int:
        """Return how many reports wait for this moderator."""
        query = select(func.count()).where(ReportModel.verdict.is_(None), *_for(moderator))
        async with self.database.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def all(self, moderator: str, closed: bool) -> list[ReportRow]:
        """Return the newest reports with a verdict, or the oldest without one.

        So that everyone's turn comes, however many somebody sends after it.
        """
        if closed:
            newest = ReportModel.id.desc()
            return await self._found(newest, ReportModel.verdict.is_not(None), *_for(moderator))
        return await self._found(ReportModel.id, ReportModel.verdict.is_(None), *_for(moderator))

    async def one(self, moderator: str, report: int) -> ReportRow | None:
        """Return the report of this number, if it is for this moderator."""
        found = await self._found(ReportModel.id, ReportModel.id == report, *_for(moderator))
        return found[0] if found else None

    async def _found(
        self, order: SQLColumnExpression[int], *which: ColumnElement[bool]
    ) -> list[ReportRow]:
        query = select(table_of(ReportModel)).where(*which).order_by(order).limit(MAX_REPORTS)
        rows = await self.database.rows(query)
        return [
            ReportRow(
                row.id,
                row.at,
                row.reporter,
                row.accused,
                row.game,
                row.aside,
                row.text,
                row.verdict,
                row.moderator,
            )
            for row in rows
        ]


async def close_report(
    connection: AsyncConnection, report: int, moderator: str, verdict: str
) -> bool:
    """Store the verdict on a report; False if somebody has closed it."""
    statement = (
        update(ReportModel)
        .where(ReportModel.id == report, ReportModel.verdict.is_(None))
        .values(verdict=verdict, moderator=moderator)
    )
    closed = (await connection.execute(statement)).rowcount > 0
    await empty_closed_reports(connection)
    return closed


async def empty_closed_reports(connection: AsyncConnection) -> None:
    """Empty the texts of closed reports by or about erased accounts: they have served.

    Open ones stay for the moderators: nobody gets out of a report by erasing the account.
    """
    erased = select(AccountModel.id).where(AccountModel.erased)
    theirs = or_(ReportModel.reporter.in_(erased), ReportModel.accused.in_(erased))
    closed = (ReportModel.verdict.is_not(None), ReportModel.text != "")
    await connection.execute(update(ReportModel).where(*closed, theirs).values(text=""))


def _for(moderator: str) -> tuple[ColumnElement[bool], ...]:
    tables = select(PlayerModel.game).where(PlayerModel.account == moderator)
    return (
        ReportModel.reporter != moderator,
        ReportModel.accused != moderator,
        or_(ReportModel.game.is_(None), ReportModel.game.not_in(tables)),
    )
