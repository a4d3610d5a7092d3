"""Learn the weights of `djambi.kernel.search.linear_evaluation` from games of bots.

    python -m bench.learn play FOLDER --games 3000 --workers 2
    python -m bench.learn fit FOLDER
    python -m bench.learn match FOLDER --games 200 --workers 2
    python -m bench.learn keep FOLDER

`play` lets bots play each other and records positions with the final shares. `fit` finds the
weights that best predict these shares and the values of a longer search: softmax regression
(multinomial logit; McFadden, "Conditional Logit Analysis of Qualitative Choice Behavior", 1974)
with an L2 penalty towards the weights in use, by Newton's method. `match` plays two bots with the
new weights against two with the old ones, with the same nodes. `keep` puts the new weights into
use, with the results beside them. Each can be interrupted and resumed; a seed and a number decide a
game. Needs the `dev` extra (NumPy).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from bench.json_lines import resumable, rows
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

SETTINGS: Final = (
    *("square-4 original",) * 6,
    *("hex-3 harcourt", "hex-6 harcourt-advanced", "polygon-5 harcourt"),
    *("square-4 djambinet", "square-4 bga", "square-3 original"),
)
"""The variants and editions played, in turn: half of them the classic game."""

STRAY_RATE: Final = 0.12
"""The part of all turns played at random, so that games differ and hanging pieces are seen."""

KEEP_RATES: Final = (0.25, 0.8)
"""The parts of positions recorded: after a searched turn, and after a random one."""

TEACHER_NODE_FACTOR: Final = 10
"""The nodes spent on the value of a recorded position, in nodes of a turn."""

TEACHER_WEIGHT: Final = 0.6
"""The weight of that value in the target; the rest is the final share."""

SAVED: Final = Path(linear_evaluation.__file__).with_name("weights.json")
"""The weights in use."""

L2_PENALTY: Final = 1e-3
"""The penalty per position on the squared change of a weight, times its feature's variance."""


def main() -> None:
    """Do what the command line asks for."""
    options = options_of(
        "bench.learn", "Learn the weights of the evaluation.", ("play", "fit", "match", "keep"),
        games=1000, nodes=600,
    )  # fmt: skip
    candidate = options.folder / "weights.json"
    if options.what == "play":
        number = partial(play_game, seed=options.seed, nodes=options.nodes)
        fill(log_of(options, "games", linear_evaluation.WEIGHTS), options, number)
    elif options.what == "fit":
        write(candidate, fitted(options.folder, options))
    elif options.what == "match":
        found = read(candidate)
        number = partial(
            match_game, weights=found["weights"], seed=options.seed, nodes=options.nodes
        )
        log = log_of(options, "match", found["weights"], linear_evaluation.WEIGHTS)
        fill(log, options, number)
        of = "two with these weights, two with those before, square-4 original"
        found["how"]["match"] = verdict(log, options, of)
        write(candidate, found)
    else:
        write(SAVED, {**read(SAVED), **read(candidate)})


def options_of(
    program: str, description: str, steps: Sequence[str], games: int, nodes: int
) -> argparse.Namespace:
    """Return what the command line of a program that learns asks for; its folder exists then.

    Args:
        program: its module.
        description: what it learns.
        steps: what it can be asked to do.
        games, nodes: how many games, and of a search, if nothing else is asked for.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=description)
    parser.add_argument("what", choices=steps)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--nodes", type=int, default=nodes, help="a search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    return options


def log_of(options: argparse.Namespace, what: str, *decisive: object) -> Path:
    """Return where games are logged: elsewhere if another seed, nodes or weights decide them.

    Args:
        options: of the command line.
        what: what is played.
        decisive: the weights, and what else decides the games.
    """
    digest = sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()[:8]
    folder: Path = options.folder
    return folder / f"{what}-{options.seed}-{options.nodes}-{digest}.jsonl"


def log_name(stem: str) -> str:
    """Return how weights that were learnt from a log name it.

    >>> log_name("games-1-600-0f3a5b7c"), log_name("games-1")
    ('seed 1 600 0f3a5b7c', 'seed 1')
    """
    return " ".join(["seed", *stem.split("-")[1:]])


# -- games --------------------------------------------------------------------------------------


def play_game(number: int, seed: int, nodes: int) -> dict[str, Any]:
    """Play a game; return some of its positions and the final shares."""
    random = Random(f"learn {seed} {number}")
    position = Position.start(*SETTINGS[number % len(SETTINGS)].split())
    thinker = SearchBot(BotSettings(nodes=nodes, seconds=3600.0), random.getrandbits(64))
    stray = RandomBot(random.getrandbits(64))
    searches = KernelCache(MultiplayerMcts)
    kept: list[tuple[str, list[float]]] = []
    while not position.is_over and position.ply < MAX_PLIES:
        strays = random.random() < STRAY_RATE
        position = position.play((stray if strays else thinker).choose(position))
        if random.random() < KEEP_RATES[strays] and not position.is_over:
            search = searches.set_up(position)
            search.evaluator.draw_aware = True
            search.think(TEACHER_NODE_FACTOR * nodes, 3600.0, 12, random.getrandbits(64))
            kept.append((str(position), [round(value, 4) for value in search.values()]))
    result = position.result or {}
    return {"number": number, "plies": position.ply, "result": result, "positions": kept}


def match_game(number: int, weights: dict[str, float], seed: int, nodes: int) -> dict[str, Any]:
    """Play a game of the match between the new weights and those in use, and return it."""
    old = BotSettings(nodes=nodes, seconds=3600.0)
    return two_against_two(number, replace(old, weights=tuple(weights.items())), old, seed)


def two_against_two(number: int, new: BotSettings, old: BotSettings, seed: int) -> dict[str, Any]:
    """Play a game of two `new` against two `old` on the classic board, and return it."""
    settings = {"new": new, "old": old}

    def make(name: str, seed: int | None) -> Bot:
        return SearchBot(settings[name], seed)

    match = Match(Position.start(), ("new", "new", "old", "old"), seed)
    return asdict(match.play(number, match.seatings(number + 1)[number], make))


def fill(path: Path, options: argparse.Namespace, work: Callable[[int], dict[str, Any]]) -> None:
    """Append the games that a log lacks, one to a line."""
    known = {row["number"] for row in resumable(path)}
    left = [number for number in range(options.games) if number not in known]
    with path.open("a", encoding="utf-8") as file:
        for row in track(worked(work, left, options.workers), path.stem, total=len(left)):
            file.write(json.dumps(row) + "\n")
            file.flush()


def worked(work: Callable[[int], T], numbers: Sequence[int], workers: int) -> Iterator[T]:
    """Yield the result for each number, in any order."""
    if workers == 1:
        yield from map(work, numbers)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for future in as_completed([pool.submit(work, number) for number in numbers]):
            yield future.result()


# -- weights ------------------------------------------------------------------------------------


def fitted(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Return the weights that best predict the games of a folder, and their losses."""
    files = sorted(folder.glob("games-*.jsonl"))
    played = {path.stem: [row for row in rows(path) if row["result"]] for path in files}
    learnt, held = split([row for games in played.values() for row in games], folder)
    train, test = data(learnt), data(held)
    before = np.array([linear_evaluation.WEIGHTS[name] for name in FEATURE_NAMES])
    weights = newton(before, *train)
    return {
        "weights": {
            name: round(float(w), 4) for name, w in zip(FEATURE_NAMES, weights, strict=True)
        },
        "how": {
            "games": {log_name(stem): len(games) for stem, games in played.items()},
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


def split(
    games: Sequence[dict[str, Any]], folder: Path
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the training set and the test set: one game in ten of every setting.

    Ends the program if either is empty; `folder` is where the games are.
    """
    tenth = [game["number"] // len(SETTINGS) % 10 for game in games]
    learnt = [game for game, number in zip(games, tenth, strict=True) if number]
    held = [game for game, number in zip(games, tenth, strict=True) if not number]
    if not (learnt and held):
        many = len(games)
        raise SystemExit(f"too few games in {folder} to learn from some, test on others: {many}")
    return learnt, held


def data(games: Sequence[dict[str, Any]]) -> tuple[Floats, NDArray[np.bool_], Floats]:
    """Return features (positions × 8 × features), active parties and targets (positions × 8)."""
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
                # A party that had resigned came back and won: nothing could predict that.
                continue
            share = (1 - TEACHER_WEIGHT) * share
            share[: given.parties] += TEACHER_WEIGHT * np.array(values)
            # The features do not explain what a draw leaves to everybody.
            even = evaluator.draw_chance(given) / alive.sum()
            share = np.where(alive, np.maximum(share - even, 1e-6), 0.0)
            share /= share.sum()
            traits.append(found)
            active.append(alive)
            won.append(share)
    return np.array(traits), np.array(active), np.array(won)


def chances(weights: Floats, traits: Floats, active: NDArray[np.bool_]) -> Floats:
    """Return the predicted shares, as the kernel computes them: a softmax over active parties."""
    sums = np.where(active, traits @ weights, -np.inf)
    grown = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares: Floats = grown / grown.sum(axis=1, keepdims=True)
    return shares


def loss(weights: Floats, traits: Floats, active: NDArray[np.bool_], won: Floats) -> float:
    """Return the cross entropy of predicted and actual shares, in nats per position."""
    logs = np.log(np.maximum(chances(weights, traits, active), 1e-9))
    return float(-(won * logs).sum() / len(won))


def newton(before: Floats, traits: Floats, active: NDArray[np.bool_], won: Floats) -> Floats:
    """Return the weights that minimise loss plus penalty, after 12 steps of Newton's method."""
    weights: Floats = before.copy()
    # Rare features need more evidence before their weights move.
    spread = traits[active].var(axis=0) + 0.1
    for _ in track(range(12), "fit"):
        slope: Floats = L2_PENALTY * spread * (weights - before)
        curve = np.diag(L2_PENALTY * spread)
        for part in range(0, len(won), 10_000):
            x, shares = traits[part : part + 10_000], won[part : part + 10_000]
            found = chances(weights, x, active[part : part + 10_000])
            middle = np.einsum("np,npk->nk", found, x)
            slope += np.einsum("np,npk->k", found - shares, x) / len(won)
            weighed = (x * np.sqrt(found)[:, :, None]).reshape(-1, x.shape[2])
            curve += (weighed.T @ weighed - middle.T @ middle) / len(won)
        weights -= np.linalg.solve(curve, slope)
    return weights


def verdict(log: Path, options: argparse.Namespace, of: str) -> dict[str, Any]:
    """Return the result of a match, as it is stored beside the weights; `of` says who played."""
    games = [
        MatchGame(row["number"], tuple(row["seats"]), tuple(row["shares"]), row["plies"])
        for row in rows(log)
        if row["number"] < options.games
    ]
    (new,) = (score for score in scores(games) if score.player == "new")
    return {
        "of": of,
        "games": new.games,
        "nodes": options.nodes,
        "seed": options.seed,
        "wins": round(new.share, 3),
        "interval": [round(new.low, 3), round(new.high, 3)],
    }


def add_match(how: dict[str, Any], played: dict[str, Any]) -> None:
    """Add the result of a match; one that went on with more games counts once."""
    alike = ("of", "nodes", "seed")
    known = how.get("matches", [])
    others = [each for each in known if any(each[key] != played[key] for key in alike)]
    how["matches"] = [*others, played]


def read(path: Path) -> dict[str, Any]:
    """Return the content of a weights file; end the program if there is none yet."""
    if not path.exists():
        raise SystemExit(f"no {path}: `fit` makes it")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def write(path: Path, found: dict[str, Any], new: str = "") -> None:
    """Write a weights file, and print how the weights, or a `new` part of them, were found."""
    path.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    print(json.dumps((found[new] if new else found)["how"], indent=2))


if __name__ == "__main__":
    main()
