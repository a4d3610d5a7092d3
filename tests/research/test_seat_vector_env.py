"""One seat against bots (djambi.research.seat_vector_env)."""

from __future__ import annotations

import copy
import pickle
from typing import Any

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
            assert all(envs.single_observation_space.contains(o) for o in infos["final_obs"][over])
    assert ends
    envs.close()


def test_whose_seat_it_was_is_told_of_a_game_that_ended() -> None:
    envs = SeatVectorEnv("hex-3", level="random", n=4, max_turns=9)
    _, infos = envs.reset(seed=1)
    told = 0
    for _ in range(40):
        before = infos["seat"]
        *_, terminations, truncations, infos = envs.step(lowest_actions(envs))
        over = terminations | truncations
        if over.any():
            last = infos["final_info"]
            assert np.array_equal(last["seat"][over], before[over])
            assert np.array_equal(last["_seat"], over) and not last["action_mask"][over].any()
            told += int((infos["seat"] != before).sum())
    assert told


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


def test_a_number_or_a_name_that_is_none_is_told_by_its_argument() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"n": 2.0}, "n must be a whole number, not float"),
        ({"threads": "2"}, "threads must be a whole number, not str"),
        ({"seat": 3}, "seat must be str, not int"),
        ({"level": 5}, "level must be a bot's name, not int"),
        ({"max_turns": "9"}, "max_turns must be a whole number, not str"),
    ]
    for arguments, message in wrong:
        with pytest.raises(TypeError, match=message):
            SeatVectorEnv("hex-3", **arguments)
    with pytest.raises(DjambiError, match="threads: '0' is not a whole number from 1 to 256"):
        SeatVectorEnv("hex-3", threads=0)


def test_the_learner_has_a_turn_before_a_game_is_broken_off() -> None:
    with pytest.raises(DjambiError, match="max_turns: '2' is not a whole number from 3"):
        SeatVectorEnv("hex-3", max_turns=2)
    envs = SeatVectorEnv("hex-3", level="random", n=8, max_turns=3)
    envs.reset(seed=1)
    for _ in range(9):
        assert envs.action_masks().any(axis=1).all()
        envs.step(lowest_actions(envs))


def test_no_step_is_taken_before_the_games_begin() -> None:
    envs = SeatVectorEnv("hex-3", level="random", n=2, seat="b")
    with pytest.raises(DjambiError, match="reset the environment"):
        envs.step(lowest_actions(envs))


def test_there_is_a_seed_for_all_games_or_one_for_each() -> None:
    envs = SeatVectorEnv("hex-3", level="random", n=2)
    seeds: list[list[int | None]] = [[1, 2], list(np.array([1, 2])), [1], [1, 2, 3]]
    first, _ = envs.reset(seed=1)
    for each in seeds[:2]:
        assert np.array_equal(envs.reset(seed=each)[0], first)
    for wrong in seeds[2:]:
        with pytest.raises(DjambiError, match=f"seed: {len(wrong)} seeds, where there are 2 games"):
            envs.reset(seed=wrong)
    with pytest.raises(TypeError, match="seed must be a whole number, not str"):
        envs.reset(seed="one")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_who_falls_by_the_last_turn_is_out_and_not_broken_off(compiled: bool) -> None:
    envs = SeatVectorEnv("hex-3", "harcourt", level="random", n=32, max_turns=30)
    turns = envs.environment_spec.plane_names.index("turns")
    fallen = 0
    _, infos = envs.reset(seed=1)
    chance = np.random.default_rng(1)
    for _ in range(150 if compiled else 30):
        actions = [chance.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
        _, rewards, terminations, truncations, infos = envs.step(actions)
        assert not (terminations & truncations).any()
        for number in np.flatnonzero(terminations):
            by_last = infos["final_obs"][number][turns].max() == 255
            fallen += by_last and rewards[number] == 0
    assert fallen


def test_a_game_is_never_broken_off_before_the_learner_plays() -> None:
    """In this edition the seats of vassals play, too: there are more turns than active parties."""
    with pytest.raises(DjambiError, match="max_turns: '2' is not a whole number from 4"):
        SeatVectorEnv("square-2", rules="hallepee", level="random", n=1, max_turns=2)
    envs = SeatVectorEnv("square-2", rules="hallepee", level="random", n=8, max_turns=4)
    _, infos = envs.reset(seed=1)
    assert infos["action_mask"].any(axis=1).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_environment_says_so(threads: int) -> None:
    envs = SeatVectorEnv("hex-3", level="random", n=2, threads=threads)
    envs.reset(seed=1)
    actions = lowest_actions(envs)
    envs.close()
    with pytest.raises(DjambiError, match="closed"):
        envs.step(actions)
    with pytest.raises(DjambiError, match="closed"):
        envs.reset()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_copy_plays_the_same_game_on_its_own(threads: int) -> None:
    envs = SeatVectorEnv("hex-3", level="published", n=2, threads=threads, max_turns=30)
    envs.reset(seed=1)
    envs.step(lowest_actions(envs))
    for twin in (copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))):
        before = envs.action_masks()
        for _ in range(6):
            twin.step(lowest_actions(twin))
        assert np.array_equal(envs.action_masks(), before)
        twin.close()
    twin = copy.deepcopy(envs)
    for _ in range(6):
        seen, rewards, *_ = envs.step(lowest_actions(envs))
        also_seen, also_rewards, *_ = twin.step(lowest_actions(twin))
        assert np.array_equal(seen, also_seen) and np.array_equal(rewards, also_rewards)
    twin.close()
    envs.close()
