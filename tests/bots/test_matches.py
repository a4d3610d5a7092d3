"""Matches of bots: seats, shares, intervals, the log that a match goes on from."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from djambi import Position
from djambi.bots import RandomBot
from djambi.bots.contestants import contestant
from djambi.bots.match_log import MatchLog
from djambi.bots.matches import Played, interval, play_match, play_out, scores
from djambi.errors import DjambiError

START = Position.start("hex-3", quiet_rounds=2)
MAKERS = {"a": RandomBot, "b": RandomBot}


def test_seats_are_changed_about_evenly() -> None:
    games = list(play_match(START, ["a", "a", "b"], MAKERS, range(6)))
    assert Counter(game.seats for game in games) == {
        ("a", "a", "b"): 2, ("a", "b", "a"): 2, ("b", "a", "a"): 2,
    }  # fmt: skip
    assert all(sum(game.shares) == pytest.approx(1) for game in games)


def test_a_game_depends_on_seed_and_number_alone() -> None:
    games = list(play_match(START, ["a", "a", "b"], MAKERS, range(3)))
    assert list(play_match(START, ["a", "a", "b"], MAKERS, [2])) == games[2:]
    assert list(play_match(START, ["a", "a", "b"], MAKERS, range(3), seed=2)) != games


def test_there_must_be_a_player_for_every_seat() -> None:
    with pytest.raises(DjambiError, match="3 players, but 2"):
        list(play_match(START, ["a", "b"], MAKERS, [0]))


def test_a_game_too_long_is_broken_off() -> None:
    bots = dict.fromkeys("rby", RandomBot(1))
    assert play_out(Position.start("hex-3"), bots, 5).ply == 5


def test_scores_add_up() -> None:
    games = [
        Played(0, ("a", "b", "a"), (1.0, 0.0, 0.0), 9),
        Played(1, ("a", "a", "b"), (0, 0.5, 0.5), 9),
    ]
    first, second = scores(games)
    assert (first.player, first.seats, first.share, first.fair) == ("a", 2, 0.75, 2 / 3)
    assert (second.player, second.seats, second.share, second.fair) == ("b", 1, 0.25, 1 / 3)
    assert scores([]) == []


def test_intervals() -> None:
    # Wilson's interval, from the literature: 0 of 10 gives 27.75 % at most.
    low, high = interval(0, 10)
    assert low == 0 and high == pytest.approx(0.2775, abs=1e-4)
    low, high = interval(200, 400)
    assert low == pytest.approx(0.4512, abs=1e-4) and high == pytest.approx(1 - 0.4512, abs=1e-4)


def test_a_log_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log = MatchLog(path, "x", ["a"], 1)
    assert log.open() == []
    games = [Played(number, ("a",), (1.0,), 7) for number in range(2)]
    for game in games:
        log.add(game)
    with path.open("a") as file:
        file.write('{"number": 2, "se')
    assert MatchLog(path, "x", ["a"], 1).open() == games
    log.add(Played(2, ("a",), (0.5,), 7))
    assert len(MatchLog(path, "x", ["a"], 1).open()) == 3


@pytest.mark.parametrize("text", ["hello", "[]\n", "{}\n", '{"number": 1}\n'])
def test_a_log_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log"
    path.write_text(text)
    with pytest.raises(DjambiError, match="log of"):
        MatchLog(path, "x", ["a"], 1).open()
    assert path.read_text() == text


@pytest.mark.parametrize(
    "row", ["[]", "{}", '{"number":1,"seats":["a"],"shares":[],"plies":1}', "x"]
)
def test_bad_games_in_a_log_are_refused(tmp_path: Path, row: str) -> None:
    path = tmp_path / "log"
    MatchLog(path, "x", ["a"], 1).open()
    with path.open("a") as file:
        file.write(row + "\n")
    with pytest.raises(DjambiError, match="no log of a match"):
        MatchLog(path, "x", ["a"], 1).open()


def test_who_can_play() -> None:
    for name in ("random", "published", "casual", "club:usurper", "full:0.1"):
        assert contestant(name, 1)
    for name in ("nobody", "club:", "club:nobody", "greedy:usurper", "full:", "full:nan", "full:-1"):
        with pytest.raises(DjambiError):
            contestant(name)
