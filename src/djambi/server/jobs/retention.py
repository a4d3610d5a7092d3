"""Forget, once an hour, what nobody needs any more: ended sessions, guests, tables left alone.

Registered accounts and finished games are never swept. docs/online/privacy.md says for how long
what is kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from djambi.server.background import end_tasks
from djambi.server.people.login_attempts import KNOWN_BROWSER_DAYS
from djambi.server.storage.sweeps import RetentionStore
from djambi.server.timekeeping import DAY_MS, now

SWEEP_INTERVAL_S: Final = 3600.0
"""Seconds between two sweeps."""

IDLE_GUEST_MS: Final = 30 * DAY_MS
"""Milliseconds for which a guest is kept who never sat at a table."""

GUEST_MS: Final = 180 * DAY_MS
"""Milliseconds after which no guest can come back: the session has ended."""

WAITING_TABLE_MS: Final = 30 * DAY_MS
"""Milliseconds for which a table waits for players without anything happening there."""

ABANDONED_GAME_MS: Final = 365 * DAY_MS
"""Milliseconds after which a game that nobody has touched is given up."""

_log = logging.getLogger("djambi.server")


class RetentionJob:
    """Sweeps a server's database; `begin()` before, `await end()` after.

    `erase` erases an account, `deleted` is told which games are gone.
    """

    def __init__(
        self,
        sweeps: RetentionStore,
        erase: Callable[[str], Awaitable[object]],
        deleted: Callable[[Iterable[str]], None],
    ) -> None:
        self._sweeps = sweeps
        self._erase = erase
        self._deleted = deleted
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to sweep: now, and once an hour."""
        self._task = asyncio.create_task(self._run(), name="sweeper")

    async def end(self) -> None:
        """Stop sweeping."""
        await end_tasks(self._task)

    async def _run(self) -> None:
        while True:
            try:
                await self.sweep(now())
            except (SQLAlchemyError, OSError):
                _log.warning("what is old could not be swept", exc_info=True)
            await asyncio.sleep(SWEEP_INTERVAL_S)

    async def sweep(self, at: int) -> None:
        """Delete what is old at a time (milliseconds since 1970, UTC)."""
        sweeps = self._sweeps
        await sweeps.ended(at)
        await sweeps.seen(at - DAY_MS, at - KNOWN_BROWSER_DAYS * DAY_MS)
        passers_by = await sweeps.delete_passers_by(at - IDLE_GUEST_MS)
        guests = 0
        while idle := await sweeps.idle_guests(at - GUEST_MS):
            for account in idle:
                await self._erase(account)
            guests += len(idle)
        games = await sweeps.delete_tables("waiting", at - WAITING_TABLE_MS)
        games += await sweeps.delete_tables("playing", at - ABANDONED_GAME_MS)
        self._deleted(games)
        if passers_by or guests or games:
            _log.info("swept: %d guests, %d tables", passers_by + guests, len(games))
