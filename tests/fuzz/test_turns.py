"""Whatever is read as a turn, a stage, a cell or a party: a legal turn, or one of our errors."""

from __future__ import annotations

import random
import tracemalloc
from sys import getsizeof

import pytest
from hypothesis import given, note
from tests.fuzz.mutations import HUGE, any_text, attempt, chances, mutated
from tests.properties.strategies import positions, unshrunk

from djambi import (
    AmbiguousTurn,
    DjambiError,
    IllegalTurn,
    Position,
    Turn,
    TurnError,
    UnknownCell,
    UnreadableTurn,
)


def ask(position: Position, text: str) -> None:
    """Read a turn: a legal one comes out, or one of the three errors with all that it carries."""
    found = attempt(lambda: position.turn(text), TurnError)
    if isinstance(found, Turn):
        assert found in position.legal_turns()
        assert str(found) in position.legal_turns()
        assert text in position.legal_turns()
        return
    assert isinstance(found, UnreadableTurn | IllegalTurn | AmbiguousTurn)
    assert found.position == str(position)
    assert found.text == text
    assert 0 < len(found.reason) < 1000
    assert len(str(found)) < 4000
    assert text not in position.legal_turns()
    if isinstance(found, AmbiguousTurn):
        assert len(found.candidates) > 1
        assert all(one in position.legal_turns() for one in found.candidates[:5])


def walk(position: Position, prefix: str) -> None:
    found = attempt(lambda: position.stage(prefix), IllegalTurn)
    if isinstance(found, IllegalTurn):
        assert 0 < len(found.reason) < 1000
    else:
        assert found.choices or found.turn is not None


@unshrunk
@given(position=positions, chance=chances)
def test_turns_with_accidents(position: Position, chance: random.Random) -> None:
    note(str(position))
    turns = list(position.legal_turns())
    for _ in range(15 if turns else 0):
        turn = chance.choice(turns)
        right = chance.choice((str(turn), turn.long(position)))
        text = mutated(right, chance, (*position.board.cells[:20], ">", "*", "/", "--"))
        note(repr(text))
        ask(position, text)
        ask(position, right[: chance.randint(0, len(right))])
        walk(position, text)
        walk(position, str(turn)[: chance.randint(0, len(right))])


@unshrunk
@given(position=positions, text=any_text)
def test_any_text(position: Position, text: str) -> None:
    note(str(position))
    ask(position, text)
    walk(position, text)
    cell = next(iter(position.pieces))
    if text not in position.board.cells:
        for origin, target in ((cell, text), (text, cell)):
            with pytest.raises(UnknownCell):
                position.why_not(origin, target)
        for some in ((text, None), (None, text)):
            with pytest.raises(UnknownCell):
                position.legal_turns(*some)
    if text not in tuple(position.variant.parties):
        with pytest.raises(DjambiError):
            position.resign(text)
        with pytest.raises(DjambiError):
            position.party(text)


@pytest.mark.parametrize("text", HUGE, ids=lambda text: repr(text[:4]))
def test_huge_texts_are_refused_without_being_taken_apart(text: str) -> None:
    position = Position.start()
    tracemalloc.start()
    try:
        for whole in (text, f"c3-e3{text}", f"c3-{text}"):
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            ask(position, whole)
            with pytest.raises(IllegalTurn) as raised:
                position.stage(whole)
            assert len(raised.value.reason) < 1000
            with pytest.raises(UnknownCell):
                position.why_not("c3", whole)
            with pytest.raises(DjambiError):
                position.party(whole)
            assert tracemalloc.get_traced_memory()[1] - before < 5 * getsizeof(whole)
    finally:
        tracemalloc.stop()
