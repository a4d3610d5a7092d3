"""What a position is worth to everybody, what could be played in it, and how a game went."""

from djambi.analysis.decided import decided
from djambi.analysis.figures import Figures, Reign, figures, story
from djambi.analysis.games import Mark, Verdict, mark_of, verdicts
from djambi.analysis.study import Line, Study, analyse, study
from djambi.analysis.thinker import Assessment, Thinker

__all__ = [
    "Assessment",
    "Figures",
    "Line",
    "Mark",
    "Reign",
    "Study",
    "Thinker",
    "Verdict",
    "analyse",
    "decided",
    "figures",
    "mark_of",
    "story",
    "study",
    "verdicts",
]
