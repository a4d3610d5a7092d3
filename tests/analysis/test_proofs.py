"""Proofs are shown as proofs: forced wins with their lines, wins let slip, shares for good."""

from __future__ import annotations

import pytest
from bench.duels import SUITE
from tests.positions import IN_FOUR, IN_THREE, LAST_KILL_BGA, NOBODY_CAN_WIN

from djambi import Position
from djambi.analysis import (
    Analyser,
    ForcedWins,
    Proof,
    analyse,
    review_turns,
)
from djambi.analysis.proofs import MAX_LINE_TURNS, exact_proof, is_settled_duel
from djambi.game import Game

NODES = 20_000


@pytest.mark.slow
def test_a_forced_win_is_proved_with_the_number_of_own_turns() -> None:
    found = Analyser().assess(Position.parse(IN_THREE), NODES)
    assert found.proved
    assert found.proof == Proof("r", 3)
    assert found.shares["r"] == 1.0


def test_a_win_at_once_is_a_win_in_one() -> None:
    found = Analyser().assess(Position.parse(LAST_KILL_BGA), 2_000)
    assert found.proof == Proof("r", 1)
    assert str(found.best) == "b2-i2"


def test_where_nobody_can_win_that_is_the_proof_and_shares_are_exact() -> None:
    found = Analyser().assess(Position.parse(NOBODY_CAN_WIN), 2_000)
    assert found.proof == Proof(None)
    assert found.shares == {"r": 0.5, "b": 0.0, "y": 0.5, "g": 0.0}


@pytest.mark.parametrize(
    ("comeback", "green", "proof"),
    [
        ("always", "g!r", None),
        ("always", "g>r~", None),
        ("if_free", "g!r", None),
        ("never", "g!r", Proof(None)),
        # Whoever has resigned comes back by nobody's turn.
        ("always", "g!r*", Proof(None)),
    ],
)
def test_shares_are_exact_only_if_nobody_wakes_to_share(
    comeback: str, green: str, proof: Proof | None
) -> None:
    """Green's Chief sleeps behind his own Militant: both turns of it would wake him."""
    rules = f"original,encirclement=immobile,encircled_chief=sleeps,comeback={comeback}"
    rules += ",vassalage=while_in_power" if "!" in green else ""
    board = "5x1gMgC/5x1xx/5xxxx/3xxx3/3xrCx3/3xxx3/9/9/bC8"
    position = Position.parse(f"square-4 {rules} {board} r,b,y>r,{green} rbyg r 0 90")
    assert Analyser().assess(position, 300).proof == proof


def test_a_start_proves_nothing() -> None:
    found = Analyser().assess(Position.start(), 2_000)
    assert (found.proved, found.proof) == (False, None)


@pytest.mark.slow
def test_the_line_of_a_proof_ends_with_the_win_within_its_own_turns() -> None:
    position = Position.parse(IN_THREE)
    own = 0
    line = ForcedWins().line(position)
    assert 0 < len(line) <= MAX_LINE_TURNS
    for turn in line:
        own += position.mover == "r"
        position = position.play(turn)
    assert position.result == {"r": 1.0, "b": 0.0, "y": 0.0, "g": 0.0}
    assert own == 3


@pytest.mark.slow
def test_the_loser_of_a_duel_is_told_so_too() -> None:
    start = Position.parse(IN_THREE)
    [first, *_] = ForcedWins().line(start)
    after = start.play(first)
    assert after.mover == "b"
    assert ForcedWins().win_in(after, "r") == 2
    # Blue wins nothing here, and red's win does not follow from any first turn.
    assert ForcedWins().win(after) is None
    assert ForcedWins().win_in(start.play(_idle(start)), "r") is None


@pytest.mark.slow
def test_a_lost_duel_is_proved_though_the_tree_does_not_see_it() -> None:
    """Twenty-third of the duels of `bench.duels`: whatever blue plays, red wins within four."""
    position = Position.parse(SUITE.read_text("utf-8").splitlines()[22])
    found = Analyser().assess(position, 150_000)
    assert found.proof == Proof("r", 4)
    assert found.shares == {"r": 1.0, "b": 0.0, "y": 0.0, "g": 0.0}


@pytest.mark.slow
def test_a_study_of_a_forced_win_shows_its_line_first_and_ends() -> None:
    position = Position.parse(IN_THREE)
    study = analyse(position, lines=2, nodes=3_000_000)
    assert study.proof == Proof("r", 3)
    first = study.lines[0]
    assert first.proved
    assert first.shares == study.shares == {"r": 1.0, "b": 0.0, "y": 0.0, "g": 0.0}
    for turn in first.turns:
        position = position.play(turn)
    assert position.result is not None
    # What is proved needs no three million nodes.
    assert study.nodes < 1_000_000


@pytest.mark.slow
def test_a_study_of_a_lost_duel_says_who_wins_and_when() -> None:
    start = Position.parse(IN_THREE)
    after = start.play(ForcedWins().line(start)[0])
    study = analyse(after, lines=1, nodes=3_000_000)
    assert study.proof == Proof("r", 2)
    assert study.shares["r"] == 1.0
    assert study.lines[0].proved


@pytest.mark.slow
def test_a_review_names_every_proof_on_the_way_to_the_win() -> None:
    game = Game(Position.parse(IN_THREE))
    for turn in ForcedWins().line(game.position):
        game.play(turn)
    analyser = Analyser()
    *reviews, last = review_turns(game.path(), lambda position: analyser.assess(position, NODES))
    proofs = [review.proof for review in reviews]
    assert all(proof is not None and proof.winner == "r" for proof in proofs)
    left = [proof.own_turns for proof in proofs if proof is not None and proof.own_turns]
    assert left[0] == 3
    assert left == sorted(left, reverse=True)
    assert all(review.missed is None for review in reviews)
    assert (last.proof, last.missed) == (None, None)


@pytest.mark.slow
def test_a_win_let_slip_is_named_and_costs_what_is_lost() -> None:
    position = Position.parse(IN_THREE)
    game = Game(position)
    game.play(_idle(position))
    analyser = Analyser()
    start, after = review_turns(game.path(), lambda position: analyser.assess(position, NODES))
    assert start.missed is None
    assert after.missed == Proof("r", 3)
    assert after.proof is None
    assert after.loss == 1.0 - after.shares["r"]


def test_a_duel_is_settled_when_no_third_chief_can_wake() -> None:
    assert is_settled_duel(Position.parse(IN_THREE))
    asleep = "square-4 bga 9/9/9/9/8yC/9/9/1rA6bC/rC8 r,b,y!*,g!* rbyg r 0 0"
    assert not is_settled_duel(Position.parse(asleep))


def _idle(position: Position) -> str:
    """Return a turn of the red Diplomat that does nothing but move."""
    return next(str(turn) for turn in position.legal_turns("i3") if ">" not in str(turn))


def test_the_line_of_a_win_at_once_is_that_turn() -> None:
    position = Position.parse(LAST_KILL_BGA)
    assert [str(turn) for turn in ForcedWins().line(position)] == ["b2-i2"]
    assert ForcedWins().win(position) == Proof("r", 1)
    study = analyse(position, lines=1, nodes=2_000)
    assert study.proof == Proof("r", 1)
    assert study.lines[0].proved


def test_a_win_at_once_that_is_let_slip_is_named() -> None:
    game = Game(Position.parse(LAST_KILL_BGA))
    game.play("a1-a2")
    analyser = Analyser()
    *_, after = review_turns(game.path(), lambda position: analyser.assess(position, 3_000))
    assert after.missed == Proof("r", 1)


# Two Chiefs, no line between them: nobody can force anything.
BARE = "square-4 original 8yC/9/9/9/rC8/9/9/9/9 r,b>r,y,g>y rbyg r 0 0"


@pytest.fixture
def tables(compiled: bool) -> None:
    if not compiled:
        pytest.skip("the interpreted kernel has no tables")


@pytest.mark.slow
@pytest.mark.usefixtures("tables")
def test_an_ending_of_three_men_is_read_in_a_table() -> None:
    found = Analyser().assess(Position.parse(IN_FOUR), 300)
    assert found.proof == Proof("r", 4)
    assert found.shares["r"] == 1.0
    line = ForcedWins().line(Position.parse(IN_FOUR))
    assert line[0] == found.best
    position = Position.parse(IN_FOUR)
    own = 0
    for turn in line:
        own += position.mover == "r"
        position = position.play(turn)
    assert own == 4
    assert position.winners == "r"


@pytest.mark.slow
@pytest.mark.usefixtures("tables")
def test_the_loser_of_an_ending_holds_out_and_is_told_how_long() -> None:
    position = Position.parse(IN_FOUR)
    after = position.play(ForcedWins().line(position)[0])
    assert after.mover == "y"
    found = Analyser().assess(after, 300)
    assert found.proof == Proof("r", 3)
    assert ForcedWins().win_in(after, "r") == 3
    assert found.best is not None
    assert exact_proof(after.play(found.best)) == Proof("r", 3)


@pytest.mark.slow
@pytest.mark.usefixtures("tables")
def test_an_ending_that_nobody_can_force_is_told_so() -> None:
    position = Position.parse(BARE)
    found = Analyser().assess(position, 300)
    assert found.proof == Proof(None, drawn=True)
    assert found.shares == {"r": 0.5, "b": 0.0, "y": 0.5, "g": 0.0}
    assert found.best is not None
    assert exact_proof(position.play(found.best)) == Proof(None, drawn=True)
    study = analyse(position, lines=1, nodes=3_000)
    assert study.proof == Proof(None, drawn=True)
    assert study.lines[0].proved
    assert ForcedWins().line(position) == ()


@pytest.mark.slow
@pytest.mark.usefixtures("tables")
def test_a_win_that_the_quiet_limit_might_cut_short_is_not_claimed() -> None:
    late = Position.parse(IN_FOUR.replace("r 0 0", "r 190 0"))
    assert exact_proof(late) is None
    early = Position.parse(IN_FOUR.replace("r 0 0", "r 180 0"))
    assert exact_proof(early) == Proof("r", 4)


@pytest.mark.slow
@pytest.mark.usefixtures("tables")
def test_a_review_marks_a_win_that_a_table_knew_and_the_turn_let_slip() -> None:
    game = Game(Position.parse(IN_FOUR))
    drawn = Proof(None, drawn=True)
    turns = game.position.legal_turns()
    game.play(next(turn for turn in turns if exact_proof(game.position.play(turn)) == drawn))
    analyser = Analyser()
    _, last = review_turns(game.path(), lambda position: analyser.assess(position, 300))
    assert last.missed == Proof("r", 4)
    assert last.loss > 0.0
    assert str(last.best) == "d6-e6"
