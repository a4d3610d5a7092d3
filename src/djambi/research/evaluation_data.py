"""Examples to learn an evaluation from, read from self-play (`djambi.research.game_data`).

An example is a position as features, with two targets: the shares that a search expected, and the
shares in which the game ended.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from djambi.bots.workers import run_in_processes
from djambi.errors import DjambiError
from djambi.extras import missing_package
from djambi.kernel.search.features import FEATURE_NAMES
from djambi.kernel.search.linear_evaluation import DRAW_SIGN_NAMES, LinearEvaluator
from djambi.position.position import Position
from djambi.research.cell_network import Floats
from djambi.research.feature_network import FeatureInputs
from djambi.research.game_data import (
    RUN_FILE,
    games_files,
    read_table,
    require_pyarrow,
    turns_file,
)

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing_package("training", error, "research") from None

MAX_PARTIES: Final = 8

HELD_OUT_GAMES: Final = 10
"""One game of so many is held out: nothing is learnt from it, and the losses are measured on it."""

ShardProgress = Callable[[Iterable["Examples"], str, int | None], Iterator["Examples"]]
"""A function that passes shards on and shows how many there have been."""


@dataclass(frozen=True, slots=True)
class Examples:
    """B positions of games.

    Args:
        features, active, signs, limited: see `FeatureInputs`.
        searched: ``[B, 8]``, the shares that a search expected.
        outcome: ``[B, 8]``, the shares in which the game ended.
        held_out: ``[B]``, whether the game is one of those that nothing is learnt from.
    """

    features: Floats
    active: NDArray[np.bool_]
    signs: Floats
    limited: NDArray[np.bool_]
    searched: Floats
    outcome: Floats
    held_out: NDArray[np.bool_]

    @property
    def inputs(self) -> FeatureInputs:
        """Return what a network reads of them."""
        return FeatureInputs(self.features, self.active, self.signs, self.limited)

    def rows(self, chosen: NDArray[np.integer]) -> Examples:
        """Return some of the examples."""
        return Examples(*(getattr(self, each.name)[chosen] for each in fields(self)))

    def __len__(self) -> int:
        return len(self.features)

    @classmethod
    def joined(cls, parts: Sequence[Examples]) -> Examples:
        """Return the examples of several parts, in their order."""
        names = [each.name for each in fields(cls)]
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def runs_of(folders: Sequence[Path]) -> list[dict[str, Any]]:
    """Return what says which games folders hold: their runs, and how many shards of each.

    Raises:
        DjambiError: one holds no self-play, or two the same run.
        OSError: one cannot be read.
    """
    found: list[dict[str, Any]] = []
    for folder in folders:
        try:
            run = json.loads((folder / RUN_FILE).read_text("utf-8"))
            run = {"djambi": run["djambi"], "seed": run["seed"], "levels": run["levels"],
                   "starts": len(run["starts"]), "shards": len(_shards(folder)),
                   "run": f"{crc32(json.dumps(run).encode()):08x}"}  # fmt: skip
        except (FileNotFoundError, LookupError, RecursionError, TypeError, ValueError) as error:
            raise DjambiError(f"{folder}: not a folder of self-play") from error
        if not run["shards"]:
            raise DjambiError(f"{folder}: no games yet")
        found.append(run)
    if len({run["run"] for run in found}) < len(found):
        raise DjambiError("the same games are given twice")
    return found


def read_examples(
    folders: Sequence[Path], keep: float, seed: int, workers: int, progress: ShardProgress
) -> Examples:
    """Return examples from all games of folders: a part of their positions, drawn by the seed.

    Positions that were not searched, and games that a party won which had resigned (RULES 5,
    Return: no position could tell), are left out.

    Raises:
        DjambiError: pyarrow is not installed; a file cannot be read; there is nothing to learn
            from, or nothing to measure by.
    """
    require_pyarrow()
    shards = [path for folder in folders for path in _shards(folder)]
    work = partial(_numbered, partial(read_shard, keep=keep, seed=seed))
    by_number = dict[int, Examples]()

    def parts() -> Iterator[Examples]:
        for number, part in run_in_processes(work, list(enumerate(shards)), workers):
            by_number[number] = part
            yield part

    for _ in progress(parts(), "positions", len(shards)):
        pass
    found = Examples.joined([by_number[number] for number in range(len(shards))])
    if not 0 < np.count_nonzero(found.held_out) < len(found):
        raise DjambiError("too few games to learn from some and to measure by others")
    return found


def read_shard(path: Path, keep: float, seed: int) -> Examples:
    """Return the examples of one file of turns.

    Raises:
        DjambiError: it is missing or damaged, or its columns are of another version.
    """
    columns = ["seed", "game", "position", "outcome", "root_shares"]
    rows = read_table(path, columns).to_pylist()
    random = np.random.default_rng([seed, crc32(path.name.encode()), len(rows)])
    drawn = random.random(len(rows)) < keep
    evaluators: dict[str, LinearEvaluator] = {}
    found = [
        example
        for row, kept in zip(rows, drawn, strict=True)
        if kept and row["root_shares"] is not None
        if (example := _example(row, evaluators)) is not None
    ]
    columns_of = [np.array(column) for column in zip(*found, strict=True)] if found else _nothing()
    return Examples(*columns_of)


def _example(row: dict[str, Any], evaluators: dict[str, LinearEvaluator]) -> tuple[Any, ...] | None:
    """Return the fields of an example; None if nothing could predict how its game ended."""
    position = Position.parse(row["position"])
    kernel = position.kernel()
    parties = kernel.parties
    active = np.zeros(MAX_PARTIES, np.bool_)
    active[:parties] = [party.is_active for party in position.parties]
    outcome = np.zeros(MAX_PARTIES, np.float32)
    outcome[:parties] = row["outcome"]
    if outcome[active].sum() < 0.999:
        return None
    searched = np.zeros(MAX_PARTIES, np.float32)
    searched[:parties] = row["root_shares"]
    searched *= active
    board_and_rules = f"{position.variant.name} {position.rules}"
    evaluator = evaluators.get(board_and_rules)
    if evaluator is None:
        evaluator = evaluators[board_and_rules] = LinearEvaluator(kernel.tables)
    signs = evaluator.draw_signs(kernel)
    features = np.zeros((MAX_PARTIES, len(FEATURE_NAMES)), np.float32)
    features[:parties] = evaluator.extractor.features(kernel)
    features *= active[:, None]
    limited = position.rules.quiet_rounds > 0
    held_out = crc32(f"{row['seed']} {row['game']}".encode()) % HELD_OUT_GAMES == 0
    return (
        features, active, np.array(signs, np.float32), limited,
        searched / searched.sum(), outcome, held_out,
    )  # fmt: skip


def _nothing() -> list[NDArray[Any]]:
    return [
        np.zeros((0, MAX_PARTIES, len(FEATURE_NAMES)), np.float32),
        np.zeros((0, MAX_PARTIES), np.bool_),
        np.zeros((0, len(DRAW_SIGN_NAMES)), np.float32),
        np.zeros(0, np.bool_),
        np.zeros((0, MAX_PARTIES), np.float32),
        np.zeros((0, MAX_PARTIES), np.float32),
        np.zeros(0, np.bool_),
    ]


def _numbered(work: Callable[[Path], Examples], item: tuple[int, Path]) -> tuple[int, Examples]:
    """Return the result of work on a numbered file, with the number."""
    number, path = item
    return number, work(path)


def _shards(folder: Path) -> list[Path]:
    """Return the files of turns whose games are complete."""
    return [turns_file(games) for games in games_files(folder)]
