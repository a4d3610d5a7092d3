"""The kernel against the slow judge of tests/judge, which shares no code with it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from tests import judge
from tests.properties.strategies import positions, seeds, thrown, unshrunk, walked

from djambi import Position

BOTH = pytest.mark.parametrize(
    "some", [pytest.param(thrown, id="thrown"), pytest.param(walked, id="walked")]
)


@BOTH
@unshrunk
@given(data=st.data(), seed=seeds)
def test_legal_turns_and_what_follows_them(
    some: st.SearchStrategy[Position], data: st.DataObject, seed: int
) -> None:
    position = data.draw(some)
    text = str(position)
    note(text)
    turns = sorted(map(str, position.legal_turns()))
    assert turns == sorted(judge.legal_turns(text))
    assert position.result == judge.result(text)
    for turn in random.Random(seed).sample(turns, min(6, len(turns))):
        note(turn)
        after = position.play(turn)
        assert str(after) == judge.play(text, turn)
        assert after.result == judge.result(str(after))
    for party in position.parties:
        if party.is_active and not position.is_over:
            note(f"{party.letter} resigns")
            assert str(position.resign(party.letter)) == judge.resign(text, party.letter)
        note(f"{party.letter} returns")
        may = position.may_rejoin(party.letter)
        assert may == judge.may_rejoin(text, party.letter)
        if may:
            assert str(position.rejoin(party.letter)) == judge.rejoin(text, party.letter)


@settings(unshrunk, max_examples=settings().max_examples // 2)
@given(position=positions, seed=seeds)
def test_of_all_that_can_be_written_the_judge_accepts_what_is_legal(
    position: Position, seed: int
) -> None:
    text = str(position)
    note(text)
    legal = position.legal_turns()
    for turn in judge.writable_turns(text, seed=seed, most=150):
        assert judge.accepts(text, turn) == (turn in legal), turn


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        pytest.param(
            "square-4 harcourt 9/9/9/9/4rC4/9/9/9/bC7yC r,b,y,g>y rbyg r+r 0 7",
            "e5-e6",
            id="a ruler leaves in a bonus turn after his own seat",
        ),
        pytest.param(
            "polygon-7 harcourt oC/20/20/20/20/20/20/rC19 r,b>r,y>r,g>r,p>r,o,w>r rbygpow o+o 0 7",
            "o-a11",
            id="the same among seven",
        ),
        pytest.param(
            "square-4 hallepee,encirclement=corpses,vassalage=permanent "
            "gC6xyC/7x1/9/9/9/4bC4/2yM6/9/rC1rM6 r,b>y~,y,g rbyg r 0 7",
            "c1-c3>i8",
            id="one who would wake falls with his lord",
        ),
        pytest.param(
            "square-3 hallepee gC7yC/9/9/9/9/9/9/7yM1/rC7bC r,b,y,g? rbyg y 0 7",
            "h2-h3",
            id="a hostage's seat does not play where vassals' seats do",
        ),
    ],
)
def test_once_gone_wrong(position: str, turn: str) -> None:
    assert str(Position.parse(position).play(turn)) == judge.play(position, turn)
