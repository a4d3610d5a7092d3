"""``djambi render``: a position as text or a picture, a game as an animation or a page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from djambi.cli.colours import may_colour
from djambi.cli.common import (
    game_in_file,
    interruptible,
    lang_option,
    number_option,
    output_option,
    position_of,
    refuse_terminal,
    write_out,
)
from djambi.files import is_file
from djambi.game import Game
from djambi.nodes import Node
from djambi.render import svg, text
from djambi.render.page import page
from djambi.render.pictures import Form, animation, painted
from djambi.render.svg_board import MAX_WIDTH_PX

FORMS: Final = ("text", "svg", "html", "png", "gif", "webp")
_FORM_OF: Final = {form: form for form in FORMS} | {"txt": "text", "htm": "html", "": "text"}
MOVING: Final[dict[str, Form]] = {"gif": "gif", "webp": "webp"}
_FORMS_WITH: Final = {
    "theme": ("svg", "html", "png", "gif", "webp"),
    "size": ("svg", "png", "gif", "webp"),
    "pace": ("html", "gif", "webp"),
    "no_coordinates": ("svg", "png", "gif", "webp"),
    "below": ("svg", "png"),
    "arrows": ("svg", "png"),
    "plain": ("text",),
}
"""The formats in which an option has an effect, for those that have none in others."""


@click.command(name="render")
@click.argument("position", required=False)
@click.option(
    "--game", "record",
    help="A game record, or \"-\": draw its last position, or all of it (html, gif, webp).",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(FORMS),
    help="By default taken from the output's name (.txt, .svg, .html, .png, .gif, .webp), or text.",
)  # fmt: skip
@number_option
@output_option
@lang_option
@click.option(
    "--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True,
    help="The colours of anything but text.",
)  # fmt: skip
@click.option(
    "--size", type=click.IntRange(1, MAX_WIDTH_PX),
    help="The picture's width in pixels (not html); 640 by default, 480 for animations.",
)  # fmt: skip
@click.option(
    "--pace", type=float, default=1.2, show_default=True,
    help="Seconds per turn of an animation or a page, from 0.05 to 60.",
)  # fmt: skip
@click.option(
    "--no-coordinates", is_flag=True,
    help="Leave out the coordinates beside the board of a picture (not html).",
)  # fmt: skip
@click.option("--turn", help="Play this turn first, and mark it in the picture.")
@click.option("--below", metavar="PARTY", help="Draw this party's corner below (svg, png).")
@click.option(
    "--arrow", "arrows", multiple=True, metavar="CELL-CELL",
    help="Draw an arrow, such as c3-e3 (svg, png); may be repeated.",
)  # fmt: skip
@click.option("--ascii", "plain", is_flag=True, help="Text in ASCII, without colours.")
def command(
    position: str | None,
    record: str | None,
    number: int | None,
    form: str | None,
    output: str,
    lang: str,
    theme: str,
    size: int | None,
    pace: float,
    no_coordinates: bool,
    turn: str | None,
    below: str | None,
    arrows: tuple[str, ...],
    plain: bool,
) -> None:
    """Draw POSITION: a position's text, a variant's name, a variant and its rules, or "-"."""
    form = form or _form_of(output)
    _refuse_unused(form)
    if form == "png" or form in MOVING:
        refuse_terminal(output, form)
    path = _path(position, record, number, turn)
    shown, event = path[-1].position, path[-1].event
    played = None if event is None else event.turn
    if form == "text":
        colour = not plain and output == "-" and may_colour()
        drawn = text(shown, colour=colour, unicode=not plain, lang=lang)
        write_out(output, drawn if drawn.endswith("\n") else drawn + "\n")
        return
    if form == "html":
        write_out(output, page(path, theme=theme, pace=pace, lang=lang))
        return
    if (moving := MOVING.get(form)) is None:
        drawn = svg(
            shown,
            theme=theme,
            coordinates=not no_coordinates,
            size=size or 640,
            last_turn=played,
            arrows=[_arrow(arrow) for arrow in arrows],
            below=below,
            lang=lang,
        )
        if form == "svg":
            write_out(output, drawn)
            return
        data = painted(drawn, size or 640)
    else:
        data = interruptible(
            lambda: animation(
                path,
                moving,
                pace=pace,
                theme=theme,
                coordinates=not no_coordinates,
                size=size or 480,
                lang=lang,
            )
        )
    write_out(output, data)


def _refuse_unused(form: str) -> None:
    """Raise `click.UsageError` if an option was given that a format has no use for."""
    context = click.get_current_context()
    for option in context.command.params:
        forms = _FORMS_WITH.get(option.name or "", FORMS)
        given = context.get_parameter_source(option.name or "") is not ParameterSource.DEFAULT
        if given and form not in forms:
            raise click.UsageError(f"{option.opts[0]} is for {', '.join(forms)}, not for {form}")


def _arrow(text: str) -> tuple[str, str]:
    """Return the cells that an arrow goes from and to."""
    start, dash, end = text.partition("-")
    if not dash:
        raise click.UsageError(f"--arrow: expected two cells such as c3-e3, not {text}")
    return start, end


def _form_of(output: str) -> str:
    """Return the format that a file's name implies; standard output is text."""
    suffix = Path(output).suffix.lower().removeprefix(".")
    form = _FORM_OF.get(suffix)
    if form is None:
        known = ", ".join(f".{each}" for each in _FORM_OF if each not in ("", "text"))
        raise click.UsageError(f"{output}: unknown format .{suffix}; known: {known}")
    return form


def _path(
    position: str | None, record: str | None, number: int | None, turn: str | None
) -> list[Node]:
    """Return the positions to draw; a still picture shows the last of them."""
    if (position is None) == (record is None):
        raise click.UsageError("give a POSITION or --game, one of them")
    if record is None:
        if number is not None:
            raise click.UsageError("--number is for --game: it says which game of that file")
        if is_file(position or ""):
            raise click.UsageError(f"{position} is a file: --game {position} draws its game")
        game = Game(position_of(position or ""))
    else:
        game, others = game_in_file(record, number)
        if others and number is None:
            click.echo(f"{record}: the first of several games; --number takes another", err=True)
    if turn is not None:
        game.play(turn)
    return game.path()
