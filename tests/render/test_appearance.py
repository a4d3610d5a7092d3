"""How a piece looks follows from its party's state (RULES 1)."""

from __future__ import annotations

import pytest
from tests.render.scene import Turn, scene

from djambi import Party, Position
from djambi.render import PieceAppearance, appearances
from djambi.render.appearance import CORPSE, changed_cells, fortress_closed


@pytest.mark.parametrize(
    ("state", "chief", "militant"),
    [
        (Party("b"), PieceAppearance("b", "C"), PieceAppearance("b", "M")),
        (Party("b", "vassal", "r"), PieceAppearance("b", "C", "r"), PieceAppearance("b", "M", "r")),
        (
            Party("b", "inherited", "r"),
            PieceAppearance("b", "C", "r", "sleeping"),
            PieceAppearance("b", "M", "r"),
        ),
        (
            Party("b", "held", "r"),
            PieceAppearance("b", "C", "r", "sleeping"),
            PieceAppearance("b", "M", "r"),
        ),
        (
            Party("b", "frozen"),
            PieceAppearance("b", "C", "", "sleeping"),
            PieceAppearance("b", "M", "", "frozen"),
        ),
        (
            Party("b", "hostage"),
            PieceAppearance("b", "C", "", "hostage"),
            PieceAppearance("b", "M", "", "hostage"),
        ),
    ],
    ids=lambda given: given.status if isinstance(given, Party) else "",
)
def test_states(state: Party, chief: PieceAppearance, militant: PieceAppearance) -> None:
    states = {"b": state}
    options: dict[str, str] = {"vassalage": "permanent"}
    if state.status == "held":
        options = {"vassalage": "while_in_power"}
        states |= {letter: Party(letter, "vassal", "r") for letter in "yg"}
    shown = appearances(scene("rC:e5 bC:a1 bM:c4", states=states, **options))
    assert (shown["a1"], shown["c4"]) == (chief, militant)


def test_only_the_ruler_in_the_maze_wears_the_crown() -> None:
    shown = appearances(scene("rC:e5 bC:a1"))
    assert [shown[name].crown for name in ("a1", "e5")] == [False, True]
    puppet = appearances(scene("bC:e5 rC:a1", states={"b": Party("b", "frozen")}))
    assert not puppet["e5"].crown


def test_the_two_colours_of_square_2() -> None:
    shown = appearances(Position.start("square-2"))
    assert {look.lord for look in shown.values() if look.party == "b"} == {"r"}
    assert {look.lord for look in shown.values() if look.party == "y"} == {""}


def test_everything_is_listed_in_cell_order() -> None:
    position = scene("rM:c4 rC:b1", corpses="i9 a2")
    assert list(appearances(position)) == ["b1", "a2", "c4", "i9"]
    assert appearances(position)["i9"] == CORPSE


@pytest.mark.parametrize(
    ("variant", "chief", "option", "closed"),
    [
        ("hex-6", "g7", "yes", True),
        ("hex-6", "g7", "no", False),
        ("hex-6", "a7", "yes", False),
        ("hex-3", "e5", "yes", False),
    ],
)
def test_when_the_fortress_is_closed(variant: str, chief: str, option: str, closed: bool) -> None:
    position = scene(f"rC:{chief}", variant=variant, fortress=option)
    assert fortress_closed(position) is closed


def test_the_cells_of_a_turn() -> None:
    turn = Turn("b2", "e5", place="a5", exit="e8", exit_place="e5", exit_victims=("c1",))
    assert changed_cells(turn) == ("b2", "e5", "a5", "e8", "c1")
    assert changed_cells(Turn()) == changed_cells(None) == ()
