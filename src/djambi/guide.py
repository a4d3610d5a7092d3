"""What the pieces do, in a few words that fit the rules in force."""

from __future__ import annotations

from collections.abc import Iterator

from djambi.errors import DjambiError, quoted
from djambi.rules import KINDS, DiplomatEnthrones, ExitActs, Rules, Variant
from djambi.texts import say


def piece_help(kind: str, rules: Rules, variant: Variant, lang: str) -> str:
    """Say how a piece moves and acts under these rules on this board.

    Args:
        kind: the piece's letter, one of ``CARDNM``.
        rules: the rules in force; what is usual is not repeated for every edition.
        variant: the board, for what only some boards have.
        lang: ``"en"`` or ``"fr"``.

    Raises:
        DjambiError: there is no such kind.

    >>> rules = Rules.of("original")
    >>> print(piece_help("N", rules, Variant.get("square-4"), "en"))
    Slides any distance. Lands on a corpse and carries it to any empty cell.
    """
    if len(kind) != 1 or kind not in KINDS:
        raise DjambiError(f"{quoted(kind)} is no kind of piece; the kinds are {' '.join(KINDS)}")
    keys = [f"guide.{kind}", *(f"guide.{kind}.{more}" for more in _MORE[kind](rules, variant))]
    return " ".join(say(key, lang) for key in keys)


def _chief(rules: Rules, variant: Variant) -> Iterator[str]:
    if rules.fortress and variant.board.fortress:
        yield "fortress"


def _assassin(rules: Rules, variant: Variant) -> Iterator[str]:
    del variant
    yield f"exit_{rules.killer_exit}"
    if rules.assassin_through_allies:
        yield "through"


def _reporter(rules: Rules, variant: Variant) -> Iterator[str]:
    del variant
    yield f"{rules.reporter_targets}_{rules.reporter_kill}"
    if rules.reporter_enters_maze:
        yield "maze"


def _diplomat(rules: Rules, variant: Variant) -> Iterator[str]:
    yield f"targets_{rules.diplomat_targets}"
    if rules.diplomat_enthrones is DiplomatEnthrones.CHIEFS:
        yield "enthrones"
    elif rules.diplomat_enthrones is DiplomatEnthrones.HOSTAGE and "hostage" in variant.initial:
        yield "enthrones_hostage"


def _necromobile(rules: Rules, variant: Variant) -> Iterator[str]:
    del variant
    if rules.necromobile_through_corpses:
        yield "through"
    if rules.mover_exit is ExitActs.ANY:
        yield "exit_any"


def _militant(rules: Rules, variant: Variant) -> Iterator[str]:
    has_diagonals = any(line.hex_diagonal for line in variant.board.lines)
    if has_diagonals and rules.militant_diagonal == 1:
        yield "diagonal"
    yield "throne" if rules.militant_kills_power else "no_throne"


_MORE = {
    "C": _chief,
    "A": _assassin,
    "R": _reporter,
    "D": _diplomat,
    "N": _necromobile,
    "M": _militant,
}
