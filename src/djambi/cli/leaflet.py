"""``djambi rules leaflet``: the rulebook as a PDF with its diagrams."""

from __future__ import annotations

import click

from djambi.cli.common import interruptible, lang_option, output_option, refuse_terminal, write_out
from djambi.rules import EDITIONS


@click.command("leaflet")
@click.argument("edition", type=click.Choice(EDITIONS), default=EDITIONS[0], metavar="[EDITION]")
@output_option
@lang_option
def command(edition: str, output: str, lang: str) -> None:
    """Write the rulebook of an EDITION as a PDF, diagrams included.

    This needs the "leaflet" extra: djambi doctor says how to add it.
    """
    refuse_terminal(output, "a PDF")
    # The rulebook takes longer to import than all the other commands.
    from djambi.lessons.leaflet import leaflet

    write_out(output, interruptible(lambda: leaflet(edition, lang)))
