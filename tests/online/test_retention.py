"""What nobody needs any more is forgotten while the server runs; all else stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, text, update
from tests.online.people import Member, OnlineServed, serving_online
from tests.online.tables import seated, table
from tests.online.test_disconnections import until_closed
from tests.server.people import wait_until
from tests.server.stores import with_store

from djambi.server.jobs import retention
from djambi.server.jobs.retention import (
    ABANDONED_GAME_MS,
    GUEST_MS,
    IDLE_GUEST_MS,
    WAITING_TABLE_MS,
)
from djambi.server.storage import Store
from djambi.server.storage.models import AccountModel, Base, BlockModel, GameModel, SessionModel
from djambi.server.storage.people import OWN_TABLES
from djambi.server.storage.sweeps import TRACES, RetentionStore
from djambi.server.storage.talk_log import PledgeRow, keep_pledges
from djambi.server.timekeeping import now


@pytest.fixture
def swept(anywhere: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[OnlineServed]:
    """A server that sweeps all the time."""
    monkeypatch.setattr(retention, "SWEEP_INTERVAL_S", 0.1)
    with serving_online(Path("/nowhere"), anywhere) as online:
        yield online


def seen(online: OnlineServed, member: Member, ago: int) -> None:
    """Somebody came last so many milliseconds ago."""
    online.change(member.id, seen=now() - ago)


def played(online: OnlineServed, game: str, ago: int) -> None:
    """Something happened at a table last so many milliseconds ago."""

    async def work(store: Store) -> None:
        async with store.database.writing() as connection:
            old = update(GameModel).where(GameModel.id == game).values(played=now() - ago)
            await connection.execute(old)

    with_store(online.where, work)


def ids(online: OnlineServed, query: object) -> set[str]:
    async def work(store: Store) -> set[str]:
        async with store.database.reading() as connection:
            return set((await connection.execute(query)).scalars())  # type: ignore[call-overload]

    return with_store(online.where, work)


def accounts(online: OnlineServed) -> set[str]:
    return ids(online, select(AccountModel.id).where(~AccountModel.erased))


def games(online: OnlineServed) -> set[str]:
    return ids(online, select(GameModel.id))


def test_guests_who_do_not_come_back_are_forgotten(swept: OnlineServed) -> None:
    """Who never sat is deleted; who played is nameless, as if erased; others stay."""
    passer_by, newer, sat, sat_lately = (swept.guest() for _ in range(4))
    registered, blocker = swept.player(), swept.player()
    assert blocker.http.put(f"/api/me/blocks/{passer_by.id}").status_code == 204
    passer_by.http.put("/api/settings", json={"name": "Somebody"})
    with seated([sat, sat_lately]):
        pass
    reported = swept.guest()
    report = {"text": "He was rude.", "accused": reported.id}
    assert registered.http.post("/api/reports", json=report).status_code == 202
    everybody = accounts(swept)
    seen(swept, passer_by, IDLE_GUEST_MS + 1000)
    seen(swept, newer, IDLE_GUEST_MS - 600_000)
    seen(swept, sat, GUEST_MS + 1000)
    seen(swept, sat_lately, GUEST_MS - 600_000)
    seen(swept, reported, IDLE_GUEST_MS + 1000)
    seen(swept, registered, 10 * GUEST_MS)
    wait_until(lambda: accounts(swept) == everybody - {passer_by.id, sat.id})
    # Once more, and nothing else goes.
    last = swept.guest()
    seen(swept, last, IDLE_GUEST_MS + 1000)
    wait_until(lambda: last.id not in accounts(swept))
    assert accounts(swept) == everybody - {passer_by.id, sat.id}
    left = ids(swept, select(AccountModel.id))
    assert passer_by.id not in left and sat.id in left
    assert ids(swept, select(SessionModel.account)) & {passer_by.id, sat.id} == set()


def test_who_kept_a_promise_and_got_up_is_nameless_after_half_a_year(swept: OnlineServed) -> None:
    """Whoever holds no seat of a game any more may still have a share in what was promised."""
    stand_in = swept.guest()
    with seated([swept.player(), swept.player()]) as (game, _):

        async def work(store: Store) -> None:
            async with store.database.writing() as connection:
                pledge = PledgeRow(stand_in.id, kept=1)
                await keep_pledges(connection, store.database, game, [pledge])

        with_store(swept.where, work)
    passer_by = swept.guest()
    for guest in (stand_in, passer_by):
        seen(swept, guest, IDLE_GUEST_MS + 1000)
    wait_until(lambda: passer_by.id not in accounts(swept))
    assert stand_in.id in accounts(swept)
    seen(swept, stand_in, GUEST_MS + 1000)
    wait_until(lambda: stand_in.id not in accounts(swept))
    assert stand_in.id in ids(swept, select(AccountModel.id))


def test_every_reference_to_an_account_goes_with_it_or_keeps_it() -> None:
    gone = {model.__tablename__ for model in (*OWN_TABLES, BlockModel)}
    keeping = {(trace.class_.__tablename__, trace.key) for trace in TRACES}
    kept = {
        (key.parent.table.name, key.parent.name)
        for each in Base.metadata.sorted_tables
        for key in each.foreign_keys
        if key.column.table.name == AccountModel.__tablename__ and each.name not in gone
    }
    assert kept <= keeping


@pytest.mark.parametrize("step", ["ended", "seen", "delete_passers_by", "idle_guests"])
def test_what_cannot_be_swept_keeps_nothing_else_from_it(
    anywhere: str, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    async def failing(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(retention, "SWEEP_INTERVAL_S", 0.1)
    monkeypatch.setattr(RetentionStore, step, failing)
    with serving_online(Path("/nowhere"), anywhere) as online:
        waiting = table(online.player(), "square-2")["id"]
        played(online, waiting, WAITING_TABLE_MS + 1000)
        wait_until(lambda: games(online) == set())


def test_tables_left_alone_are_deleted(swept: OnlineServed) -> None:
    one, two = swept.player(), swept.player()
    waiting = table(one, "square-2")["id"]
    waiting_lately = table(one, "square-2")["id"]
    with seated([one, two]) as (abandoned, [first, _]):
        first.change("turn", text="c3-e3")
        assert first.ask("talk", room="", text="Anybody there?")["type"] == "noted"
        with seated([one, two]) as (playing, _):
            pass
        for game, ago in (
            (waiting, WAITING_TABLE_MS + 1000),
            (waiting_lately, WAITING_TABLE_MS - 600_000),
            (abandoned, ABANDONED_GAME_MS + 1000),
            (playing, ABANDONED_GAME_MS - 600_000),
        ):
            played(swept, game, ago)
        wait_until(lambda: games(swept) == {waiting_lately, playing})
        # Whoever is still there is told.
        until_closed(first)
    for name in ("events", "asides", "players", "privates", "presences"):
        left = ids(swept, text(f"SELECT DISTINCT game FROM {name}"))
        assert left & {waiting, abandoned} == set(), name
    answer = one.http.get(f"/api/games/{abandoned}/record")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_game")
    cards = one.http.get("/api/mine").json()["tables"]
    assert {card["id"] for card in cards} == {waiting_lately, playing}


def test_a_game_that_another_process_deleted_is_forgotten(online: OnlineServed) -> None:
    one, two = online.player(), online.player()
    with seated([one, two]) as (gone, [first, _]), seated([one, two]) as (_, [other, _]):
        played(online, gone, ABANDONED_GAME_MS)

        async def work(store: Store) -> list[str]:
            return await RetentionStore(store.database).delete_tables(
                "playing", now() - ABANDONED_GAME_MS // 2
            )

        assert with_store(online.where, work) == [gone]
        # This process looks at the store every few seconds, and after a gap on the bus.
        online.in_the_loop(lambda served: served.bus._gap())
        until_closed(first)
        assert other.ask("ping")["type"] == "pong"


def test_a_bot_whose_token_has_ended_is_cut_off(swept: OnlineServed) -> None:
    player, other = swept.player(), swept.player()
    secret = player.token()
    with (
        seated([player, other]) as (game, _),
        swept.bot(secret).stream("GET", f"/api/games/{game}/stream") as answer,
    ):
        lines = answer.iter_lines()
        assert any("state" in line for line in lines)

        async def work(store: Store) -> None:
            async with store.database.writing() as connection:
                old = update(SessionModel).where(SessionModel.kind == "api")
                await connection.execute(old.values(expires=now() - 1000))

        with_store(swept.where, work)
        # It ends: a stream that did not would be read for ever.
        assert not any("state" in line for line in lines)
    assert ids(swept, select(SessionModel.account).where(SessionModel.kind == "api")) == set()
