"""Exact endings: who wins with a few pieces on an open board, and in how many turns.

`Material` says what is on the board, `Endings` makes the tables of all that it can become and keeps
them in a folder; `docs/endings.md` has what came of it.
"""

from djambi.endings.endings import (
    Endings,
    EndingValue,
    RatedTurn,
    quiet_limit,
    unsupported_option,
)
from djambi.endings.material import FOUR_MAN_ENDINGS, THREE_MAN_ENDINGS, Material
from djambi.endings.statistics import EndingStatistics, statistics_of
from djambi.endings.three_men import best_exact_turn, exact_value, may_be_exact

__all__ = [
    "FOUR_MAN_ENDINGS",
    "THREE_MAN_ENDINGS",
    "EndingStatistics",
    "EndingValue",
    "Endings",
    "Material",
    "RatedTurn",
    "best_exact_turn",
    "exact_value",
    "may_be_exact",
    "quiet_limit",
    "statistics_of",
    "unsupported_option",
]
