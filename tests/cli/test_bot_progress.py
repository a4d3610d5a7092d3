"""A bot that thinks at the terminal: a bar, and Ctrl-C."""

from __future__ import annotations

import io
import threading

import pytest

from djambi import Position
from djambi.bots import Bot, RandomBot
from djambi.bots.turn_sampling import random_turn
from djambi.cli.play import bot_progress
from djambi.cli.play.bot_progress import choose_with_progress
from djambi.position.turn import Turn

START = Position.start("hex-3")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Ponderer(Bot):
    """Thinks until somebody has looked twice how far it has come, or it is stopped."""

    def __init__(self) -> None:
        super().__init__(1)
        self.looks = 0
        self.stopped = False
        self.enough = threading.Event()

    def choose(self, position: Position) -> Turn:
        assert self.enough.wait(600)
        return random_turn(position, self.random)

    def progress(self) -> float:
        self.looks += 1
        if self.looks == 2:
            self.enough.set()
        return 0.5

    def stop(self) -> None:
        self.stopped = True
        self.enough.set()


def test_a_bar_is_shown_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_progress, "REFRESH_INTERVAL_S", 0.01)
    shown = Terminal()
    monkeypatch.setattr("sys.stdout", shown)
    monkeypatch.setenv("TERM", "xterm")
    bot = Ponderer()
    assert choose_with_progress(bot, START, "Blue is thinking", shown=True) in START.legal_turns()
    assert bot.looks >= 2 and not bot.stopped
    assert "Blue is thinking" in shown.getvalue()


def test_nothing_is_shown_of_a_quick_bot_or_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_progress, "SHOW_AFTER_S", 60.0)
    shown = Terminal()
    monkeypatch.setattr("sys.stdout", shown)
    assert choose_with_progress(RandomBot(1), START, "thinking", shown=True) in START.legal_turns()
    monkeypatch.setattr("sys.stdout", io.StringIO())
    monkeypatch.setattr(bot_progress, "SHOW_AFTER_S", 0.0)
    assert choose_with_progress(RandomBot(1), START, "thinking", shown=True) in START.legal_turns()
    assert shown.getvalue() == ""


def test_ctrl_c_stops_the_bot_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(bot_progress, "wait", interrupted)
    monkeypatch.setattr("sys.stdout", Terminal())
    bot = Ponderer()
    with pytest.raises(KeyboardInterrupt):
        choose_with_progress(bot, START, "thinking", shown=True)
    assert bot.stopped


def test_what_goes_wrong_in_a_bot_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Bot):
        def choose(self, position: Position) -> Turn:
            raise ZeroDivisionError

    monkeypatch.setattr("sys.stdout", Terminal())
    with pytest.raises(ZeroDivisionError):
        choose_with_progress(Broken(), START, "thinking", shown=True)
