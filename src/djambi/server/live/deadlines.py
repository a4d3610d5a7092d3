"""Deadlines of games: one heap of times for a process, and the clocks of games at one computer."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final
from weakref import WeakKeyDictionary

from djambi.server.background import RETRIED, BackgroundTasks, end_tasks, failures_of
from djambi.server.game.due_events import clock_due
from djambi.server.game.events import Adjourned, LogEvent, Paused
from djambi.server.live.registry import ClientLeft, GameRegistry, RoomLoaded
from djambi.server.live.room import GameRoom, TableChanged, TableFollowed
from djambi.server.publisher import EventPublisher
from djambi.server.timekeeping import now

_log = logging.getLogger("djambi.server")

LONGEST_WAIT_S: Final = 3600.0
"""Seconds that are waited at once: a clock that is set is noticed."""

ASLEEP_MS: Final = 10_000
"""Milliseconds in which nothing ran, after which one's own computer was asleep.

A server knows sooner (`OUTAGE_MS`); in a page a bot's advice, say, holds up everything for a while.
"""

_LOOK_INTERVAL_S: Final = 0.5
"""Seconds between two looks whether the computer was asleep."""


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
        """Schedule a check of a game; None cancels it."""
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

    def _first(self) -> tuple[int, str] | None:
        """Return the earliest deadline that still holds, if there is one."""
        while self._heap and self._at.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0] if self._heap else None

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            first = self._first()
            if first is None or first[0] > now():
                wait = LONGEST_WAIT_S if first is None else (first[0] - now()) / 1000
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), min(LONGEST_WAIT_S, wait))
                continue
            _, game = heapq.heappop(self._heap)
            self._at.pop(game, None)
            try:
                await self._look(game)
            except Exception:
                _log.exception("the deadline of game %s failed", game, extra=RETRIED)
                # Whatever it was (the database was away, say), the game is not forgotten.
                if game not in self._at:
                    self.set(game, now() + self._again)


class LocalClocks:
    """Sees to the clocks of games at one computer, of all that `registry` has.

    They stand whenever nobody is at the game, also while nothing of this ran or the computer was
    asleep; a party that lets its clock run out is out. `shown_elsewhere` tells whether somebody is
    at a game in another process, whose clocks are not for this one to stop. It looks from the first
    game on; `await end()` after.
    """

    def __init__(
        self,
        registry: GameRegistry,
        events: EventPublisher,
        shown_elsewhere: Callable[[str], Awaitable[bool]] | None = None,
    ) -> None:
        self._registry = registry
        self._shown_elsewhere = shown_elsewhere
        self._tasks = BackgroundTasks()
        self._queue = DeadlineQueue(self._look)
        self._begun = False
        self._awake_at = now()
        # Games that could not be given their time back, and when they were last awake.
        self._asleep: WeakKeyDictionary[GameRoom, int] = WeakKeyDictionary()
        events.subscribe(RoomLoaded, lambda event: self._loaded(event.room))
        events.subscribe(TableChanged, lambda event: self._changed(event.room))
        events.subscribe(TableFollowed, lambda event: self._schedule(event.room))
        events.subscribe(ClientLeft, lambda event: self._stop_if_left(event.room))

    async def end(self) -> None:
        """Stop looking."""
        await self._queue.end()
        await self._tasks.cancel()

    async def _loaded(self, room: GameRoom) -> None:
        """Stop clocks that ran when the game was last in memory."""
        if not self._begun:
            self._begun = True
            self._awake_at = now()
            self._queue.begin()
            self._tasks.repeat(_LOOK_INTERVAL_S, self._wake)
        await self._stop(room, Adjourned)

    def _changed(self, room: GameRoom) -> None:
        self._schedule(room)
        # A bot plays what it was thinking about when the last one left.
        self._stop_if_left(room)

    def _schedule(self, room: GameRoom) -> None:
        self._queue.set(room.id, room.state.clock.until())

    async def _look(self, game: str) -> None:
        room = self._registry.known(game)
        if room is not None:
            # Whoever slept with the computer has not let their time run out.
            await self._wake()
            if room in self._asleep:
                self._queue.set(game, now() + ASLEEP_MS)
                return
            await room.change(None, lambda: _timeout(room))
            self._schedule(room)

    async def _wake(self) -> None:
        """Give the time back in which the computer was asleep, where somebody was at a game."""
        at, awake_at = now(), self._awake_at
        failed = await failures_of(
            (room, partial(room.change, None, partial(self._adjourned, room, at)))
            for room in self._registry.loaded
            if room.listeners
        )
        for room, error in failed:
            if room not in self._asleep:
                _log.error("the clocks of game %s cannot be stopped", room.id, exc_info=error)
        since = [(room, self._asleep.get(room, awake_at)) for room, _ in failed]
        self._asleep = WeakKeyDictionary(since)
        self._awake_at = max(self._awake_at, at)

    def _adjourned(self, room: GameRoom, at: int) -> LogEvent | None:
        """Return what stops a clock that ran while the computer was asleep, up to a time."""
        since = room.state.clock.since
        awake_at = self._asleep.get(room, self._awake_at)
        slept = since is not None and at - max(since, awake_at) > ASLEEP_MS
        return Adjourned() if slept else None

    def _stop_if_left(self, room: GameRoom) -> None:
        if not room.listeners and room.state.clock.since is not None:
            self._tasks.start(self._stop(room, Paused))

    async def _stop(self, room: GameRoom, event: type[Adjourned | Paused]) -> None:
        """Stop the clocks, unless somebody has come meanwhile or is at the game elsewhere."""
        if room.state.clock.since is None:
            return
        if self._shown_elsewhere is not None and await self._shown_elsewhere(room.id):
            return
        await room.change(
            None, lambda: None if room.listeners or room.state.clock.since is None else event()
        )


def _timeout(room: GameRoom) -> LogEvent | None:
    due = clock_due(room.state)
    return due.event if due is not None and due.at <= now() else None
