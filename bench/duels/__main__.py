"""Solve or collect duels: see `bench.duels`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from bench.duels import SUITE
from djambi import Position
from djambi.bots import BotSettings, SearchBot
from djambi.bots.bot_settings import FULL_PARANOIA, MAX_DEPTH
from djambi.bots.matches import MAX_PLIES
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.kernel.turns import PASS
from djambi.position.turn import Turn

SAMPLE_INTERVAL: Final = 20
"""One position of a duel in so many is kept: its neighbours say the same."""


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.duels", description="Duels to prove.")
    what = parser.add_subparsers(dest="what", required=True)
    solving = what.add_parser("solve", help="the proof of every position")
    solving.add_argument("--suite", type=Path, default=SUITE)
    solving.add_argument("--turns", type=int, default=10_000_000, help="played per position")
    collecting = what.add_parser("collect", help="positions of duels from new games")
    collecting.add_argument("--games", type=int, default=60)
    collecting.add_argument("--positions", type=int, default=47)
    collecting.add_argument("--nodes", type=int, default=1_000, help="a turn")
    collecting.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.what == "solve":
        solve(options.suite.read_text("utf-8").splitlines(), options.turns)
        return
    found = (
        text
        for game in range(options.games)
        for text in sampled_duels(game, options.seed, options.nodes)
    )
    for text, _ in zip(found, range(options.positions), strict=False):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def sampled_duels(game: int, seed: int, nodes: int) -> Iterator[str]:
    """Play a game of a player that proves nothing against itself; yield positions of its duel."""
    random = Random(f"duels {seed} {game}")
    settings = BotSettings(nodes=nodes, seconds=3600.0, depth=MAX_DEPTH - 1, paranoia=FULL_PARANOIA)
    bot = SearchBot(settings, random.getrandbits(64))
    position = Position.start("square-4")
    while not position.is_over and position.ply < MAX_PLIES:
        if len(position.active) == 2 and random.random() * SAMPLE_INTERVAL < 1:
            yield str(position)
        position = position.play(bot.choose(position))


def solve(positions: list[str], turns: int) -> None:
    """Print what is proved of every position: a win of the mover's first, then a loss."""
    won = lost = 0
    for number, text in enumerate(positions, 1):
        position = Position.parse(text)
        solver = ForcedWinSolver(position.kernel())
        start = time.process_time()
        turn = solver.forced_win(turns, seconds=3600.0)
        played = solver.turns_played
        says = f"{Turn(turn, position.board)} in {solver.own_turns}"
        won += turn != PASS
        if turn == PASS:
            says = "-"
            if solver.forced_loss(turns, seconds=3600.0):
                lost += 1
                says = f"lost in {solver.own_turns}"
            played += solver.turns_played
        spent = time.process_time() - start
        print(f"{number:3} {says:24} {played:>12,} turns {spent:6.1f} s", flush=True)
    print(f"{won} of {len(positions)} won, {lost} lost")


if __name__ == "__main__":
    main()
