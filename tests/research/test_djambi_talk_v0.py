"""The PettingZoo environment with talk (djambi.research.djambi_talk_v0)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test
from tests.research.games import PAIRS
from tests.research.talk_games import random_action

from djambi import DjambiError
from djambi.research import djambi_talk_v0
from djambi.research.djambi_talk_v0 import TalkEnv
from djambi.research.party_env import RenderMode
from djambi.research.talk_state import TalkState


def play(env: TalkEnv, seed: int) -> dict[str, float]:
    """Play random actions to the end, and return every agent's sum of rewards."""
    random = Random(seed)
    env.reset()
    returns = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        returns[agent] += reward
        assert observation is not None and env.observation_space(agent).contains(observation)
        if termination or truncation:
            env.step(None)
            continue
        assert info["stage"] == env.talk.stage
        assert np.flatnonzero(observation["action_mask"]).tolist() == list(env.talk.actions)
        env.step(random_action(env.talk, random))
    return returns


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_ecosystems_tests_pass() -> None:
    api_test(djambi_talk_v0.env(max_turns=30), num_cycles=300)
    seed_test(lambda: djambi_talk_v0.env(max_turns=10), num_cycles=80)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "rules"),
    [("square-4", "original"), ("square-2", "hallepee"), ("hex-6", "harcourt-advanced")],
)
def test_shares_add_up_to_one(variant: str, rules: str) -> None:
    env = TalkEnv(variant, rules, max_turns=40)
    assert sum(play(env, 1).values()) == pytest.approx(1)
    zero = TalkEnv(variant, rules, reward="zero-sum", max_turns=5)
    assert sum(play(zero, 1).values()) == pytest.approx(0)


@pytest.mark.long
@pytest.mark.parametrize(("variant", "rules"), PAIRS)
def test_random_games_of_every_variant_and_edition(variant: str, rules: str) -> None:
    env = TalkEnv(variant, rules, max_turns=1000)
    for seed in range(3):
        assert sum(play(env, seed).values()) == pytest.approx(1)


# -- no observer gets a secret of others --------------------------------------------------------

BOARDS = (
    ("hex-3", "harcourt"),
    ("square-3", "djambinet"),
    ("square-4", "original"),
    ("square-4", "hallepee"),
    ("polygon-5", "bga"),
    ("hex-6", "harcourt-advanced"),
)
"""Boards where at least three parties talk."""

PLANTED_TURNS = 5
"""Turns of the two games that a planting test compares."""

PLANTING_RATE = 0.7
"""How often something that an observer does not hear is said where it can be."""


@pytest.mark.slow
@settings(max_examples=10)
@given(st.integers(0, 1 << 32), st.sampled_from(BOARDS), st.sampled_from((None, "ansi", "svg")))
def test_two_games_that_differ_in_secrets_of_others_look_the_same(
    seed: int, board: tuple[str, str], render_mode: RenderMode | None
) -> None:
    one, other = (
        TalkEnv(*board, max_turns=PLANTED_TURNS, render_mode=render_mode) for _ in range(2)
    )
    random = Random(seed)
    observer = random.choice(one.possible_agents[:3])
    for _ in planted(one, other, observer, random):
        assert everything_shown(one, observer) == everything_shown(other, observer)


def test_the_planted_secrets_are_there_and_their_parties_see_them() -> None:
    one, other = (TalkEnv("hex-3", max_turns=4 * PLANTED_TURNS) for _ in range(2))
    differ: set[str] = set()
    for _ in planted(one, other, "red", Random(1)):
        differ |= {
            agent
            for agent in one.agents
            if everything_shown(one, agent) != everything_shown(other, agent)
        }
    assert differ == {"blue", "yellow"}
    red, *others, public = range(len(one.talk.record))
    assert one.talk.record[red] == other.talk.record[red]
    assert one.talk.record[public] == other.talk.record[public]
    assert all(one.talk.record[party] != other.talk.record[party] for party in others)


def planted(one: TalkEnv, other: TalkEnv, observer: str, random: Random) -> Iterator[None]:
    """Play the same game twice but for secrets that an observer has no part in.

    Yields before every step, and at the end.
    """
    one.reset()
    other.reset()
    party = one.spec.players[one.possible_agents.index(observer)]
    while one.agents:
        yield
        agent = one.agent_selection
        if one.terminations[agent] or one.truncations[agent]:
            one.step(None)
            other.step(None)
            continue
        unheard = [unheard_actions(env.talk, party) for env in (one, other)]
        if all(unheard) and random.random() < PLANTING_RATE:
            one.step(random.choice(unheard[0]))
            other.step(random.choice(unheard[1]))
        else:
            action = random.choice(sorted(set(one.talk.actions).difference(unheard[0][1:])))
            one.step(action)
            other.step(action)
    yield


def unheard_actions(talk: TalkState, observer: str) -> list[int]:
    """Return how another party may say nothing, or talk in secret behind an observer's back."""
    if not talk.talks or talk.mover == observer:
        return []
    silence, *more = talk.actions
    return [silence, *(each for each in more if is_unheard(talk, each, observer))]


def is_unheard(talk: TalkState, action: int, observer: str) -> bool:
    """Return whether a proposal or an answer is secret, and an observer has no part in it."""
    if talk.stage == "propose":
        offer = talk.take(action).offers[-1].offer
    else:
        proposer = talk.spec.party(action - talk.spec.silence_action, talk.mover or "")
        (offer,) = [each.offer for each in talk.offers if each.by == proposer]
    return offer.secret and observer not in offer.parties


def everything_shown(env: TalkEnv, observer: str) -> list[Any]:
    """Return all that an observer gets of an environment; arrays as bytes."""
    seen = env.observe(observer) if observer in env.agents else {}
    return [
        {name: (array.dtype, array.shape, array.tobytes()) for name, array in seen.items()},
        env.state().tobytes(),
        env.render(),
        list(env.agents),
        env.agents and (env.agent_selection, env.last()[1:]),
        dict(env.rewards),
        dict(env.terminations),
        dict(env.truncations),
        dict(env.infos),
    ]


# -- the environment ----------------------------------------------------------------------------


def test_only_whoever_is_selected_has_actions_and_is_told_the_stage() -> None:
    env = TalkEnv("hex-3")
    env.reset()
    assert env.infos == {
        "red": {"stage": "propose", "prefix": "", "seat": "r", "bonus": False, "turn": 0},
        "blue": {},
        "yellow": {},
    }
    assert env.observe("red")["action_mask"].sum() == len(env.talk.actions) > 1
    assert not env.observe("blue")["action_mask"].any()
    assert env.observe("red")["talk"].shape == (env.talk_spec.size,) == (257,)
    assert env.state().shape == env.state_space.shape


def test_what_makes_no_sense_changes_nothing() -> None:
    env = TalkEnv("hex-3", max_turns=1)
    env.reset()
    before = env.talk
    with pytest.raises(DjambiError, match=r"action 20 .* cannot be taken: r is to propose"):
        env.step(20)
    with pytest.raises(DjambiError, match="red has to choose an action"):
        env.step(None)
    assert env.talk is before
    with pytest.raises(DjambiError, match="unknown variant 'hex-4'"):
        djambi_talk_v0.env(variant="hex-4")
    with pytest.raises(DjambiError, match="reward: 'much' is not one of share, zero-sum"):
        djambi_talk_v0.env(reward="much")  # type: ignore[arg-type]
    play(env, 1)
    with pytest.raises(DjambiError, match="the game is over: reset"):
        env.step(env.talk_spec.silence_action)


def test_open_talk_is_written_under_the_board() -> None:
    env = TalkEnv("hex-3", render_mode="ansi")
    env.reset()
    for words in ("to blue: Red will not touch", "to yellow, in secret:", "say nothing"):
        actions = env.talk.actions
        env.step(next(each for each in actions if env.talk.written_with(each).startswith(words)))
    shown = str(env.render()).splitlines()
    assert "red: answer" in shown
    assert [line[:42] for line in shown if "offers" in line] == [
        "red offers: Red will not touch the blue Ch"
    ]
    env.step(env.talk_spec.silence_action)
    env.step(env.talk_spec.accept_action("b", "r"))
    pacts = [line for line in str(env.render()).splitlines() if line.startswith("pact: ")]
    assert len(pacts) == 2 and pacts[1].startswith("pact: Blue will not touch the red Chief")
