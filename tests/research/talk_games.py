"""Random games with talk, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from djambi.research import Decision, EnvironmentSpec
from djambi.research.talk_spec import TalkSpec
from djambi.research.talk_state import TalkState

SILENCE = 0.2
"""How often nothing is said where something could be."""


def talk_spec(variant: str, rules: str | None = None, max_turns: int = 2000) -> TalkSpec:
    """Return the talk of a board."""
    return TalkSpec(EnvironmentSpec(variant, rules, max_turns))


def begun(spec: TalkSpec, position: str | None = None) -> TalkState:
    """Return the state with which a game begins, at the start or elsewhere."""
    decision = Decision.start(spec.board)
    if position is not None:
        decision = Decision(spec.board, type(decision.position).parse(position))
    return TalkState.begun(spec, decision)


def talk_states(spec: TalkSpec, seed: int) -> Iterator[TalkState]:
    """Yield the states of a game of random actions, its end last."""
    random = Random(seed)
    state = begun(spec)
    yield state
    while state.actions:
        state = state.take(random_action(state, random))
        yield state


def random_action(state: TalkState, random: Random) -> int:
    """Return a random action; in a press round, accepting rather than nothing."""
    actions = state.actions
    if not state.talks:
        return random.choice(actions)
    return actions[0] if random.random() < SILENCE else random.choice(actions[1:] or actions)


def say(state: TalkState, words: str) -> TalkState:
    """Return the state after the one action that is written with these words at its beginning."""
    (action,) = [each for each in state.actions if state.written_with(each).startswith(words)]
    return state.take(action)


def hush(state: TalkState) -> TalkState:
    """Return the state in which the press round is over, if nobody says anything more."""
    while state.talks:
        state = state.take(state.spec.silence_action)
    return state


def play(state: TalkState, *cells: str) -> TalkState:
    """Return the state after the cells of a turn are chosen, and nothing is said before it."""
    state = hush(state)
    for cell in cells:
        state = state.take(state.spec.board.action_of(cell, state.mover or ""))
    return state
