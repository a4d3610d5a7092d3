"""Clauses of RULES.md that no line of the conformance sample decides, each on a small board."""

from __future__ import annotations

import pytest
from tests import judge


def held_to(position: str, turn: str, clause: str) -> None:
    """The turn is refused for this clause, or legal where the clause is empty."""
    if not clause:
        judge.judge_turn(position, turn)
        return
    with pytest.raises(judge.RefusedError, match=clause):
        judge.judge_turn(position, turn)


@pytest.mark.parametrize(
    ("placement", "turn", "clause"),
    [
        ("8bC/9/9/9/rA3yC4/9/9/9/rC8", "a5-e5/e6", ""),
        ("8bC/9/9/9/rA2yC5/9/9/9/rC8", "a5-d5", "RULES 3.2: P may not kill"),
        ("8bC/9/9/9/rD3yC4/9/9/9/rC8", "a5-e5>a9/e6", ""),
        ("8bC/9/9/9/2rM1yC4/9/9/9/rC8", "c5-e5>a9/e6", "RULES 3.2: a Militant"),
    ],
)
def test_only_in_the_maze_is_a_frozen_chief_fair_game(
    placement: str, turn: str, clause: str
) -> None:
    """RULES 3.2, with `frozen_pieces` untouchable."""
    held_to(f"square-4 djambinet {placement} r,b,y!,g>r rbyg r 0 7", turn, clause)


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        ("e1-e5/e6>a5", ""),
        ("e1-e5/e6>e5", "RULES 3.4: after the exit, never in the maze"),
        ("e1-e5/e6>e6", "RULES 3.2: it goes to an empty cell"),
        ("e1-e5>a5/e6", "RULES 3.4: it is placed after the exit"),
    ],
)
def test_what_waits_for_the_exit_is_never_enthroned(turn: str, clause: str) -> None:
    """RULES 3.4, `exit_before_placement`."""
    position = (
        "square-4 original,diplomat_enthrones=chiefs "
        "8bC/9/9/9/4yC4/9/9/9/rC3rD4 r,b,y,g>r rbyg r 0 7"
    )
    held_to(position, turn, clause)


@pytest.mark.parametrize(
    ("turn", "clause"),
    [
        ("a7-g7>a7/h7>b7", ""),
        ("a7-g7>a7/h7>g7", "RULES 3.4: there is only one exit"),
    ],
)
def test_an_exit_that_closes_the_fortress_behind_itself(turn: str, clause: str) -> None:
    """RULES 3.4: the Diplomat leaves the maze for the fortress and enthrones who stood there."""
    position = (
        "hex-6 harcourt-advanced,diplomat_enthrones=chiefs "
        "7/8/9/10/11/12/rD5yCbC5/12/11/10/9/8/rC6 r,b,y,g>r,p>r,o>r rbygpo r 0 7"
    )
    held_to(position, turn, clause)


@pytest.mark.parametrize(
    ("option", "clause"),
    [("fresh_chief", ""), ("never", "RULES 3.2: this corpse may not be placed on the maze")],
)
def test_a_chief_killed_in_an_exit_may_fall_into_the_maze(option: str, clause: str) -> None:
    """RULES 3.4: a victim of a Militant in an exit is placed as ever."""
    position = (
        f"square-4 harcourt,militant_kills_power=yes,corpse_on_maze={option} "
        "9/9/9/4bC4/3rMyC4/9/9/9/rC8 r,b,y,g>r rbyg r 0 7"
    ).replace(",corpse_on_maze=never", "")
    held_to(position, "d5-e5>a5/e6>e5", clause)


@pytest.mark.parametrize(
    ("before", "turn", "after"),
    [
        pytest.param(
            "square-4 djambinet 8bC/9/9/9/4yC4/9/9/9/rC8 r,b,y!,g>r rbyg r 0 7",
            "a1-a2",
            "square-4 djambinet 8bC/9/9/9/4yC4/9/9/rC8/9 r,b,y,g>r rbyg y+r 1 8",
            id="RULES 5 a sleeper in the maze wakes",
        ),
        pytest.param(
            "square-4 harcourt,vassal_turns=kept "
            "rC8/rM8/9/9/9/9/9/7xx/7yMbC r,b,y>b,g>r rbyg r 0 7",
            "a8-a7",
            "square-4 harcourt,vassal_turns=kept "
            "rC8/9/rM8/9/9/9/9/7xx/7yMbC r,b,y>b,g>r rbyg b 1 8",
            id="RULES 5 group, kept set aside",
        ),
        pytest.param(
            "square-4 bga rC8/rM8/9/9/yN8/9/9/7xx/7xbC r,b,y>b,g>r rbyg r 0 7",
            "a8-a7",
            "square-4 bga rC8/9/rM8/9/yN8/9/9/7xx/7xbC r,b,y>b,g>r rbyg b 1 8",
            id="RULES 5 a vassal's Necromobile saves",
        ),
        pytest.param(
            "square-4 original,power_turns=plus_own,power_exit=full_round "
            "8bC/9/9/9/4rC4/9/9/rM8/9 r,b,y>r,g>r rbyg r 0 7",
            "e5-e4",
            "square-4 original,power_turns=plus_own,power_exit=full_round "
            "8bC/9/9/9/9/4rC4/9/rM8/9 r,b,y>r,g>r rbyg b 1 8",
            id="RULES 6 power_exit in his own regular turn",
        ),
        pytest.param(
            "square-4 harcourt 8bC/bA8/9/3xxx3/3xrCx3/3xxx3/9/9/rM8 r,b,y>r,g>r rbyg r 0 7",
            "a1-a2",
            "square-4 harcourt 8bC/bA8/9/3xxx3/3xrCx3/3xxx3/9/rM8/9 r,b,y>r,g>r rbyg =r 1 8",
            id="RULES 7.2 sealed in",
        ),
        pytest.param(
            "square-3 harcourt 8bC/9/9/9/4rC4/9/9/9/rM5gA1gC r,b,y>r,g? rbyg r 0 7",
            "a1-a2",
            "square-3 harcourt 8bC/9/9/9/4rC4/9/9/rM8/6gA1gC r,b,y>r,g? rbyg =r 1 8",
            id="RULES 7.2 hostages apart",
        ),
        pytest.param(
            "square-4 original,dead_position=power_wins,quiet_rounds=1 "
            "8bC/9/9/xxxxxxxxx/9/1rA7/9/rC8/9 r,b,y>r,g>r rbyg r 3 7",
            "b4-b3",
            "square-4 original,dead_position=power_wins,quiet_rounds=1 "
            "8bC/9/9/xxxxxxxxx/9/9/1rA7/rC8/9 r,b,y>r,g>r rbyg =rb 4 8",
            id="RULES 7.4 after a dead position that goes on",
        ),
    ],
)
def test_after_the_turn(before: str, turn: str, after: str) -> None:
    assert judge.play(before, turn) == after
