"""Delete what nobody needs any more: by age, a few rows at a time.

Every statement may be repeated, and several processes may do it at once. Times are milliseconds
since 1970, UTC.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Select,
    SelectBase,
    delete,
    insert,
    not_,
    or_,
    select,
    union,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from djambi.server.storage.database import Database
from djambi.server.storage.models import (
    AccountModel,
    AsideModel,
    Base,
    BlockModel,
    CutModel,
    GameModel,
    KnownBrowserModel,
    PlayerModel,
    PledgeModel,
    PresenceModel,
    PrivateModel,
    RecoveryModel,
    ReportModel,
    ResultModel,
    SessionModel,
    SettingsModel,
)
from djambi.server.storage.people import OWN_TABLES, hold_accounts

ROWS_PER_TRANSACTION: Final = 200
"""Accounts or games in one transaction."""

TRACES: Final = (
    PlayerModel.account,
    GameModel.host,
    ResultModel.account,
    PledgeModel.account,
    ReportModel.reporter,
    ReportModel.accused,
)
"""Where others may see an account, or what it did: such an account keeps its row, nameless."""


class RetentionStore:
    """Deletes old things in `database`."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def ended(self, at: int) -> None:
        """Delete sessions, tokens and keys from e-mails that had ended at a time.

        A bot whose token has ended is cut off too.
        """
        old, used = SessionModel.expires < at, RecoveryModel.expires < at
        whose = union(
            select(SessionModel.account).where(old), select(RecoveryModel.account).where(used)
        )
        bots = select(SessionModel.account).where(old, SessionModel.kind == "api").distinct()
        async with self.database.writing() as connection:
            await hold_accounts(connection, whose)
            for account in (await connection.execute(bots)).scalars().all():
                await connection.execute(insert(CutModel).values(account=account, at=at))
            await connection.execute(delete(SessionModel).where(old))
            await connection.execute(delete(RecoveryModel).where(used))

    async def seen(self, cuts: int, browsers: int) -> None:
        """Delete cuts older than a time (all have seen them), and browsers not seen since."""
        gone = KnownBrowserModel.seen < browsers
        async with self.database.writing() as connection:
            await hold_accounts(connection, select(KnownBrowserModel.account).where(gone))
            await connection.execute(delete(CutModel).where(CutModel.at < cuts))
            await connection.execute(delete(KnownBrowserModel).where(gone))

    async def idle_guests(self, since: int, after: str) -> list[str]:
        """Return guests who left traces (`TRACES`) and were not seen since, some of them.

        They are in order, the first one `after` that account.
        """
        query = select(AccountModel.id).where(*_guests(since), not_(_without_traces()))
        some = query.where(AccountModel.id > after).order_by(AccountModel.id)
        async with self.database.reading() as connection:
            return list((await connection.execute(some.limit(ROWS_PER_TRANSACTION))).scalars())

    async def delete_passers_by(self, since: int) -> int:
        """Delete guests who left no traces and were not seen since; returns how many."""
        query = select(AccountModel.id).where(*_guests(since), _without_traces())
        return len(await self._delete(query.order_by(AccountModel.id), _delete_accounts))

    async def delete_tables(self, stage: str, since: int) -> list[str]:
        """Delete online tables of a stage at which nothing happened since; returns which."""
        query = select(GameModel.id).where(
            GameModel.host.is_not(None), GameModel.stage == stage, GameModel.played < since
        )
        return await self._delete(query.order_by(GameModel.id), _delete_games, _accounts_at)

    async def _delete(
        self,
        query: Select[Any],
        delete_these: Callable[[AsyncConnection, Sequence[str]], Awaitable[None]],
        accounts_of: Callable[[Sequence[str]], SelectBase] | None = None,
    ) -> list[str]:
        """Delete what a query finds; it has an order, that of all who hold several of these rows.

        `accounts_of` says which accounts have something there: they are held first.
        Whoever comes back meanwhile waits for it, or is before it and stays.
        """
        deleted: list[str] = []
        while True:
            async with self.database.writing() as connection:
                some = query.limit(ROWS_PER_TRANSACTION)
                if accounts_of is not None:
                    these = (await connection.execute(some)).scalars().all()
                    await hold_accounts(connection, accounts_of(these))
                    # Of no others, for whose accounts nobody has waited.
                    some = query.where(query.selected_columns[0].in_(these))
                held = await connection.execute(some.with_for_update())
                found: list[str] = list(held.scalars())
                if not found:
                    return deleted
                await delete_these(connection, found)
            deleted += found


def _guests(since: int) -> tuple[ColumnElement[bool], ...]:
    return (
        AccountModel.password.is_(None),
        AccountModel.erased.is_(False),
        AccountModel.seen < since,
    )


def _without_traces() -> ColumnElement[bool]:
    """Return whether nothing that others may see leads to an account."""
    seen = (select(trace).where(trace == AccountModel.id).exists() for trace in TRACES)
    return not_(or_(*seen))


async def _delete_accounts(connection: AsyncConnection, accounts: Sequence[str]) -> None:
    for model in OWN_TABLES:
        await connection.execute(delete(model).where(model.account.in_(accounts)))
    near = or_(BlockModel.account.in_(accounts), BlockModel.other.in_(accounts))
    await connection.execute(delete(BlockModel).where(near))
    await connection.execute(delete(SettingsModel).where(SettingsModel.device.in_(accounts)))
    await connection.execute(delete(AccountModel).where(AccountModel.id.in_(accounts)))


def _accounts_at(games: Sequence[str]) -> SelectBase:
    """Return a query of the accounts with rows at these games that go when an account is erased."""
    return union(
        select(PrivateModel.account).where(PrivateModel.game.in_(games)),
        select(PresenceModel.account).where(PresenceModel.game.in_(games)),
        select(AsideModel.author).where(AsideModel.game.in_(games)),
    )


async def _delete_games(connection: AsyncConnection, games: Sequence[str]) -> None:
    for table in reversed(Base.metadata.sorted_tables):
        for key in table.foreign_keys:
            if key.column.table.name == "games":
                await connection.execute(delete(table).where(key.parent.in_(games)))
    await connection.execute(delete(PresenceModel).where(PresenceModel.game.in_(games)))
    await connection.execute(delete(GameModel).where(GameModel.id.in_(games)))
