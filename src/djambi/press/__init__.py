"""What a newspaper makes of a finished game: its facts, its headlines, its obituaries.

Everything is a pure function of the game's lines, so that every process tells the same story; and
every sentence is true of the game: its values are facts, its template was chosen by facts.
"""

from djambi.press.editing import PaperEdition, edition_of
from djambi.press.facts import Fall, FallCause, Grudge, Moment, PaperFacts, facts_of
from djambi.press.sentences import PaperSentence

__all__ = [
    "Fall",
    "FallCause",
    "Grudge",
    "Moment",
    "PaperEdition",
    "PaperFacts",
    "PaperSentence",
    "edition_of",
    "facts_of",
]
