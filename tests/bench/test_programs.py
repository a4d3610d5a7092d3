"""Every program of `bench/` that plays runs to its end, on as little as it takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from bench.learn import SETTINGS
from tests.paths import ROOT

from djambi import Game

ENOUGH = str(len(SETTINGS) + 2)
"""The games of which some are learnt from and others tested on."""


def run(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program of the bench, as its docstring says."""
    command = [sys.executable, "-m", f"bench.{program}", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def output(program: str, *arguments: str | Path) -> str:
    """Return what a program writes that does not fail."""
    done = run(program, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("talk", [[], ["--talk", "20"]], ids=["silent", "with pacts"])
def test_characters_are_told_apart(talk: list[str]) -> None:
    size = ["--level", "novice", "--games", "1", "--learn", "1", "--tell", "1", "--jobs", "1"]
    told = output("characters", *size, *talk)
    assert ("| breaks |" in told) == bool(talk)
    assert " of 6 batches told right" in told


def test_levels_are_compared(tmp_path: Path) -> None:
    size = ["--within", "1", "--most", "2", "--jobs", "1"]
    assert "| learner | novice |" in output("ladder", "--folder", tmp_path, *size, "learner")


def test_weights_of_the_evaluation_are_learnt_and_played(tmp_path: Path) -> None:
    output("learn", "play", tmp_path, "--games", ENOUGH, "--nodes", "20")
    output("learn", "fit", tmp_path)
    played = output("learn", "match", tmp_path, "--games", "1", "--nodes", "20")
    assert '"two with these weights, two with those before, square-4 original"' in played


def test_draws_are_recorded(tmp_path: Path) -> None:
    output("truce", "play", tmp_path, "--games", "1", "--nodes", "20")
    (log,) = tmp_path.iterdir()
    assert log.read_text("utf-8").count("\n") == 1


def test_turns_are_labelled_and_a_policy_is_fitted(tmp_path: Path) -> None:
    output("turn_policy", "label", tmp_path, "--games", ENOUGH, "--nodes", "100")
    assert '"visits kept"' in output("turn_policy", "fit", tmp_path)


def test_weights_are_tuned_by_play(tmp_path: Path) -> None:
    size = ["--games", "2", "--nodes", "20"]
    output("tune", "play", tmp_path, *size)
    output("tune", "step", tmp_path, *size)
    output("tune", "halve", tmp_path)
    output("tune", "match", tmp_path, *size)
    assert '"halved"' in output("tune", "others", tmp_path, *size)


def test_matches_with_talk_are_tabled(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    players = ["novice", "novice@silent"]
    match = [sys.executable, "-m", "djambi", "match", "--talk", *players, "--games", "1"]
    subprocess.run([*match, "--log", str(log)], capture_output=True, check=True)
    assert "| novice, novice@silent, novice, novice@silent | 1 |" in output("talk", log)


def test_a_review_is_compared_with_a_deeper_one(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    game = Game()
    for turn in ("a3-b4", "g1-e3", "i7-i6", "c8-d7"):
        game.play(turn)
    record.write_text(str(game), "utf-8")
    told = output("reviews", "--reference", "100", "--every", "2", record)
    assert "of 2 verdicts the same" in told


def test_endings_are_tabled(tmp_path: Path) -> None:
    assert "| `CA-C` |" in output("endings", tmp_path, "original", "CA-C")


def test_a_server_is_measured() -> None:
    assert "socket: turn to done" in output("server", "1")


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("load", "one process, SQLite"),
        ("reconnect", "back to 300 turns, resumed"),
        ("lobby", "2 home pages, a new table each second"),
    ],
)
def test_the_load_of_a_server_is_measured(part: str, told: str) -> None:
    size = ["--tables", "2", "--rate", "4", "--pages", "2", "--seconds", "1"]
    assert told in output("online", part, *size)


@pytest.mark.parametrize(
    ("program", "step", "missing"),
    [
        ("learn", "fit", "too few games in"),
        ("learn", "match", "`fit` makes it"),
        ("learn", "keep", "`fit` makes it"),
        ("truce", "keep", "too few games in"),
        ("turn_policy", "fit", "too few games in"),
        ("turn_policy", "keep", "`fit` makes it"),
        ("tune", "step", "no games in"),
    ],
)
def test_a_step_that_lacks_the_one_before_says_so(
    tmp_path: Path, program: str, step: str, missing: str
) -> None:
    done = run(program, step, tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert missing in done.stderr
    assert "Traceback" not in done.stderr
