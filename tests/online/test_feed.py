"""What one is told wherever one is: lines gathered, the lobby slowly, never more than is read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator

import msgspec
import pytest
from sqlalchemy.exc import OperationalError
from tests.online.people import OnlineServed
from tests.waiting import WAIT_TIMEOUT_S
from websockets import Origin
from websockets.sync.client import connect

from djambi.server.cluster.bus import LocalBus
from djambi.server.notifications import feed as feeds
from djambi.server.notifications.feed import Feed, FeedLine, Feeds, News


async def mine(account: str) -> int:
    """How many games wait for an account."""
    return len(account)


async def told(lines: AsyncGenerator[bytes]) -> FeedLine:
    return msgspec.json.decode(await anext(lines), type=FeedLine)


def publish(bus: LocalBus, topic: str, what: str, game: str | None = None) -> None:
    bus.publish(topic, msgspec.json.encode(News(what, game)))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits in a test."""
    monkeypatch.setattr(feeds, "GATHER_INTERVAL_S", 0.0)


def test_my_own_lines_come_with_my_games_counted() -> None:
    async def work() -> None:
        bus = LocalBus()
        lines = Feed(bus, "abc", mine).lines()
        assert await told(lines) == FeedLine("hello", None, 3)
        publish(bus, "person:other", "turn", "g1")
        publish(bus, "person:abc", "turn", "g2")
        publish(bus, "person:abc", "turn", "g2")
        publish(bus, "person:abc", "over", "g3")
        assert await told(lines) == FeedLine("turn", "g2", 3)
        assert await told(lines) == FeedLine("over", "g3", 3)
        await lines.aclose()
        assert not bus._heard

    asyncio.run(work())


def test_after_a_gap_everything_is_to_be_looked_at() -> None:
    async def work() -> None:
        bus = LocalBus()
        lines = Feed(bus, "abc", mine).lines()
        await told(lines)
        bus._gap()
        assert (await told(lines)).what == "hello"
        bus.publish("person:abc", b"what a newer server says")
        assert (await told(lines)).what == "hello"

    asyncio.run(work())


def test_nobody_hears_of_the_lobby_only() -> None:
    async def work() -> None:
        bus = LocalBus()
        lines = Feed(bus, None, mine).lines()
        assert await told(lines) == FeedLine("hello", None, 0)
        publish(bus, "lobby", "lobby")
        assert await told(lines) == FeedLine("lobby", None, 0)
        assert set(bus._heard) == {"lobby"}

    asyncio.run(work())


def test_the_lobby_is_told_slowly_and_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "LOBBY_INTERVAL_S", 3600.0)

    async def work() -> None:
        loop = asyncio.get_running_loop()
        clock, ahead = loop.time, 0.0
        monkeypatch.setattr(loop, "time", lambda: clock() + ahead)
        bus = LocalBus()
        lines = Feed(bus, "abc", mine).lines()
        await told(lines)
        publish(bus, "lobby", "lobby", "g7")
        assert (await told(lines)).what == "lobby"
        publish(bus, "lobby", "lobby", "g8")
        publish(bus, "lobby", "lobby", "g9")
        publish(bus, "person:abc", "turn", "g1")
        assert (await told(lines)).what == "turn"
        ahead = 3600.0
        assert await told(lines) == FeedLine("lobby", None, 3)

    asyncio.run(work())


def test_more_than_anybody_reads_becomes_one_line() -> None:
    async def work() -> None:
        bus = LocalBus()
        lines = Feed(bus, "abc", mine).lines()
        await told(lines)
        for number in range(10_000):
            publish(bus, "person:abc", "turn", f"g{number}")
        heard = [(await told(lines)).what]
        while heard[-1] == "turn" and len(heard) < feeds.MAX_WAITING_LINES:
            heard.append((await told(lines)).what)
        assert "hello" in heard

    asyncio.run(work())


def test_who_was_signed_out_hears_no_more() -> None:
    async def work() -> None:
        bus = LocalBus()
        of_all = Feeds(bus, mine)
        lines, others = of_all.of("abc").lines(), of_all.of("def").lines()
        await told(lines)
        await told(others)
        of_all.cut("abc")
        publish(bus, "person:abc", "turn", "g1")
        publish(bus, "person:def", "turn", "g1")
        with pytest.raises(StopAsyncIteration):
            await anext(lines)
        assert (await told(others)).what == "turn"

    asyncio.run(work())


def test_a_feed_ends_when_the_store_is_away() -> None:
    """Who reads it comes back; it stayed open, and silent for ever."""

    async def away(account: str) -> int:
        raise OperationalError("select", {}, OSError("away"))

    async def work() -> None:
        assert [line async for line in Feed(LocalBus(), "abc", away).lines()] == []

    asyncio.run(work())


def test_silence_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "KEEPALIVE_S", 0.01)

    async def work() -> None:
        lines = Feed(LocalBus(), "abc", mine).lines()
        await told(lines)
        assert await anext(lines) == b""

    asyncio.run(work())


def test_a_page_is_told_of_silence_too(
    shared_online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not see the pings of its socket, and takes none of this for news."""
    monkeypatch.setattr(feeds, "KEEPALIVE_S", 0.01)
    url = f"{shared_online.url.replace('http', 'ws')}/api/feed/socket"
    with connect(url, origin=Origin(shared_online.url)) as socket:
        said = [json.loads(socket.recv(timeout=WAIT_TIMEOUT_S)) for _ in range(3)]
    assert said[0]["what"] == "hello"
    assert {"type": "alive"} in said[1:]


def test_many_who_hear_of_the_lobby_do_not_read_it_at_once() -> None:
    """So many a second are told, each once; and nobody is forgotten."""

    async def work() -> list[float]:
        bus = LocalBus()
        of_all = Feeds(bus, mine)
        assert of_all.spread == 0.0
        readers = [of_all.of(None).lines() for _ in range(3 * feeds.LOBBY_READERS)]
        for lines in readers:
            await told(lines)
        assert (of_all.open, of_all.spread) == (len(readers), 2.0)
        loop = asyncio.get_running_loop()
        times: list[float] = []

        async def hear(lines: AsyncGenerator[bytes]) -> None:
            assert (await told(lines)).what == "lobby"
            times.append(loop.time() - begun)

        begun = loop.time()
        publish(bus, "lobby", "lobby")
        await asyncio.gather(*map(hear, readers))
        return times

    times = asyncio.run(work())
    # Which of them is told when is chance; that a third of them waits so long is certain.
    assert sum(late > 0.5 for late in times) > feeds.LOBBY_READERS


def test_feeds_that_ended_count_no_more() -> None:
    async def work() -> None:
        of_all = Feeds(LocalBus(), mine)
        lines = of_all.of(None).lines()
        await told(lines)
        await lines.aclose()
        del lines
        assert of_all.open == 0

    asyncio.run(work())
