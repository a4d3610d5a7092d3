"""Files that are written whole: what replaces what, and which name an error has."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

from djambi import files
from djambi.errors import DjambiError
from djambi.files import sole_use, sole_writer, typed_path, write_whole


def test_a_file_is_replaced_whole_and_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("a long text")
    file.chmod(0o640)
    write_whole(file, "é\n")
    assert file.read_bytes() == "é\n".encode()
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes of POSIX")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_whole(pipe, "text")
    reader.join(60)
    assert read == [b"text"]
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.skipif(sys.platform == "win32", reason="links take a privilege there")
def test_through_a_link_its_target_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


@pytest.mark.parametrize(
    ("name", "kind"), [("none/a", FileNotFoundError), ("folder", OSError), ("file/a", OSError)]
)
def test_an_error_names_the_file_as_it_was_given(
    name: str, kind: type[OSError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").touch()
    with pytest.raises(kind) as caught:
        write_whole(name, "text")
    assert caught.value.filename == name
    assert caught.value.strerror
    assert {each.name for each in tmp_path.iterdir()} == {"folder", "file"}


@pytest.mark.parametrize(("system", "replaced"), [("win32", True), ("linux", False)])
def test_on_windows_a_file_that_somebody_reads_is_replaced_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, replaced: bool
) -> None:
    file = tmp_path / "a"
    file.write_text("old", encoding="utf-8")
    replace, refusals = Path.replace, iter([PermissionError(13, "in use")] * 2)

    def later(self: Path, target: Path) -> Path:
        for refusal in refusals:
            raise refusal
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", later)
    monkeypatch.setattr(sys, "platform", system)
    with suppress(PermissionError):
        write_whole(file, "new")
    assert file.read_text(encoding="utf-8") == ("new" if replaced else "old")
    assert list(tmp_path.iterdir()) == [file]


def test_on_windows_what_is_read_only_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody replaces or removes such a file there: what was to replace it is not made so."""
    file = tmp_path / "a"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o444)
    unlink = Path.unlink

    def refused(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Access is denied", str(target))

    def unlinked(self: Path, missing_ok: bool = False) -> None:
        if not self.stat().st_mode & 0o200:
            raise PermissionError(13, "Access is denied", str(self))
        unlink(self, missing_ok)

    monkeypatch.setattr(Path, "replace", refused)
    monkeypatch.setattr(Path, "unlink", unlinked)
    monkeypatch.setattr(files, "_REPLACE_PATIENCE_S", 0.0)
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(PermissionError):
        write_whole(file, "new")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_typed_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(OSError, match="no file can have this name here") as caught:
        typed_path(name)
    assert caught.value.filename == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ('"my game.djambi"', "my game.djambi"),
        ("'my game.djambi'", "my game.djambi"),
        ('a"b"', 'a"b"'),
        ("\"a'", "\"a'"),
        ('""', '""'),
        ('"', '"'),
    ],
)
def test_quotes_around_a_typed_name_are_no_part_of_it(typed: str, name: str) -> None:
    assert typed_path(typed) == Path(name)
    home = typed_path('"~/game"')
    assert home == typed_path("~/game") != Path("~/game")


def test_a_colon_on_windows_is_a_drive_s_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert str(typed_path(r"C:\games\one")) == r"C:\games\one"
    for name in ("game 12:30", r"C:\games\one:two"):
        with pytest.raises(OSError, match="no file can have this name here"):
            typed_path(name)


@pytest.mark.skipif(sys.platform == "win32", reason="nobody removes an open file there")
def test_a_lock_whose_file_its_last_owner_removes_is_taken_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "lock"
    removed: list[Path] = []

    def locked_late(held: IO[Any]) -> bool:
        # Whoever had it was done after this one had opened the file.
        if not removed:
            file.unlink()
            removed.append(file)
        return lock(held)

    lock = files.lock
    monkeypatch.setattr(files, "lock", locked_late)
    with sole_use(file) as mine, sole_use(file) as others:
        assert (mine, others) == (True, False)
    assert removed and not file.exists()
    with sole_use(file) as again:
        assert again


def test_a_lock_is_given_up_whatever_happens(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    with pytest.raises(KeyError), sole_use(file):
        raise KeyError
    with sole_use(file) as mine:
        assert mine


def test_one_process_writes_to_a_folder_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "new"
    for place, what in ((tmp_path, "folder"), (file, "file")):
        with (
            sole_writer(place),
            pytest.raises(DjambiError, match=f"{place.name}: another .* to this {what}"),
            sole_writer(place),
        ):
            pytest.fail("two write at once")
    # What replaces the file leaves the lock as it is.
    with sole_writer(file):
        write_whole(file, "text")
        with pytest.raises(DjambiError, match="another process"), sole_writer(file):
            pytest.fail("two write at once")
