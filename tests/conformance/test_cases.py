"""The numbered conformance suite: every case by its number."""

from __future__ import annotations

import pytest
from tests.conformance.reading import Case, cases
from tests.conformance.running import JUDGE, LIBRARY, run


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_case(case: Case) -> None:
    """By the library, and by the judge lest the case itself be mistaken."""
    run(case, LIBRARY)
    run(case, JUDGE)
