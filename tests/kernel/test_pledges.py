"""Pledges take turns out of a search, and without any a search is what it was."""

from __future__ import annotations

import pytest
from tests import positions

from djambi import Position
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.search.pledges import TurnPledges
from djambi.pacts import GameLine, deeds_of
from djambi.position.turn import Turn

HANGING = Position.parse(positions.HANGING)

RED, BLUE = 0, 1


def seen(search: MultiplayerMcts) -> list[object]:
    turn = search.think(400, 600.0, 60, 7)
    return [turn, search.values(), search.nodes, search.root_turns()]


def victims(position: Position, turn: int) -> set[str | None]:
    played = Turn(turn, position.board)
    line = GameLine(position, position.mover or "", played, position.play(played))
    return {deed.victim for deed in deeds_of(line)}


def test_what_is_forbidden_is_what_the_judge_of_pacts_calls_an_attack() -> None:
    pledges = TurnPledges(parties=4)
    pledges.promise(RED, plies=4, spares=1 << BLUE)
    forbidden = [
        turn for turn in HANGING.legal_turns() if not pledges.allows(HANGING.kernel(), turn.packed)
    ]
    attacks = [turn for turn in HANGING.legal_turns() if "b" in victims(HANGING, turn.packed)]
    assert forbidden == attacks != []


@pytest.mark.parametrize("party", [-1, 4, 10**6])
def test_a_promise_of_no_party_is_refused(party: int) -> None:
    """The compiled arrays are written to without a check."""
    with pytest.raises(IndexError, match=f"no party number {party}"):
        TurnPledges(parties=4).promise(party, plies=1)


def test_a_search_that_knows_no_pledge_is_the_same_to_the_last_node() -> None:
    search = MultiplayerMcts(HANGING.kernel())
    plain = seen(search)
    search.load(HANGING.kernel().contents(), HANGING.kernel().entries())
    search.pledges.promise(RED, plies=8, spares=1 << BLUE)
    bound = seen(search)
    search.load(HANGING.kernel().contents(), HANGING.kernel().entries())
    search.pledges.clear()
    assert seen(search) == plain != bound


def test_a_pledge_is_kept_where_it_binds() -> None:
    search = MultiplayerMcts(HANGING.kernel())
    assert victims(HANGING, search.think(400, 600.0, 60, 7)) == {"b"}
    search.pledges.promise(RED, plies=8, spares=1 << BLUE)
    search.think(400, 600.0, 60, 7)
    assert all("b" not in victims(HANGING, turn) for turn, *_ in search.root_turns())
    search.pledges.clear()
    assert victims(HANGING, search.think(400, 600.0, 60, 7)) == {"b"}


def test_a_win_that_breaks_a_pledge_is_not_forced() -> None:
    duel = Position.parse(positions.LAST_KILL)
    search = MultiplayerMcts(duel.kernel())
    assert str(Turn(search.think(400, 600.0, 60, 7), duel.board)) == "b1-i1"
    search.pledges.promise(RED, plies=1, spares=1 << BLUE)
    search.think(400, 600.0, 60, 7)
    assert all("b" not in victims(duel, turn) for turn, *_ in search.root_turns())


def test_a_duty_is_done_if_it_can_be() -> None:
    search = MultiplayerMcts(HANGING.kernel())
    search.pledges.promise(RED, plies=1, attacks=1 << BLUE)
    search.think(400, 600.0, 60, 7)
    assert all("b" in victims(HANGING, turn) for turn, *_ in search.root_turns())


def test_a_ruler_who_has_to_leave_leaves() -> None:
    ruling = Position.parse("square-4 original 8yC/9/9/9/4rC4/9/9/9/bC6rMgC r,b,y,g rbyg r 0 0")
    search = MultiplayerMcts(ruling.kernel())
    search.think(200, 600.0, 60, 7)
    assert {Turn(turn, ruling.board).origin for turn, *_ in search.root_turns()} == {"e5", "h1"}
    search.pledges.promise(RED, plies=1, leaves_power=True)
    search.think(200, 600.0, 60, 7)
    assert {Turn(turn, ruling.board).origin for turn, *_ in search.root_turns()} == {"e5"}


def test_nobody_who_shuns_power_steps_into_the_maze() -> None:
    near = Position.parse("square-4 original 8yC/9/9/9/3rC5/9/9/9/bC7gC r,b,y,g rbyg r 0 0")
    search = MultiplayerMcts(near.kernel())
    search.think(200, 600.0, 60, 7)
    assert "e5" in {Turn(turn, near.board).target for turn, *_ in search.root_turns()}
    search.pledges.promise(RED, plies=1, shuns_power=True)
    search.think(200, 600.0, 60, 7)
    assert "e5" not in {Turn(turn, near.board).target for turn, *_ in search.root_turns()}


def test_a_pledge_that_was_cleared_forbids_nothing() -> None:
    pledges, turn = TurnPledges(parties=4), HANGING.turn("c4-e4>b1").packed
    pledges.promise(RED, plies=4, spares=1 << BLUE)
    assert not pledges.allows(HANGING.kernel(), turn)
    pledges.clear()
    assert pledges.allows(HANGING.kernel(), turn)
