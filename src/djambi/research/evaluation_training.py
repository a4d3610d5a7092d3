"""Training of an evaluation by supervised learning from self-play: `EvaluationTrainer`.

The target is a mixture of what a search expected and how the game ended, the loss the cross entropy
of target t and predicted shares s, in nats a position, minimised by Adam with a learning rate that
falls to 0 along half a cosine (Loshchilov and Hutter, "SGDR", ICLR 2017)::

    t = λ searched + (1 - λ) outcome,      loss = - sum over parties of t ln s

A training lives in a folder:

    training.json     the settings and the games it learns from: it is resumed with no others
    examples.npz      the examples, read once
    checkpoint.npz    after every epoch, all that is needed to go on as if nothing had happened
    curve.jsonl       the losses after every epoch
    network.json      in the end: the parameters, and how they came about
    weights.json      without hidden units: the same as weights by name, for `BotSettings.weights`

Settings and games decide all of these but the seconds in the curve, to the last digit on one
machine; another one may add up numbers in another order.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

from djambi._version import __version__
from djambi.errors import DjambiError
from djambi.extras import missing_package
from djambi.files import sole_writer, write_whole
from djambi.kernel.search.features import FEATURE_NAMES
from djambi.kernel.search.linear_evaluation import DRAW_SIGN_NAMES
from djambi.research.adam import Adam
from djambi.research.cell_network import Floats
from djambi.research.evaluation_data import Examples, ShardProgress, read_examples, runs_of
from djambi.research.feature_network import FeatureNetwork

try:
    import numpy as np
except ImportError as error:
    raise missing_package("training", error, "research") from None

MAX_GRADIENT_NORM: Final = 1.0
"""The length to which longer gradients are cut."""

MIN_SHARE: Final = 1e-6
"""The smallest share whose logarithm is taken."""

MIN_SPREAD: Final = 0.1
"""Added to the spread of a feature, so that rare ones are not blown up."""

_DAMAGED: Final = (BadZipFile, EOFError, LookupError, OSError, ValueError, zlib.error)
"""What NumPy raises for a file of arrays that is cut, damaged or something else."""


@dataclass(frozen=True, slots=True)
class EvaluationSettings:
    """What decides a training, besides the games.

    Args:
        hidden, hidden_2: units in the two hidden layers; with none, the linear part is refitted.
        epochs: how often every example is learnt from.
        minibatch: examples for a step of Adam.
        learning_rate: Adam's, at the start.
        search_weight: λ, the part of the target that is the search's.
        keep: the part of all positions that examples are made of.
        seed: decides which, their order, and the weights at the start.

    Raises:
        DjambiError: a number is out of its range.
    """

    hidden: int = 32
    hidden_2: int = 16
    epochs: int = 6
    minibatch: int = 1024
    learning_rate: float = 2e-3
    search_weight: float = 0.6
    keep: float = 0.25
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least, most in (
            ("hidden", 0, 4096), ("hidden_2", 0, 4096), ("epochs", 1, 100_000),
            ("minibatch", 1, 1 << 20), ("learning_rate", 1e-9, 1.0), ("search_weight", 0.0, 1.0),
            ("keep", 1e-6, 1.0), ("seed", 0, 2**63 - 1),
        ):  # fmt: skip
            if not least <= getattr(self, name) <= most:
                raise DjambiError(f"{name} must be from {least} to {most}")
        if (self.hidden == 0) != (self.hidden_2 == 0):
            raise DjambiError("hidden layers: both, or none")


@dataclass(frozen=True, slots=True)
class EvaluationPoint:
    """A point of a training's curve: losses in nats a position, on games held out if not said.

    Args:
        epoch: how many there have been; 0 is the evaluation in use.
        seconds: they took.
        learnt: the loss on the games learnt from, as it was met in the epoch.
        held_out: the loss.
        outcome: the same with how the game ended as the whole target.
    """

    epoch: int
    seconds: float
    learnt: float
    held_out: float
    outcome: float


def cross_entropy(targets: Floats, shares: Floats) -> Floats:
    """Return the loss of each position, targets and shares ``[B, P]``."""
    losses: Floats = -(targets * np.log(np.maximum(shares, MIN_SHARE))).sum(axis=1)
    return losses


class EvaluationTrainer:
    """A training in a folder, begun or resumed."""

    def __init__(self, settings: EvaluationSettings, examples: Examples) -> None:
        """Begin a training."""
        self.settings = settings
        self.random = np.random.default_rng(settings.seed)
        learnt, held_out = np.flatnonzero(~examples.held_out), np.flatnonzero(examples.held_out)
        self.learnt, self.held_out = examples.rows(learnt), examples.rows(held_out)
        spread = self.learnt.features[self.learnt.active].std(axis=0) + MIN_SPREAD
        self.network = FeatureNetwork.random(
            spread, settings.hidden, settings.hidden_2, self.random
        )
        self.optimizer = Adam(self.network.parameters, MAX_GRADIENT_NORM)
        self.curve = [self._measured(0, 0.0, float("nan"))]

    def train(self) -> Iterator[EvaluationPoint]:
        """Train to the end, yielding the losses after every epoch."""
        while (epoch := self.curve[-1].epoch) < self.settings.epochs:
            began = time.perf_counter()
            loss = self._epoch(epoch)
            self.curve.append(self._measured(epoch + 1, time.perf_counter() - began, loss))
            yield self.curve[-1]

    def searched_loss(self) -> float:
        """Return the loss of the searches' own shares, against how games held out ended."""
        return float(cross_entropy(self.held_out.outcome, self.held_out.searched).mean())

    # -- as files -------------------------------------------------------------------------------

    def checkpoint(self) -> bytes:
        """Return all that is needed to go on, as NumPy's npz."""
        state: dict[str, Any] = {
            "random": self.random.bit_generator.state,
            "steps": self.optimizer.steps,
            "curve": [asdict(each) for each in self.curve],
        }
        arrays: dict[str, Any] = {"state": np.array(json.dumps(state)), **self.optimizer.moments()}
        for name, value in self.network.parameters.items():
            arrays[f"value.{name}"] = value
        target = BytesIO()
        np.savez(target, **arrays)
        return target.getvalue()

    def restore(self, data: bytes) -> None:
        """Resume from a checkpoint of the same training.

        Raises:
            DjambiError: it is not one.
        """
        try:
            with np.load(BytesIO(data)) as arrays:
                state = json.loads(str(arrays["state"]))
                for name, value in self.network.parameters.items():
                    value[:] = arrays[f"value.{name}"]
                self.optimizer.restore(arrays, int(state["steps"]))
            self.random.bit_generator.state = state["random"]
            self.curve = [EvaluationPoint(**point) for point in state["curve"]]
        except (*_DAMAGED, TypeError) as error:
            raise DjambiError("not a checkpoint of this training") from error

    def result(self, runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Return the parameters and how they came about, as JSON has them."""
        first, last = self.curve[0], self.curve[-1]
        return {
            "features": list(FEATURE_NAMES),
            "signs": list(DRAW_SIGN_NAMES),
            "spread": _plain(self.network.spread),
            "parameters": {n: _plain(value) for n, value in self.network.parameters.items()},
            "how": {
                "djambi": __version__,
                "settings": asdict(self.settings),
                "games": list(runs),
                "positions": {"learnt": len(self.learnt), "held out": len(self.held_out)},
                "loss": {
                    "in use": round(first.held_out, 4),
                    "now": round(last.held_out, 4),
                    "now, on the games learnt from": round(last.learnt, 4),
                },
                "loss of the outcome": {
                    "in use": round(first.outcome, 4),
                    "now": round(last.outcome, 4),
                    "search": round(self.searched_loss(), 4),
                },
            },
        }

    # -- one epoch ------------------------------------------------------------------------------

    def _epoch(self, epoch: int) -> float:
        """Learn from every example once; return the mean loss."""
        settings = self.settings
        order = self.random.permutation(len(self.learnt))
        firsts = range(0, len(order), settings.minibatch)
        total = 0.0
        for step, first in enumerate(firsts):
            part = self.learnt.rows(order[first : first + settings.minibatch])
            inputs, targets = part.inputs, self._targets(part)
            seen = self.network.forward(inputs)
            total += float(cross_entropy(targets, seen.shares).sum())
            d_shares = -targets / np.maximum(seen.shares, MIN_SHARE) / len(part)
            done = (epoch + step / len(firsts)) / settings.epochs
            rate = settings.learning_rate * (1 + np.cos(np.pi * done)) / 2
            self.optimizer.step(self.network.backward(inputs, seen, d_shares), float(rate))
        return total / len(order)

    def _targets(self, examples: Examples) -> Floats:
        """Return the mixture of search and outcome."""
        part = self.settings.search_weight
        targets: Floats = part * examples.searched + (1 - part) * examples.outcome
        return targets

    def _measured(self, epoch: int, seconds: float, learnt: float) -> EvaluationPoint:
        """Return a point of the curve, measured on the games held out."""
        held_out, outcome = 0.0, 0.0
        for first in range(0, len(self.held_out), self.settings.minibatch):
            last = min(first + self.settings.minibatch, len(self.held_out))
            part = self.held_out.rows(np.arange(first, last))
            shares = self.network.forward(part.inputs).shares
            held_out += float(cross_entropy(self._targets(part), shares).sum())
            outcome += float(cross_entropy(part.outcome, shares).sum())
        count = len(self.held_out)
        return EvaluationPoint(epoch, seconds, learnt, held_out / count, outcome / count)


def train_in_folder(
    folder: Path,
    games: Sequence[Path],
    settings: EvaluationSettings,
    workers: int,
    progress: ShardProgress,
) -> Iterator[EvaluationPoint]:
    """Begin or resume a training in a folder, yielding every point of its curve from here on.

    Args:
        folder: a new folder, or one of the same settings and games.
        games: folders of self-play.
        settings: what decides the training.
        workers: how many processes read the games.
        progress: shows how many files of games have been read.

    Raises:
        DjambiError: the folder is one of another training, or another process is writing to it;
            there is too little to learn from.
        OSError: something cannot be read or written.
    """
    runs = runs_of(games)
    folder.mkdir(parents=True, exist_ok=True)
    with sole_writer(folder):
        stored = _prepare(folder, games, runs, settings, workers, progress)
        yield from _trained(folder, runs, EvaluationTrainer(settings, _examples(stored)))


def _prepare(
    folder: Path,
    games: Sequence[Path],
    runs: list[dict[str, Any]],
    settings: EvaluationSettings,
    workers: int,
    progress: ShardProgress,
) -> Path:
    """Return the file of the examples, made if need be, in the folder of a training."""
    text = json.dumps({"settings": asdict(settings), "games": runs}, indent=1) + "\n"
    path = folder / "training.json"
    if path.exists() and path.read_text("utf-8", "replace") != text:
        raise DjambiError(f"{folder}: a training with other settings or games")
    stored = folder / "examples.npz"
    if not path.exists() or not stored.exists():
        found = read_examples(games, settings.keep, settings.seed, workers, progress)
        # Games that are too few claim no folder: the same command works once there are more.
        write_whole(path, text)
        write_whole(stored, _as_npz(found))
    return stored


def _trained(
    folder: Path, runs: list[dict[str, Any]], trainer: EvaluationTrainer
) -> Iterator[EvaluationPoint]:
    """Begin or resume a training in its folder, and write its result there."""
    checkpoint = folder / "checkpoint.npz"
    if checkpoint.exists():
        try:
            trainer.restore(checkpoint.read_bytes())
        except DjambiError as error:
            raise DjambiError(f"{checkpoint}: {error}") from error
    _write_curve(folder, trainer)
    if not checkpoint.exists():
        yield trainer.curve[0]
    for point in trainer.train():
        # An epoch that is interrupted between the two is learnt, and its line written, once more.
        _write_curve(folder, trainer)
        write_whole(checkpoint, trainer.checkpoint())
        yield point
    result = trainer.result(runs)
    write_whole(folder / "network.json", json.dumps(result, indent=1) + "\n")
    if not trainer.settings.hidden:
        refitted = {"weights": trainer.network.linear_weights(), "how": result["how"]}
        write_whole(folder / "weights.json", json.dumps(refitted, indent=2) + "\n")


def _write_curve(folder: Path, trainer: EvaluationTrainer) -> None:
    lines = [json.dumps(asdict(_without_nan(point))) + "\n" for point in trainer.curve]
    write_whole(folder / "curve.jsonl", "".join(lines))


def _without_nan(point: EvaluationPoint) -> EvaluationPoint:
    """Return a point as JSON can have it: before the first epoch nothing was learnt from."""
    return point if point.epoch else replace(point, learnt=0.0)


def _as_npz(examples: Examples) -> bytes:
    target = BytesIO()
    np.savez(target, **{each.name: getattr(examples, each.name) for each in fields(examples)})
    return target.getvalue()


def _examples(path: Path) -> Examples:
    """Return the examples of a file that `_as_npz` made."""
    try:
        with path.open("rb") as stream, np.load(stream) as arrays:
            return Examples(*(arrays[each.name] for each in fields(Examples)))
    except _DAMAGED as error:
        raise DjambiError(f"{path}: damaged; delete it to have it made again") from error


def _plain(values: Floats) -> Any:
    """Return an array as lists, with seven digits."""
    return json.loads(
        json.dumps(values.tolist()), parse_float=lambda text: float(f"{float(text):.7g}")
    )
