"""``djambi puzzles make``: what it chooses, rates and keeps; no game is searched here."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from djambi import Position
from djambi.cli import main
from djambi.files import sole_writer
from djambi.puzzles import Puzzle, puzzles
from djambi.puzzles.puzzle import load

VARIANTS = ("square-3", "hex-3", "polygon-5")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose only game was searched, and had a puzzle of each of some variants."""
    found = [
        replace(puzzles()[0], name=name, position=str(Position.start(name)), rating=0, deviation=0)
        for name in VARIANTS
    ]
    row = {"number": 0, "puzzles": [asdict(each) for each in found]}
    (tmp_path / "games-1.jsonl").write_text(json.dumps(row) + "\n")
    return tmp_path


@pytest.fixture
def rated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the puzzles that were rated, 1234 each; the third time one is, it breaks off."""
    names: list[str] = []

    def with_rating(puzzle: Puzzle) -> Puzzle:
        names.append(puzzle.name)
        if len(names) == 3:
            raise KeyboardInterrupt
        return replace(puzzle, rating=1234, deviation=56)

    monkeypatch.setattr("djambi.cli.puzzles.with_rating", with_rating)
    return names


def test_what_was_found_comes_to_the_programs_own_whose_ratings_stay(
    folder: Path, rated: list[str]
) -> None:
    make = ["puzzles", "make", str(folder), "--games", "1"]
    assert main(make) == 130
    # What was rated before is there, and only what was not is rated when it goes on.
    assert {each.name for each in load(folder / "puzzles.json")} >= set(rated[:2])
    assert main(make) == 0
    assert sorted(rated) == sorted([*VARIANTS, rated[2]])
    ratings = {each.name: (each.rating, each.deviation) for each in load(folder / "puzzles.json")}
    own = {each.name: (each.rating, each.deviation) for each in puzzles()}
    assert ratings == own | dict.fromkeys(VARIANTS, (1234, 56))


def test_two_processes_do_not_make_puzzles_in_one_folder(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One would cut off the line that the other has begun."""
    with sole_writer(folder):
        assert main(["puzzles", "make", str(folder), "--games", "1"]) == 2
    assert f"{folder}: another process is writing to this folder" in capsys.readouterr().err


def test_fewer_than_the_programs_own_are_refused_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "none"
    fewest = len(puzzles())
    assert main(["puzzles", "make", str(folder), "--most", str(fewest - 1)]) == 2
    error = capsys.readouterr().err
    assert "--most" in error and str(fewest) in error
    assert not folder.exists()
