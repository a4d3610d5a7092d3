"""Who writes for several accounts takes them in one order: on PostgreSQL none waits in a ring.

A transaction holds what is first in that order. Whoever waits for it must hold nothing that comes
later: it would wait for that one as well, if it wanted more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest
from sqlalchemy import Executable, delete, insert, select, text, update
from tests.server.stores import START, SUMMARY, with_new_store
from tests.waiting import WAIT_TIMEOUT_S

from djambi.server.game.summaries import TableListing
from djambi.server.people.ratings import SeatResult, finish
from djambi.server.storage import Store
from djambi.server.storage.models import (
    AccountModel,
    GameModel,
    KnownBrowserModel,
    PresenceModel,
    PrivateModel,
    RatingModel,
    RecoveryModel,
    SessionModel,
    ThoughtModel,
)
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.private_documents import PrivateDocuments
from djambi.server.storage.servers import ServersStore
from djambi.server.storage.sweeps import RetentionStore
from djambi.server.storage.talk_log import PledgeRow, keep_pledges

FIRST, LAST = "a", "b"
ENDED = 5
LATER = 10**15

WAITING = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND wait_event_type = 'Lock'"
)

Write = Callable[[Store], Awaitable[object]]


async def finish_a_game(store: Store) -> None:
    seats = [SeatResult("r", LAST, 1.0), SeatResult("b", FIRST, 0.0)]
    async with store.database.writing() as connection:
        await finish(connection, store.database, "g", "square-4", seats, 1, is_rated=True)


async def sum_up_pledges(store: Store) -> None:
    rows = [PledgeRow(LAST, 1, 0, 0, 0), PledgeRow(FIRST, 0, 1, 0, 0)]
    async with store.database.writing() as connection:
        await keep_pledges(connection, store.database, "g", rows)


async def think(store: Store) -> None:
    await store.keep_thoughts("engine", [(LAST, "x"), (FIRST, "x")])


async def sweep_guests(store: Store) -> None:
    await RetentionStore(store.database).delete_passers_by(LATER)


async def sweep_sessions(store: Store) -> None:
    await RetentionStore(store.database).ended(LATER)


async def sweep_browsers(store: Store) -> None:
    await RetentionStore(store.database).seen(LATER, LATER)


async def sweep_tables(store: Store) -> None:
    await RetentionStore(store.database).delete_tables("playing", LATER)


async def tell_presences(store: Store) -> None:
    await ServersStore(store.database).set_presences("p", [("g", LAST, 1), ("g", FIRST, 1)])


async def end_presences(store: Store) -> None:
    await ServersStore(store.database).end_presences("p", 1)


async def begin_process(store: Store) -> None:
    await ServersStore(store.database).begin("another", 1, 1)


async def forget_notes(store: Store) -> None:
    await PrivateDocuments(store.database).forget("g", "notes")


def account(name: str) -> Executable:
    return select(AccountModel.id).where(AccountModel.id == name).with_for_update(nowait=True)


def owned(model: type[Any]) -> Executable:
    return select(model).where(model.account == LAST).with_for_update(nowait=True)


def game() -> Executable:
    return select(GameModel.id).with_for_update(nowait=True)


def thought(name: str) -> Executable:
    mine = select(ThoughtModel.data).where(ThoughtModel.position == name)
    return mine.with_for_update(nowait=True)


@pytest.mark.parametrize(
    ("write", "first", "later"),
    [
        (finish_a_game, account(FIRST), [account(LAST), owned(RatingModel)]),
        (sum_up_pledges, account(FIRST), [account(LAST)]),
        (think, thought(FIRST), [thought(LAST)]),
        (sweep_guests, account(FIRST), [account(LAST)]),
        (sweep_sessions, account(FIRST), [owned(SessionModel), owned(RecoveryModel)]),
        (sweep_browsers, account(FIRST), [owned(KnownBrowserModel)]),
        (sweep_tables, account(FIRST), [account(LAST), game(), owned(PrivateModel)]),
        (tell_presences, account(FIRST), [account(LAST), owned(PresenceModel)]),
        (end_presences, account(FIRST), [account(LAST), owned(PresenceModel)]),
        (begin_process, account(FIRST), [account(LAST), owned(PresenceModel)]),
        (forget_notes, account(FIRST), [owned(PrivateModel)]),
    ],
)
def test_who_waits_for_the_first_holds_none_of_the_others(
    write: Write, first: Executable, later: Sequence[Executable], postgres: str
) -> None:
    async def work(store: Store) -> None:
        await filled(store, guests=write is not finish_a_game)
        async with store.database.writing() as holding:
            await holding.execute(first)
            writing: asyncio.Future[object] = asyncio.ensure_future(write(store))
            async with asyncio.timeout(WAIT_TIMEOUT_S):
                await until_one_waits(store, writing)
            for one in later:
                await holding.execute(one)
        await writing

    with_new_store(postgres, work)


def test_a_table_is_deleted_only_once_its_accounts_are_held(postgres: str) -> None:
    """Also one that has become old since the sweep began."""

    async def work(store: Store) -> None:
        await filled(store, guests=True)
        documents, made = PrivateDocuments(store.database), TableListing(LAST, "{}", "h")
        await documents.forget("g", "notes")
        await documents.put("g", FIRST, "notes", "[]")
        await store.create("h", "square-4", "original", [START], SUMMARY, made)
        await documents.put("h", LAST, "notes", "[]")
        async with store.database.writing() as connection:
            await connection.execute(delete(PresenceModel))
            await connection.execute(played("h", LATER))
        async with store.database.writing() as last:
            await last.execute(account(LAST))
            async with store.database.writing() as first:
                await first.execute(account(FIRST))
                await first.execute(played("h", 0))
                writing = asyncio.create_task(sweep_tables(store))
                async with asyncio.timeout(WAIT_TIMEOUT_S):
                    await until_one_waits(store, writing)
            async with asyncio.timeout(WAIT_TIMEOUT_S):
                await until_one_waits(store, writing)
        await writing
        assert await store.database.rows(select(GameModel.id)) == []

    with_new_store(postgres, work)


def played(name: str, at: int) -> Executable:
    return update(GameModel).where(GameModel.id == name).values(played=at)


async def until_one_waits(store: Store, writing: asyncio.Future[Any]) -> None:
    while True:
        async with store.database.reading() as connection:
            if (await connection.execute(WAITING)).scalar_one():
                return
        assert not writing.done(), "nothing of the first is wanted"
        await asyncio.sleep(0.01)


async def filled(store: Store, *, guests: bool) -> None:
    """Store two accounts, the last one first, and something of each in every table."""
    people, documents = PeopleStore(store.database), PrivateDocuments(store.database)
    made = TableListing(host=LAST, terms="{}", series="g")
    await store.create("g", "square-4", "original", [START], SUMMARY, made)
    for name in (LAST, FIRST):
        password = None if guests else "hash"
        await people.add(Account(name, name, guest=guests), None, password)
        await people.open(name, f"session {name}", "web", ENDED)
        await people.add_key(name, f"key {name}", ENDED)
        await people.know(f"browser {name}", name)
        await documents.put("g", name, "notes", "[]")
        await store.keep_thoughts("engine", [(name, "old")])
        rating = {"account": name, "variant": "square-4", "mu": 25.0, "sigma": 8.0, "games": 0}
        there = {"game": "g", "account": name, "process": "p"}
        async with store.database.writing() as connection:
            await connection.execute(insert(RatingModel).values(**rating))
            await connection.execute(insert(PresenceModel).values(**there))
