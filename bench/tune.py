"""Tune the weights of full strength's evaluation by play.

    python -m bench.tune play FOLDER --games 2200 --workers 2
    python -m bench.tune step FOLDER
    python -m bench.tune halve FOLDER
    python -m bench.tune match FOLDER --games 400 --seed 3 --workers 2
    python -m bench.tune others FOLDER --games 600 --nodes 20000 --seed 3 --workers 2
    python -m bench.tune keep FOLDER

Weights that foretell results or searches better need not play better, so here games decide. `play`
perturbs all weights at once, each up or down at random, and has two players with these weights play
two with the opposite perturbation, two games for every choice of signs (James C. Spall,
"Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation",
1992). `step` ends such a round: what a weight's perturbation gained on average says how far it
moves. The first round starts from the weights in use, the next `play` from there.

What is tuned against itself may lose against others: `halve` goes half the way back to the weights
that were fitted to games. `match` plays two with the weights found against two with those fitted,
`others` one against three `published`, and `keep` puts them into use, with the figures beside them.
Whatever plays can be interrupted and resumed; a seed, a number and the round decide a game.
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
from bench.learn import (
    SAVED,
    Floats,
    add_match,
    fill,
    log_of,
    options_of,
    read,
    two_against_two,
    verdict,
    write,
)
from djambi import Position
from djambi.bots import Bot, SearchBot
from djambi.bots.baselines import PublishedBot
from djambi.bots.bot_settings import FULL_STRENGTH
from djambi.bots.matches import Match
from djambi.kernel.search.linear_evaluation import WEIGHTS

RELATIVE_PERTURBATION: Final = 0.3
"""The part of a weight by which it is perturbed."""

MIN_PERTURBATION: Final = 0.06
"""What is added to that part, so that weights near 0 are perturbed as well."""

GAMES_PER_PERTURBATION: Final = 2
"""The games that are played with the same signs."""

UNIT_GAIN: Final = 0.04
"""The gain, in shares of the game, for which a weight moves by as much as it was perturbed."""

MAX_STEP: Final = 1.5
"""The most by which a weight moves after a round, in perturbations."""


def main() -> None:
    """Do what the command line asks for."""
    options = options_of(
        "bench.tune", "Tune the weights of full strength by play.",
        ("play", "step", "halve", "match", "others", "keep"), games=2200, nodes=2_000,
    )  # fmt: skip
    path = options.folder / "tuned.json"
    centre = read(path) if path.exists() else read(SAVED)["tuned"]
    this_round = f"round-{len(centre['how']['rounds']) + 1}"
    log = log_of(options, this_round, centre["weights"], WEIGHTS)
    if options.what == "play":
        number = partial(
            play_perturbation, seed=f"{options.seed} {this_round}", nodes=options.nodes,
            centre=centre["weights"],
        )  # fmt: skip
        options.games //= GAMES_PER_PERTURBATION
        fill(log, options, number)
    elif options.what == "step":
        if not (played_before := rows(log)):
            raise SystemExit(f"no games in {log}: --nodes and --seed are those of `play`")
        write(path, after_round(centre, played_before, options))
    elif options.what == "halve":
        write(path, halved(centre))
    elif options.what in MATCHES:
        play, of = MATCHES[options.what]
        log = log_of(options, options.what, centre["weights"], WEIGHTS)
        number = partial(play, seed=options.seed, nodes=options.nodes, weights=centre["weights"])
        fill(log, options, number)
        add_match(centre["how"], verdict(log, options, of))
        write(path, centre)
    else:
        write(SAVED, {**read(SAVED), "tuned": centre}, "tuned")


def perturbations() -> dict[str, float]:
    """Return by how much each weight is perturbed, up or down."""
    return {name: MIN_PERTURBATION + RELATIVE_PERTURBATION * abs(w) for name, w in WEIGHTS.items()}


def play_perturbation(
    number: int, seed: str, nodes: int, centre: Mapping[str, float]
) -> dict[str, Any]:
    """Play the games of one choice of signs; return it, and what it gained on average."""
    random = Random(f"tune {seed} {number}")
    signs = [random.choice((-1, 1)) for _ in WEIGHTS]
    by = {name: s * p for s, (name, p) in zip(signs, perturbations().items(), strict=True)}
    new = {name: w + by[name] for name, w in centre.items()}
    old = {name: w - by[name] for name, w in centre.items()}
    first = GAMES_PER_PERTURBATION * number
    games = [played(first + i, seed, nodes, new, old) for i in range(GAMES_PER_PERTURBATION)]
    gain = float(np.mean([new_share(game) for game in games])) - 0.5
    return {"number": number, "signs": signs, "gain": round(gain, 4)}


def match_game(number: int, seed: int, nodes: int, weights: Mapping[str, float]) -> dict[str, Any]:
    """Play a game between two with these weights and two with those fitted, and return it."""
    return played(number, f"match {seed}", nodes, weights, WEIGHTS)


def others_game(number: int, seed: int, nodes: int, weights: Mapping[str, float]) -> dict[str, Any]:
    """Play a game of one with these weights against three `published`, and return it."""
    settings = replace(FULL_STRENGTH, nodes=nodes, seconds=3600.0, weights=tuple(weights.items()))

    def make(name: str, seed: int | None) -> Bot:
        return SearchBot(settings, seed) if name == "new" else PublishedBot(seed)

    match = Match(Position.start(), ("new", *("published",) * 3), seed)
    return asdict(match.play(number, match.seatings(number + 1)[number], make))


def played(
    number: int, seed: str, nodes: int, new: Mapping[str, float], old: Mapping[str, float]
) -> dict[str, Any]:
    """Play a game at full strength between two with each of these weights, and return it."""
    settings = replace(FULL_STRENGTH, nodes=nodes, seconds=3600.0)
    return two_against_two(
        number,
        replace(settings, weights=tuple(new.items())),
        replace(settings, weights=tuple(old.items())),
        Random(seed).getrandbits(32),
    )


MATCHES: Final = {
    "match": (match_game, "two with these weights, two with those fitted to games"),
    "others": (others_game, "one with these weights, three published"),
}
"""How weights are tried: what plays a game, and who plays it."""


def new_share(game: Mapping[str, Any]) -> float:
    """Return what the `new` players won of a game together."""
    pairs = zip(game["seats"], game["shares"], strict=True)
    return float(sum(share for name, share in pairs if name == "new"))


def after_round(
    centre: dict[str, Any], results: Sequence[dict[str, Any]], options: argparse.Namespace
) -> dict[str, Any]:
    """Return the weights after a round, and what was seen in it."""
    signs = np.array([row["signs"] for row in results], float)
    gains = np.array([row["gain"] for row in results])
    moved, gain, error = steps(signs, gains)
    weights = {
        name: round(centre["weights"][name] + step * size, 4)
        for (name, size), step in zip(perturbations().items(), moved, strict=True)
    }
    this = {
        "games": GAMES_PER_PERTURBATION * len(results),
        "nodes": options.nodes,
        "seed": options.seed,
        "date": datetime.now(UTC).date().isoformat(),
        "standard_error": round(error, 4),
        # What it would be if no weight mattered: as many as there are weights.
        "chi_squared": round(float(((gain / error) ** 2).sum()), 1),
    }
    return {"weights": weights, "how": {"rounds": [*centre["how"]["rounds"], this]}}


def halved(centre: dict[str, Any]) -> dict[str, Any]:
    """Return the weights half the way back to those fitted to games; no match was played with them.

    >>> halved({"weights": {**WEIGHTS, "far": 1.0}, "how": {"rounds": []}})["how"]
    {'rounds': [], 'halved': 1}
    """
    weights = {name: round((WEIGHTS[name] + w) / 2, 4) for name, w in centre["weights"].items()}
    rounds, halvings = centre["how"]["rounds"], centre["how"].get("halved", 0)
    return {"weights": weights, "how": {"rounds": rounds, "halved": halvings + 1}}


def steps(signs: Floats, gains: Floats) -> tuple[Floats, Floats, float]:
    """Return by how many perturbations each weight moves, what its own gained, and the error.

    Args:
        signs: games or pairs of games × weights, 1 or -1.
        gains: what each of them gained, in shares of the game.

    A gain is that of least squares. The step shrinks it by its own signal, gain² / (gain² +
    error²), so that what may be chance moves little.
    """
    gain: Floats = np.linalg.lstsq(signs, gains, rcond=None)[0].astype(np.float64)
    error = float(gains.std() / np.sqrt(len(gains)))
    shrunk: Floats = gain**3 / (gain**2 + error**2)
    return np.clip(shrunk / UNIT_GAIN, -MAX_STEP, MAX_STEP), gain, error


if __name__ == "__main__":
    main()
