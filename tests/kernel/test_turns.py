"""Packed turns: every part is read as it was set, and no other part changes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.properties.strategies import positions, unshrunk

from djambi import Position
from djambi.kernel import turns
from djambi.kernel.rules.codes import NO_CELL

PARTS = {
    turns.ORIGIN: turns.origin,
    turns.TARGET: turns.target,
    turns.PLACE: turns.place,
    turns.VICTIMS: turns.victims,
    turns.EXIT: turns.exit,
    turns.EXIT_PLACE: turns.exit_place,
    turns.EXIT_VICTIMS: turns.exit_victims,
}
packed = st.integers(0, (1 << 57) - 1)


@given(turn=packed, part=st.sampled_from(sorted(PARTS)), value=st.integers(0, 255))
def test_a_part_is_read_as_it_was_set(turn: int, part: int, value: int) -> None:
    changed = turns.with_part(turn, part, value)
    assert PARTS[part](changed) == turns.part(changed, part) == value
    assert turns.places_last(changed) == turns.places_last(turn)
    for other, read in PARTS.items():
        assert other == part or read(changed) == read(turn)


@given(turn=packed)
def test_what_comes_before_the_exit(turn: int) -> None:
    act = turns.act(turn)
    assert turns.same_act(act, turn) and turns.same_step(act, turn)
    assert turns.exit(act) == turns.exit_place(act) == NO_CELL
    assert turns.exit_victims(act) == 0 and not turns.places_last(act)
    assert turns.places_last(turns.placing_last(turn))


def test_a_step_has_nothing_but_origin_and_target() -> None:
    step = turns.step(40, 31)
    assert [read(step) for read in PARTS.values()] == [40, 31, NO_CELL, 0, NO_CELL, NO_CELL, 0]
    assert turns.step(NO_CELL, NO_CELL) == turns.PASS


@unshrunk
@given(position=positions)
def test_a_turn_names_the_parts_of_its_packed_form(position: Position) -> None:
    for turn in list(position.legal_turns())[:300]:
        cells = {
            turns.ORIGIN: turn.origin,
            turns.TARGET: turn.target,
            turns.PLACE: turn.place,
            turns.EXIT: turn.exit,
            turns.EXIT_PLACE: turn.exit_place,
        }
        for part, name in cells.items():
            cell = turns.part(turn.packed, part)
            assert name == (None if cell == NO_CELL else position.board.cells[cell])
        assert len(turn.victims) == turns.victims(turn.packed).bit_count()
        assert len(turn.exit_victims) == turns.exit_victims(turn.packed).bit_count()
        assert turn.places_last == turns.places_last(turn.packed)
