"""The coup of the first screen is the one of its record."""

from __future__ import annotations

import prepare_coup


def test_the_coup_is_that_of_the_record() -> None:
    """Whoever changes the record, or the rules, writes the file anew."""
    assert prepare_coup.TARGET.read_text(encoding="utf-8") == prepare_coup.text()


def test_it_is_a_coup() -> None:
    """The Chief takes the throne, leaves it to kill another, inherits an army, and comes back."""
    kinds = [one["kind"] for step in prepare_coup.coup() for one in step["happenings"]]
    assert kinds.count("power") == 2
    assert kinds.index("power") < kinds.index("vassal")
    assert kinds[-1] == "power"
