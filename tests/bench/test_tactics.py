"""The tactical suite: every solution is proved, and greed finds none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from bench.tactics import SUITE as FILE
from tests.paths import ROOT

from djambi import Position
from djambi.puzzles.collect import is_solved_by_greed
from djambi.puzzles.proof import Prover, proved
from djambi.puzzles.puzzle import Puzzle, load, save

SUITE = load(FILE)


def test_the_suite_is_large_and_of_all_kinds() -> None:
    assert len(SUITE) >= 60
    kinds = Counter(puzzle.kind for puzzle in SUITE)
    assert set(kinds) == {"chief", "walls", "kill", "win", "stroke"} and min(kinds.values()) >= 3
    assert len({puzzle.name for puzzle in SUITE}) == len({p.position for p in SUITE}) == len(SUITE)
    editions = {" ".join(puzzle.position.split()[:2]) for puzzle in SUITE}
    assert len(editions) >= 5


def test_solutions_are_few_of_the_turns_that_there_are(compiled: bool) -> None:
    for puzzle in SUITE if compiled else SUITE[:5]:
        position = Position.parse(puzzle.position)
        assert position.legal_turns().count() == puzzle.turns >= 20
        assert 1 <= len(puzzle.solutions) <= puzzle.turns // 20
        assert all(position.find(text) is not None for text in puzzle.solutions)


def test_greed_solves_none(compiled: bool) -> None:
    some = SUITE if compiled else SUITE[:2]
    solved = [
        p.name for p in some if is_solved_by_greed(Position.parse(p.position), p.solutions, tries=1)
    ]
    assert solved == []


def short(puzzle: Puzzle) -> bool:
    return puzzle.plays <= 20_000


def check(puzzle: Puzzle) -> None:
    assert proved(puzzle)
    prover = Prover(Position.parse(puzzle.position))
    prover.solutions(puzzle.goal, puzzle.depth)
    assert prover.plays == puzzle.plays


def test_short_proofs(compiled: bool) -> None:
    some = [puzzle for puzzle in SUITE if short(puzzle)]
    assert len(some) >= 20
    for puzzle in some if compiled else sorted(some, key=lambda puzzle: puzzle.plays)[:3]:
        check(puzzle)


@pytest.mark.slow
def test_long_proofs() -> None:
    for puzzle in SUITE:
        if not short(puzzle):
            check(puzzle)


@pytest.mark.slow
def test_what_is_found_and_who_solves_it_is_told(tmp_path: Path) -> None:
    some = [puzzle for puzzle in SUITE if puzzle.plays < 2_000][:3]
    save(some, tmp_path / "some.json")

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "bench.tactics", *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout

    suite = ("--suite", str(tmp_path / "some.json"))
    assert "3 of 3 proved" in run("prove", *suite)
    assert "greedy: 0 of 3 (0%)" in run("solve", "greedy", *suite)
    told = run("solve", "nodes:500", "--failed", *suite)
    assert "nodes:500: " in told and " of 3" in told


def test_the_suite_is_one_puzzle_to_a_line() -> None:
    lines = (ROOT / "bench" / "tactics" / "suite.json").read_text("utf-8").splitlines()
    assert len(lines) == len(SUITE) + 3
    names = [json.loads(line.rstrip(","))[0] for line in lines[2:-1]]
    assert len(names) == len(SUITE) and Random(1).choice(names)
