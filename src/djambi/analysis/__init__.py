"""Analysis: evaluate positions, find their best turns, review games and count their events."""

from typing import TYPE_CHECKING

from djambi.analysis.adjudication import adjudicate
from djambi.analysis.analyser import Analyser, Assessment
from djambi.analysis.game_review import (
    TurnMark,
    TurnReview,
    TurnReviewer,
    mark_for_loss,
    review_turns,
)
from djambi.analysis.proofs import ForcedWins, Proof
from djambi.analysis.review_search import ReviewSearches, review_game
from djambi.analysis.statistics import GameStatistics, Reign, game_statistics, key_events
from djambi.analysis.study import PrincipalVariation, Study, analyse, study
from djambi.forwarding import renamed

__all__ = [
    "Analyser",
    "Assessment",
    "ForcedWins",
    "GameStatistics",
    "PrincipalVariation",
    "Proof",
    "Reign",
    "ReviewSearches",
    "Study",
    "TurnMark",
    "TurnReview",
    "TurnReviewer",
    "adjudicate",
    "analyse",
    "game_statistics",
    "key_events",
    "mark_for_loss",
    "review_game",
    "review_turns",
    "study",
]


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Figures="GameStatistics",
        Line="PrincipalVariation",
        Mark="TurnMark",
        Thinker="Analyser",
        Verdict="TurnReview",
        decided="adjudicate",
        figures="game_statistics",
        mark_of="mark_for_loss",
        story="key_events",
        verdicts="review_turns",
    )
