"""One seat against bots (djambi.research.seat_vector_env)."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from djambi import DjambiError
from djambi.research import SeatVectorEnv


def lowest_actions(envs: SeatVectorEnv) -> NDArray[np.intp]:
    """Return the lowest action that may be taken in every game."""
    return np.asarray(envs.action_masks().argmax(axis=1))


def test_the_learner_plays_its_seat_only() -> None:
    envs = SeatVectorEnv("hex-3", level="random", n=3, seat="b", max_turns=60)
    assert isinstance(envs, VectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    assert infos["seat"].tolist() == ["b", "b", "b"]
    ends = 0
    for _ in range(150):
        actions = lowest_actions(envs)
        assert envs.action_space.contains(actions)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert envs.observation_space.contains(observations)
        assert infos["action_mask"].any(axis=1).all()
        over = terminations | truncations
        assert not rewards[~over].any()
        if over.any():
            ends += 1
            assert np.array_equal(infos["_final_obs"], over)
            assert all((infos["final_obs"][i] is not None) == over[i] for i in range(3))
    assert ends
    envs.close()


def test_the_same_seed_plays_the_same_whatever_the_threads() -> None:
    seen: list[bytes] = []
    for threads in (1, 2):
        envs = SeatVectorEnv("hex-3", level="greedy", n=2, threads=threads)
        observations, infos = envs.reset(seed=[4, 5])
        for _ in range(8):
            observations, *_rest, infos = envs.step(lowest_actions(envs))
        seen.append(observations.tobytes() + "".join(infos["seat"]).encode())
        envs.close()
    assert seen[0] == seen[1]


def test_what_makes_no_sense_is_named() -> None:
    with pytest.raises(DjambiError, match="unknown player 'masterly'"):
        SeatVectorEnv(level="masterly")
    with pytest.raises(DjambiError, match="seat: 'p' is not an active party of square-4"):
        SeatVectorEnv(seat="p")
    with pytest.raises(DjambiError, match="n: '0'"):
        SeatVectorEnv(n=0)
    envs = SeatVectorEnv("hex-3", level="random", n=2, seat="r")
    envs.reset(seed=1)
    before = envs.action_masks()
    with pytest.raises(DjambiError, match="action 0 "):
        envs.step([int(before[0].argmax()), 0])
    with pytest.raises(DjambiError, match="2 whole numbers are wanted"):
        envs.step([1])
    assert np.array_equal(envs.action_masks(), before)
