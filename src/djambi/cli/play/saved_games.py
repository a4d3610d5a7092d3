"""Where terminal games are saved, and how they are resumed."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import click

from djambi.cli.common import game_in_file
from djambi.errors import DjambiError
from djambi.game import Game
from djambi.position.position import Position
from djambi.texts import say


def default_file() -> Path:
    """Return the file where games are saved by default, by the system's custom for applications."""
    folder = os.environ.get("DJAMBI_DATA") or click.get_app_dir("djambi")
    return Path(folder) / "terminal.djambi"


def new_game(start: Position) -> Game:
    """Return a new game, dated today."""
    today = datetime.now().astimezone()
    return Game(start, {"Event": "Terminal game", "Date": f"{today:%Y.%m.%d}"})


def set_aside(kept: Path) -> Path | None:
    """Move the last game aside to make room for a new one; return its new path, or None."""
    if not kept.exists():
        return None
    before = kept.with_name(f"{kept.stem}-before{kept.suffix}")
    kept.replace(before)
    return before


def loaded(file: Path, number: int | None) -> tuple[Game, bool]:
    """Return a game from a file with a name, and whether the file has others.

    Raises:
        DjambiError: there is none, something is wrong with it, or it is standard input.
        OSError: the file cannot be read.
    """
    if str(file) == "-":
        raise DjambiError("a file with a name is wanted: standard input is the keyboard")
    return game_in_file(str(file), number)


def resumed(kept: Path, lang: str) -> tuple[Game, bool]:
    """Return the game that was saved in a file, and whether the file has others.

    Raises:
        DjambiError: there is none, or something is wrong with it.
        OSError: the file cannot be read.
    """
    try:
        return game_in_file(str(kept))
    except FileNotFoundError:
        raise DjambiError(say("cli.play.nothing_kept", lang, file=kept)) from None
