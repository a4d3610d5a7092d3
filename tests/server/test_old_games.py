"""Games stored by every earlier version are opened, say the same, and go on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server.fixtures.make import FOLDER, told
from tests.server.people import play_first_legal, serving

from djambi.position.position import Position
from djambi.rules import Rules
from djambi.server.storage.models import HEAD
from djambi.server.storage.upgrade import revision_of, upgrade

FIXTURES = sorted(FOLDER.glob("v*.sqlite3"))

BEFORE = {
    "original": "assassin_maze_corpse=departure",
    "wikipedia": "frozen_pieces=untouchable",
    "hallepee": "resigned_return=never",
}
"""What editions had until 22 November 2026 and have no longer: games begun before say it now."""


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
    known = file.with_suffix(".json").read_text(encoding="utf-8")
    for edition, before in BEFORE.items():
        known = known.replace(f" {edition} ", f" {edition},{before} ")
    expected: dict[str, Any] = json.loads(known)
    database = tmp_path / "djambi.sqlite3"
    shutil.copy(file, database)
    old = revision_of(database)
    backup = upgrade(database)
    assert (backup is None) == (old == HEAD)
    with serving(tmp_path) as served:
        found = told(served, list(expected["games"]))
        assert within(expected, found)
        for game, told_then in expected["games"].items():
            with served.sit(game) as person:
                mine = person.hear()["you"]["parties"]
                if told_then["mover"] and told_then["mover"] in mine:
                    assert play_first_legal(person)["number"] > told_then["number"]


def created(position: str) -> str:
    """Event 1 of a game of the first form that starts at a position, four at one screen."""
    seats = [{"party": party, "player": "me"} for party in "rbyg"]
    return json.dumps({"kind": "created", "position": position, "seats": seats})


def test_a_game_keeps_the_rules_that_its_edition_had_when_it_was_begun(tmp_path: Path) -> None:
    database = tmp_path / "djambi.sqlite3"
    shutil.copy(FOLDER / "v1.sqlite3", database)
    # Until then the Assassin's victim lay where it came from, in the maze too.
    board = "gC7yC/9/9/9/4bC4/9/9/9/rC3rA4 r,b,y,g rbyg r 0 0"
    begun = ("original", "original,quiet_rounds=7", "wikipedia", "hallepee", "bga")
    log = ('{"kind":"turn","party":"r","text":"e1-e5/e9"}',)
    with closing(sqlite3.connect(database)) as connection:
        for number, rules in enumerate(begun):
            game, start = f"game{number}", f"square-4 {rules} {board}"
            connection.execute(
                "INSERT INTO games (id, version, variant, rules, created, played, hidden, seats,"
                " position, ply, mover) VALUES (?, 1, 'square-4', ?, 1, 1, 0, '[]', ?, 0, 'r')",
                (game, rules, start),
            )
            turns = log if rules.startswith("original") else ()
            for place, data in enumerate((created(start), *turns), 1):
                connection.execute("INSERT INTO events VALUES (?, ?, 1, 1, ?)", (game, place, data))
        connection.commit()
    upgrade(database)
    with serving(tmp_path) as served:
        for number, rules in enumerate(begun):
            before = BEFORE.get(rules.partition(",")[0], "")
            with served.sit(f"game{number}") as person:
                state = person.hear()
                here = Position.parse(state["view"]["position"])
            assert here.rules == Rules.parse(f"{rules},{before}".rstrip(","))
            assert state["number"] == (2 if rules.startswith("original") else 1)
