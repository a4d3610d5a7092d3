"""Where terminal games are saved, and how they are resumed.

Of two programs that run at the same time, each has a file of its own: it holds a lock in the folder
of autosaves, wherever the file is, so that nothing is left lying in other folders.
"""

from __future__ import annotations

import atexit
import os
from contextlib import ExitStack
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

import click

from djambi.cli.common import game_in_file
from djambi.errors import DjambiError
from djambi.files import sole_use
from djambi.game import Game
from djambi.nodes import Node
from djambi.position.position import Position
from djambi.texts import say

MAX_PROGRAMS: Final = 9
"""Programs that can autosave their games at the same time."""

_claimed: Final[set[Path]] = set()
"""The files that this program saves games in."""

_locks: Final = ExitStack()
"""Their locks, held until it ends."""

atexit.register(_locks.close)


def default_file() -> Path:
    """Return the file where games are saved by default, by the system's custom for applications.

    A user without a home folder, as in some containers, has them in the current one.
    """
    # There it would be a folder of that name: whoever removes it may remove a home.
    usual = click.get_app_dir("djambi").removeprefix(f"~{os.sep}")
    return Path(os.environ.get("DJAMBI_DATA") or usual) / "terminal.djambi"


def new_game(start: Position) -> Game:
    """Return a new game, dated today."""
    today = datetime.now().astimezone()
    return Game(start, {"Event": "Terminal game", "Date": f"{today:%Y.%m.%d}"})


def text_up_to(game: Game, last: Node) -> str:
    """Return the record of a game without what follows a node, which has been taken back.

    The game keeps it, to be played again.
    """
    following, last.children = last.children, []
    try:
        return str(game)
    finally:
        last.children = following


def claim(file: Path) -> bool:
    """Claim a file for the games of this program, and return whether no other program has it.

    Raises:
        OSError: the folder of autosaves is missing, or cannot be written to.
    """
    file = file.resolve()
    if file not in _claimed:
        if not _locks.enter_context(sole_use(_lock_of(file))):
            return False
        _claimed.add(file)
    return True


def _lock_of(file: Path) -> Path:
    """Return the file to lock for a file of games: the one beside it is for autosaves."""
    folder = default_file().resolve().parent
    if file.parent == folder:
        return file.with_suffix(".lock")
    return folder / f"{sha256(os.fsencode(file)).hexdigest()[:16]}.lock"


def own_file() -> Path:
    """Return the file to autosave a game in, claimed: another one where another program has it.

    Where the folder cannot be used one can play all the same: saving says what is wrong.

    Raises:
        DjambiError: too many programs run.
    """
    default = default_file()
    others = (default.with_stem(f"{default.stem}-{n}") for n in range(2, MAX_PROGRAMS + 1))
    try:
        default.parent.mkdir(parents=True, exist_ok=True)
        for file in (default, *others):
            if claim(file):
                return file
    except OSError:
        return default
    raise DjambiError(f"{MAX_PROGRAMS} games are being played already: {default.parent}")


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


def resumed(lang: str) -> tuple[Game, bool]:
    """Return the game that was played last, and whether its file has others.

    Raises:
        DjambiError: there is none, something is wrong with it, or another program plays it on.
        OSError: the file cannot be read.
    """
    file = default_file()
    try:
        refuse_claimed(file, lang)
        return game_in_file(str(file))
    except FileNotFoundError:
        raise DjambiError(say("cli.play.nothing_kept", lang, file=file)) from None


def refuse_claimed(file: Path, lang: str) -> None:
    """Claim a file to save a game in; raise DjambiError if another program does.

    Anybody may write to a device or a pipe, and where there is no folder for locks one can play all
    the same.
    """
    if file.exists() and not file.is_file():
        return
    try:
        default_file().parent.mkdir(parents=True, exist_ok=True)
        is_free = claim(file)
    except OSError:
        return
    if not is_free:
        raise DjambiError(say("cli.play.elsewhere", lang, file=file))
