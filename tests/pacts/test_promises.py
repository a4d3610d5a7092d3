"""Which promises make sense, and how they are said."""

from __future__ import annotations

import pytest

from djambi import DjambiError, Position
from djambi.game import Game
from djambi.pacts import (
    KINDS,
    Act,
    Deed,
    GameLine,
    Pact,
    Precondition,
    Promise,
    PromiseSubject,
    Verdict,
    VerdictReason,
    deeds_of,
    fault_of,
    judge,
    lines_of,
    promise_sentence,
    reason_phrase,
)
from djambi.pacts.deeds import piece_after
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


def test_a_piece_that_a_purge_takes_is_followed_no_further() -> None:
    start = Position.parse(
        "hex-6 harcourt-advanced 6yC/8/9/10/11/6bM5/5rC7/12/11/10/9/8/bC6 "
        "r,b,y,g>b,p>b,o>b rbygpo r 0 0"
    )
    line = GameLine(start, "r", start.turn("f7-g7"), start.play("f7-g7"))
    assert piece_after("g8", line, deeds_of(line)) is None
    assert piece_after("g13", line, deeds_of(line)) == "g13"


def test_nobody_attacks_themselves() -> None:
    own = Deed(Act.KILL, "r", "r", "e4", "a1")
    assert not own.attacks("r")


def test_a_pact_made_after_the_last_line_is_judged_by_the_position_there() -> None:
    line = GameLine(RULING, "b", None, RULING.resign("b"))
    [leave, peace] = judge(
        Pact((Promise("r", "leave", 2), Promise("r", "peace", 2, "b")), start=1), [line]
    )
    assert leave.open and leave.left == 2
    assert (peace.verdict, peace.reason) == (Verdict.VOID, VerdictReason.OTHER_FELL)


def test_a_line_is_the_act_of_whoever_plays_not_of_the_seat() -> None:
    start = "square-4 hallepee 8yC/9/9/9/9/9/2bM6/9/rC7gC r,b>r,y,g rbyg b 0 0"
    game = Game(Position.parse(start))
    game.play("c3-c4")
    game.agree_draw()
    assert [line.party for line in lines_of(game)] == ["r", ""]
