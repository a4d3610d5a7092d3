"""Wins of a duel that are forced, proved against all answers."""

from __future__ import annotations

from random import Random

import pytest
from bench.duels import SUITE
from tests.positions import IN_SIX, IN_TWO, IN_TWO_BY_PLACING, LAST_KILL

from djambi import Position
from djambi.kernel.search.candidates import CandidateGenerator
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.kernel.turns import PASS
from djambi.position.turn import Turn

# It takes the interpreted kernel long.
LONG = pytest.mark.slow

# From a fuzzed game: Red has 141,986 turns.
MANY = (
    "hex-5 harcourt-advanced 1x2x2/2x1x2x/oMx4xbR1/7xxyC/5xx4/oAoMxgR5xx1/xoDoN1xxx2xx2/oRoMx5x1xyR"
    "/oM1x1x6/4x1xxx1/rMrM2x2rRx/xrNrM3x1/rCx2rAx1 r,b>y,y,g>r,p>y,o>r~* rbygpo r 1 56"
)
# From a game of bots: c6-d7 wins in four, whatever Yellow does.
FOUR = (
    "square-4 original 2yMx2x1yC/gRgA1x3xyR/1xx5x/xxrMxxxxx1/2rD1rC4/4xx1x1/1xx5x/1x1x1x1x1"
    "/1xyD4xrM r,b>r,y,g>y rbyg r+y 7 116"
)

# Red walls Blue in, without a stroke; the second position follows from the first.
WALLED_IN_SOON = "square-4 original 1rD5x1/9/2x5rM/9/xx3rN3/bCx7/1x7/9/5rC3 r,b,y>r,g>r rbyg r 0 0"
WALLED_IN = "square-4 original 1rD5x1/9/2x5rM/9/xx7/1x7/bCx7/2rN6/5rC3 r,b,y>r,g>r rbyg r 2 2"

# From a game of bots: Yellow wins in 42, by a proof of 63 plies.
LONGEST = (
    "square-4 original gCgAx6/xxx1x4/x1x1x2x1/rR1xxxx1x1/2xxyCxx2/1x1xxx2yR/3xx1bR2/2x1x4/2yAbNx2x1"
    " r>y,b>y,y,g rbyg y+g 22 271"
)
# Entries of a small table get in each other's way: a larger one found the win, and whoever asked
# again played other turns to find it.
LARGER = (
    "hex-3 djambinet 3x1/4bM1/2yA3x/bD1x3xbM/2xxyC1xxbC/1rC1x1xbRx/3xxxx/2xrMxyM/5 "
    "r,b>y~,y rby y 3 62"
)
AGAIN = (
    "hex-3 bga 2yM2/yA1yD2x/xx3yN1/bC1xxx3/x1x3x2/xxbD1x1x1/x2bM3/xxx3/rCrAx2 r,b,y>r rby r 8 54"
)


def solver_of(position: Position) -> ForcedWinSolver:
    return ForcedWinSolver(position.kernel())


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        (LAST_KILL, "b1-i1"),
        pytest.param(IN_TWO, "f7-h5", marks=LONG),
        pytest.param(IN_TWO_BY_PLACING, "h2-c2>i8", marks=LONG),
    ],
)
def test_a_forced_win_is_found(text: str, turn: str) -> None:
    position = Position.parse(text)
    solver = solver_of(position)
    assert str(Turn(solver.forced_win(max_turns=200_000), position.board)) == turn
    assert solver.kernel.zobrist_hash == position.kernel().zobrist_hash


def test_nothing_is_found_in_too_few_turns(compiled: bool) -> None:
    solver = solver_of(Position.parse(IN_TWO))
    assert solver.forced_win(max_turns=100) == PASS
    assert solver.limits.nodes <= 100
    assert solver.forced_win(max_turns=200_000, seconds=0.0) == PASS


def play_a_proof(start: Position, source: Random) -> Position:
    """Play a win that is forced against answers at random: where the duel ends.

    The solver keeps its table, as a player on the clock does: so it does not prove longer wins
    than the one that it is about.
    """
    position = start
    solver = solver_of(start)
    solver.keeps_table = True
    while len(position.active) == 2 and not position.is_over:
        if position.mover == start.mover:
            kernel = position.kernel()
            solver.load(kernel.contents(), kernel.entries())
            position = position.play(Turn(solver.forced_win(2_000_000), position.board))
            assert solver.own_turns > 0
        else:
            position = position.play(source.choice(list(position.legal_turns())))
    return position


@LONG
@pytest.mark.parametrize("text", [IN_TWO, FOUR, IN_SIX])
def test_a_win_that_is_proved_is_won_against_any_answers(text: str) -> None:
    start = Position.parse(text)
    for seed in range(10):
        assert play_a_proof(start, Random(seed)).winners == start.mover


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
                solver = solver_of(position)
                if solver.forced_win(20_000) != PASS:
                    end = play_a_proof(position, source)
                    assert not end.is_over or end.winners == position.mover
                    proved += 1
                    break
            position = position.play(source.choice(list(position.legal_turns())))


@LONG
def test_what_was_proved_is_remembered_only_by_who_asks_for_it() -> None:
    solver = solver_of(Position.parse(IN_SIX))
    first = solver.forced_win(2_000_000)
    played = solver.turns_played
    assert first != PASS
    assert solver.forced_win(2_000_000) == first
    assert solver.turns_played == played, "the same again, from nothing"
    solver.keeps_table = True
    assert solver.forced_win(2_000_000) == first
    assert solver.forced_win(2_000_000) == first
    assert solver.turns_played < played // 2


@LONG
@pytest.mark.parametrize("text", [LARGER, AGAIN])
def test_what_was_asked_before_changes_nothing(text: str) -> None:
    solver = solver_of(Position.parse(text))
    first = solver.forced_win(8_000), solver.turns_played
    solver.reserve(1_000_000)
    for _ in range(4):
        assert (solver.forced_win(8_000), solver.turns_played) == first


def test_what_is_not_won_by_strokes_may_be_won_otherwise() -> None:
    solver = solver_of(Position.parse(WALLED_IN_SOON))
    solver.keeps_table = True
    solver.forced_win(60_000)
    position = Position.parse(WALLED_IN)
    solver.load(position.kernel().contents(), position.kernel().entries())
    assert solver.forced_win(60_000, within=2) == position.turn("f1-b1").packed
    assert solver.own_turns == 2


@LONG
def test_a_win_that_is_remembered_must_not_come_too_late() -> None:
    position = Position.parse(IN_SIX)
    late = Position.parse(IN_SIX.replace("b+g 31 531", "b+g 194 531"))
    solver = solver_of(position)
    solver.keeps_table = True
    assert solver.forced_win(2_000_000) != PASS
    kernel = late.kernel()
    solver.load(kernel.contents(), kernel.entries())
    # After six turns more without a death the game is shared (RULES 7.4).
    assert solver.forced_win(400_000) == PASS


def test_nothing_is_forced_where_three_are_active() -> None:
    solver = solver_of(
        Position.parse(LAST_KILL.replace("9/9/9/9", "8yC/9/9/9", 1).replace("y>b", "y"))
    )
    assert solver.forced_win(max_turns=200_000) == PASS
    assert solver.limits.nodes == 0


def test_what_cannot_be_won_is_not_found() -> None:
    # Blue's Chief is nowhere near, and Red has nobody but his own.
    far = "square-4 original 7bC1/9/9/9/9/9/9/9/rC8 r,b,y>b,g>b rbyg r 0 0"
    assert solver_of(Position.parse(far)).forced_win(max_turns=3_000) == PASS


@LONG
def test_the_clock_is_read_where_turns_are_many() -> None:
    """Counting them takes longer than playing a hundred, after which the clock is read anyhow."""
    solver = ForcedWinSolver(Position.parse(MANY).kernel())
    assert solver.forced_win(1_000_000, seconds=0.0) == PASS
    assert solver.limits.nodes == 0


def test_a_generator_of_another_kernel_is_refused() -> None:
    here, there = (Position.parse(LAST_KILL).kernel() for _ in range(2))
    with pytest.raises(ValueError, match="another kernel"):
        ForcedWinSolver(here, CandidateGenerator(there))


class ProofVerifier:
    """A slow check of proofs: every answer is played, by the rules as `Position` has them.

    It takes the hero's turns from the solver, and nothing else. Positions that were verified are
    remembered by their texts, less the two counts of turns.
    """

    def __init__(self, start: Position, hero: str | None = None) -> None:
        self.hero = hero or start.mover
        self.solver = solver_of(start)
        self.solver.keeps_table = True
        self.verified: set[str] = set()
        self.open: set[str] = set()

    def verify(self, position: Position) -> None:
        """Raise AssertionError unless the hero wins whatever is answered, without repetitions."""
        if position.is_over:
            assert position.winners == self.hero
            return
        key = str(position).rsplit(" ", 2)[0]
        if key in self.verified:
            return
        assert key not in self.open, "the proof repeats a position"
        self.open.add(key)
        if position.mover == self.hero:
            kernel = position.kernel()
            self.solver.load(kernel.contents(), kernel.entries())
            turn = self.solver.forced_win(2_000_000)
            assert turn != PASS
            self.verify(position.play(Turn(turn, position.board)))
        else:
            for answer in position.legal_turns():
                self.verify(position.play(answer))
        self.open.remove(key)
        self.verified.add(key)


@LONG
@pytest.mark.parametrize(
    ("number", "own_turns"),
    [
        (17, 10),
        (18, 3),
        (20, 3),
        (22, 3),
        (25, 4),
        (26, 4),
        (30, 4),
        (31, 33),
        (33, 21),
    ],
)
def test_a_proof_holds_against_every_answer(number: int, own_turns: int) -> None:
    position = Position.parse(SUITE.read_text("utf-8").splitlines()[number - 1])
    solver = solver_of(position)
    first = solver.forced_win(1_000_000)
    assert (first != PASS, solver.own_turns) == (True, own_turns)
    played = solver.turns_played
    again = solver_of(position)
    assert (again.forced_win(1_000_000), again.turns_played) == (first, played), "deterministic"
    ProofVerifier(position).verify(position)


@LONG
@pytest.mark.parametrize(("number", "own_turns"), [(23, 4), (27, 4), (34, 32)])
def test_a_loss_holds_against_every_turn(number: int, own_turns: int) -> None:
    position = Position.parse(SUITE.read_text("utf-8").splitlines()[number - 1])
    solver = solver_of(position)
    assert solver.forced_win(100_000) == PASS
    assert (solver.forced_loss(1_000_000), solver.own_turns) == (True, own_turns)
    [rival] = set(position.active) - {position.mover}
    ProofVerifier(position, rival).verify(position)


@LONG
@pytest.mark.parametrize("text", [LAST_KILL, IN_TWO, FOUR, IN_SIX])
def test_nobody_loses_by_force_who_wins(text: str) -> None:
    assert not solver_of(Position.parse(text)).forced_loss(200_000)


def test_a_loss_is_claimed_only_with_two_active() -> None:
    three = "square-4 original 9/9/8yC/9/9/7rC1/2bCrRrM4/9/9 r,b,y,g>b rbyg b 0 0"
    two = three.replace("8yC", "9").replace("b,y,g", "b,y>b,g")
    assert solver_of(Position.parse(two)).forced_loss(2_000)
    assert not solver_of(Position.parse(three)).forced_loss(2_000)


@LONG
def test_a_long_proof_is_followed_turn_by_turn_without_repetitions() -> None:
    """A player who keeps the table goes on from what it holds: by the shortest of the proofs."""
    position = Position.parse(LONGEST)
    solver = solver_of(position)
    assert (solver.forced_win(1_000_000) != PASS, solver.own_turns) == (True, 42)
    ProofVerifier(position).verify(position)
