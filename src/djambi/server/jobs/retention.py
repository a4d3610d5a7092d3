"""Forget, once an hour, what nobody needs any more: ended sessions, guests, tables left alone.

Registered accounts and finished games are never swept. docs/online/privacy.md says for how long
what is kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Final

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
            await self.sweep(now())
            await asyncio.sleep(SWEEP_INTERVAL_S)

    async def sweep(self, at: int) -> None:
        """Delete what is old at a time (milliseconds since 1970, UTC).

        What cannot be deleted is logged, and keeps nothing else from being deleted.
        """
        sweeps = self._sweeps
        guests, games = 0, 0
        with _failing_alone("ended sessions"):
            await sweeps.ended(at)
        with _failing_alone("cuts and browsers"):
            await sweeps.seen(at - DAY_MS, at - KNOWN_BROWSER_DAYS * DAY_MS)
        with _failing_alone("guests without traces"):
            guests += await sweeps.delete_passers_by(at - IDLE_GUEST_MS)
        with _failing_alone("guests with traces"):
            last = ""
            while idle := await sweeps.idle_guests(at - GUEST_MS, last):
                for account in idle:
                    with _failing_alone("some guests with traces"):
                        await self._erase(account)
                        guests += 1
                last = idle[-1]
        for stage, age in (("waiting", WAITING_TABLE_MS), ("playing", ABANDONED_GAME_MS)):
            with _failing_alone(f"{stage} tables"):
                deleted = await sweeps.delete_tables(stage, at - age)
                self._deleted(deleted)
                games += len(deleted)
        if guests or games:
            _log.info("swept: %d guests, %d tables", guests, games)


@contextmanager
def _failing_alone(what: str) -> Generator[None]:
    """Log what keeps old things from being deleted, so that others are deleted all the same."""
    try:
        yield
    except Exception:
        _log.warning("%s that are old could not be swept", what, exc_info=True)
