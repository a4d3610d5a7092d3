"""Holidays: no time passes for a person at tables with days for a turn.

A holiday begins at once, lasts until a day that was named, and may be ended earlier. It is written
into the log of each such table that the person plays at (`events.Holiday`), or that begins or that
they come to meanwhile, so that clocks remain a fold of the log; it ends there for a party whose
seat changes hands. At anonymous tables there are none: one that began at several tables at once
would tell who is who.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Final

from msgspec import Meta

from djambi.errors import DjambiError
from djambi.server.background import BackgroundTasks
from djambi.server.errors import RequestRefused
from djambi.server.game.events import Holiday, LogEvent
from djambi.server.game.summaries import decode_terms
from djambi.server.game.table_queries import parties_of, people_at, stage_of
from djambi.server.live.each_game import see_to_each
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import TableChanged
from djambi.server.schemas.base import StrictStruct
from djambi.server.schemas.terms import Terms
from djambi.server.storage.holidays import HolidayRecord, HolidayStore
from djambi.server.storage.tables import TablesStore
from djambi.server.timekeeping import DAY_MS, now

YEAR_MS: Final = 365 * DAY_MS

MAX_HOLIDAY_DAYS: Final = 30
"""Days of holiday in any 365 days."""

_MAX_TABLES: Final = 500
"""Tables of one person that are told, the last played first."""


class HolidayBody(StrictStruct):
    """Body of PUT /api/me/holiday: so many days from now on; 0 ends the holiday."""

    days: Annotated[int, Meta(ge=0, le=MAX_HOLIDAY_DAYS)]


class HolidayView(StrictStruct):
    """Answer of GET and PUT /api/me/holiday.

    `until` is when the holiday ends (ISO 8601, UTC; null: there is none now), `left` how many
    whole days of holiday may still be taken at this time.
    """

    until: str | None
    left: int


def taken(holidays: HolidayRecord, at: int) -> int:
    """Return the milliseconds of holiday in the 365 days before a time, and after it.

    >>> taken([(0, DAY_MS), (YEAR_MS, YEAR_MS + 2 * DAY_MS)], YEAR_MS + DAY_MS // 2) / DAY_MS
    2.5
    """
    return sum(max(0, until - max(began, at - YEAR_MS)) for began, until in holidays)


def left(holidays: HolidayRecord, at: int) -> int:
    """Return the whole days that may be taken from a time on, replacing the rest of a holiday."""
    return max(0, MAX_HOLIDAY_DAYS - -(-taken(ended(holidays, at), at) // DAY_MS))


def running(holidays: HolidayRecord, at: int) -> int | None:
    """Return when the holiday at a time ends; None if there is none."""
    return next((until for began, until in holidays if began <= at < until), None)


def ended(holidays: HolidayRecord, at: int) -> HolidayRecord:
    """Return the holidays, the running one ended now; those of over a year ago are dropped."""
    kept = ((began, min(until, at)) for began, until in holidays if began < at)
    return [(began, until) for began, until in kept if until > at - YEAR_MS]


def begun(holidays: HolidayRecord, at: int, days: int) -> HolidayRecord:
    """Return the holidays with one of so many days from now, replacing the running one.

    Raises RequestRefused ("holiday_days") if that is more than may be taken.
    """
    most = left(holidays, at)
    if days > most:
        raise RequestRefused("holiday_days", n=most)
    before = ended(holidays, at)
    return [*before, (at, at + days * DAY_MS)] if days else before


class HolidayService:
    """Takes holidays for people: in the store first, then at their tables."""

    def __init__(
        self,
        registry: GameRegistry,
        tables: TablesStore,
        store: HolidayStore,
        tasks: BackgroundTasks,
    ) -> None:
        self._registry = registry
        self._tables = tables
        self._store = store
        self._tasks = tasks

    async def taken(self, account: str) -> HolidayRecord:
        """Return the holidays of an account."""
        return await self._store.get(account)

    async def take(self, account: str, days: int) -> HolidayRecord:
        """Begin a holiday of so many days, or end it (0); done when this returns.

        Asked for again, what was not done at all tables is done at the others.
        """
        at = now()
        holidays = await self._store.change(account, lambda known: begun(known, at, days))
        until = running(holidays, at) or at
        tables = await self._tables.of_player(account, _MAX_TABLES)
        await see_to_each(
            "game %s cannot be told of a holiday",
            (
                (row.id, partial(self._tell, row.id, account, until))
                for row in tables
                if row.stage == "playing" and _counts_at(decode_terms(row.terms))
            ),
        )
        return holidays

    def table_changed(self, event: TableChanged) -> None:
        """Tell a table that begins, or where somebody sits down, who of them is on holiday."""
        state = event.room.state
        if stage_of(state) != "playing" or state.terms is None or not _counts_at(state.terms):
            return
        begins = stage_of(event.before) == "waiting"
        new = people_at(state) - (frozenset() if begins else people_at(event.before))
        if new:
            self._tasks.insist(partial(self._tell_all, event.room.id, new))

    async def _tell_all(self, game: str, people: Iterable[str]) -> None:
        for account in people:
            until = running(await self._store.get(account), now())
            if until is not None:
                await self._tell(game, account, until)

    async def _tell(self, game: str, account: str, until: int) -> None:
        room = await self._registry.room(game)
        for party in parties_of(room.state, account):

            def away(party: str = party) -> LogEvent | None:
                online = room.state.online
                if online is None or party not in parties_of(room.state, account):
                    return None
                known = room.state.clock.holidays.get(party, ())
                last = known[-1][1] if known else 0
                if last == until or last <= now() >= until:
                    # It is written already, or there is none to be ended.
                    return None
                return Holiday(party, until)

            try:
                await room.change(None, away)
            except DjambiError:
                # The party is out, or the game has ended meanwhile.
                continue


def _counts_at(terms: Terms) -> bool:
    """Return whether holidays count at a table."""
    return terms.clock.kind == "days" and not terms.anonymous
