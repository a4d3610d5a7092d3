"""`djambi endings`: the list, a table in figures, a position looked up, and bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from djambi import Position
from djambi.cli import main

# The table of three men takes the interpreted kernel minutes.
pytestmark = pytest.mark.slow

WON = "square-4 original 9/9/9/9/6rA2/9/5yC3/9/1rC7 r,b>r,y,g>r rbyg r 0 0"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("endings")


def test_the_endings_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["endings"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 31
    assert lines[0] == "CA-C    Chief, Assassin against Chief"
    assert main(["endings", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["name"] == "chief+assassin chief"


def test_a_table_in_figures(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(["endings", "chief+assassin", "chief", "--folder", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "100.00 %" in said
    assert "takes 6 turns of both" in said
    assert "needs no more than one turn" in said
    assert list(folder.glob("square-CA-C-*.ending"))
    assert main(["endings", "CA", "C", "--folder", str(folder), "--lang", "fr"]) == 0
    said = capsys.readouterr().out
    assert "Chef, Assassin contre Chef" in said
    assert "66,06 %" in said and "492 960" in said


def test_the_longest_win_replays(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    arguments = ["endings", "CA-C", "--json", "--rules", "djambinet", "--folder", str(folder)]
    assert main(arguments) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rules"] == "djambinet"
    assert sum(told["lengths"][0]) == sum(share["first"] for share in told["shares"])
    position = Position.parse(told["longest"][0]["position"])
    for turn in told["longest"][0]["turns"]:
        position = position.play(turn)
    assert position.winners == "r"
    assert len(told["longest"][0]["turns"]) == 6 == len(told["lengths"][0]) - 1


def test_a_position_is_looked_up(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(["endings", "--position", WON, "--folder", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Red wins, 6 turns from the end"
    assert lines[1].split(maxsplit=1) == ["b1-e1", "Red wins, 5 turns from the end"]
    assert main(["endings", "--position", WON, "--json", "--folder", str(folder)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["winner"], told["in"]) == ("r", 6)
    assert len(told["turns"]) == len(Position.parse(WON).legal_turns())


def test_a_win_that_may_come_after_the_quiet_limit_is_not_promised(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    def told(quiet: int, *more: str) -> list[str]:
        position = f"{WON[:-4]} {quiet} 0"
        assert main(["endings", "--position", position, "--folder", str(folder), *more]) == 0
        return capsys.readouterr().out.splitlines()

    assert told(194)[0] == "Red wins, 6 turns from the end"
    late = "Red wins, 6 turns from the end, unless 200 turns without a death make it a draw before"
    assert told(195)[0] == late
    lines = told(199)
    assert lines[0] == late
    assert {line.split(maxsplit=1)[1] for line in lines[1:]} == {"shared: nobody wins by force"}
    assert "200 coups sans mort" in told(199, "--lang", "fr")[0]
    in_time = [json.loads(told(quiet, "--json")[0])["in_time"] for quiet in (194, 195)]
    assert in_time == [True, False]


def test_turns_that_differ_by_more_than_placements_are_told_apart(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    """The Diplomat drives the Chief out of the maze, and may go on to 31 cells."""
    position = "square-4 wikipedia 9/9/9/9/4yC4/9/9/1rD7/rC8 r,b>r,y,g>y rbyg r 0 0"
    assert main(["endings", "--position", position, "--folder", str(folder)]) == 0
    told = [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]]
    turns = [str(turn) for turn in Position.parse(position).legal_turns()]
    ways = {re.sub(">[a-i][1-9]", "", turn) for turn in turns}
    assert len([way for way in ways if way.startswith("b2-e5/")]) == 31
    assert sorted(re.sub(">[a-i][1-9]", "", turn) for turn in told) == sorted(ways)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["CX", "C"], "unknown piece 'X'"),
        (["chief"], "two parties"),
        (["CA", "C", "--rules", "harcourt"], "unreachable_power_wins=yes"),
        (["CA", "C", "--rules", "nobody"], "unknown edition"),
        (["CA", "C", "--position", WON], "leave ENDING out"),
        (["--position", WON, "--rules", "bga"], "no --rules"),
        (["--position", "square-4"], "no ending"),
        (["--position", "hex-6 original"], "other rules"),
    ],
)
def test_bad_input_is_said_plainly(
    capsys: pytest.CaptureFixture[str], folder: Path, arguments: list[str], said: str
) -> None:
    assert main(["endings", *arguments, "--folder", str(folder)]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_to_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    assert main(["endings", "C", "C", "--folder", str(tmp_path / "file" / "in")]) == 2
    assert "in" in capsys.readouterr().err
