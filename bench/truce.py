"""Learn to predict a draw, that nobody kills any more, for the linear evaluation.

    python -m bench.truce play FOLDER --games 400 --workers 2
    python -m bench.truce keep FOLDER

`play` lets strong bots play each other and records the signs of some positions, and whether the
game was shared in the end; it can be interrupted and resumed, and a seed and a number decide a
game. `keep` fits the weights of the signs (logistic regression with an L2 penalty, by Newton's
method) and puts them into use, with the results beside them. Needs the `dev` extra (NumPy).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from bench.json_lines import rows
from bench.learn import SAVED, SETTINGS, Floats, fill, log_of, options_of, read, split, write
from djambi import Position
from djambi.bots import BotSettings, SearchBot
from djambi.bots.bot_settings import FULL_PARANOIA
from djambi.bots.matches import MAX_PLIES
from djambi.kernel.search.linear_evaluation import DRAW_SIGN_NAMES, WEIGHTS, LinearEvaluator

SAMPLE_INTERVAL: Final = 4
"""One position in so many is recorded: its neighbours say the same."""

L2_PENALTY: Final = 1e-3
"""The penalty per position on a squared weight."""


def main() -> None:
    """Do what the command line asks for."""
    options = options_of(
        "bench.truce", "Learn to predict a truce.", ("play", "keep"), games=400, nodes=10_000
    )
    if options.what == "play":
        number = partial(play_game, seed=options.seed, nodes=options.nodes)
        fill(log_of(options, "truce", WEIGHTS), options, number)
    else:
        write(SAVED, {**read(SAVED), "truce": fitted(options.folder, options.nodes)}, "truce")


def play_game(number: int, seed: int, nodes: int) -> dict[str, Any]:
    """Play a game; return the signs of some positions, and whether it was shared."""
    random = Random(f"truce {seed} {number}")
    position = Position.start(*SETTINGS[number % len(SETTINGS)].split())
    bot = SearchBot(
        BotSettings(nodes=nodes, seconds=3600.0, paranoia=FULL_PARANOIA), random.getrandbits(64)
    )
    evaluator = LinearEvaluator(position.kernel().tables)
    signs: list[list[float]] = []
    while not position.is_over and position.ply < MAX_PLIES:
        position = position.play(bot.choose(position))
        if random.random() * SAMPLE_INTERVAL < 1 and not position.is_over:
            signs.append([round(sign, 4) for sign in evaluator.draw_signs(position.kernel())])
    winners = [share for share in (position.result or {}).values() if share]
    return {
        "number": number,
        "plies": position.ply,
        "shared": len(winners) != 1,
        "signs": signs,
    }


def fitted(folder: Path, nodes: int) -> dict[str, Any]:
    """Return the weights that best predict which games were shared, and their losses."""
    games = [row for path in sorted(folder.glob("truce-*.jsonl")) for row in rows(path)]
    learnt, held = split(games, folder)
    train, test = data(learnt), data(held)
    weights = newton(*train)
    usual = np.zeros(len(DRAW_SIGN_NAMES))
    usual[0] = np.log(train[1].mean() / (1 - train[1].mean()))
    return {
        "weights": {
            name: round(float(w), 4) for name, w in zip(DRAW_SIGN_NAMES, weights, strict=True)
        },
        "how": {
            "games": len(games),
            "shared": round(float(np.mean([row["shared"] for row in games])), 3),
            "positions": len(train[0]) + len(test[0]),
            "nodes": nodes,
            "date": datetime.now(UTC).date().isoformat(),
            "loss": {
                "all alike": round(loss(usual, *test), 4),
                "before": round(
                    loss(np.array([WEIGHTS[name] for name in DRAW_SIGN_NAMES]), *test), 4
                ),
                "after": round(loss(weights, *test), 4),
                "after, on the games learnt from": round(loss(weights, *train), 4),
            },
        },
    }


def data(games: Sequence[dict[str, Any]]) -> tuple[Floats, Floats]:
    """Return signs (positions × signs), and whether each of these games was shared."""
    signs = [sign for game in games for sign in game["signs"]]
    shared = [float(game["shared"]) for game in games for _ in game["signs"]]
    return np.array(signs), np.array(shared)


def chances(weights: Floats, signs: Floats) -> Floats:
    """Return the probability of a truce, as the kernel computes it."""
    found: Floats = 1.0 / (1.0 + np.exp(-signs @ weights))
    return found


def loss(weights: Floats, signs: Floats, shared: Floats) -> float:
    """Return the cross entropy of predicted and actual truces, in nats per position."""
    found = np.clip(chances(weights, signs), 1e-9, 1 - 1e-9)
    return float(-(shared * np.log(found) + (1 - shared) * np.log(1 - found)).mean())


def newton(signs: Floats, shared: Floats) -> Floats:
    """Return the weights that minimise loss plus penalty, after 12 steps of Newton's method."""
    weights: Floats = np.zeros(len(DRAW_SIGN_NAMES))
    held: Floats = L2_PENALTY * np.identity(len(weights), dtype=np.float64)
    for _ in range(12):
        found = chances(weights, signs)
        slope: Floats = signs.T @ (found - shared) / len(shared) + L2_PENALTY * weights
        curve: Floats = (signs.T * (found * (1 - found))) @ signs / len(shared) + held
        weights -= np.linalg.solve(curve, slope)
    return weights


if __name__ == "__main__":
    main()
