"""Work beside what is being answered: it ends when it is told to."""

from __future__ import annotations

import asyncio

import pytest

from djambi.server import background
from djambi.server.background import BackgroundTasks, end_tasks


async def _loses_a_cancellation(begun: asyncio.Event) -> None:
    """What `asyncio.wait_for` of Python 3.11 can do to the task that awaits it."""
    begun.set()
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        await asyncio.sleep(3600)


def test_a_task_that_loses_a_cancellation_is_cancelled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "CANCEL_INTERVAL_S", 0.01)

    async def run() -> None:
        begun = asyncio.Event()
        task = asyncio.create_task(_loses_a_cancellation(begun))
        await begun.wait()
        await end_tasks(task, None)
        assert task.cancelled()

    asyncio.run(run())


def test_tasks_that_have_ended_or_failed_are_no_hindrance() -> None:
    async def fail() -> None:
        raise ValueError("a fault of its own")

    async def run() -> None:
        failed = asyncio.create_task(fail())
        await asyncio.wait([failed])
        await end_tasks(failed)
        assert str(failed.exception()) == "a fault of its own"
        await end_tasks()

    asyncio.run(run())


def test_what_is_begun_beside_ends_with_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "CANCEL_INTERVAL_S", 0.01)

    async def run() -> None:
        begun, tasks = asyncio.Event(), BackgroundTasks()
        tasks.start(_loses_a_cancellation(begun))
        await begun.wait()
        await tasks.cancel()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())


def test_what_is_insisted_on_is_done_again_until_it_succeeds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "FIRST_RETRY_S", 0.001)

    async def run() -> int:
        tries = 0
        done = asyncio.Event()

        async def work() -> None:
            nonlocal tries
            tries += 1
            if tries < 3:
                raise OSError("the database is away")
            done.set()

        tasks = BackgroundTasks()
        tasks.insist(work)
        await done.wait()
        await tasks.cancel()
        return tries

    assert asyncio.run(run()) == 3
