"""Puzzles as they are listed and told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from datetime import date

import pytest

from djambi import Position
from djambi.puzzles import THEMES, Puzzle, daily, puzzle, puzzles, storm
from djambi.views.positions import piece_views
from djambi.views.puzzles import (
    goal_words,
    puzzle_attempt_view,
    puzzle_index_view,
    puzzle_month_view,
    puzzle_solution_view,
    puzzle_storm_view,
    puzzle_view,
    puzzles_view,
)
from djambi.views.words import words

DAY = date(2026, 11, 21)


def test_lists_have_every_puzzle_with_what_is_known_of_it() -> None:
    rows, index = puzzles_view(DAY).puzzles, puzzle_index_view(DAY)
    assert puzzles_view(DAY).daily == index.daily == daily(DAY).name
    for row, short, each in zip(rows, index.puzzles, puzzles(), strict=True):
        common = (each.name, list(each.former), each.kind, each.variant, each.rating)
        assert (row.name, row.former, row.kind, row.variant, row.rating) == common
        assert (short.name, short.former, short.kind, short.variant, short.rating) == common
        assert (short.edition, short.deviation, short.moves) == (
            each.edition, each.deviation, each.moves,
        )  # fmt: skip
        assert row.title == words(f"puzzle.kind.{each.kind}")
    position = Position.parse(puzzles()[0].position)
    assert (rows[0].pieces, rows[0].corpses) == (piece_views(position), list(position.corpses))


def test_themes_are_those_that_puzzles_have() -> None:
    counts = Counter(each.kind for each in puzzles())
    shown = puzzle_index_view(DAY).themes
    assert [each.kind for each in shown] == [kind for kind in THEMES if counts[kind]]
    for each in shown:
        assert each.count == counts[each.kind]
        assert each.title == words(f"puzzle.kind.{each.kind}")
        assert each.line == words(f"puzzle.kind.{each.kind}.line")


def test_days_and_storms_say_which_puzzles_they_have() -> None:
    month, each = puzzle_month_view(DAY), daily(DAY)
    assert (month.month, len(month.days)) == ("2026-11", 30)
    day = ("2026-11-21", each.name, each.kind, each.variant, each.rating)
    assert tuple(asdict(month.days[20]).values()) == day
    for row, one in zip(puzzle_storm_view(7).puzzles, storm(7), strict=True):
        told = (one.name, one.kind, one.variant, one.rating, one.moves, list(one.solutions))
        assert tuple(asdict(row).values()) == told


def test_a_puzzle_is_shown_with_all_that_is_known_of_it() -> None:
    each, following = puzzles()[7:9]
    view, position = puzzle_view(each), Position.parse(each.position)
    assert (view.name, view.kind, view.goal_kind) == (each.name, each.kind, each.goal)
    assert (view.variant, view.edition, view.moves) == (each.variant, each.edition, each.moves)
    assert (view.rating, view.deviation) == (each.rating, each.deviation)
    assert (view.position, view.solution) == (each.position, each.solutions[0])
    assert view.title == words(f"puzzle.kind.{each.kind}")
    assert view.theme_line == words(f"puzzle.kind.{each.kind}.line")
    assert view.goal == goal_words(each)
    assert (view.party, view.view.position) == (position.mover, each.position)
    assert view.view.stages[""].choices == position.stage("").choices
    assert view.after == following.name
    assert puzzle_view(puzzles()[-1]).after is None


def is_rulers(each: Puzzle) -> bool:
    position = Position.parse(each.position)
    return position.ruler == position.mover


GOALS: list[tuple[str, Callable[[Puzzle], bool]]] = [
    ("win.once", lambda each: each.goal == "win" and each.moves == 1),
    ("win.within", lambda each: each.goal == "win" and each.moves == 2),
    ("kill", lambda each: each.goal == "kill" and "encirclement" in each.themes),
    ("strike", lambda each: each.goal == "strike"),
    ("keep", lambda each: each.goal == "keep" and "encirclement" not in each.themes),
    ("keep.encirclement", lambda each: each.goal == "keep" and "encirclement" in each.themes),
    ("rule", lambda each: each.goal == "rule" and not is_rulers(each)),
    ("rule.still", lambda each: each.goal == "rule" and is_rulers(each)),
    ("keep", lambda each: each.goal == "keep" and is_rulers(each)),
]


@pytest.mark.parametrize(("goal", "asked"), GOALS)
def test_a_puzzle_says_what_it_asks_for(goal: str, asked: Callable[[Puzzle], bool]) -> None:
    each = next(filter(asked, puzzles()))
    party = words(f"party.{Position.parse(each.position).mover}")
    assert goal_words(each) == words(f"puzzle.goal.{goal}", party=party, n=each.moves)


@pytest.mark.parametrize(
    ("name", "piece", "target", "told"),
    [
        ("polygon-5-3b7a06f109c774b8", "yellow Reporter on c43", "c41",
         "It goes to c41. There it strikes c40."),
        ("hex-3-6240fdd899c21dc0", "blue Chief on c5", "e5",
         "It goes into the maze. What it takes there is laid down on g3."),
        ("square-4-811eb251a6e55007", "red Assassin on g7", "e5",
         "It goes into the maze. Then it goes on to b2."),
    ],
)  # fmt: skip
def test_a_hint_goes_from_the_idea_to_the_whole_turn(
    name: str, piece: str, target: str, told: str
) -> None:
    each = puzzle(name)
    hint = puzzle_view(each).hint
    assert hint.idea == words(f"puzzle.idea.{each.kind}.{each.goal}")
    assert hint.piece_words.en == f"It is the {piece} that moves."
    assert (hint.piece, hint.target) == (piece.split()[-1], target)
    assert hint.target_words.en == told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "turn", "reason", "told"),
    [
        ("hex-3-34544726666a13c1", "e1-e2", "", "Your Chief is safe, whatever they tried."),
        ("hex-3-8dcb0e87eab87b1a", "h1-h6>e4", "", "Well played! One more turn finishes it."),
        ("polygon-4-1312a0ee94d1f034", "o-a10", "powerless",
         "After this turn you are not in power."),
        ("hex-3-34544726666a13c1", "e1-b4>i2", "falls",
         "The others have an answer, and you are out. Red is out: the Chief is encircled."),
        ("square-4-fbc86865e3d4d7c9", "c2-b3", "falls",
         ("The others have an answer, and you are out. The yellow Reporter kills the red Chief on "
          "e5. Red loses power.")),
    ],
)  # fmt: skip
def test_an_attempt_is_judged_in_words(name: str, turn: str, reason: str, told: str) -> None:
    view = puzzle_attempt_view(puzzle(name), [turn])
    assert (view.reason, view.words.en) == (reason, told)
    assert view.turns[0] == turn and len(view.turns) == len(view.views)


@pytest.mark.slow
def test_a_win_that_comes_too_late_is_told_with_the_answer_that_holds() -> None:
    view = puzzle_attempt_view(puzzle("hex-3-07774fccd2951237"), ["g2-h2"])
    last = view.views[-1].last
    assert last is not None and view.reason == "slow"
    answer = " ".join(each.words.fr for each in last.happenings)
    assert view.words.fr == f"{words('puzzle.missing.slow').fr} {answer}"


@pytest.mark.slow
def test_after_a_right_turn_it_says_how_many_are_left() -> None:
    each = next(each for each in puzzles() if each.moves == 3)
    assert puzzle_attempt_view(each, each.solutions[:1]).words == words("puzzle.left", n=2)


@pytest.mark.slow
def test_a_solution_is_shown_turn_by_turn_to_the_goal() -> None:
    each = next(each for each in puzzles() if each.moves == 2)
    view = puzzle_solution_view(each)
    assert view.words == words("puzzle.reached.win")
    assert [shown.last and shown.last.text for shown in view.views] == view.turns
    assert view.turns[0] in each.solutions and view.views[-1].mover is None
