"""Work beside what is being answered: tasks that nobody awaits, and work done again and again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Final, TypeVar

_log = logging.getLogger("djambi.server")

CANCEL_INTERVAL_S: Final = 0.5
"""Seconds until a task that goes on nevertheless is cancelled again."""


FIRST_RETRY_S: Final = 1.0
LONGEST_RETRY_S: Final = 60.0
"""Seconds until work that failed is tried again: the first time, doubled up to at most."""

MAX_RETRIES: Final = 10

RETRIED: Final = {"retried": True}
"""What the log hears besides (`extra`) of a failure that is tried again, and may come for ever."""


def longer_retry_s(seconds: float) -> float:
    """Return how many seconds to wait after having waited so many in vain."""
    return min(2 * seconds, LONGEST_RETRY_S)


class BackgroundTasks:
    """The tasks of a process that nobody awaits; `await cancel()` at the end."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task in the background; failures are logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("work in the background failed", exc_info=error)

    def insist(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run a task in the background, again and again until it succeeds, some minutes at most.

        For what nobody else would do: the database may be away at the moment.
        """
        self.start(self._insisted(work))

    async def _insisted(self, work: Callable[[], Awaitable[None]]) -> None:
        seconds = FIRST_RETRY_S
        for _ in range(MAX_RETRIES):
            try:
                await work()
            except Exception:
                _log.exception("work in the background failed; it is tried again")
            else:
                return
            await asyncio.sleep(seconds)
            seconds = longer_retry_s(seconds)
        await work()

    def repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Run a task every so many seconds, for the first time after as many.

        What goes wrong is logged, and it is done again.
        """
        self.start(self._repeated(seconds, work))

    async def _repeated(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception:
                _log.exception("work in the background failed; it is tried again", extra=RETRIED)

    async def cancel(self) -> None:
        """Cancel all of them, and wait until they have ended."""
        await end_tasks(*self._tasks)


K = TypeVar("K")


async def failures_of(
    works: Iterable[tuple[K, Callable[[], Awaitable[object]]]],
) -> list[tuple[K, Exception]]:
    """Do all of it, one after the other, and return what failed, and why.

    What fails keeps nothing else waiting.
    """
    failed: list[tuple[K, Exception]] = []
    for about, work in works:
        try:
            await work()
        except Exception as error:
            failed.append((about, error))
    return failed


async def end_tasks(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel tasks and wait until they have ended, however; None is passed over.

    They are cancelled again and again: Python 3.11's `asyncio.wait_for`, which redis-py awaits,
    loses a cancellation that comes in the moment when the awaited is done.
    """
    running = {task for task in tasks if task is not None}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=CANCEL_INTERVAL_S)
