"""The PettingZoo environment (djambi.research.djambi_v0)."""

from __future__ import annotations

from inspect import signature
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from tests.research.games import PAIRS

from djambi import DjambiError, Position
from djambi.research import EnvironmentSpec, djambi_talk_v0, djambi_v0
from djambi.research.djambi_v0 import DjambiEnv


def play(env: DjambiEnv, seed: int, **options: Any) -> dict[str, float]:
    """Play random actions to the end, and return every agent's sum of rewards."""
    random = Random(seed)
    env.reset(options=options)
    returns = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        returns[agent] += reward
        assert observation is not None
        assert observation["observation"].shape == env.spec.observation_shape
        if termination or truncation:
            env.step(None)
            continue
        assert info["seat"] == env.position.seat
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return returns


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("action", ["stage", "turn"])
def test_the_ecosystems_tests_pass(action: djambi_v0.ActionForm) -> None:
    api_test(djambi_v0.env(max_turns=60, action=action), num_cycles=300)
    seed_test(lambda: djambi_v0.env(max_turns=20, action=action), num_cycles=60)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "rules"),
    [("square-4", "original"), ("square-2", "hallepee"), ("hex-6", "harcourt-advanced")],
)
def test_shares_add_up_to_one(variant: str, rules: str) -> None:
    env = DjambiEnv(variant, rules, max_turns=300)
    assert sum(play(env, 1).values()) == pytest.approx(1)


@pytest.mark.long
@pytest.mark.parametrize(("variant", "rules"), PAIRS)
def test_random_games_of_every_variant_and_edition(variant: str, rules: str) -> None:
    for action, games in (("stage", 10), ("turn", 2)):
        env = DjambiEnv(variant, rules, action=action, max_turns=1000)  # type: ignore[arg-type]
        for seed in range(games):
            assert sum(play(env, seed).values()) == pytest.approx(1)


def test_an_agent_is_selected_again_for_each_cell() -> None:
    env = DjambiEnv()
    env.reset()
    assert env.agents == ["red", "blue", "yellow", "green"]
    env.step(env.spec.action_of("c3", "r"))
    assert env.agent_selection == "red"
    assert env.infos["red"]["prefix"] == "c3" and env.infos["red"]["stage"] == "destination"
    env.step(env.spec.action_of("e3", "r"))
    assert env.agent_selection == "blue" and env.position.ply == 1


def test_whole_turns_are_actions_too() -> None:
    env = DjambiEnv("hex-3", action="turn")
    env.reset()
    turn = env.position.legal_turns()[3]
    after = env.position.play(turn)
    assert env.observe("red")["action_mask"].sum() == len(env.position.legal_turns())
    env.step(3)
    assert env.position == after
    with pytest.raises(DjambiError, match="action 9999 cannot be taken: there are"):
        env.step(9999)


def test_a_game_that_is_broken_off_is_shared_by_the_active() -> None:
    env = DjambiEnv("hex-3", max_turns=3)
    env.reset()
    while not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert env.rewards == dict.fromkeys(env.agents, pytest.approx(1 / 3))
    assert not any(env.terminations.values())


def test_zero_sum_rewards() -> None:
    returns = play(DjambiEnv("hex-3", reward="zero-sum", max_turns=200), 2)
    assert sum(returns.values()) == pytest.approx(0)


WON_SOON = "square-4 {} gC8/9/9/9/9/7rRbC/9/9/rC7yC r,b,y,g rbyg r 0 0"
"""Red's Reporter can kill blue's Chief at once; nobody has much more than a Chief."""

ASLEEP = "square-4 djambinet gC8/9/9/9/9/7rR1/8x/7xx/rC5yCxbC r,b!,y,g rbyg r 0 0"
"""Blue is frozen, its Chief alive behind corpses."""


def test_who_is_out_for_good_terminates_and_who_may_come_back_does_not() -> None:
    env = DjambiEnv("square-4", "original")
    env.reset(options={"position": WON_SOON.format("original")})
    take(env, "h4", "i5", "i4")
    assert env.terminations["blue"] and not env.terminations["yellow"]
    assert env.agent_selection == "blue" and env.last()[1] == 0
    with pytest.raises(DjambiError, match="blue is out of the game: step with None, not 0"):
        env.step(0)
    env.step(None)
    assert env.agent_selection == "yellow" and "blue" not in env.agents
    # Where Chiefs may come back, a dead one does not.
    env = DjambiEnv("square-4", "djambinet")
    env.reset(options={"position": WON_SOON.format("djambinet")})
    take(env, "h4", "i5")
    assert env.terminations["blue"]
    # Here blue's Chief sleeps, walled in, and may wake.
    env.reset(options={"position": ASLEEP})
    assert "blue" in env.agents and not env.terminations["blue"]


def test_who_falls_by_the_last_turn_is_out_and_not_broken_off() -> None:
    env = DjambiEnv("square-4", "original", max_turns=1)
    env.reset(options={"position": WON_SOON.format("original")})
    take(env, "h4", "i5", "i4")
    assert env.terminations == {"red": False, "blue": True, "yellow": False, "green": False}
    assert env.truncations == {"red": True, "blue": False, "yellow": True, "green": True}
    assert env.rewards["blue"] == 0 and sum(env.rewards.values()) == pytest.approx(1)


def test_a_game_that_is_won_is_over_for_everybody() -> None:
    env = DjambiEnv("square-4", "original", reward="zero-sum")
    duel = "square-4 original 9/9/9/9/9/7rRbC/9/9/rC8 r,b,y!,g! rbyg r 0 0"
    env.reset(options={"position": duel})
    take(env, "h4", "i5", "i4")
    assert env.terminations == {"red": True, "blue": True}
    assert env.truncations == {"red": False, "blue": False}
    # Two of four begin, and what they get adds up to 0.
    assert env.rewards == {"red": 0.5, "blue": -0.5}


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(DjambiError, match="reset the environment"):
        DjambiEnv("hex-3").step(0)


def test_who_is_out_from_the_start_is_no_agent_of_the_game() -> None:
    env = DjambiEnv("square-4", "original")
    env.reset(options={"position": ASLEEP.replace("djambinet", "original")})
    assert env.agents == ["red", "yellow", "green"]
    # Who has resigned wakes by nobody's turn, and no agent can let it return.
    env = DjambiEnv("square-4", "djambinet")
    env.reset(options={"position": ASLEEP.replace("b!", "b!*")})
    assert env.agents == ["red", "yellow", "green"]


def take(env: DjambiEnv, *cells: str) -> None:
    """Choose the cells of a turn."""
    letter = env.decision.mover or ""
    for cell in cells:
        env.step(env.spec.action_of(cell, letter))


def test_what_makes_no_sense_changes_nothing() -> None:
    env = DjambiEnv()
    env.reset()
    before = env.decision
    with pytest.raises(DjambiError, match="action 40"):
        env.step(40)
    with pytest.raises(DjambiError, match="red has to choose an action"):
        env.step(None)
    for wrong in (2.9, 20.0, np.float32(20), "a", "20", [20]):
        with pytest.raises(DjambiError, match="red's action: .* is not a whole number from 0 to"):
            env.step(wrong)  # type: ignore[arg-type]
    assert env.decision is before
    for whole in (np.int8, np.uint8, np.int32, np.int64):
        env.reset()
        env.step(whole(env.spec.action_of("c3", "r")))  # type: ignore[arg-type]
        assert env.infos["red"]["prefix"] == "c3"
    env.reset()
    with pytest.raises(DjambiError, match="action: 'cell' is not one of stage, turn"):
        DjambiEnv(action="cell")  # type: ignore[arg-type]
    with pytest.raises(DjambiError, match="render_mode: 'human' is not one of None, ansi, svg"):
        DjambiEnv(render_mode="human")  # type: ignore[arg-type]
    with pytest.raises(DjambiError, match="not of square-4 original"):
        env.reset(options={"position": str(Position.start("square-4", "bga"))})
    with pytest.raises(DjambiError, match="broken off after 4 turns"):
        DjambiEnv(max_turns=4).reset(options={"position": str(Position.start())[:-1] + "4"})
    with pytest.raises(DjambiError, match="the position is over"):
        env.reset(options={"position": Position.start().resign("r").resign("b").resign("y")})
    listed = DjambiEnv(action="turn")
    listed.reset()
    for number in (-1, listed.position.legal_turns().count()):
        with pytest.raises(DjambiError, match=f"action {number} cannot be taken"):
            listed.step(number)
    two = DjambiEnv("square-2")
    start = str(two.position)
    with pytest.raises(DjambiError, match="no agent plays bg,"):
        two.reset(options={"position": start.replace("b>r,", "b,").replace("g>y", "g")})
    with pytest.raises(DjambiError, match="unknown variant"):
        djambi_v0.env(variant="square-5")


@pytest.mark.parametrize(
    ("module", "made"),
    [(djambi_v0, djambi_v0.DjambiEnv), (djambi_talk_v0, djambi_talk_v0.TalkEnv)],
)
def test_what_makes_an_environment_shows_its_arguments(module: ModuleType, made: type) -> None:
    """`help`, editors and notebooks read a signature; type checkers see the same."""
    wanted = signature(made).parameters
    for function in (module.env, module.raw_env):
        assert signature(function).parameters == wanted
        assert function("hex-3", max_turns=3).unwrapped.spec == EnvironmentSpec(
            "hex-3", max_turns=3
        )
    assert signature(module.env).parameters["max_turns"].default == 2000


def test_a_step_after_the_end_is_refused() -> None:
    env = DjambiEnv("hex-3", max_turns=1)
    play(env, 1)
    with pytest.raises(DjambiError, match="the game is over: reset"):
        env.step(0)


def test_the_board_is_drawn() -> None:
    env = DjambiEnv(render_mode="ansi")
    env.reset()
    assert str(env.render()).endswith("\nred: piece")
    take(env, "c3")
    assert str(env.render()).endswith("\nred: c3 (destination)")
    assert DjambiEnv().render() is None
    env = DjambiEnv(render_mode="svg")
    env.reset()
    assert str(env.render()).startswith("<svg")
    assert env.state().shape == env.state_space.shape


def test_the_board_is_painted() -> None:
    env = DjambiEnv(render_mode="rgb_array")
    env.reset()
    before = env.render()
    assert isinstance(before, np.ndarray)
    assert before.dtype == np.uint8 and before.shape[1:] == (640, 3)
    for cell in ("c3", "e3"):
        env.step(env.spec.action_of(cell, "r"))
    after = env.render()
    assert isinstance(after, np.ndarray) and not np.array_equal(before, after)
