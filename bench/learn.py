"""Learn the weights of `djambi.kernel.search.linear_evaluation` from games of bots.

    python -m bench.learn play FOLDER --games 3000 --workers 2
    python -m bench.learn fit FOLDER
    python -m bench.learn match FOLDER --games 200 --workers 2
    python -m bench.learn keep FOLDER

`play` has bots play each other and keeps positions with what every party won in the end. `fit`
finds the weights that foretell it best, and what a longer search says: a softmax over the
parties, by Newton's method, from the weights in use. `match`
plays two that judge by these against two that judge by those in use, with the same nodes. `keep`
puts them into use, with the figures beside them. Each can be broken off and goes on when called
again; a seed and a number decide a game. Needs the `dev` extra (NumPy).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from djambi import Position
from djambi.bots import Bot, BotSettings, RandomBot, SearchBot
from djambi.bots.kernels import KernelCache
from djambi.bots.matches import MAX_PLIES, Match, MatchGame, scores
from djambi.kernel.search import linear_evaluation
from djambi.kernel.search.features import FEATURE_NAMES
from djambi.kernel.search.linear_evaluation import LinearEvaluator
from djambi.kernel.search.mcts import MultiplayerMcts

T = TypeVar("T")
Floats = NDArray[np.float64]

WHERE: Final = (
    *("square-4 original",) * 6,
    *("hex-3 harcourt", "hex-6 harcourt-advanced", "polygon-5 harcourt"),
    *("square-4 djambinet", "square-4 bga", "square-3 original"),
)
"""What is played, in turn: half of it the classic game."""

STRAY: Final = 0.12
"""How often a bot plays any turn, so that games differ and hanging pieces are seen."""

SEEN: Final = (0.25, 0.8)
"""How many of the positions are kept: after a turn that was thought about, after any turn."""

TEACHER: Final = 10
"""How many times the nodes of a turn are spent on what a position kept is worth."""

TRUST: Final = 0.6
"""How much of what is to be foretold is what that search says; the rest is what was won."""

SAVED: Final = Path(linear_evaluation.__file__).with_name("weights.json")
PENALTY: Final = 1e-3
"""What it costs to move a weight: by its square and its trait's variance, a position."""


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.learn", description="Learn the weights of the judgement."
    )
    parser.add_argument("what", choices=("play", "fit", "match", "keep"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=600, help="a turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    candidate = options.folder / "weights.json"
    if options.what == "play":
        number = partial(play_game, seed=options.seed, nodes=options.nodes)
        fill(options.folder / f"games-{options.seed}.jsonl", options, number)
    elif options.what == "fit":
        write(candidate, fitted(options.folder, options))
    elif options.what == "match":
        found = read(candidate)
        number = partial(
            match_game, weights=found["weights"], seed=options.seed, nodes=options.nodes
        )
        log = options.folder / f"match-{options.nodes}-{options.seed}.jsonl"
        fill(log, options, number)
        found["how"]["match"] = verdict(log, options)
        write(candidate, found)
    else:
        write(SAVED, {**read(SAVED), **read(candidate)})


# -- games --------------------------------------------------------------------------------------


def play_game(number: int, seed: int, nodes: int) -> dict[str, Any]:
    """Return some positions of a game and what every party won."""
    random = Random(f"learn {seed} {number}")
    position = Position.start(*WHERE[number % len(WHERE)].split())
    thinker = SearchBot(BotSettings(nodes=nodes, seconds=3600.0), random.getrandbits(64))
    stray = RandomBot(random.getrandbits(64))
    searches = KernelCache(MultiplayerMcts)
    kept: list[tuple[str, list[float]]] = []
    while not position.is_over and position.ply < MAX_PLIES:
        strays = random.random() < STRAY
        position = position.play((stray if strays else thinker).choose(position))
        if random.random() < SEEN[strays] and not position.is_over:
            search = searches.set_up(position)
            search.evaluator.draw_aware = True
            search.think(TEACHER * nodes, 3600.0, 12, random.getrandbits(64))
            kept.append((str(position), [round(value, 4) for value in search.values()]))
    result = position.result or {}
    return {"number": number, "plies": position.ply, "result": result, "positions": kept}


def match_game(number: int, weights: dict[str, float], seed: int, nodes: int) -> dict[str, Any]:
    """Return a game of the match between new weights and those in use."""
    judges = {"new": tuple(weights.items()), "old": ()}

    def make(name: str, seed: int | None) -> Bot:
        return SearchBot(BotSettings(nodes=nodes, seconds=3600.0, weights=judges[name]), seed)

    match = Match(Position.start(), ("new", "new", "old", "old"), seed)
    return asdict(match.play(number, match.seatings(number + 1)[number], make))


def fill(path: Path, options: argparse.Namespace, work: Callable[[int], dict[str, Any]]) -> None:
    """Append the games that a file does not have yet, a line each."""
    known = {row["number"] for row in rows(path)}
    left = [number for number in range(options.games) if number not in known]
    with path.open("a", encoding="utf-8") as file:
        for row in track(worked(work, left, options.workers), path.stem, total=len(left)):
            file.write(json.dumps(row) + "\n")
            file.flush()


def worked(work: Callable[[int], T], numbers: Sequence[int], workers: int) -> Iterator[T]:
    """Yield what comes of every number, as it comes."""
    if workers == 1:
        yield from map(work, numbers)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for future in as_completed([pool.submit(work, number) for number in numbers]):
            yield future.result()


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the whole lines of a file; what was cut short is taken out of it."""
    if not path.exists():
        return []
    lines = path.read_text("utf-8").split("\n")
    if lines[-1]:
        path.write_text("".join(line + "\n" for line in lines[:-1]), "utf-8")
    return [json.loads(line) for line in lines[:-1]]


# -- weights ------------------------------------------------------------------------------------


def fitted(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Return the weights that foretell the games of a folder best, and how well they do."""
    files = sorted(folder.glob("games-*.jsonl"))
    played = {path.stem: [row for row in rows(path) if row["result"]] for path in files}
    train = data([row for games in played.values() for row in games if not held_back(row)])
    test = data([row for games in played.values() for row in games if held_back(row)])
    before = np.array([linear_evaluation.WEIGHTS[name] for name in FEATURE_NAMES])
    weights = newton(before, *train)
    return {
        "weights": {
            name: round(float(w), 4) for name, w in zip(FEATURE_NAMES, weights, strict=True)
        },
        "how": {
            "games": {f"seed {stem.split('-')[1]}": len(games) for stem, games in played.items()},
            "positions": len(train[0]) + len(test[0]),
            "nodes": options.nodes,
            "date": datetime.now(UTC).date().isoformat(),
            "loss": {
                "all alike": round(loss(np.zeros(len(FEATURE_NAMES)), *test), 4),
                "before": round(loss(before, *test), 4),
                "after": round(loss(weights, *test), 4),
                "after, on the games learnt from": round(loss(weights, *train), 4),
            },
        },
    }


def held_back(row: dict[str, Any]) -> bool:
    """Return whether a game, one in ten of every kind, only tells how well others were learnt."""
    return bool(row["number"] // len(WHERE) % 10 == 0)


def data(games: Sequence[dict[str, Any]]) -> tuple[Floats, NDArray[np.bool_], Floats]:
    """Return features (positions × 8 × features), who is active (positions × 8), and shares won."""
    evaluators: dict[str, LinearEvaluator] = {}
    traits: list[Floats] = []
    active: list[NDArray[np.bool_]] = []
    won: list[Floats] = []
    for game in track(games, "features"):
        for text, values in game["positions"]:
            position = Position.parse(text)
            given = position.kernel()
            frame = " ".join(text.split()[:2])
            evaluator = evaluators.setdefault(frame, LinearEvaluator(given.tables))
            evaluator.draw_aware = True
            found = np.zeros((8, len(FEATURE_NAMES)))
            found[: given.parties] = evaluator.extractor.features(given)
            alive = np.zeros(8, dtype=bool)
            share = np.zeros(8)
            for number, party in enumerate(position.parties):
                alive[number] = party.is_active
                share[number] = game["result"][party.letter] if alive[number] else 0.0
            if share.sum() < 0.999:
                # One who came back won: nobody could foretell that.
                continue
            share = (1 - TRUST) * share
            share[: given.parties] += TRUST * np.array(values)
            # What a draw leaves to everybody is none of the features' doing.
            even = evaluator.draw_chance(given) / alive.sum()
            share = np.where(alive, np.maximum(share - even, 1e-6), 0.0)
            share /= share.sum()
            traits.append(found)
            active.append(alive)
            won.append(share)
    return np.array(traits), np.array(active), np.array(won)


def chances(weights: Floats, traits: Floats, active: NDArray[np.bool_]) -> Floats:
    """Return the share of every party, as the kernel judges."""
    sums = np.where(active, traits @ weights, -np.inf)
    grown = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares: Floats = grown / grown.sum(axis=1, keepdims=True)
    return shares


def loss(weights: Floats, traits: Floats, active: NDArray[np.bool_], won: Floats) -> float:
    """Return how badly weights foretell what was won: cross entropy, in nats a position."""
    logs = np.log(np.maximum(chances(weights, traits, active), 1e-9))
    return float(-(won * logs).sum() / len(won))


def newton(before: Floats, traits: Floats, active: NDArray[np.bool_], won: Floats) -> Floats:
    """Return the weights with the least loss and penalty."""
    weights: Floats = before.copy()
    # What is rare has to have its say often before it is believed.
    spread = traits[active].var(axis=0) + 0.1
    for _ in track(range(12), "fit"):
        slope: Floats = PENALTY * spread * (weights - before)
        curve = np.diag(PENALTY * spread)
        for part in range(0, len(won), 10_000):
            x, shares = traits[part : part + 10_000], won[part : part + 10_000]
            found = chances(weights, x, active[part : part + 10_000])
            middle = np.einsum("np,npk->nk", found, x)
            slope += np.einsum("np,npk->k", found - shares, x) / len(won)
            weighed = (x * np.sqrt(found)[:, :, None]).reshape(-1, x.shape[2])
            curve += (weighed.T @ weighed - middle.T @ middle) / len(won)
        weights -= np.linalg.solve(curve, slope)
    return weights


def verdict(log: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Return what a match came to, as it stands beside the weights."""
    games = [
        MatchGame(row["number"], tuple(row["seats"]), tuple(row["shares"]), row["plies"])
        for row in rows(log)
        if row["number"] < options.games
    ]
    (new,) = (score for score in scores(games) if score.player == "new")
    return {
        "of": "two with these weights, two with those before, square-4 original",
        "games": new.games,
        "nodes": options.nodes,
        "seed": options.seed,
        "wins": round(new.share, 3),
        "interval": [round(new.low, 3), round(new.high, 3)],
    }


def read(path: Path) -> dict[str, Any]:
    """Return weights and how they were obtained."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def write(path: Path, found: dict[str, Any], new: str = "") -> None:
    """Write weights down and say what is known of them, or of the `new` part of them."""
    path.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    print(json.dumps((found[new] if new else found)["how"], indent=2))


if __name__ == "__main__":
    main()
