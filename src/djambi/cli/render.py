"""``djambi render``: a position as text or as a picture."""

from __future__ import annotations

import sys

import click

from djambi.cli.common import lang_option, output_option, position_of, write_out
from djambi.render import svg, text


@click.command(name="render")
@click.argument("position")
@click.option(
    "--format", "form", type=click.Choice(["text", "svg"]),
    help="By default what the output's name says (.svg), else text.",
)  # fmt: skip
@output_option
@lang_option
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option("--size", type=click.IntRange(1, 10_000), default=640, help="A picture's width.")
@click.option("--no-coordinates", is_flag=True, help="No names of cells beside the board.")
@click.option("--turn", help="Play this turn first, and mark it in the picture.")
@click.option("--ascii", "plain", is_flag=True, help="Text without colours, in ASCII alone.")
def command(
    position: str,
    form: str | None,
    output: str,
    lang: str,
    theme: str,
    size: int,
    no_coordinates: bool,
    turn: str | None,
    plain: bool,
) -> None:
    """Draw POSITION: a position's text, a variant's name, a variant and its rules, or "-"."""
    shown = position_of(position)
    played = None
    if turn is not None:
        played = shown.turn(turn)
        shown = shown.play(played)
    if form is None:
        form = "svg" if output.lower().endswith(".svg") else "text"
    if form == "svg":
        drawing = svg(
            shown,
            theme=theme,
            coordinates=not no_coordinates,
            size=size,
            last_turn=played,
            lang=lang,
        )
    else:
        colour = not plain and output == "-" and sys.stdout.isatty()
        drawing = text(shown, colour=colour, unicode=not plain, lang=lang)
    write_out(output, drawing if drawing.endswith("\n") else drawing + "\n")
