"""Tune the weights of full strength's evaluation by play.

    python -m bench.tune play FOLDER --games 2200 --workers 2
    python -m bench.tune step FOLDER
    python -m bench.tune match FOLDER --games 600 --seed 2 --workers 2
    python -m bench.tune keep FOLDER

Weights that foretell results or searches better need not play better, so here games decide. `play`
changes all weights at once, each up or down by lot, and has two players with these changes play two
with the opposite ones, two games for every drawing (simultaneous perturbation: Spall,
"Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation",
1992). `step` ends such a round: what a weight's change gained on average, over all drawings, says
how far it is moved. The next `play` starts from there. `match` plays two with the weights found
against two with those in use before, and `keep` puts them into use, with the figures beside them.
`play` and `match` can be interrupted and resumed; a seed, a number and the round decide a game.
Needs the `dev` extra (NumPy).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np

from bench.json_lines import rows
from bench.learn import SAVED, Floats, fill, options_of, read, verdict, write
from djambi import Position
from djambi.bots import Bot, SearchBot
from djambi.bots.bot_settings import FULL_STRENGTH
from djambi.bots.matches import Match
from djambi.kernel.search.linear_evaluation import TUNED_WEIGHTS, WEIGHTS

RELATIVE_CHANGE: Final = 0.3
"""The part of a weight by which it is changed,"""

LEAST_CHANGE: Final = 0.06
"""and what is added to that, so that weights near 0 are changed as well."""

GAMES_PER_DRAWING: Final = 2
"""The games that are played with the same changes."""

UNIT_GAIN: Final = 0.04
"""The gain, in shares of the game, for which a weight is moved by as much as it was changed."""

LONGEST_MOVE: Final = 1.5
"""The most by which a weight is moved in a step, in changes."""


def main() -> None:
    """Do what the command line asks for."""
    options = options_of(
        "bench.tune", "Tune the weights of full strength by play.",
        ("play", "step", "match", "keep"), games=2200, nodes=2_000,
    )  # fmt: skip
    path = options.folder / "tuned.json"
    centre: dict[str, Any] = {"weights": TUNED_WEIGHTS, "how": {"rounds": []}}
    if path.exists():
        centre = read(path)
    log = options.folder / f"round-{len(centre['how']['rounds']) + 1}.jsonl"
    if options.what == "play":
        number = partial(
            play_drawing, seed=f"{options.seed} {log.stem}", nodes=options.nodes,
            centre=centre["weights"],
        )  # fmt: skip
        drawings = argparse.Namespace(**vars(options))
        drawings.games = options.games // GAMES_PER_DRAWING
        fill(log, drawings, number)
    elif options.what == "step":
        write(path, stepped(centre, rows(log), options))
    elif options.what == "match":
        log = options.folder / f"match-{options.nodes}-{options.seed}.jsonl"
        number = partial(
            match_game, seed=options.seed, nodes=options.nodes, weights=centre["weights"]
        )
        fill(log, options, number)
        centre["how"]["matches"] = [
            *centre["how"].get("matches", []),
            verdict(log, options) | {"of": "two with these weights, two with those before"},
        ]
        write(path, centre)
    else:
        write(SAVED, {**read(SAVED), "tuned": centre}, "tuned")


def changes() -> dict[str, float]:
    """Return by how much each weight is changed, up or down."""
    return {name: LEAST_CHANGE + RELATIVE_CHANGE * abs(w) for name, w in WEIGHTS.items()}


def play_drawing(number: int, seed: str, nodes: int, centre: Mapping[str, float]) -> dict[str, Any]:
    """Play the games of a drawing; return its signs, and what those with them gained on average."""
    random = Random(f"tune {seed} {number}")
    signs = [random.choice((-1, 1)) for _ in WEIGHTS]
    change = {name: s * c for s, (name, c) in zip(signs, changes().items(), strict=True)}
    weights = {
        "new": {name: w + change[name] for name, w in centre.items()},
        "old": {name: w - change[name] for name, w in centre.items()},
    }
    first = GAMES_PER_DRAWING * number
    games = [played(first + i, seed, nodes, weights) for i in range(GAMES_PER_DRAWING)]
    gain = float(np.mean([new_share(game) for game in games])) - 0.5
    return {"number": number, "signs": signs, "gain": round(gain, 4)}


def match_game(number: int, seed: int, nodes: int, weights: Mapping[str, float]) -> dict[str, Any]:
    """Play a game of the match between these weights and those in use, and return it."""
    return played(number, f"match {seed}", nodes, {"new": weights, "old": TUNED_WEIGHTS})


def played(
    number: int, seed: str, nodes: int, weights: Mapping[str, Mapping[str, float]]
) -> dict[str, Any]:
    """Play a game of two `new` against two `old` at full strength, and return it."""
    settings = {
        name: replace(FULL_STRENGTH, nodes=nodes, seconds=3600.0, weights=tuple(each.items()))
        for name, each in weights.items()
    }

    def make(name: str, seed: int | None) -> Bot:
        return SearchBot(settings[name], seed)

    match = Match(Position.start(), ("new", "new", "old", "old"), Random(seed).getrandbits(32))
    return asdict(match.play(number, match.seatings(number + 1)[number], make))


def new_share(game: Mapping[str, Any]) -> float:
    """Return what the `new` players won of a game together."""
    pairs = zip(game["seats"], game["shares"], strict=True)
    return float(sum(share for name, share in pairs if name == "new"))


def stepped(
    centre: dict[str, Any], drawings: Sequence[dict[str, Any]], options: argparse.Namespace
) -> dict[str, Any]:
    """Return the weights after a round, and what was seen in it."""
    signs = np.array([row["signs"] for row in drawings], float)
    gains = np.array([row["gain"] for row in drawings])
    moves, seen = moved(signs, gains)
    weights = {
        name: round(centre["weights"][name] + move * change, 4)
        for (name, change), move in zip(changes().items(), moves, strict=True)
    }
    this = {
        "games": GAMES_PER_DRAWING * len(drawings),
        "nodes": options.nodes,
        "seed": options.seed,
        "date": datetime.now(UTC).date().isoformat(),
        "standard_error": round(seen[1], 4),
        # What it would be if no weight mattered: as many as there are weights.
        "chi_squared": round(float(((seen[0] / seen[1]) ** 2).sum()), 1),
    }
    return {"weights": weights, "how": {"rounds": [*centre["how"]["rounds"], this]}}


def moved(signs: Floats, gains: Floats) -> tuple[Floats, tuple[Floats, float]]:
    """Return by how many changes each weight is moved, and what its change gained, with the error.

    The gain is that of least squares. It is shrunk by its own signal, gain² / (gain² + error²), so
    that what may be chance moves little.
    """
    gain: Floats = np.linalg.lstsq(signs, gains, rcond=None)[0].astype(np.float64)
    error = float(gains.std() / np.sqrt(len(gains)))
    shrunk: Floats = gain**3 / (gain**2 + error**2)
    moves: Floats = np.clip(shrunk / UNIT_GAIN, -LONGEST_MOVE, LONGEST_MOVE)
    return moves, (gain, error)


if __name__ == "__main__":
    main()
