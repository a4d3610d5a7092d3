"""Exact values of positions with three men: the one place that others ask, at any time.

The tables count the winner's own turns. They are made in some tenths of a second when they are
first asked for, and stay in memory. The interpreted kernel would need half a minute, and has none.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Final

from djambi.endings.endings import Endings, EndingValue
from djambi.errors import DjambiError
from djambi.kernel import COMPILED
from djambi.position import Position, Turn
from djambi.rules import Rules, Variant

THREE_MEN: Final = 3
"""How many pieces and corpses may be on the board, both Chiefs counted."""

KEPT_RULES: Final = 8
"""The rules and boards whose tables stay in memory: at most 2 MB each."""

_LOCK: Final = Lock()


def may_be_exact(position: Position) -> bool:
    """Return whether this position has few enough men, and so all that it leads to has.

    Men never leave the board: who dies remains as a corpse.

    >>> may_be_exact(Position.start())
    False
    """
    return COMPILED and len(position.pieces) + len(position.corpses) <= THREE_MEN


def exact_value(position: Position) -> EndingValue | None:
    """Return who wins a position of three men, and in how many of the winner's own turns.

    None where no table covers it (see `Endings.material_of`), with the interpreted kernel, and
    where the quiet limit (RULES 7.4), which the tables leave out, might come before the win.

    >>> board = "8yC/9/9/9/rC8/9/9/9/9"
    >>> position = Position.parse(f"square-4 original {board} r,b>r,y,g>y rbyg r 0 0")
    >>> exact_value(position) if may_be_exact(position) else EndingValue(None, 0)
    EndingValue(winner=None, turns=0)
    """
    if not may_be_exact(position):
        return None
    with _LOCK:
        endings = _endings(position.variant, position.rules)
        value = None if endings is None else endings.probe(position)
    return value if value is None or value.in_time else None


def best_exact_turn(position: Position) -> Turn | None:
    """Return the mover's best turn: soonest to win, latest to lose; None where `exact_value` does.

    >>> board = "8yC/9/9/9/4rC4/9/9/9/9"
    >>> position = Position.parse(f"square-4 original {board} r,b>r,y,g>y rbyg r 0 0")
    >>> str(best_exact_turn(position)) if may_be_exact(position) else "e5-i9>a1"
    'e5-i9>a1'
    """
    if exact_value(position) is None:
        return None
    with _LOCK:
        endings = _endings(position.variant, position.rules)
        rated = None if endings is None else endings.rated_turns(position)
    return rated[0].turn if rated else None


@lru_cache(KEPT_RULES)
def _endings(variant: Variant, rules: Rules) -> Endings | None:
    """Return the tables for a board and rules, None if there are none."""
    try:
        return Endings(variant, rules, own_turns=True)
    except DjambiError:
        return None
