"""Every act of every piece, by clicking: what lights up, what is asked, what is played."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.table import Table, cells_of

from djambi import Position

pytestmark = pytest.mark.browser

DUEL = "square-4 bga {} r,b,y!*,g!* rbyg r 0 0"
# Red: Chief a1, Assassin b1, Reporter a2, Diplomat d3, Militant c3, Necromobile i5.
FIELD = DUEL.format("9/1bD5bM1/4bN4/3bM5/2bM2x2rN/9/2rMrD5/rR8/rCrA6bC")

ACTS = [
    pytest.param(FIELD, "c3-b4", ["move"], id="Militant moves"),
    pytest.param(FIELD, "c3-c5>g2", ["kill", "place"], id="Militant kills"),
    pytest.param(FIELD, "b1-b8", ["kill"], id="Assassin kills"),
    pytest.param(FIELD, "d3-d6>g2", ["displace", "place"], id="Diplomat displaces"),
    pytest.param(FIELD, "i5-f5>g2", ["exhume", "place"], id="Necromobile exhumes"),
    pytest.param(FIELD, "a2-h2", ["move"], id="Reporter moves"),
    pytest.param(FIELD, "a2-i2*i1", ["splash", "kill"], id="Reporter kills a Chief"),
    pytest.param(DUEL.format("9/9/9/9/9/9/9/9/4rC3bC"), "e1-e5", ["power"], id="Chief takes power"),
    pytest.param(
        "square-4 wikipedia 8gC/1bC6bM/9/9/9/9/9/1rD7/rC7yC r,b,y,g rbyg r 0 0",
        "b2-b8>e5",
        ["displace", "enthrone"],
        id="Diplomat enthrones",
    ),
    pytest.param(
        "square-4 wikipedia 8gC/9/9/9/1rA2bC2yC1/9/9/6yM2/rC4bM2gM r,b,y,g rbyg r 0 0",
        "b5-e5/h5",
        ["kill", "kill"],
        id="Assassin's master stroke",
    ),
    pytest.param(
        "square-4 wikipedia 8gC/7yC1/9/9/1rD2bC4/9/9/6yM2/rC4bM2gM r,b,y,g rbyg r 0 0",
        "b5-e5>i5/h8>e5",
        ["displace", "place", "displace", "enthrone"],
        id="Diplomat's master stroke",
    ),
    pytest.param(
        "square-4 original 8gC/9/9/9/1rD2bC4/9/9/6yM2/rC4bM1yCgM r,b,y,g rbyg r 0 0",
        "b5-e5/e8>i5",
        ["displace", "move", "place"],
        id="Diplomat leaves before it places",
    ),
    pytest.param(
        "square-4 wikipedia 8gC/9/4x4/9/1rN2x4/9/9/6yM2/rC4bC1yCgM r,b,y,g rbyg r 0 0",
        "b5-e5>a9/e7>a8",
        ["exhume", "place", "exhume", "place"],
        id="Necromobile clears the maze and takes another",
    ),
    pytest.param(
        "square-4 harcourt-advanced 9/9/4bM4/3bN1bD3/9/4rR4/9/9/rC7bC r,b,y!*,g!* rbyg r 0 0",
        "e4-e6*d6*f6*e7",
        ["splash", "kill"],
        id="Reporter kills all around it",
    ),
]


@pytest.mark.parametrize(("position", "turn", "acts"), ACTS)
def test_act(table: Table, position: str, turn: str, acts: list[str]) -> None:
    expected = Position.parse(position).play(turn)
    game = table.load(position)
    origin, *rest = cells_of(turn)
    table.choose(origin, "select")
    for cell, act in zip(rest, acts, strict=False):
        table.choose(cell, act)
    table.turns(1)
    assert str(table.server.game(game).position) == str(expected)
    for cell, piece in expected.pieces.items():
        assert table.seen(cell).startswith(cell)
        assert piece.kind != "" and "empty" not in table.seen(cell)
    for corpse in expected.corpses:
        assert "corpse" in table.seen(corpse)


def test_reporter_may_kill_nobody(table: Table) -> None:
    game = table.load(FIELD)
    table.choose("a2")
    table.choose("i2", "splash")
    table.button("Kill nobody").click()
    table.turns(1)
    assert str(table.server.game(game).position).startswith("square-4 bga 9/")
    assert "Chief" in table.seen("i1")


def test_step_back_at_every_stage(table: Table) -> None:
    table.load(FIELD)
    first = table.acts()
    table.choose("c3")
    second = table.acts()
    table.choose("c5", "kill")
    expect(table.prompt).to_contain_text("Where to put the corpse?")
    table.button("Step back").click()
    assert table.acts() == second
    assert "Militant" in table.seen("c5")
    table.page.keyboard.press("Escape")
    table.cell("c3").focus()
    table.page.keyboard.press("Escape")
    assert table.acts() == first


def test_another_piece_and_the_same_again(table: Table) -> None:
    table.load(FIELD)
    first = table.acts()
    table.choose("c3")
    table.cell("b1").click()
    expect(table.target("b8", "kill")).to_be_visible()
    table.cell("b1").click()
    assert table.acts() == first


def test_an_impossible_cell_says_why(table: Table) -> None:
    table.load(FIELD)
    table.choose("c3")
    table.cell("e5").click()
    expect(table.prompt).to_contain_text("maze")
    assert table.target("c5", "kill").count() == 1


def test_drag_a_piece(table: Table) -> None:
    game = table.load(FIELD)
    table.cell("c3").drag_to(table.cell("b4"))
    table.turns(1)
    assert str(table.server.game(game).position.pieces["b4"]) != ""


def test_confirmation_shows_the_outcome(table: Table) -> None:
    table.server.settings(confirm=True)
    game = table.load(FIELD)
    table.choose("b1")
    table.choose("b8")
    expect(table.prompt).to_contain_text("The red Assassin kills the blue Diplomat")
    assert table.server.game(game).position.ply == 0
    table.button("Step back").click()
    table.choose("b8")
    table.button("Play").click()
    table.turns(1)


def test_a_chief_in_danger_is_asked_about(table: Table) -> None:
    table.server.settings(warn=True)
    table.load(DUEL.format("bA7bC/9/9/9/rM8/9/9/9/rC1rM6"))
    table.choose("a5")
    table.choose("b5")
    expect(table.prompt).to_contain_text("Your Chief could be killed at once.")
    table.button("Step back").click()
    table.choose("a6")
    table.turns(0)
    table.button("Play it anyway").click()
    table.turns(1)
