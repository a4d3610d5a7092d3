"""The store of what every server keeps: games, devices and settings, thoughts about positions.

Of a game it appends events, reads them back and lists it; it knows nothing of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select, update

from djambi.server.game.events import (
    EVENT_VERSION,
    LogEvent,
    Numbered,
    NumberTaken,
    decode,
    encode,
    version_of,
)
from djambi.server.game.summaries import (
    GameRow,
    GameSummary,
    TableListing,
    TableSummary,
)
from djambi.server.storage.database import Database
from djambi.server.storage.models import (
    DeviceModel,
    EventModel,
    GameModel,
    PlayerModel,
    SettingsModel,
    ThoughtModel,
    table_of,
)
from djambi.server.storage.people import any_erased
from djambi.server.storage.writer import LogWriter
from djambi.server.timekeeping import KEEP_THOUGHTS_MS, now

_ADD = insert(table_of(EventModel))

_KEYS_AT_ONCE: Final = 500


class Store:
    """What every server keeps, in a `Database`, or where there is one (`url_of`).

    It must have been brought to the present form by `upgrade`. The end is `await close()`.
    """

    def __init__(self, where: Path | str | Database) -> None:
        self.database = where if isinstance(where, Database) else Database(where)
        self.writer = LogWriter(self.database)

    async def close(self) -> None:
        """Close all connections."""
        await self.database.close()

    # --- games ----------------------------------------------------------------------------------

    async def create(
        self,
        game: str,
        variant: str,
        rules: str,
        events: Sequence[LogEvent],
        summary: GameSummary,
        made: TableListing | None = None,
    ) -> list[Numbered]:
        """Store a new game with its first events, all or nothing; `made` if it is online."""
        at = now()
        numbered = [Numbered(i, at, e) for i, e in enumerate(events, 1)]
        async with self.database.writing() as connection:
            await connection.execute(
                insert(GameModel).values(
                    id=game,
                    version=EVENT_VERSION,
                    variant=variant,
                    rules=rules,
                    created=at,
                    played=at,
                    hidden=False,
                    **_columns(summary),
                    **({} if made is None else asdict(made)),
                )
            )
            await connection.execute(_ADD, [_row(game, n) for n in numbered])
            if summary.beside is not None and summary.beside.players:
                rows = _players(game, summary.beside)
                await connection.execute(insert(PlayerModel), rows)
        return numbered

    async def append(
        self,
        game: str,
        number: int,
        happened: LogEvent,
        summary: GameSummary,
        at: int | None = None,
        seated: bool = False,
    ) -> Numbered:
        """Store an event under its number; when this returns it is on the disk.

        `at` is its time (else now); `seated`: other people play than before. Raises NumberTaken
        if the game already has an event of this number.
        """
        numbered = Numbered(number, now() if at is None else at, happened)
        players = _players(game, summary.beside) if seated and summary.beside else None
        changed = {"played": numbered.at, **_columns(summary)}
        if not await self.writer.append(_row(game, numbered), changed, players):
            raise NumberTaken(f"event {number} of game {game}")
        return numbered

    async def events(self, game: str) -> list[Numbered]:
        """Return the whole log of a game in order; empty if there is no such game."""
        query = (
            select(EventModel.number, EventModel.at, EventModel.version, EventModel.data)
            .where(EventModel.game == game)
            .order_by(EventModel.number)
        )
        rows = await self.database.rows(query)
        return [Numbered(row.number, row.at, decode(row.data, row.version)) for row in rows]

    async def recent(self, skip: int, limit: int) -> list[GameRow]:
        """Return the games last played, newest first, without hidden ones and the first `skip`."""
        query = (
            select(table_of(GameModel))
            .where(GameModel.hidden.is_(False))
            .order_by(GameModel.played.desc(), GameModel.id)
            .offset(skip)
            .limit(limit)
        )
        return [_game_row(row) for row in await self.database.rows(query)]

    async def rows(self) -> list[tuple[GameRow, bool]]:
        """Return all games, that played last first, and whether each is hidden."""
        query = select(table_of(GameModel)).order_by(GameModel.played.desc(), GameModel.id)
        return [(_game_row(row), row.hidden) for row in await self.database.rows(query)]

    async def hide(self, game: str) -> bool:
        """Remove a game from the list (its log stays); False if there is no such game."""
        statement = update(GameModel).where(GameModel.id == game).values(hidden=True)
        async with self.database.writing() as connection:
            return (await connection.execute(statement)).rowcount > 0

    # --- devices --------------------------------------------------------------------------------

    async def add_device(self, key: str) -> None:
        """Store a device by the hash of its token."""
        async with self.database.writing() as connection:
            await connection.execute(insert(DeviceModel).values(key=key, created=now()))

    async def devices(self) -> set[str]:
        """Return the keys of all devices that ever joined."""
        async with self.database.reading() as connection:
            return {row.key for row in await connection.execute(select(DeviceModel.key))}

    async def settings(self, device: str) -> str | None:
        """Return the stored settings of a device, as JSON."""
        query = select(SettingsModel.data).where(SettingsModel.device == device)
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def change_settings(self, device: str, change: Callable[[str], str]) -> str:
        """Change the settings of a device, so that nobody comes between; returns them.

        `change` is given what was stored, as JSON, and returns what is to be. What is given for an
        account that has been erased is not kept.
        """
        mine = SettingsModel.device == device
        first = self.database.adding(SettingsModel).values(device=device, data="{}")
        query = select(SettingsModel.data).where(mine).with_for_update()
        async with self.database.writing() as connection:
            if await any_erased(connection, device):
                return change("{}")
            # Of two who are the first, the second waits here: there would be no row to wait for.
            await connection.execute(first)
            data = change((await connection.execute(query)).scalar_one())
            await connection.execute(update(SettingsModel).where(mine).values(data=data))
        return data

    # --- thoughts about positions ---------------------------------------------------------------

    async def thoughts(self, engine: str, positions: Collection[str]) -> dict[str, str]:
        """Return what an engine found about the positions of these keys, as JSON, by their keys."""
        keys = list(positions)
        found: dict[str, str] = {}
        for first in range(0, len(keys), _KEYS_AT_ONCE):
            query = select(ThoughtModel.position, ThoughtModel.data).where(
                ThoughtModel.engine == engine,
                ThoughtModel.position.in_(keys[first : first + _KEYS_AT_ONCE]),
            )
            found.update((row.position, row.data) for row in await self.database.rows(query))
        return found

    async def keep_thoughts(self, engine: str, found: Sequence[tuple[str, str]]) -> None:
        """Store what an engine found, by the positions' keys; what is very old is forgotten."""
        at = now()
        # All processes store them in one order, so that none waits for another in a ring.
        rows = [
            {"position": position, "engine": engine, "at": at, "data": data}
            for position, data in sorted(found, key=itemgetter(0))
        ]
        adding = self.database.replacing(ThoughtModel)
        async with self.database.writing() as connection:
            await connection.execute(
                delete(ThoughtModel).where(ThoughtModel.at < at - KEEP_THOUGHTS_MS)
            )
            await connection.execute(adding, rows)


def _players(game: str, beside: TableSummary) -> list[dict[str, object]]:
    """Return the rows of the index of who plays where."""
    return [
        {"game": game, "account": account, "party": party, "shown": beside.shown}
        for account, party in sorted(beside.players)
    ]


def _game_row(row: Row[Any]) -> GameRow:
    summary = GameSummary(row.seats, row.position, row.ply, row.mover, row.winners)
    return GameRow(row.id, row.variant, row.rules, row.created, row.played, summary)


def _columns(summary: GameSummary) -> dict[str, object]:
    return {
        "seats": summary.seats,
        "position": summary.position,
        "ply": summary.ply,
        "mover": summary.mover,
        "winners": summary.winners,
        **_table_columns(summary),
    }


def _table_columns(summary: GameSummary) -> dict[str, object]:
    beside = summary.beside
    if beside is None:
        return {"stage": "playing" if summary.winners is None else "over"}
    return {
        "stage": beside.stage,
        "invite": beside.invite,
        "listed": beside.listed,
        "deadline": beside.deadline,
        "turn_until": beside.turn_until,
    }


def _row(game: str, numbered: Numbered) -> dict[str, object]:
    return {
        "game": game,
        "number": numbered.number,
        "version": version_of(numbered.event),
        "at": numbered.at,
        "data": encode(numbered.event),
    }
