"""``djambi rules readings``: how the sources are read where they leave a choice."""

from __future__ import annotations

import click
from rich.markdown import Markdown

from djambi.cli.common import StdoutConsole, emit, json_option, lang_option
from djambi.rules import EDITIONS


@click.command("readings")
@click.argument("edition", type=click.Choice(EDITIONS), required=False, metavar="[EDITION]")
@click.option("--markdown", "as_markdown", is_flag=True, help="Write Markdown.")
@json_option
@lang_option
def command(edition: str | None, as_markdown: bool, as_json: bool, lang: str) -> None:
    """Show how the source of an EDITION is read, or of all editions.

    For each, it lists the sentences that can be taken in more than one way, what the source leaves
    open, and the values that no sentence supports.
    """
    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown are two ways to write: use one of them")
    # The rulebook takes longer to import than all the other commands.
    from djambi.lessons.readings import document, markdown, readings

    if as_json:
        listed = {
            each: [
                {
                    "name": one.name,
                    "group": one.group,
                    "clause": one.clause,
                    "quote": one.quote,
                    "doubt": one.doubt(lang),
                    "read": one.read(lang),
                    "options": list(one.options),
                }
                for one in readings(each)
            ]
            for each in ([edition] if edition else EDITIONS)
        }
        emit(listed)
        return
    text = markdown(edition, lang) if edition else document(lang)
    if as_markdown:
        click.echo(text, nl=edition is not None)
    else:
        StdoutConsole().print(Markdown(text))
