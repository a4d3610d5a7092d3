"""Nobody but the server's own user reads its database: hashes of passwords, secret talk."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from tests.online.processes import Server, running

from djambi.server.storage.archive import back_up, restore
from djambi.server.storage.upgrade import checked, make_folder, upgrade, upgrade_existing

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")

SOMEBODY = 65534
"""A user and a group that no test runs as."""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def open_to_all() -> Iterator[None]:
    """What a host has who never heard of a umask."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_server_s_files_are_its_own(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    server.folder.mkdir()
    with running(server):
        folder = server.folder / "online"
        names = {each.name for each in folder.iterdir()}
        assert {"djambi.sqlite3", "djambi.sqlite3-wal", "djambi.sqlite3-shm"} <= names
        # `prepare` has made the folder as somebody would by hand: open to all.
        assert mode(folder) == 0o700
        for name in names:
            if name.startswith("djambi"):
                assert mode(folder / name) == 0o600, name


def test_a_database_that_was_open_to_all_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "djambi.sqlite3"
    upgrade(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("INSERT INTO devices VALUES ('x', 1)")
        connection.commit()
        beside = [tmp_path / f"djambi.sqlite3-{end}" for end in ("wal", "shm")]
        for each in (file, *beside):
            each.chmod(0o644)
        upgrade(file)
        assert [mode(each) for each in (file, *beside)] == [0o600] * 3
    # A group that the host lets in (for backups, say) stays in.
    file.chmod(0o640)
    upgrade(file)
    assert mode(file) == 0o640


def test_a_restored_database_and_the_copy_before_an_upgrade_are_private(tmp_path: Path) -> None:
    from djambi.server.storage.upgrade import back_up as copy

    file = tmp_path / "djambi.sqlite3"
    upgrade(file)
    back_up(file, tmp_path / "backup.gz")
    restore(tmp_path / "new" / "copy.sqlite3", tmp_path / "backup.gz")
    assert mode(tmp_path / "new" / "copy.sqlite3") == 0o600 and mode(tmp_path / "new") == 0o700
    kept = copy(file, "0001")
    assert (mode(kept), mode(kept.parent)) == (0o600, 0o700)


@pytest.fixture
def somebody(tmp_path: Path) -> int:
    """Whom the service runs as, and whose folder this is; root looks after it."""
    if os.getuid() != 0:
        pytest.skip("only root gives files to somebody else")
    os.chown(tmp_path, SOMEBODY, SOMEBODY)
    return SOMEBODY


def bring_back(file: Path, revision: str) -> None:
    """Give a database the form that it had before."""
    from alembic import command

    config = checked(str(file), None)
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    engine.dispose()


def test_what_root_makes_beside_a_database_is_its_owner_s(tmp_path: Path, somebody: int) -> None:
    file = tmp_path / "djambi.sqlite3"
    (tmp_path / "backups").mkdir()  # by root, before this was looked after
    upgrade(file)
    bring_back(file, "0005")
    upgrade_existing(file)
    made = {each.name: each for each in tmp_path.rglob("*")}
    assert {"djambi.sqlite3", "server.lock", "backups"} < made.keys() and len(made) == 4
    for each in made.values():
        owner = each.stat()
        assert (owner.st_uid, owner.st_gid) == (somebody, somebody), each


def test_what_root_restores_is_its_folder_s_owner_s(tmp_path: Path, somebody: int) -> None:
    upgrade(tmp_path / "old.sqlite3")
    back_up(tmp_path / "old.sqlite3", tmp_path / "backup.gz")
    file = tmp_path / "lib" / "online" / "djambi.sqlite3"
    restore(file, tmp_path / "backup.gz")
    for each in (file, file.parent, file.parent.parent):
        owner = each.stat()
        assert (owner.st_uid, owner.st_gid) == (somebody, somebody), each
    # A backup itself is whoever's who made it.
    assert (tmp_path / "backup.gz").stat().st_uid == 0


def test_a_folder_of_the_host_s_own_is_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    make_folder(folder, ours=False)
    assert mode(folder) == 0o755
    make_folder(folder)
    assert mode(folder) == 0o700
