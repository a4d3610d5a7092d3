"""Games stored by every earlier version are opened, say the same, and go on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server.fixtures.make import FOLDER, told
from tests.server.people import play_first_legal, serving

from djambi.server.storage.models import HEAD
from djambi.server.storage.upgrade import revision_of, upgrade

FIXTURES = sorted(FOLDER.glob("v*.sqlite3"))


def test_there_is_a_fixture() -> None:
    assert [file.name for file in FIXTURES][:1] == ["v1.sqlite3"]


def within(old: Any, new: Any) -> bool:
    """Whether all that was told is told still; a later version may tell more of each thing."""
    if isinstance(old, dict):
        known = cast("dict[str, Any]", old)
        return all(key in new and within(known[key], new[key]) for key in known)
    if isinstance(old, list):
        parts = list(cast("Iterable[object]", old))
        return len(parts) == len(new) and all(map(within, parts, new))
    return bool(old == new)


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: file.stem)
def test_stored_games_are_opened_and_go_on(file: Path, tmp_path: Path) -> None:
    expected: dict[str, Any] = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    database = tmp_path / "djambi.sqlite3"
    shutil.copy(file, database)
    old = revision_of(database)
    backup = upgrade(database)
    assert (backup is None) == (old == HEAD)
    with serving(tmp_path) as served:
        found = told(served, list(expected["games"]))
        assert within(expected, found)
        for game, known in expected["games"].items():
            with served.sit(game) as person:
                mine = person.hear()["you"]["parties"]
                if known["mover"] and known["mover"] in mine:
                    assert play_first_legal(person)["number"] > known["number"]
