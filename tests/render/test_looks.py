"""How a piece looks follows from its party's state (RULES 1)."""

from __future__ import annotations

import pytest
from tests.render.scene import Turn, scene

from djambi.render import Look, looks
from djambi.render.view import CORPSE, changed_cells, fortress_closed


@pytest.mark.parametrize(
    ("status", "chief", "militant"),
    [
        ("active", Look("b", "C"), Look("b", "M")),
        ("vassal r", Look("b", "C", "r"), Look("b", "M", "r")),
        ("inherited r", Look("b", "C", "r", "sleeping"), Look("b", "M", "r")),
        ("held r", Look("b", "C", "r", "sleeping"), Look("b", "M", "r")),
        ("frozen", Look("b", "C", "", "sleeping"), Look("b", "M", "", "frozen")),
        ("hostage", Look("b", "C", "", "hostage"), Look("b", "M", "", "hostage")),
    ],
)
def test_states(status: str, chief: Look, militant: Look) -> None:
    view = scene(pieces="bC:a1 bM:c4", states={"b": status})
    assert looks(view) == {"a1": chief, "c4": militant}


def test_only_the_ruler_in_the_maze_wears_the_crown() -> None:
    shown = looks(scene(pieces="rC:e5 bC:a1", ruler="r"))
    assert [shown[name].crown for name in ("a1", "e5")] == [False, True]
    puppet = looks(scene(pieces="bC:e5 rC:a1", states={"b": "frozen"}))
    assert not puppet["e5"].crown


def test_everything_is_listed_in_cell_order() -> None:
    view = scene(pieces="rM:c4 rC:b1", corpses="i9 a2")
    assert list(looks(view)) == ["b1", "a2", "c4", "i9"]
    assert looks(view)["i9"] == CORPSE


@pytest.mark.parametrize(
    ("variant", "ruler", "option", "closed"),
    [
        ("hex-6", "r", True, True),
        ("hex-6", "r", False, False),
        ("hex-6", None, True, False),
        ("hex-3", "r", True, False),
    ],
)
def test_when_the_fortress_is_closed(
    variant: str, ruler: str | None, option: bool, closed: bool
) -> None:
    assert fortress_closed(scene(variant, ruler=ruler, fortress=option)) is closed


def test_the_cells_of_a_turn() -> None:
    turn = Turn("b2", "e5", place="a5", exit="e8", exit_place="e5", exit_victims=("c1",))
    assert changed_cells(turn) == ("b2", "e5", "a5", "e8", "c1")
    assert changed_cells(Turn()) == changed_cells(None) == ()
