"""What is said around a game (djambi.research.talk_spec and talk_state)."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.positions import UNGUARDED
from tests.research.slow_talk import slow_block
from tests.research.talk_games import begun, hush, play, say, talk_spec, talk_states

from djambi import DjambiError
from djambi.pacts import GameLine, Pact, Verdict, fault_of, judge
from djambi.research.talk_spec import TalkSpec
from djambi.research.talk_state import TalkState, may_know

BOARDS = (
    ("hex-3", "harcourt"),
    ("square-4", "original"),
    ("square-2", "hallepee"),
    ("square-3", "djambinet"),
    ("hex-6", "harcourt-advanced"),
    ("polygon-5", "bga"),
)
"""Boards with two to six players, vassals that keep their turns, and parties that come back."""

SEEDS = st.integers(0, 1 << 32)

PRESS_TURNS = 24
"""Turns of a random game of these tests."""


# -- the press round ----------------------------------------------------------------------------


def test_everybody_proposes_then_everybody_answers_in_seat_order() -> None:
    state = play(begun(talk_spec("square-4")), "c3", "e3")
    heard: list[tuple[str | None, str]] = []
    while state.talks:
        heard.append((state.mover, state.stage))
        state = state.take(state.spec.silence_action)
    assert heard == [(party, stage) for stage in ("propose", "answer") for party in "bygr"]
    assert (state.mover, state.stage) == ("b", "piece")


def test_nobody_talks_before_a_bonus_turn() -> None:
    position = "square-4 original 7yC1/3bC5/9/9/4rC4/2rM1bA4/4bM4/4rN4/8gC r,b,y,g rbyg b 0 0"
    state = begun(talk_spec("square-4"), position)
    assert state.speakers == "bygr"
    state = play(state, "e3", "f3")
    assert state.position.bonus and not state.talks and state.mover == "r"
    assert state.actions == state.decision.actions


def test_vassals_the_frozen_and_the_dead_do_not_talk_but_their_seats_have_press_rounds() -> None:
    vassal = "square-4 hallepee 7yC1/3bC5/9/9/9/2gM1bA4/9/4rN4/rC8 r,b,y,g>r rbyg g 0 0"
    state = begun(talk_spec("square-4", "hallepee"), vassal)
    assert state.speakers == "rby"
    assert hush(state).mover == "r"
    asleep = "square-4 djambinet gC8/9/9/9/9/7rR1/8x/7xx/rC5yCxbC r,b!,y,g rbyg r 0 0"
    state = begun(talk_spec("square-4", "djambinet"), asleep)
    assert state.speakers == "ryg"
    assert not any("to blue" in state.written_with(each) for each in state.actions)
    assert not any("attack Blue" in state.written_with(each) for each in state.actions)


def test_a_pact_begins_when_its_last_party_accepts() -> None:
    state = begun(talk_spec("hex-3"))
    state = say(state, "to all: Red will not attack Blue for 3 rounds")
    for _ in "by":
        state = state.take(state.spec.silence_action)
    assert state.stage == "answer" and state.mover == "r"
    assert state.actions == (state.spec.silence_action,), "red made the only offer"
    state = state.take(state.spec.silence_action)
    state = say(state, "accept: Red will not attack Blue for 3 rounds.")
    assert state.offers[0].agreed == "rb" and not state.pacts
    state = say(state, "accept: ")
    (pact,) = state.pacts
    assert not state.offers and len(pact.offer.promises) == 6
    assert [left for _, left, _ in pact.running] == [3] * 6


def test_offers_that_not_everybody_accepts_lapse() -> None:
    state = hush(say(begun(talk_spec("hex-3")), "to all: Red will not attack Blue for 1 round"))
    assert not state.offers and not state.pacts


def test_a_pact_that_stands_cannot_be_made_again() -> None:
    state = begun(talk_spec("hex-3"))
    peace = "to {}, in secret: Red will not attack Blue for 3 rounds"
    state = say(say(state, peace.format("blue")), peace.format("red"))
    state = say(state.take(state.spec.silence_action), "accept: ")
    assert len(state.pacts) == 1
    assert state.actions == (state.spec.silence_action,), "blue has the same offer on the table"
    state = play(state, *first_turn(state))
    assert state.mover == "b"
    written = [state.written_with(each) for each in state.actions]
    assert not any(each.startswith(peace.format("red")) for each in written)
    assert any(each.startswith(peace.format("red").replace(", in secret", "")) for each in written)


def first_turn(state: TalkState) -> list[str]:
    """Return the cells of the first turn by the actions' numbers."""
    state = hush(state)
    cells: list[str] = []
    ply = state.position.ply
    while state.position.ply == ply:
        cells.append(state.spec.board.cell_of(state.actions[0], state.mover or "") or "")
        state = state.take(state.actions[0])
    return cells


def test_who_is_in_power_may_promise_to_leave_and_nobody_else() -> None:
    position = "square-4 original 7yC1/3bC5/9/9/4rC4/2rM1bA4/4bM4/4rN4/8gC r,b,y,g rbyg b 0 0"
    state = begun(talk_spec("square-4"), position)
    written = [state.written_with(each) for each in state.actions]
    leave = "Red will leave the maze within 2 rounds. Blue will not attack Red for 2 rounds."
    assert f"to red: {leave}" in written
    assert not any("Blue will leave" in each for each in written)
    assert not any("Red will not take power" in each for each in written)


# -- what becomes of pacts ----------------------------------------------------------------------


def test_nothing_is_enforced_and_a_betrayal_is_recorded() -> None:
    state = begun(talk_spec("square-4"), UNGUARDED)
    free = hush(state)
    state = say(state, "to blue, in secret: Red will not attack Blue for 3 rounds")
    while state.stage != "answer" or state.mover != "b":
        state = state.take(state.spec.silence_action)
    state = hush(say(state, "accept: "))
    assert state.actions == free.actions
    state = play(state, "c4", "e4", "a5")
    assert not state.pacts, "blue is free of its promise, and red has broken its own"
    red_broke = (0, 0, 0, 0, 1, 0, 0, 0)
    nothing = (0,) * 8
    assert state.record == (red_broke, red_broke, nothing, nothing, nothing)


@pytest.mark.slow
@settings(max_examples=8)
@given(SEEDS, st.sampled_from(BOARDS))
def test_promises_are_judged_as_in_the_game_as_a_whole(seed: int, board: tuple[str, str]) -> None:
    spec = talk_spec(*board, max_turns=PRESS_TURNS)
    lines: list[GameLine] = []
    made: dict[tuple[str, int], TalkState] = {}
    before: TalkState | None = None
    for state in talk_states(spec, seed):
        for pact in state.pacts:
            made.setdefault((pact.name, pact.monitor.pact.start), state)
        if before is not None and state.position is not before.position:
            (turn,) = [
                each
                for each in before.position.legal_turns()
                if before.position.play(each) == state.position
            ][:1]
            lines.append(GameLine(before.position, before.mover or "", turn, state.position))
        before = state
    assert before is not None
    counted: Counter[tuple[str | None, str, Verdict]] = Counter()
    for (name, start), then in made.items():
        (pact,) = [each for each in then.pacts if each.name == name]
        for promise, finding in zip(
            pact.offer.promises, judge(Pact(pact.offer.promises, start), lines), strict=True
        ):
            for observer in (*spec.parties, None):
                if may_know(pact.offer, observer):
                    counted[observer, promise.by, finding.verdict] += 1
    assert before.record == tuple(
        tuple(
            counted[observer, party, verdict]
            for verdict in (Verdict.KEPT, Verdict.BROKEN)
            for party in spec.parties
        )
        for observer in (*spec.parties, None)
    )


# -- numbers and names --------------------------------------------------------------------------


@settings(max_examples=8)
@given(SEEDS, st.sampled_from(BOARDS))
def test_the_block_is_as_the_slow_encoder_says(seed: int, board: tuple[str, str]) -> None:
    spec = talk_spec(*board, max_turns=PRESS_TURNS)
    for number, state in enumerate(talk_states(spec, seed)):
        if number % 7 == 0:
            for party in spec.parties:
                assert list(state.block(party)) == slow_block(state, party)
            assert list(state.block("b", public=True)) == slow_block(state, "b", public=True)


@settings(max_examples=8)
@given(SEEDS, st.sampled_from(BOARDS))
def test_masks_are_as_the_pact_rules_say(seed: int, board: tuple[str, str]) -> None:
    spec = talk_spec(*board, max_turns=PRESS_TURNS)
    for state in talk_states(spec, seed):
        if state.stage != "propose":
            continue
        mover = state.mover or ""
        offers = {
            action: (offer, proposal.pact_name(mover, offer))
            for action, proposal in enumerate(spec.proposals, spec.first_proposal)
            if (offer := proposal.offer(mover, state.position)) is not None
        }
        faults = {
            fault_of(each, state.position)
            for offer, _ in offers.values()
            for each in offer.promises
        }
        assert faults <= {None}
        standing = {pact.name for pact in state.pacts}
        allowed = [action for action, (_, pact) in offers.items() if pact not in standing]
        assert state.actions == (spec.silence_action, *allowed)


def test_the_numbers_of_actions() -> None:
    sizes = {name: talk_spec(name).action_count for name in ("hex-3", "square-4", "polygon-8")}
    assert sizes == {"hex-3": 97, "square-4": 138, "polygon-8": 342}
    spec = talk_spec("square-4")
    assert spec.silence_action == spec.board.action_count == 83
    names = [spec.action_name(action) for action in range(83, spec.action_count)]
    assert len(set(names)) == len(names)
    assert names[:5] == [
        "say nothing",
        "accept the offer of 1",
        "accept the offer of 2",
        "accept the offer of 3",
        "propose peace, 1 round, to all",
    ]


def test_states_are_values() -> None:
    state = say(begun(talk_spec("hex-3")), "to all: Red will not attack Blue for 1 round")
    assert pickle.loads(pickle.dumps(state)) == state
    assert state.take(state.actions[0]) == state.take(state.actions[0]) != state


# -- what makes no sense ------------------------------------------------------------------------


def test_an_action_outside_the_mask_is_named_and_refused() -> None:
    spec = talk_spec("hex-3")
    state = begun(spec)
    for action, error in (
        (20, r"action 20 \(..\) cannot be taken: r is to propose in hex-3"),
        (spec.board.pass_action, r"\(pass\) cannot be taken: r is to propose"),
        (spec.silence_action + 1, r"\(accept the offer of 1\) cannot be taken: r is to propose"),
        (spec.action_count, r"action: '97' is not a whole number from 0 to 96"),
        (-1, r"action: '-1' is not"),
    ):
        with pytest.raises(DjambiError, match=error):
            state.take(action)
    state = hush(state)
    with pytest.raises(DjambiError, match=r"\(say nothing\) cannot be taken: r chooses a piece"):
        state.take(spec.silence_action)
    with pytest.raises(DjambiError, match=r"cannot be taken: r chooses a piece in hex-3"):
        state.take(spec.board.pass_action)
    with pytest.raises(DjambiError, match="talk: '3' is not"):
        spec.action_name(3)


def test_nothing_can_be_said_after_the_end() -> None:
    spec = TalkSpec(talk_spec("hex-3", max_turns=1).board)
    *_, state = talk_states(spec, 1)
    assert state.mover is None and not state.actions and state.stage == "done"
    with pytest.raises(DjambiError, match="the game is over"):
        state.take(spec.silence_action)
