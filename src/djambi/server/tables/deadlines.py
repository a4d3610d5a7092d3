"""Deadlines at online tables: clocks, absence, votes; one heap of deadlines for a process.

Deadlines are derived from the log, and the earliest of each table is in the store too: when the
process that saw to it has died, another one does.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from djambi.errors import DjambiError
from djambi.server.background import BackgroundTasks, end_tasks
from djambi.server.bots.runner import BotRunner
from djambi.server.cluster.heartbeat import Heartbeat
from djambi.server.game.due_events import DueEvent, next_due, next_look
from djambi.server.game.events import LogEvent
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.storage.tables import TablesStore
from djambi.server.tables.presence import PresenceTracker
from djambi.server.tables.voting import Voting
from djambi.server.timekeeping import now

_log = logging.getLogger("djambi.server")

LONGEST_WAIT_S: Final = 3600.0
"""Seconds that are waited at once: a clock that is set is noticed."""

RECHECK_MS: Final = 1_000
"""Milliseconds until something that is due, and being done, is looked at again."""

TAKEOVER_INTERVAL_S: Final = 5.0
"""Seconds between two looks for deadlines that a process which died left undone."""

TAKEOVER_MS: Final = 5_000
"""Milliseconds after which a deadline that nobody saw to is seen to by another process."""


class DeadlineQueue:
    """A heap of times (milliseconds, UTC) to look at games; each has one deadline at most.

    `look` is called with the game's name; it may be called too early and more than once. Where it
    fails it is called again, `again` milliseconds later.
    """

    def __init__(self, look: Callable[[str], Awaitable[None]], again: int = 10_000) -> None:
        self._look = look
        self._again = again
        self._at: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._at)

    def __contains__(self, game: str) -> bool:
        return game in self._at

    def begin(self) -> None:
        """Start looking."""
        self._task = asyncio.create_task(self._run(), name="deadlines")

    async def end(self) -> None:
        """Stop looking."""
        await end_tasks(self._task)
        self._task = None

    def set(self, game: str, at: int | None) -> None:
        """Look at a game at a time; None cancels that."""
        if at is None:
            self._at.pop(game, None)
        elif self._at.get(game) != at:
            self._at[game] = at
            heapq.heappush(self._heap, (at, game))
            if self._heap[0] == (at, game):
                self._changed.set()
        if len(self._heap) > 2 * len(self._at) + 1000:
            self._heap = [(at, game) for game, at in self._at.items()]
            heapq.heapify(self._heap)

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            wait = LONGEST_WAIT_S
            while self._heap:
                at, game = self._heap[0]
                if self._at.get(game) != at:
                    heapq.heappop(self._heap)
                    continue
                wait = min(LONGEST_WAIT_S, (at - now()) / 1000)
                break
            if wait > 0 or not self._heap:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), wait)
                continue
            _, game = heapq.heappop(self._heap)
            self._at.pop(game, None)
            try:
                await self._look(game)
            except Exception:
                _log.exception("the deadline of game %s failed", game)
                # Whatever it was (the database was away, say), the game is not forgotten.
                if game not in self._at:
                    self.set(game, now() + self._again)


class TableDeadlines:
    """Does what is due at the tables of a process; `await begin()` before, `await end()` after."""

    def __init__(
        self,
        registry: GameRegistry,
        store: TablesStore,
        presence: PresenceTracker,
        heartbeat: Heartbeat,
        voting: Voting,
        runner: BotRunner,
        tasks: BackgroundTasks,
    ) -> None:
        self._registry = registry
        self._store = store
        self._presence = presence
        self._heartbeat = heartbeat
        self._voting = voting
        self._runner = runner
        self._tasks = tasks
        self.queue = DeadlineQueue(self._look)

    async def begin(self) -> None:
        """Start serving the deadlines of all tables."""
        self.queue.begin()
        for game, at in await self._store.deadlines():
            self.queue.set(game, at)
        self._tasks.repeat(TAKEOVER_INTERVAL_S, self._take_over)

    async def end(self) -> None:
        """Stop serving deadlines."""
        await self.queue.end()

    def schedule(self, room: GameRoom) -> None:
        """Look at a table when something is due there."""
        if room.state.online is None:
            return
        due = next_due(room.state, self._presence.away(room))
        at = now()
        # What is done already, or just now, is not done again and again meanwhile.
        again = None if due is None else due.at if due.at > at else at + RECHECK_MS
        self.queue.set(room.id, again)

    async def _look(self, game: str) -> None:
        """Do what is due at a table, if it is; else look again when it will be."""
        try:
            room = await self._registry.room(game)
        except DjambiError:
            _log.exception("game %s cannot be looked after", game)
            return
        await self._presence.look_elsewhere(room)
        due = next_due(room.state, self._presence.away(room))
        if due is not None and due.at <= now():
            await self._act(room, due)
        self.schedule(room)
        self._runner.wake(room)

    async def _act(self, room: GameRoom, due: DueEvent) -> None:
        if due.what == "vote":
            # Bots may have to think about it, and other tables don't wait for that.
            self._tasks.start(self._voting.close(room))
            return

        def late() -> LogEvent | None:
            again = next_due(room.state, self._presence.away(room))
            return again.event if again is not None and again.at <= now() else None

        await room.change(None, late)

    async def _take_over(self) -> None:
        """See to what a process that died left undone."""
        if not self._heartbeat.had_company:
            return
        for game, at in await self._store.deadlines(now() - TAKEOVER_MS):
            await self._look(game)
            room = await self._registry.room(game)
            again = next_look(room.state)
            if again is not None and again <= at and room.state.terms is not None:
                # Nothing was due: who is to move is there. Nobody else needs to look for a while.
                await self._store.set_deadline(game, now() + room.state.terms.grace * 1000)
