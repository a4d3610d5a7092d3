"""Which promises make sense, and how they are said."""

from __future__ import annotations

import pytest

from djambi import DjambiError, Position
from djambi.pacts import (
    KINDS,
    Precondition,
    Promise,
    PromiseSubject,
    VerdictReason,
    fault_of,
    promise_sentence,
    reason_phrase,
)
from djambi.texts import has, say

START = Position.start()
RULING = Position.parse(
    "square-4 original 7yC1/3bC5/9/9/4rC4/2rM1bA4/4bM4/4rN4/8gC r,b,y,g! rbyg b 0 0"
)


@pytest.mark.parametrize(
    ("promise", "position", "fault"),
    [
        (Promise("r", "peace", 3, "b"), START, None),
        (Promise("r", "spare", 3, cell="a9"), START, None),
        (Promise("r", "leave", 1), RULING, None),
        (Promise("r", "peace", 0, "b"), START, "promise_rounds"),
        (Promise("r", "peace", 21, "b"), START, "promise_rounds"),
        (Promise("z", "peace", 3, "b"), START, "promise_party"),
        (Promise("r", "peace", 3, "z"), START, "promise_party"),
        (Promise("r", "peace", 3, ""), START, "promise_party"),
        (Promise("rb", "peace", 3, "y"), START, "promise_party"),
        (Promise("r", "peace", 3), START, "promise_about"),
        (Promise("r", "no_power", 3, "b"), START, "promise_about"),
        (Promise("r", "peace", 3, cell="a9"), START, "promise_about"),
        (Promise("r", "peace", 3, "r"), START, "promise_self"),
        (Promise("r", "spare", 3, cell="a1"), START, "promise_self"),
        (Promise("y", "spare", 3, cell="a9"), Position.start("square-2"), "promise_self"),
        (Promise("r", "spare", 3, cell="a9"), Position.start("square-2"), None),
        (Promise("r", "spare", 3, cell="e5"), START, "promise_piece"),
        (Promise("r", "spare", 3, cell="z1"), START, "promise_piece"),
        (Promise("r", "leave", 3), START, "promise_no_power"),
        (Promise("r", "no_power", 3), RULING, "promise_power"),
        (Promise("g", "peace", 3, "b"), RULING, "promise_gone"),
        (Promise("r", "peace", 3, "g"), RULING, "promise_gone"),
    ],
)
def test_faults(promise: Promise, position: Position, fault: str | None) -> None:
    assert fault_of(promise, position) == fault


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(DjambiError, match=r"unknown kind of promise 'marriage'; known: peace"):
        fault_of(Promise("r", "marriage", 1), START)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_everything_can_be_said(lang: str) -> None:
    for kind in KINDS:
        other = "b" if kind.about is PromiseSubject.PARTY else None
        cell = "a9" if kind.about is PromiseSubject.PIECE else None
        piece = START.piece_at("a9") if cell else None
        for rounds in (1, 2):
            said = promise_sentence(Promise("r", kind.name, rounds, other, cell), lang, piece)
            assert "{" not in said and str(rounds) in said
        assert has(f"pact.kind.{kind.name}", lang) and has(f"pact.deed.{kind.name}", lang)
    for need in Precondition:
        assert say(f"pact.need.{need.value}", lang)
    for reason in VerdictReason:
        assert reason_phrase(reason, lang)


def test_of_a_dead_piece_nobody_is_said_to_have_killed_it() -> None:
    """Whoever promised may have walled it in."""
    assert reason_phrase(VerdictReason.PIECE_GONE, "en") == "the piece is dead"
    assert reason_phrase(VerdictReason.PIECE_GONE, "fr") == "la pièce est morte"
