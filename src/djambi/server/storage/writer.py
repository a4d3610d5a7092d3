"""The writer of the games' logs: what is to be stored at about the same time is stored together.

Under load a transaction holds the events of many games: the disk is waited for once for all of
them. Nothing is acknowledged before it is there, and one that fails takes no other with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, update
from sqlalchemy.sql.dml import Insert

from djambi.server.storage.database import Database
from djambi.server.storage.models import EventModel, GameModel, PlayerModel, table_of

Row = Mapping[str, object]

EVENTS_PER_TRANSACTION = 200
"""Events in one transaction at most."""

# Made once: they are executed at every turn.
_GAMES = table_of(GameModel)
_PLAYERS = table_of(PlayerModel)
_SUM_UP = update(_GAMES).where(_GAMES.c.id == bindparam("which"))
_UNSEAT = delete(_PLAYERS).where(_PLAYERS.c.game == bindparam("which"))
_SEAT = insert(_PLAYERS)


@dataclass(frozen=True, slots=True)
class PendingEvent:
    """An event to be stored: its row, what it changes in its game's row, who plays from then on.

    `players` None: the same as before.
    """

    event: Row
    game: Row
    players: Sequence[Row] | None
    stored: asyncio.Future[bool]


class LogWriter:
    """Writes the logs of all games of a process.

    It counts what it `stored`, what was `taken` by others before, and its `transactions`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._add = database.adding(EventModel)
        self._waiting: list[PendingEvent] = []
        self._task: asyncio.Task[None] | None = None
        self.stored = 0
        self.taken = 0
        self.transactions = 0

    async def append(self, event: Row, game: Row, players: Sequence[Row] | None = None) -> bool:
        """Store an event; True when it is on the disk, False if its number is taken already."""
        loop = asyncio.get_running_loop()
        entry = PendingEvent(event, game, players, loop.create_future())
        self._waiting.append(entry)
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._run(), name="writer of the logs")
        return await entry.stored

    async def _run(self) -> None:
        while self._waiting:
            # All processes lock games in the same order, so that none waits for another in a ring.
            together = sorted(self._waiting[:EVENTS_PER_TRANSACTION], key=_game)
            del self._waiting[:EVENTS_PER_TRANSACTION]
            alone = len(together) == 1
            if not await self._store(together, last=alone) and not alone:
                for entry in together:
                    await self._store([entry], last=True)

    async def _store(self, entries: list[PendingEvent], last: bool) -> bool:
        """Store some; False if it failed (`last`: who waits is told so)."""
        try:
            stored = await self._database.write(partial(_write, self._add, entries))
        except Exception as error:
            # Whatever it was: who waits for it holds the lock of a game.
            if last:
                for entry in entries:
                    if not entry.stored.done():
                        entry.stored.set_exception(error)
            return False
        self.transactions += 1
        self.stored += sum(stored)
        self.taken += len(stored) - sum(stored)
        for entry, done in zip(entries, stored, strict=True):
            # Who waited for it may be gone.
            if not entry.stored.done():
                entry.stored.set_result(done)
        return True


def _game(entry: PendingEvent) -> Any:
    return entry.event["game"]


def _write(add: Insert, entries: Sequence[PendingEvent], connection: Connection) -> list[bool]:
    return [_write_one(add, entry, connection) for entry in entries]


def _write_one(add: Insert, entry: PendingEvent, connection: Connection) -> bool:
    if not connection.execute(add, entry.event).rowcount:
        return False
    game = entry.event["game"]
    connection.execute(_SUM_UP, {"which": game, **entry.game})
    if entry.players is not None:
        connection.execute(_UNSEAT, {"which": game})
        if entry.players:
            connection.execute(_SEAT, list(entry.players))
    return True
