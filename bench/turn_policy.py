"""Learn the weights of `djambi.kernel.search.turn_policy` from the visits of deep searches.

    python -m bench.turn_policy label FOLDER --games 600
    python -m bench.turn_policy again FOLDER --games 600 --nodes 24000 --seed 3
    python -m bench.turn_policy fit FOLDER
    python -m bench.turn_policy keep FOLDER
    python -m bench.turn_policy match FOLDER --games 240 --nodes 2000 --seed 2

`label` lets bots play each other quickly, with turns drawn at random at the start and now and then,
and has some positions searched deeply: recorded is how often each turn at the root was visited.
The bots and the searches of `label` preselect nothing; with `again` they preselect by the weights
in use, which so learn from games of their own (at the root every turn is evaluated in any case).
`fit` trains the network that best predicts these visits among the candidates of the search: the
loss is the cross entropy of visits and predicted parts, minimised by Adam with a learning rate that
falls to 0 along half a cosine; `curve.jsonl` has the losses after every epoch. `keep` puts the
weights into use, with the figures beside them; `match` plays two that preselect turns by the
weights in use against two that play and evaluate all candidates, with the same nodes. All but `fit`
and `keep` can be interrupted and resumed; a seed, a number and the weights in use decide a game,
and the games and a seed the weights. Needs the `dev` extra (NumPy).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from bench.json_lines import rows
from bench.learn import (
    SETTINGS,
    add_match,
    fill,
    log_name,
    log_of,
    options_of,
    read,
    split,
    two_against_two,
    verdict,
    write,
)
from djambi import Position
from djambi.bots import BotSettings, RandomBot, SearchBot
from djambi.bots.bot_settings import PRESELECTED
from djambi.bots.kernels import KernelCache
from djambi.kernel import turns
from djambi.kernel.search import turn_policy
from djambi.kernel.search.candidates import CandidateGenerator
from djambi.kernel.search.linear_evaluation import WEIGHTS
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.search.settings import SearchSettings
from djambi.kernel.search.turn_features import (
    POSITION_FEATURE_NAMES,
    TURN_FEATURE_NAMES,
    TurnFeatureExtractor,
)
from djambi.kernel.search.turn_weights import HIDDEN_UNITS, SCORE_UNIT
from djambi.research.adam import Adam
from djambi.research.cell_network import Floats, Parameters

QUICK_NODES: Final = 300
"""The nodes of a turn in the games that positions are taken from."""

LONGEST_OPENING: Final = 8
"""The most turns that are drawn at random at the start of a game."""

STRAY_RATE: Final = 0.06
"""The part of the turns after that which are."""

KEEP_RATES: Final = (0.12, 0.3)
"""The parts of positions recorded: after a searched turn, and after a random one."""

LAST_PLY: Final = 400
"""The turn after which a game is of no more interest."""

EPOCHS: Final = 30
"""How often every position is learnt from."""

BATCH: Final = 128
"""The positions of a step."""

LEARNING_RATE: Final = 3e-3
"""The learning rate of the first step; it falls to 0."""

MAX_GRADIENT_NORM: Final = 10.0
"""The length to which longer gradients are cut."""

FIRST_SPREADS: Final = (0.2, 0.1)
"""The standard deviations of what the weights to and from the hidden units begin with."""

INPUT_NAMES: Final = (*TURN_FEATURE_NAMES, *POSITION_FEATURE_NAMES)

SAVED: Final = Path(turn_policy.__file__).with_name("turn_policy.json")
"""The weights in use."""


def main() -> None:
    """Do what the command line asks for."""
    options = options_of(
        "bench.turn_policy", "Learn which turns look promising.",
        ("label", "again", "fit", "keep", "match"), games=600, nodes=12_000,
    )  # fmt: skip
    candidate = options.folder / "turn_policy.json"
    if options.what in ("label", "again"):
        preselected = PRESELECTED if options.what == "again" else 0
        number = partial(
            label_game, seed=options.seed, nodes=options.nodes, preselected=preselected
        )
        # Without a network to preselect with, none decides.
        network: dict[str, str] = read(SAVED)["weights"] if preselected else {}
        fill(log_of(options, "visits", preselected, network, WEIGHTS), options, number)
    elif options.what == "fit":
        write(candidate, fitted(options.folder, options))
    elif options.what == "keep":
        write(SAVED, read(candidate))
    else:
        log = log_of(options, "match", read(SAVED)["weights"], WEIGHTS)
        fill(log, options, partial(match_game, seed=options.seed, nodes=options.nodes))
        found = read(SAVED)
        of = "two that preselect, two that do not, square-4 original"
        add_match(found["how"], verdict(log, options, of))
        write(SAVED, found)


# -- games --------------------------------------------------------------------------------------


def label_game(number: int, seed: int, nodes: int, preselected: int) -> dict[str, Any]:
    """Play a game; return some of its positions, each with the visits of a deep search."""
    random = Random(f"deep {seed} {number}")
    position = Position.start(*SETTINGS[number % len(SETTINGS)].split())
    quick = BotSettings(nodes=QUICK_NODES, seconds=3600.0, preselected=preselected)
    thinker = SearchBot(quick, random.getrandbits(64))
    stray = RandomBot(random.getrandbits(64))
    searches = KernelCache(MultiplayerMcts)
    kept: list[tuple[str, list[tuple[int, int]]]] = []
    opening = random.randrange(LONGEST_OPENING + 1)
    while not position.is_over and position.ply < LAST_PLY:
        strays = random.random() < STRAY_RATE or position.ply < opening
        position = position.play((stray if strays else thinker).choose(position))
        if random.random() < KEEP_RATES[strays] and not position.is_over:
            search = searches.set_up(position)
            search.settings = SearchSettings(preselected=preselected)
            search.evaluator.draw_aware = True
            search.think(nodes, 3600.0, 60, random.getrandbits(64))
            visited = [(turn, visits) for turn, visits, *_ in search.root_turns() if visits]
            kept.append((str(position), visited))
    return {"number": number, "plies": position.ply, "nodes": nodes, "positions": kept}


def match_game(number: int, seed: int, nodes: int) -> dict[str, Any]:
    """Play a game between those that preselect and those that do not, and return it."""
    old = BotSettings(nodes=nodes, seconds=3600.0)
    return two_against_two(number, replace(old, preselected=PRESELECTED), old, seed)


# -- weights ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choices:
    """The candidates of P positions, C in all, one after the other, and how often each was visited.

    Args:
        seen: ``[C, I]``, how often each input is seen in each candidate.
        visits: ``[C]``, the part of its position's visits.
        first: ``[P + 1]``, where each position's candidates begin, and the last ones end.
    """

    seen: Floats
    visits: Floats
    first: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.first) - 1

    def rows(self, chosen: NDArray[np.int64]) -> Choices:
        """Return some of the positions."""
        many = self.first[chosen + 1] - self.first[chosen]
        first = np.concatenate([[0], np.cumsum(many)])
        before = self.first[chosen] - first[:-1]
        at = np.arange(int(first[-1])) + np.repeat(before, many)
        return Choices(self.seen[at], self.visits[at], first)


def fitted(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Return the weights that best predict the visits of a folder, and their losses."""
    files = sorted(folder.glob("visits-*.jsonl"))
    played = {path.stem: rows(path) for path in files}
    learnt, held = split([row for games in played.values() for row in games], folder)
    train, test = choices(learnt), choices(held)
    whole = whole_numbers(trained(train, test, options.seed, folder / "curve.jsonl"))
    kept = {str(many): round(visits_kept(whole, test, many), 3) for many in (8, 12, 16, 24)}
    return {
        "weights": {
            **{
                name: line([*whole["direct"][i : i + 1], *whole["hidden"][i]])
                for i, name in enumerate(INPUT_NAMES)
            },
            "bias": line(whole["bias"]),
            "output": line(whole["output"]),
        },
        "how": {
            "games": {log_name(stem): len(games) for stem, games in played.items()},
            "nodes": {log_name(stem): games[0]["nodes"] for stem, games in played.items()},
            "positions": len(train) + len(test),
            "date": datetime.now(UTC).date().isoformat(),
            "loss": {
                "all alike": round(loss(np.zeros(len(test.seen)), test), 4),
                "after": round(loss(whole_scores(whole, test) / SCORE_UNIT, test), 4),
                "after, on the games learnt from": round(
                    loss(whole_scores(whole, train) / SCORE_UNIT, train), 4
                ),
            },
            "visits kept": kept,
        },
    }


def line(weights: Iterable[np.int64]) -> str:
    """Return weights as the file has them: whole numbers, one space between."""
    return " ".join(map(str, weights))


def choices(games: Sequence[dict[str, Any]]) -> Choices:
    """Return the candidates of all positions of games in which some of them were visited.

    Visits of a turn that is no candidate go to the candidates with the same origin and target, in
    equal parts: they differ in where something is placed.
    """
    seen: list[Floats] = []
    visits: list[Floats] = []
    first = [0]
    usual = SearchSettings().placements
    for game in track(games, "candidates"):
        for text, visited in game["positions"]:
            kernel = Position.parse(text).kernel()
            listed = CandidateGenerator(kernel).candidates(usual)
            share = visits_of(listed, visited)
            if len(listed) < 2 or not share.any():
                continue
            extractor = TurnFeatureExtractor(kernel)
            rows_of = np.zeros((len(listed), len(INPUT_NAMES)), dtype=np.float32)
            rows_of[:, extractor.position_features()] = 1
            for row, features in zip(rows_of, extractor.features(listed), strict=True):
                np.add.at(row, features, 1)
            seen.append(rows_of)
            visits.append((share / share.sum()).astype(np.float32))
            first.append(first[-1] + len(listed))
    return Choices(np.concatenate(seen), np.concatenate(visits), np.array(first))


def visits_of(listed: Sequence[int], visited: Sequence[tuple[int, int]]) -> Floats:
    """Return how often each of the listed turns was visited, as `choices` has it."""
    share = np.zeros(len(listed))
    place = {turn: i for i, turn in enumerate(listed)}
    alike: dict[int, list[int]] = {}
    for i, turn in enumerate(listed):
        alike.setdefault(turn & turns.STEP_BITS, []).append(i)
    for turn, many in visited:
        if turn in place:
            share[place[turn]] += many
        else:
            same_step = alike.get(turn & turns.STEP_BITS, [])
            share[same_step] += many / max(1, len(same_step))
    return share


def trained(train: Choices, test: Choices, seed: int, curve: Path) -> Parameters:
    """Return the parameters of the network, trained from a seed, and write the losses to a file.

    They are ``direct`` ``[F]``, one for each feature of a turn, ``hidden`` ``[I, H]``, ``bias``
    ``[H]`` and ``output`` ``[H]``.
    """
    random = np.random.default_rng(seed)
    to, out = FIRST_SPREADS
    start = {
        "direct": np.zeros(len(TURN_FEATURE_NAMES)),
        "hidden": random.normal(0, to, (len(INPUT_NAMES), HIDDEN_UNITS)),
        "bias": np.zeros(HIDDEN_UNITS),
        "output": random.normal(0, out, HIDDEN_UNITS),
    }
    parameters = {name: value.astype(np.float32) for name, value in start.items()}
    adam = Adam(parameters, MAX_GRADIENT_NORM)
    with curve.open("w", encoding="utf-8") as file:
        for epoch in track(range(EPOCHS), "fit"):
            rate = LEARNING_RATE * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS))
            order = random.permutation(len(train))
            for low in range(0, len(order), BATCH):
                adam.step(gradients(parameters, train.rows(order[low : low + BATCH])), rate)
            losses = {
                name: round(loss(forward(parameters, given)[0], given), 4)
                for name, given in (("train", train), ("test", test))
            }
            file.write(json.dumps({"epoch": epoch + 1, **losses}) + "\n")
    return parameters


def forward(parameters: Parameters, given: Choices) -> tuple[Floats, Floats]:
    """Return the score of every candidate, ``[C]``, in nats, and the hidden units, ``[C, H]``."""
    hidden = np.maximum(given.seen @ parameters["hidden"] + parameters["bias"], 0)
    of_turn = given.seen[:, : len(TURN_FEATURE_NAMES)]
    return of_turn @ parameters["direct"] + hidden @ parameters["output"], hidden


def gradients(parameters: Parameters, given: Choices) -> Parameters:
    """Return the gradients of the loss by the parameters."""
    scores, hidden = forward(parameters, given)
    slope = (np.exp(log_chances(scores, given)) - given.visits) / len(given)
    to_hidden = np.outer(slope, parameters["output"]) * (hidden > 0)
    return {
        "direct": given.seen[:, : len(TURN_FEATURE_NAMES)].T @ slope,
        "hidden": given.seen.T @ to_hidden,
        "bias": to_hidden.sum(axis=0),
        "output": hidden.T @ slope,
    }


def log_chances(scores: Floats, given: Choices) -> Floats:
    """Return the logarithm of the predicted part of its position's visits, for every candidate."""
    many = np.diff(given.first)
    chances: Floats = scores - np.repeat(np.maximum.reduceat(scores, given.first[:-1]), many)
    totals = np.add.reduceat(np.exp(chances), given.first[:-1])
    chances -= np.repeat(np.log(totals), many)
    return chances


def loss(scores: Floats, given: Choices) -> float:
    """Return the cross entropy of predicted and actual visits, in nats per position."""
    return float(-(given.visits @ log_chances(scores, given)) / len(given))


def whole_numbers(parameters: Parameters) -> dict[str, NDArray[np.int64]]:
    """Return the parameters as the kernel has them."""
    return {
        name: np.rint(SCORE_UNIT * value).astype(np.int64) for name, value in parameters.items()
    }


def whole_scores(whole: dict[str, NDArray[np.int64]], given: Choices) -> NDArray[np.int64]:
    """Return the score of every candidate as the kernel has it, ``[C]``."""
    seen = given.seen.astype(np.int64)
    hidden = np.maximum(seen @ whole["hidden"] + whole["bias"], 0)
    direct = seen[:, : len(TURN_FEATURE_NAMES)] @ whole["direct"]
    scores: NDArray[np.int64] = direct + hidden @ whole["output"] // SCORE_UNIT
    return scores


def visits_kept(whole: dict[str, NDArray[np.int64]], given: Choices, many: int) -> float:
    """Return the part of all visits that went to the `many` best candidates by their scores."""
    scores = whole_scores(whole, given)
    kept = 0.0
    for begin, end in zip(given.first, given.first[1:], strict=False):
        best = np.argsort(-scores[begin:end], kind="stable")[:many]
        kept += given.visits[begin:end][best].sum()
    return float(kept) / len(given)


if __name__ == "__main__":
    main()
