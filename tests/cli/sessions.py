"""Sessions of the terminal game, without a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from djambi.cli.play.commands import obey
from djambi.cli.play.players import Players
from djambi.cli.play.screen import Screen
from djambi.cli.play.session import TerminalSession
from djambi.game import Game


def session_of(
    capsys: pytest.CaptureFixture[str],
    game: Game,
    lines: list[str],
    *,
    seats: str = "",
    lang: str = "en",
    file: Path | None = None,
) -> str:
    """Play a session by these lines and return what was shown."""
    typed: Iterator[str] = iter(lines)

    def read_line(prompt: str) -> str | None:
        print(prompt, end="")
        line = next(typed, None)
        print("" if line is None else line)
        return line

    start = game.root.position
    if seats:
        players = Players.parse(start, seats.split(), "greedy", 1)
    else:
        players = Players.default(start, "greedy", 8)
    TerminalSession(game, players, Screen(lang), file, "", read_line).run(obey)
    return capsys.readouterr().out
