"""``djambi endings``: who wins with a few pieces left, in how many turns, and how."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.status import Status
from rich.table import Table

from djambi.bots.turn_sampling import without_placements
from djambi.cli.common import (
    FIGURES_COLUMNS,
    StdoutConsole,
    emit,
    interruptible,
    json_option,
    lang_option,
    position_of,
)
from djambi.endings import (
    FOUR_MAN_ENDINGS,
    THREE_MAN_ENDINGS,
    Endings,
    EndingStatistics,
    EndingValue,
    Material,
    RatedTurn,
    quiet_limit,
    statistics_of,
)
from djambi.errors import DjambiError
from djambi.interrupts import end_in_order
from djambi.position import Position
from djambi.rules import Rules, Variant
from djambi.texts import say

_BOARD = "square-4"


def tables_folder() -> Path:
    """Return where tables are kept: in `DJAMBI_DATA` if that is set, else in the user's cache.

    Raises DjambiError if the user has no home folder.
    """
    chosen = os.environ.get("DJAMBI_DATA")
    if chosen:
        return Path(chosen, "endings")
    try:
        try:
            import platformdirs
        except ModuleNotFoundError:
            return Path.home() / ".cache" / "djambi" / "endings"
        return Path(platformdirs.user_cache_dir("djambi", appauthor=False), "endings")
    except RuntimeError:
        raise DjambiError(
            "no folder for the tables: you have no home folder; name one with --folder"
        ) from None


@click.command(name="endings")
@click.argument("ending", nargs=-1)
@click.option(
    "--rules", "rules_text", show_default="original", metavar="RULES",
    help="An edition, with options that differ if need be; not with --position.",
)  # fmt: skip
@click.option("--position", "position_text", help="Say what this position is worth, turn by turn.")
@click.option(
    "--folder", type=click.Path(path_type=Path, file_okay=False),
    help="Where tables are kept; in the user's cache by default.",
)  # fmt: skip
@json_option
@lang_option
def command(
    ending: tuple[str, ...],
    rules_text: str | None,
    position_text: str | None,
    folder: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Make the exact table of ENDING, or look a position up, on the open square board.

    ENDING names the pieces of both parties: chief+assassin chief, or in letters CA C; corpses come
    last (CA C x). There are 2 to 4 pieces and corpses. Without one, the endings of three and four
    men are listed. A table of four takes up to some minutes, the first time.
    """
    if position_text is not None:
        if ending:
            raise click.UsageError("--position says which ending it is: leave ENDING out")
        if rules_text is not None:
            raise click.UsageError("--position says by which rules it is played: no --rules")
        _probe(position_of(position_text), folder or tables_folder(), as_json, lang)
    elif ending:
        rules = Rules.parse(rules_text or "original")
        material = Material.parse(" ".join(ending))
        _describe(material, rules, folder or tables_folder(), as_json, lang)
    elif rules_text is not None:
        raise click.UsageError("--rules are those of an ENDING: the list is the same for all")
    else:
        _list(as_json, lang)


def _list(as_json: bool, lang: str) -> None:
    endings = (*THREE_MAN_ENDINGS, *FOUR_MAN_ENDINGS)
    if as_json:
        emit([{"ending": str(each), "name": each.name} for each in endings])
        return
    for each in endings:
        click.echo(f"{each!s:7} {title(each, lang)}")


def title(material: Material, lang: str) -> str:
    """Return what an ending is called in a language.

    >>> title(Material.parse("CA-C-x"), "en")
    'Chief, Assassin against Chief, and 1 corpse'
    """
    first, second = (
        ", ".join(say(f"piece.{letter}", lang) for letter in "C" + pieces)
        for pieces in (material.first, material.second)
    )
    found = say("cli.endings.title", lang, first=first, second=second)
    if material.corpses:
        found += say("cli.endings.corpses", lang, n=material.corpses)
    return found


def _tables(rules: Rules, folder: Path, lang: str, status: Status) -> Endings:
    def tell(material: Material, turns: int, found: int) -> None:
        status.update(
            say("cli.endings.progress", lang, ending=str(material), n=turns, positions=found)
        )

    return Endings(Variant.get(_BOARD), rules, folder, tell)


def _waiting() -> Status:
    # Rich shows it on a terminal only.
    console = Console(stderr=True)
    if console.is_terminal:
        end_in_order()
    return console.status("")


def _describe(material: Material, rules: Rules, folder: Path, as_json: bool, lang: str) -> None:
    with _waiting() as status:
        endings = _tables(rules, folder, lang, status)
        found = interruptible(partial(statistics_of, endings, material))
        lines = [
            [] if position is None else [str(turn) for turn in endings.line(position)]
            for position in found.longest
        ]
    if as_json:
        emit(_told(found, rules, lines))
        return
    click.echo(f"{title(material, lang)} ({rules})")
    table = Table(box=None, pad_edge=False)
    for column in ("turn", "power", "first", "shared", "second", "positions"):
        right = column not in ("turn", "power")
        table.add_column(
            say(f"cli.endings.column.{column}", lang), justify="right" if right else "left"
        )
    for share in sorted(found.shares, key=lambda share: (share.mover, share.bonus)):
        turn = ("first", "second")[share.mover] + (".bonus" if share.bonus else "")
        table.add_row(
            say(f"cli.endings.turn.{turn}", lang),
            say(f"cli.endings.power.{share.power}", lang),
            *(
                f"{_number(f'{100 * many / share.positions:.2f}', lang)} %"
                for many in (share.first, share.shared, share.second)
            ),
            _number(f"{share.positions:,}", lang),
        )
    StdoutConsole(FIGURES_COLUMNS).print(table)
    for party, name in enumerate(("first", "second")):
        turns = found.most_turns(party)
        key = f"cli.endings.longest.{name}" if turns else f"cli.endings.never.{name}"
        click.echo(say(key, lang, n=turns))
        if turns:
            click.echo(f"  {found.longest[party]}")
            click.echo(f"  {' '.join(lines[party])}")


def _number(digits: str, lang: str) -> str:
    """Return a number as it is written in a language: ``66,06`` and ``492 960`` in French."""
    example = say("cli.endings.number", lang)
    return digits.translate({ord(","): example[1], ord("."): example[-2]})


def _told(found: EndingStatistics, rules: Rules, lines: list[list[str]]) -> dict[str, object]:
    return {
        "ending": str(found.material),
        "rules": str(rules),
        "shares": [
            {
                "mover": ("first", "second")[share.mover],
                "bonus": share.bonus,
                "power": share.power,
                "first": share.first,
                "second": share.second,
                "shared": share.shared,
            }
            for share in found.shares
        ],
        "lengths": [list(each[: 1 + found.most_turns(i)]) for i, each in enumerate(found.lengths)],
        "longest": [
            None if position is None else {"position": str(position), "turns": line}
            for position, line in zip(found.longest, lines, strict=True)
        ],
    }


def _probe(position: Position, folder: Path, as_json: bool, lang: str) -> None:
    with _waiting() as status:
        endings = _tables(position.rules, folder, lang, status)
        value = interruptible(partial(endings.probe, position))
        if value is None:
            raise DjambiError(
                "no ending: it needs two active parties with their own pieces only, at most four "
                "pieces and corpses, no corpse in the maze, and a bonus turn only after the other's"
            )
        rated = interruptible(partial(endings.rated_turns, position)) or ()
    if as_json:
        turns = [{"turn": str(each.turn), **_valued(each.value)} for each in rated]
        emit({"position": str(position), **_valued(value), "turns": turns})
        return
    limit = quiet_limit(position)
    click.echo(_worth(value, limit, lang))
    for each in _told_apart(rated):
        click.echo(f"{each.turn!s:12} {_worth(each.value, limit, lang)}")


def _told_apart(rated: tuple[RatedTurn, ...]) -> list[RatedTurn]:
    """Return the turns without those that differ from a better one by placements only."""
    found: dict[object, RatedTurn] = {}
    for each in rated:
        found.setdefault(without_placements(each.turn), each)
    return list(found.values())


def _valued(value: EndingValue) -> dict[str, object]:
    return {"winner": value.winner, "in": value.turns, "in_time": value.in_time}


def _worth(value: EndingValue, limit: int, lang: str) -> str:
    if value.winner is None:
        return say("cli.endings.shared", lang)
    key = "cli.endings.won" if value.turns else "cli.endings.over"
    found = say(key, lang, party=say(f"party.{value.winner}", lang), n=value.turns)
    return found if value.in_time else say("cli.endings.late", lang, worth=found, limit=limit)
