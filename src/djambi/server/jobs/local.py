"""The driver of one process: tasks of the event loop."""

from __future__ import annotations

import asyncio

from djambi.server.background import end_tasks
from djambi.server.jobs.interface import Jobs
from djambi.server.timekeeping import now


class LocalJobs(Jobs):
    """Jobs of this process; those that wait end with it (the sweep of the next one finds them)."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[tuple[str, str], tuple[int, asyncio.TimerHandle]] = {}
        self._running: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._again: set[tuple[str, str]] = set()

    async def enqueue(self, name: str, key: str, at: int = 0) -> None:
        """Ask for a job."""
        job = name, key
        if job in self._waiting:
            earlier, timer = self._waiting[job]
            if earlier <= at:
                return
            timer.cancel()
        delay = max(0.0, (at - now()) / 1000)
        timer = asyncio.get_running_loop().call_later(delay, self._start, job)
        self._waiting[job] = at, timer

    def _start(self, job: tuple[str, str]) -> None:
        self._waiting.pop(job, None)
        if job in self._running:
            self._again.add(job)
            return
        task = asyncio.get_running_loop().create_task(self._work(*job), name=" ".join(job))
        self._running[job] = task
        task.add_done_callback(lambda _: self._ended(job))

    def _ended(self, job: tuple[str, str]) -> None:
        self._running.pop(job, None)
        if job in self._again:
            self._again.discard(job)
            self._start(job)

    async def close(self) -> None:
        """Stop."""
        for _, timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()
        self._again.clear()
        await end_tasks(*self._running.values())
