"""Learn the weights of `djambi.kernel.search.turn_policy` from the visits of deep searches.

    python -m bench.turn_policy label FOLDER --games 600
    python -m bench.turn_policy fit FOLDER
    python -m bench.turn_policy keep FOLDER
    python -m bench.turn_policy match FOLDER --games 240 --nodes 2000 --seed 2

`label` lets bots play each other quickly, with turns drawn at random at the start and now and then,
and has some positions searched deeply: recorded is how often each turn at the root was visited.
`fit` finds the weights that best predict these visits among the candidates of the search: a softmax
over features of turns (conditional logit; McFadden, "Conditional Logit Analysis of Qualitative
Choice Behavior", 1974) with an L2 penalty, by Newton's method with halved steps. `keep` puts the
weights into use, with the figures beside them; `match` plays two that preselect turns by the
weights in use against two that play and evaluate all candidates, with the same nodes. The searches
of `label` preselect nothing, so that the weights do not learn from themselves. `label` and `match`
can be interrupted and resumed; a seed and a number decide a game. Needs the `dev` extra (NumPy).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from bench.json_lines import rows
from bench.learn import SETTINGS, Floats, fill, held_back, options_of, read, verdict, write
from djambi import Position
from djambi.bots import Bot, BotSettings, RandomBot, SearchBot
from djambi.bots.bot_settings import PRESELECTED
from djambi.bots.kernels import KernelCache
from djambi.bots.matches import Match
from djambi.kernel import turns
from djambi.kernel.search import turn_policy
from djambi.kernel.search.candidates import CandidateGenerator
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.search.settings import SearchSettings
from djambi.kernel.search.turn_policy import SCORE_UNIT, TURN_FEATURE_NAMES, TurnPolicy

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

L2_PENALTY: Final = 1.0
"""The penalty on half a squared weight, in nats: a feature seldom seen has little weight."""

SAVED: Final = Path(turn_policy.__file__).with_name("turn_policy.json")
"""The weights in use."""


def main() -> None:
    """Do what the command line asks for."""
    options = options_of(
        "bench.turn_policy", "Learn which turns look promising.", ("label", "fit", "keep", "match"),
        games=600, nodes=12_000,
    )  # fmt: skip
    candidate = options.folder / "turn_policy.json"
    if options.what == "label":
        number = partial(label_game, seed=options.seed, nodes=options.nodes)
        fill(options.folder / f"visits-{options.seed}.jsonl", options, number)
    elif options.what == "fit":
        write(candidate, fitted(options.folder, options))
    elif options.what == "keep":
        write(SAVED, read(candidate))
    else:
        log = options.folder / f"match-{options.nodes}-{options.seed}.jsonl"
        fill(log, options, partial(match_game, seed=options.seed, nodes=options.nodes))
        found = read(SAVED)
        matches = [each for each in found["how"].get("matches", []) if not same(each, options)]
        played = verdict(log, options) | {
            "of": "two that preselect, two that do not, square-4 original"
        }
        found["how"]["matches"] = [*matches, played]
        write(SAVED, found)


# -- games --------------------------------------------------------------------------------------


def label_game(number: int, seed: int, nodes: int) -> dict[str, Any]:
    """Play a game; return some of its positions, each with the visits of a deep search."""
    random = Random(f"deep {seed} {number}")
    position = Position.start(*SETTINGS[number % len(SETTINGS)].split())
    quick = BotSettings(nodes=QUICK_NODES, seconds=3600.0)
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
            search.settings = SearchSettings()
            search.evaluator.draw_aware = True
            search.think(nodes, 3600.0, 60, random.getrandbits(64))
            visited = [(turn, visits) for turn, visits, *_ in search.root_turns() if visits]
            kept.append((str(position), visited))
    return {"number": number, "plies": position.ply, "positions": kept}


def match_game(number: int, seed: int, nodes: int) -> dict[str, Any]:
    """Play a game between those that preselect and those that do not, and return it."""

    def make(name: str, seed: int | None) -> Bot:
        preselected = PRESELECTED if name == "new" else 0
        return SearchBot(BotSettings(nodes=nodes, seconds=3600.0, preselected=preselected), seed)

    match = Match(Position.start(), ("new", "new", "old", "old"), seed)
    return asdict(match.play(number, match.seatings(number + 1)[number], make))


def same(played: dict[str, Any], options: argparse.Namespace) -> bool:
    """Return whether a match is the one that the options ask for, perhaps with fewer games."""
    return (played["nodes"], played["seed"]) == (options.nodes, options.seed)


# -- weights ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choices:
    """The candidates of many positions, one after the other, and how often each was visited.

    Args:
        seen: ``[C, F]``, how often each feature is seen in each candidate.
        visits: ``[C]``, the part of its position's visits.
        first: ``[P + 1]``, where each position's candidates begin, and the last ones end.
    """

    seen: Floats
    visits: Floats
    first: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.first) - 1


def fitted(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Return the weights that best predict the visits of a folder, and their losses."""
    files = sorted(folder.glob("visits-*.jsonl"))
    played = {path.stem: rows(path) for path in files}
    train = choices([row for games in played.values() for row in games if not held_back(row)])
    test = choices([row for games in played.values() for row in games if held_back(row)])
    weights = newton(train)
    whole = np.rint(SCORE_UNIT * weights)
    none = np.zeros(len(TURN_FEATURE_NAMES))
    kept = {str(many): round(visits_kept(whole, test, many), 3) for many in (8, 12, 16, 24)}
    return {
        "weights": {
            name: int(weight) for name, weight in zip(TURN_FEATURE_NAMES, whole, strict=True)
        },
        "how": {
            "games": {f"seed {stem.split('-')[1]}": len(games) for stem, games in played.items()},
            "positions": len(train) + len(test),
            "nodes": options.nodes,
            "date": datetime.now(UTC).date().isoformat(),
            "loss": {
                "all alike": round(loss(none, test), 4),
                "after": round(loss(whole / SCORE_UNIT, test), 4),
                "after, on the games learnt from": round(loss(whole / SCORE_UNIT, train), 4),
            },
            "visits kept": kept,
        },
    }


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
            rows_of = np.zeros((len(listed), len(TURN_FEATURE_NAMES)))
            for row, features in zip(rows_of, TurnPolicy(kernel).features(listed), strict=True):
                np.add.at(row, features, 1)
            seen.append(rows_of)
            visits.append(share / share.sum())
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


def log_chances(weights: Floats, given: Choices) -> Floats:
    """Return the logarithm of the predicted part of its position's visits, for every candidate."""
    many = np.diff(given.first)
    scores: Floats = given.seen @ weights
    scores -= np.repeat(np.maximum.reduceat(scores, given.first[:-1]), many)
    totals = np.add.reduceat(np.exp(scores), given.first[:-1])
    scores -= np.repeat(np.log(totals), many)
    return scores


def loss(weights: Floats, given: Choices) -> float:
    """Return the cross entropy of predicted and actual visits, in nats per position."""
    return float(-(given.visits @ log_chances(weights, given)) / len(given))


def visits_kept(weights: Floats, given: Choices, many: int) -> float:
    """Return the part of all visits that went to the `many` best candidates by their scores."""
    scores = given.seen @ weights
    kept = 0.0
    for begin, end in zip(given.first, given.first[1:], strict=False):
        best = np.argsort(-scores[begin:end], kind="stable")[:many]
        kept += given.visits[begin:end][best].sum()
    return kept / len(given)


def newton(given: Choices) -> Floats:
    """Return the weights that minimise loss plus penalty, by Newton's method with halved steps."""
    weights = np.zeros(len(TURN_FEATURE_NAMES))

    def target(weights: Floats) -> float:
        return len(given) * loss(weights, given) + 0.5 * L2_PENALTY * float(weights @ weights)

    before = target(weights)
    for _ in track(range(20), "fit"):
        slope, curve = derivatives(weights, given)
        curve += L2_PENALTY * np.eye(len(weights))
        step = np.linalg.solve(curve, slope + L2_PENALTY * weights)
        while (after := target(weights - step)) > before and np.abs(step).max() > 1e-6:
            step /= 2.0
        weights = weights - step
        if before - after < 1e-3:
            break
        before = after
    return weights


def derivatives(weights: Floats, given: Choices) -> tuple[Floats, Floats]:
    """Return the gradient of the loss and its Hessian, summed over all positions."""
    parts = np.exp(log_chances(weights, given))
    slope: Floats = (parts - given.visits) @ given.seen
    curve = np.zeros((len(weights), len(weights)))
    for low in range(0, len(given), 1_000):
        first = given.first[low : low + 1_001]
        x = given.seen[first[0] : first[-1]]
        weighed = x * parts[first[0] : first[-1], None]
        middle = np.add.reduceat(weighed, first[:-1] - first[0], axis=0)
        curve += x.T @ weighed - middle.T @ middle
    return slope, curve


if __name__ == "__main__":
    main()
