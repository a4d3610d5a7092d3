"""Jobs: one contract for both drivers; many processes, and Redis killed."""

from __future__ import annotations

import asyncio
import contextlib
import time
import tomllib
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from importlib.metadata import version
from typing import Any

import pytest
from tests.online.services import Redis, until
from tests.paths import ROOT
from tests.waiting import WAIT_TIMEOUT_S

from djambi.server.cluster.redis_client import connect
from djambi.server.jobs import Jobs, LocalJobs, Work
from djambi.server.jobs.queue import Queue, QueueJobs

Make = Callable[[], Jobs]


@pytest.fixture(params=["local", "queue"])
def make(request: pytest.FixtureRequest) -> Make:
    """The maker of a driver."""
    if request.param == "local":
        return LocalJobs
    redis: Redis = request.getfixturevalue("redis")
    return lambda: QueueJobs(redis.url)


@contextlib.asynccontextmanager
async def opened(jobs: Jobs, **works: Work) -> AsyncGenerator[Jobs]:
    for name, work in works.items():
        jobs.handle(name, work)
    await jobs.open()
    try:
        yield jobs
    finally:
        await jobs.close()


def test_a_job_is_done(make: Make) -> None:
    async def run() -> None:
        done: list[str] = []

        async def work(key: str) -> None:
            done.append(key)

        async with opened(make(), work=work) as jobs:
            for key in ("a", "b"):
                await jobs.enqueue("work", key)
            await until(lambda: sorted(done) == ["a", "b"])

    asyncio.run(run())


def test_of_one_name_and_key_one_runs_at_a_time_and_once_more_if_asked_meanwhile(
    make: Make,
) -> None:
    async def run() -> None:
        gate = asyncio.Event()
        counts = {"running": 0, "most": 0, "runs": 0}

        async def work(key: str) -> None:
            counts["running"] += 1
            counts["runs"] += 1
            counts["most"] = max(counts["most"], counts["running"])
            await gate.wait()
            counts["running"] -= 1

        async with opened(make(), work=work) as jobs:
            await jobs.enqueue("work", "a")
            await until(lambda: counts["running"] == 1)
            for _ in range(5):
                await jobs.enqueue("work", "a")
            gate.set()
            await until(lambda: counts["runs"] == 2 and counts["running"] == 0)
            await asyncio.sleep(0.1)
            assert counts == {"running": 0, "most": 1, "runs": 2}

    asyncio.run(run())


def test_different_names_and_keys_run_beside_each_other(make: Make) -> None:
    async def run() -> None:
        here: set[tuple[str, str]] = set()
        all_here = asyncio.Event()

        def meet(name: str) -> Work:
            async def work(key: str) -> None:
                here.add((name, key))
                if len(here) == 3:
                    all_here.set()
                await all_here.wait()

            return work

        async with opened(make(), one=meet("one"), two=meet("two")) as jobs:
            await jobs.enqueue("one", "a")
            await jobs.enqueue("one", "b")
            await jobs.enqueue("two", "a")
            async with asyncio.timeout(WAIT_TIMEOUT_S):
                await all_here.wait()

    asyncio.run(run())


def test_a_job_for_later_is_not_done_before_and_the_earlier_time_holds(make: Make) -> None:
    async def run() -> None:
        done: list[tuple[str, int]] = []

        async def work(key: str) -> None:
            done.append((key, time.time_ns() // 1_000_000))

        async with opened(make(), work=work) as jobs:
            soon = time.time_ns() // 1_000_000 + 150
            for at in (soon + 3_600_000, soon, soon + 7_200_000):
                await jobs.enqueue("work", "a", at)
            await until(lambda: bool(done))
            assert done[0][0] == "a" and done[0][1] >= soon
            assert len(done) == 1

    asyncio.run(run())


def test_one_that_fails_is_logged_and_harms_no_other(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        done: list[str] = []

        async def work(key: str) -> None:
            if key == "bad":
                raise ZeroDivisionError
            done.append(key)

        async with opened(make(), work=work) as jobs:
            for key in ("bad", "good"):
                await jobs.enqueue("work", key)
            await until(lambda: done == ["good"])
            # It is no more in the way: asked for again it runs again.
            await jobs.enqueue("work", "bad")
            await until(lambda: caplog.text.count("job work of bad failed") == 2)

    asyncio.run(run())


def test_closing_cancels_what_runs(make: Make) -> None:
    async def run() -> None:
        begun, ended = asyncio.Event(), asyncio.Event()

        async def work(key: str) -> None:
            begun.set()
            try:
                await asyncio.sleep(3600)
            finally:
                ended.set()

        async with opened(make(), work=work) as jobs:
            await jobs.enqueue("work", "a")
            async with asyncio.timeout(WAIT_TIMEOUT_S):
                await begun.wait()
        assert ended.is_set()

    asyncio.run(run())


def test_each_job_is_done_by_one_of_many_processes(redis: Redis) -> None:
    async def run() -> None:
        done: Counter[str] = Counter()
        who: Counter[int] = Counter()

        def hand(process: int) -> Work:
            async def work(key: str) -> None:
                await asyncio.sleep(0.01)
                done[key] += 1
                who[process] += 1

            return work

        one, other = QueueJobs(redis.url, 2), QueueJobs(redis.url, 2)
        async with opened(one, work=hand(1)), opened(other, work=hand(2)):
            for number in range(60):
                # Both hear of what is to be done.
                await one.enqueue("work", str(number))
            await until(lambda: len(done) == 60)
        assert set(done.values()) == {1}
        assert set(who) == {1, 2}

    asyncio.run(run())


def test_a_job_just_taken_is_left_to_its_process_and_given_up_if_that_is_gone(
    redis: Redis,
) -> None:
    async def run() -> None:
        client: Any = connect(redis.url)
        queue = Queue(client, name="djambi")
        await queue.enqueue("work", key="work:a", ttl=-1)
        taken = await queue.dequeue(timeout=WAIT_TIMEOUT_S)
        assert taken is not None
        assert await queue.sweep(lock=1) == []
        assert await queue.enqueue("work", key="work:a", ttl=-1) is None
        await asyncio.sleep(1.1)
        assert await queue.sweep(lock=1) == [taken.id]
        assert await queue.enqueue("work", key="work:a", ttl=-1) is not None
        await client.aclose()

    asyncio.run(run())


def test_jobs_are_done_while_redis_is_away_and_after(redis: Redis) -> None:
    async def run() -> None:
        done: list[str] = []

        async def work(key: str) -> None:
            done.append(key)

        async with opened(QueueJobs(redis.url), work=work) as jobs:
            await jobs.enqueue("work", "before")
            await until(lambda: done == ["before"])
            redis.kill()
            await jobs.enqueue("work", "without")
            await until(lambda: done == ["before", "without"])
            redis.start()
            await jobs.enqueue("work", "after")
            await until(lambda: "after" in done)

    asyncio.run(run())


def test_saq_whose_own_keys_are_read_is_of_a_version_that_was_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    asked = {each for extra in ("many", "dev") for each in extras[extra] if each.startswith("saq")}
    assert asked == {"saq>=0.26,<0.27"}
    assert version("saq").startswith("0.26.")
