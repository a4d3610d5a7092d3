"""The lobby as everybody is sent it: read from the store and written as JSON once for all.

It is read again when something in it has changed, and now and then (turns, people who watch), but
never more often than so many times a second, however many ask. Whoever has a seat at a table that
is shown is sent that card with what concerns nobody else.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from djambi.server.cluster.bus import Bus
from djambi.server.game.summaries import decode_seats, decode_terms
from djambi.server.schemas.terms import Terms
from djambi.server.storage.tables import TableRow
from djambi.server.tables.lobby import (
    MAX_READ,
    MAX_SHOWN,
    STALE_MS,
    LobbyFilter,
    TableLists,
)
from djambi.server.timekeeping import now

MAX_AGE_S: Final = 5.0
"""Seconds after which the store is read again although nothing was heard of a change."""

MIN_INTERVAL_S: Final = 0.25
"""Seconds between two readings: whoever asks in between waits for the next one."""

MAX_SHELVES: Final = 32
"""Choices of variant and edition that are kept."""

MAX_ANSWERS: Final = 64
"""Answers by other filters that are kept of each."""

_CARD_MAX_AGE_S: Final = 60.0
"""Seconds after which a card is written again although its table has not changed (names may)."""


@dataclass(slots=True)
class _Entry:
    """A table in the lobby; `people` sit there or are awaited; `text` is its card for everybody."""

    row: TableRow
    terms: Terms
    people: frozenset[str]
    watching: int
    text: bytes = b""
    written: float = 0.0


@dataclass(slots=True)
class _Shelf:
    """The tables read for one variant and edition: when, and after how many changes."""

    changes: int
    at: float
    entries: dict[str, list[_Entry]]
    counts: dict[str, int]
    people: int
    seated: frozenset[str]
    answers: dict[LobbyFilter, bytes] = field(default_factory=dict[LobbyFilter, bytes])


class LobbyCache:
    """The lobby of a process; `await begin()` before. Belongs to the server's event loop.

    It counts how often the store was `read` and how many cards were `written`.
    """

    def __init__(self, lists: TableLists, bus: Bus) -> None:
        self.read = 0
        self.written = 0
        self._lists = lists
        self._bus = bus
        self._changes = 0
        self._reading = asyncio.Lock()
        self._shelves: OrderedDict[tuple[str, str], _Shelf] = OrderedDict()

    async def begin(self) -> None:
        """Start listening for changes."""
        await self._bus.listen("lobby", self._heard)

    def _heard(self, data: bytes) -> None:
        self._changes += 1

    def forget(self) -> None:
        """Write everything again: somebody has another name."""
        self._shelves.clear()

    async def view(self, wanted: LobbyFilter, account: str, charge: Callable[[], None]) -> bytes:
        """Return the LobbyView for an account ("": nobody's) as JSON.

        `charge` is called before the store is read for one variant or edition alone; what it
        raises is passed on.
        """
        shelf = await self._shelf(wanted, charge)
        if account not in shelf.seated:
            return await self._for_all(shelf, wanted)
        return await self._answer(shelf, wanted, account)

    async def _shelf(self, wanted: LobbyFilter, charge: Callable[[], None]) -> _Shelf:
        key = (wanted.variant, wanted.edition)
        shelf = self._shelves.get(key)
        if shelf is not None and self._is_fresh(shelf):
            return shelf
        if any(key):
            charge()
        async with self._reading:
            # Whoever waited here finds what was read meanwhile.
            old = self._shelves.get(key)
            if old is not None and self._is_fresh(old):
                return old
            if old is not None and (wait := old.at + MIN_INTERVAL_S - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            self._shelves[key] = shelf = await self._read(wanted, old)
            self._shelves.move_to_end(key)
            if len(self._shelves) > MAX_SHELVES:
                self._shelves.popitem(last=False)
            return shelf

    def _is_fresh(self, shelf: _Shelf) -> bool:
        return shelf.changes == self._changes and time.monotonic() - shelf.at < MAX_AGE_S

    async def _read(self, wanted: LobbyFilter, old: _Shelf | None) -> _Shelf:
        self.read += 1
        changes, at = self._changes, time.monotonic()
        known = {e.row.id: e for entries in old.entries.values() for e in entries} if old else {}
        entries: dict[str, list[_Entry]] = {}
        counts: dict[str, int] = {}
        equal = {"variant": wanted.variant, "edition": wanted.edition}
        for stage in ("waiting", "playing"):
            since = now() - STALE_MS[stage]
            rows, counts[stage] = await self._lists.store.lobby(stage, equal, since, MAX_READ)
            entries[stage] = [self._entry(row, known.get(row.id), at) for row in rows]
        seated = (e.people for found in entries.values() for e in found)
        registry = self._lists.registry
        return _Shelf(
            changes, at, entries, counts, registry.people, frozenset[str]().union(*seated)
        )

    def _entry(self, row: TableRow, known: _Entry | None, at: float) -> _Entry:
        watching = self._lists.registry.watching(row.id)
        if known is not None and known.row == row:
            if known.watching == watching and at - known.written <= _CARD_MAX_AGE_S:
                return known
            # Whoever is answering from the shelf before keeps the card that is there.
            return replace(known, text=b"", watching=watching)
        seats = decode_seats(row.seats)
        people = frozenset(each for seat in seats if (each := seat.device or seat.kept))
        return _Entry(row, decode_terms(row.terms), people, watching)

    async def _for_all(self, shelf: _Shelf, wanted: LobbyFilter) -> bytes:
        known = shelf.answers.get(wanted)
        if known is not None:
            return known
        answer = await self._answer(shelf, wanted, "")
        if len(shelf.answers) < MAX_ANSWERS:
            shelf.answers[wanted] = answer
        return answer

    async def _answer(self, shelf: _Shelf, wanted: LobbyFilter, account: str) -> bytes:
        lists: dict[str, bytes] = {}
        for stage, entries in shelf.entries.items():
            shown = [entry for entry in entries if wanted.fits(entry.terms)][:MAX_SHOWN]
            await self._write([entry for entry in shown if not entry.text])
            texts = {entry.row.id: entry.text for entry in shown}
            mine = [entry.row for entry in shown if account and account in entry.people]
            texts.update(await self._written(mine, account))
            lists[stage] = b",".join(texts.values())
        return (
            b'{"waiting":[%b],"playing":[%b],"waiting_count":%d,"playing_count":%d,"people":%d}'
        ) % (
            lists["waiting"],
            lists["playing"],
            shelf.counts["waiting"],
            shelf.counts["playing"],
            shelf.people,
        )

    async def _write(self, entries: Sequence[_Entry]) -> None:
        """Write the cards that everybody is sent."""
        texts = await self._written([entry.row for entry in entries], "")
        for entry in entries:
            entry.text, entry.written = texts[entry.row.id], time.monotonic()

    async def _written(self, rows: Sequence[TableRow], account: str) -> dict[str, bytes]:
        if not rows:
            return {}
        found = await self._lists.cards(rows, account)
        self.written += len(found)
        return {card.id: msgspec.json.encode(card) for card in found}
