"""Backup and restore: from SQLite and PostgreSQL to either, whole or not at all."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import stat
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select
from tests.online.services import Postgres

from djambi.errors import DjambiError
from djambi.position.position import Position
from djambi.server.game.events import Created, Resigned, SeatRow
from djambi.server.game.reducer import replay
from djambi.server.game.summaries import GameSummary
from djambi.server.storage import Store, archive
from djambi.server.storage.archive import BadBackup, back_up, restore, verify
from djambi.server.storage.models import HEAD, AccountModel, Base, RatingModel, ReportModel
from djambi.server.storage.upgrade import make_folder, upgrade

NewDatabase = Callable[[str], str]
START = str(Position.start("square-4"))


@pytest.fixture
def new(tmp_path: Path, request: pytest.FixtureRequest) -> NewDatabase:
    """Make the URL of an empty database of a kind."""
    made = 0

    def make(kind: str) -> str:
        nonlocal made
        made += 1
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / f'{made}.sqlite3'}"
        server: Postgres = request.getfixturevalue("postgres_running")
        return server.new_database()

    return make


async def _fill(where: str) -> None:
    store = Store(where)
    seats = tuple(SeatRow(p, "me") for p in "rbyg")
    for game in ("one", "two"):
        summary = GameSummary("[]", START, 0, "r", None)
        await store.create(game, "square-4", "original", [Created(START, seats)], summary)
        await store.append(game, 2, Resigned("r"), summary)
    async with store.database.writing() as connection:
        people = [
            {"id": f"a{n}", "name": f"Zoë {n} 🂡", "folded": f"zoë {n}", "moderator": n == 0,
             "created": n, "seen": 1 << 41}
            for n in range(1200)
        ]  # fmt: skip
        await connection.execute(insert(AccountModel), people)
        rating = {"account": "a1", "variant": "square-4", "mu": 25.1, "sigma": 8.0 / 3, "games": 3}
        await connection.execute(insert(RatingModel).values(**rating))
        for said in ("first", "second"):
            report = {"at": 1, "reporter": "a1", "accused": "a2", "text": said}
            await connection.execute(insert(ReportModel).values(**report))
    await store.close()


async def _everything(where: str) -> dict[str, list[Any]]:
    store = Store(where)
    async with store.database.reading() as connection:
        found = {
            table.name: sorted(map(tuple, (await connection.execute(select(table))).all()))
            for table in Base.metadata.sorted_tables
        }
    states = [replay(await store.events(game)) for game in ("one", "two")]
    assert [state.number for state in states] == [2, 2]
    await store.close()
    return found


@pytest.mark.parametrize(
    ("source", "target"),
    [("sqlite", "sqlite"), ("sqlite", "postgresql"), ("postgresql", "sqlite"),
     ("postgresql", "postgresql")],
)  # fmt: skip
def test_a_restored_backup_has_the_same_games_and_people(
    new: NewDatabase, tmp_path: Path, source: str, target: str
) -> None:
    here, there, file = new(source), new(target), tmp_path / "backup.gz"
    upgrade(here)
    asyncio.run(_fill(here))
    rows = back_up(here, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert restore(there, file) == rows > 1200
    assert asyncio.run(_everything(there)) == asyncio.run(_everything(here))

    async def go_on() -> None:
        """Rows that number themselves go on after the last."""
        store = Store(there)
        async with store.database.writing() as connection:
            report = {"at": 1, "reporter": "a1", "accused": "a2", "text": "third"}
            await connection.execute(insert(ReportModel).values(**report))
        await store.close()

    asyncio.run(go_on())
    assert upgrade(there) is None


def test_a_backup_of_an_older_form_is_brought_to_the_present(
    new: NewDatabase, tmp_path: Path
) -> None:
    game = ["g", 1, "square-4", "original", 1, 1, False, "[]", START, 0, "r", None]
    columns = ["id", "version", "variant", "rules", "created", "played", "hidden", "seats",
               "position", "ply", "mover", "winners"]  # fmt: skip
    lines = [
        {"kind": "djambi backup", "form": "0001", "at": 1},
        {"table": "games", "columns": columns},
        game,
        {"rows": 1},
    ]
    file = tmp_path / "old.gz"
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    there = new("sqlite")
    assert restore(there, file) == 1
    assert upgrade(there) is None

    async def look() -> list[str]:
        store = Store(there)
        rows = await store.recent(0, 9)
        await store.close()
        return [row.id for row in rows]

    assert asyncio.run(look()) == ["g"]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_is_no_whole_backup_leaves_nothing(
    new: NewDatabase, tmp_path: Path, kind: str
) -> None:
    here, file = new("sqlite"), tmp_path / "backup.gz"
    upgrade(here)
    asyncio.run(_fill(here))
    back_up(here, file)
    whole = file.read_bytes()
    lines = gzip.decompress(whole).splitlines()
    row = next(i for i, line in enumerate(lines) if line.startswith(b"["))
    there = new(kind)
    for damaged in (
        b"",
        b"nothing",
        whole[: len(whole) // 2],
        gzip.compress(b"\n".join(lines[:-1])),
        gzip.compress(b"\n".join([*lines[:row], *lines[row + 1 :]])),
        gzip.compress(b"\n".join([lines[0].replace(b"00", b"99"), *lines[1:]])),
        gzip.compress(b"\n".join([*lines[:5], b"{nonsense", *lines[5:]])),
        gzip.compress(b"\n".join([*lines[:5], b"[1]", *lines[5:]])),
        gzip.compress(b"\n".join([*lines[:5], b"7", *lines[5:]])),
        gzip.compress(b"\n".join([*lines[:5], b"[" * 100_000, *lines[5:]])),
    ):
        file.write_bytes(damaged)
        with pytest.raises(DjambiError, match=r"backup\.gz"):
            restore(there, file)
    file.write_bytes(whole)
    assert restore(there, file) > 0
    with pytest.raises(DjambiError, match="empty"):
        restore(there, file)


@contextmanager
def _files_of_at_most(size: int) -> Generator[None]:
    """Let no file grow beyond `size` bytes, as on a disk that is full."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits the size of no file")
def test_a_full_disk_is_no_damage_to_a_backup(new: NewDatabase, tmp_path: Path) -> None:
    here, file = new("sqlite"), tmp_path / "backup.gz"
    upgrade(here)

    async def fill() -> None:
        store = Store(here)
        async with store.database.writing() as connection:
            # More than SQLite keeps in memory until the end of a transaction.
            people = [
                {"id": f"a{n}", "name": "", "created": 1, "seen": 1, "data": "x" * 4000}
                for n in range(1000)
            ]
            await connection.execute(insert(AccountModel), people)
        await store.close()

    asyncio.run(fill())
    back_up(here, file)
    there = tmp_path / "restored" / "there.sqlite3"
    restore(there, file)
    whole = there.stat().st_size
    there.unlink()
    # At the first table, amid the rows, and when all of it is stored for good.
    for size in (1, whole * 3 // 4, whole - 1):
        with _files_of_at_most(size), pytest.raises(DjambiError) as full:
            restore(there, file)
        assert str(full.value).startswith(f"{there}: ") and type(full.value) is DjambiError
        assert not list(there.parent.iterdir())
        with _files_of_at_most(size), pytest.raises(DjambiError) as full:
            verify(file)
        assert type(full.value) is DjambiError
    assert verify(file).tables["accounts"] == 1000


def test_a_number_that_no_column_holds_is_damage(new: NewDatabase, tmp_path: Path) -> None:
    lines = [
        {"kind": "djambi backup", "form": HEAD, "at": 1},
        {"table": "outages", "columns": ["began", "ended"]},
        [1, 1 << 70],
        {"rows": 1},
    ]
    file = tmp_path / "backup.gz"
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    with pytest.raises(BadBackup, match="damaged"):
        verify(file)


def test_a_column_that_there_is_none_of_is_named_and_not_passed_over(tmp_path: Path) -> None:
    lines = [
        {"kind": "djambi backup", "form": HEAD, "at": 1},
        {"table": "outages", "columns": ["began", "ended", "why"]},
        [1, 2, "no power"],
        {"rows": 1},
    ]
    file = tmp_path / "backup.gz"
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    with pytest.raises(BadBackup, match=r"backup\.gz: outages: there is no column why"):
        verify(file)


def test_no_file_is_overwritten(new: NewDatabase, tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    file.write_text("precious")
    with pytest.raises(DjambiError, match="exists"):
        back_up(new("sqlite"), file)
    assert file.read_text() == "precious"


def test_a_backup_is_verified_without_a_server(new: NewDatabase, tmp_path: Path) -> None:
    here, file = new("sqlite"), tmp_path / "backup.gz"
    upgrade(here)
    asyncio.run(_fill(here))
    rows = back_up(here, file)
    found = verify(file)
    assert found.rows == rows and found.form == HEAD
    few = {"accounts": 1200, "games": 2, "reports": 2}
    assert few.items() <= found.tables.items()

    whole = gzip.decompress(file.read_bytes()).splitlines()
    end = json.loads(whole[-1])
    account = next(i for i, line in enumerate(whole) if line.startswith(b'["a1"'))
    one_less = {**end, "rows": rows - 1}
    fewer = {**one_less, "tables": {**end["tables"], "accounts": 1199}}
    for lines, said in (
        # An account less, of whom a rating speaks; and the end of it says so, or does not.
        ([*whole[:account], *whole[account + 1 :]], "rows"),
        ([*whole[:account], *whole[account + 1 : -1], json.dumps(one_less).encode()], "tables"),
        ([*whole[:account], *whole[account + 1 : -1], json.dumps(fewer).encode()], "missing"),
        (whole[:-1], "complete"),
    ):
        file.write_bytes(gzip.compress(b"\n".join(lines)))
        with pytest.raises(BadBackup, match=said):
            verify(file)


@pytest.mark.parametrize("elsewhere", ["", "readable only", "TMPDIR"])
def test_a_backup_is_verified_beside_it_where_something_can_be_written(
    new: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: str
) -> None:
    here, folder, temporary = new("sqlite"), tmp_path / "backups", tmp_path / "temporary"
    for each in (folder, temporary):
        each.mkdir()
    upgrade(here)
    back_up(here, folder / "backup.gz")
    used: list[Path] = []

    def access(path: Path, mode: int) -> bool:
        return not (elsewhere == "readable only" and path == folder and mode == os.W_OK)

    def made(where: Path | str, ours: bool = True) -> None:
        used.append(Path(where))
        make_folder(Path(where), ours)

    monkeypatch.delenv("TMPDIR", raising=False)
    if elsewhere == "TMPDIR":
        monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    monkeypatch.setattr(os, "access", access)
    monkeypatch.setattr(archive, "make_folder", made)
    verify(folder / "backup.gz")
    assert [path.parent for path in used] == [temporary if elsewhere else folder]
    assert [path.name for path in folder.iterdir()] == ["backup.gz"]
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_backup_is_made_of_a_database_that_is_not_there(
    new: NewDatabase, tmp_path: Path, kind: str
) -> None:
    where, file = new(kind), tmp_path / "backup.gz"
    with pytest.raises(DjambiError, match="no server database"):
        back_up(where, file)
    assert not file.exists() and not list(tmp_path.glob("*.sqlite3"))
