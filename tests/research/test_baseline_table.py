"""The table of baselines, and the two commands that train and measure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from djambi import Position
from djambi.bots.matches import MatchGame
from djambi.cli.app import app
from djambi.errors import DjambiError
from djambi.files import sole_use
from djambi.research import baseline_table
from djambi.research.baseline_table import BaselineTable, Pairing, markdown, play_table
from djambi.research.ppo import PpoTrainer
from djambi.research.ppo_settings import PpoSettings

START = str(Position.start("hex-3"))
SMALL = BaselineTable(START, ("random", "novice", "ppo"), ("random",))


def quietly(games: Iterator[MatchGame], what: str, total: int) -> Iterator[MatchGame]:
    del what, total
    return games


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a policy for three parties that has learnt nothing."""
    path = tmp_path_factory.mktemp("policy") / "untrained.npz"
    PpoTrainer(PpoSettings("hex-3", games=1, hidden=4)).policy.save(path)
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["research", *arguments])


# -- the table ----------------------------------------------------------------------------------


def test_every_player_meets_every_opponent_but_itself() -> None:
    four = replace(SMALL, start=str(Position.start("square-4")), opponents=("random", "novice"))
    assert four.columns == [("random", 1), ("random", 2), ("novice", 1), ("novice", 2)]
    assert Pairing("ppo", "novice", 2) in four.pairings
    assert all(each.player != each.opponent for each in four.pairings)
    assert len(four.pairings) == 3 * 4 - 2 - 2
    assert SMALL.columns == [("random", 1)]


@pytest.mark.slow
def test_a_table_is_gone_on_with_and_added_to(tmp_path: Path, policy: Path) -> None:
    table = replace(SMALL, policy=policy)
    played: list[int] = []

    def counted(games: Iterator[MatchGame], what: str, total: int) -> Iterator[MatchGame]:
        played.append(total)
        return games

    def broken_off(games: Iterator[MatchGame], what: str, total: int) -> Iterator[MatchGame]:
        yield next(games)
        yield next(games)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_table(table, tmp_path / "one", 3, 1, broken_off)
    resumed = play_table(table, tmp_path / "one", 3, 1, counted)
    at_once = play_table(table, tmp_path / "two", 3, 1, counted)
    assert played == [4, 6]
    assert [replace(row, hours=0) for row in resumed] == [replace(row, hours=0) for row in at_once]
    assert [row.games for row in resumed] == [0, 3, 3]
    assert [row.games for row in play_table(table, tmp_path / "one", 6, 1, counted)] == [0, 6, 6]
    assert played == [4, 6, 6]


def test_the_table_has_a_line_for_every_player(tmp_path: Path, policy: Path) -> None:
    table = BaselineTable(START, ("random", "greedy"), ("random",), policy=policy)
    rows = play_table(table, tmp_path, 3, 1, quietly)
    lines = markdown(table, rows).splitlines()
    assert lines[0] == "| player | 1 v 2 random | games | turns a game | hours |"
    assert lines[2] == "| `random` | — | 0 | 0 | 0 |"
    score = rows[1].scores[Pairing("greedy", "random", 1)]
    wanted = f"{score.share * 100:.0f} % ({score.low * 100:.0f}–{score.high * 100:.0f})"
    assert lines[3].startswith(f"| `greedy` | {wanted} | 3 | ")


def test_another_policy_is_another_table(tmp_path: Path, policy: Path) -> None:
    table = replace(SMALL, players=("ppo",), policy=policy)
    play_table(table, tmp_path, 1, 1, quietly)
    other = tmp_path / "other.npz"
    PpoTrainer(PpoSettings("hex-3", seed=2, games=1, hidden=4)).policy.save(other)
    with pytest.raises(DjambiError, match="the log of another match"):
        play_table(replace(table, policy=other), tmp_path, 2, 1, quietly)


def test_players_are_checked_before_anything_is_written(tmp_path: Path, policy: Path) -> None:
    for table, wanted in (
        (replace(SMALL, players=("nobody",)), "unknown player 'nobody'.*; or ppo, the network"),
        (replace(SMALL, players=("ppo:0.5",)), "'ppo:0.5': ppo takes nothing"),
        (replace(SMALL, players=("greedy", "greedy")), "named twice: greedy, greedy"),
        (
            BaselineTable(str(Position.start("square-4")), ("ppo",), policy=policy),
            "trained with 3 parties, not 4",
        ),
    ):
        with pytest.raises(DjambiError, match=wanted):
            play_table(table, tmp_path / "out", 1, 1, quietly)
    assert not (tmp_path / "out").exists()


# -- the commands -------------------------------------------------------------------------------


def test_the_command_writes_the_table(tmp_path: Path) -> None:
    arguments = ["--player", "greedy", "--against", "random", "--variant", "hex-3", "--games", "2"]
    out = tmp_path / "table.md"
    result = run("baselines", str(tmp_path / "games"), *arguments, "-j", "1", "-o", str(out))
    assert result.exit_code == 0, result.output
    assert out.read_text(encoding="utf-8").startswith("| player | 1 v 2 random |")
    again = run("baselines", str(tmp_path / "games"), *arguments, "-j", "1")
    assert again.output == out.read_text(encoding="utf-8")


def test_the_command_trains_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "ppo.npz"
    small = ["--variant", "hex-3", "--steps", "16", "--games", "2", "--rollout", "8"]
    small += ["--max-turns", "9", "--hidden", "4"]
    first = run("ppo", str(file), *small)
    assert first.exit_code == 0, first.output
    assert "16 steps" in first.output and "% against random players" in first.output
    curve = (tmp_path / "ppo.csv").read_text(encoding="utf-8").splitlines()
    assert curve[0].startswith("steps,hours,games,entropy") and len(curve) == 2
    # The variant's own edition is the same, by name or not.
    for same in ([], ["--rules", "harcourt"]):
        again = run("ppo", str(file), *small, *same)
        assert again.output == f"{file}: 16 steps\n"
    other = run("ppo", str(file), *small, "--seed", "2")
    assert isinstance(other.exception, DjambiError)
    assert "a training with other settings" in str(other.exception)


def test_two_processes_do_not_train_into_one_file(tmp_path: Path) -> None:
    file = tmp_path / "ppo.npz"
    small = ["--variant", "hex-3", "--steps", "16", "--games", "2", "--rollout", "8"]
    with sole_use(tmp_path / "ppo.npz.lock") as is_free:
        assert is_free
        second = run("ppo", str(file), *small)
    assert isinstance(second.exception, DjambiError)
    assert str(second.exception) == f"{file}: another process is writing to this file"
    assert not list(tmp_path.iterdir())


def test_the_curve_does_not_replace_the_network(tmp_path: Path) -> None:
    file = tmp_path / "net.CSV"
    result = run("ppo", str(file), "--variant", "hex-3", "--steps", "16")
    assert result.exit_code == 2 and "the curve is kept beside it" in result.output
    assert not file.exists()


def test_the_policy_of_the_program_plays_its_variant() -> None:
    table = BaselineTable(str(Position.start("square-4")), ("ppo",))
    table.check()
    assert table.policy == baseline_table.POLICY_FILE
