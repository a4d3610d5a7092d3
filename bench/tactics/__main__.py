"""Solve or prove the suite: see `bench.tactics`."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rich.progress import track

from bench.tactics import SUITE
from djambi import Position
from djambi.bots import Bot, BotSettings, SearchBot
from djambi.bots.bot_settings import PRESELECTED
from djambi.bots.contestants import contestant
from djambi.puzzles import Puzzle
from djambi.puzzles.proof import proved
from djambi.puzzles.puzzle import load

NODES_PREFIX = "nodes:"
"""The prefix of a node limit: full strength, alike on every machine."""


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.tactics", description="Positions with a decisive turn."
    )
    what = parser.add_subparsers(dest="what", required=True)
    solving = what.add_parser("solve", help="the share that each player solves")
    solving.add_argument("players", nargs="+", help="as in djambi match, or nodes:NUMBER")
    solving.add_argument("--seed", type=int, default=1)
    solving.add_argument("--failed", action="store_true", help="name what was not solved")
    proving = what.add_parser("prove", help="prove every position again")
    for each in (solving, proving):
        each.add_argument("--suite", type=Path, default=SUITE)
    options = parser.parse_args()
    puzzles = load(options.suite)
    if options.what == "prove":
        wrong = [each.name for each in track(puzzles, "prove") if not proved(each)]
        print(f"{len(puzzles) - len(wrong)} of {len(puzzles)} proved", *wrong, sep="\n")
        return
    for player in options.players:
        failed = [each for each in track(puzzles, player) if not solves(player, each, options.seed)]
        print(told(player, puzzles, failed))
        if options.failed:
            print(*(f"  {each.name} {each.kind}" for each in failed), sep="\n")


def player_of(name: str, seed: int) -> Bot:
    """Return a bot of this name."""
    if name.startswith(NODES_PREFIX):
        return SearchBot(
            BotSettings(
                nodes=int(name.removeprefix(NODES_PREFIX)),
                seconds=3600.0,
                preselected=PRESELECTED,
            ),
            seed,
        )
    return contestant(name, seed)


def solves(player: str, puzzle: Puzzle, seed: int) -> bool:
    """Return whether a bot finds a solution."""
    bot = player_of(player, Random(f"{seed} {puzzle.name}").getrandbits(64))
    return str(bot.choose(Position.parse(puzzle.position))) in puzzle.solutions


def told(player: str, puzzles: Sequence[Puzzle], failed: Sequence[Puzzle]) -> str:
    """Return a line with the part of the suite, and of each kind, that a player solves."""
    solved = Counter(each.kind for each in puzzles)
    whole = dict(solved)
    solved.subtract(each.kind for each in failed)
    kinds = ", ".join(f"{kind} {solved[kind]}/{whole[kind]}" for kind in sorted(whole))
    many = len(puzzles) - len(failed)
    return f"{player}: {many} of {len(puzzles)} ({many / len(puzzles):.0%}): {kinds}"


if __name__ == "__main__":
    main()
