"""``djambi tui``: the game on the full terminal screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from djambi.cli.common import NewGameVariant, lang_option, number_option, position_of, rules_option
from djambi.cli.play.options import (
    DEFAULT_VARIANT,
    bots_option,
    refuse_number_alone,
    refuse_people_and_seats,
    refuse_too_many_people,
    resume_option,
    seed_option,
)
from djambi.cli.play.players import Players
from djambi.cli.play.saved_games import default_file, new_game
from djambi.errors import DjambiError
from djambi.extras import missing_package
from djambi.position.position import Position
from djambi.protocol.positions import start_of
from djambi.texts import say

if TYPE_CHECKING:
    from djambi.client import Server


def is_terminal() -> bool:
    """Return whether standard input and output are both a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def server_at(url: str, token: str | None, name: str | None, lang: str) -> Server:
    """Return a server, signed in: with a token, as last time, or as a new guest.

    Raises:
        DjambiError: it cannot be reached, refuses, or has no online tables; a package is missing.
    """
    from djambi.client import Server, session_store

    server = Server(url, token)
    if token is None:
        server = Server(url, cookies=session_store.load_cookies(server.origin))
    me = server.me()
    if not me.online:
        raise DjambiError(f"{server.origin} has no tables online: djambi serve makes a server")
    if me.account is None:
        server.guest(name or click.prompt(say("tui.online.name", lang)), lang)
    if token is None:
        _keep_session(server)
    return server


def _keep_session(server: Server) -> None:
    """Store the session at a server for the next start of the program."""
    from djambi.client import session_store

    session_store.save_cookies(server.origin, server.cookies)


@click.command(name="tui")
@click.argument("variant", type=NewGameVariant(), required=False, metavar="[VARIANT]")
@rules_option
@click.option(
    "--seat", "seats", multiple=True, metavar="PARTY=PLAYER",
    help="Who plays a party, as in djambi play: r=me, b=club:avenger. May be repeated; you then "
    "play only where it says me.",
)  # fmt: skip
@bots_option
@click.option(
    "--people", type=click.IntRange(0, 8),
    help="How many people share this keyboard; 0 to watch the bots.",
)  # fmt: skip
@seed_option
@resume_option
@click.option("--load", metavar="FILE", help="Look at a recorded game.")
@number_option
@click.option("--position", "text", metavar="POSITION", help="Look at a position.")
@click.option("--server", "url", metavar="URL", help="Join a server's tables.")
@click.option(
    "--token", metavar="TOKEN", envvar="DJAMBI_TOKEN",
    help="With --server: a token of your account there; or set DJAMBI_TOKEN.",
)  # fmt: skip
@click.option("--name", metavar="NAME", help="With --server: guest name, if you are not signed in.")
@click.option("--no-colour", is_flag=True, help="No colours on the board; NO_COLOR does the same.")
@lang_option
def command(
    variant: str | None,
    rules: str | None,
    seats: tuple[str, ...],
    bots: str,
    people: int | None,
    seed: int | None,
    resume: bool,
    load: str | None,
    number: int | None,
    text: str | None,
    url: str | None,
    token: str | None,
    name: str | None,
    no_colour: bool,
    lang: str,
) -> None:
    """Play, watch, replay and analyse on the full terminal screen, with keyboard and mouse.

    Without a VARIANT, a record or a position, it asks what to play. Games are saved continuously,
    as by djambi play, and djambi tui --resume resumes the last one. This needs the "tui" extra:
    djambi doctor says how to add it.
    """
    _refuse_contradictions(variant, rules, (resume or None, load, text, url))
    refuse_people_and_seats(people, seats)
    refuse_number_alone(number, load)
    if name is not None and url is None:
        raise click.UsageError("--name is for --server: it says who you are there")
    seated = _seating_options()
    if seated and (resume or load is not None or url is not None):
        raise click.UsageError(
            f"{seated[0]} is for a new game or a position: what is there has its own players"
        )
    try:
        from djambi.tui.app import DjambiTui
        from djambi.tui.terminal_table import TerminalTable
    except ModuleNotFoundError as error:
        missing = missing_package("djambi tui", error, "tui")
        raise DjambiError(f"{missing}; djambi play plays in the terminal without it") from None

    def new(start: Position, *, live: bool) -> TerminalTable:
        refuse_too_many_people(people, start)
        players = Players.chosen(start, seats, bots, people, seed)
        return TerminalTable(new_game(start), players, lang, live=live, autosave=True)

    if not is_terminal():
        raise DjambiError(
            "djambi tui needs a terminal, and one on which it can draw (TERM is not dumb); "
            "djambi play can be read from a pipe"
        )
    if url is not None:
        with server_at(url, token, name, lang) as server:
            DjambiTui(lang, colour=not no_colour, server=server).run()
            if token is None:
                # The server may have set a new cookie meanwhile.
                _keep_session(server)
        return
    table: TerminalTable | None = None
    if resume:
        table = TerminalTable.resumed(lang)
    elif load is not None:
        table = TerminalTable.loaded(Path(load), lang, number)
    elif text is not None:
        table = new(position_of(text), live=False)
    elif variant is not None or seated or rules is not None:
        table = new(start_of(variant or DEFAULT_VARIANT, rules), live=True)
    app = DjambiTui(lang, table, colour=not no_colour)
    app.run()
    left = app.table
    if left is not None and left.kept_in is not None and left.position.mover is not None:
        click.echo(say("cli.play.saved", app.lang, file=left.kept_in))
        how = "--resume" if left.kept_in == default_file() else f'--load "{left.kept_in}"'
        click.echo(say("cli.play.resume", app.lang, command=f"djambi tui {how}"))


def _seating_options() -> list[str]:
    """Return the options that were given and say who plays."""
    context = click.get_current_context()
    return [
        option.opts[0]
        for option in context.command.params
        if option.name in ("seats", "bots", "people", "seed")
        and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    ]


def _refuse_contradictions(
    variant: str | None, rules: str | None, others: Sequence[object]
) -> None:
    """Raise `click.UsageError` if a new game and what is there are asked for, or two of these."""
    given = sum(each is not None for each in others)
    if given + (variant is not None) > 1:
        raise click.UsageError(
            "a VARIANT, --resume, --load, --position and --server exclude each other"
        )
    if given and rules is not None:
        raise click.UsageError("--rules are for a new game: not with what has its own")
