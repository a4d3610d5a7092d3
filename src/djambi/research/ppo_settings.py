"""What decides a training by self-play, and the rows of its curve: plain values, without NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from djambi.errors import DjambiError, require, whole_number
from djambi.rules import Rules, Variant

MAX_ROLLOUT: Final = 1 << 16
"""Most choices in a game between two updates."""


@dataclass(frozen=True, slots=True)
class PpoSettings:
    """Everything that decides a training, besides the machine's arithmetic.

    Args:
        variant: a name of RULES 2.4.
        rules: an edition and options; by default the variant's own edition.
        seed: decides first weights, games and the order of samples.
        total_steps: actions to learn from; the learning rate falls to 0 towards them.
        games: games played at once.
        rollout_steps: actions in each game between two updates.
        max_turns: the turns after which a game is broken off and shared.
        hidden: the width of the network.
        learning_rate: Adam's, at the start.
        epochs: passes over the samples of a rollout.
        minibatch: samples for a step of Adam.
        clip: ε.
        trace_decay: λ.
        entropy_bonus: β.
        value_weight: c.
        max_gradient_norm: the length to which longer gradients are cut.
        evaluation_games: games against random players for a figure of the curve.
        evaluation_every: iterations from one such figure to the next; the last always has one.
    """

    variant: str = "square-4"
    rules: str | None = None
    seed: int = 1
    total_steps: int = 2_000_000
    games: int = 64
    rollout_steps: int = 128
    max_turns: int = 600
    hidden: int = 64
    learning_rate: float = 1e-3
    epochs: int = 4
    minibatch: int = 512
    clip: float = 0.2
    trace_decay: float = 0.95
    entropy_bonus: float = 0.003
    value_weight: float = 1.0
    max_gradient_norm: float = 0.5
    evaluation_games: int = 128
    evaluation_every: int = 10

    def __post_init__(self) -> None:
        """Check the numbers, and write out the rules: what is the same training is equal.

        Raises:
            DjambiError: a number is out of its range, or the variant does not exist.
            BadRules: the rules cannot be read.
        """
        for name, (least, most) in WHOLE_NUMBER_RANGES.items():
            whole_number(getattr(self, name), name, least, most)
        for name, (lowest, highest) in _FRACTIONS.items():
            value = getattr(self, name)
            require(value, (float, int), name, "a number")
            if not lowest <= value <= highest:
                raise DjambiError(f"{name} must be from {lowest} to {highest}, not {value}")
        default = Variant.get(self.variant).default_edition
        rules = default if self.rules is None else str(Rules.parse(self.rules))
        object.__setattr__(self, "rules", rules)


WHOLE_NUMBER_RANGES: Final = {
    "seed": (0, 2**63 - 1), "total_steps": (1, 10**12), "games": (1, 1 << 16),
    "rollout_steps": (2, MAX_ROLLOUT), "hidden": (1, 4096), "epochs": (1, 1000),
    "minibatch": (1, 1 << 24), "evaluation_games": (1, 1 << 16), "evaluation_every": (1, 10**9),
}  # fmt: skip
"""The least and the most of each; what the games are like is checked with them."""

_FRACTIONS: Final = {
    "learning_rate": (1e-9, 1.0), "clip": (1e-6, 1.0), "trace_decay": (0.0, 1.0),
    "entropy_bonus": (0.0, 10.0), "value_weight": (0.0, 1000.0), "max_gradient_norm": (1e-6, 1e6),
}  # fmt: skip
"""The range of every other number."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A row of the learning curve: an iteration's figures.

    Args:
        steps: actions learnt from so far.
        hours: time spent so far, of this process and those before it.
        games: games that ended in the iteration.
        entropy: mean entropy of the policy, in nats.
        value_loss: mean of (V - R)².
        divergence: mean of log π_old - log π over the last epoch, in nats.
        random_share: share against random players, one seat against all others; NaN where it was
            not measured.
    """

    steps: int
    hours: float
    games: int
    entropy: float
    value_loss: float
    divergence: float
    random_share: float
