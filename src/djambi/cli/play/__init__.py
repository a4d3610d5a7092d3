"""``djambi play``: a whole game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from djambi.bots import CHARACTERS, DEFAULT_LEVEL, LEVELS, make
from djambi.cli.common import OutputPath, VariantName, game_of, lang_option, number_option
from djambi.cli.play.commands import obey
from djambi.cli.play.players import SEATS_TAG, Players
from djambi.cli.play.saved_games import (
    default_file,
    new_game,
    own_file,
    refuse_claimed,
    resumed,
    set_aside,
)
from djambi.cli.play.screen import Screen
from djambi.cli.play.session import TerminalSession
from djambi.position.position import Position
from djambi.rules import Rules, Variant
from djambi.texts import say

DEFAULT_VARIANT: Final = "square-4"
BOT_LEVELS = ", ".join(level.name for level in LEVELS)
BOT_CHARACTERS = ", ".join(character.name for character in CHARACTERS)


def _bot(ctx: click.Context, parameter: click.Parameter, name: str) -> str:
    """Return the name of a bot after checking it."""
    del ctx, parameter
    make(name)
    return name


@click.command(name="play")
@click.argument("variant", type=VariantName(), required=False, metavar="[VARIANT]")
@click.option("--rules", help="An edition and options: bga or bga,own_kills=none.")
@click.option(
    "--seat", "seats", multiple=True, metavar="PARTY=PLAYER",
    help=f"Who plays a party (r b y g …): me, or a bot's level ({BOT_LEVELS}), "
    f"optionally with a character ({BOT_CHARACTERS}), as in b=club:avenger. May be repeated.",
)  # fmt: skip
@click.option(
    "--bots", metavar="LEVEL[:CHARACTER]", default=DEFAULT_LEVEL, callback=_bot, show_default=True,
    help="Who plays the other seats.",
)  # fmt: skip
@click.option("--people", type=click.IntRange(0, 8), help="How many people share this keyboard.")
@click.option("--seed", type=int, help="Make the bots' choices repeatable.")
@click.option("--resume", is_flag=True, help="Resume the last game.")
@click.option("--load", metavar="FILE", help="Play on from a recorded game.")
@number_option
@click.option("--save", "file", type=OutputPath(), help="Save the game there.")
@click.option("--ascii", "plain", is_flag=True, help="No colours, and only ASCII on the board.")
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
    number: int,
    file: str | None,
    plain: bool,
    lang: str,
) -> None:
    """Play a game in the terminal, against bots or with others at this keyboard.

    VARIANT is square-4 (by default), square-3, square-2, hex-3, hex-5, hex-6 or polygon-3 to
    polygon-8.
    By default you are Red and the others are bots. The game is saved continuously, and
    djambi play --resume resumes it. A game opened with --load is saved to its own file, unless
    that file contains other games.
    """
    if people is not None and seats:
        raise click.UsageError("--people and --seat say the same thing: use one of them")
    if resume and load:
        raise click.UsageError("--resume and --load say the same thing: use one of them")
    if (resume or load) and (variant is not None or rules is not None):
        raise click.UsageError(
            "VARIANT and --rules are for a new game; a game that is resumed or loaded has its own"
        )
    if number > 1 and not load:
        raise click.UsageError("--number is for --load: it says which game of that file")
    default = default_file()
    kept = Path(file) if file else default
    source = default if resume else Path(load) if load and load != "-" else None
    if resume or load:
        game, others = game_of(load, number) if load else (resumed(lang), False)
        start = game.root.position
        if not file and source is not None and not others:
            refuse_claimed(source, lang)
            kept = source
        if not seats and people is None:
            seats = tuple(each for each in game.tags.get(SEATS_TAG, "").split(",") if each)
    else:
        board = Variant.get(variant or DEFAULT_VARIANT)
        start = Position.start_by(board, None if rules is None else Rules.parse(rules))
        game = new_game(start)
    if seats:
        players = Players.parse(start, seats, bots, seed)
    else:
        players = Players.default(start, bots, 1 if people is None else people, seed)
    if kept == default != source:
        kept = own_file()
        if (before := set_aside(kept)) is not None:
            click.echo(say("cli.play.set_aside", lang, file=before))
    how = "djambi play --resume" if kept == default else f'djambi play --load "{kept}"'
    session = TerminalSession(game, players, Screen(lang, plain=plain), kept, how)
    session.is_saved = kept == source
    session.run(obey)
