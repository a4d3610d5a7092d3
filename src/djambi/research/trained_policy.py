"""What training by self-play leaves: settings, network and curve, as a file and as a bot."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

from djambi.bots import Bot
from djambi.errors import DjambiError, require, whole_number
from djambi.files import write_whole
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.research.cell_network import Bytes, CellNetwork, Floats, InputEncoder
from djambi.research.decisions import Decision
from djambi.research.environment_spec import MAX_MAX_TURNS, EnvironmentSpec, environment_spec
from djambi.research.packages import missing_package

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing_package("TrainedPolicy", error) from None

Actions = NDArray[np.int64]

_PARAMETER: Final = "parameter."
"""What begins the name of a network's array in a file."""


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
        """Check the numbers; raise DjambiError for one that is out of its range."""
        for name, (least, most) in _WHOLE_NUMBERS.items():
            whole_number(getattr(self, name), name, least, most)
        for name, (lowest, highest) in _FRACTIONS.items():
            value = getattr(self, name)
            require(value, (float, int), name, "a number")
            if not lowest <= value <= highest:
                raise DjambiError(f"{name} must be from {lowest} to {highest}, not {value}")


_WHOLE_NUMBERS: Final = {
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


@dataclass(frozen=True, slots=True)
class TrainedPolicy:
    """A network, how it was trained, and how that went."""

    settings: PpoSettings
    network: CellNetwork
    curve: tuple[CurvePoint, ...]

    def save(self, path: str | Path, more: Mapping[str, NDArray[Any]] | None = None) -> None:
        """Write it to a file (NumPy's npz), completely or not at all.

        Args:
            path: the file.
            more: arrays to be written beside it.

        Raises:
            OSError: it cannot be written.
        """
        arrays: dict[str, NDArray[Any]] = {
            "settings": np.array(json.dumps(asdict(self.settings))),
            "curve": np.array([astuple(point) for point in self.curve], np.float64),
            **{f"{_PARAMETER}{name}": each for name, each in self.network.parameters.items()},
            **(more or {}),
        }
        with BytesIO() as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)
            write_whole(path, file.getvalue())

    def rounded(self) -> TrainedPolicy:
        """Return it with weights of half precision, which take half as much room."""
        rounded = {name: each.astype(np.float16) for name, each in self.network.parameters.items()}
        return TrainedPolicy(self.settings, CellNetwork(rounded), self.curve)

    @classmethod
    def load(cls, path: str | Path) -> TrainedPolicy:
        """Return what `save` wrote, or the policy of a training that can be gone on with.

        Raises:
            DjambiError: it is not such a file.
            OSError: it cannot be read.
        """
        return cls.read(path)[0]

    @classmethod
    def read(cls, path: str | Path) -> tuple[TrainedPolicy, dict[str, NDArray[Any]]]:
        """Return what `save` wrote, and all arrays of the file; raise the errors of `load`."""
        try:
            with Path(path).open("rb") as stream, np.load(stream, allow_pickle=False) as file:
                arrays = dict(file)
            settings = PpoSettings(**json.loads(str(arrays["settings"])))
            curve = tuple(
                CurvePoint(int(row[0]), row[1], int(row[2]), *row[3:])
                for row in arrays["curve"].tolist()
            )
            network = CellNetwork(
                {
                    name.removeprefix(_PARAMETER): value.astype(np.float32)
                    for name, value in arrays.items()
                    if name.startswith(_PARAMETER)
                }
            )
        except (
            AttributeError, BadZipFile, EOFError, KeyError, TypeError, ValueError, zlib.error
        ) as error:  # fmt: skip
            raise DjambiError(f"{path}: not a trained policy") from error
        return cls(settings, network, curve), arrays


def masked_log_softmax(logits: Floats, masks: Bytes) -> Floats:
    """Return log-probabilities of the allowed actions, and -inf for the others.

    >>> masked_log_softmax(np.zeros((1, 3)), np.array([[1, 0, 1]], np.uint8)).round(3).tolist()
    [[-0.693, -inf, -0.693]]
    """
    allowed: Floats = np.where(masks, logits, -np.inf)
    allowed -= allowed.max(axis=1, keepdims=True)
    allowed -= np.log(np.exp(allowed).sum(axis=1, keepdims=True))
    return allowed


def sample_actions(log_probabilities: Floats, random: np.random.Generator) -> Actions:
    """Return an action for every row, drawn by the Gumbel-max trick."""
    noise = random.gumbel(size=log_probabilities.shape)
    drawn: Actions = (log_probabilities + noise).argmax(axis=1)
    return drawn


class PolicyBot(Bot):
    """A bot that draws every stage of its turn from a trained policy; it does not search.

    It plays any board, by any rules, with as many parties as the one it was trained on.
    """

    def __init__(self, policy: TrainedPolicy, seed: int | None = None) -> None:
        super().__init__(seed)
        self.network = policy.network
        self.parties = len(EnvironmentSpec(policy.settings.variant).variant.parties)
        self._encoder: InputEncoder | None = None
        self._draws = np.random.default_rng(self.random.getrandbits(64))

    def choose(self, position: Position) -> Turn:
        """Return a turn, drawn stage by stage.

        Raises:
            DjambiError: the game is over, or has another number of parties than the training.
        """
        if len(position.variant.parties) != self.parties:
            raise DjambiError(
                f"{position.variant.name} has {len(position.variant.parties)} parties,"
                f" but the policy was trained with {self.parties}"
            )
        spec = environment_spec(position.variant.name, str(position.rules), MAX_MAX_TURNS, "cells")
        decision = Decision(spec, position)
        while True:
            action = self._drawn(decision)
            written = decision.written_with(action)
            decision = decision.take(action)
            if decision.progress is None:
                return position.turn(written)

    def _drawn(self, decision: Decision) -> int:
        """Return an action for a decision, by the policy."""
        spec = decision.spec
        obs = np.empty(spec.encoder.size, np.uint8)
        decision.observe(decision.mover or "", obs.data)
        mask = np.zeros((1, spec.action_count), np.uint8)
        mask[0, list(decision.actions)] = 1
        inputs = self._encoder_of(spec).encode(obs.reshape(1, *spec.observation_shape), mask)
        log_p = masked_log_softmax(self.network.forward(inputs).logits, mask)
        return int(sample_actions(log_p, self._draws)[0])

    def _encoder_of(self, spec: EnvironmentSpec) -> InputEncoder:
        """Return the encoder for a spec, kept for the next decision."""
        if self._encoder is None or self._encoder.spec != spec:
            self._encoder = InputEncoder(spec)
        return self._encoder
