"""Who is barred, erased or given another password loses what is open, whoever decided it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import delete, insert
from tests.online.people import PASSWORD, OnlineServed, serving_online
from tests.online.services import Redis, until
from tests.online.tables import seated, table
from tests.server.people import Person
from tests.waiting import WAIT_TIMEOUT_S
from websockets.exceptions import ConnectionClosed

from djambi.server.apps.admin import Admin
from djambi.server.cluster.bus import LocalBus
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.people import disconnections
from djambi.server.people.disconnections import CUT_TOPIC, AccountCut, Disconnections
from djambi.server.publisher import EventPublisher
from djambi.server.security.devices import Device
from djambi.server.settings import ServeSettings
from djambi.server.storage.database import Database
from djambi.server.storage.models import CutModel
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.upgrade import upgrade


def until_closed(person: Person) -> None:
    """Until the server closes the socket."""
    with contextlib.suppress(ConnectionClosed):
        while person.hear():
            pass


def by_password(admin: Admin, who: str) -> None:
    admin.set_password(who, "quite another long one")


def by_bar(admin: Admin, who: str) -> None:
    admin.bar(who, 7)


def by_erasing(admin: Admin, who: str) -> None:
    admin.erase(who, words=True)


@pytest.mark.parametrize("how", [by_password, by_bar, by_erasing])
def test_djambi_admin_ends_what_an_account_has_open(
    anywhere: str, how: Callable[[Admin, str], None]
) -> None:
    """The admin is a process of its own, and there is no bus between it and the server."""
    assert disconnections.POLL_INTERVAL_S <= 1.0
    with serving_online(Path("/nowhere"), anywhere) as online:
        bart, lisa = online.player("Bart"), online.player("Lisa")
        token = bart.token()
        with (
            seated([bart, lisa]) as (game, [first, second]),
            bart.http.stream("GET", "/api/feed") as feed,
            online.bot(token).stream("GET", f"/api/games/{game}/stream") as lines,
            lisa.http.stream("GET", "/api/feed") as other,
        ):
            assert next(other.iter_raw())
            how(Admin(ServeSettings(database=anywhere)), "Bart")
            until_closed(first)
            # They end: a stream that did not would be read for ever.
            assert "hello" in "".join(feed.iter_text())
            assert "state" in "".join(lines.iter_text())
            # Nobody else is cut.
            assert second.ask("ping")["type"] == "pong"
            assert second.ask("talk", room="", text="Still here.")["type"] == "noted"


def test_erased_words_and_names_are_gone_from_tables_that_are_played(anywhere: str) -> None:
    """The tables are in the server's memory; the admin empties the store."""
    with serving_online(Path("/nowhere"), anywhere) as online:
        bart, lisa = online.player("Bart"), online.player("Lisa")
        with seated([bart, lisa]) as (game, [first, second]):
            assert first.ask("talk", room="", text="I am Bart Simpson")["type"] == "noted"
            assert second.ask("talk", room="", text="and I am Lisa")["type"] == "noted"
            Admin(ServeSettings(database=anywhere)).erase("Bart", words=True)
            end = time.monotonic() + WAIT_TIMEOUT_S
            while True:
                with lisa.sit(game) as again:
                    again.until("state")
                    heard = str([again.ask("hear", after=0), *again.heard])
                if "Bart" not in heard:
                    break
                assert time.monotonic() < end, heard
                time.sleep(0.1)
            assert "and I am Lisa" in heard
            assert second.ask("ping")["type"] == "pong"


def test_a_bar_reaches_the_other_processes(tmp_path: Path, postgres: str, redis: Redis) -> None:
    """By the bus at once; and without it, for the store is asked once a second."""
    with (
        serving_online(tmp_path, postgres, redis=redis.url, database=postgres) as here,
        serving_online(tmp_path, postgres, redis=redis.url, database=postgres) as there,
    ):
        moderator, bart, lisa = here.moderator(), here.player(), here.player()
        for member, without_redis in ((bart, False), (lisa, True)):
            game = table(member, "square-2")["id"]
            with there.sit(game, cookie=member.cookie) as person:
                assert person.until("state")["you"]["place"]["owner"]
                if without_redis:
                    redis.kill()
                answer = moderator.http.put(f"/api/people/{member.id}/bar", json={"days": 7})
                assert answer.status_code == 204
                until_closed(person)


def test_a_moderator_s_bar_ends_it_at_once(online: OnlineServed) -> None:
    moderator, bart, lisa = online.moderator(), online.player(), online.player()
    with seated([bart, lisa]) as (_, [first, _]):
        answer = moderator.http.put(f"/api/people/{bart.id}/bar", json={"days": 7})
        assert answer.status_code == 204
        until_closed(first)


@pytest.mark.parametrize(("how", "code"), [(by_bar, "barred"), (by_erasing, "sign_in")])
def test_at_the_door_of_every_change_the_account_is_looked_at(
    online: OnlineServed,
    monkeypatch: pytest.MonkeyPatch,
    how: Callable[[Admin, str], None],
    code: str,
) -> None:
    """Here the sockets stay open: whoever has one still does nothing with it."""
    cut = threading.Event()

    def only_told(registry: GameRegistry, account: str) -> None:
        del registry, account
        cut.set()

    monkeypatch.setattr(GameRegistry, "cut", only_told)
    bart, lisa = online.player("Bart"), online.player()
    with seated([bart, lisa]) as (_, [first, second]):
        second.ask("turn", after=second.last, text="a1")
        first.change("call", vote="pause")
        vote = first.heard[-1]["table"]["vote"]["number"]
        cut.clear()
        how(Admin(ServeSettings(database=f"sqlite:///{online.where}")), "Bart")
        assert cut.wait(WAIT_TIMEOUT_S)
        for kind, fields in (
            ("turn", {"after": first.last, "text": "c3-e3"}),
            ("resign", {"after": first.last, "party": "r"}),
            ("call", {"after": first.last, "vote": "draw"}),
            ("ballot", {"vote": vote, "agree": True}),
            ("talk", {"room": "", "text": "I am still here."}),
            ("emote", {"room": "", "emote": "hello"}),
        ):
            assert first.ask(kind, **fields).get("code") == code, kind


def test_a_session_that_ends_while_its_socket_is_made_is_no_way_in(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    bart, lisa = online.player(), online.player()
    with seated([bart, lisa]) as (game, _):
        pass
    opened, meanwhile = GameRegistry.open, asyncio.Event()

    async def slowly(registry: GameRegistry, game: str, device: Device, key: str = "") -> GameRoom:
        room = await opened(registry, game, device, key)
        if device.key == bart.id:
            await meanwhile.wait()
        return room

    monkeypatch.setattr(GameRegistry, "open", slowly)
    with bart.sit(game) as person, online.browser() as other:
        # Another browser of the same account takes another password.
        sign_in = {"name": bart.name, "password": PASSWORD}
        assert other.post("/api/me/sign-in", json=sign_in).status_code == 200
        change = {"old": PASSWORD, "new": "quite another long one"}
        assert other.put("/api/me/password", json=change).status_code == 200
        online.in_the_loop(lambda _: meanwhile.set())
        until_closed(person)


def test_cuts_are_seen_once_each_in_whatever_order_they_are_stored(tmp_path: Path) -> None:
    where = tmp_path / "djambi.sqlite3"
    upgrade(where)
    ended: list[str] = []

    async def run() -> None:
        database = Database(where)
        bus, events = LocalBus(), EventPublisher()
        store = PeopleStore(database, lambda: bus.publish(CUT_TOPIC, b"1"))
        await store.add(Account("ann", "Ann", True), None, None)
        events.subscribe(AccountCut, lambda cut: ended.append(cut.account))

        async def cut(number: int, account: str) -> None:
            async with database.writing() as connection:
                row = {"id": number, "account": account, "at": 0}
                await connection.execute(insert(CutModel).values(**row))

        await cut(1, "before")
        follower = Disconnections(store, bus, events)
        await follower.begin()
        try:
            await cut(70, "seventy")
            await until(lambda: "seventy" in ended)
            # A transaction that began before and ended later.
            await cut(69, "late")
            await until(lambda: "late" in ended)
            # By way of the store: at once, for the bus says so.
            await store.bar("ann", 1 << 41)
            await until(lambda: "ann" in ended)
        finally:
            await follower.end()
            await database.close()

    asyncio.run(run())
    assert ended == ["seventy", "late", "ann"]


class Counting(PeopleStore):
    """Counts how often an account is read."""

    read = 0

    async def account(self, account: str) -> Account | None:
        self.read += 1
        return await super().account(account)


def test_how_an_account_stands_is_read_once_until_it_is_cut(tmp_path: Path) -> None:
    where = tmp_path / "djambi.sqlite3"
    upgrade(where)

    async def run() -> None:
        database = Database(where)
        bus, events = LocalBus(), EventPublisher()
        store = Counting(database, lambda: bus.publish(CUT_TOPIC, b"1"))
        await store.add(Account("ann", "Ann", True), None, None)
        ended: list[str] = []
        events.subscribe(AccountCut, lambda cut: ended.append(cut.account))
        follower = Disconnections(store, bus, events)
        # Nothing is known of the store yet: each time it is read.
        assert await follower.standing("ann") and await follower.standing("ann")
        assert store.read == 2
        await follower.begin()
        try:
            follower._something.set()
            await until(lambda: follower._looked > 0)
            for _ in range(5):
                assert (await follower.standing("ann")) is not None
            assert store.read == 2
            await store.bar("ann", 1 << 41)
            await until(lambda: bool(ended))
            barred = await follower.standing("ann")
            assert barred is not None and barred.barred == 1 << 41
            assert store.read == 3
        finally:
            await follower.end()
            await database.close()

    asyncio.run(run())


def test_the_number_of_a_cut_is_never_used_again(anywhere: str) -> None:
    """Also when old cuts are forgotten: a process that has seen number 2 asks for what is above."""
    upgrade(anywhere)

    async def run() -> None:
        database = Database(anywhere)
        store = PeopleStore(database)
        await store.add(Account("ann", "Ann", True), None, None)
        await store.bar("ann", None)
        await store.bar("ann", None)
        last = await store.last_cut()
        async with database.writing() as connection:
            await connection.execute(delete(CutModel))
        await store.bar("ann", None)
        assert await store.last_cut() > last
        await database.close()

    asyncio.run(run())
