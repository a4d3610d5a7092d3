"""Puzzles that an exact table judges: longer than any search, with three men on the board."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice

import pytest
from tests.positions import IN_FOUR

from djambi import Position
from djambi.endings import exact_value, may_be_exact
from djambi.errors import DjambiError
from djambi.puzzles import (
    Puzzle,
    daily,
    puzzle,
    puzzles,
    right_turn,
    solution_line,
    try_line,
    try_turn,
)
from djambi.puzzles.collect_endings import ending_puzzles
from djambi.puzzles.proof import Prover, proved, require_tables
from djambi.puzzles.puzzle import ENDING, _by_name


@pytest.fixture
def endings(compiled: bool) -> list[Puzzle]:
    if not compiled:
        pytest.skip("the interpreted kernel has no tables")
    return [each for each in puzzles() if each.kind == ENDING]


@pytest.mark.slow
def test_a_table_and_a_search_prove_the_same(compiled: bool) -> None:
    """Of a win in four, what is left after a right turn and any answer is searched."""
    if not compiled:
        pytest.skip("the interpreted kernel has no tables")
    found = Prover(Position.parse(IN_FOUR))
    assert found.solutions("win", 3) == []
    (only,) = found.solutions("win", 4)
    for answer in islice(Position.parse(IN_FOUR).play(only).legal_turns(), 0, None, 6):
        after = Position.parse(IN_FOUR).play(only).play(answer)
        by_table, by_search = Prover(after), Prover(after)
        by_search.has_tables = False
        for turn in by_table.turns()[::9]:
            assert by_table.reaches(turn, "win", 3) == by_search.reaches(turn, "win", 3)


@pytest.mark.slow
def test_every_ending_is_proved_and_longer_than_a_search(endings: list[Puzzle]) -> None:
    assert 20 <= len(endings) <= 60
    for each in endings:
        position = Position.parse(each.position)
        assert proved(each), each.name
        assert Prover(position).solutions("win", each.moves - 1) == [], each.name
        assert may_be_exact(position) and 4 <= each.moves <= 9
        assert each.themes[0] == ENDING and "duel" not in each.themes


# Not interpreted, as nothing of the endings is: without tables they are not offered.
@pytest.mark.slow
def test_ratings_tell_the_endings_apart(endings: list[Puzzle]) -> None:
    ratings = [each.rating for each in endings]
    assert len(set(ratings)) >= len(ratings) - 2
    by_turns = [[e.rating for e in endings if e.moves == turns] for turns in (4, 5, 7, 9)]
    means = [sum(some) / len(some) for some in by_turns]
    assert means == sorted(means)


@pytest.mark.slow
def test_solutions_play_to_the_win_in_the_turns_that_were_said(endings: list[Puzzle]) -> None:
    for each in endings[::6]:
        line = solution_line(each)
        assert len(line) == each.moves, each.name
        assert [part.left for part in line] == list(range(each.moves - 1, -1, -1))
        end = line[-1].before.play(line[-1].turn)
        assert end.winners == Position.parse(each.position).mover


@pytest.mark.slow
def test_the_best_defence_is_the_longest(endings: list[Puzzle]) -> None:
    each = endings[0]
    trial = try_turn(each, each.solutions[0])
    reached = trial.before.play(trial.turn)
    player = trial.before.mover
    while reached.mover != player:
        answers = [exact_value(reached.play(turn)) for turn in reached.legal_turns()]
        turns = [value.turns for value in answers if value is not None]
        assert len(turns) == len(answers)
        given = trial.line[0]
        value = exact_value(reached.play(given))
        assert value is not None and value.turns == max(turns)
        reached = reached.play(given)


@pytest.mark.slow
@pytest.mark.usefixtures("endings")
def test_of_equally_long_defences_the_one_that_leaves_the_fewest_right_turns_is_played() -> None:
    each = puzzle("square-4-dd14bae77ba36a62")
    trial = try_turn(each, each.solutions[0])
    reached = trial.before.play(trial.turn)
    after = {str(turn): reached.play(turn) for turn in reached.legal_turns()}
    values = {text: exact_value(position) for text, position in after.items()}
    turns = {text: value.turns for text, value in values.items() if value is not None}
    right = {
        text: len(Prover(after[text]).solutions("win", left))
        for text, left in turns.items()
        if left == max(turns.values())
    }
    assert right[str(trial.line[0])] == min(right.values()) < max(right.values())


@pytest.mark.slow
def test_a_slower_turn_is_refuted_by_a_table(endings: list[Puzzle]) -> None:
    for each in endings[::9]:
        turns = [str(turn) for turn in Position.parse(each.position).legal_turns()]
        wrong = next(text for text in turns if text not in each.solutions)
        trial = try_turn(each, wrong)
        assert trial.missing in ("slow", "falls")
        reached = trial.before.play(trial.turn)
        for answer in trial.line:
            reached = reached.play(answer)
        value = exact_value(reached)
        assert value is not None
        assert value.winner != trial.before.mover or value.turns > each.moves - 1


@pytest.mark.slow
def test_a_slower_turn_later_in_the_line_is_wrong_too(endings: list[Puzzle]) -> None:
    each = next(each for each in endings if each.moves >= 5)
    first = try_turn(each, each.solutions[0])
    line = [each.solutions[0], *map(str, first.line)]
    position = Position.parse(each.position)
    for text in line:
        position = position.play(text)
    assert not try_line(each, [*line, str(right_turn(each, line))]).missing
    prover = Prover(position)
    right = set(prover.solutions("win", each.moves - 1))
    wrong = next(str(turn) for turn in position.legal_turns() if str(turn) not in right)
    assert try_line(each, [*line, wrong]).missing


@pytest.mark.slow
def test_no_day_has_an_ending(endings: list[Puzzle]) -> None:
    days = (daily(date(2026, 1, 1) + timedelta(days=number)) for number in range(len(puzzles())))
    assert not set(endings) & set(days)


def test_without_tables_a_long_win_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    each = Puzzle("x", (ENDING, "win"), "win", 4, IN_FOUR, ("d6-d5",), 50, 0, "by hand")
    monkeypatch.setattr("djambi.endings.three_men.COMPILED", False)
    with pytest.raises(DjambiError, match="compiled kernel"):
        proved(each)
    with pytest.raises(DjambiError, match="compiled kernel"):
        try_turn(each, "d6-e6")
    with pytest.raises(DjambiError, match="compiled kernel"):
        right_turn(each, ["d6-e6", "e4-e5"])
    with pytest.raises(DjambiError, match="table of three men"):
        require_tables(replace(each, depth=9), Position.start())
    require_tables(replace(each, depth=3), Position.start())


@pytest.mark.slow
def test_without_tables_endings_are_not_offered(
    endings: list[Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The package has a function of the module's name.
    module = sys.modules[Puzzle.__module__]
    monkeypatch.setattr(module, "COMPILED", False)
    for cached in (puzzles, _by_name):
        monkeypatch.setattr(module, cached.__name__, cached.__wrapped__)
    with pytest.raises(DjambiError, match="compiled kernel"):
        puzzle(endings[0].name)


@pytest.mark.slow
def test_the_quiet_limit_is_never_overlooked(compiled: bool) -> None:
    """Four own turns take up to twelve of both, the last kills, and 200 quiet ones end the game."""
    if not compiled:
        pytest.skip("the interpreted kernel has no tables")
    values = [exact_value(Position.parse(IN_FOUR[:-3] + f"{quiet} 0")) for quiet in (188, 189)]
    assert values[0] is not None and values[0].turns == 4
    assert values[1] is None


@pytest.mark.slow
def test_endings_are_drawn_alike_every_time(endings: list[Puzzle]) -> None:
    """Those of the program are all that its seed draws, none of them twice."""
    drawn = list(ending_puzzles(1))
    assert len(drawn) == len(endings)
    assert {unrated(each) for each in drawn} == {unrated(each) for each in endings}


def unrated(each: Puzzle) -> Puzzle:
    return replace(each, rating=0, deviation=0)
