"""Costly questions wait their turn: one client's flood holds nobody else up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from djambi.server.errors import RequestRefused
from djambi.server.security.fair_queue import MAX_WAITING, MAX_WAITING_EACH, FairQueue


class Bench:
    """Jobs that end when they are told to, and the order in which they began."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.go = threading.Semaphore(0)

    def job(self, name: str) -> Callable[[], str]:
        def work() -> str:
            self.began.append(name)
            assert self.go.acquire(timeout=600)
            return name

        return work


async def _settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_clients_take_turns() -> None:
    async def work() -> None:
        bench, queue = Bench(), FairQueue("test", 1, 1)
        flood = [asyncio.create_task(queue.run("a", bench.job(f"a{n}"))) for n in range(5)]
        await _settle()
        late = [asyncio.create_task(queue.run(c, bench.job(c))) for c in "bc"]
        await _settle()
        bench.go.release(7)
        assert await asyncio.gather(*flood, *late) == ["a0", "a1", "a2", "a3", "a4", "b", "c"]
        # Whoever came after the whole flood waited for one job of it, or the next one.
        assert bench.began.index("b") <= 2 and bench.began.index("c") <= 3
        queue.close()

    asyncio.run(work())


def test_one_client_cannot_have_all_threads() -> None:
    async def work() -> None:
        bench, queue = Bench(), FairQueue("test", 2, 1)
        flood = [asyncio.create_task(queue.run("a", bench.job("a"))) for _ in range(4)]
        await _settle()
        other = asyncio.create_task(queue.run("b", bench.job("b")))
        while sorted(bench.began) != ["a", "b"]:
            await asyncio.sleep(0.001)
        assert queue.waiting == 3
        bench.go.release(5)
        assert await other == "b"
        await asyncio.gather(*flood)
        queue.close()

    asyncio.run(work())


def test_how_much_waits_is_bounded_of_one_and_of_all() -> None:
    async def work() -> None:
        bench, queue = Bench(), FairQueue("test", 1, 1)
        tasks = [asyncio.create_task(queue.run("a", bench.job("a"))) for _ in range(50)]
        await _settle()
        assert queue.waiting == MAX_WAITING_EACH
        refused = [task for task in tasks if task.done()]
        assert len(refused) == queue.refused == 50 - MAX_WAITING_EACH - 1
        assert all(
            isinstance(why := task.exception(), RequestRefused) and why.code == "slow_down"
            for task in refused
        )
        others = [
            asyncio.create_task(queue.run(f"{n}", bench.job("b"))) for n in range(MAX_WAITING + 50)
        ]
        await _settle()
        assert queue.waiting == MAX_WAITING
        for task in [*tasks, *others]:
            task.cancel()
        bench.go.release(MAX_WAITING + 50)
        await asyncio.gather(*tasks, *others, return_exceptions=True)
        queue.close()

    asyncio.run(work())


def test_who_goes_away_gives_his_turn_to_others_and_errors_are_his_own() -> None:
    def fail() -> None:
        raise ValueError("mine")

    async def work() -> None:
        bench, queue = Bench(), FairQueue("test", 1, 1)
        first = asyncio.create_task(queue.run("a", bench.job("a")))
        gone = asyncio.create_task(queue.run("b", bench.job("gone")))
        broken = asyncio.create_task(queue.run("c", fail))
        last = asyncio.create_task(queue.run("d", bench.job("d")))
        await _settle()
        gone.cancel()
        bench.go.release(2)
        assert (await first, await last) == ("a", "d")
        with pytest.raises(ValueError, match="mine"):
            await broken
        assert bench.began == ["a", "d"] and queue.waiting == 0
        queue.close()

    asyncio.run(work())
