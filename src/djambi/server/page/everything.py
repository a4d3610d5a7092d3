"""Everything that a browser stores, as one file: games, settings and what was learnt.

A file may come from anywhere. So every event of it is read and played before anything of its game
is stored; a game is taken whole or not at all, and no game that is here is changed, except that it
goes on where the file's one does.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from djambi._version import __version__
from djambi.errors import DjambiError
from djambi.server.errors import RequestRefused, failed_message
from djambi.server.game.asides import NumberedAside
from djambi.server.game.asides import decode as decode_aside
from djambi.server.game.events import (
    LogEvent,
    Numbered,
    NumberTaken,
    decode,
    encode,
)
from djambi.server.game.reducer import replay
from djambi.server.game.state import GameState
from djambi.server.game.summaries import GameRow, summary_of
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.page.asides import aside_row
from djambi.server.page.store import EventRow, PageStore
from djambi.server.schemas.base import Number, StrictStruct
from djambi.server.schemas.puzzle_progress import joined_progress
from djambi.server.schemas.stored_settings import settings_of, text_of
from djambi.server.talk.talk_log import TalkLog
from djambi.server.timekeeping import iso, now
from djambi.views.words import Words

FORMAT: Final = "djambi-everything"

FORMAT_VERSION: Final = 1
"""The form of the files that this program writes; it reads all up to this one."""

MAX_IMPORT_BYTES: Final = 100_000_000
"""Bytes of a file that is read, at most; the same as in `web/src/page/everything.ts`."""

_log = logging.getLogger("djambi.server")

_LAST_TIME_MS: Final = 253_402_300_799_999


class StoredGameFile(msgspec.Struct):
    """A game in the file; `events` are numbered from 1, and so are `asides`, what was said."""

    id: Annotated[str, Meta(pattern="^[a-z0-9]{1,24}$")]
    events: Annotated[list[StoredEventFile], Meta(min_length=1, max_length=100_000)]
    hidden: bool = False
    asides: Annotated[list[StoredEventFile], Meta(max_length=100_000)] = msgspec.field(
        default_factory=list["StoredEventFile"]
    )


class StoredEventFile(msgspec.Struct):
    """An event in the file: its time (milliseconds, UTC), the version of its form, itself."""

    at: Annotated[int, Meta(ge=0, le=_LAST_TIME_MS)]
    version: Number
    event: msgspec.Raw


class _Head(msgspec.Struct):
    """What says whether a file can be read at all."""

    format: str
    version: Number


class EverythingFile(_Head):
    """The whole file; a game is read when its turn comes."""

    program: str
    made: str
    settings: msgspec.Raw
    games: list[msgspec.Raw]


class RefusedGameView(StrictStruct):
    """A game of a file that was not taken, and why; `id` is "" if not even that can be read."""

    id: str
    words: Words


class ImportReportView(StrictStruct):
    """Answer of POST /api/everything: what became of the games of the file.

    `added`: they are new here, or had been removed from the list. `same`: they are here, as far or
    further. `longer`: they are here, and go on now. `copied`: they are here and went on otherwise,
    so that the file's are added under other names.
    """

    added: int = 0
    same: int = 0
    longer: int = 0
    copied: int = 0
    refused: list[RefusedGameView] = msgspec.field(default_factory=list[RefusedGameView])


_head = msgspec.json.Decoder(_Head)
_file = msgspec.json.Decoder(EverythingFile)
_game = msgspec.json.Decoder(StoredGameFile)


class Everything:
    """Writes and reads the file of one worker's store."""

    def __init__(
        self,
        store: PageStore,
        registry: GameRegistry,
        follow_talk: Callable[[GameRoom], Awaitable[None]],
    ) -> None:
        self._store = store
        self._registry = registry
        self._follow_talk = follow_talk

    async def written(self) -> str:
        """Return the file. Raises StorageUnreadable.

        Events are in it as they are stored, for a later version may read what this one cannot; only
        what is not even a log of JSON is left out.
        """
        games: list[StoredGameFile] = []
        for row, hidden in await self._store.rows():
            try:
                rows = await self._store.event_rows(row.id)
                talk = await self._store.aside_rows(row.id)
                events, asides = [_stored(each) for each in rows], [_stored(each) for each in talk]
                games.append(StoredGameFile(row.id, events, hidden, asides))
            except (DjambiError, msgspec.DecodeError):
                _log.warning("game %s cannot be exported", row.id, exc_info=True)
            await asyncio.sleep(0)
        settings = (await self._store.settings() or "null").encode()
        written = [msgspec.Raw(msgspec.json.encode(game)) for game in games]
        file = EverythingFile(
            FORMAT, FORMAT_VERSION, __version__, iso(now()), msgspec.Raw(settings), written
        )
        return msgspec.json.encode(file).decode()

    async def take(self, text: str) -> ImportReportView:
        """Store what a file has and this browser does not; returns what became of its games.

        Raises RequestRefused: "bad_export" for another file, "newer_export" for one of a later form
        than this program knows.
        """
        file = _read(text)
        report = ImportReportView()
        for raw in file.games:
            await asyncio.sleep(0)
            name = ""
            try:
                game = _game.decode(raw)
                name = game.id
                await self._take(game, report)
            except msgspec.DecodeError as error:
                report.refused.append(_refused(name, DjambiError(str(error))))
            except DjambiError as error:
                report.refused.append(_refused(name, error))
        await self._take_settings(bytes(file.settings).decode())
        return report

    async def _take(self, game: StoredGameFile, report: ImportReportView) -> None:
        log, state = _played(game)
        asides = _said(game)
        here = await self._store.events(game.id)
        if not here:
            await self._add(game.id, log, state, game.hidden)
            await self._say(game.id, asides)
            report.added += 1
        elif _begins(here, log):
            await self._go_on(game.id, log[len(here) :], state)
            await self._hear_on(game.id, asides)
            if not await self._shown(game.id, game.hidden, report):
                report.longer += len(log) > len(here)
                report.same += len(log) == len(here)
        elif _begins(log, here):
            if not await self._shown(game.id, game.hidden, report):
                report.same += 1
        else:
            await self._add_copy(log, asides, state, game.hidden, report)

    async def _shown(self, game: str, hidden: bool, report: ImportReportView) -> bool:
        """Return whether a game that was removed from the list is in it again, as in the file."""
        shown = not hidden and await self._store.show(game)
        report.added += shown
        return shown

    async def _add(self, game: str, log: list[Numbered], state: GameState, hidden: bool) -> None:
        start = state.start
        row = GameRow(
            game,
            start.variant.name,
            str(start.rules),
            log[0].at,
            log[-1].at,
            summary_of(state),
        )
        await self._store.adopt(row, log, hidden)

    async def _go_on(self, game: str, more: list[Numbered], state: GameState) -> None:
        if not more:
            return
        try:
            await self._store.extend(game, more, summary_of(state))
        except NumberTaken:
            raise RequestRefused("busy") from None
        room = self._registry.known(game)
        if room is not None:
            await room.catch_up()

    async def _hear_on(self, game: str, asides: list[EventRow]) -> None:
        """Store what was said at a game after all that is known of its talk here."""
        here = await self._store.aside_rows(game)
        if here == asides[: len(here)]:
            await self._say(game, asides[len(here) :])
            room = self._registry.known(game)
            if room is not None:
                await self._follow_talk(room)

    async def _say(self, game: str, asides: list[EventRow]) -> None:
        """Store what was said next at a game."""
        try:
            await self._store.append_asides(game, asides)
        except NumberTaken:
            raise RequestRefused("busy") from None

    async def _add_copy(
        self,
        log: list[Numbered],
        asides: list[EventRow],
        state: GameState,
        hidden: bool,
        report: ImportReportView,
    ) -> None:
        """Add a game under a name that is always the same, so that it is not added again."""
        events = "\n".join(encode(numbered.event) for numbered in log)
        name = hashlib.sha256(events.encode()).hexdigest()[:12]
        if not await self._store.events(name):
            await self._add(name, log, state, hidden=False)
            await self._say(name, asides)
            report.copied += 1
        elif not await self._shown(name, hidden, report):
            report.same += 1

    async def _take_settings(self, text: str) -> None:
        """Take the settings where there are none yet, and always what was learnt."""

        def join(stored: str | None) -> str | None:
            theirs, mine = settings_of(text), settings_of(stored or text)
            joined = msgspec.structs.replace(
                mine,
                hints_seen=_union(mine.hints_seen, theirs.hints_seen),
                lessons_done=_union(mine.lessons_done, theirs.lessons_done),
                campaign=_union(mine.campaign, theirs.campaign),
                puzzles_done=_union(mine.puzzles_done, theirs.puzzles_done),
                puzzles=joined_progress(mine.puzzles, theirs.puzzles),
                tutorial=mine.tutorial if mine.tutorial.state else theirs.tutorial,
            )
            return stored if joined == settings_of(stored) else text_of(joined, stored)

        await self._store.change_settings(join)


def _read(text: str) -> EverythingFile:
    try:
        data = text.encode()
        head = _head.decode(data)
        if head.format != FORMAT:
            raise RequestRefused("bad_export")
        if head.version > FORMAT_VERSION:
            raise RequestRefused("newer_export")
        return _file.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        raise RequestRefused("bad_export") from None


def _played(game: StoredGameFile) -> tuple[list[Numbered], GameState]:
    """Return the log of a game of a file, and the state that it leads to.

    Raises DjambiError for an event that cannot be read or played, and for an online table.
    """
    latest = now()
    log = [
        Numbered(number, min(row.at, latest), decode(bytes(row.event).decode(), row.version))
        for number, row in enumerate(game.events, 1)
    ]
    state = replay(log)
    if state.online is not None:
        raise RequestRefused("not_allowed")
    return log, state


def _said(game: StoredGameFile) -> list[EventRow]:
    """Return what was said at a game of a file; raises DjambiError for what cannot be read."""
    latest, talk = now(), TalkLog()
    try:
        for number, row in enumerate(game.asides, 1):
            aside = decode_aside(bytes(row.event).decode(), row.version)
            talk.add(NumberedAside(number, min(row.at, latest), aside))
    except LookupError:
        raise DjambiError("asides about a pact that nobody proposed") from None
    return [aside_row(numbered) for numbered in talk.asides]


def _begins(log: list[Numbered], other: list[Numbered]) -> bool:
    """Return whether a log is the beginning of the other one (or all of it)."""
    return len(log) <= len(other) and _happened(log) == _happened(other[: len(log)])


def _happened(log: list[Numbered]) -> list[LogEvent]:
    return [numbered.event for numbered in log]


def _stored(row: EventRow) -> StoredEventFile:
    """Return a stored event for the file; raises msgspec.DecodeError if it is no JSON."""
    event = row.data.encode()
    msgspec.json.decode(event)
    return StoredEventFile(row.at, row.version, msgspec.Raw(event))


def _refused(game: str, error: DjambiError) -> RefusedGameView:
    return RefusedGameView(game, failed_message(None, error).words)


def _union(mine: list[str], theirs: list[str]) -> list[str]:
    return list(dict.fromkeys([*mine, *theirs]))
