"""The games that `djambi play` keeps, resumes, loads and saves."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.cli.sessions import session_of

from djambi import files
from djambi.cli import main
from djambi.cli.play import saved_games
from djambi.cli.play.saved_games import default_file
from djambi.files import lock
from djambi.game import Game

pytestmark = pytest.mark.usefixtures("data")


def play(typed: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "djambi", "play", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DJAMBI_DATA": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)},
        encoding="utf-8",
    )


def test_a_game_is_kept_and_resumed(tmp_path: Path) -> None:
    done = play("c3-e3\nquit\n", "--seed", "4", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "djambi play --resume" in done.stdout
    kept = tmp_path / "terminal.djambi"
    before = kept.read_text(encoding="utf-8")
    assert "1. r c3-e3 b " in before
    done = play("turns\n", "--resume", "--lang", "fr", folder=tmp_path)
    assert done.returncode == 0
    assert "r Nc3-e3  b " in done.stdout
    assert kept.read_text(encoding="utf-8") == before
    done = play("", "hex-3", folder=tmp_path)
    assert (tmp_path / "terminal-before.djambi").read_text(encoding="utf-8") == before
    assert "terminal-before.djambi" in done.stdout


def test_what_was_taken_back_does_not_come_back_with_the_game(tmp_path: Path) -> None:
    play("c3-e3\ng3-g5\nundo\nquit\n", "--people", "4", folder=tmp_path)
    done = play("turns\nquit\n", "--resume", folder=tmp_path)
    assert "r Nc3-e3" in done.stdout and "g3-g5" not in done.stdout
    assert "Blue> " in done.stdout


@pytest.mark.parametrize("lines", [["resign", "y"], ["draw", "y", "y", "y"]])
def test_what_was_taken_back_does_not_come_back_with_the_end(
    lines: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game"
    session_of(capsys, Game(), ["c3-e3", "g3-g5", "undo", *lines], file=file)
    text = file.read_text(encoding="utf-8")
    assert "c3-e3" in text and ("resigns" in text or "draw" in text)
    assert "g3-g5" not in text


def test_what_was_taken_back_is_kept_once_it_is_played_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, game = tmp_path / "game", Game()
    session_of(capsys, game, ["c3-e3", "g3-g5", "undo", "undo"], file=file)
    assert "c3-e3" not in file.read_text(encoding="utf-8")
    session_of(capsys, game, ["redo", "redo"], file=file)
    assert "1. r c3-e3 b g3-g5" in file.read_text(encoding="utf-8")


def test_two_programs_do_not_write_over_each_other(tmp_path: Path) -> None:
    kept = tmp_path / "terminal.djambi"
    kept.write_text("1. r c3-d3\n", encoding="utf-8")
    with kept.with_suffix(".lock").open("w") as running:
        assert lock(running)
        done = play("c3-e3\nquit\n", "--seed", "4", folder=tmp_path)
        told = " ".join(done.stdout.split())
        assert f'djambi play --load "{tmp_path / "terminal-2.djambi"}"' in told
        for busy in (["--resume"], ["--load", str(kept)]):
            done = play("c3-e3\nquit\n", *busy, folder=tmp_path)
            assert done.returncode == 2
            assert "Another program is playing the game in" in done.stderr
    assert kept.read_text(encoding="utf-8") == "1. r c3-d3\n"
    assert "1. r c3-e3 b " in (tmp_path / "terminal-2.djambi").read_text(encoding="utf-8")
    done = play("quit\n", "--resume", folder=tmp_path)
    assert done.returncode == 0


def test_no_two_programs_save_in_one_file(tmp_path: Path) -> None:
    file, data = tmp_path / "game", tmp_path / "data"
    file.write_text("1. r c3-d3\n", encoding="utf-8")
    program = [sys.executable, "-m", "djambi", "play", "--people", "4", "--load", str(file)]
    env = {**os.environ, "DJAMBI_DATA": str(data), "PYTHONPATH": os.pathsep.join(sys.path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(program, stdin=pipe, stdout=pipe, env=env, encoding="utf-8") as first:
        assert first.stdout is not None
        # The first to come has the file once it shows the game.
        assert first.stdout.readline()
        for second in (["--load", str(file)], ["--save", str(file)]):
            done = play("quit\n", *second, folder=data)
            assert done.returncode == 2
            assert "Another program is playing the game in" in done.stderr
        done = play(f"save {file}\ny\nquit\n", "--people", "4", folder=data)
        assert "Another program is playing the game in" in " ".join(done.stdout.split())
        first.communicate("quit\n")
    assert play("quit\n", "--load", str(file), folder=data).returncode == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data", "game"]
    assert list(data.glob("*.lock")) == []


def test_a_line_that_is_not_utf8_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path))
    typed = b"\xef\xbb\xbfc3-e3\ncaf\xe9\ng3-g5\nquit\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
    assert main(["play", "--people", "4"]) == 0
    assert "“caf\N{REPLACEMENT CHARACTER}”" in capsys.readouterr().out
    assert "1. r c3-e3 b g3-g5" in (tmp_path / "terminal.djambi").read_text(encoding="utf-8")


def test_more_people_than_players_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "hex-3", "--people", "4"]) == 2
    assert "--people 4: this game of hex-3 has 3 players" in capsys.readouterr().err
    file = tmp_path / "game"
    file.write_text('[Variant "square-2"]\n', encoding="utf-8")
    assert main(["play", "--load", str(file), "--people", "3"]) == 2
    assert "this game of square-2 has 2 players" in capsys.readouterr().err


def test_where_nothing_can_be_saved_one_can_play(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = play("c3-e3\nquit\n", "--people", "4", folder=tmp_path / "file" / "data")
    assert "Red · Nc3-e3" in done.stdout
    # The game is lost in the end, which is said, and is no success.
    assert done.returncode == 2 and "terminal.djambi" in done.stderr


def test_without_a_home_folder_no_folder_is_named_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # What click answers then.
    homeless = os.path.join("~", ".config", "djambi")  # noqa: PTH118 - no path yet

    def get_app_dir(_: str) -> str:
        return homeless

    monkeypatch.setattr("click.get_app_dir", get_app_dir)
    monkeypatch.delenv("DJAMBI_DATA")
    assert default_file() == Path(".config", "djambi", "terminal.djambi")


def test_the_last_game_is_resumed_into_another_file(tmp_path: Path) -> None:
    (tmp_path / "terminal.djambi").write_text("1. r c3-d3\n", encoding="utf-8")
    done = play("quit\n", "--resume", "--save", str(tmp_path / "mine"), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. r c3-d3" in (tmp_path / "mine").read_text(encoding="utf-8")


def test_the_other_games_of_a_file_are_not_lost_with_save(tmp_path: Path) -> None:
    file = tmp_path / "two"
    file.write_text("1. r c3-d3 *\n\n1. r c3-e3 *\n", encoding="utf-8")
    before = file.read_bytes()
    done = play("quit\n", "--load", str(file), "--save", str(file), folder=tmp_path / "data")
    assert done.returncode == 2 and "exists" in done.stderr
    assert file.read_bytes() == before


def test_the_other_games_of_a_file_are_not_lost_with_resume(tmp_path: Path) -> None:
    file, before = tmp_path / "terminal.djambi", tmp_path / "terminal-before.djambi"
    text = "1. r c3-d3 *\n\n1. r c3-e3 *\n"
    file.write_text(text, encoding="utf-8")
    done = play("g3-g5\nquit\n", "--resume", "--people", "4", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert before.name in done.stdout
    assert before.read_text(encoding="utf-8") == text
    assert "1. r c3-d3 b g3-g5" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("options", [[], ["--resume"]])
def test_no_file_that_is_there_is_replaced(options: list[str], tmp_path: Path) -> None:
    (tmp_path / "terminal.djambi").write_text("1. r c3-d3\n", encoding="utf-8")
    file = tmp_path / "mine"
    file.write_text("keep me\n", encoding="utf-8")
    done = play("quit\n", *options, "--save", str(file), folder=tmp_path)
    assert done.returncode == 2 and "--load plays on what is in it" in done.stderr
    assert file.read_text(encoding="utf-8") == "keep me\n"
    assert "c3-d3" in (tmp_path / "terminal.djambi").read_text(encoding="utf-8")


def test_a_record_without_a_name_is_no_new_game(tmp_path: Path) -> None:
    """An unset variable of a shell is an empty name."""
    (tmp_path / "terminal.djambi").write_text("1. r c3-d3\n", encoding="utf-8")
    done = play("quit\n", "--load", "", folder=tmp_path)
    assert done.returncode == 2
    assert [each.name for each in tmp_path.iterdir()] == ["terminal.djambi"]


def test_a_record_is_loaded_and_kept_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text('[Variant "hex-3"]\n\n1. r d3-d5\n', encoding="utf-8")
    done = play("g6-f6\nquit\n", "--load", str(file), "--people", "3", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "b g6-f6" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("seats", ["4", "r=me,b=retired", "r=me,z=me"])
def test_a_tag_of_seats_that_is_not_ours_keeps_no_record_closed(tmp_path: Path, seats: str) -> None:
    file = tmp_path / "game"
    file.write_text(f'[Variant "hex-3"]\n[Seats "{seats}"]\n\n1. r d3-d5\n', encoding="utf-8")
    done = play("quit\n", "--load", str(file), "--bots", "novice", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_names_in_a_record_stay(tmp_path: Path) -> None:
    file = tmp_path / "game"
    record = '[Variant "hex-3"]\n[Red "Ada"]\n[Blue "Bo"]\n\n1. r d3-d5\n'
    file.write_text(record, encoding="utf-8")
    assert play("quit\n", "--load", str(file), "--people", "3", folder=tmp_path).returncode == 0
    assert file.read_text(encoding="utf-8") == record
    play("g6-f6\nquit\n", "--load", str(file), "--people", "3", folder=tmp_path)
    (game,) = Game.read(file.read_text(encoding="utf-8"))
    assert [game.tags[name] for name in ("Red", "Blue", "Yellow", "Seats")] == [
        "Ada", "Bo", "me", "r=me,b=me,y=me",
    ]  # fmt: skip


def test_bots_whose_turns_cannot_be_saved_play_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "folder").write_text("no folder", encoding="utf-8")
    game = Game()
    with pytest.raises(OSError, match="folder"):
        session_of(
            capsys, game, ["c3-d3", "g3-g5"], seats="r=me", file=tmp_path / "folder" / "game"
        )
    out = capsys.readouterr().out
    assert len(game.history) == 4
    assert out.count("Green (Greedy) ·") == 1


def test_a_record_with_faults_is_not_played_on(tmp_path: Path) -> None:
    file = tmp_path / "game"
    text = '[Variant "hex-3"]\n\n1. r d3-d9\n'
    file.write_text(text, encoding="utf-8")
    done = play("", "--load", str(file), folder=tmp_path)
    assert done.returncode == 2
    assert "line 3, column 4" in done.stderr
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("of", [["--resume"], ["--load", "game"]])
@pytest.mark.parametrize("new", [["hex-3"], ["square-4"], ["--rules", "bga"]])
def test_a_game_that_is_there_has_its_own_variant_and_rules(
    of: list[str], new: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path))
    for name in ("game", "terminal.djambi"):
        Path(name).write_text('[Variant "hex-3"]\n\n1. r d3-d5\n', encoding="utf-8")
    assert main(["play", *of, *new]) == 2
    assert "VARIANT and --rules are for a new game" in capsys.readouterr().err


def test_a_record_that_does_not_exist_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path))
    missing = tmp_path / "none"
    assert main(["play", "--load", str(missing)]) == 2
    assert capsys.readouterr().err == f"djambi: {missing}: No such file or directory\n"
    assert main(["play", "--resume"]) == 2
    assert "There is no game to resume in" in capsys.readouterr().err


def test_on_windows_nobody_asks_whether_a_lock_is_still_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An open file cannot be removed there, and drives (WebDAV) say of it that it is another."""

    def locked(_: object) -> bool:
        return True

    def compared(*_: object) -> bool:
        raise AssertionError("a file that is no other was looked for")

    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(files, "lock", locked)
    monkeypatch.setattr(os.path, "samestat", compared)
    with ExitStack() as locks:
        monkeypatch.setattr(saved_games, "_locks", locks)
        monkeypatch.setattr(saved_games, "_claimed", set[Path]())
        assert saved_games.claim(tmp_path / "game")
