"""Files that a command cannot read or write: it says which, and works for nothing before."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import asdict
from datetime import date
from pathlib import Path

import pytest

from djambi.cli import main
from djambi.errors import DjambiError
from djambi.puzzles import daily, puzzles
from djambi.puzzles.collect import puzzles_found, search_games
from djambi.puzzles.puzzle import load, save


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"{}", b"[]", b"[1]", b"[" * 100_000, b'[["name"], ["a"]]', b'[["name"], 3]'],
)
def test_what_is_no_file_of_puzzles_is_named(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.json"
    file.write_bytes(content)
    assert main(["puzzles", "check", str(file)]) == 2
    assert capsys.readouterr().err == f"djambi: {file}: not a file of puzzles\n"


def test_a_file_of_puzzles_that_is_written_is_read_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    save(puzzles()[:3], file)
    assert load(file) == list(puzzles()[:3])


def test_a_search_for_puzzles_goes_on_after_a_line_that_was_cut(tmp_path: Path) -> None:
    log = tmp_path / "games-1.jsonl"
    whole = json.dumps({"number": 0, "puzzles": [asdict(puzzles()[0])]}) + "\n"
    log.write_text(whole + whole[:20])
    search_games(log, 1, 1, lambda steps, what: iter(steps))
    assert log.read_text() == whole
    assert puzzles_found(tmp_path) == [puzzles()[0]]


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"number": 0, "puzzles": [{}]}', "[" * 100_000])
def test_a_log_of_something_else_is_named_with_the_line(line: str, tmp_path: Path) -> None:
    log = tmp_path / "games-1.jsonl"
    log.write_text(json.dumps({"number": 0, "puzzles": []}) + f"\n{line}\n")
    with pytest.raises(DjambiError, match=r"games-1\.jsonl, line 2: not a game searched for"):
        search_games(log, 1, 1, lambda steps, what: iter(steps))


@pytest.mark.parametrize(
    "arguments",
    [
        ["render", "square-4", "-o", "none/a.svg"],
        ["convert", "games.djambi", "-o", "none/a.json"],
        ["rules", "leaflet", "-o", "none/a.pdf"],
        ["puzzles", "endings", "none/a.json"],
        ["match", "random", "--log", "none/a.log"],
        ["play", "--save", "none/a.djambi"],
    ],
)
def test_a_folder_that_is_missing_is_named_before_any_work(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert f"{arguments[-1]}: there is no folder none" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_file_is_named_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def access(folder: Path, mode: int) -> bool:
        # As for anybody but root, who may run these tests.
        return mode != os.W_OK or folder.resolve() != tmp_path.resolve()

    monkeypatch.setattr("os.access", access)
    file = tmp_path / "a.json"
    assert main(["puzzles", "endings", str(file)]) == 2
    assert f"nothing can be written to the folder {tmp_path}" in capsys.readouterr().err
    assert not file.exists()
    # A file that is there would be replaced.
    file.write_text("{}")
    assert main(["puzzles", "endings", str(file)]) == 2
    assert file.read_text() == "{}"
    assert main(["render", "square-4", "--format", "svg", "-o", os.devnull]) == 0
    # What is written to standard output needs no folder.
    monkeypatch.chdir(tmp_path)
    assert main(["render", "square-4", "--format", "svg"]) == 0
    assert main(["render", "square-4", "--format", "svg", "-o", "-"]) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "random", "--games", "1", "--log", "-"],
        ["serve", "--check", "--config", "-"],
        ["admin", "--config", "-", "status"],
        ["admin", "backup", "-"],
        ["puzzles", "check", "-"],
        ["puzzles", "endings", "-"],
        ["research", "ppo", "-"],
        ["play", "--save", "-"],
    ],
)
def test_where_a_file_needs_a_name_a_stream_is_refused(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("sys.stdin", io.StringIO("[]"))
    assert main(arguments) == 2
    assert "a file with a name is wanted here, not '-'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_games_that_cannot_be_made_is_named_without_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    monkeypatch.setenv("DJAMBI_DATA", str(folder))
    assert main(["--no-browser"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"djambi: no folder for the games: {folder}: ") and "Err" not in said


@pytest.mark.parametrize("option", ["--steps", "--games", "--rollout", "--max-turns", "--hidden"])
def test_an_option_of_a_training_is_named_as_it_was_typed(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["research", "ppo", str(tmp_path / "new.npz"), option, "0"]) == 2
    assert f"Invalid value for '{option}': 0 is not in the range" in capsys.readouterr().err


@pytest.mark.parametrize("day", ["2026-2-30", "tomorrow", "20260230", ""])
def test_how_a_day_is_written_is_said(day: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "daily", "--day", day]) == 2
    assert f"{day!r} is not a day written YYYY-MM-DD" in capsys.readouterr().err
    assert main(["puzzles", "daily", "--help"]) == 0
    out = capsys.readouterr().out
    assert "--day YYYY-MM-DD" in out and "%" not in out


def test_a_day_has_its_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "daily", "--day", "2026-02-28", "--json"]) == 0
    name = json.loads(capsys.readouterr().out)["name"]
    assert name == daily(date(2026, 2, 28)).name


@pytest.mark.parametrize(
    "arguments",
    [["rules", "leaflet"], ["render", "hex-3", "--format", "png"],
     ["render", "hex-3", "--format", "gif"]],
)  # fmt: skip
def test_a_terminal_gets_no_bytes_that_are_no_text(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "is not for a terminal: -o FILE writes it to a file" in told.err
