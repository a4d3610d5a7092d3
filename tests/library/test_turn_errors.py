"""Unreadable, illegal and ambiguous turns: three errors, each with its position and reason."""

from __future__ import annotations

import copy
import pickle
from typing import Final

import pytest
from tests.library.playing import SEEDED, sampled, some_play
from tests.positions import MUST_PASS

from djambi import (
    AmbiguousTurn,
    DjambiError,
    IllegalTurn,
    Position,
    Rules,
    Setup,
    TurnError,
    UnreadableTurn,
    Variant,
)

START: Final = str(Position.start())
# The Chief of Blue is in power on e5; exit comes before placement.
RULER: Final = "square-4 original yC7gC/9/9/6bM2/4bC4/9/9/1rD7/rC1x4xrR r,b,y,g rbyg r 0 0"
ASSASSIN: Final = "square-4 original yC7gC/9/9/6bM2/4bC4/9/6bM2/1rA7/rC1x4xrR r,b,y,g rbyg r 0 0"
MILITANT: Final = "square-4 original yC7gC/9/9/9/4bC4/9/2rM6/9/rC7x r,b,y,g rbyg r 0 0"
# A Reporter that must kill, and may kill only one.
REPORTER: Final = (
    "square-4 hallepee 4yC4/9/9/3bM5/3bM1bN3/3bA2bR2/4rR4/9/rC6bCgC r,b,y,g rbyg r 0 0"
)
# One that need not, and one that may kill several, chosen one by one.
SPARING: Final = REPORTER.replace("hallepee", "original")
SEVERAL: Final = REPORTER.replace("hallepee", "hallepee,reporter_targets=some")
OVER: Final = "square-4 original 9/9/9/9/9/9/9/9/rC8 r,b>r,y>r,g>r rbyg =r 0 9"
KEPT: Final = (
    "square-2 hallepee gCgAgM3yMyAyC/gRgDgM3yMyDyR/gMgMgN3yNyMyM/9/9/9/rMrMrN3bNbMbM"
    "/rRrDrM3bMbDbR/rCrArM3bMbAbC r,b>r,y,g>y rbyg r 0 0"
)

UNREADABLE: Final = {
    "": "column 1: expected a cell, a piece's letter or --, found the end",
    "?": "column 1: expected a cell, a piece's letter or --, found '?'",
    "c3": "column 3: expected one of - x @ ~, found the end",
    "c3-": "column 4: expected the cell to go to, found the end",
    "c3+e3": "column 3: expected one of - x @ ~, found '+'",
    "c3-z9": "column 4: the board has no cell z9",
    "z9-c3": "column 1: the board has no cell z9",
    "c3-e3>": "column 7: expected the cell of a placement, found the end",
    "c3-e3*": "column 7: expected the cell of a victim, found the end",
    "c3-e3/": "column 7: expected the cell of the exit, found the end",
    "c3-e3 e4": "column 6: expected > * / or the end, found ' '",
    "c3-e3>e4>e5": "column 9: expected * / or the end, found '>'",
    "C": "column 2: expected a cell, found the end",
    "Xc3-e3": "column 1: expected a cell, a piece's letter or --, found 'X'",
    "---": "column 1: expected a cell, a piece's letter or --, found '-'",
    "x" * 100_000: "column 1: 100000 characters are too many for a turn",
    "é3-e3": "column 1: expected a cell, a piece's letter or --, found 'é'",
}


@pytest.mark.parametrize(("text", "reason"), UNREADABLE.items())
def test_unreadable(text: str, reason: str) -> None:
    position = Position.start()
    with pytest.raises(UnreadableTurn) as caught:
        position.play(text)
    error = caught.value
    assert (error.position, error.text, error.reason) == (START, text, reason)
    assert text not in position.legal_turns()
    assert position.find(text) is None
    assert len(str(error)) < 500


ILLEGAL: Final = [
    (START, "--", "only a party without a legal turn passes"),
    (START, "a1-e5", "Something stands in the way."),
    (START, "e5-e6", "There is no piece on this cell."),
    (START, "c3-c3", "The piece stands there already."),
    (START, "c3-e4", "No straight line leads there."),
    (START, "h8-h5", "This piece is commanded by another player."),
    (START, "c3-e3>a5", "c3-e3 is a whole turn, without >a5"),
    (START, "c3-e3*a5", "c3-e3 is a whole turn, without *a5"),
    (START, "c3-e3/e4", "c3-e3 is a whole turn, without /e4"),
    (START, "Mc3-e3", "a piece N stands on c3, not M"),
    (START, "Mc3-e4", "a piece N stands on c3, not M"),
    (START, "Me5-e6", "no living piece stands on e5, not M"),
    (START, "Nc3xe3", "what it does on e3 is marked -, not x"),
    (START, "c3xe3", "what it does on e3 is marked -, not x"),
    (RULER, "b2-e5>a5", "after b2-e5 comes one of /e1 /b2 /e2 …, not >a5"),
    (RULER, "b2-e5/a1>a5", "after b2-e5 comes one of /e1 /b2 /e2 …, not /a1"),
    (RULER, "b2-e5/e8>e5", "after b2-e5/e8 comes one of >b1 >d1 >e1 …, not >e5"),
    (RULER, "b2-e5/e8>a5*d4", "b2-e5/e8>a5 is a whole turn, without *d4"),
    (RULER, "b2-e5/e8>a5>a4", "b2-e5/e8>a5 is a whole turn, without >a4"),
    (RULER, "Db2-e5/e8>a5", "what it does on e5 is marked @, not -"),
    (RULER, "Db2@e5/@e8>a5", "what it does on e8 is marked -, not @"),
    (ASSASSIN, "Ab2xe5/xe8>a5", "what it does on e8 is marked -, not x"),
    (MILITANT, "c3-e5>a5", "A Militant may not attack a Chief in the maze."),
    (MILITANT, "c3-f6", "Something stands in the way."),
    (MILITANT, "c3-c6", "A Militant does not go that far."),
    (REPORTER, "e3-e5", "Only a Chief may stop in the maze."),
    (REPORTER, "e3-g3", "written whole it is e3-g3*g4"),
    (REPORTER, "e3-f4*e5", "after e3-f4 comes one of *g4 *f5, not *e5"),
    (REPORTER, "e3-f4*f5*f5", "after e3-f4 comes one of *g4 *f5, not *f5*f5"),
    (REPORTER, "e3-f4*g4*f5", "after e3-f4 comes one of *g4 *f5, not *g4*f5"),
    (REPORTER, "e3-e4*d4*f4", "after e3-e4 comes one of *d4, not *d4*f4"),
    (SPARING, "e3-f4*e5", "after e3-f4 comes one of *g4 *f5, not *e5"),
    (SEVERAL, "e3-f4/a1", "after e3-f4 comes one of *g4 *f5, not /a1"),
    (SEVERAL, "e3-f4*g4*e5", "after e3-f4*g4 comes one of *f5, not *e5"),
    (SEVERAL, "e3-f4*g4*f5*d4", "e3-f4*g4*f5 is a whole turn, without *d4"),
    (MUST_PASS, "a1-a3", "r has no legal turn and passes with --"),
    (OVER, "a1-a2", "the game is over"),
    (OVER, "--", "the game is over"),
    (KEPT, "h3-f3", "This turn belongs to another of your colours."),
]


@pytest.mark.parametrize(("position", "text", "reason"), ILLEGAL)
def test_illegal(position: str, text: str, reason: str) -> None:
    here = Position.parse(position)
    for attempt in (here.play, here.turn):
        with pytest.raises(IllegalTurn) as caught:
            attempt(text)
        error = caught.value
        assert (error.position, error.text, error.reason) == (position, text, reason)
        assert str(error) == f"{text!r}: {reason} (in {position})"
    assert text not in here.legal_turns()


AMBIGUOUS: Final = [
    (RULER, "b2-e5", "it leaves a choice open: b2-e5/d5>b1, b2-e5/d5>d1, b2-e5/d5>e1 …"),
    (RULER, "Db2@e5", "it leaves a choice open: b2-e5/d5>b1, b2-e5/d5>d1, b2-e5/d5>e1 …"),
    (RULER, "b2-e5/e8", "it leaves a choice open: b2-e5/e8>b1, b2-e5/e8>d1, b2-e5/e8>e1 …"),
    (ASSASSIN, "b2-e5", "it leaves a choice open: b2-e5/d5>b1, b2-e5/d5>d1, b2-e5/d5>e1 …"),
    (REPORTER, "e3-f4", "it leaves a choice open: e3-f4*g4, e3-f4*f5"),
]


@pytest.mark.parametrize(("position", "text", "reason"), AMBIGUOUS)
def test_ambiguous(position: str, text: str, reason: str) -> None:
    here = Position.parse(position)
    with pytest.raises(AmbiguousTurn) as caught:
        here.play(text)
    error = caught.value
    assert (error.position, error.text) == (position, text)
    assert error.reason.startswith(reason)
    assert len(error.candidates) > 1
    short = text.lstrip("CARDNM").replace("@", "-")
    legal = {str(turn) for turn in here.legal_turns()}
    going_on = {turn for turn in legal if turn.startswith(short)}
    assert set(error.candidates) <= going_on
    # They are not listed without end.
    assert len(error.candidates) == min(len(going_on), 1000)
    assert text not in here.legal_turns()


def test_a_name_is_not_taken_for_the_beginning_of_another() -> None:
    # The red Chief stands on g1; g10 to g12 are empty and do not begin with it.
    chiefs = {"g1": "rC", "m1": "bC", "m7": "yC", "g13": "gC", "a13": "pC", "a7": "oC"}
    setup = Setup.empty(Variant.get("hex-6"), Rules.of()).with_cells(chiefs)
    position = Position.from_setup(setup.with_cells({"g3": "rM", "g4": "bM"}))
    assert {"g3-g4>g10", "g3-g4>g12"} <= set(map(str, position.legal_turns()))
    with pytest.raises(IllegalTurn, match="not >g1"):
        position.play("g3-g4>g1")


def test_a_turn_of_another_position_or_board_is_refused() -> None:
    start = Position.start()
    turn = start.turn("c3-e3")
    after = start.play(turn)
    with pytest.raises(IllegalTurn) as caught:
        after.play(turn)
    assert caught.value.text == "c3-e3"
    assert turn not in after.legal_turns()
    for other in ("hex-3", "polygon-4"):
        elsewhere = Position.start(other)
        assert turn not in elsewhere.legal_turns()
        with pytest.raises(IllegalTurn):
            elsewhere.play(turn)


def test_the_three_kinds_are_turn_errors_and_travel() -> None:
    for text, kind in (("?", UnreadableTurn), ("--", IllegalTurn), ("b2-e5", AmbiguousTurn)):
        with pytest.raises(TurnError) as caught:
            Position.parse(RULER).play(text)
        error = caught.value
        assert type(error) is kind
        assert isinstance(error, DjambiError)
        for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert type(other) is kind
            assert vars(other) == vars(error)


@pytest.mark.parametrize(("variant", "edition", "seed"), SEEDED)
def test_every_legal_turn_is_read_in_both_forms(
    variant: str, edition: str, seed: int, compiled: bool
) -> None:
    plies, many = (150, 4) if compiled else (30, 1)
    for position in sampled(some_play(variant, edition, seed, plies), many, seed):
        turns = list(position.legal_turns())
        # Some of them: one position may have thousands.
        for turn in turns[:: len(turns) // 40 + 1]:
            assert position.turn(str(turn)) == turn
            assert position.turn(turn.long(position)) == turn
            assert str(turn) in position.legal_turns()
