"""Puzzles that play on: the best defence, refutations, and lines that reach the goal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from click.testing import CliRunner

from djambi import Position
from djambi.cli.puzzles import command
from djambi.errors import DjambiError, TurnError
from djambi.puzzles import (
    Puzzle,
    PuzzleLineError,
    puzzle,
    puzzles,
    right_turn,
    solution_line,
    try_line,
    try_turn,
)
from djambi.puzzles.attempt import MAX_LINE_TURNS
from djambi.views.puzzles import puzzle_attempt_view


def small(goal: str, moves: int, many: int) -> list[Puzzle]:
    """Return the puzzles of a goal and length with the fewest turns to look at."""
    some = [each for each in puzzles() if each.goal == goal and each.moves == moves]
    return sorted(some, key=lambda each: (each.turns, each.name))[:many]


def after_all(puzzle: Puzzle, texts: list[str]) -> Position:
    position = Position.parse(puzzle.position)
    for text in texts:
        position = position.play(text)
    return position


def replies(position: Position, player: str) -> Iterator[tuple[list[str], Position]]:
    """Yield every line of the others until the player moves again or the game is over."""
    if position.is_over or position.mover == player:
        yield [], position
        return
    for turn in position.legal_turns():
        for line, reached in replies(position.play(turn), player):
            yield [str(turn), *line], reached


def has_won(position: Position, player: str) -> bool:
    return position.is_over and position.winners == player


def wins_at_once(position: Position, player: str) -> bool:
    """Return whether the player wins with one turn, found by playing every one of them."""
    if position.is_over:
        return has_won(position, player)
    return any(has_won(position.play(turn), player) for turn in position.legal_turns())


def test_the_defence_holds_out_longest(compiled: bool) -> None:
    """Of a win in three, no answer can be slower than the one that is given: all are played."""
    for each in small("win", 3, 3 if compiled else 1):
        player = Position.parse(each.position).mover or ""
        trial = try_turn(each, each.solutions[0])
        start = after_all(each, [each.solutions[0]])
        slow = [
            line for line, reached in replies(start, player) if not wins_at_once(reached, player)
        ]
        given = [str(turn) for turn in trial.line]
        assert (given in slow) == bool(slow), each.name
        assert trial.left == 2 and not trial.is_done


def test_a_refutation_holds(compiled: bool) -> None:
    """After the answer to a wrong turn, no turn wins any more: all are played."""
    for each in small("win", 2, 4 if compiled else 1):
        player = Position.parse(each.position).mover or ""
        texts = (str(turn) for turn in Position.parse(each.position).legal_turns())
        for wrong in islice((text for text in texts if text not in each.solutions), 8):
            trial = try_turn(each, wrong)
            reached = after_all(each, [wrong, *map(str, trial.line)])
            assert trial.missing == ("slow" if player in reached.active else "falls")
            assert trial.left == 0
            assert not wins_at_once(reached, player), (each.name, wrong)


@pytest.mark.parametrize("goal", ["keep", "rule"])
def test_what_is_lost_is_lost_on_the_board(goal: str, compiled: bool) -> None:
    for each in small(goal, 1, 6 if compiled else 1):
        start = Position.parse(each.position)
        player = start.mover or ""
        texts = [str(turn) for turn in start.legal_turns()]
        for wrong in [text for text in texts if text not in each.solutions][:: len(texts) // 8]:
            trial = try_turn(each, wrong)
            reached = after_all(each, [wrong, *map(str, trial.line)])
            if trial.missing == "powerless":
                assert start.play(wrong).ruler != player
            elif trial.missing == "deposed":
                assert reached.mover == player and reached.ruler != player
            else:
                assert trial.missing == "falls" and player not in reached.active


@pytest.mark.slow
def test_solutions_reach_the_goal(compiled: bool) -> None:
    some = [each for goal in ("win", "kill", "strike", "keep", "rule") for each in of_goal(goal)]
    for each in some if compiled else some[::5]:
        player = Position.parse(each.position).mover or ""
        line = solution_line(each)
        assert 1 <= len(line) <= each.moves and line[-1].is_done
        texts = [str(turn) for part in line for turn in (part.turn, *part.line)]
        reached = after_all(each, texts)
        if each.goal == "win":
            assert has_won(reached, player), each.name
        else:
            assert player in reached.active or player in reached.winners, each.name
        if each.goal == "rule":
            assert reached.ruler == player or player in reached.winners, each.name
        if each.goal in ("kill", "strike"):
            assert len(reached.active) < len(Position.parse(each.position).active)


@pytest.mark.slow
def test_a_win_that_the_answer_completes_is_one() -> None:
    each = puzzle("hex-3-99c19cc9239490ab")
    first, last = solution_line(each)
    assert last.is_done and len(last.line) == 1 and each.moves == 3
    told = puzzle_attempt_view(each, [str(first.turn), *map(str, first.line), str(last.turn)])
    assert told.done and told.hint is None and told.left == 0


def of_goal(goal: str) -> list[Puzzle]:
    return [each for each in puzzles() if each.goal == goal][::12]


def test_lines_that_are_no_lines_are_refused() -> None:
    each = small("win", 2, 1)[0]
    first = try_turn(each, each.solutions[0])
    line = [each.solutions[0], *map(str, first.line)]
    assert str(right_turn(each, line)) == str(solution_line(each)[1].turn)
    with pytest.raises(PuzzleLineError):
        try_line(each, [*line, str(right_turn(each, line)), each.solutions[0]])
    # Whatever follows the end is not looked at.
    with pytest.raises(PuzzleLineError):
        try_line(each, [*line, str(right_turn(each, line)), "a1-a2", "a1-a2"])
    with pytest.raises(DjambiError, match="1 to 64"):
        try_line(each, [])
    with pytest.raises(DjambiError, match="1 to 64"):
        try_line(each, ["a1-a2"] * (MAX_LINE_TURNS + 1))
    with pytest.raises(TurnError):
        try_line(each, ["nonsense"] * MAX_LINE_TURNS)
    with pytest.raises(PuzzleLineError):
        right_turn(each, [each.solutions[0]])
    with pytest.raises(PuzzleLineError):
        try_line(each, line[:2])


def test_after_a_refutation_there_is_no_right_turn_any_more() -> None:
    each = small("win", 2, 1)[0]
    assert str(right_turn(each)) == each.solutions[0]
    texts = (str(turn) for turn in Position.parse(each.position).legal_turns())
    refuted = (try_turn(each, text) for text in texts if text not in each.solutions)
    slow = next(trial for trial in refuted if trial.missing == "slow")
    with pytest.raises(PuzzleLineError, match="no turn reaches the goal"):
        right_turn(each, [str(slow.turn), *map(str, slow.line)])


def test_who_has_reached_the_goal_is_asked_for_no_more() -> None:
    each = small("keep", 1, 1)[0]
    line = [each.solutions[0], *map(str, try_turn(each, each.solutions[0]).line)]
    reached = after_all(each, line)
    assert reached.mover == Position.parse(each.position).mover
    with pytest.raises(PuzzleLineError):
        try_line(each, [*line, str(reached.legal_turns()[0])])


def test_judging_for_a_storm_answers_nothing() -> None:
    each = small("keep", 1, 1)[0]
    right = try_line(each, [each.solutions[0]], brief=True)
    assert right.is_done and right.line == ()


def test_a_puzzle_is_played_to_its_end_in_a_terminal() -> None:
    each = small("win", 2, 1)[0]
    typed = "h\nh\nh\nnonsense\ns\ns\n"
    done = CliRunner().invoke(command, ["play", each.name, "--lang", "en"], input=typed)
    assert done.exit_code == 0, done.output
    assert "nonsense" in done.output and "One more turn" in done.output
    assert done.output.rstrip().endswith("The win is on the board.")
    line = [each.solutions[0], *map(str, try_turn(each, each.solutions[0]).line)]
    last = str(right_turn(each, line))
    right = CliRunner().invoke(command, ["try", each.name, *line, last, "--lang", "en"])
    assert right.exit_code == 0 and "win is on the board" in right.output
