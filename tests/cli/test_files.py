"""Files of records on the command line: several games, bad ones, files that are missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from djambi import Game, Position
from djambi.cli import main
from djambi.cli.common import game_in_file
from djambi.tui.terminal_table import TerminalTable

GAME = '[Event "{}"]\n\n1. r {}\n\n'


@pytest.fixture
def several(tmp_path: Path) -> Path:
    file = tmp_path / "games.djambi"
    turns = ("c3-e3", "c3-c9", "c3-d3")
    text = "".join(GAME.format(number, turn) for number, turn in enumerate(turns, 1))
    file.write_bytes(text.encode() + b'[Event "4"]\n\n1. r c3-e3 {caf\xe9}\n')
    return file


def test_validate_names_the_game_and_reads_on(
    several: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", str(several)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out == [
        f"{several}:7:4: game 2: r 'c3-c9': Something stands in the way.",
        f"{several}:15:16: game 4: the byte E9 is not UTF-8",
        "4 games, 3 turns, 2 faults",
    ]
    assert main(["validate", "--json", str(several)]) == 1
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (first["game"], first["line"], first["column"]) == (2, 7, 4)
    assert main(["convert", "--to", "positions", str(several)]) == 1
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 4 + 3
    assert ":15:16: game 4: " in captured.err


def test_resignations_and_draws_are_no_turns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "resigned.djambi"
    file.write_text("1. r c3-e3 b g3-g5 y resigns draw agreed\n", encoding="utf-8")
    assert main(["validate", str(file)]) == 0
    assert capsys.readouterr().out == "1 game, 2 turns, no faults\n"
    assert main(["validate", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["turns"] == 2


def test_a_file_with_errors_is_not_replaced_by_what_could_be_read_of_it(
    several: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = several.read_bytes()
    (several.parent / "folder").mkdir()
    for same in (several, several.parent / "folder" / ".." / several.name):
        assert main(["convert", str(several), "-o", str(same)]) == 2
        assert "stays as it is" in capsys.readouterr().err
    with several.open(encoding="utf-8") as stream, monkeypatch.context() as streams:
        streams.setattr("sys.stdin", stream)
        assert main(["convert", "-", "-o", str(several)]) == 2
        assert f"{several} stays as it is" in capsys.readouterr().err
    assert several.read_bytes() == before
    several.write_text(GAME.format(1, "c3-e3"), encoding="utf-8")
    assert main(["convert", str(several), "-o", str(several)]) == 0
    assert '[Variant "square-4"]' in several.read_text(encoding="utf-8")


def test_a_missing_file_does_not_cost_the_summary(
    several: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.djambi"
    good.write_text(GAME.format(1, "c3-e3"), encoding="utf-8")
    missing = tmp_path / "missing.djambi"
    assert main(["validate", str(good), str(missing), str(good)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "2 games, 2 turns, no faults, 1 file not read\n"
    assert captured.err == f"djambi: {missing}: No such file or directory\n"
    assert main(["validate", "--json", str(missing), str(good)]) == 2
    assert json.loads(capsys.readouterr().out)["unread"] == 1


def test_any_game_of_a_file_can_be_named(
    several: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = tmp_path / "drawn.svg"
    third = Position.start().play("c3-d3")
    arguments = ["render", "--game", str(several), "-o", str(drawn)]
    assert main([*arguments, "--number", "3"]) == 0
    assert capsys.readouterr().err == ""
    one = drawn.read_bytes()
    assert main(["render", str(Position.start()), "--turn", "c3-d3", "-o", str(drawn)]) == 0
    assert drawn.read_bytes() == one
    assert main(arguments) == 0
    assert "the first of several games; --number takes another" in capsys.readouterr().err
    assert main([*arguments, "--number", "1"]) == 0
    assert capsys.readouterr().err == ""
    assert main([*arguments, "--number", "2"]) == 2
    assert "game 2, line 7, column 4" in capsys.readouterr().err
    assert main([*arguments, "--number", "5"]) == 2
    assert "there is no game 5, the last is 4" in capsys.readouterr().err
    assert TerminalTable.loaded(several, "en", 3).position == third


def test_a_game_that_was_loaded_is_not_written_over_others(
    several: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path / "data"))
    before = several.read_bytes()
    monkeypatch.setattr("djambi.cli.play.session.type_line", dict[str, str]().get)
    assert main(["play", "--load", str(several), "--number", "3", "--people", "4"]) == 0
    assert several.read_bytes() == before
    kept = (tmp_path / "data" / "terminal.djambi").read_text(encoding="utf-8")
    assert next(Game.read(kept)).position == Position.start().play("c3-d3")


def test_the_last_game_of_a_file_is_not_the_only_one(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text(GAME.format(1, "c3-e3"), encoding="utf-8")
    assert not game_in_file(str(file))[1]
    file.write_text(GAME.format(1, "c3-e3") + "\n" + GAME.format(2, "c3-e3"), encoding="utf-8")
    assert [game_in_file(str(file), number)[1] for number in (None, 1, 2)] == [True, True, True]
