"""A game on the whole terminal is kept as it is played, whatever becomes of the program."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from tests.tui.sitting import Sitting, app_of, sit
from textual.widgets import Button

from djambi import Game, Position
from djambi.cli import main
from djambi.cli.play import saved_games
from djambi.cli.play.players import Players
from djambi.errors import DjambiError
from djambi.files import lock
from djambi.tui.dialogs import Confirm, TextPrompt
from djambi.tui.start_screen import StartScreen
from djambi.tui.terminal_table import TerminalTable


def table_kept(people: int = 8) -> TerminalTable:
    start = Position.start()
    players = Players.default(start, "greedy", people, 1)
    return TerminalTable(Game(start), players, "en", autosave=True)


def history(file: Path) -> list[str]:
    return [str(event) for event in next(Game.read(file.read_bytes())).history]


def test_every_turn_is_kept_at_once(kept: Path) -> None:
    async def doing(at: Sitting) -> None:
        assert not kept.exists()
        await at.turn("c3-e3")
        assert history(kept) == ["c3-e3"]
        await at.turn("g3-g5")
        assert history(kept) == ["c3-e3", "g3-g5"]
        await at.press("u")
        await at.turn("g3-g6")
        assert history(kept) == ["c3-e3", "g3-g6"]
        # So nothing has to be asked.
        await at.press("q")
        assert at.app._exit

    sit(app_of(table_kept()), doing)


def test_what_was_taken_back_is_not_kept_until_it_is_played_again(kept: Path) -> None:
    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")
        await at.turn("g3-g5")
        await at.press("u", "u")
        assert history(kept) == []
        await at.press("r")
        assert history(kept) == ["c3-e3"]
        # To look at it does not play it again, and to play from another position loses nothing.
        await at.press("end", "home", "p", "p")
        assert history(kept) == ["c3-e3"] and at.table.where() == (0, 2)
        await at.press("end", "p")
        await at.turn("g7-e7")
        assert history(kept) == ["c3-e3", "g3-g5", "g7-e7"]
        for _ in range(2):
            await at.press("x", "y")
            assert history(kept)[3:] == ["resigns"]
            await at.press("u")
            assert history(kept)[3:] == []

    sit(app_of(table_kept()), doing)


@pytest.mark.parametrize("key", ["x", "d"])
def test_what_was_taken_back_is_not_kept_as_a_variation_of_the_end(key: str, kept: Path) -> None:
    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")
        await at.press("u", key, "y")
        assert history(kept) == ["resigns" if key == "x" else "draw agreed"]
        assert "c3-e3" not in kept.read_text(encoding="utf-8")

    sit(app_of(table_kept()), doing)


def test_bots_turns_are_kept_and_the_game_is_resumed_with_its_players(kept: Path) -> None:
    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")
        await at.until(lambda: len(at.table.game.history) == 4 and at.table.is_kept)

    async def on(at: Sitting) -> None:
        assert at.table.live
        assert at.table.where() == (4, 4)
        assert at.table.players.seats["b"] == "greedy"
        await at.turn(str(at.table.position.legal_turns()[0]))
        await at.until(lambda: len(at.table.game.history) == 8 and at.table.is_kept)
        assert len(history(kept)) == 8

    sit(app_of(table_kept(people=1)), doing)
    sit(app_of(TerminalTable.resumed("en")), on)
    # It went on where it was kept: nothing was put aside.
    assert list(kept.parent.glob("*.djambi")) == [kept]


def test_another_game_puts_the_one_before_aside(kept: Path) -> None:
    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")

    async def other(at: Sitting) -> None:
        await at.turn("c3-d3")

    sit(app_of(table_kept()), doing)
    sit(app_of(table_kept()), other)
    assert history(kept) == ["c3-d3"]
    assert history(kept.with_name("terminal-before.djambi")) == ["c3-e3"]


def test_the_other_games_of_a_file_are_put_aside_with_the_one_that_is_resumed(kept: Path) -> None:
    text = '[Seats "r=me,b=me,y=me,g=me"]\n\n1. r c3-d3 *\n\n1. r c3-e3 *\n'
    kept.parent.mkdir()
    kept.write_text(text, encoding="utf-8")

    async def doing(at: Sitting) -> None:
        assert kept.read_text(encoding="utf-8") == text
        await at.turn("g3-g5")

    sit(app_of(TerminalTable.resumed("en")), doing)
    assert history(kept) == ["c3-d3", "g3-g5"]
    assert kept.with_name("terminal-before.djambi").read_text(encoding="utf-8") == text


def test_the_game_of_a_program_that_runs_is_left_alone(kept: Path) -> None:
    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")

    kept.parent.mkdir()
    kept.write_text("1. r c3-d3\n", encoding="utf-8")
    with kept.with_suffix(".lock").open("w") as running:
        assert lock(running)
        sit(app_of(table_kept()), doing)
        with pytest.raises(DjambiError, match="Another program is playing"):
            TerminalTable.resumed("en")
    assert history(kept) == ["c3-d3"]
    assert history(kept.with_name("terminal-2.djambi")) == ["c3-e3"]


def test_a_file_that_another_program_saves_in_is_left_alone(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "game"
    kept.parent.mkdir()

    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")
        with saved_games._lock_of(file).open("w") as running:
            assert lock(running)
            await at.answer("s", str(file))
            assert "Another program is playing" in at.screen.trouble
            assert not file.exists()
        await at.answer("s", str(file))
        assert history(file) == ["c3-e3"]

    sit(app_of(table_kept()), doing)


def test_the_first_screen_resumes_the_game_that_was_left(kept: Path) -> None:
    async def without(at: Sitting) -> None:
        first = at.app.screen
        assert isinstance(first, StartScreen)
        assert not first.query("#resume")
        await at.press("r")
        assert "no game to resume" in first.trouble

    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")

    async def on(at: Sitting) -> None:
        first = at.app.screen
        assert isinstance(first, StartScreen)
        assert first.query_one("#resume", Button)
        await at.press("r")
        assert at.table.where() == (1, 1)
        assert at.table.live

    sit(app_of(None), without)
    sit(app_of(table_kept()), doing)
    sit(app_of(None), on)
    kept.unlink()
    with pytest.raises(DjambiError, match="no game to resume"):
        TerminalTable.resumed("en")


def test_the_first_screen_resumes_the_game_that_was_left_for_it(kept: Path) -> None:
    async def doing(at: Sitting) -> None:
        first = at.app.screen
        assert isinstance(first, StartScreen)
        at.app.open_table(table_kept())
        await at.pilot.pause()
        await at.turn("c3-e3")
        assert kept.exists()
        await at.press("n")
        assert at.app.screen is first
        buttons = [button.id for button in first.query(Button)]
        assert buttons == ["resume", "play", "open", "language", "quit"]
        assert first.focused is not None and first.focused.id == "play"
        await at.pilot.click("#resume")
        await at.pilot.pause()
        assert at.table.where() == (1, 1)

    sit(app_of(None), doing)


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q", "q"])
def test_what_would_be_lost_is_asked_about(key: str, kept: Path) -> None:
    record = kept.parent.with_name("record.djambi")
    record.write_text("1. r c3-e3 b g3-g5\n", encoding="utf-8")

    async def doing(at: Sitting) -> None:
        await at.press("home")
        await at.turn("c3-d3")
        await at.press(key)
        assert isinstance(at.app.screen, Confirm)
        await at.press("n")
        assert not at.app._exit
        await at.press(key, "y")
        assert at.app._exit

    async def typing(at: Sitting) -> None:
        await at.press("home")
        await at.turn("c3-d3")
        await at.press("s")
        assert isinstance(at.app.screen, TextPrompt)
        await at.press("ctrl+c")
        assert isinstance(at.app.screen, Confirm)
        await at.press("ctrl+c")
        assert at.app._exit

    sit(app_of(TerminalTable.loaded(record, "en")), doing)
    sit(app_of(TerminalTable.loaded(record, "en")), typing)
    assert not kept.exists()


def test_a_record_that_is_played_on_is_kept_beside_not_in_its_file(kept: Path) -> None:
    record = kept.parent.with_name("record.djambi")
    record.write_text("1. r c3-e3 b g3-g5\n", encoding="utf-8")

    async def doing(at: Sitting) -> None:
        await at.press("p")
        await at.turn("g7-e7")
        assert history(kept) == ["c3-e3", "g3-g5", "g7-e7"]

    sit(app_of(TerminalTable.loaded(record, "en")), doing)
    assert record.read_text(encoding="utf-8") == "1. r c3-e3 b g3-g5\n"


def test_where_it_cannot_be_kept_is_said(kept: Path) -> None:
    kept.parent.write_text("no folder", encoding="utf-8")

    async def doing(at: Sitting) -> None:
        before = len(at.table.game.history)
        await at.walk("c3")
        await at.press("enter")
        await at.walk("e3")
        await at.press("enter")
        assert len(at.table.game.history) == before + 1
        assert str(kept.parent) in at.screen.trouble
        await at.press("q")
        assert isinstance(at.app.screen, Confirm)

    sit(app_of(table_kept()), doing)


def test_the_command_resumes_and_refuses_what_excludes_it(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("djambi.cli.tui.is_terminal", lambda: True)
    assert main(["tui", "--resume"]) == 2
    assert "no game to resume" in capsys.readouterr().err
    assert main(["tui", "--resume", "square-4"]) == 2
    capsys.readouterr()
    for there in (["--resume"], ["--load", "game"], ["--position", "square-4"]):
        assert main(["tui", *there, "--rules", "bga"]) == 2
        assert "--rules are for a new game" in capsys.readouterr().err
    assert main(["tui", "--load", "-"]) == 2
    assert "standard input is the keyboard" in capsys.readouterr().err
    assert not kept.exists()


def heed_signals() -> None:
    """Undo what a program inherits of a test run in the background, or under nohup."""
    for each in (signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_DFL)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_nothing_is_lost_when_the_program_ends(ending: signal.Signals, kept: Path) -> None:
    pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals on Windows")
    child = pexpect.spawn(
        sys.executable,
        ["-m", "djambi", "tui", "hex-3", "--people", "3"],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
        },
        encoding="utf-8",
        dimensions=(40, 120),
        timeout=300,
        preexec_fn=heed_signals,
    )
    try:
        child.expect("Choose a piece")
        # To the first piece that may move, and to the first cell where it may go, until it is kept.
        for _ in range(240):
            if kept.exists():
                break
            child.send("\t\r")
            child.expect([pexpect.TIMEOUT, pexpect.EOF], timeout=0.5)
        if ending is signal.SIGINT:
            child.send("\x03")
            child.expect("djambi tui --resume")
        else:
            child.kill(ending)
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
    assert history(kept)
