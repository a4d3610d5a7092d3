"""Masked proximal policy optimization by self-play, in NumPy: `PpoTrainer`.

One network plays all seats. Sources: Schulman et al., "Proximal Policy Optimization Algorithms"
(2017), for the clipped objective; Schulman et al., "High-Dimensional Continuous Control Using
Generalized Advantage Estimation" (2016); Huang and Ontañón, "A Closer Look at Invalid Action
Masking in Policy Gradient Algorithms" (2022): forbidden actions get probability 0 before anything
else is computed. With
r = π(a) / π_old(a), the loss of a decision is ::

    - min(r A, clip(r, 1 - ε, 1 + ε) A) - β H(π) + ½ c (V - R)²

A party's decisions in a game are one trajectory, whoever plays in between. Its only reward is the
share of the game at the end, undiscounted. So with δ_t = V_{t+1} - V_t, where the share stands for
V_{t+1} at the end, the advantage is A_t = δ_t + λ A_{t+1}, and R_t = A_t + V_t.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from djambi.errors import DjambiError, out_of_range
from djambi.extras import missing_package
from djambi.research.adam import Adam
from djambi.research.batch import Batch
from djambi.research.cell_network import (
    Bytes,
    CellNetwork,
    Floats,
    InputEncoder,
    NetworkInputs,
)
from djambi.research.ppo_settings import MAX_ROLLOUT, CurvePoint, PpoSettings
from djambi.research.trained_policy import (
    Actions,
    TrainedPolicy,
    masked_log_softmax,
    sample_actions,
)

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing_package("PpoTrainer", error, "research") from None


@dataclass(frozen=True, slots=True)
class Samples:
    """Decisions to learn from: ``[B]`` each, but inputs and masks.

    Args:
        inputs: what the network reads.
        masks: ``[B, N + 2]``, the actions allowed.
        actions: the actions taken.
        log_probabilities: of these actions, when they were taken.
        advantages: A.
        returns: R.
    """

    inputs: NetworkInputs
    masks: Bytes
    actions: Actions
    log_probabilities: Floats
    advantages: Floats
    returns: Floats

    def rows(self, chosen: NDArray[np.integer[Any]]) -> Samples:
        """Return some of the samples."""
        return Samples(
            self.inputs.rows(chosen),
            self.masks[chosen],
            self.actions[chosen],
            self.log_probabilities[chosen],
            self.advantages[chosen],
            self.returns[chosen],
        )

    def __len__(self) -> int:
        return len(self.actions)


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss of some samples, and its derivatives by the network's outputs.

    Args:
        total: the whole loss, a mean over the samples.
        entropy, value_loss, divergence: see `CurvePoint`.
        d_logits: ``[B, N + 2]``.
        d_values: ``[B]``.
    """

    total: float
    entropy: float
    value_loss: float
    divergence: float
    d_logits: Floats
    d_values: Floats


def advantages_of(
    values: Floats, to_play: Bytes, done: Bytes, shares: Floats, trace_decay: float
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return generalized advantages of T steps in n games, and which of them are known.

    The last decision of a party before the rollout ends, in a game that goes on, is not known: its
    value stands for what follows it.

    Args:
        values: ``[T, n]``, of whoever chose.
        to_play: ``[T, n]``, who chose.
        done: ``[T, n]``, not 0 where the step ended the game.
        shares: ``[T, n, parties]``, what the game brought where it ended.
        trace_decay: λ.
    """
    steps, games = values.shape
    advantages = np.zeros_like(values)
    known = np.zeros(values.shape, np.bool_)
    next_value = np.zeros((games, shares.shape[2]), values.dtype)
    next_advantage = np.zeros_like(next_value)
    has_next = np.zeros(next_value.shape, np.bool_)
    rows = np.arange(games, dtype=np.intp)
    for t in range(steps - 1, -1, -1):
        ended = done[t] != 0
        next_value[ended] = shares[t, ended]
        next_advantage[ended] = 0
        has_next[ended] = True
        at = rows, to_play[t]
        advantages[t] = next_value[at] - values[t] + trace_decay * next_advantage[at]
        known[t] = has_next[at]
        next_value[at] = values[t]
        next_advantage[at] = np.where(known[t], advantages[t], 0)
        has_next[at] = True
    return advantages, known


def ppo_loss(logits: Floats, values: Floats, samples: Samples, settings: PpoSettings) -> Loss:
    """Return the loss of some samples, by the formula above, with its derivatives."""
    rows = np.arange(len(samples))
    log_p = masked_log_softmax(logits, samples.masks)
    p = np.exp(log_p)
    # 0 log 0 is 0.
    log_p = np.where(samples.masks, log_p, 0)
    taken = log_p[rows, samples.actions]
    ratio = np.exp(taken - samples.log_probabilities)
    clipped = np.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    gain = np.minimum(ratio * samples.advantages, clipped * samples.advantages)
    entropy = -(p * log_p).sum(axis=1)
    off = values - samples.returns
    per_sample = 1 / len(samples)
    # Where the clipped term is the smaller one, it does not depend on the policy.
    counts = ratio * samples.advantages <= clipped * samples.advantages
    d_taken = -np.where(counts, ratio * samples.advantages, 0)
    d_logits = -p * d_taken[:, None]
    d_logits[rows, samples.actions] += d_taken
    d_logits += settings.entropy_bonus * p * (log_p + entropy[:, None])
    value_loss = (off * off).mean()
    total = (
        -gain.mean()
        - settings.entropy_bonus * entropy.mean()
        + settings.value_weight * value_loss / 2
    )
    return Loss(
        float(total),
        float(entropy.mean()),
        float(value_loss),
        float((samples.log_probabilities - taken).mean()),
        (d_logits * per_sample).astype(logits.dtype, copy=False),
        (settings.value_weight * per_sample * off).astype(values.dtype, copy=False),
    )


class PpoTrainer:
    """A training: the network, the games that it plays against itself, and the curve.

    >>> small = PpoSettings("hex-3", games=2, rollout_steps=8, total_steps=16, max_turns=9)
    >>> trainer = PpoTrainer(small)
    >>> [point.steps for point in trainer.train()]
    [16]
    """

    def __init__(self, settings: PpoSettings) -> None:
        """Begin a training.

        Raises:
            DjambiError: a rollout needs more steps than the game has parties.
        """
        self.settings = settings
        self.random = np.random.default_rng(settings.seed)
        self.batch = Batch(
            settings.variant, settings.rules, settings.games, settings.seed,
            max_turns=settings.max_turns, obs="cells",
        )  # fmt: skip
        self.encoder = InputEncoder(self.batch.spec)
        players = len(self.batch.spec.players)
        if settings.rollout_steps <= players:
            # Of more choices than parties, some party made two: what the first was worth is known.
            raise out_of_range("rollout_steps", settings.rollout_steps, players + 1, MAX_ROLLOUT)
        self.network = CellNetwork.random(self.encoder, settings.hidden, players, self.random)
        self.optimizer = Adam(self.network.parameters, settings.max_gradient_norm)
        self.curve: list[CurvePoint] = []

    @property
    def steps(self) -> int:
        """Return how many actions have been learnt from."""
        return self.curve[-1].steps if self.curve else 0

    @property
    def iterations_left(self) -> int:
        """Return how many more rows the curve will have."""
        each = self.settings.games * self.settings.rollout_steps
        return max(0, -(-(self.settings.total_steps - self.steps) // each))

    def train(self) -> Iterator[CurvePoint]:
        """Train to the end, yielding every iteration's figures after it.

        Between two of them the training can be stored, and left.
        """
        settings = self.settings
        each = settings.games * settings.rollout_steps
        while self.steps < settings.total_steps:
            began = time.perf_counter()
            samples, ended = self._rollout()
            figures = self._update(samples, 1 - self.steps / settings.total_steps)
            is_last = self.steps + each >= settings.total_steps
            share = float("nan")
            if is_last or len(self.curve) % settings.evaluation_every == 0:
                share = share_against_random(self.policy, self.encoder, self.steps)
            hours = (time.perf_counter() - began) / 3600
            if self.curve:
                hours += self.curve[-1].hours
            steps = self.steps + each
            self.curve.append(CurvePoint(steps, hours, ended, *figures, share))
            yield self.curve[-1]

    # -- as a file ------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the training to a file (NumPy's npz), completely or not at all.

        Raises:
            OSError: it cannot be written.
        """
        state = {"random": self.random.bit_generator.state, "updates": self.optimizer.steps}
        self.policy.save(
            path,
            {
                "training": np.array(json.dumps(state)),
                "games": np.frombuffer(self.batch.state(), np.uint8),
                **self.optimizer.moments(),
            },
        )

    @classmethod
    def load(cls, path: str | Path) -> PpoTrainer:
        """Return a training that `save` wrote, to go on with exactly as if it had not stopped.

        Raises:
            DjambiError: it is not such a file, or one of another version.
            OSError: it cannot be read.
        """
        policy, arrays = TrainedPolicy.read(path)
        try:
            state = json.loads(str(arrays["training"]))
            trainer = cls(policy.settings)
            trainer.random.bit_generator.state = state["random"]
            trainer.optimizer.restore(arrays, int(state["updates"]))
            trainer.curve = list(policy.curve)
            for name, value in trainer.network.parameters.items():
                value[:] = policy.network.parameters[name]
            trainer.batch.set_state(arrays["games"].tobytes())
        except (KeyError, TypeError, ValueError) as error:
            raise DjambiError(f"{path}: not a training that can be resumed") from error
        return trainer

    @property
    def policy(self) -> TrainedPolicy:
        """Return what has been learnt so far."""
        return TrainedPolicy(self.settings, self.network, tuple(self.curve))

    # -- one iteration --------------------------------------------------------------------------

    def _rollout(self) -> tuple[Samples, int]:
        """Play on in all games; return the samples, and how many games have ended."""
        batch, steps, games = self.batch, self.settings.rollout_steps, self.settings.games
        inputs: list[NetworkInputs] = []
        masks = np.empty((steps, *batch.mask.shape), np.uint8)
        actions = np.empty((steps, games), np.int64)
        taken = np.empty((steps, games), np.float32)
        values = np.empty((steps, games), np.float32)
        to_play = np.empty((steps, games), np.uint8)
        done = np.empty((steps, games), np.uint8)
        shares = np.empty((steps, *batch.share.shape), np.float32)
        for t in range(steps):
            inputs.append(self.encoder.encode(batch.obs, batch.mask))
            outputs = self.network.forward(inputs[t])
            log_p = masked_log_softmax(outputs.logits, batch.mask)
            actions[t] = sample_actions(log_p, self.random)
            taken[t] = log_p[np.arange(games), actions[t]]
            masks[t], values[t], to_play[t] = batch.mask, outputs.values, batch.to_play
            batch.step(actions[t])
            done[t], shares[t] = batch.done, batch.share
        advantages, known = advantages_of(values, to_play, done, shares, self.settings.trace_decay)
        of_known = advantages[known]
        scaled = (of_known - of_known.mean()) / (of_known.std() + 1e-8)
        chosen = np.flatnonzero(known)
        everything = NetworkInputs(
            np.concatenate([each.cells for each in inputs])[chosen],
            np.concatenate([each.everywhere for each in inputs])[chosen],
        )
        samples = Samples(
            everything,
            masks.reshape(steps * games, -1)[chosen],
            actions[known],
            taken[known],
            scaled,
            of_known + values[known],
        )
        return samples, int(np.count_nonzero(done))

    def _update(self, samples: Samples, rate_left: float) -> tuple[float, float, float]:
        """Learn from samples; return the entropy, the value loss and the divergence at the end."""
        settings = self.settings
        losses: list[Loss] = []
        for _ in range(settings.epochs):
            losses.clear()
            order = self.random.permutation(len(samples))
            for first in range(0, len(order), settings.minibatch):
                part = samples.rows(order[first : first + settings.minibatch])
                outputs = self.network.forward(part.inputs)
                loss = ppo_loss(outputs.logits, outputs.values, part, settings)
                gradients = self.network.backward(outputs, loss.d_logits, loss.d_values)
                self.optimizer.step(gradients, settings.learning_rate * rate_left)
                losses.append(loss)
        return (
            fmean(loss.entropy for loss in losses),
            fmean(loss.value_loss for loss in losses),
            fmean(loss.divergence for loss in losses),
        )


def share_against_random(policy: TrainedPolicy, encoder: InputEncoder, seed: int) -> float:
    """Return a policy's mean share in games, one seat each in turn, against random players.

    These choose any allowed cell, stage by stage.
    """
    settings = policy.settings
    games = settings.evaluation_games
    batch = Batch(
        settings.variant, settings.rules, games, seed, max_turns=settings.max_turns, obs="cells"
    )
    random = np.random.default_rng(seed)
    seats = np.array([batch.spec.variant.index(each) for each in batch.spec.start.active])
    mine = seats[np.arange(games) % len(seats)]
    shares = np.full(games, np.nan)
    while np.isnan(shares).any():
        actions = batch.sample().copy()
        own = np.flatnonzero((batch.to_play == mine) & np.isnan(shares))
        if len(own):
            inputs = encoder.encode(batch.obs[own], batch.mask[own])
            log_p = masked_log_softmax(policy.network.forward(inputs).logits, batch.mask[own])
            actions[own] = sample_actions(log_p, random)
        batch.step(actions)
        ended = np.flatnonzero((batch.done != 0) & np.isnan(shares))
        shares[ended] = batch.share[ended, mine[ended]]
    return float(shares.mean())
