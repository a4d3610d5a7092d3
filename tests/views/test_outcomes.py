"""What turns brought about, as one paragraph."""

from __future__ import annotations

from djambi.position.outcome import Happening, HappeningKind
from djambi.views.outcomes import happenings_words

STEP = Happening(HappeningKind.MOVED, "r", "M", "c3", "e3", by="r")


def killed(cell: str) -> Happening:
    return Happening(HappeningKind.KILLED, "b", "M", cell, "h2", "r", "M")


def test_a_step_is_not_told_where_its_act_tells_it_again() -> None:
    assert happenings_words([STEP, killed("e3")]) == happenings_words([killed("e3")])
    # A Reporter kills beside the cell that it goes to.
    told = [STEP, killed("e4")]
    assert happenings_words(told).en == " ".join(one.sentence("en") for one in told)
    assert happenings_words([killed("e3"), STEP]).fr.endswith(STEP.sentence("fr"))
    # An act is told, whatever comes after it in the same place.
    assert happenings_words([killed("e3"), killed("h2")]).en.count("kills") == 2
