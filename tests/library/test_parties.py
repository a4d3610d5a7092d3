"""Who is active, who controls whom, and whose pieces stand where (RULES 1), in sampled games."""

from __future__ import annotations

import pytest
from tests.library.playing import SEEDED, some_play

from djambi import DjambiError, Position


@pytest.mark.parametrize(("variant", "edition", "seed"), SEEDED)
def test_letters_agree_with_the_states_of_the_parties(
    variant: str, edition: str, seed: int, compiled: bool
) -> None:
    for position in some_play(variant, edition, seed, 120 if compiled else 20):
        states = {party.letter: party.status for party in position.parties}
        assert [*position.active] == [x for x, status in states.items() if status == "active"]
        assert all(position.party(x).is_active == (x in position.active) for x in states)
        assert all(
            position.party(x).is_vassal == (status in ("vassal", "inherited"))
            for x, status in states.items()
        )
        for letter in states:
            others = position.opponents(letter)
            assert {*others} == {*position.active} - {letter}
            controlled = position.controlled_by(letter)
            assert {*controlled} == {x for x in states if position.controller(x) == letter}
            assert (letter in controlled) == (letter in position.active)
        assert position.opponents(None) == position.active


@pytest.mark.parametrize(("variant", "edition", "seed"), SEEDED)
def test_pieces_and_chiefs_are_those_on_the_board(
    variant: str, edition: str, seed: int, compiled: bool
) -> None:
    for position in some_play(variant, edition, seed, 120 if compiled else 20):
        letters = position.variant.parties
        assert position.pieces_of(letters) == position.pieces
        assert position.pieces_of("") == {}
        for letter in letters:
            own = position.pieces_of(letter)
            assert {piece.party for piece in own.values()} <= {letter}
            chiefs = [cell for cell, piece in own.items() if piece.kind == "C"]
            assert position.chief_of(letter) == (chiefs[0] if chiefs else None)


def test_letters_come_in_seat_order_once_each() -> None:
    variant = Position.start("polygon-5").variant
    assert variant.in_seat_order("gbrbz") == "rbg"
    assert variant.in_seat_order("") == ""


@pytest.mark.parametrize("party", ["x", "", "rb"])
def test_what_is_no_party_of_the_variant_is_refused_and_not_taken_for_a_dead_one(
    party: str,
) -> None:
    start = Position.start()
    for asked in (start.chief_of, start.controlled_by, start.controlled_pieces, start.opponents):
        with pytest.raises(DjambiError, match=f"'{party}' is not a party of square-4"):
            asked(party)
