"""The numbered conformance suite: every case by its number."""

from __future__ import annotations

import pytest
from tests import judge
from tests.conformance.reading import Case, cases
from tests.conformance.running import JUDGE, LIBRARY, WrongError, run

from djambi import Position

MANY = 1_000
"""Positions with more turns are left out: they are too long a list for the judge."""


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_case(case: Case) -> None:
    """By the library, and by the judge lest the case itself be mistaken."""
    wrong = ""
    try:
        run(case, LIBRARY)
        run(case, JUDGE)
    except WrongError as error:
        wrong = str(error)
    # The whole report is what a player can read: the calls that led to it would bury it.
    if wrong:
        pytest.fail(wrong, pytrace=False)


def test_turns_of_all_cases_are_counted_and_listed_as_judged() -> None:
    """A case claims some turns of its position; here are all, and counting is not listing."""
    for text in dict.fromkeys(case.position(case.rules) for case in cases()):
        legal = Position.parse(text).legal_turns()
        if len(legal) <= MANY:
            judged = sorted(judge.legal_turns(text))
            assert (len(legal), sorted(map(str, legal))) == (len(judged), judged), text
