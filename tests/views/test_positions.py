"""A position as a board shows it is the position, whole."""

from __future__ import annotations

import pytest

from djambi import Position
from djambi.views.positions import (
    UPCOMING_TURNS,
    PartyView,
    UpcomingView,
    pieces_and_corpses,
    position_view,
)

# Red is in power and has a turn after each of the others; green, who resigned, is its vassal.
POWER = "square-4 original 8yC/9/9/9/4rC4/9/9/9/gM1x2bM2bC r,b,y,g>r* rbyg r+b 7 21"


def test_whose_turn_it_is_and_whose_turns_come() -> None:
    position = Position.parse(POWER)
    view = position_view(position)
    assert (view.position, view.ply, view.order) == (POWER, 21, "rbyg")
    assert (view.seat, view.bonus, view.mover, view.ruler) == ("b", True, "r", "r")
    now, following = UpcomingView("r", True), UpcomingView("y", False)
    assert view.upcoming[:3] == [now, following, now]
    assert len(view.upcoming) == UPCOMING_TURNS
    over = position_view(Position.parse(POWER.replace("r+b", "=rby")))
    assert (over.mover, over.upcoming) == (None, [])


def test_what_stands_on_the_board_and_who_moves_it() -> None:
    view = position_view(Position.parse(POWER))
    assert {(p.cell, p.party, p.kind, p.controller) for p in view.pieces} == {
        ("e5", "r", "C", "r"),
        ("i1", "b", "C", "b"),
        ("f1", "b", "M", "b"),
        ("i9", "y", "C", "y"),
        ("a1", "g", "M", "r"),
    }
    assert view.corpses == ["c1"]
    assert pieces_and_corpses(POWER) == (view.pieces, ["c1"])
    assert pieces_and_corpses("of another version") == ([], [])


def test_what_is_left_of_each_party() -> None:
    position = Position.parse(POWER)
    red, blue, _, green = position_view(position).parties
    assert red == PartyView("r", "active", None, False, True, False, 1, ["g"])
    assert blue == PartyView("b", "active", None, False, False, False, 2, [])
    assert green == PartyView("g", "vassal", "r", True, False, False, 1, [])
    resigned = position_view(Position.start("square-4", "hallepee").resign("b")).parties[1]
    assert (resigned.gone, resigned.may_return) == (True, True)


@pytest.mark.parametrize(
    ("fortress", "chief", "closed"),
    [("yes", "g7", 6), ("yes", "g8", 0), ("no", "g7", 0)],
)
def test_the_fortress_is_closed_while_somebody_is_in_power(
    fortress: str, chief: str, closed: int
) -> None:
    setup = Position.start("hex-6", "original", fortress=fortress).setup()
    position = Position.from_setup(setup.with_cells({"g1": "", chief: "rC"}))
    assert len(position_view(position).closed) == closed
