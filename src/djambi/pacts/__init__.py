"""Pacts: what players promise each other, and whether they kept it.

The program enforces no pact, it watches. One table (:data:`KINDS`) says of every kind of promise
which deed it is about, what the deed, the end of its rounds and the end of the game make of it,
and what voids it; :mod:`~djambi.pacts.deeds` says what is an attack and what is not;
:func:`judge` goes through the lines of a game and gives each promise its verdict, with the
line that did it. Nothing here knows players, rooms or servers.
"""

from djambi.pacts.deeds import Act, Deed, deeds_of
from djambi.pacts.judging import Finding, Pact, Reason, Watch, judge
from djambi.pacts.kinds import (
    KINDS,
    MOST_ROUNDS,
    About,
    Kind,
    Need,
    Promise,
    Verdict,
    fault_of,
    kind_of,
)
from djambi.pacts.lines import GameLine, lines_of
from djambi.pacts.words import promise_words, why_words

__all__ = [
    "KINDS",
    "MOST_ROUNDS",
    "About",
    "Act",
    "Deed",
    "Finding",
    "GameLine",
    "Kind",
    "Need",
    "Pact",
    "Promise",
    "Reason",
    "Verdict",
    "Watch",
    "deeds_of",
    "fault_of",
    "judge",
    "kind_of",
    "lines_of",
    "promise_words",
    "why_words",
]
