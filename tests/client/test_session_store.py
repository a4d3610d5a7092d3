"""Who one was at a server, kept between two starts: whatever the file holds, nobody is hindered."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from djambi.client import session_store
from djambi.client.session_store import load_cookies, save_cookies, store_path

HERE, THERE = "https://here.example", "https://there.example"


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the cookies; there is none yet, nor its folder."""
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "servers.json"


def test_every_server_has_its_own_cookies(file: Path) -> None:
    assert load_cookies(HERE) == {}
    save_cookies(HERE, {"djambi": "one"})
    save_cookies(THERE, {"djambi": "other"})
    save_cookies(HERE, {"djambi": "again"})
    assert store_path() == file
    assert load_cookies(HERE) == {"djambi": "again"}
    assert load_cookies(THERE) == {"djambi": "other"}


def test_programs_that_end_at_once_keep_each_others(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = session_store._stored

    def slowly_read() -> dict[str, Any] | None:
        known = stored()
        time.sleep(0.05)
        return known

    monkeypatch.setattr(session_store, "_stored", slowly_read)
    origins = [f"https://{number}.example" for number in range(4)]
    cookies = [{"djambi": origin} for origin in origins]
    with ThreadPoolExecutor(len(origins)) as pool:
        list(pool.map(save_cookies, origins, cookies))
    assert [load_cookies(origin) for origin in origins] == cookies


def test_only_their_owner_may_read_them(file: Path) -> None:
    save_cookies(HERE, {"djambi": "one"})
    assert file.stat().st_mode & 0o77 == file.parent.stat().st_mode & 0o77 == 0


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"damaged", b"[]", b"[" * 100_000, b'{"other": {"a"']
)
def test_a_damaged_file_is_as_good_as_none_and_is_set_aside(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    assert load_cookies(HERE) == {}
    save_cookies(HERE, {"djambi": "one"})
    assert load_cookies(HERE) == {"djambi": "one"}
    assert file.with_name("servers.json.damaged").read_bytes() == content
    assert file.stat().st_mode & 0o77 == 0


def test_a_damaged_entry_is_replaced_alone(file: Path) -> None:
    save_cookies(THERE, {"djambi": "other"})
    damaged = {HERE: 5, **json.loads(file.read_text("utf-8"))}
    file.write_text(json.dumps(damaged), "utf-8")
    assert load_cookies(HERE) == {}
    save_cookies(HERE, {"djambi": "one"})
    assert load_cookies(HERE) == {"djambi": "one"} and load_cookies(THERE) == {"djambi": "other"}
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_where_no_file_can_be_written_they_are_forgotten(file: Path) -> None:
    file.parent.touch()
    save_cookies(HERE, {"djambi": "one"})
    assert load_cookies(HERE) == {}


def test_without_a_home_folder_they_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("DJAMBI_DATA")
    monkeypatch.setattr(Path, "home", homeless)
    save_cookies(HERE, {"djambi": "one"})
    assert load_cookies(HERE) == {}
