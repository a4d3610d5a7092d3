"""The heap of deadlines: in order, once, anew where looking failed."""

from __future__ import annotations

import asyncio

from djambi.server.live.deadlines import DeadlineQueue
from djambi.server.timekeeping import now


def test_games_are_looked_at_in_the_order_of_their_deadlines() -> None:
    async def work() -> list[str]:
        seen: list[str] = []
        done = asyncio.Event()

        async def look(game: str) -> None:
            seen.append(game)
            if len(seen) == 3:
                done.set()

        deadlines = DeadlineQueue(look)
        deadlines.begin()
        at = now()
        # The later one was set earlier; one is put off, one taken away, one set twice.
        for game, when in (("c", 30), ("a", 10), ("b", 5), ("d", 1), ("b", 20), ("a", 10)):
            deadlines.set(game, at + when)
        deadlines.set("d", None)
        assert len(deadlines) == 3 and "d" not in deadlines
        await asyncio.wait_for(done.wait(), 120)
        await deadlines.end()
        assert len(deadlines) == 0
        return seen

    assert asyncio.run(work()) == ["a", "b", "c"]


def test_a_look_that_fails_is_done_again() -> None:
    async def work() -> int:
        tries = 0
        done = asyncio.Event()

        async def look(game: str) -> None:
            nonlocal tries
            tries += 1
            if tries < 3:
                raise OSError("the database is away")
            done.set()

        deadlines = DeadlineQueue(look, again=5)
        deadlines.begin()
        deadlines.set("a", now())
        await asyncio.wait_for(done.wait(), 120)
        await deadlines.end()
        return tries

    assert asyncio.run(work()) == 3


def test_what_is_set_again_and_again_takes_no_room() -> None:
    async def look(game: str) -> None:
        raise AssertionError(game)

    deadlines = DeadlineQueue(look)
    for at in range(10_000):
        deadlines.set("a", 10**15 + at)
    assert len(deadlines) == 1 and len(deadlines._heap) < 2_000  # pyright: ignore[reportPrivateUsage]
