"""``djambi validate``: game records replayed, and what is wrong with them."""

from __future__ import annotations

import click

from djambi.cli.common import emit, json_option, opened, progressing
from djambi.errors import BadRecord
from djambi.game import Game


@click.command(name="validate")
@click.argument("files", nargs=-1, required=True)
@json_option
@click.option("-q", "--quiet", is_flag=True, help="Say only what is wrong.")
def command(files: tuple[str, ...], as_json: bool, quiet: bool) -> int:
    """Replay the games of FILES ("-" for standard input), variations included.

    What is wrong is written as FILE:LINE:COLUMN: WHAT, or with --json as one object a line.
    The exit status is 1 if anything is.
    """
    games = turns = wrong = 0
    for name in files:
        with opened(name) as stream:
            faults: list[BadRecord] = []
            for game in progressing(Game.read(stream, faults), name):
                games += 1
                turns += len(game.history)
                for fault in faults:
                    _tell(name, fault, as_json)
                wrong += len(faults)
                faults.clear()
    if as_json:
        emit({"games": games, "turns": turns, "faults": wrong})
    elif not quiet:
        click.echo(f"{_many(games, 'game')}, {_many(turns, 'turn')}, {_many(wrong, 'fault')}")
    return 1 if wrong else 0


def _many(count: int, thing: str) -> str:
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


def _tell(name: str, fault: BadRecord, as_json: bool) -> None:
    if as_json:
        emit({"file": name, "line": fault.line, "column": fault.column, "what": fault.message})
    else:
        click.echo(f"{name}:{fault.line}:{fault.column}: {fault.message}")
