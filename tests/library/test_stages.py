"""Whole turns chosen step by step: what each stage is called, and what each choice does.

A case is a turn cut into its choices; at every step the stage offers that choice, with its act.
That the stages offer all legal turns and no others is shown elsewhere, at random.
"""

from __future__ import annotations

from typing import Final

import pytest
from tests.library.playing import SEEDED, sampled, some_play

from djambi import Choice, IllegalTurn, Position, Stage

_SELECT = "piece select"

CASES: Final = {
    "a move": (
        "original 8bC/9/9/9/9/9/2rM6/9/rC8",
        [(_SELECT, "c3"), ("destination move", "-c5")],
    ),
    "a Chief takes power": (
        "original 8bC/9/9/9/9/9/9/9/rC8",
        [(_SELECT, "a1"), ("destination power", "-e5")],
    ),
    "a Militant kills": (
        "original 8bC/9/9/9/9/3bM5/2rM6/9/rC8",
        [(_SELECT, "c3"), ("destination kill", "-d4"), ("placement place", ">c3")],
    ),
    "a Chief kills in the maze, and the corpse stays out of it": (
        "original 8yC/9/9/9/4bC4/9/9/9/rC8",
        [(_SELECT, "a1"), ("destination kill", "-e5"), ("placement place", ">a1")],
    ),
    "a fresh Chief's corpse in the maze": (
        "original,corpse_on_maze=fresh_chief 8yC/9/9/9/9/3bC5/2rM6/9/rC8",
        [(_SELECT, "c3"), ("destination kill", "-d4"), ("placement place", ">e5")],
    ),
    "an Assassin kills": (
        "original 8bC/9/9/9/9/5bM3/9/9/rC4rA3",
        [(_SELECT, "f1"), ("destination kill", "-f4")],
    ),
    "a Diplomat displaces": (
        "original 8bC/9/9/9/9/5bM3/9/9/rC4rD3",
        [(_SELECT, "f1"), ("destination displace", "-f4"), ("placement place", ">f1")],
    ),
    "a Diplomat enthrones": (
        "wikipedia 8yC/9/9/9/9/5bC3/9/9/rC4rD3",
        [(_SELECT, "f1"), ("destination displace", "-f4"), ("placement enthrone", ">e5")],
    ),
    "a Necromobile exhumes": (
        "original 8bC/9/9/9/9/5x3/9/9/rC4rN3",
        [(_SELECT, "f1"), ("destination exhume", "-f4"), ("placement place", ">a9")],
    ),
    "a Reporter moves": (
        "original 8bC/9/9/9/9/5bM3/9/9/rC4rR3",
        [(_SELECT, "f1"), ("destination move", "-g2")],
    ),
    "a Reporter kills": (
        "original 8bC/9/9/9/9/5bM3/9/9/rC4rR3",
        [(_SELECT, "f1"), ("destination splash", "-f3"), ("victims kill", "*f4")],
    ),
    "a Reporter spares": (
        "original 8bC/9/9/9/9/5bM3/9/9/rC4rR3",
        [(_SELECT, "f1"), ("destination splash", "-f3"), ("victims spare", "")],
    ),
    "a Reporter kills one of two": (
        "original 8bC/9/9/9/9/5bM3/6bA2/9/rC4rR3",
        [(_SELECT, "f1"), ("destination splash", "-f3"), ("victims kill", "*g3")],
    ),
    "a Reporter kills all": (
        "original,reporter_targets=all 8bC/9/9/9/9/5bM3/4bR1bA2/9/rC4rR3",
        [(_SELECT, "f1"), ("destination splash", "-f3"), ("victims kill", "*e3*g3*f4")],
    ),
    "a Reporter enters the maze, kills and leaves": (
        "harcourt-advanced,reporter_kill=optional 8bC/9/9/4bM4/9/9/9/9/rC3rR4",
        [
            (_SELECT, "e1"),
            ("destination splash", "-e5"),
            ("victims kill", "*e6"),
            ("exit move", "/e2"),
        ],
    ),
    "a Reporter kills in the exit": (
        "harcourt-advanced,reporter_kill=optional 8bC/9/9/4bM4/9/9/3bA5/9/rC3rR4",
        [
            (_SELECT, "e1"),
            ("destination splash", "-e5"),
            ("victims kill", "*e6"),
            ("exit move", "/e3"),
            ("victims kill", "*d3"),
        ],
    ),
    "an Assassin kills in the maze and leaves": (
        "original,assassin_maze_corpse=departure 8yC/9/9/9/4bC4/9/9/9/rC3rA4",
        [(_SELECT, "e1"), ("destination kill", "-e5"), ("exit move", "/e8")],
    ),
    "an Assassin kills in the maze, leaves to where it came from, and lays the corpse last": (
        "original 8yC/9/9/9/4bC4/9/9/9/rC3rA4",
        [
            (_SELECT, "e1"),
            ("destination kill", "-e5"),
            ("exit move", "/e1"),
            ("placement place", ">e8"),
        ],
    ),
    "an Assassin kills in the maze, lays the corpse, and leaves": (
        "wikipedia,assassin_maze_corpse=anywhere 8yC/9/9/9/4bC4/9/9/9/rC3rA4",
        [
            (_SELECT, "e1"),
            ("destination kill", "-e5"),
            ("placement place", ">e1"),
            ("exit move", "/e8"),
        ],
    ),
    "an Assassin kills in the maze and in the exit": (
        "wikipedia 8yC/9/9/4yM4/4bC4/9/9/9/rC3rA4",
        [(_SELECT, "e1"), ("destination kill", "-e5"), ("exit kill", "/e6")],
    ),
    "a Militant kills in the maze and in the exit": (
        "wikipedia,militant_kills_power=yes 8yC/9/9/4yM4/4bC4/9/4rM4/9/rC8",
        [
            (_SELECT, "e3"),
            ("destination kill", "-e5"),
            ("placement place", ">e3"),
            ("exit kill", "/e6"),
            ("placement place", ">a9"),
        ],
    ),
    "a Diplomat displaces in the maze and leaves": (
        "wikipedia 8yC/9/9/9/4bC4/9/9/9/rC3rD4",
        [
            (_SELECT, "e1"),
            ("destination displace", "-e5"),
            ("placement place", ">e1"),
            ("exit move", "/d4"),
        ],
    ),
    "a Diplomat displaces again in the exit": (
        "wikipedia 8yC/9/9/9/4bC4/9/9/9/rC3rD4",
        [
            (_SELECT, "e1"),
            ("destination displace", "-e5"),
            ("placement place", ">e8"),
            ("exit displace", "/e8"),
            ("placement enthrone", ">e5"),
        ],
    ),
    "a Diplomat leaves before it places": (
        "original 8yC/9/9/9/4bC4/9/9/9/rC3rD4",
        [
            (_SELECT, "e1"),
            ("destination displace", "-e5"),
            ("exit move", "/e8"),
            ("placement place", ">a5"),
        ],
    ),
    "a Diplomat leaves to the cell that it came from, and places beside it": (
        "original 8yC/9/9/9/4bC4/9/9/9/rC3rD4",
        [
            (_SELECT, "e1"),
            ("destination displace", "-e5"),
            ("exit move", "/e1"),
            ("placement place", ">f1"),
        ],
    ),
    "a Diplomat displaces in the exit, before it places": (
        "original,mover_exit=any,diplomat_enthrones=chiefs 8yC/9/9/4yM4/4bC4/9/9/9/rC3rD4",
        [
            (_SELECT, "e1"),
            ("destination displace", "-e5"),
            ("exit displace", "/e6"),
            ("placement place", ">e1"),
            ("placement place", ">d1"),
        ],
    ),
    "a Diplomat puts the Chief back on the throne, then places the other": (
        "original,mover_exit=chiefs 4yC4/9/9/9/4bC4/9/9/9/rC3rD4",
        [
            (_SELECT, "e1"),
            ("destination displace", "-e5"),
            ("exit displace", "/e9"),
            ("placement enthrone", ">e5"),
            ("placement place", ">a5"),
        ],
    ),
    "a Necromobile clears the maze and leaves": (
        "wikipedia 8bC/9/9/9/4x4/9/9/9/rC3rN4",
        [
            (_SELECT, "e1"),
            ("destination exhume", "-e5"),
            ("placement place", ">e8"),
            ("exit exhume", "/e8"),
            ("placement place", ">e1"),
        ],
    ),
    "a Necromobile leaves before it places": (
        "original 8bC/9/9/9/4x4/9/9/9/rC3rN4",
        [
            (_SELECT, "e1"),
            ("destination exhume", "-e5"),
            ("exit move", "/e1"),
            ("placement place", ">e2"),
        ],
    ),
    "a pass": ("original 8bC/9/9/9/9/9/9/xx7/rCx7", [("piece pass", "--")]),
}


def position_of(words: str) -> Position:
    """Return a position of rules and placement; parties with a Chief are active."""
    rules, placement = words.split(" ")
    frozen = "!r" if "wikipedia" in rules and placement.split("/")[4] == "4rC4" else ""
    states: list[str] = []
    for letter in "rbyg":
        if letter + "C" in placement:
            states.append(letter)
        else:
            states.append(f"{letter}{frozen}" if frozen else f"{letter}>r")
    return Position.parse(f"square-4 {rules} {placement} {','.join(states)} rbyg r 0 0")


@pytest.mark.parametrize(("words", "choices"), CASES.values(), ids=CASES)
def test_a_turn_is_chosen_step_by_step(words: str, choices: list[tuple[str, str]]) -> None:
    position = position_of(words)
    prefix = ""
    for what, text in choices:
        stage = position.stage(prefix)
        kind, act = what.split(" ")
        assert (stage.prefix, stage.kind) == (prefix, kind)
        (choice,) = (choice for choice in stage.choices if choice.text == text)
        assert choice.act == act
        assert "".join(choice.cells) == "".join(c for c in text if c not in "->*/")
        prefix += text
    last = position.stage(prefix)
    assert str(last.turn) == prefix
    assert last.kind == ("done" if choices[-1][1] else "victims")
    if last.kind == "done":
        assert last == Stage(prefix, "done", (), position.turn(prefix))
    assert position.play(prefix).ply == 1


def test_pieces_and_cells_come_in_cell_order() -> None:
    start = Position.start()
    for prefix in ("", "c3"):
        cells = [start.board.index(c.cells[0]) for c in start.stage(prefix).choices]
        assert cells == sorted(cells)
    assert start.stage("").choices[0] == Choice("c1", ("c1",), "select")


def test_what_cannot_be_placed_or_cannot_leave_is_not_offered() -> None:
    # Every way out of the maze is barred but for the Assassin's own: it leaves a corpse there.
    barred = "original,assassin_maze_corpse=departure 8yC/9/9/3xxx3/3xbCx3/3xrAx3/9/9/rC8"
    position = position_of(barred)
    assert "-e5" not in [choice.text for choice in position.stage("e4").choices]
    reason = position.why_not("e4", "e5")
    assert reason is not None
    assert reason.code == "no_way_out"
    # Where the corpse is laid last, that way is free.
    freed = position_of(barred.replace(",assassin_maze_corpse=departure", ""))
    assert "/e4" in [choice.text for choice in freed.stage("e4-e5").choices]


@pytest.mark.parametrize(("variant", "edition", "seed"), SEEDED)
def test_acts_agree_with_the_long_form(
    variant: str, edition: str, seed: int, compiled: bool
) -> None:
    marks = {"kill": "x", "displace": "@", "exhume": "~"}
    plies, many = (150, 3) if compiled else (30, 1)
    for position in sampled(some_play(variant, edition, seed, plies), many, seed):
        if position.is_over or position.legal_turns()[0].is_pass:
            continue
        for origin in position.stage().choices:
            for step in position.stage(origin.text).choices:
                turn = position.legal_turns(origin.cells[0], step.cells[0])[0]
                assert turn.marks(position)[0] == marks.get(step.act, "-")


@pytest.mark.parametrize("prefix", ["a1", "d4", "z9", "c3-", "c3-e4", "c3-e3>", "c3-e3/e4", "--"])
def test_a_stage_without_turns_is_refused_with_the_prefix(prefix: str) -> None:
    start = Position.start()
    with pytest.raises(IllegalTurn) as caught:
        start.stage(prefix)
    assert (caught.value.position, caught.value.text) == (str(start), prefix)
