"""What the pieces do under the rules in force, and what each option means, in a few words."""

from __future__ import annotations

from collections.abc import Iterator

from djambi.errors import DjambiError, quoted
from djambi.rules import (
    PIECE_KINDS,
    AssassinMazeCorpse,
    DiplomatEnthrones,
    ExitActs,
    Rules,
    Variant,
    option_named,
)
from djambi.texts import say


def piece_help(kind: str, rules: Rules, variant: Variant, lang: str) -> str:
    """Return how a piece moves and acts under these rules on this board.

    Args:
        kind: the piece's letter, one of ``CARDNM``.
        rules: the rules in force; what is usual is not repeated for every edition.
        variant: the board, for what only some boards have.
        lang: ``"en"`` or ``"fr"``.

    Raises:
        DjambiError: there is no such kind.

    >>> rules = Rules.of("original")
    >>> piece_help("M", rules, Variant.get("square-4"), "en")[-36:]
    'It may not kill a Chief in the maze.'
    """
    if len(kind) != 1 or kind not in PIECE_KINDS:
        known = " ".join(PIECE_KINDS)
        raise DjambiError(f"{quoted(kind)} is not a kind of piece; the kinds are {known}")
    keys = (f"guide.{each}" for each in (kind, *_MORE[kind](rules, variant)))
    return " ".join(say(key, lang) for key in keys)


def option_sentence(option: str, value: str, lang: str) -> str:
    """Return the meaning of an option's value.

    >>> option_sentence("quiet_rounds", "50", "en")
    'After 50 rounds in a row without a death, the game is a draw.'
    """
    if option_named(option).values or value == "0":
        return say(f"option.{option}.{value}", lang)
    return say(f"option.{option}.n", lang, n=int(value))


def _has_fortress(rules: Rules, variant: Variant) -> bool:
    return rules.fortress and bool(variant.board.fortress)


def _chief(rules: Rules, variant: Variant) -> Iterator[str]:
    if _has_fortress(rules, variant):
        yield "C.fortress"


def _assassin(rules: Rules, variant: Variant) -> Iterator[str]:
    if rules.assassin_maze_corpse is AssassinMazeCorpse.ANYWHERE:
        yield "A.placed"
    yield f"A.exit_{rules.killer_exit}"
    if _has_fortress(rules, variant):
        yield "exit_fortress"
    if rules.assassin_through_allies:
        yield "A.through"


def _reporter(rules: Rules, variant: Variant) -> Iterator[str]:
    del variant
    yield f"R.{rules.reporter_targets}_{rules.reporter_kill}"
    if rules.reporter_enters_maze:
        yield "R.maze"


def _diplomat(rules: Rules, variant: Variant) -> Iterator[str]:
    if rules.diplomat_enthrones is DiplomatEnthrones.CHIEFS:
        yield "D.enthrones"
    elif rules.diplomat_enthrones is DiplomatEnthrones.HOSTAGE and "hostage" in variant.initial:
        yield "D.enthrones_hostage"
    yield f"D.targets_{rules.diplomat_targets}"
    yield f"D.exit_{rules.mover_exit}"
    if _has_fortress(rules, variant):
        yield "exit_fortress"


def _necromobile(rules: Rules, variant: Variant) -> Iterator[str]:
    yield "N.exit_any" if rules.mover_exit is ExitActs.ANY else "N.exit_none"
    if _has_fortress(rules, variant):
        yield "exit_fortress"
    if rules.necromobile_through_corpses:
        yield "N.through"


def _militant(rules: Rules, variant: Variant) -> Iterator[str]:
    if variant.board.has_hex_diagonals and rules.militant_diagonal == 1:
        yield "M.diagonal"
    yield "M.throne" if rules.militant_kills_power else "M.no_throne"


_MORE = {
    "C": _chief,
    "A": _assassin,
    "R": _reporter,
    "D": _diplomat,
    "N": _necromobile,
    "M": _militant,
}
