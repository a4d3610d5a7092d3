"""One heap of deadlines for a process: it looks at each table when it is time, one by one."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from djambi.server.timekeeping import now

_log = logging.getLogger("djambi.server")

LONGEST = 3600.0
"""Seconds that are waited at once: a clock that is set is noticed."""


class Deadlines:
    """When to look at which game (milliseconds, UTC); each has one deadline at most.

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
        """Look from now on."""
        self._task = asyncio.create_task(self._run(), name="deadlines")

    async def end(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def set(self, game: str, at: int | None) -> None:
        """Look at a game at a time; None: not any more."""
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
            wait = LONGEST
            while self._heap:
                at, game = self._heap[0]
                if self._at.get(game) != at:
                    heapq.heappop(self._heap)
                    continue
                wait = min(LONGEST, (at - now()) / 1000)
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
