"""Pacts: what players promise each other, and whether they kept it.

The program does not enforce pacts, it monitors them. One table (:data:`KINDS`) has a rule for each
kind of promise: the deed that it is about, the verdict on that deed, at the end of its rounds and
at the end of the game, and what voids it. :mod:`~djambi.pacts.deeds` defines what counts as an
attack. :func:`judge` goes through the lines of a game and gives each promise its verdict, with the
line that decided it. Nothing here knows players, rooms or servers.
"""

from typing import TYPE_CHECKING

from djambi.forwarding import renamed
from djambi.pacts.deeds import Act, Deed, deeds_of
from djambi.pacts.judging import Finding, Pact, PactMonitor, VerdictReason, judge
from djambi.pacts.kinds import (
    KINDS,
    MAX_ROUNDS,
    Precondition,
    Promise,
    PromiseKind,
    PromiseRule,
    PromiseSubject,
    Verdict,
    fault_of,
    kind_of,
)
from djambi.pacts.lines import GameLine, lines_of
from djambi.pacts.sentences import promise_sentence, reason_phrase

__all__ = [
    "KINDS",
    "MAX_ROUNDS",
    "Act",
    "Deed",
    "Finding",
    "GameLine",
    "Pact",
    "PactMonitor",
    "Precondition",
    "Promise",
    "PromiseKind",
    "PromiseRule",
    "PromiseSubject",
    "Verdict",
    "VerdictReason",
    "deeds_of",
    "fault_of",
    "judge",
    "kind_of",
    "lines_of",
    "promise_sentence",
    "reason_phrase",
]


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        About="PromiseSubject",
        Kind="PromiseRule",
        MOST_ROUNDS="MAX_ROUNDS",
        Need="Precondition",
        Reason="VerdictReason",
        Watch="PactMonitor",
        promise_words="promise_sentence",
        why_words="reason_phrase",
    )
