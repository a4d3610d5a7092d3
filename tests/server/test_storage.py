"""The store: the contract of the log, upgrade after a backup, files that are not ours."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from tests.server.stores import START, SUMMARY, with_new_store
from tests.waiting import WAIT_TIMEOUT_S

from djambi.errors import DjambiError
from djambi.server.apps.instance import Instance
from djambi.server.game.events import (
    EVENT_VERSION,
    NumberTaken,
    Resigned,
    TurnPlayed,
    decode,
    encode,
    version_of,
)
from djambi.server.game.summaries import GameSummary
from djambi.server.storage import Store
from djambi.server.storage.models import HEAD, Base
from djambi.server.storage.upgrade import (
    MIGRATIONS,
    back_up,
    revision_of,
    upgrade,
    upgrade_existing,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "djambi.sqlite3"


def test_events_come_back_in_order_with_their_numbers(file: Path) -> None:
    async def work(store: Store) -> None:
        await store.create("g", "square-4", "original", [START], SUMMARY)
        await store.append("g", 2, TurnPlayed("r", "c3-e3"), SUMMARY)
        await store.append("g", 3, Resigned("b"), SUMMARY)
        log = await store.events("g")
        assert [n.number for n in log] == [1, 2, 3]
        assert [n.event for n in log] == [START, TurnPlayed("r", "c3-e3"), Resigned("b")]
        assert await store.events("none") == []

    with_new_store(file, work)


def test_a_number_is_given_once_and_a_refused_event_changes_nothing(file: Path) -> None:
    async def work(store: Store) -> None:
        await store.create("g", "square-4", "original", [START], SUMMARY)
        await store.append("g", 2, Resigned("r"), GameSummary("[]", "somewhere", 1, "b", None))
        with pytest.raises(NumberTaken):
            await store.append("g", 2, Resigned("b"), GameSummary("[]", "somewhere", 9, "y", "y"))
        assert len(await store.events("g")) == 2
        assert (await store.recent(0, 9))[0].summary == GameSummary("[]", "somewhere", 1, "b", None)

    with_new_store(file, work)


def test_of_two_at_once_exactly_one_is_taken(file: Path) -> None:
    async def work(store: Store) -> None:
        await store.create("g", "square-4", "original", [START], SUMMARY)
        other = Store(file)
        try:
            answers = await asyncio.gather(
                store.append("g", 2, Resigned("r"), SUMMARY),
                other.append("g", 2, Resigned("b"), SUMMARY),
                return_exceptions=True,
            )
        finally:
            await other.close()
        assert sum(isinstance(a, NumberTaken) for a in answers) == 1
        assert len(await store.events("g")) == 2

    with_new_store(file, work)


def test_whoever_waits_for_the_disk_is_told_of_every_failure(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ValueError("a fault of the driver's")

    async def work(store: Store) -> None:
        await store.create("g", "square-4", "original", [START], SUMMARY)
        with monkeypatch.context() as failing:
            failing.setattr(store.database, "write", broken)
            answers = await asyncio.wait_for(
                asyncio.gather(
                    *(store.append("g", n, Resigned("r"), SUMMARY) for n in (2, 3)),
                    return_exceptions=True,
                ),
                WAIT_TIMEOUT_S,
            )
        assert [type(each) for each in answers] == [ValueError, ValueError]
        await store.append("g", 2, Resigned("r"), SUMMARY)

    with_new_store(file, work)


def test_recent_games_newest_first_without_hidden_ones(file: Path) -> None:
    async def work(store: Store) -> None:
        for game in ("one", "two", "three"):
            await store.create(game, "square-4", "original", [START], SUMMARY)
            await asyncio.sleep(0.003)
        await store.append("one", 2, Resigned("r"), SUMMARY)
        assert await store.hide("two")
        assert not await store.hide("nothing")
        assert [row.id for row in await store.recent(0, 9)] == ["one", "three"]
        assert [row.id for row in await store.recent(0, 1)] == ["one"]
        assert [row.id for row in await store.recent(1, 9)] == ["three"]
        assert len(await store.events("two")) == 1

    with_new_store(file, work)


def test_settings_and_devices_last(file: Path) -> None:
    async def write(store: Store) -> None:
        await store.change_settings("", lambda _: '{"lang":"fr"}')
        await store.change_settings("", lambda known: known.replace("fr", "en"))
        await store.add_device("key")

    async def read(store: Store) -> None:
        assert await store.settings("") == '{"lang":"en"}'
        assert await store.settings("other") is None
        assert await store.devices() == {"key"}

    with_new_store(file, write)
    with_new_store(file, read)


def test_the_file_is_in_wal_mode_and_commits_fully(file: Path) -> None:
    async def work(store: Store) -> tuple[str, int]:
        from sqlalchemy import text

        async with store.database.reading() as connection:
            mode = (await connection.execute(text("PRAGMA journal_mode"))).scalar_one()
            sync = (await connection.execute(text("PRAGMA synchronous"))).scalar_one()
        return str(mode), int(sync)

    assert with_new_store(file, work) == ("wal", 2)


def test_a_present_file_is_not_touched(file: Path) -> None:
    assert upgrade(file) is None
    before = file.read_bytes()
    assert upgrade(file) is None
    assert file.read_bytes() == before
    assert not (file.parent / "backups").exists()


def test_models_and_migrations_say_the_same(file: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import create_engine

    upgrade(file)
    assert revision_of(file) == HEAD
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{head}"


def upgrade():
    op.add_column("games", sa.Column("more", sa.Text(), nullable=True))
"""


FAILS = """
    op.execute("UPDATE games SET more = 'x'")
    raise OSError("the power is cut")
"""


@pytest.fixture
def migration(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As a later version will: one more migration (its file), and a game stored by this one."""

    async def work(store: Store) -> None:
        await store.create("g", "square-4", "original", [START], SUMMARY)

    with_new_store(file, work)
    later = tmp_path / "later"
    shutil.copytree(MIGRATIONS, later, ignore=shutil.ignore_patterns("__pycache__"))
    migration = later / "versions" / "next.py"
    migration.write_text(NEXT.replace("{head}", HEAD))
    monkeypatch.setattr("djambi.server.storage.upgrade.MIGRATIONS", later)
    monkeypatch.setattr("djambi.server.storage.upgrade.HEAD", "next")
    return migration


@pytest.mark.usefixtures("migration")
def test_an_older_file_is_upgraded_after_a_backup(file: Path, tmp_path: Path) -> None:
    copy = upgrade(file)

    assert copy is not None and copy.parent == tmp_path / "backups"
    assert (revision_of(copy), revision_of(file)) == (HEAD, "next")
    for database, columns in ((copy, {"id"}), (file, {"id", "more"})):
        with closing(sqlite3.connect(database)) as connection:
            found = {row[1] for row in connection.execute("PRAGMA table_info(games)")}
            games = connection.execute("SELECT count(*) FROM events").fetchone()
        assert columns <= found and ("more" in found) == ("more" in columns)
        assert games == (1,)


def test_an_upgrade_that_fails_changes_nothing_and_keeps_no_copy(
    file: Path, tmp_path: Path, migration: Path
) -> None:
    whole = migration.read_text(encoding="utf-8")
    migration.write_text(whole + FAILS, encoding="utf-8")
    for _ in range(2):
        with pytest.raises(OSError, match="power"):
            upgrade(file)
        assert revision_of(file) == HEAD and not list((tmp_path / "backups").iterdir())
    migration.write_text(whole, encoding="utf-8")
    copy = upgrade(file)
    assert revision_of(file) == "next" and copy is not None
    assert list(copy.parent.iterdir()) == [copy]


@pytest.mark.usefixtures("migration")
def test_who_looks_after_a_server_does_not_upgrade_the_file_it_runs_on(
    file: Path, tmp_path: Path
) -> None:
    """The program was installed, and the server of before not restarted yet."""
    with closing(Instance(tmp_path)) as running:
        assert running.first
        with pytest.raises(DjambiError, match="restart it first"):
            upgrade_existing(file)
    assert revision_of(file) == HEAD and not (tmp_path / "backups").exists()
    upgrade_existing(file)
    assert revision_of(file) == "next"
    # One that is of the present form needs no such care.
    with closing(Instance(tmp_path)) as running:
        assert running.first
        upgrade_existing(file)


def test_a_newer_file_is_refused_and_left_alone(file: Path) -> None:
    upgrade(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num='9999'")
        connection.commit()
    before = file.read_bytes()
    with closing(Instance(file.parent)):
        for each in (upgrade, upgrade_existing):
            with pytest.raises(DjambiError, match="newer version"):
                each(file)
    assert file.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(file: Path) -> None:
    file.write_bytes(b"not a database at all" * 100)
    with pytest.raises(DjambiError, match="djambi.sqlite3"):
        upgrade(file)


def test_an_older_process_reads_what_uses_nothing_new() -> None:
    assert version_of(START) == version_of(TurnPlayed("r", "c3-e3")) == 4
    assert version_of(msgspec.structs.replace(START, talk=True)) == 5 == EVENT_VERSION


@pytest.mark.parametrize("version", [0, EVENT_VERSION + 1])
def test_events_of_an_unknown_version_are_refused(version: int) -> None:
    with pytest.raises(DjambiError, match="version"):
        decode(encode(START), version)


@pytest.mark.parametrize("text", ["", "{}", '{"kind":"turn"}', '{"kind":"resigned","party":1}'])
def test_damaged_events_are_refused(text: str) -> None:
    with pytest.raises(DjambiError, match="damaged"):
        decode(text, 1)


def test_two_backups_in_one_second_are_two_wherever_the_clock_stands(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        time, "gmtime", lambda: time.struct_time((2026, 10, 25, 0, 30, 0, 6, 298, 0))
    )
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE games (id)")
    first = back_up(file, "one")
    kept = first.read_bytes()
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE other (id)")
    second = back_up(file, "one")
    assert [copy.name for copy in (first, second)] == [
        f"{file.stem}-one-20261025-003000Z{file.suffix}",
        f"{file.stem}-one-20261025-003000Z-2{file.suffix}",
    ]
    assert first.read_bytes() == kept and first.stat().st_mode & 0o077 == 0
    # One that fails takes no other with it.
    file.write_bytes(b"no database at all" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        back_up(file, "one")
    assert {first, second} == set(first.parent.iterdir())
