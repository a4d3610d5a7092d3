"""``djambi validate``: replay game records and report what is wrong with them."""

from __future__ import annotations

import click

from djambi.cli.common import emit, json_option, located, opened, progressing
from djambi.errors import BadRecord
from djambi.game import Game
from djambi.nodes import Step


@click.command(name="validate")
@click.argument("files", nargs=-1, required=True)
@json_option
@click.option("-q", "--quiet", is_flag=True, help="Report only errors.")
def command(files: tuple[str, ...], as_json: bool, quiet: bool) -> int:
    """Replay the games of FILES ("-" for standard input), variations included.

    What is wrong is written as FILE:LINE:COLUMN: WHAT, or with --json as one object a line.
    The exit status is 1 if anything is, and 2 if a file cannot be read; the others are.
    """
    games = turns = wrong = unread = 0
    for name in files:
        try:
            with opened(name) as stream:
                for game in progressing(Game.read(stream, []), name):
                    games += 1
                    turns += sum(event.step is Step.TURN for event in game.history)
                    for fault in game.errors:
                        _tell(name, fault, as_json)
                    wrong += len(game.errors)
        except BrokenPipeError:
            raise
        except OSError as error:
            unread += 1
            click.echo(f"djambi: {name}: {error.strerror or error}", err=True)
    if as_json and not quiet:
        emit({"games": games, "turns": turns, "faults": wrong, "unread": unread})
    elif not quiet:
        more = f", {_many(unread, 'file')} not read" if unread else ""
        click.echo(f"{_many(games, 'game')}, {_many(turns, 'turn')}, {_many(wrong, 'fault')}{more}")
    return 2 if unread else int(wrong > 0)


def _many(count: int, thing: str) -> str:
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"


def _tell(name: str, fault: BadRecord, as_json: bool) -> None:
    if as_json:
        place = {"file": name, "line": fault.line, "column": fault.column, "game": fault.game}
        emit({**place, "what": fault.message})
    else:
        click.echo(located(name, fault))
