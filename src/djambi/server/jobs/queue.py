"""The driver of many processes: SAQ's queue in Redis; each job is done by one of them.

Jobs for later are held here until their time, to the millisecond, and asked for then (of several
processes that do so one is heard). While Redis is away every process does its jobs itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import Any

from saq import Job, Status, Worker
from saq.queue.redis import RedisQueue

from djambi.server.background import end_tasks
from djambi.server.cluster.redis_bus import RECONNECT_INTERVAL_S
from djambi.server.cluster.redis_client import REDIS_ERRORS, connect
from djambi.server.jobs.interface import Jobs
from djambi.server.jobs.local import LocalJobs
from djambi.server.timekeeping import now

HEARTBEAT_S = 5
"""Seconds after which a process says of each job that it still works on it."""

DEAD_AFTER_S = 3 * HEARTBEAT_S
"""Seconds of silence after which a job's process is thought dead, and the job given up."""

MAX_JOB_S = 600
"""Seconds that a job may take."""

_log = logging.getLogger("djambi.server")


class Queue(RedisQueue):
    """SAQ's queue, patient where Redis is away (SAQ's own would try again without a pause).

    Its sweep reads SAQ's own keys, so the version of SAQ is capped: see `test_jobs.py`.
    """

    _unbegun: frozenset[str] = frozenset()
    """Jobs that were taken at the last sweep, and not yet marked as begun."""

    async def dequeue(self, timeout: float = 0.0, poll_interval: float = 0.0) -> Job | None:
        """Return the next job; None if there is none for a while."""
        try:
            return await super().dequeue(timeout, poll_interval)
        except REDIS_ERRORS:
            await asyncio.sleep(RECONNECT_INTERVAL_S)
            return None

    async def sweep(self, lock: int = 60, abort: float = 5.0) -> list[str]:
        """Release the jobs of dead processes, once in `lock` seconds, and return them.

        A process takes a job and then marks it as begun. SAQ's own sweep gives up what it sees
        between the two; this one only what it sees there twice.
        """
        del abort
        redis: Any = self.redis
        if not await redis.set(self._sweep, 1, ex=lock, nx=True):
            return []
        given_up: list[str] = []
        unbegun: set[str] = set()
        for name in await redis.lrange(self._active, 0, -1):
            job = await self._get_job_by_id(name)
            if job is None:
                async with redis.pipeline(transaction=True) as pipe:
                    await pipe.lrem(self._active, 0, name).zrem(self._incomplete, name).execute()
            elif job.stuck or job.id in self._unbegun:
                await self.finish(job, Status.ABORTED, error="its process is gone")
                given_up.append(job.id)
            elif job.status is not Status.ACTIVE:
                unbegun.add(job.id)
        self._unbegun = frozenset(unbegun)
        return given_up


class _Worker(Worker[Any]):
    """SAQ's worker inside our process, whose signals are not its business."""

    SIGNALS: list[Any] = []  # noqa: RUF012 - SAQ's form


class QueueJobs(Jobs):
    """Jobs in Redis at `url`; `hands` of them at once in this process."""

    def __init__(self, url: str, hands: int = 4) -> None:
        super().__init__()
        self._hands = hands
        self._redis = connect(url)
        client: Any = self._redis
        self._queue = Queue(client, name="djambi")
        # For what is due later, and for times without Redis.
        self._own = LocalJobs()
        self._worker: _Worker | None = None
        self._task: asyncio.Task[None] | None = None
        # It would report every try while Redis is away, with a traceback; the bus says it once.
        logging.getLogger("saq").setLevel(logging.CRITICAL)

    async def open(self) -> None:
        """Begin to work."""
        for name in self._works:
            self._own.handle(name, partial(self._work, name))
            self._own.handle(_later(name), partial(self.enqueue, name))
        self._worker = _Worker(
            self._queue,
            [(name, partial(self._run, name)) for name in self._works],
            concurrency=self._hands,
            dequeue_timeout=5.0,
            after_process=self._ended,
            timers={"schedule": 60, "worker_info": 60, "sweep": HEARTBEAT_S, "abort": 60},
        )
        self._task = asyncio.get_running_loop().create_task(self._worker.start())

    async def close(self) -> None:
        """Stop: what waits in Redis is left to the other processes."""
        await end_tasks(self._task)
        await self._own.close()
        with contextlib.suppress(*REDIS_ERRORS):
            await self._redis.aclose()

    async def enqueue(self, name: str, key: str, at: int = 0) -> None:
        """Ask for a job."""
        if at > now():
            await self._own.enqueue(_later(name), key, at)
            return
        try:
            # First the mark, then the job: who does it now sees the mark when it is done.
            await self._redis.set(_mark(name, key), 1, ex=MAX_JOB_S)
            await self._ask(name, key)
        except REDIS_ERRORS:
            await self._own.enqueue(name, key)

    async def _ask(self, name: str, key: str) -> None:
        """Put a job into the queue, if it is not there and nobody does it now."""
        await self._queue.enqueue(
            name,
            key=f"{name}:{key}",
            of=key,
            timeout=MAX_JOB_S,
            heartbeat=DEAD_AFTER_S,
            retries=1,
            ttl=-1,
        )

    async def _run(self, name: str, context: dict[str, Any], *, of: str) -> None:
        await self._redis.delete(_mark(name, of))
        living = asyncio.get_running_loop().create_task(_live(context["job"]))
        try:
            await self._work(name, of)
        finally:
            living.cancel()

    async def _ended(self, context: dict[str, Any]) -> None:
        """Finish a job that has left the queue; run it again if it was asked for meanwhile."""
        job: Job = context["job"]
        key = str((job.kwargs or {})["of"])
        with contextlib.suppress(*REDIS_ERRORS):
            if await self._redis.exists(_mark(job.function, key)):
                await self._ask(job.function, key)


def _mark(name: str, key: str) -> str:
    return f"djambi:again:{name}:{key}"


def _later(name: str) -> str:
    return f"later {name}"


async def _live(job: Job) -> None:
    """Say now and then that a job is still worked on."""
    while True:
        await asyncio.sleep(HEARTBEAT_S)
        with contextlib.suppress(*REDIS_ERRORS):
            await job.update()
