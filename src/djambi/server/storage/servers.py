"""The processes of a server: that they live, when none did, and who is connected to which."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from djambi.server.storage.database import Database
from djambi.server.storage.models import (
    EventModel,
    GameModel,
    OutageModel,
    PresenceModel,
    ProcessModel,
    table_of,
)
from djambi.server.storage.people import hold_accounts
from djambi.server.timekeeping import DAY_MS

FORGET_PROCESS_AFTER_MS = DAY_MS
"""Milliseconds after which a process that is gone is forgotten."""

_LOGS = ", ".join(table_of(model).name for model in (EventModel, GameModel))
# The lock that whoever stores a turn takes; on SQLite there is one for everything.
_HOLD_LOGS = text(f"LOCK TABLE {_LOGS} IN ROW EXCLUSIVE MODE")


class ServersStore:
    """The processes and outages in a database; times are milliseconds since 1970, UTC."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def last_sign(self) -> int | None:
        """Return when a process was last seen to live; None if none ever was."""
        async with self.database.reading() as connection:
            last: int | None = (
                await connection.execute(select(func.max(ProcessModel.seen)))
            ).scalar()
        return last

    async def begin(self, process: str, at: int, patience: int) -> None:
        """Register a process. If none has been seen for `patience`, that time was an outage."""
        async with self.database.writing() as connection:
            await self._add_outage(connection, at, patience)
            await connection.execute(
                delete(ProcessModel).where(ProcessModel.seen < at - FORGET_PROCESS_AFTER_MS)
            )
            gone = PresenceModel.process.not_in(select(ProcessModel.id))
            await hold_accounts(connection, select(PresenceModel.account).where(gone))
            await connection.execute(delete(PresenceModel).where(gone))
            await connection.execute(insert(ProcessModel).values(id=process, began=at, seen=at))

    async def beat(self, process: str, at: int, patience: int) -> bool:
        """Renew a process's sign of life; returns False if it was forgotten as dead.

        If none has been seen for `patience`, that time was an outage. Where no turn can be stored
        (an index is being made, say) the sign waits as a turn does: nobody could play meanwhile.
        """
        statement = update(ProcessModel).where(ProcessModel.id == process).values(seen=at)
        async with self.database.writing() as connection:
            if not self.database.is_sqlite:
                await connection.execute(_HOLD_LOGS)
            await self._add_outage(connection, at, patience)
            return (await connection.execute(statement)).rowcount > 0

    async def _add_outage(self, connection: AsyncConnection, at: int, patience: int) -> None:
        """Record the time since a process was last seen, if it was longer than `patience`."""
        seen = select(func.max(ProcessModel.seen))
        last: int | None = (await connection.execute(seen)).scalar()
        if last is not None and at - last > patience:
            row = {"began": last, "ended": at}
            await connection.execute(self.database.adding(OutageModel), row)

    async def living(self, since: int) -> frozenset[str]:
        """Return the processes that were seen since a time."""
        query = select(ProcessModel.id).where(ProcessModel.seen >= since)
        async with self.database.reading() as connection:
            return frozenset(row.id for row in await connection.execute(query))

    async def outages(self) -> list[tuple[int, int]]:
        """Return all times in which no process lived."""
        query = select(OutageModel.began, OutageModel.ended).order_by(OutageModel.began)
        async with self.database.reading() as connection:
            return [(row.began, row.ended) for row in await connection.execute(query)]

    # --- who is where ---------------------------------------------------------------------------

    async def set_presences(
        self, process: str, changed: Collection[tuple[str, str, int | None]]
    ) -> None:
        """Store who has come to a game or gone from it (game, account, when it left or None)."""
        rows = [
            {"game": game, "account": account, "process": process, "left": left}
            for game, account, left in changed
        ]
        if not rows:
            return
        async with self.database.writing() as connection:
            await hold_accounts(connection, {account for _, account, _ in changed})
            await connection.execute(self.database.replacing(PresenceModel), rows)

    async def presences(self, game: str) -> list[tuple[str, str, int | None, int]]:
        """Return who is or was at a game: account, process, when it left (None: it has not said).

        Last comes when the process was seen to live.
        """
        columns = PresenceModel.account, PresenceModel.process, PresenceModel.left
        query = select(*columns, ProcessModel.seen).where(
            PresenceModel.game == game, PresenceModel.process == ProcessModel.id
        )
        rows = await self.database.rows(query)
        return [(row.account, row.process, row.left, row.seen) for row in rows]

    async def end_presences(self, process: str, at: int) -> None:
        """Record that whoever is at a game by way of a process leaves it: the process ends."""
        there = (PresenceModel.process == process) & PresenceModel.left.is_(None)
        async with self.database.writing() as connection:
            await hold_accounts(connection, select(PresenceModel.account).where(there))
            await connection.execute(update(PresenceModel).where(there).values(left=at))
