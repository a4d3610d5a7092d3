"""``djambi convert``: game records in other formats."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from djambi.cli.common import (
    lang_option,
    located,
    opened,
    output_option,
    progressing,
    write_out,
)
from djambi.errors import BadRecord, DjambiError
from djambi.files import is_file
from djambi.game import Game
from djambi.nodes import Node
from djambi.position.outcome import capital, told
from djambi.texts import say


@click.command(name="convert")
@click.argument("file")
@click.option(
    "--to", "form", type=click.Choice(["record", "json", "positions", "words"]), default="record",
    show_default=True,
    help="Canonical records; one JSON object per game; one position per line; or words.",
)  # fmt: skip
@output_option
@lang_option
def command(file: str, form: str, output: str, lang: str) -> int:
    """Convert the games of FILE ("-" for standard input) to another format.

    Errors are reported on standard error, and each game is converted up to its first one; the
    exit status is then 1. A file with errors is not replaced by its own conversion.
    """
    faults: list[BadRecord] = []
    target = io.StringIO()
    with opened(file) as stream:
        games = progressing(Game.read(stream, faults), file)
        if form == "record":
            Game.write(target, games)
        else:
            for game in games:
                target.writelines(f"{line}\n" for line in _lines(game, form, lang))
    for fault in faults:
        click.echo(located(file, fault), err=True)
    if faults and _is_written_over(file, output):
        raise DjambiError(f"{output} stays as it is: what follows an error would be lost")
    write_out(output, target.getvalue())
    return 1 if faults else 0


def _is_written_over(file: str, output: str) -> bool:
    """Return whether the output is the file that was read, by a name or as standard input."""
    if output == "-" or not is_file(output):
        return False
    try:
        read = os.fstat(sys.stdin.fileno()) if file == "-" else Path(file).stat()
    except OSError:
        # Standard input is no file of the system.
        return False
    return os.path.samestat(read, Path(output).stat())


def _lines(game: Game, form: str, lang: str) -> Iterator[str]:
    if form == "positions":
        yield from (str(node.position) for node in game.main_line())
    elif form == "json":
        yield json.dumps(as_object(game), ensure_ascii=False)
    else:
        yield from _in_words(game, lang)
        yield ""


def as_object(game: Game) -> dict[str, object]:
    """Return a game as a JSON object: tags, start, events of the main line, ranking."""
    return {
        "tags": game.to_record().tags,
        "start": str(game.root.position),
        "events": [_event(node) for node in game.main_line() if node.event is not None],
        "position": str(game.position),
        "result": game.result,
        "ranking": ["".join(group) for group in game.ranking()],
    }


def _event(node: Node) -> dict[str, object]:
    event = node.event
    found: dict[str, object] = {"actor": event.actor, "event": str(event)} if event else {}
    if node.comments:
        found["comments"] = node.comments
    return found


def _in_words(game: Game, lang: str) -> Iterator[str]:
    for node in game.main_line():
        if node.event is None:
            continue
        if node.begins:
            yield capital(say("cli.round", lang, n=node.round))
        yield f"  {node.event.actor or '='} {node.event} · {told(node.happenings(), lang)}"
