"""The tactical suite: every solution is proved, and greed finds none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from bench.tactics.collect import collected, greedily, modest
from bench.tactics.proof import Prover, TooLong
from bench.tactics.puzzles import Puzzle, load, save

from djambi import Position

SUITE = load()
ROOT = Path(__file__).resolve().parents[2]

# Red wins at once with d1xd9, and only so; Blue's Assassin attacks Red's Chief.
DUEL = "square-4 original 3bC5/9/9/9/9/9/9/9/rC2rA4bA r,b,y>b,g>b rbyg r 0 0"


def prover(text: str, most: int = 1 << 62) -> Prover:
    return Prover(Position.parse(text), most)


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
    solved = [p.name for p in some if greedily(Position.parse(p.position), p.solutions, tries=1)]
    assert solved == []


def short(puzzle: Puzzle) -> bool:
    return puzzle.plays <= 20_000


def check(puzzle: Puzzle) -> None:
    found = prover(puzzle.position)
    assert tuple(found.solutions(puzzle.goal, puzzle.depth)) == puzzle.solutions
    assert found.plays == puzzle.plays


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


def test_a_win_is_proved_turn_by_turn() -> None:
    assert prover(DUEL).solutions("win", 1) == ["d1-d9"]
    found = prover(DUEL)
    assert "d1-d9" in found.solutions("win", 2)


def test_who_keeps_his_chief_through_the_round() -> None:
    # Red's own Assassin shields his Chief; without it he must step off the row.
    kept = prover(DUEL).solutions("keep", 1)
    assert "d1-d9" in kept and "a1-a2" in kept and "a1-b1" in kept and "d1-d2" not in kept
    bare = prover(DUEL.replace("rC2rA4bA", "rC7bA")).solutions("keep", 1)
    assert "a1-a2" in bare and "a1-b1" not in bare
    killed = prover(DUEL).solutions("kill", 1)
    assert killed == ["d1-d9"]


def test_all_that_the_others_can_play_is_played() -> None:
    three = "square-4 original 8yC/9/9/9/9/9/9/8bC/rC6yA1 r,b,y,g>b rbyg r 0 0"
    # Blue does nothing to Red; Yellow, who plays after him, does.
    once, round_ = prover(three), prover(three)
    turn = next(each for each in once.turns() if each & 255 == 0 and each >> 8 & 255 == 1)
    assert once.reaches(turn, "keep", 1)
    assert not round_.reaches(turn, "keep", 2)
    assert round_.plays > once.plays


def test_a_proof_may_be_too_long() -> None:
    with pytest.raises(TooLong):
        prover(DUEL, most=50).solutions("win", 2)


def test_a_proof_leaves_the_position_as_it_was() -> None:
    found = prover(DUEL)
    found.solutions("win", 2)
    assert found.kernel.key == Position.parse(DUEL).kernel().key


def test_who_is_modest() -> None:
    assert not modest(Position.parse(DUEL.replace("y>b,g>b", "y>r,g>r").replace("4bA", "4rM")))
    assert modest(Position.parse(DUEL))


def test_a_file_of_puzzles_is_read_as_it_was_written(tmp_path: Path) -> None:
    save(SUITE[:3], tmp_path / "some.json")
    assert load(tmp_path / "some.json") == SUITE[:3]


@pytest.mark.slow
def test_games_are_looked_through_alike_every_time() -> None:
    assert collected(8, seed=1) == collected(8, seed=1)


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
    assert len(lines) == len(SUITE) + 2
    names = [json.loads(line.rstrip(","))["name"] for line in lines[1:-1]]
    assert len(names) == len(SUITE) and Random(1).choice(names)
