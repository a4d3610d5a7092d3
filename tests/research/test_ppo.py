"""Proximal policy optimization: its parts against plain calculations, and that it learns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from djambi import Position
from djambi.errors import DjambiError
from djambi.research import Batch
from djambi.research.adam import Adam
from djambi.research.cell_network import CellNetwork, InputEncoder
from djambi.research.ppo import PpoTrainer, Samples, advantages_of, ppo_loss
from djambi.research.ppo_settings import PpoSettings
from djambi.research.trained_policy import (
    PolicyBot,
    TrainedPolicy,
    masked_log_softmax,
    sample_actions,
)

TINY = PpoSettings(
    "hex-3", games=2, rollout_steps=16, total_steps=96, max_turns=15, hidden=4, minibatch=8,
    evaluation_games=2,
)  # fmt: skip

STEP = 1e-6
"""The distance of the two points of a finite difference from the middle."""


# -- the formulas -------------------------------------------------------------------------------


def test_advantages_of_two_parties_by_hand() -> None:
    # One game: 0 and 1 choose in turn, 0 twice at the end, which wins; then a new game begins.
    values = np.array([[0.5], [0.4], [0.6], [0.3], [0.5]])
    to_play = np.array([[0], [1], [0], [0], [1]], np.uint8)
    done = np.array([[0], [0], [0], [1], [0]], np.uint8)
    shares = np.zeros((5, 1, 2))
    shares[3, 0] = 1, 0
    advantages, known = advantages_of(values, to_play, done, shares, trace_decay=0.5)
    last = 1 - 0.3
    before = (0.3 - 0.6) + 0.5 * last
    assert advantages[:4, 0] == pytest.approx([(0.6 - 0.5) + 0.5 * before, 0 - 0.4, before, last])
    # What follows the last decision is not known.
    assert known[:, 0].tolist() == [True, True, True, True, False]


def test_a_value_stands_for_what_follows_a_rollout() -> None:
    values = np.array([[0.2], [0.7]])
    nothing = np.zeros((2, 1), np.uint8)
    advantages, known = advantages_of(values, nothing, nothing, np.zeros((2, 1, 2)), 0.95)
    assert known[:, 0].tolist() == [True, False]
    assert advantages[0, 0] == pytest.approx(0.5)


def _samples(random: np.random.Generator, count: int = 6, actions: int = 7) -> Samples:
    masks = (random.random((count, actions)) < 0.6).astype(np.uint8)
    masks[:, 2] = 1
    old = masked_log_softmax(random.normal(size=(count, actions)), masks)
    taken = sample_actions(old, random)
    batch = Batch("square-2", n=count, obs="cells")
    return Samples(
        InputEncoder(batch.spec).encode(batch.obs, batch.mask),
        masks,
        taken,
        old[np.arange(count), taken],
        random.normal(size=count),
        random.random(count),
    )


def test_the_loss_has_the_derivatives_of_finite_differences() -> None:
    random = np.random.default_rng(4)
    samples = _samples(random)
    settings = PpoSettings(entropy_bonus=0.1, value_weight=0.7)
    logits, values = random.normal(size=samples.masks.shape), random.random(len(samples))
    loss = ppo_loss(logits, values, samples, settings)
    for found, at in ((loss.d_logits, logits), (loss.d_values, values)):
        for i in np.ndindex(at.shape):
            before = at[i]
            at[i] = before + STEP
            above = ppo_loss(logits, values, samples, settings).total
            at[i] = before - STEP
            below = ppo_loss(logits, values, samples, settings).total
            at[i] = before
            assert found[i] == pytest.approx((above - below) / (2 * STEP), abs=1e-6)
    assert (loss.d_logits[samples.masks == 0] == 0).all()


def test_beyond_the_clip_a_better_action_is_not_pushed_further() -> None:
    random = np.random.default_rng(4)
    samples = replace(_samples(random), advantages=np.ones(6))
    logits = np.zeros(samples.masks.shape)
    logits[np.arange(6), samples.actions] = 9
    settings = PpoSettings(entropy_bonus=0)
    sure = samples.masks.sum(axis=1) == 1
    assert (ppo_loss(logits, np.zeros(6), samples, settings).d_logits[~sure] == 0).all()


def test_no_forbidden_action_is_ever_drawn() -> None:
    random = np.random.default_rng(0)
    masks = (random.random((500, 9)) < 0.3).astype(np.uint8)
    masks[:, 4] = 1
    # The forbidden ones have by far the largest logits.
    log_p = masked_log_softmax(np.where(masks, 0.0, 50.0), masks)
    assert masks[np.arange(500), sample_actions(log_p, random)].all()
    assert np.exp(log_p).sum(axis=1) == pytest.approx(np.ones(500))


def test_actions_are_drawn_as_often_as_they_are_probable() -> None:
    p = np.array([0.6, 0.3, 0.1])
    drawn = sample_actions(np.log(np.tile(p, (20_000, 1))), np.random.default_rng(2))
    assert np.bincount(drawn) / 20_000 == pytest.approx(p, abs=0.02)


def test_adam_goes_down_a_bowl() -> None:
    parameters = {"x": np.array([3.0, -2.0])}
    optimizer = Adam(parameters, max_norm=100.0)
    for _ in range(300):
        optimizer.step({"x": 2 * parameters["x"]}, 0.05)
    assert np.abs(parameters["x"]).max() < 0.05


def test_the_first_step_of_adam_is_the_rate_whatever_the_gradient() -> None:
    parameters = {"x": np.array([0.0, 0.0])}
    Adam(parameters, max_norm=20.0).step({"x": np.array([1.0, -9.0])}, 0.05)
    assert parameters["x"] == pytest.approx([-0.05, 0.05], rel=0.01)


# -- a training ---------------------------------------------------------------------------------


def test_it_learns_which_cell_pays() -> None:
    """A bandit on the cells: the allowed cell whose piece is a Chief pays, all others do not."""
    settings = PpoSettings(epochs=2, minibatch=64, learning_rate=3e-3)
    random = np.random.default_rng(1)
    batch = Batch("hex-3", n=64, seed=1, obs="cells", max_turns=30)
    encoder = InputEncoder(batch.spec)
    network = CellNetwork.random(encoder, 8, 3, random)
    optimizer = Adam(network.parameters, settings.max_gradient_norm)
    chief = batch.spec.plane_names.index("chief of 0")
    inputs = encoder.encode(batch.obs, batch.mask)
    # All cells are allowed, so that at random one in sixty pays.
    masks = np.ones_like(batch.mask)
    right = batch.obs[:, :, chief].argmax(axis=1)
    share = 0.0
    for _ in range(60):
        seen = network.forward(inputs)
        log_p = masked_log_softmax(seen.logits, masks)
        actions = sample_actions(log_p, random)
        paid = (actions == right).astype(float)
        share = float(paid.mean())
        taken = log_p[np.arange(64), actions]
        samples = Samples(inputs, masks, actions, taken, paid - seen.values, paid)
        for _ in range(settings.epochs):
            seen = network.forward(inputs)
            loss = ppo_loss(seen.logits, seen.values, samples, settings)
            gradients = network.backward(seen, loss.d_logits, loss.d_values)
            optimizer.step(gradients, settings.learning_rate)
    assert share > 0.9


def test_a_training_is_decided_by_its_seed() -> None:
    first, second, other = (
        PpoTrainer(replace(TINY, total_steps=32, seed=seed)) for seed in (5, 5, 6)
    )
    for trainer in (first, second, other):
        assert [point.steps for point in trainer.train()] == [32]
    weights = [trainer.network.parameters["cell_1"] for trainer in (first, second, other)]
    assert (weights[0] == weights[1]).all() and (weights[0] != weights[2]).any()
    assert np.isfinite(first.curve[-1].random_share)


def test_an_interrupted_training_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = PpoTrainer(TINY)
    points = whole.train()
    next(points)
    whole.save(tmp_path / "half.npz")
    resumed = PpoTrainer.load(tmp_path / "half.npz")
    assert resumed.steps == 32 and resumed.settings == TINY
    assert [point.steps for point in points] == [64, 96]
    assert [point.steps for point in resumed.train()] == [64, 96]
    for name, value in whole.network.parameters.items():
        assert (resumed.network.parameters[name] == value).all()
    assert [point.entropy for point in whole.curve] == [point.entropy for point in resumed.curve]


def test_a_policy_plays_legal_turns_by_its_seed(tmp_path: Path) -> None:
    trainer = PpoTrainer(TINY)
    trainer.policy.rounded().save(tmp_path / "policy.npz")
    policy = TrainedPolicy.load(tmp_path / "policy.npz")
    for variant, rules in (("hex-3", "bga"), ("polygon-3", "harcourt")):
        position = Position.start(variant, rules)
        bots = PolicyBot(policy, 3), PolicyBot(policy, 3)
        for _ in range(25):
            turns = [bot.choose(position) for bot in bots]
            assert turns[0] == turns[1] and turns[0] in position.legal_turns()
            position = position.play(turns[0])


# -- invalid input ------------------------------------------------------------------------------


def test_a_policy_of_three_parties_does_not_play_four() -> None:
    policy = PpoTrainer(TINY).policy
    with pytest.raises(DjambiError, match="square-4 has 4 parties, but .* trained with 3"):
        PolicyBot(policy).choose(Position.start("square-4"))


def test_a_setting_out_of_its_range_is_named() -> None:
    with pytest.raises(DjambiError, match="games.*0"):
        PpoSettings(games=0)
    with pytest.raises(DjambiError, match="rollout_steps.*1"):
        PpoSettings(rollout_steps=1)
    with pytest.raises(DjambiError, match="rollout_steps: '3' is not a whole number from 4"):
        PpoTrainer(PpoSettings("hex-3", rollout_steps=3))
    with pytest.raises(DjambiError, match="hidden.*1000000000"):
        PpoSettings(hidden=10**9)
    with pytest.raises(DjambiError, match="seed.*-1"):
        PpoSettings(seed=-1)


@pytest.mark.parametrize("value", [float("nan"), -1.0, 2.0])
def test_a_fraction_out_of_its_range_is_named(value: float) -> None:
    with pytest.raises(DjambiError, match="learning_rate must be from 1e-09 to 1.0, not"):
        PpoSettings(learning_rate=value)


def test_what_is_no_training_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    path.write_bytes(b"no file of NumPy's")
    with pytest.raises(DjambiError, match=r"x\.npz: not a trained policy$"):
        TrainedPolicy.load(path)
    np.savez(path, something=np.zeros(3))
    with pytest.raises(DjambiError, match=r"x\.npz: not a trained policy$"):
        PpoTrainer.load(path)
    PpoTrainer(TINY).policy.save(path)
    with pytest.raises(DjambiError, match=r"x\.npz: not a training that can be resumed$"):
        PpoTrainer.load(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DjambiError, match=r"x\.npz: not a trained policy$"):
        TrainedPolicy.load(path)
