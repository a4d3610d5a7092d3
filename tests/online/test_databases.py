"""The store on SQLite and PostgreSQL: one contract, one form."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, inspect, select, text
from tests.server.stores import START, SUMMARY, with_new_store
from tests.waiting import WAIT_TIMEOUT_S, free_port

from djambi.errors import DjambiError
from djambi.position.position import Position
from djambi.server.game.events import Created, NumberTaken, Resigned, SeatRow
from djambi.server.game.summaries import GameSummary
from djambi.server.live.listener import Listener
from djambi.server.live.registry import GameRegistry
from djambi.server.publisher import EventPublisher
from djambi.server.security.devices import Device
from djambi.server.storage import Database, Store
from djambi.server.storage.models import AsideModel, Base, GameModel, PlaceModel
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.private_documents import PrivateDocuments
from djambi.server.storage.search import SearchStore
from djambi.server.storage.upgrade import checked, connected, migrate, upgrade
from djambi.server.timekeeping import now


def test_events_come_back_in_order_and_a_number_is_given_once(anywhere: str) -> None:
    async def work(store: Store) -> None:
        await store.create("g", "square-4", "original", [START], SUMMARY)
        await store.append("g", 2, Resigned("r"), GameSummary("[]", "somewhere", 1, "b", None))
        with pytest.raises(NumberTaken):
            await store.append("g", 2, Resigned("b"), SUMMARY)
        assert [(n.number, n.event) for n in await store.events("g")] == [
            (1, START),
            (2, Resigned("r")),
        ]
        assert (await store.recent(0, 9))[0].summary.ply == 1
        assert await store.hide("g")
        assert await store.recent(0, 9) == []

    with_new_store(anywhere, work)


def test_a_reader_who_is_cancelled_again_and_again_leaves_nothing_behind(anywhere: str) -> None:
    # Two cancellations at once, as those of a stream that was cut off.
    async def work() -> None:
        database = Database(anywhere)
        begun = asyncio.Event()

        async def read() -> None:
            async with database.reading() as connection:
                begun.set()
                while True:
                    await connection.execute(text("SELECT 1"))

        for _ in range(3):
            begun.clear()
            reader = asyncio.create_task(read())
            await begun.wait()
            for _ in range(4):
                reader.cancel()
                await asyncio.sleep(0)
            await asyncio.wait([reader])
        await database.close()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        if rest:
            await asyncio.wait(rest)

    async def in_time() -> None:
        async with asyncio.timeout(WAIT_TIMEOUT_S):
            await work()

    upgrade(anywhere)
    asyncio.run(in_time())


def test_what_uses_a_database_ends_before_it_is_closed(anywhere: str) -> None:
    async def work() -> None:
        database = Database(anywhere)
        is_in_use, may_end = asyncio.Event(), asyncio.Event()

        async def use() -> int:
            async with database.reading() as connection:
                is_in_use.set()
                await may_end.wait()
                return int((await connection.execute(text("SELECT 1"))).scalar_one())

        using = asyncio.create_task(use())
        await is_in_use.wait()
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        with pytest.raises(DjambiError, match="closed"):
            await database.rows(select(GameModel.id))
        with pytest.raises(DjambiError, match="closed"):
            async with database.writing():
                pass
        with pytest.raises(DjambiError, match="closed"):
            await database.write(lambda _: None)
        assert not closing.done()
        may_end.set()
        assert await using == 1
        await closing

    upgrade(anywhere)
    asyncio.run(work())


def test_who_never_ends_does_not_keep_a_database_open(
    anywhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("djambi.server.storage.database.CLOSE_TIMEOUT_S", 0.01)

    async def work() -> None:
        database = Database(anywhere)
        async with database.reading() as connection:
            await connection.execute(text("SELECT 1"))
            await database.close()
            await connection.invalidate()  # its pool is no more

    upgrade(anywhere)
    asyncio.run(work())


def test_of_many_at_once_exactly_one_is_taken(anywhere: str) -> None:
    async def work(store: Store) -> None:
        await store.create("g", "square-4", "original", [START], SUMMARY)
        other = Store(anywhere)
        try:
            answers = await asyncio.gather(
                *(each.append("g", 2, Resigned("r"), SUMMARY) for each in [store, other] * 10),
                return_exceptions=True,
            )
        finally:
            await other.close()
        assert sum(isinstance(answer, NumberTaken) for answer in answers) == 19
        assert len(await store.events("g")) == 2

    with_new_store(anywhere, work)


def test_settings_and_thoughts_are_replaced(anywhere: str) -> None:
    async def work(store: Store) -> None:
        for lang in ("fr", "en"):
            await store.change_settings("", f"{{}} {lang}".format)
            await store.keep_thoughts("engine", [("place", lang), ("other", "x")])
        assert await store.settings("") == "{} fr en"
        assert await store.thoughts("engine", ["place", "nowhere"]) == {"place": "en"}

    with_new_store(anywhere, work)


def test_who_reads_and_then_writes_is_not_overtaken(anywhere: str) -> None:
    """Two transactions that count on what they read: none of the two is lost or refused."""

    async def work(store: Store) -> None:
        await store.create("g", "square-4", "original", [START], SUMMARY)
        other = Store(anywhere)

        async def add_one(database: Database) -> None:
            async with database.writing() as connection:
                query = select(GameModel.ply).where(GameModel.id == "g").with_for_update()
                ply = (await connection.execute(query)).scalar_one()
                await connection.execute(text(f"UPDATE games SET ply = {ply + 1}"))

        try:
            await asyncio.gather(
                *(add_one(each.database) for _ in range(10) for each in (store, other))
            )
        finally:
            await other.close()
        assert (await store.recent(0, 9))[0].summary.ply == 20

    with_new_store(anywhere, work)


def test_an_error_undoes_the_whole_transaction(anywhere: str) -> None:
    async def work(store: Store) -> None:
        await store.create("g", "square-4", "original", [START], SUMMARY)

        async def fail() -> None:
            async with store.database.writing() as connection:
                await connection.execute(text("UPDATE games SET ply = 7"))
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await fail()
        assert (await store.recent(0, 9))[0].summary.ply == 0

    with_new_store(anywhere, work)


def test_what_is_added_twice_is_there_once(anywhere: str) -> None:
    async def work(store: Store) -> None:
        row = {"position": "p", "engine": "e", "at": 1, "data": "first"}
        from djambi.server.storage.models import ThoughtModel

        added: list[int] = []
        for data in ("first", "second"):
            async with store.database.writing() as connection:
                done = await connection.execute(
                    store.database.adding(ThoughtModel), {**row, "data": data}
                )
                added.append(done.rowcount)
        assert added == [1, 0]
        assert await store.thoughts("e", ["p"]) == {"p": "first"}

    with_new_store(anywhere, work)


def test_a_finished_game_is_indexed_once_by_all_who_do_it_at_once(anywhere: str) -> None:
    places = {f"{number:016x}": number for number in range(200)}

    async def work(store: Store) -> None:
        for number in range(5):
            game = f"g{number}"
            await store.create(game, "square-4", "original", [START], SUMMARY)
            index = SearchStore(store.database)
            await asyncio.gather(*(index.add(game, places) for _ in range(4)))
        query = select(func.count()).select_from(PlaceModel)
        async with store.database.reading() as connection:
            assert (await connection.execute(query)).scalar_one() == 5 * len(places)

    with_new_store(anywhere, work)


def test_models_and_migrations_say_the_same_on_postgresql(postgres: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def compare(connection: Connection) -> None:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []

    async def work(store: Store) -> None:
        async with store.database.reading() as connection:
            await connection.run_sync(compare)

    with_new_store(postgres, work)


def test_processes_that_start_at_once_upgrade_once(postgres: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(upgrade, [postgres] * 4)) == [None] * 4
    upgrade(postgres)


def test_a_newer_database_is_refused_and_left_alone(postgres: str) -> None:
    async def age(store: Store) -> None:
        async with store.database.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with_new_store(postgres, age)
    with pytest.raises(DjambiError, match="newer version"):
        upgrade(postgres)


def test_a_server_that_is_away_is_said_without_the_password() -> None:
    where = f"postgresql://djambi:secret@127.0.0.1:{free_port()}/djambi"
    with pytest.raises(DjambiError, match="djambi:\\*\\*\\*@127.0.0.1") as caught:
        upgrade(where)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("where", ["", "nothing", "mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_other_databases_are_refused(where: str) -> None:
    with pytest.raises(DjambiError, match=r"database|URL"):
        Store(where)


def test_a_game_in_use_is_never_loaded_beside_itself(tmp_path: Path) -> None:
    """Hundreds of games come into memory at once: whoever has opened one has the one that is."""
    where = tmp_path / "djambi.sqlite3"
    seats = tuple(SeatRow(p, "me") for p in "rbyg")
    games = [f"g{number}" for number in range(300)]

    async def work(store: Store) -> None:
        begin = Created(str(Position.start("square-4")), seats)
        for game in games:
            await store.create(game, "square-4", "original", [begin], SUMMARY)
        registry = GameRegistry(store, EventPublisher())
        tables = await asyncio.gather(*map(registry.room, games))
        again = await asyncio.gather(*map(registry.room, games))
        assert all(one is other for one, other in zip(tables, again, strict=True))
        for room in tables:
            registry.join(room, Listener(Device("", host=True)), 0)
        assert registry.sockets == 300 and len(registry.in_memory()) == 300
        assert [await registry.room(game) for game in games] == tables

    with_new_store(f"sqlite:///{where}", work)


ASIDES = (
    '{"kind":"said","event":1,"by":"ada","party":"r","room":"","to":null,"text":"by"}',
    '{"kind":"emote","event":1,"by":"blaise","party":"b","room":"rb","to":["ada"],"emote":"x"}',
    '{"kind":"accepted","event":1,"by":"","party":"b","pact":"k3x9a2"}',
    '{"kind":"said","event":1,"by":"ada","party',
    "lost",
)
"""Asides as version 1.0 stored them, the last two damaged."""


def test_older_asides_are_found_by_who_said_them(anywhere: str) -> None:
    from alembic import command

    def make_older(connection: Connection) -> None:
        migrate(connection, checked(anywhere, None), "0005")
        connection.execute(
            text(
                "INSERT INTO games (id, version, variant, rules, created, played, hidden, seats,"
                " position, ply) VALUES ('g', 1, 'v', 'r', 0, 0, false, '[]', 'p', 0)"
            )
        )
        for number, data in enumerate(ASIDES):
            row = {"number": number, "data": data}
            added = text("INSERT INTO asides VALUES ('g', :number, 1, 0, :data)")
            connection.execute(added, row)

    def bring_back(connection: Connection) -> None:
        config = checked(anywhere, None)
        config.attributes["connection"] = connection
        command.downgrade(config, "0005")
        columns = [column["name"] for column in inspect(connection).get_columns("asides")]
        assert columns == ["game", "number", "version", "at", "data"]

    async def read(store: Store) -> None:
        query = select(AsideModel.author).order_by(AsideModel.number)
        rows = await store.database.rows(query)
        assert [row.author for row in rows] == ["ada", "blaise", "", "ada", ""]

    asyncio.run(with_connection(anywhere, make_older))
    with_new_store(anywhere, read)
    asyncio.run(with_connection(anywhere, bring_back))


def test_older_guests_with_the_name_of_an_account_are_numbered(anywhere: str) -> None:
    from alembic import command

    def make_older(connection: Connection) -> None:
        migrate(connection, checked(anywhere, None), "0007")
        rows = [
            ("g", "Ada", "~ada", None),
            ("h", "Eve", "~eve", None),
            ("p", "Ada", "ada", "a password"),
            ("q", "Ada 2", "ada2", "a password"),
            ("e", "", None, None),
            ("f", "", None, None),
        ]
        added = text(
            "INSERT INTO accounts (id, name, folded, confirmed, language, created, seen,"
            " moderator, erased, data, password)"
            " VALUES (:id, :name, :folded, false, 'en', 0, 0, false, :erased, '{}', :password)"
        )
        names = ("id", "name", "folded", "password")
        for row in rows:
            values = dict(zip(names, row, strict=True))
            connection.execute(added, {**values, "erased": not row[1]})

    def bring_back(connection: Connection) -> None:
        config = checked(anywhere, None)
        config.attributes["connection"] = connection
        command.downgrade(config, "0007")
        found = connection.execute(text("SELECT folded FROM accounts ORDER BY id")).scalars()
        assert list(found) == [None, None, "~ada3", "~eve", "ada", "ada2"]

    async def read(store: Store) -> None:
        people = PeopleStore(store.database)
        names = {each.id: each.name for each in (await people.accounts("ghpqef")).values()}
        assert names == {"g": "Ada 3", "h": "Eve", "p": "Ada", "q": "Ada 2", "e": "", "f": ""}
        owners = [await people.name_owner(folded) for folded in ("ada", "ada3", "eve")]
        assert [each and each.id for each in owners] == ["p", "g", "h"]

    asyncio.run(with_connection(anywhere, make_older))
    with_new_store(anywhere, read)
    asyncio.run(with_connection(anywhere, bring_back))


async def with_connection(where: str, work: Callable[[Connection], None]) -> None:
    async with connected(where) as connection:
        await connection.run_sync(work)


@pytest.mark.parametrize(
    "change",
    ["touch", "close_one", "close_all", "set_password", "set_email", "add_key", "erase", "put"],
)
def test_whoever_changes_an_account_s_rows_has_the_account_first(
    postgres: str, change: str
) -> None:
    """Two who began at different ends would wait for each other."""

    async def work(store: Store) -> None:
        database, end = store.database, now() + 3_600_000
        people, privates = PeopleStore(database), PrivateDocuments(database)
        await people.add(Account("ada", "Ada", guest=False), "ada", "a password")
        await people.open("ada", "a session", "web", end)
        await people.add_key("ada", "a key", end)
        await store.create("g", "square-4", "original", [START], SUMMARY)
        await privates.put("g", "ada", "notes", "mine")
        changes: dict[str, Callable[[], Coroutine[Any, Any, object]]] = {
            "touch": lambda: people.touch("ada", "a session", end),
            "close_one": lambda: people.close_one("ada", "a session", "web"),
            "close_all": lambda: people.close_all("ada"),
            "set_password": lambda: people.set_password("ada", "another"),
            "set_email": lambda: people.set_email("ada", None),
            "add_key": lambda: people.add_key("ada", "another key", end),
            "erase": lambda: people.erase("ada", words=False),
            "put": lambda: privates.put("g", "ada", "notes", "other"),
        }
        waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        async with asyncio.timeout(WAIT_TIMEOUT_S):
            async with database.writing() as connection:
                await connection.execute(text("SELECT 1 FROM accounts FOR UPDATE"))
                changing = asyncio.create_task(changes[change]())
                while not (await connection.execute(waits)).scalar_one():
                    assert not changing.done()
                    await asyncio.sleep(0.01)
                for table in ("sessions", "recoveries", "privates"):
                    await connection.execute(text(f"SELECT 1 FROM {table} FOR UPDATE NOWAIT"))
            await changing

    with_new_store(postgres, work)
