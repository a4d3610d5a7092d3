"""`djambi match`: what it writes and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console

from djambi.bots.matches import MatchGame, Score, SeatFault, TalkScore
from djambi.cli import main
from djambi.cli.match import MAX_REPORTED_FAULTS, _report_faults, _table, _talk_table
from djambi.files import lock

SHORT = ("--variant", "hex-3", "--rules", "harcourt,quiet_rounds=1")


def test_a_match_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "random", "novice", "--games", "3", "--json", *SHORT]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["players"] == ["random", "novice", "random"]
    assert found["games"] == 3
    assert sum(score["share"] for score in found["scores"]) == pytest.approx(1)
    assert all(score["low"] <= score["share"] <= score["high"] for score in found["scores"])


def test_a_match_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "random", "--games", "1", *SHORT]) == 0
    title, _, row = capsys.readouterr().out.strip().splitlines()
    assert title.startswith("hex-3 harcourt,quiet_rounds=1, 1 game")
    assert row.split()[:4] == ["random", "3", "1", "100.0%"]


def test_a_league_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    league = ["match", "--league", "random", "novice:usurper", "learner", "greedy", "--games", "9"]
    assert main([*league, "--json", "-j", "1", *SHORT]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {score["player"] for score in found["scores"]} == set(league[2:6])
    assert {rating["player"] for rating in found["ratings"]} == set(league[2:6])
    assert sum(score["share"] * score["games"] for score in found["scores"]) == pytest.approx(9)
    assert main([*league, "--jobs", "2", *SHORT]) == 0
    lines = capsys.readouterr().out.strip().splitlines()
    assert lines[1].split()[-2:] == ["rating", "±"]
    for line, rating in zip(lines[2:], found["ratings"], strict=True):
        assert line.startswith(f" {rating['player']} ")
        assert line.split()[-2:] == [f"{rating['mu']:.1f}", f"{rating['sigma']:.1f}"]


def test_a_match_with_talk_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    match = ["match", "novice", "novice@silent", "--talk", "--games", "3", "-j", "1", *SHORT]
    assert main([*match, "--json"]) == 0
    talks, silent = json.loads(capsys.readouterr().out)["talk"]
    assert talks["player"] == "novice" and silent["player"] == "novice@silent"
    assert talks["kept"] == talks["signed"] > 0 and talks["reliability"] == 1
    assert silent["proposed"] == silent["signed"] == 0 and silent["reliability"] is None
    assert main(match) == 0
    *_, title, _, first, second = capsys.readouterr().out.strip().splitlines()
    assert title.strip() == "talk, a game"
    figures = [talks[name] for name in ("proposed", "signed", "kept", "broken", "void", "betrayed")]
    assert first.split() == ["novice", *(f"{figure:.2f}" for figure in figures), "100.0%"]
    assert second.split() == ["novice@silent", *["0.00"] * 6]


def test_faults_are_counted_and_the_first_are_written_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fault = SeatFault(seat=1, ply=7, what="does not answer")
    games = [
        MatchGame(n, ("random", "engine:x"), (1.0, 0.0), 8, faults=(fault,)) for n in range(11)
    ]
    _report_faults(games[:MAX_REPORTED_FAULTS])
    *_, last = lines = capsys.readouterr().err.splitlines()
    assert len(lines) == MAX_REPORTED_FAULTS
    assert last == "djambi: game 9, seat 1, turn 7: engine:x does not answer; it lost"
    _report_faults(games)
    *others, last = capsys.readouterr().err.splitlines()
    assert others == lines and last == "djambi: 11 such faults in all"


def test_a_match_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["match", "random", "--json", *SHORT]
    log = ["--log", str(tmp_path / "log")]
    assert main([*arguments, "--games", "4"]) == 0
    whole = capsys.readouterr().out
    assert main([*arguments, *log, "--games", "2"]) == 0
    assert main([*arguments, *log, "--games", "4"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == whole.strip()
    assert main([*arguments, *log, "--games", "4", "--seed", "7"]) == 2
    assert "another match" in capsys.readouterr().err


def test_two_processes_cannot_write_to_one_log(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    arguments = ["match", "random", "--json", *SHORT, "--log", str(log), "--games"]
    assert main([*arguments, "2"]) == 0
    # The lock is of an open file, so that of this process is as good as another's.
    with log.open("ab") as other:
        assert lock(other)
        assert main([*arguments, "4"]) == 2
    assert f"{log}: another process is writing to this log" in capsys.readouterr().err
    assert len(log.read_text().splitlines()) == 3
    assert main([*arguments, "4"]) == 0


def test_a_game_that_stands_twice_in_a_log_counts_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    arguments = ["match", "random", "--json", *SHORT, "--log", str(log), "--games"]
    assert main([*arguments, "3"]) == 0
    head, *games = log.read_text().splitlines(keepends=True)
    log.write_text("".join([head, *games, *games[1:]]))
    assert main([*arguments, "3"]) == 0
    found = capsys.readouterr()
    once, again = map(json.loads, found.out.splitlines())
    assert once == again
    assert f"{log}: 2 games stand there again" in found.err


def test_the_help_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "--help"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument"),
        (["nobody"], "unknown player 'nobody'"),
        (["expart"], "unknown player 'expart'; did you mean expert?"),
        (["nobody"], "LEVEL:CHARACTER, full:SECONDS, uct:SECONDS, engine:COMMAND"),
        (["random@silent"], "'random@silent': a manner, after @, is for --talk"),
        (["random@nobody", "--talk"], "unknown manner 'nobody'"),
        (["random", "--risks", "0.1", "0.1"], "only with --sprt"),
        (["random", "--risks", "0.05", "0.05"], "only with --sprt"),
        (["full:x"], "seconds a turn"),
        (["random"] * 5, "4 players, but 5"),
        (["random", "--rules", "x"], "x"),
        (["--league", "random"], "two players"),
        (["--league", "random", "greedy", "random"], "each named once"),
        (["club:"], "unknown character"),
        (["random", "--sprt", "0.6", "0.5"], "two shares"),
        (["random", "--sprt", "0.5", "0.6", "--risks", "0", "0.1"], "risks"),
        (["--league", "random", "greedy", "--sprt", "0.5", "0.6"], "not with --league"),
        (["engine:"], "a command is missing"),
        (["engine:nodes=x true"], "nodes must be from 1 to 1,000,000,000, not 'x'"),
        (["engine:no/such"], "engine:no/such: cannot be started: No such file or directory"),
    ],
)
def test_bad_usage(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["match", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_sequential_test_ends_a_match_and_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    arguments = ["match", "greedy", "random", "--variant", "square-2", "--log", str(log)]
    rule = ["--sprt", "0.5", "0.8", "-j", "1"]
    assert main([*arguments, *rule, "--games", "4", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["test"]
    assert (first["accepted"], first["games"]) == (None, 4)
    assert main([*arguments, *rule, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["test"]["accepted"] == "H1"
    assert found["test"]["llr"] >= found["test"]["upper"]
    assert found["games"] == found["test"]["games"] < 100
    written = log.read_text()
    # It is decided: nothing is played any more. Another rule would be a choice made afterwards.
    assert main([*arguments, *rule]) == 0
    assert "H1 accepted: the share of greedy is nearer 80.0% than 50.0%" in " ".join(
        capsys.readouterr().out.split()
    )
    assert main([*arguments, "--sprt", "0.5", "0.7"]) == 2
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("another match") == 2
    assert log.read_text() == written


def test_brackets_in_a_player_s_name_are_written_as_they_are() -> None:
    name = "engine:a [bold] [/b]"
    console = Console(width=100)
    with console.capture() as written:
        console.print(_table([Score(name, 4, 1, 1.0, 0.2, 1.0, 1.0)], [], "a match"))
        console.print(_talk_table([TalkScore(name, 1, 1, 1, 1, 0, 0, 1.0)]))
    assert written.get().count(name) == 2
