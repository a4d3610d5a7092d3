"""The games, settings and thoughts of a browser: a store behind a bridge to its IndexedDB.

The bridge is JavaScript; what crosses it are numbers, texts and JSON. It rejects what the browser
refuses (storage denied, or full). Then the game goes on: what could not be written stays here and
is written with the next event that can be; meanwhile whoever looks is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Protocol, TypeVar

import msgspec

from djambi.errors import DjambiError
from djambi.position.position import Position
from djambi.server.game.events import (
    Created,
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
    summary_view,
)
from djambi.server.timekeeping import KEEP_THOUGHTS_MS, now

_T = TypeVar("_T")

SettingsChange = Callable[[str | None], str | None]
"""What makes other settings of those that are stored, both as JSON; None: none are."""

_log = logging.getLogger("djambi.server")


class StoreBridge(Protocol):
    """The bridge to the browser's database; every method raises what the browser says of it."""

    def create(self, game: str, row: str, events: str) -> Awaitable[bool]:
        """Store a new game, all or nothing; False if there is one of this name."""
        ...

    def append(self, game: str, events: str, changes: str) -> Awaitable[bool]:
        """Store further events and change fields of the row, all or nothing.

        False if one of the numbers is taken, or does not follow the last one.
        """
        ...

    def events(self, game: str) -> Awaitable[str]:
        """Return the events of a game by their numbers; an empty list if there is no such game."""
        ...

    def append_asides(self, game: str, asides: str) -> Awaitable[bool]:
        """Store further asides of a game, all or nothing.

        False if one of the numbers is taken, or does not follow the last one.
        """
        ...

    def asides(self, game: str) -> Awaitable[str]:
        """Return the asides of a game by their numbers."""
        ...

    def rows(self) -> Awaitable[str]:
        """Return the rows of all games, that played last first."""
        ...

    def hide(self, game: str) -> Awaitable[bool]:
        """Remove a game from the list; False if there is no such game."""
        ...

    def show(self, game: str) -> Awaitable[bool]:
        """Put a game back into the list; False unless it was removed from it."""
        ...

    def settings(self) -> Awaitable[str | None]:
        """Return the settings; None if none are stored."""
        ...

    def replace_settings(self, seen: str | None, text: str) -> Awaitable[bool]:
        """Store the settings in the place of those `seen`; False if others stand there by now."""
        ...

    def thoughts(self, engine: str, positions: str) -> Awaitable[str]:
        """Return what is stored about positions, by their keys."""
        ...

    def keep_thoughts(self, engine: str, rows: str, before: int) -> Awaitable[None]:
        """Store thoughts, and forget those older than a time (milliseconds, UTC)."""
        ...


class StorageUnreadable(Exception):
    """The browser does not let its storage be read (or changed in a way that cannot wait)."""


class EventRow(msgspec.Struct):
    """An event (or an aside) as the browser stores it; `data` is its JSON."""

    number: int
    at: int
    version: int
    data: str

    def numbered(self) -> Numbered:
        """Return the event; raises DjambiError if it cannot be read."""
        return Numbered(self.number, self.at, decode(self.data, self.version))


class _StoredRow(msgspec.Struct):
    """A game as the browser stores it; `view` is ready to be shown before anything is loaded."""

    id: str
    variant: str
    rules: str
    created: int
    played: int
    hidden: bool
    summary: GameSummary

    def row(self) -> GameRow:
        return GameRow(self.id, self.variant, self.rules, self.created, self.played, self.summary)


@dataclass(slots=True)
class _Unsaved:
    """What the browser has not taken yet of a game: all of it (`new`), or its last events."""

    row: GameRow
    new: bool
    events: list[Numbered] = field(default_factory=lambda: list[Numbered]())
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Origin:
    """What never changes of a game."""

    variant: str
    rules: str
    created: int


_events = msgspec.json.Decoder(list[EventRow])
_raw_rows = msgspec.json.Decoder(list[msgspec.Raw])
_row = msgspec.json.Decoder(_StoredRow)
_thoughts = msgspec.json.Decoder(dict[str, str])


class PageStore:
    """The store of one worker. `report` hears whether everything is saved, and if not why not."""

    def __init__(self, bridge: StoreBridge, report: Callable[[bool, str], object]) -> None:
        self._bridge = bridge
        self._report = report
        self._failing = False
        self._warned: set[str] = set()
        self._writing = asyncio.Lock()
        self._unsaved: dict[str, _Unsaved] = {}
        self._unsaved_asides: dict[str, list[EventRow]] = {}
        self._origins: dict[str, _Origin] = {}
        self._unsaved_settings: list[SettingsChange] = []

    async def close(self) -> None:
        """Release nothing: the database belongs to the browser."""

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
        """Store a new game with its first events. Raises DjambiError if there is one already."""
        at = now()
        numbered = [Numbered(i, at, e) for i, e in enumerate(events, 1)]
        await self.adopt(GameRow(game, variant, rules, at, at, summary), numbered)
        return numbered

    async def adopt(self, row: GameRow, events: list[Numbered], hidden: bool = False) -> None:
        """Store a game that has a past. Raises DjambiError if there is one of its name already."""
        async with self._writing:
            known = row.id in self._unsaved
            if not known:
                self._unsaved[row.id] = _Unsaved(row, new=True, events=events, hidden=hidden)
                known = not await self._save(row.id)
            if known:
                raise DjambiError(f"there is a game {row.id} already")
            self._origins[row.id] = _Origin(row.variant, row.rules, row.created)

    async def append(
        self,
        game: str,
        number: int,
        happened: LogEvent,
        summary: GameSummary,
        at: int | None = None,
        seated: bool = False,
    ) -> Numbered:
        """Store an event under its number. Raises NumberTaken if it has gone on elsewhere."""
        numbered = Numbered(number, now() if at is None else at, happened)
        await self.extend(game, [numbered], summary)
        return numbered

    async def extend(self, game: str, events: list[Numbered], summary: GameSummary) -> None:
        """Store the next events of a game. Raises NumberTaken if it has gone on elsewhere."""
        origin = self._origins[game]
        row = GameRow(game, origin.variant, origin.rules, origin.created, events[-1].at, summary)
        async with self._writing:
            waiting = self._unsaved.setdefault(game, _Unsaved(row, new=False))
            waiting.row = row
            waiting.events.extend(events)
            if not await self._save(game):
                raise NumberTaken(f"event {events[0].number} of game {game}")

    async def _save(self, game: str) -> bool:
        """Write what is unsaved of a game, if the browser lets us; False if others were faster."""
        done = await self._write(game)
        if done is not None:
            await self._save_the_rest()
        return done is not False

    async def _save_the_rest(self) -> None:
        """Write what could not be written before, now that something could be."""
        for game in tuple(self._unsaved):
            await self._write(game)
        for game in tuple(self._unsaved_asides):
            await self._write_asides(game)
        if self._unsaved_settings:
            await self._write_settings()
        if not (self._unsaved or self._unsaved_asides or self._unsaved_settings):
            self._tell("")

    async def _write(self, game: str) -> bool | None:
        """Write what is unsaved of a game; None if the browser refuses, False as for `_save`."""
        waiting = self._unsaved[game]
        events = msgspec.json.encode([_event_row(each) for each in waiting.events]).decode()
        try:
            if waiting.new:
                fields = _fields(waiting.row, hidden=waiting.hidden)
                done = await self._bridge.create(game, fields, events)
            else:
                done = await self._bridge.append(game, events, _changes(waiting.row))
        except Exception as error:
            self._trouble(error)
            return None
        del self._unsaved[game]
        return done

    async def events(self, game: str) -> list[Numbered]:
        """Return the whole log of a game in order; empty if there is no such game.

        Raises StorageUnreadable, and DjambiError for a damaged log.
        """
        log = [row.numbered() for row in await self.event_rows(game)]
        if log and isinstance(log[0].event, Created):
            start = Position.parse(log[0].event.position)
            self._origins[game] = _Origin(start.variant.name, str(start.rules), log[0].at)
        return log

    async def event_rows(self, game: str) -> list[EventRow]:
        """Return the whole log of a game as it is stored, whatever can be read of it.

        Raises as `events` does.
        """
        # Whoever has asked for a game to be made, and at once to see it, finds it made.
        async with self._writing:
            waiting = self._unsaved.get(game)
            unsaved = [] if waiting is None else [_event_row(each) for each in waiting.events]
            if waiting is not None and waiting.new:
                return unsaved
            try:
                rows = _events.decode(await self._read(self._bridge.events(game)))
            except msgspec.DecodeError as error:
                raise DjambiError(f"damaged events in the store: {error}") from None
            if [row.number for row in rows] != list(range(1, len(rows) + 1)):
                raise DjambiError("events are missing in the store")
            if unsaved and unsaved[0].number != len(rows) + 1:
                # Another tab went on with it: what it stored stands.
                del self._unsaved[game]
                return rows
            return [*rows, *unsaved]

    async def rows(self) -> list[tuple[GameRow, bool]]:
        """Return all games, that played last first, and whether each is hidden.

        A row that cannot be read is left out. Where nothing can be read, it is those that were not
        stored either; raises StorageUnreadable if there are none.
        """
        found: dict[str, tuple[GameRow, bool]] = {}
        try:
            stored_rows = _raw_rows.decode(await self._read(self._bridge.rows()))
        except StorageUnreadable:
            if not self._unsaved:
                raise
            stored_rows = []
        for raw in stored_rows:
            try:
                stored = _row.decode(raw)
            except msgspec.DecodeError:
                _log.warning("a game's row cannot be read", exc_info=True)
                continue
            found[stored.id] = stored.row(), stored.hidden
        for game, waiting in self._unsaved.items():
            hidden = waiting.hidden if waiting.new else found.get(game, (None, False))[1]
            found[game] = waiting.row, hidden
        return sorted(found.values(), key=lambda pair: -pair[0].played)

    async def recent(self, skip: int, limit: int) -> list[GameRow]:
        """Return the games last played, newest first, without hidden ones and the first `skip`."""
        try:
            rows = await self.rows()
        except StorageUnreadable:
            return []
        return [row for row, hidden in rows if not hidden][skip : skip + limit]

    async def hide(self, game: str) -> bool:
        """Remove a game from the list (its log stays); False if there is no such game."""
        waiting = self._unsaved.get(game)
        if waiting is not None and waiting.new:
            waiting.hidden = True
            return True
        return await self._read(self._bridge.hide(game))

    async def show(self, game: str) -> bool:
        """Put a game back into the list; False unless it was removed from it."""
        waiting = self._unsaved.get(game)
        if waiting is not None and waiting.new:
            shown, waiting.hidden = waiting.hidden, False
            return shown
        return await self._read(self._bridge.show(game))

    # --- what is said beside them ---------------------------------------------------------------

    async def append_asides(self, game: str, rows: Sequence[EventRow]) -> None:
        """Store the next asides of a game. Raises NumberTaken if more was said elsewhere."""
        if not rows:
            return
        async with self._writing:
            self._unsaved_asides.setdefault(game, []).extend(rows)
            done = await self._write_asides(game)
            if done:
                await self._save_the_rest()
        if done is False:
            raise NumberTaken(f"aside {rows[0].number} of game {game}")

    async def _write_asides(self, game: str) -> bool | None:
        """Write what is unsaved of a game's talk; None if the browser refuses, as for `_write`."""
        rows = msgspec.json.encode(self._unsaved_asides[game]).decode()
        try:
            done = await self._bridge.append_asides(game, rows)
        except Exception as error:
            self._trouble(error)
            return None
        del self._unsaved_asides[game]
        return done

    async def aside_rows(self, game: str) -> list[EventRow]:
        """Return all asides of a game as they are stored. Raises StorageUnreadable."""
        async with self._writing:
            unsaved = list(self._unsaved_asides.get(game, ()))
            if game in self._unsaved and self._unsaved[game].new:
                return unsaved
            try:
                rows = _events.decode(await self._read(self._bridge.asides(game)))
            except msgspec.DecodeError as error:
                raise DjambiError(f"damaged talk: {error}") from None
            if unsaved and unsaved[0].number != len(rows) + 1:
                # Another tab went on with it: what it stored stands.
                del self._unsaved_asides[game]
                return rows
            return rows + unsaved

    # --- settings -------------------------------------------------------------------------------

    async def settings(self) -> str | None:
        """Return the settings, as JSON; None if there are none that can be read."""
        try:
            stored = await self._read(self._bridge.settings())
        except StorageUnreadable:
            stored = None
        return self._changed(stored)

    async def change_settings(self, change: SettingsChange) -> str | None:
        """Change the settings, so that no other tab comes between; returns them.

        `change` is given what is stored, as JSON, and returns what is to be; it may be called
        again. Where the browser refuses to store it, it holds for this worker at least.
        """
        async with self._writing:
            self._unsaved_settings.append(change)
            if await self._write_settings():
                await self._save_the_rest()
        return await self.settings()

    def _changed(self, stored: str | None) -> str | None:
        for change in self._unsaved_settings:
            stored = change(stored)
        return stored

    async def _write_settings(self) -> bool:
        """Write the settings with what is unsaved of them; False if the browser refuses."""
        try:
            while True:
                seen = await self._bridge.settings()
                made = self._changed(seen)
                if made is None or made == seen or await self._bridge.replace_settings(seen, made):
                    break
        except Exception as error:
            self._trouble(error)
            return False
        self._unsaved_settings.clear()
        return True

    # --- thoughts about positions ---------------------------------------------------------------

    async def thoughts(self, engine: str, positions: Collection[str]) -> dict[str, str]:
        """Return what an engine found about the positions of these keys, as JSON, by their keys.

        What cannot be read is thought again.
        """
        keys = msgspec.json.encode(list(positions)).decode()
        try:
            return _thoughts.decode(await self._bridge.thoughts(engine, keys))
        except Exception as error:
            self._warn("thoughts cannot be read", error)
            return {}

    async def keep_thoughts(self, engine: str, found: Sequence[tuple[str, str]]) -> None:
        """Store what an engine found, by the positions' keys; what is very old is forgotten."""
        at = now()
        rows = [{"position": key, "at": at, "data": data} for key, data in found]
        text = msgspec.json.encode(rows).decode()
        try:
            await self._bridge.keep_thoughts(engine, text, at - KEEP_THOUGHTS_MS)
        except Exception as error:
            self._warn("thoughts cannot be stored", error)

    # --- trouble --------------------------------------------------------------------------------

    async def _read(self, answer: Awaitable[_T]) -> _T:
        try:
            return await answer
        except Exception as error:
            self._trouble(error)
            raise StorageUnreadable(str(error)) from error

    def _trouble(self, error: Exception) -> None:
        self._warn("the browser's storage", error)
        self._tell(str(error) or type(error).__name__)

    def _warn(self, what: str, error: Exception) -> None:
        """Log trouble once, until all is well again: a browser that refuses does so every time."""
        if what not in self._warned:
            self._warned.add(what)
            _log.warning("%s: %s", what, error)

    def _tell(self, reason: str) -> None:
        """Tell once that there is trouble, and once that it is over ("")."""
        if not reason:
            self._warned.clear()
        if self._failing != bool(reason):
            self._failing = bool(reason)
            self._report(not reason, reason)


def _event_row(numbered: Numbered) -> EventRow:
    event = numbered.event
    return EventRow(numbered.number, numbered.at, version_of(event), encode(event))


def _fields(row: GameRow, hidden: bool) -> str:
    """Return the whole row of a game as it is stored."""
    fixed = {"id": row.id, "variant": row.variant, "rules": row.rules, "created": row.created}
    return msgspec.json.encode({**fixed, "hidden": hidden, **_changing(row)}).decode()


def _changes(row: GameRow) -> str:
    """Return what changes in a game's row with every event."""
    return msgspec.json.encode(_changing(row)).decode()


def _changing(row: GameRow) -> dict[str, object]:
    summary = {name: value for name, value in asdict(row.summary).items() if name != "beside"}
    return {"played": row.played, "summary": summary, "view": summary_view(row)}
