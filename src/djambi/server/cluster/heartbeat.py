"""This process among the server's processes: it says that it lives, and knows who else does.

When none lived, clocks stood still: whoever begins after such a time writes it down. A process
that was itself held up (a computer asleep) does so too.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from dataclasses import dataclass

from djambi.server.background import end_tasks
from djambi.server.database_errors import DATABASE_ERRORS
from djambi.server.game.clocks import Outages
from djambi.server.publisher import EventPublisher, PublishedEvent
from djambi.server.storage.servers import ServersStore
from djambi.server.timekeeping import CLOCK, now

BEAT_INTERVAL_S = 0.5
"""Seconds between two signs of life."""

OUTAGE_MS = 1_500
"""Milliseconds of silence after which no process lived: clocks err by no more."""

DEAD_AFTER_MS = 10_000
"""Milliseconds of silence after which another process is taken for dead."""

TAKEOVER_INTERVAL_S = 5.0
"""Seconds between two looks for what a process that died left undone."""

_BEATS_PER_LOOK = 4
"""Signs of life between two looks at the others."""

_log = logging.getLogger("djambi.server")


@dataclass(frozen=True, slots=True)
class OutageFound(PublishedEvent):
    """Times in which no process lived have come to light, the first from `began` on (ms, UTC)."""

    began: int


@dataclass(frozen=True, slots=True)
class ProcessesLost(PublishedEvent):
    """Some of the other processes have ended or died: nobody is here by way of them any more."""


@dataclass(frozen=True, slots=True)
class ProcessesReturned(PublishedEvent):
    """Some that were taken for dead live after all: they were held up, or the database was."""


class Heartbeat:
    """The signs of life of this process. `await begin()` before, `await end()` after.

    What `outages` there were is added to the object that the games' clocks read.
    """

    def __init__(self, store: ServersStore, outages: Outages, events: EventPublisher) -> None:
        self.store = store
        self._events = events
        self.process = secrets.token_hex(8)
        self.began = now()
        self.outages = outages
        self.others: frozenset[str] = frozenset()
        self.had_company = False
        """Whether another process ever lived beside this one."""
        self._lost: frozenset[str] = frozenset()
        self._task: asyncio.Task[None] | None = None
        self._last = self.began

    @property
    def alone(self) -> bool:
        """Return whether no other process lives."""
        return not self.others

    @property
    def is_held_up(self) -> bool:
        """Return whether time is passing that may turn out to count for nobody."""
        return now() - self._last > OUTAGE_MS

    async def begin(self) -> None:
        """Start to report that this process lives."""
        last = await self.store.last_sign()
        if last is not None:
            # What was stored is over, even if this computer's clock was set back meanwhile.
            CLOCK.go_on_from(last)
        self.began = self._last = now()
        await self.store.begin(self.process, self.began, OUTAGE_MS)
        await self._learn_outages()
        await self._look()
        self._task = asyncio.create_task(self._beat(), name="signs of life")

    async def end(self) -> None:
        """Report one last time that this process lives: without another one, all clocks stop."""
        await end_tasks(self._task)
        self._task = None
        with suppress(*DATABASE_ERRORS):
            at = now()
            await self.store.beat(self.process, at, OUTAGE_MS)
            await self.store.end_presences(self.process, at)

    async def _beat(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(BEAT_INTERVAL_S)
            try:
                await self._sign()
                count += 1
                if count % _BEATS_PER_LOOK == 0:
                    await self._look()
            except Exception:
                # The database is away for a while: the next sign of life says so. Whatever else it
                # was, a process that lives goes on saying so.
                _log.warning("no sign of life could be stored", exc_info=True)

    async def _sign(self) -> None:
        at = now()
        if not await self.store.beat(self.process, at, OUTAGE_MS):
            await self.store.begin(self.process, at, OUTAGE_MS)
        if self.is_held_up:
            # This process was held up, or the database was. If all others were too, the first to
            # say that it lives again has written it down.
            await self._learn_outages()
            _log.warning("this process was held up for %d ms", now() - self._last)
        self._last = at

    async def _learn_outages(self) -> None:
        before = self.outages.gaps
        for gap in await self.store.outages():
            self.outages.add(gap)
        if found := set(self.outages.gaps) - set(before):
            self._events.publish(OutageFound(min(began for began, _ in found)))

    async def _look(self) -> None:
        living = await self.store.living(now() - DEAD_AFTER_MS)
        before, self.others = self.others, living - {self.process}
        self.had_company = self.had_company or bool(self.others)
        if lost := before - self.others:
            self._lost |= lost
            self._events.publish(ProcessesLost())
        if returned := self.others & self._lost:
            self._lost -= returned
            self._events.publish(ProcessesReturned())
