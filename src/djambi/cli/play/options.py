"""The options that `djambi play` and `djambi tui` share."""

from __future__ import annotations

from typing import Final

import click

from djambi.bots import DEFAULT_LEVEL, make
from djambi.position import Position
from djambi.position.players import parties_to_seat

DEFAULT_VARIANT: Final = "square-4"


def _bot(ctx: click.Context, parameter: click.Parameter, name: str) -> str:
    """Return the name of a bot after checking it."""
    del ctx, parameter
    make(name)
    return name


bots_option = click.option(
    "--bots", metavar="LEVEL[:CHARACTER]", default=DEFAULT_LEVEL, callback=_bot, show_default=True,
    help="Who plays the other seats: different people of a level, or one character everywhere.",
)  # fmt: skip
seed_option = click.option("--seed", type=int, help="Make the bots' choices repeatable.")
resume_option = click.option("--resume", is_flag=True, help="Resume the last game.")


def refuse_people_and_seats(people: int | None, seats: tuple[str, ...]) -> None:
    """Raise `click.UsageError` if both options say who plays."""
    if people is not None and seats:
        raise click.UsageError("--people and --seat say the same thing: use one of them")


def refuse_too_many_people(people: int | None, start: Position) -> None:
    """Raise `click.UsageError` if a game has fewer players than there are to be people."""
    players = len(parties_to_seat(start))
    if people is not None and people > players:
        raise click.UsageError(
            f"--people {people}: this game of {start.variant.name} has {players} players"
        )


def refuse_number_alone(number: int | None, load: str | None) -> None:
    """Raise `click.UsageError` if the number of a game in a file is given, but no file."""
    if number is not None and load is None:
        raise click.UsageError("--number is for --load: it says which game of that file")
