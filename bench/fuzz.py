"""Fuzz the rules and the bots: play through all variants and editions, and check invariants.

python -m bench.fuzz build/fuzz.jsonl --games 10000

An illegal turn, an error, a game without an end, or shares that do not sum to 1: each is reported
with its position, and ends the run. A run can be interrupted and resumed; a seed and a number
decide a game. The last line gives the number of games and turns, and the longest time for one turn.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from time import thread_time
from typing import Final

from rich.progress import track

from bench.json_lines import resumable
from djambi import Position
from djambi.bots import Bot, BotSettings, GreedyBot, PublishedBot, RandomBot, SearchBot
from djambi.bots.baselines import UctBot
from djambi.bots.bot_settings import MAX_DEPTH
from djambi.bots.characters import CHARACTERS
from djambi.rules import EDITIONS, VARIANT_NAMES

MAX_PLIES: Final = 25_000
"""A number of plies that no game reaches: RULES 7.4 ends it long before."""


class FuzzFault(Exception):
    """A violated invariant."""


@dataclass(frozen=True, slots=True)
class FuzzedGame:
    """A game: its setting, its bots, its plies, and the processor seconds of its longest turn."""

    number: int
    where: str
    bots: tuple[str, ...]
    plies: int
    longest: float
    winners: str


def bot_of(name: str, seed: int) -> Bot:
    """Return a bot; for `thinking` the seed chooses its settings and character."""
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(seed)
    if name == "published":
        return PublishedBot(seed)
    if name == "uct":
        return UctBot(seed, games=4)
    random = Random(seed)
    settings = BotSettings(
        nodes=random.choice((1, 10, 40, 150)),
        seconds=3600.0,
        evaluation_noise=random.choice((0.0, 0.1)),
        oversight_rate=random.choice((0.0, 0.0, 0.5)),
        paranoia=random.choice((0.0, 1.0)),
        paranoid_rounds=random.choice((1, MAX_DEPTH)),
        placements=random.choice((1, 3, 120)),
        root_placements=random.choice((1, 8, 120)),
        preselected=random.choice((0, 4, 16)),
    )
    return SearchBot(settings, seed, random.choice((None, *CHARACTERS)))


def fuzzed(number: int, seed: int) -> FuzzedGame:
    """Play a game of bots and return it; raise `FuzzFault`."""
    random = Random(f"fuzz {seed} {number}")
    variant = VARIANT_NAMES[number % len(VARIANT_NAMES)]
    edition = EDITIONS[number // len(VARIANT_NAMES) % len(EDITIONS)]
    start = position = Position.start(variant, edition)
    # Slow bots play in few games, and only on small boards.
    names = ["random", "thinking", "thinking"]
    if len(start.board.cells) <= 81 and random.random() < 0.06:
        names = ["random", "thinking", "greedy", "published", "uct"]
    seats = {party.letter: random.choice(names) for party in start.parties}
    bots = {letter: bot_of(name, random.getrandbits(64)) for letter, name in seats.items()}
    longest = 0.0
    while not position.is_over:
        if position.ply > MAX_PLIES:
            raise FuzzFault(f"no end: game {number} at {position}")
        try:
            began = thread_time()
            turn = bots[position.mover or ""].choose(position)
            longest = max(longest, thread_time() - began)
            # `play` rejects an illegal turn; its text must mean the same turn.
            after = position.play(turn)
            if random.random() < 0.02 and position.turn(str(turn)) != turn:
                raise FuzzFault(f"game {number}: {turn} reads differently at {position}")
        except FuzzFault:
            raise
        except Exception as error:
            raise FuzzFault(f"game {number}: {error!r} at {position}") from error
        position = after
    if abs(sum((position.result or {}).values()) - 1) > 1e-9:
        raise FuzzFault(f"game {number}: shares of {position.result} at {position}")
    return FuzzedGame(
        number, f"{variant} {edition}", tuple(seats.values()), position.ply,
        round(longest, 4), position.winners,
    )  # fmt: skip


def main() -> None:
    """Play the games that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description="Fuzz with bots.")
    parser.add_argument("log", type=Path)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.log.parent.mkdir(parents=True, exist_ok=True)
    done = read(options.log)
    known = {game.number for game in done}
    left = [number for number in range(options.games) if number not in known]
    with options.log.open("a", encoding="utf-8") as file:
        for number in track(left, "fuzz"):
            game = fuzzed(number, options.seed)
            file.write(json.dumps(asdict(game)) + "\n")
            file.flush()
            done.append(game)
    print(told(done))


def read(path: Path) -> list[FuzzedGame]:
    """Return the games of a log that is to be gone on with."""
    found = resumable(path)
    for row in found:
        row["bots"] = tuple(row["bots"])
    return [FuzzedGame(**row) for row in found]


def told(games: Sequence[FuzzedGame]) -> str:
    """Return a summary of the games."""
    turns = sum(game.plies for game in games)
    most = max(games, key=lambda game: game.longest)
    seats = Counter(name for game in games for name in game.bots)
    return (
        f"{len(games)} games without a fault, {len({game.where for game in games})} variants "
        f"and editions, {turns} turns, seats {dict(seats)}; the longest turn took "
        f"{most.longest:.2f} s ({most.where})"
    )


if __name__ == "__main__":
    main()
