"""``djambi play``: a whole game in the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from djambi.bots import CHARACTERS, LEVELS
from djambi.cli.common import (
    NewGameVariant,
    OutputPath,
    game_in_file,
    lang_option,
    number_option,
    rules_option,
)
from djambi.cli.play.commands import obey
from djambi.cli.play.options import (
    DEFAULT_VARIANT,
    bots_option,
    refuse_number_alone,
    refuse_people_and_seats,
    refuse_too_many_people,
    resume_option,
    seed_option,
)
from djambi.cli.play.players import Players, signed_seats
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
from djambi.errors import DjambiError
from djambi.protocol.positions import start_of
from djambi.texts import say

BOT_LEVELS = ", ".join(level.name for level in LEVELS)
BOT_CHARACTERS = ", ".join(character.name for character in CHARACTERS)


@click.command(name="play")
@click.argument("variant", type=NewGameVariant(), required=False, metavar="[VARIANT]")
@rules_option
@click.option(
    "--seat", "seats", multiple=True, metavar="PARTY=PLAYER",
    help=f"Who plays a party (r b y g …): me, or a bot's level ({BOT_LEVELS}), "
    f"optionally with a character ({BOT_CHARACTERS}), as in b=club:avenger. May be repeated; "
    "you then play only where it says me.",
)  # fmt: skip
@bots_option
@click.option("--people", type=click.IntRange(0, 8), help="How many people share this keyboard.")
@seed_option
@resume_option
@click.option("--load", metavar="FILE", help="Play on from a recorded game.")
@number_option
@click.option("--save", "file", type=OutputPath(), help="Save the game there, in a new file.")
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
    number: int | None,
    file: str | None,
    plain: bool,
    lang: str,
) -> None:
    """Play a game in the terminal, against bots or with others at this keyboard.

    VARIANT is square-4 by default; djambi rules list shows the others.
    By default you are Red and the others are bots. The game is saved continuously, and
    djambi play --resume resumes it. A game opened with --load is saved to its own file, unless
    that file contains other games.
    """
    _refuse_contradictions(variant, rules, resume, load)
    refuse_people_and_seats(people, seats)
    refuse_number_alone(number, load)
    default = default_file()
    kept = Path(file) if file else default
    source = default if resume else Path(load) if load not in (None, "-") else None
    others = False
    if resume or load is not None:
        game, others = resumed(lang) if load is None else game_in_file(load, number)
        if resume and others:
            # The file is set aside with all its games.
            source = None
        start = game.root.position
        if not file and source is not None and not others:
            kept = source
        if not seats and people is None:
            seats = signed_seats(game)
    else:
        start = start_of(variant or DEFAULT_VARIANT, rules)
        game = new_game(start)
    refuse_too_many_people(people, start)
    players = Players.chosen(start, seats, bots, people, seed)
    if kept == default != source:
        kept = own_file()
        if (before := set_aside(kept)) is not None:
            click.echo(say("cli.play.set_aside", lang, file=before))
    else:
        refuse_claimed(kept, lang)
        if kept.is_file() and (kept != source or others):
            raise DjambiError(say("cli.play.save_exists", lang, file=kept))
    how = "djambi play --resume" if kept == default else f'djambi play --load "{kept}"'
    session = TerminalSession(game, players, Screen(lang, plain=plain), kept, how)
    session.is_saved = kept == source
    session.run(obey)


def _refuse_contradictions(
    variant: str | None, rules: str | None, resume: bool, load: str | None
) -> None:
    """Raise `click.UsageError` if a new game and an old one are asked for, or two old ones."""
    if resume and load is not None:
        raise click.UsageError("--resume and --load say the same thing: use one of them")
    if (resume or load is not None) and (variant is not None or rules is not None):
        raise click.UsageError(
            "VARIANT and --rules are for a new game; a game that is resumed or loaded has its own"
        )
