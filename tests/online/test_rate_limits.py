"""Rate limits: buckets that fill up again, by a clock of the test's own."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from redis.asyncio import Redis as Client
from tests.online.services import Redis
from tests.waiting import WAIT_TIMEOUT_S

from djambi.errors import DjambiError
from djambi.server import rate_limits as module
from djambi.server.cluster.shared_rate_limits import SharedRateLimits
from djambi.server.errors import RequestRefused
from djambi.server.rate_limits import ACTIONS, RateLimits, address_key


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def took(limits: RateLimits, action: str, who: str) -> int:
    """How many are taken at once."""
    many = 0
    while limits.wait(action, who) == 0:
        limits.take(action, who)
        many += 1
        assert many <= 10_000
    with pytest.raises(RequestRefused, match="slow_down"):
        limits.take(action, who)
    return many


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_each_action_has_its_measure(action: str) -> None:
    assert took(RateLimits(clock=Clock()), action, "who") == ACTIONS[action][0]


def test_a_bucket_fills_up_evenly() -> None:
    clock = Clock()
    limits = RateLimits({"talk": (10, 60)}, clock)
    assert took(limits, "talk", "a") == 10
    assert took(limits, "talk", "b") == 10
    clock.at += 5.9
    assert limits.wait("talk", "a") == pytest.approx(0.1, abs=1e-3)
    clock.at += 0.2
    assert took(limits, "talk", "a") == 1
    clock.at += 24.0
    assert took(limits, "talk", "a") == 4
    clock.at += 1e6
    assert took(limits, "talk", "a") == 10


def test_more_than_a_bucket_holds_takes_all_of_it() -> None:
    clock = Clock()
    limits = RateLimits({"work": (10, 60)}, clock)
    limits.take("work", "a", 1000)
    assert limits.wait("work", "a", 1000) == pytest.approx(60)
    clock.at += 60
    limits.take("work", "a", 1000)


def test_what_is_refused_costs_nothing() -> None:
    clock = Clock()
    limits = RateLimits({"talk": (1, 10)}, clock)
    limits.take("talk", "a")
    for _ in range(100):
        with pytest.raises(RequestRefused):
            limits.take("talk", "a")
    clock.at += 10
    limits.take("talk", "a")


def test_buckets_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_BUCKETS", 100)
    limits = RateLimits(clock=Clock())
    limits.take("guess", "somebody")
    for number in range(1_000):
        limits.take("talk", str(number))
    assert len(limits._full["talk"]) == 100
    assert "999" in limits._full["talk"]
    # Many who talk do not make it forget who guesses.
    assert "somebody" in limits._full["guess"]


def test_who_goes_on_is_not_forgotten_for_having_begun_long_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_MAX_BUCKETS", 100)
    limits = RateLimits(clock=Clock())
    for number in range(ACTIONS["guess"][0]):
        limits.take("guess", "victim")
        for other in range(10):
            limits.take("guess", f"{number} {other}")
    assert limits.wait("guess", "victim") > 0


def test_what_others_know_less_of_is_not_forgotten_here() -> None:
    limits = RateLimits({"talk": (10, 60)}, Clock())
    limits.take("talk", "a", 10)
    limits.learn("talk", "a", 6.0)
    assert limits.wait("talk", "a", 10) == pytest.approx(60)


def test_what_was_taken_while_the_others_answered_comes_on_top() -> None:
    limits = RateLimits({"talk": (10, 60)}, Clock())
    limits.share(True)
    limits.take("talk", "a", 2)
    limits.learn("talk", "a", 36.0)
    assert limits.wait("talk", "a", 10) == pytest.approx(48)


# --- many processes -----------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def process(url: str, **changed: tuple[int, int]) -> AsyncGenerator[RateLimits]:
    """The limits of a process that shares them."""
    limits = RateLimits(changed)
    shared = SharedRateLimits(limits, url)
    shared.begin()
    try:
        yield limits
    finally:
        await shared.end()


async def told(limits: RateLimits) -> None:
    """Until all that was taken has been told, and answered."""
    async with asyncio.timeout(WAIT_TIMEOUT_S):
        limits.take("emote", marker := secrets.token_hex(8))
        limits.learn("emote", marker, 0.0)
        while limits._untold:
            await asyncio.sleep(0.01)
        # The answer to it comes before the next one is asked.
        limits.take("emote", marker)
        while limits._untold:
            await asyncio.sleep(0.01)


async def until_refused(limits: RateLimits, action: str, who: str) -> int:
    """Take, a go at a time, each told before the next; returns how many there were."""
    many = 0
    while limits.wait(action, who) == 0:
        limits.take(action, who)
        many += 1
        await told(limits)
    return many


def test_what_one_process_gave_another_does_not_give_again(redis: Redis) -> None:
    async def run() -> None:
        figures = {"guess": (10, 3600), "emote": (1000, 1)}
        async with process(redis.url, **figures) as one, process(redis.url, **figures) as other:
            for _ in range(8):
                one.take("guess", "victim")
            await told(one)
            # It has not heard of the name: the first one is given, and then it knows.
            assert await until_refused(other, "guess", "victim") == 2
            # Other names are their own business.
            assert other.wait("guess", "somebody") == 0
            # The one learns of the other's as soon as it asks for more.
            assert await until_refused(one, "guess", "victim") <= 1
        # A process that starts anew has forgotten nothing, but for the first one.
        async with process(redis.url, **figures) as anew:
            assert await until_refused(anew, "guess", "victim") == 1
            assert anew.wait("guess", "victim") > 300

    asyncio.run(run())


def test_while_redis_is_away_each_process_counts_for_itself(redis: Redis) -> None:
    async def run() -> None:
        figures = {"guess": (10, 3600), "emote": (1000, 1)}
        async with process(redis.url, **figures) as one, process(redis.url, **figures) as other:
            redis.kill()
            assert took(one, "guess", "victim") == 10
            assert took(other, "guess", "somebody") == 10
            redis.start()
            await told(one)
            # What it knew is not forgotten with Redis, and new ones are shared again.
            assert one.wait("guess", "victim") > 0
            for _ in range(9):
                one.take("guess", "another")
            await told(one)
            assert await until_refused(other, "guess", "another") == 1

    asyncio.run(run())


def test_redis_forgets_what_is_full_again_and_knows_no_names(redis: Redis) -> None:
    async def run() -> None:
        client: Any = Client(port=redis.port)
        async with process(redis.url, guess=(10, 2), emote=(1000, 1)) as one:
            one.take("guess", "Josip Broz")
            await told(one)
            keys = await client.keys("*")
            assert keys and not any(b"josip" in key.lower() for key in keys)
            async with asyncio.timeout(WAIT_TIMEOUT_S):
                while await client.keys("djambi:limit:*"):
                    await asyncio.sleep(0.05)
        await client.aclose()

    asyncio.run(run())


def test_what_waits_to_be_told_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MAX_UNTOLD", 100)
    limits = RateLimits(clock=Clock())
    limits.share(True)
    for number in range(1_000):
        limits.take("talk", str(number))
        limits.take("message", str(number))
    assert len(limits.untold()) == 100 and limits.untold() == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"tlak": (1, 1)}, "limits.tlak"), ({"talk": (0, 1)}, "limits.talk"), ({"talk": (1, 0)}, "1")],
)
def test_bad_figures_are_told(changed: dict[str, tuple[int, int]], said: str) -> None:
    with pytest.raises(DjambiError, match=said):
        RateLimits(changed)


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("", "unknown"),
        ("nonsense", "unknown"),
        ("::1", "0:0:0:0"),
        ("2001:db8::1", "2001:db8:0:0"),
        ("2001:db8::2", "2001:db8:0:0"),
        ("2001:db8:0:1::2", "2001:db8:0:1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
    ],
)
def test_addresses(address: str, key: str) -> None:
    assert address_key(address) == key
