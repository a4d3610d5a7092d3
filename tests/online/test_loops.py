"""What runs beside the requests goes on, whatever fails: a round of it, or one item of a round."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, Protocol, cast

import pytest
from sqlalchemy import insert
from tests.online.services import Redis, until
from tests.online.test_bus import opened
from tests.server.stores import with_new_store

from djambi.server.background import end_tasks
from djambi.server.cluster import heartbeat, redis_bus, replication, shared_rate_limits
from djambi.server.cluster.bus import Bus, LocalBus
from djambi.server.cluster.heartbeat import Heartbeat
from djambi.server.cluster.redis_bus import RedisBus
from djambi.server.cluster.replication import ReplicaFollower
from djambi.server.cluster.shared_rate_limits import SharedRateLimits
from djambi.server.game.clocks import Outages
from djambi.server.jobs import LocalJobs
from djambi.server.jobs.retention import GUEST_MS, RetentionJob
from djambi.server.notifications import mail
from djambi.server.notifications.mail import MailQueue, MailServer
from djambi.server.people import disconnections
from djambi.server.people.disconnections import Disconnections
from djambi.server.publisher import EventPublisher
from djambi.server.rate_limits import RateLimits
from djambi.server.security import connections
from djambi.server.security.connections import Connections
from djambi.server.storage import Store, sweeps
from djambi.server.storage.models import ReportModel
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.sweeps import RetentionStore
from djambi.server.timekeeping import now


class Loop(Protocol):
    """What is begun, and ends when it is told to."""

    async def end(self) -> None: ...


class Faulty:
    """Something that is asked for again and again, and shows a fault of ours at first."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> None:
        self.asked += 1
        if self.asked == 1:
            raise KeyError("a fault of ours")


def heartbeat_of(faulty: Faulty) -> tuple[Loop, Callable[[], Awaitable[None]]]:
    class Servers:
        async def last_sign(self) -> None: ...
        async def begin(self, *_: object) -> None: ...
        async def end_presences(self, *_: object) -> None: ...

        async def beat(self, *_: object) -> bool:
            faulty()
            return True

        async def outages(self) -> list[object]:
            return []

        async def living(self, _: int) -> frozenset[str]:
            return frozenset()

    beating = Heartbeat(cast("Any", Servers()), Outages(), EventPublisher())
    return beating, beating.begin


def cuts_of(faulty: Faulty) -> tuple[Loop, Callable[[], Awaitable[None]]]:
    class People:
        begun = False

        async def last_cut(self) -> int:
            return 0

        async def cuts(self, _: int) -> list[object]:
            if self.begun:
                faulty()
            self.begun = True
            return []

    cuts = Disconnections(cast("Any", People()), LocalBus(), EventPublisher())
    return cuts, cuts.begin


def emails_of(faulty: Faulty) -> tuple[Loop, Callable[[], Awaitable[None]]]:
    class Database:
        def reading(self) -> object:
            faulty()
            raise OSError

    server = MailServer("127.0.0.1", 25, "djambi@example.org")
    post = MailQueue(cast("Any", Database()), LocalJobs(), server, cast("Any", None))

    async def begin() -> None:
        post.begin()

    return post, begin


def limits_of(faulty: Faulty) -> tuple[Loop, Callable[[], Awaitable[None]]]:
    class Limits(RateLimits):
        def untold(self) -> list[Any]:
            faulty()
            return []

    limits = SharedRateLimits(Limits(), "redis://127.0.0.1:1")

    async def begin() -> None:
        limits.begin()

    return limits, begin


def followers_of(faulty: Faulty) -> tuple[Loop, Callable[[], Awaitable[None]]]:
    class Registry:
        def in_memory(self) -> list[str]:
            faulty()
            return []

    nobody = cast("Any", None)
    followers = ReplicaFollower(cast("Any", Registry()), nobody, LocalBus(), nobody)

    async def begin() -> None:
        followers.begin()

    return followers, begin


@pytest.mark.parametrize(
    "loop_of", [heartbeat_of, cuts_of, emails_of, limits_of, followers_of], ids=lambda f: f.__name__
)
def test_a_round_that_fails_is_not_the_last(
    loop_of: Callable[[Faulty], tuple[Loop, Callable[[], Awaitable[None]]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_INTERVAL_S", 0.01)
    monkeypatch.setattr(disconnections, "POLL_INTERVAL_S", 0.01)
    monkeypatch.setattr(mail, "SWEEP_INTERVAL_S", 0.01)
    monkeypatch.setattr(shared_rate_limits, "RETRY_INTERVAL_S", 0.01)
    monkeypatch.setattr(replication, "SWEEP_INTERVAL_S", 0.01)

    async def work() -> None:
        faulty = Faulty()
        loop, begin = loop_of(faulty)
        await begin()
        try:
            await until(lambda: faulty.asked > 2)
        finally:
            await loop.end()

    asyncio.run(work())


@pytest.mark.parametrize("fails", ["reading", "writing"])
def test_a_bus_that_fails_is_heard_again(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr(redis_bus, "RECONNECT_INTERVAL_S", 0.01)

    async def work() -> None:
        faulty = Faulty()
        one, other = RedisBus(redis.url), RedisBus(redis.url)
        hear, publish = other._hear, one._redis.publish

        async def hearing(channel: Any) -> None:
            faulty()
            await hear(channel)

        def publishing(channel: str, batch: bytes) -> Awaitable[int]:
            faulty()
            return publish(channel, batch)

        if fails == "reading":
            monkeypatch.setattr(other, "_hear", hearing)
        else:
            monkeypatch.setattr(one._redis, "publish", publishing)
        heard: list[bytes] = []
        await other.listen("game:a", heard.append)
        async with opened(one, other):
            one.publish("game:a", b"1")
            await until(lambda: faulty.asked > 1)
            one.publish("game:a", b"2")
            # What was lost is a gap.
            await until(lambda: heard[-1:] == [b"2"] or b"" in heard)
            one.publish("game:a", b"3")
            await until(lambda: heard[-1] == b"3")

    asyncio.run(work())


def test_a_listener_that_fails_keeps_nobody_from_hearing() -> None:
    def fails(*_: object) -> None:
        raise KeyError("a fault of ours")

    async def work() -> None:
        heard: list[object] = []

        def hears(*what: object) -> None:
            heard.append(what)

        bus: Bus = LocalBus()
        await bus.listen("game:a", fails)
        await bus.listen("game:a", hears)
        bus.listen_to_all("game", hears)
        bus.listen_to_all("talk", fails)
        # Whoever publishes does not fail either.
        bus.publish("game:a", b"1")
        bus.publish("talk:a", b"1")
        assert heard == [(b"1",), ("a", b"1")]
        bus.listen_to_all("name", hears)
        bus._gap()
        assert heard[2:] == [(b"",), ("", b""), ("", b"")]

    asyncio.run(work())


def test_a_game_that_fails_keeps_no_other_from_following() -> None:
    followed: list[str] = []

    class Room:
        def __init__(self, game: str) -> None:
            self.id, self.state = game, SimpleNamespace(number=1)

        async def catch_up(self, *_: object) -> bool:
            followed.append(self.id)
            if self.id == "faulty":
                raise KeyError(self.id)
            return True

    class Registry:
        def known(self, game: str) -> Room:
            return Room(game)

        def is_loading(self, game: str) -> bool:
            return False

    async def work() -> None:
        bus, nobody = LocalBus(), cast("Any", None)
        followers = ReplicaFollower(cast("Any", Registry()), nobody, bus, nobody)
        for game in ("faulty", "sound"):
            bus.publish(f"game:{game}", b"not understood")
        await followers._take_all()

    asyncio.run(work())
    assert followed == ["faulty", "sound"]


def test_what_is_said_while_a_game_is_being_read_is_heard() -> None:
    class Registry:
        loading = True

        def known(self, game: str) -> SimpleNamespace | None:
            return None if self.loading else SimpleNamespace(id=game)

        def is_loading(self, game: str) -> bool:
            return self.loading

    async def work() -> list[str]:
        heard: list[str] = []

        async def follow(room: SimpleNamespace) -> None:
            heard.append(room.id)

        bus, registry = LocalBus(), Registry()
        talk = SimpleNamespace(follow=follow)
        followers = ReplicaFollower(
            cast("Any", registry), cast("Any", talk), bus, cast("Any", None)
        )
        bus.publish("talk:g", b"1")
        await followers._take_all()
        assert heard == []
        registry.loading = False
        await followers._take_all()
        return heard

    assert asyncio.run(work()) == ["g"]


class Connection:
    """A connection that notes when it is ended."""

    def __init__(self, ended: list[str]) -> None:
        self.transport = SimpleNamespace(abort=lambda: ended.append("late"))


def test_a_connection_that_fails_keeps_no_other_from_being_watched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "CHECK_INTERVAL_S", 0.01)
    ended: list[str] = []

    def fails(_: float) -> bool:
        raise KeyError("a fault of ours")

    async def work() -> None:
        watched = Connections(9, 9)
        stages: dict[Any, Any] = {
            Connection(ended): SimpleNamespace(is_late=fails),
            Connection(ended): SimpleNamespace(is_late=bool),
        }
        watched._http.update(stages)
        watching = asyncio.create_task(watched._watch())
        await until(lambda: len(ended) > 2)
        await end_tasks(watching)

    asyncio.run(work())


def test_a_guest_who_cannot_be_erased_keeps_no_other_from_it(
    anywhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "ROWS_PER_TRANSACTION", 1)
    tried: list[str] = []

    async def work(store: Store) -> None:
        people = PeopleStore(store.database)
        for name in "abc":
            await people.add(Account(name, name, guest=True), None, None)
            async with store.database.writing() as connection:
                report = {"reporter": name, "accused": name, "text": "", "at": 0}
                await connection.execute(insert(ReportModel).values(**report))

        async def erase(account: str) -> None:
            tried.append(account)
            assert len(tried) < 9
            if account == "a":
                raise KeyError(account)
            await people.erase(account, words=False)

        job = RetentionJob(RetentionStore(store.database), erase, lambda _: None)
        await job.sweep(now() + 2 * GUEST_MS)

    with_new_store(anywhere, work)
    assert tried == ["a", "b", "c"]
