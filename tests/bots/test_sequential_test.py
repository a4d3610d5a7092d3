"""The sequential test: its figures by hand, its error rates by simulation, its order of games."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from djambi import Position
from djambi.bots.matches import Match, MatchGame
from djambi.bots.sequential_test import SequentialTest
from djambi.errors import DjambiError

MATCH = Match(Position.start(), ("new", "new", "old", "old"))
CYCLE = MATCH.seating_cycle()
TEST = SequentialTest(0.5, 0.6)


def game(number: int, share: float, match: Match = MATCH) -> MatchGame:
    """Return a game of which the first player's seats win this share together."""
    cycle = CYCLE if match is MATCH else match.seating_cycle()
    seats = cycle[number % len(cycle)]
    mine = seats.count(match.players[0])
    shares = tuple(
        share / mine if name == match.players[0] else (1 - share) / (len(seats) - mine)
        for name in seats
    )
    return MatchGame(number, seats, shares, 100)


def test_the_ratio_is_that_of_the_sums_of_squares() -> None:
    # Games 0 and 5 are a pair, as are 1 and 4, 2 and 3: the seats of one the other way round.
    games = [game(number, share) for number, share in enumerate((1, 0.5, 0, 1, 0.5, 1))]
    verdict = TEST.judge(MATCH, games)
    squares = [5 / 8 + sum((x - h) ** 2 for x in (1, 0.5, 0.5)) for h in (0.5, 0.6)]
    assert verdict.llr == pytest.approx(3 / 2 * log(squares[0] / squares[1]))
    assert (verdict.accepted, verdict.counted) == (None, (0, 1, 2, 3, 4, 5))
    for first, second in ((0, 5), (1, 4), (2, 3)):
        exchanged = {"new": "old", "old": "new"}
        assert tuple(exchanged[name] for name in games[first].seats) == games[second].seats


def test_games_count_in_the_order_of_their_numbers() -> None:
    games = [game(number, 1.0) for number in range(90)]
    decided = TEST.judge(MATCH, games)
    assert decided.accepted == "H1"
    assert 30 < decided.games < 60
    assert TEST.judge(MATCH, games[::-1]) == decided
    # What comes after the decision changes nothing, and what is missing waits.
    late = [game(number, 0.0) for number in range(90, 120)]
    assert TEST.judge(MATCH, games + late) == decided
    waiting = TEST.judge(MATCH, games[:5] + games[6:])
    assert (waiting.accepted, waiting.games, waiting.llr) == (None, 0, 0.0)


def test_equal_scores_are_no_division_by_zero() -> None:
    for share, accepted in ((0.6, "H1"), (0.5, "H0")):
        assert TEST.judge(MATCH, [game(n, share) for n in range(60)]).accepted == accepted


def test_without_pairs_every_game_is_a_unit() -> None:
    match = Match(Position.start("hex-3"), ("new", "new", "old"))
    verdict = SequentialTest(0.67, 0.8).judge(match, [game(0, 1.0, match)])
    assert verdict.counted == (0,)


@pytest.mark.parametrize(
    "figures", [(0.5, 0.5), (0.6, 0.5), (0, 0.5), (0.5, 1), (0.5, 0.6, 0), (0.5, 0.6, 0.05, 0.5)]
)
def test_senseless_tests_are_refused(figures: tuple[float, ...]) -> None:
    with pytest.raises(DjambiError):
        SequentialTest(*figures)


SHARED = ((1 / 4, 0.02), (1 / 3, 0.08), (1 / 2, 0.24), (2 / 3, 0.08), (3 / 4, 0.02))
"""Shared games of two against two and how often they are seen, 44 % of all."""


def decisions(share: float, seat: float, seed: int, matches: int) -> list[str | None]:
    """Return the decisions about synthetic players, the first with this mean share.

    A good seating brings `seat` more than a bad one.
    """
    source = Random(seed)
    found: list[str | None] = []
    shared = sum(rate for _, rate in SHARED)
    mean = sum(value * rate for value, rate in SHARED)
    for _ in range(matches):
        games: list[MatchGame] = []
        accepted = None
        while accepted is None and len(games) < 3_600:
            for _ in range(300):
                good = seat / 2 if len(games) % 6 < 3 else -seat / 2
                won = share + good - mean
                (drawn,) = source.choices(
                    [*(value for value, _ in SHARED), 1.0, 0.0],
                    [*(rate for _, rate in SHARED), won, 1 - shared - won],
                )
                games.append(game(len(games), drawn))
            accepted = TEST.judge(MATCH, games).accepted
        found.append(accepted)
    return found


@pytest.mark.parametrize("seat", [0.0, 0.3])
def test_error_rates_are_as_promised(seat: float) -> None:
    # Of 200 matches 5 % may be wrong: 10, and with three standard deviations 19.
    assert decisions(TEST.h0, seat, seed=1, matches=200).count("H1") <= 19
    found = decisions(TEST.h1, seat, seed=2, matches=200)
    assert found.count("H0") <= 19
    assert None not in found
