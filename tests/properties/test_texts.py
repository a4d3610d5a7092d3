"""What is written can be read, and means the same again (NOTATION 1, 2)."""

from __future__ import annotations

import random

from hypothesis import given, note
from tests.properties.strategies import positions, seeds, unshrunk

from djambi import Position, Setup


@unshrunk
@given(position=positions)
def test_positions(position: Position) -> None:
    text = str(position)
    note(text)
    again = Position.parse(text)
    assert str(again) == text
    assert again == position
    assert hash(again) == hash(position)
    assert again.key == position.key
    assert Setup.parse(text) == position.setup()
    assert Position.from_setup(position.setup()) == position
    assert text.isascii()
    assert len(text.split(" ")) == 8


@unshrunk
@given(position=positions, seed=seeds)
def test_turns_in_both_forms(position: Position, seed: int) -> None:
    note(str(position))
    turns = list(position.legal_turns())
    for turn in random.Random(seed).sample(turns, min(25, len(turns))):
        note(str(turn))
        assert position.turn(str(turn)) == turn
        assert position.turn(turn.long(position)) == turn
        assert str(turn) in position.legal_turns()
        assert turn in position.legal_turns()
        assert position.play(turn) == position.play(str(turn)) == position.play(turn.long(position))
        if not turn.is_pass:
            assert turn.long(position)[0] == position.pieces[turn.origin or ""].kind


@unshrunk
@given(position=positions, seed=seeds)
def test_other_than_the_right_letter_and_mark_is_refused(position: Position, seed: int) -> None:
    note(str(position))
    turns = list(position.legal_turns())
    for turn in random.Random(seed).sample(turns, min(3, len(turns))):
        text = turn.long(position)
        if turn.is_pass:
            continue
        for kind in "CARDNM":
            assert ((kind + text[1:]) in position.legal_turns()) == (kind == text[0])
        mark = position.act_mark(turn.origin or "", turn.target or "")
        at = text.index(mark)
        for other in "-x@~":
            changed = text[:at] + other + text[at + 1 :]
            assert (changed in position.legal_turns()) == (other == mark)
