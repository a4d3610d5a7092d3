"""What the numbered cases cover: every clause, every value of every option, every reason."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from tests.conformance.reading import Case, cases, clauses
from tests.conformance.running import LIBRARY, WrongError, run

from djambi.errors import BadPosition
from djambi.position.reasons import CODES
from djambi.rules import OPTIONS, Option, Rules

CASES = cases()
QUIET_ROUNDS = ("0", "1", "50")


def values(option: Option) -> tuple[str, ...]:
    """The values of an option as text; of a number's, those that matter."""
    return option.values or QUIET_ROUNDS


def value_in(case: Case, option: Option) -> str:
    return option.text(getattr(case.rules, option.name))


def differs(case: Case, option: Option, value: str) -> bool:
    """Whether the case comes out otherwise with another value of an option."""
    rules = {each.name: getattr(case.rules, each.name) for each in OPTIONS}
    other = Rules.of(case.rules.edition, **(rules | {option.name: value}))
    try:
        run(case, LIBRARY, other)
    except BadPosition:
        return False  # no such position under the other rules: that proves nothing
    except WrongError:
        return True
    return False


def test_there_are_enough() -> None:
    assert len(CASES) >= 400
    assert max(Counter(case.id for case in CASES).values()) == 1


def test_every_clause_has_a_case() -> None:
    assert {clause.id for clause in clauses()} == {case.clause for case in CASES}


def test_every_section_has_its_clauses() -> None:
    sections = {clause.id.split("-")[0] for clause in clauses()}
    for section in ("3", "3.1", "3.2", "3.3", "3.4", "4.1", "4.2", "4.3", "4.4", "4.5"):
        assert section in sections
    for section in ("5", "6", "6.1", "7.1", "7.2", "7.3", "7.4"):
        assert section in sections


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_value_makes_a_difference(option: Option) -> None:
    """Any two values of an option are told apart by a case that says it is about the option."""
    about = [case for case in CASES if option.name in case.about]
    assert {value_in(case, option) for case in about} == set(values(option))
    apart: set[frozenset[str]] = set()
    for case in about:
        mine = value_in(case, option)
        found = [
            value for value in values(option) if value != mine and differs(case, option, value)
        ]
        assert found, f"{case.id} says that it is about {option.name}"
        apart.update(frozenset((mine, value)) for value in found)
    for pair in combinations(values(option), 2):
        assert frozenset(pair) in apart, f"{option.name}: no case tells {' from '.join(pair)}"


def test_about_names_options() -> None:
    assert {name for case in CASES for name in case.about} <= {option.name for option in OPTIONS}


def test_every_reason_has_a_case() -> None:
    told = {
        code
        for case in CASES
        for step in case.steps
        if step.word in ("illegal", "barred")
        for _, code in step.claims()
        if code is not None
    }
    assert told == set(CODES)


def test_every_family_of_boards_has_cases() -> None:
    families = Counter(case.variant.name for case in CASES)
    assert {"square-2", "square-3", "square-4", "hex-3", "hex-5", "hex-6"} <= set(families)
    assert {"polygon-3", "polygon-5", "polygon-6", "polygon-7", "polygon-8"} <= set(families)
