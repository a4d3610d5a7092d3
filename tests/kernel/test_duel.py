"""Wins that are forced, and turns that only a look at all of them finds."""

from __future__ import annotations

from random import Random

import pytest

from djambi import Position
from djambi.bots.kernels import KernelCache
from djambi.kernel.search.forced_win import Duel
from djambi.kernel.search.mcts import Search
from djambi.position.turn import PASS_CODE, Turn

# It takes the interpreted kernel long.
LONG = pytest.mark.slow

# Whoever kills the last Chief but his own has won.
ONE = "square-4 original 9/9/9/9/9/9/9/9/rCrA6bC r,b,y>b,g>b rbyg r 0 0"
# From a game of bots: f7-h5 and no other turn wins whatever is answered (bench/tactics).
TWO = (
    "square-4 original 2gMxx2yA1/gR1gD2x1xyR/1x3gA3/x2rR1x3/x2xgCxbDyMyM/4xxbR1bC/2xgM5/xx3x1x1"
    "/xx3xxbA1 r>g~,b,y>b,g rbyg g+b 1 58"
)
# As above: h2-c2 wins with what it kills on i8, and nowhere else.
PLACED = (
    "square-4 original xxyMyNgM1xyC1/x1gA2xxx1/gRx3x2x/xx1x1x3/1xrM2yR3/2xx5/3x3gD1/bMxx4rN1"
    "/rCrArM3bM1rM r,b>r,y,g>y rbyg r 2 91"
)
# Blue is walled in unless a3 goes to b2 and lays the corpse on c6 or b7.
WALLED = (
    "square-4 bga 2gM2xyAx1/gCxx2xxxbC/4x2xx/3x1x1xx/1bRxrM5/3x3bM1/rMx1x2xx1/1rD1x1x3"
    "/1rA2rMbMxrM1 r>b,b,y>b,g rbyg b 0 56"
)
# From a game of bots: Blue is in power, and e4-g6 wins in six of his own turns.
SIX = (
    "square-4 original 2xx3x1/1gC1x1x3/x1x3xxx/x1x1xx3/gAx1xbC2x1/xxxxyAbM2x/xxx4xx/1bAx4x1/2x6"
    " r>b,b,y>b,g rbyg b+g 31 531"
)
# As above: c6-d7 wins in four, whatever Yellow does.
FOUR = (
    "square-4 original 2yMx2x1yC/gRgA1x3xyR/1xx5x/xxrMxxxxx1/2rD1rC4/4xx1x1/1xx5x/1x1x1x1x1"
    "/1xyD4xrM r,b>r,y,g>y rbyg r+y 7 116"
)


def duel_of(position: Position) -> Duel:
    return KernelCache(Duel).set_up(position)


def search_of(position: Position) -> Search:
    return KernelCache(Search).set_up(position)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        (ONE, "b1-i1"),
        pytest.param(TWO, "f7-h5", marks=LONG),
        pytest.param(PLACED, "h2-c2>i8", marks=LONG),
    ],
)
def test_a_forced_win_is_found(text: str, turn: str) -> None:
    position = Position.parse(text)
    duel = duel_of(position)
    assert str(Turn(duel.win_by_force(most=200_000), position.board)) == turn
    assert duel.zobrist_hash == position.kernel().zobrist_hash


def test_nothing_is_found_in_too_few_turns(compiled: bool) -> None:
    duel = duel_of(Position.parse(TWO))
    assert duel.win_by_force(most=100) == PASS_CODE
    assert duel.nodes <= 100
    assert duel.win_by_force(most=200_000, seconds=0.0) == PASS_CODE


def play_a_proof(start: Position, turns: int, source: Random) -> Position:
    """Play a win of so many own turns at most, against answers at random: where the duel ends."""
    position, left = start, turns
    while len(position.active) == 2:
        if position.is_over:
            break
        if position.mover == start.mover:
            duel = duel_of(position)
            position = position.play(Turn(duel.win_by_force(2_000_000), position.board))
            assert 0 < duel.own_turns <= left
            left -= 1
        else:
            position = position.play(source.choice(list(position.legal_turns())))
    return position


@LONG
@pytest.mark.parametrize(("text", "turns"), [(TWO, 2), (FOUR, 4), (SIX, 6)])
def test_a_win_that_is_proved_is_won_against_any_answers(text: str, turns: int) -> None:
    start = Position.parse(text)
    for seed in range(10):
        assert play_a_proof(start, turns, Random(seed)).winners == start.mover


@LONG
@pytest.mark.parametrize(
    ("variant", "edition"),
    [
        ("square-4", "original"),
        ("square-3", "bga"),
        ("hex-3", "hallepee"),
        ("hex-6", "harcourt-advanced"),
        ("polygon-5", "harcourt"),
    ],
)
def test_wins_are_proved_by_the_rules_in_force(variant: str, edition: str) -> None:
    source = Random(f"{variant} {edition}")
    proved = 0
    while proved < 5:
        position = Position.start(variant, edition)
        while not position.is_over:
            if len(position.active) == 2:
                duel = duel_of(position)
                if duel.win_by_force(20_000) != PASS_CODE:
                    end = play_a_proof(position, duel.own_turns, source)
                    assert not end.is_over or end.winners == position.mover
                    proved += 1
                    break
            position = position.play(source.choice(list(position.legal_turns())))


@LONG
def test_what_was_proved_is_remembered_only_by_who_asks_for_it() -> None:
    duel = duel_of(Position.parse(SIX))
    first = duel.win_by_force(2_000_000)
    played = duel.played
    assert duel.win_by_force(2_000_000) == first
    assert duel.played == played, "the same again, from nothing"
    duel.remembers = True
    assert duel.win_by_force(2_000_000) == first
    assert duel.win_by_force(2_000_000) == first
    assert duel.played < played // 2


@LONG
def test_a_win_that_is_remembered_must_not_come_too_late() -> None:
    position = Position.parse(SIX)
    late = Position.parse(SIX.replace("b+g 31 531", "b+g 194 531"))
    duel = duel_of(position)
    duel.remembers = True
    assert duel.win_by_force(2_000_000) != PASS_CODE
    kernel = late.kernel()
    duel.load(kernel.contents(), kernel.entries())
    # After six turns more without a death the game is shared (RULES 7.4).
    assert duel.win_by_force(400_000) == PASS_CODE


def test_nothing_is_forced_where_three_are_active() -> None:
    duel = duel_of(Position.parse(ONE.replace("9/9/9/9", "8yC/9/9/9", 1).replace("y>b", "y")))
    assert duel.win_by_force(most=200_000) == PASS_CODE
    assert duel.nodes == 0


def test_what_cannot_be_won_is_not_found() -> None:
    # Blue's Chief is nowhere near, and Red has nobody but his own.
    far = "square-4 original 7bC1/9/9/9/9/9/9/9/rC8 r,b,y>b,g>b rbyg r 0 0"
    assert duel_of(Position.parse(far)).win_by_force(most=3_000) == PASS_CODE


@pytest.mark.parametrize(
    "text", [ONE, pytest.param(TWO, marks=LONG), pytest.param(PLACED, marks=LONG)]
)
def test_a_search_plays_the_soonest_win(text: str, compiled: bool) -> None:
    position = Position.parse(text)
    search = search_of(position)
    turn = search.think(1_600_000 if compiled else 400, 3600, 60, 1)
    assert turn == duel_of(position).win_by_force(most=200_000)
    assert max(search.values()) == sum(search.values()) == 1
    # It was proved, not weighed: hardly any of the nodes were needed.
    assert search.nodes < 250_000


@LONG
def test_nobody_is_believed_lost_who_has_another_turn() -> None:
    position = Position.parse(WALLED)
    for seed in range(4):
        turn = search_of(position).think(100_000, 3600, 60, seed)
        assert str(Turn(turn, position.board)) in ("a3-b2>c6", "a3-b2>b7")


def test_no_estimate_is_as_sure_as_a_win() -> None:
    # Red has everything, Blue a Chief far away: it is nearly won, and not yet.
    text = ONE.replace("rCrA6bC", "rCrA1rRrM1rM2").replace("9/9/9/9", "7bC1/9/9/3rD5", 1)
    search = search_of(Position.parse(text))
    search.think(200, 3600, 1, 1)
    assert 0.5 < max(search.values()) < 0.99
