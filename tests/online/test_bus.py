"""The bus: one contract for both drivers; Redis killed, and processes that miss something."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator

import pytest
from tests.online.services import Redis, until
from tests.waiting import free_port

from djambi.server.cluster.bus import Bus, LocalBus
from djambi.server.cluster.redis_bus import RedisBus
from djambi.server.cluster.redis_client import connect


@contextlib.asynccontextmanager
async def opened(*buses: Bus) -> AsyncGenerator[None]:
    for bus in buses:
        await bus.open()
    try:
        yield
    finally:
        for bus in buses:
            await bus.close()


@contextlib.asynccontextmanager
async def two_processes(redis: Redis) -> AsyncGenerator[tuple[RedisBus, RedisBus, list[bytes]]]:
    """Two buses at one Redis, and what the second hears of "game:a"."""
    one, other = RedisBus(redis.url), RedisBus(redis.url)
    heard: list[bytes] = []
    async with opened(one, other):
        await other.listen("game:a", heard.append)
        yield one, other, heard


@pytest.mark.parametrize("kind", ["local", "redis"])
def test_listeners_hear_their_topic_until_they_leave(
    kind: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("redis").url if kind == "redis" else ""

    async def work() -> None:
        bus: Bus = RedisBus(url) if url else LocalBus()
        heard: list[bytes] = []
        also: list[bytes] = []
        async with opened(bus):
            await bus.listen("game:a", heard.append)
            await bus.listen("game:a", also.append)
            bus.publish("game:a", b"1")
            bus.publish("game:b", b"2")
            # One's own are heard at once, and once.
            assert (heard, also) == ([b"1"], [b"1"])
            await bus.leave("game:a", heard.append)
            await bus.leave("game:a", heard.append)
            bus.publish("game:a", b"3")
            await asyncio.sleep(0.1)
            assert (heard, also) == ([b"1"], [b"1", b"3"])

    asyncio.run(work())


def test_other_processes_hear_everything_in_order(redis: Redis) -> None:
    async def work() -> None:
        async with two_processes(redis) as (one, _other, heard):
            for number in range(500):
                one.publish("game:a", str(number).encode())
                if number % 100 == 0:
                    await asyncio.sleep(0.01)
            await until(lambda: len(heard) == 500)
            assert heard == [str(number).encode() for number in range(500)]

    asyncio.run(work())


def test_what_was_too_much_to_wait_for_redis_is_a_gap(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("djambi.server.cluster.redis_bus.MAX_QUEUED_MESSAGES", 2)

    async def work() -> None:
        async with two_processes(redis) as (one, _other, heard):
            one.publish("game:a", b"1")
            await until(lambda: heard == [b"1"])
            for said in (b"2", b"3", b"4"):
                one.publish("game:a", said)
            await until(lambda: len(heard) > 1)
            assert heard[1] == b""

    asyncio.run(work())


def test_two_databases_of_one_redis_do_not_hear_each_other(redis: Redis) -> None:
    async def work() -> None:
        url = redis.url[:-1] + "1"
        one, beside, other, again = (RedisBus(at) for at in (redis.url, redis.url, url, url))
        heard: list[bytes] = []
        others: list[bytes] = []
        async with opened(one, beside, other, again):
            await beside.listen("lobby", heard.append)
            await other.listen("lobby", others.append)
            one.publish("lobby", b"x")
            await until(lambda: heard == [b"x"])
            # What is said now is heard after it.
            again.publish("lobby", b"y")
            await until(lambda: b"y" in others)
            assert (heard, others) == ([b"x"], [b"y"])

    asyncio.run(work())


def test_after_a_restart_of_redis_everybody_looks_and_all_is_heard_again(redis: Redis) -> None:
    async def work() -> None:
        async with two_processes(redis) as (one, other, heard):
            redis.kill()
            await until(lambda: not (one.is_connected or other.is_connected))
            one.publish("game:a", b"lost or late")
            redis.start()
            await until(lambda: one.is_connected and other.is_connected)
            await until(lambda: b"" in heard)
            one.publish("game:a", b"heard")
            await until(lambda: heard[-1] == b"heard")

    asyncio.run(work())


def test_who_misses_a_number_looks(redis: Redis) -> None:
    async def work() -> None:
        async with two_processes(redis) as (one, _other, heard):
            one.publish("game:a", b"1")
            await until(lambda: heard == [b"1"])
            one._number += 1
            one.publish("game:b", b"2")
            await until(lambda: heard == [b"1", b""])

    asyncio.run(work())


def test_redis_that_is_away_at_the_start_stops_nobody() -> None:
    async def work() -> None:
        bus = RedisBus(f"redis://127.0.0.1:{free_port()}/0")
        heard: list[bytes] = []
        async with opened(bus):
            await bus.listen("game:a", heard.append)
            bus.publish("game:a", b"1")
            assert heard == [b"1"]
            assert not bus.is_connected

    asyncio.run(work())


def test_what_is_not_ours_is_passed_over(redis: Redis) -> None:
    async def work() -> None:
        one, other = RedisBus(redis.url), RedisBus(redis.url)
        heard: list[bytes] = []
        client = connect(redis.url)
        async with opened(one, other):
            await other.listen("game:a", heard.append)
            await client.publish("djambi:0", b"\xff\x00nonsense")
            one.publish("game:a", b"1")
            await until(lambda: heard == [b"1"])
        await client.aclose()

    asyncio.run(work())
