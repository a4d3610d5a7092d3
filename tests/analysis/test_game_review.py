"""Whole games: chances, what turns cost, and what happened in figures."""

from __future__ import annotations

import pytest
from tests.positions import LAST_KILL_BGA

from djambi import Position
from djambi.analysis import (
    Analyser,
    Assessment,
    game_statistics,
    key_events,
    mark_for_loss,
    review_turns,
)
from djambi.errors import DjambiError
from djambi.game import Game
from djambi.position.outcome import HappeningKind


def test_a_missed_win_is_a_blunder_and_the_win_is_named() -> None:
    game = Game(Position.parse(LAST_KILL_BGA))
    game.play("a1-a2")
    thinker = Analyser()
    start, after = review_turns(game.path(), lambda position: thinker.assess(position, 3_000))
    assert start.shares["r"] == 1.0
    assert start.mark is None
    assert str(after.best) == "b2-i2"
    assert after.mark == "blunder"
    assert after.loss == pytest.approx(1.0 - after.shares["r"])


def test_the_best_turn_costs_nothing() -> None:
    game = Game(Position.parse(LAST_KILL_BGA))
    game.play("b2-i2")
    thinker = Analyser()
    *_, last = review_turns(game.path(), lambda position: thinker.assess(position, 3_000))
    assert (last.loss, last.best, last.mark) == (0.0, None, None)
    assert last.shares == {"r": 1.0, "b": 0.0, "y": 0.0, "g": 0.0}


def test_a_resignation_is_no_turn_and_costs_nothing() -> None:
    game = Game.start("hex-3")
    game.resign("b")
    thinker = Analyser()
    *_, last = review_turns(game.path(), lambda position: thinker.assess(position, 300))
    assert (last.number, last.loss, last.mark) == (1, 0.0, None)
    assert last.shares["b"] == 0.0


def test_every_position_is_asked_for_once_and_the_better_turn_besides() -> None:
    game = Game.start("hex-3")
    worst = min(game.position.legal_turns(), key=str)
    game.play(worst)
    thinker = Analyser()
    asked: list[Position] = []

    def assess(position: Position) -> Assessment:
        asked.append(position)
        return thinker.assess(position, 1_000)

    list(review_turns(game.path(), assess))
    start = game.path()[0].position
    best = thinker.assess(start, 1_000).best
    assert best is not None
    assert best != worst
    assert asked == [start, start.play(worst), start.play(best)]


def test_what_a_proved_win_leaves_is_not_asked_for() -> None:
    game = Game(Position.parse(LAST_KILL_BGA))
    game.play("a1-a2")
    thinker = Analyser()
    asked: list[Position] = []

    def assess(position: Position) -> Assessment:
        asked.append(position)
        return thinker.assess(position, 1_000)

    list(review_turns(game.path(), assess))
    assert asked == [node.position for node in game.path()]


@pytest.mark.parametrize(
    ("loss", "mark"),
    [(0.0, None), (0.029, None), (0.03, "inexact"), (0.06, "mistake"), (0.12, "blunder")],
)
def test_marks_by_loss(loss: float, mark: str | None) -> None:
    assert mark_for_loss(loss) == mark


def test_figures_of_a_small_game() -> None:
    # The Assassin kills from afar: its corpse lies on a9; then blue's Chief walks to the maze.
    game = Game(Position.parse("square-4 bga bM7yC/9/9/4bC4/9/9/9/9/rA7rC r,b,y,g!* rbyg r 0 0"))
    game.play("a1-a9")
    game.play("e6-e5")
    game.play("i9-h9")
    found = game_statistics(game.path())
    with pytest.raises(DjambiError, match="nodes: there is no position"):
        game_statistics([])
    assert found.kills["r"] == {"r": 0, "b": 1, "y": 0, "g": 0}
    assert sum(found.kills["b"].values()) == 0
    assert found.corpses == (0, 1, 1, 1)
    assert [(reign.party, reign.first, reign.last) for reign in found.reigns] == [("b", 2, 3)]
    assert found.turns == {"r": 1, "b": 1, "y": 1, "g": 0}
    assert found.distances == {"r": 8, "b": 1, "y": 1, "g": 0}


def test_a_vassal_kills_for_its_lord() -> None:
    game = Game(Position.parse("square-4 bga 8yC/9/9/9/9/9/2bM1yM4/9/rC7gC r,b>r,y,g rbyg r 0 0"))
    game.play("c3-e3>a9")
    kills = game_statistics(game.path()).kills
    assert kills["r"]["y"] == 1 and kills["b"]["y"] == 0


def test_the_way_out_of_the_maze_counts_as_distance() -> None:
    game = Game(
        Position.parse("square-4 original 8yC/9/9/9/4gC4/9/9/1rA7/rC7bM r,b>g,y,g rbyg r 0 0")
    )
    game.play("b2-e5/e9>b2")
    assert game_statistics(game.path()).distances["r"] == 3 + 4


def test_who_is_purged_is_counted_apart() -> None:
    text = (
        "hex-6 harcourt-advanced 6yC/8/9/10/11/6bM5/5rC7/12/11/10/9/8/bC6 "
        "r,b,y,g>b,p>b,o>b rbygpo r 0 0"
    )
    game = Game(Position.parse(text))
    game.play("f7-g7")
    found = game_statistics(game.path())
    assert found.purged["b"] == 1 and found.kills["r"]["b"] == 0


def test_the_story_leaves_out_what_happens_all_the_time() -> None:
    game = Game(Position.parse("square-4 bga bM7yC/9/9/4bC4/9/9/9/9/rA7rC r,b,y,g!* rbyg r 0 0"))
    game.play("a1-a9")
    game.play("e6-e5")
    told = [(number, happening.what) for number, happening in key_events(game.path())]
    assert told == [(2, HappeningKind.POWER), (2, HappeningKind.INHERITED)]


def test_figures_of_the_start_are_empty() -> None:
    found = game_statistics(Game.start("hex-6").path())
    assert found.reigns == ()
    assert found.corpses == (0,)
    assert set(found.turns.values()) == {0}
