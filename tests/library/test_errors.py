"""The errors: what they say, what they carry, and that they survive the way between processes."""

from __future__ import annotations

import pickle

import pytest

from djambi.errors import (
    AmbiguousTurn,
    BadPosition,
    BadRecord,
    BadRules,
    DjambiError,
    Fault,
    IllegalTurn,
    TurnError,
    UnknownCell,
    UnreadableTurn,
    quoted,
)

ERRORS: list[tuple[DjambiError, str]] = [
    (DjambiError("no such thing"), "no such thing"),
    (UnknownCell("z9", "square"), "'z9' is not a cell of the board square"),
    (BadRules("unknown edition 'x'"), "unknown edition 'x'"),
    (BadPosition([Fault("turn", "missing"), Fault("ply", "'x'")]), "turn: missing; ply: 'x'"),
    (UnreadableTurn("P", "??", "is no turn"), "'??': is no turn (in P)"),
    (IllegalTurn("P", "a1-a2", "a2 is taken"), "'a1-a2': a2 is taken (in P)"),
    (
        AmbiguousTurn("P", "Mc3", "fits several", ["c3-c4", "c3-c5"]),
        "'Mc3': fits several (in P)",
    ),
    (BadRecord("a tag has no value", 3, 14), "line 3, column 14: a tag has no value"),
]

every_error = pytest.mark.parametrize(
    ("error", "text"), ERRORS, ids=[type(error).__name__ for error, _ in ERRORS]
)


@every_error
def test_every_error_is_a_djambi_error_with_its_text(error: DjambiError, text: str) -> None:
    assert isinstance(error, ValueError)
    assert str(error) == text


@every_error
def test_every_error_can_be_pickled(error: DjambiError, text: str) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == text
    assert vars(copy) == vars(error)


def test_what_errors_carry() -> None:
    ambiguous = AmbiguousTurn("P", "Mc3", "fits several", ["c3-c4", "c3-c5"])
    assert isinstance(ambiguous, TurnError)
    assert ambiguous.candidates == ("c3-c4", "c3-c5")
    assert (ambiguous.position, ambiguous.text, ambiguous.reason) == ("P", "Mc3", "fits several")
    assert BadPosition([Fault("turn", "missing")]).faults == (Fault("turn", "missing"),)
    record = BadRecord("what", 3, 14)
    assert (record.message, record.line, record.column) == ("what", 3, 14)


@pytest.mark.parametrize(
    ("given", "expected"),
    [("e5", "'e5'"), ("it's", '"it\'s"'), ("a\nb", r"'a\nb'"), ("\x1b[31m", r"'\x1b[31m'")],
)
def test_quoted_text_is_escaped(given: str, expected: str) -> None:
    assert quoted(given) == expected


def test_quoted_text_is_cut() -> None:
    assert quoted("x" * 60) == repr("x" * 60)
    assert quoted("x" * 61) == repr("x" * 60) + "… (61 characters)"
