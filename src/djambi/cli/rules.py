"""``djambi rules``: the editions and options, what they mean, and which have no effect."""

from __future__ import annotations

import click
from rich.table import Table

from djambi.cli import leaflet, readings
from djambi.cli.common import CommandGroup, StdoutConsole, emit, json_option, lang_option
from djambi.errors import DjambiError
from djambi.guide import option_sentence
from djambi.rules import EDITIONS, OPTIONS, VARIANT_NAMES, Rules, Variant
from djambi.texts import say


@click.group(name="rules", cls=CommandGroup)
def command() -> None:
    """List, show, compare and check rules.

    RULES is an edition, followed by the options that differ from it, as in
    bga,own_kills=none,quiet_rounds=0.
    """


command.add_command(leaflet.command)
command.add_command(readings.command)


def rules_of(text: str) -> Rules:
    """Return the rules that an argument says; who gives a board is told that it is one.

    >>> rules_of("bga,own_kills=none").edition
    'bga'
    """
    if text in VARIANT_NAMES:
        edition = Variant.get(text).default_edition
        raise DjambiError(f"{text} is a board, not rules; its own rules are {edition}")
    return Rules.parse(text)


@command.command("list")
@click.argument(
    "what", type=click.Choice(["all", "editions", "variants", "options"]), default="all"
)
@json_option
@lang_option
def list_all(what: str, as_json: bool, lang: str) -> None:
    """List the editions, the variants and the options with their values."""
    if as_json:
        listed: dict[str, object] = {
            "editions": list(EDITIONS),
            "variants": {name: Variant.get(name).default_edition for name in VARIANT_NAMES},
            "options": {option.name: list(option.values) for option in OPTIONS},
        }
        emit(listed if what == "all" else listed[what])
        return
    console = StdoutConsole()
    if what in ("all", "editions"):
        table = _table("cli.rules.editions", lang)
        for name in EDITIONS:
            table.add_row(name, say(f"edition.{name}.line", lang))
        console.print(table)
    if what in ("all", "variants"):
        table = _table("cli.rules.variants", lang)
        for name in VARIANT_NAMES:
            edition = Variant.get(name).default_edition
            table.add_row(name, f"{say(f'variant.{name}.line', lang)} [dim]({edition})[/]")
        console.print(table)
    if what in ("all", "options"):
        table = _table("cli.rules.options", lang)
        for option in OPTIONS:
            values = ", ".join(option.values) or "0, 1, 2 …"
            table.add_row(option.name, f"{say(f'option.{option.name}', lang)}: [dim]{values}[/]")
        console.print(table)


def _table(title: str, lang: str) -> Table:
    table = Table(
        title=say(title, lang), title_justify="left", title_style="bold",
        box=None, show_header=False, padding=(0, 2, 0, 0),
    )  # fmt: skip
    table.add_column(overflow="fold", style="bold")
    table.add_column(ratio=1, overflow="fold")
    return table


@command.command()
@click.argument("rules")
@json_option
@lang_option
def show(rules: str, as_json: bool, lang: str) -> None:
    """Show every option of RULES and what its value means."""
    chosen = rules_of(rules)
    if as_json:
        options = {option.name: chosen.text(option) for option in OPTIONS}
        emit({"rules": str(chosen), "edition": chosen.edition, "options": options})
        return
    console = StdoutConsole()
    console.print(f"[bold]{chosen}[/]")
    line = say(f"edition.{chosen.edition}.line", lang)
    console.print(say("cli.labelled", lang, name=chosen.edition, words=line))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    # In a narrow terminal words are cut in two, not cut off: some are typed.
    for ratio in (None, None, 1):
        table.add_column(ratio=ratio, overflow="fold")
    for option in OPTIONS:
        style = "bold" if option in chosen.overridden else ""
        name, value = option.name, chosen.text(option)
        table.add_row(name, value, option_sentence(name, value, lang), style=style)
    console.print(table)
    asked = f"djambi rules readings {chosen.edition}"
    console.print(say("cli.rules.readings", lang, command=asked))


@command.command()
@click.argument("first")
@click.argument("second")
@json_option
@lang_option
def diff(first: str, second: str, as_json: bool, lang: str) -> int:
    """Show where two sets of rules differ; exit with status 1 if they do."""
    one, other = rules_of(first), rules_of(second)
    differing = [o for o in OPTIONS if getattr(one, o.name) != getattr(other, o.name)]
    if as_json:
        emit({o.name: [one.text(o), other.text(o)] for o in differing})
    else:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for heading in ("", str(one), str(other)):
            table.add_column(heading, overflow="fold")
        for option in differing:
            table.add_row(
                f"[bold]{option.name}[/]",
                *(
                    f"[bold]{value}[/]\n{option_sentence(option.name, value, lang)}"
                    for value in (one.text(option), other.text(option))
                ),
            )
        console = StdoutConsole()
        console.print(table if differing else say("cli.rules.same", lang))
    return 1 if differing else 0


@command.command()
@click.argument("rules")
@click.argument("variant", default="square-4")
@json_option
@lang_option
def check(rules: str, variant: str, as_json: bool, lang: str) -> int:
    """Check RULES for a VARIANT: name the options that have no effect there.

    The exit status is 1 if one of those was set explicitly, 2 if the rules cannot be read.
    """
    chosen, board = rules_of(rules), Variant.get(variant)
    remarks = chosen.without_effect(board)
    if as_json:
        emit([{"option": r.option, "code": r.code, "overridden": r.overridden} for r in remarks])
    else:
        console = StdoutConsole()
        console.print(f"[bold]{chosen}[/] · {board.name}")
        for remark in remarks:
            style = "bold" if remark.overridden else "dim"
            sentence = say(f"remark.{remark.code}", lang)
            console.print(f"[{style}]{remark.option}[/]: {sentence}")
        if not any(remark.overridden for remark in remarks):
            console.print(say("cli.rules.fine", lang))
    return 1 if any(remark.overridden for remark in remarks) else 0
