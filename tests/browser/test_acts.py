"""Every act of every piece, by clicking: what lights up, what is asked, what is played."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import expect
from tests.browser.table import Table, cells_of

from djambi import Position

pytestmark = pytest.mark.browser

DUEL = "square-4 {} {} r,b,y!*,g!* rbyg r 0 0"
FOUR = "square-4 {} {} r,b,y,g rbyg r 0 0"
SIX = "hex-6 harcourt-advanced {} r,b,y!*,g!*,p!*,o!* rbygpo r 0 0"
# Red: Chief a1, Assassin b1, Reporter a2, Diplomat d3, Militant c3, Necromobile i5.
FIELD = DUEL.format("bga", "9/1bD5bM1/4bN4/3bM5/2bM2x2rN/9/2rMrD5/rR8/rCrA6bC")


Act = tuple[str, str, str, tuple[str, ...]]


def act(name: str, position: str, turn: str, *acts: str) -> Act:
    """A turn that shows something, and what each of its clicks after the first is to be lit as."""
    return name, position, turn, acts


STEPS = [
    act("Chief moves", FIELD, "a1-b2", "move"),
    act("Assassin moves", FIELD, "b1-b5", "move"),
    act("Reporter moves", FIELD, "a2-h2", "move"),
    act("Diplomat moves", FIELD, "d3-d4", "move"),
    act("Necromobile moves", FIELD, "i5-i6", "move"),
    act("Militant moves", FIELD, "c3-b4", "move"),
    act("Militant kills", FIELD, "c3-c5>g2", "kill", "place"),
    act("Assassin kills", FIELD, "b1-b8", "kill"),
    act("Diplomat displaces", FIELD, "d3-d6>g2", "displace", "place"),
    act("Necromobile exhumes", FIELD, "i5-f5>g2", "exhume", "place"),
    act("Reporter kills a Chief", FIELD, "a2-i2*i1", "splash", "kill"),
    act(
        "Chief kills", DUEL.format("bga", "9/9/9/9/9/9/1bM7/9/1rC6bC"), "b1-b3>h8", "kill", "place"
    ),
    act("Chief takes power", DUEL.format("bga", "9/9/9/9/9/9/9/9/4rC3bC"), "e1-e5", "power"),
    act(
        "Chief throws another off the throne",
        FOUR.format("bga", "8gC/9/9/9/4bC4/9/9/9/4rC3yC"),
        "e1-e5>a9",
        "kill",
        "place",
    ),
    act(
        "a Chief's corpse is put in the maze",
        DUEL.format("hallepee", "9/9/9/9/9/9/1bC7/9/1rC2bM4"),
        "b1-b3>e5",
        "kill",
        "place",
    ),
    act(
        "Diplomat moves a piece of its own party",
        DUEL.format("harcourt-advanced", "9/9/9/9/9/9/9/9/rCrDrM5bC"),
        "b1-c1>i9",
        "displace",
        "place",
    ),
    act(
        "Assassin passes its own people",
        DUEL.format("harcourt-advanced", "9/9/9/9/9/9/9/9/rCrArM1bM3bC"),
        "b1-e1",
        "kill",
    ),
    act(
        "Necromobile passes a corpse",
        DUEL.format("harcourt-advanced", "9/9/9/9/9/9/9/9/rCrNx1x3bC"),
        "b1-d1",
        "move",
    ),
    act("vassal moves", str(Position.start("square-2")), "g3-f4", "move"),
    act(
        "Diplomat enthrones",
        FOUR.format("wikipedia", "8gC/1bC6bM/9/9/9/9/9/1rD7/rC7yC"),
        "b2-b8>e5",
        "displace",
        "enthrone",
    ),
    act(
        "Diplomat enthrones a hostage",
        "square-3 original 9/1gC6bM/9/9/9/9/9/1rD5bC1/rC7yC r,b,y,g? rbyg r 0 0",
        "b2-b8>e5",
        "displace",
        "enthrone",
    ),
]

EXITS = [
    act(
        "Assassin leaves the maze",
        DUEL.format("harcourt", "9/9/9/9/1rA2bC4/9/9/9/rC7bM"),
        "b5-e5/h8",
        "kill",
        "move",
    ),
    act(
        "Assassin's master stroke",
        FOUR.format("wikipedia", "8gC/9/9/9/1rA2bC2yC1/9/9/6yM2/rC4bM2gM"),
        "b5-e5/h5",
        "kill",
        "kill",
    ),
    act(
        "Militant kills in the maze, and again",
        DUEL.format("harcourt-advanced", "9/9/9/4bM4/4bC4/3rM5/9/9/rC7bM"),
        "d4-e5>a9/e6>b1",
        "kill",
        "place",
        "kill",
        "place",
    ),
    act(
        "Reporter kills from the maze",
        DUEL.format("harcourt-advanced", "9/9/9/4bM4/9/9/4rR4/9/rC7bC"),
        "e3-e5*e6/i9",
        "splash",
        "kill",
        "move",
    ),
    act(
        "Diplomat's master stroke",
        FOUR.format("wikipedia", "8gC/7yC1/9/9/1rD2bC4/9/9/6yM2/rC4bM2gM"),
        "b5-e5>i5/h8>e5",
        "displace",
        "place",
        "displace",
        "enthrone",
    ),
    act(
        "Diplomat leaves before it places",
        FOUR.format("original", "8gC/9/9/9/1rD2bC4/9/9/6yM2/rC4bM1yCgM"),
        "b5-e5/e8>i5",
        "displace",
        "move",
        "place",
    ),
    act(
        "Necromobile leaves before it places",
        DUEL.format("original", "9/9/9/4x4/1rN2x4/9/9/9/rC7bC"),
        "b5-e5/d5>b1",
        "exhume",
        "move",
        "place",
    ),
    act(
        "Necromobile clears the maze and takes another",
        FOUR.format("wikipedia", "8gC/9/4x4/9/1rN2x4/9/9/9/rC4bC1yCgM"),
        "b5-e5>a9/e7>a8",
        "exhume",
        "place",
        "exhume",
        "place",
    ),
    act(
        "Chief leaves a closed fortress",
        SIX.format("7/8/9/10/11/12/bA5bC6/5bM6/11/10/2rC6/8/7"),
        "g3-g6>g1/k2",
        "kill",
        "place",
        "move",
    ),
    act(
        "Assassin leaves a closed fortress",
        SIX.format("7/8/9/10/11/12/rC4bRbC6/5bM6/11/10/2rA6/8/7"),
        "g3-g6/h5",
        "kill",
        "move",
    ),
    act(
        "Diplomat leaves a closed fortress",
        SIX.format("7/8/9/10/11/12/rC5bC6/5bM6/11/10/2rD6/8/7"),
        "g3-g6>a8/h5",
        "displace",
        "place",
        "move",
    ),
    act(
        "Necromobile leaves a closed fortress",
        SIX.format("7/8/9/10/11/12/rC5bC6/5x6/11/10/2rN6/8/7"),
        "g3-g6>a8/g1",
        "exhume",
        "place",
        "move",
    ),
]

MANY = [
    act(
        "Reporter kills all around it",
        DUEL.format("harcourt-advanced", "9/9/4bM4/3bN1bD3/9/4rR4/9/9/rC7bC"),
        "e4-e6*d6*f6*e7",
        "splash",
        "kill",
    ),
    act(
        "Reporter frees the fortress",
        SIX.format("7/8/9/10/11/12/rC5bC6/6bM5/11/10/2rR6/8/7"),
        "g3-g6*h6*g7",
        "splash",
        "kill",
    ),
    act(
        "Chief takes power and purges the fortress",
        SIX.format("7/8/9/10/11/6bA5/bC12/6bM5/11/10/9/1rC6/7"),
        "g2-g7",
        "power",
    ),
]


@pytest.mark.parametrize("case", STEPS + EXITS + MANY, ids=lambda case: case[0])
def test_act(table: Table, case: Act) -> None:
    _, position, turn, acts = case
    expected = Position.parse(position).play(turn)
    game = table.load(position)
    origin, *rest = cells_of(turn)
    table.choose(origin, "select")
    for cell, act in zip(rest, acts, strict=False):
        table.choose(cell, act)
    table.turns(1)
    assert str(table.server.game(game).position) == str(expected)
    for cell in expected.pieces:
        table.shows(cell, f"{cell}, ")
        expect(table.cell(cell)).not_to_have_attribute("aria-label", re.compile("empty"))
    for corpse in expected.corpses:
        table.shows(corpse, "corpse")


SOME = DUEL.format(
    "harcourt-advanced,reporter_targets=some,killer_exit=any",
    "9/9/9/4bM4/3bM1bM3/9/4rR4/9/rC7bC",
)


def test_a_reporter_kills_some_of_those_beside_it_one_by_one(table: Table) -> None:
    game = table.load(SOME)
    for cell, act in (("e3", "select"), ("e5", "splash"), ("e6", "kill"), ("d5", "kill")):
        table.choose(cell, act)
    expect(table.prompt).to_contain_text("Whom else?")
    for corpse in ("e6", "d5"):
        table.shows(corpse, "corpse")
    table.button("Step back").click()
    table.shows("d5", "Militant")
    table.choose("f5", "kill")
    # A living piece is left, and the Reporter must go on from the maze.
    table.choose("i9", "move")
    table.turns(1)
    pieces = table.server.game(game).position.pieces
    assert "d5" in pieces and not {"f5", "e6"} & set(pieces)


@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_a_reporter_that_has_killed_enough_is_done(
    table: Table, hand: Literal["mouse", "keys"]
) -> None:
    table.hand = hand
    game = table.load(SOME.replace("3bM1bM3/9", "9/3bM1bM3"))
    table.choose("e3")
    table.choose("e4", "splash")
    table.choose("f4", "kill")
    if hand == "keys":
        table.key("f")
    else:
        table.button("Finish").click()
    table.turns(1)
    pieces = table.server.game(game).position.pieces
    assert "d4" in pieces and "f4" not in pieces


def test_a_corpse_may_come_last_of_an_assassins_turn(table: Table) -> None:
    """The booklet's third movement: the cell that he left is free for his exit."""
    position = DUEL.format("original", "9/9/9/9/1rA2bC4/9/9/9/rC7bM")
    game = table.load(position)
    table.choose("b5")
    table.choose("e5", "kill")
    table.choose("b5", "move")
    expect(table.prompt).to_contain_text("Where to put the corpse?")
    table.choose("a9", "place")
    table.turns(1)
    expected = Position.parse(position).play("b5-e5/b5>a9")
    assert str(table.server.game(game).position) == str(expected)


def test_reporter_may_kill_nobody(table: Table) -> None:
    game = table.load(FIELD)
    table.choose("a2")
    table.choose("i2", "splash")
    table.button("Kill nobody").click()
    table.turns(1)
    assert str(table.server.game(game).position).startswith("square-4 bga 9/")
    table.shows("i1", "Chief")


def test_a_reporter_that_must_kill_is_offered_nothing_else(table: Table) -> None:
    table.load(DUEL.format("djambinet", "9/9/9/9/9/9/9/9/rCrR4bM1bC"))
    table.choose("b1")
    table.choose("f1", "splash")
    expect(table.target("g1", "kill")).to_be_visible()
    expect(table.button("Kill nobody")).to_have_count(0)


def test_who_cannot_move_passes(table: Table) -> None:
    game = table.load(DUEL.format("original", "9/9/9/9/9/9/9/yMx7/rCx6bC"))
    table.button("Pass").click()
    table.turns(1)
    assert table.server.game(game).position.mover == "b"


def test_step_back_at_every_stage(table: Table) -> None:
    table.load(FIELD)
    first = table.acts()
    table.choose("c3")
    second = table.acts()
    table.choose("c5", "kill")
    expect(table.prompt).to_contain_text("Where to put the corpse?")
    table.button("Step back").click()
    table.lit(second)
    table.shows("c5", "Militant")
    table.cell("c3").focus()
    table.key("Escape")
    table.lit(first)


def test_another_piece_and_the_same_again(table: Table) -> None:
    table.load(FIELD)
    first = table.acts()
    table.choose("c3", "select")
    expect(table.target("c5", "kill")).to_be_visible()
    table.cell("b1").click()
    expect(table.target("b8", "kill")).to_be_visible()
    table.cell("b1").click()
    table.lit(first)


def test_an_impossible_cell_says_why(table: Table) -> None:
    table.load(FIELD)
    table.choose("c3", "select")
    expect(table.target("c5", "kill")).to_be_visible()
    table.cell("e5").click()
    expect(table.prompt).to_contain_text("maze")
    expect(table.target("c5", "kill")).to_be_visible()


def test_drag_a_piece(table: Table) -> None:
    game = table.load(FIELD)
    table.target("c3", "select").wait_for()
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
    table.load(DUEL.format("bga", "bA7bC/9/9/9/rM8/9/9/9/rC1rM6"))
    table.choose("a5")
    table.choose("b5")
    expect(table.prompt).to_contain_text("Your Chief could be killed at once.")
    # What does no harm stands out.
    expect(table.prompt.locator(".primary")).to_have_text("Step back")
    table.button("Step back").click()
    table.choose("a6")
    table.turns(0)
    table.button("Play it anyway").click()
    table.turns(1)
