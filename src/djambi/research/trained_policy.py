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
from djambi.errors import DjambiError
from djambi.extras import missing_package
from djambi.files import write_whole
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.research.cell_network import Bytes, CellNetwork, Floats, InputEncoder
from djambi.research.decisions import Decision
from djambi.research.environment_spec import MAX_MAX_TURNS, EnvironmentSpec, environment_spec
from djambi.research.ppo_settings import CurvePoint, PpoSettings

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing_package("TrainedPolicy", error, "research") from None

Actions = NDArray[np.int64]

_PARAMETER: Final = "parameter."
"""What begins the name of a network's array in a file."""


@dataclass(frozen=True, slots=True)
class TrainedPolicy:
    """A network, how it was trained, and how that went."""

    settings: PpoSettings
    network: CellNetwork
    curve: tuple[CurvePoint, ...]

    @property
    def parties(self) -> int:
        """Return how many parties it was trained with: it plays with no other number of them."""
        return len(EnvironmentSpec(self.settings.variant).variant.parties)

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
        self.parties = policy.parties
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
