"""Measure how far apart the levels are: `python -m bench.ladder --folder build/ladder`.

Two bots of a level play two of the level below, with rotated seats, until the 95 % interval of
their share is narrower than `--within`, or `--most` games have been played. Every step has a log in
the folder, so the same command resumes it. Level 1 plays random and greedy as well.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from itertools import count, filterfalse, islice, pairwise
from pathlib import Path

from djambi.bots import LEVELS
from djambi.bots.match_log import MatchLog
from djambi.bots.matches import Match, MatchGame, scores
from djambi.bots.workers import play_games
from djambi.protocol.positions import start_of

GAMES_PER_ROUND = 100


def measured(match: Match, path: Path, within: float, most: int, jobs: int) -> list[MatchGame]:
    """Play a match until its interval is narrow enough and return its games."""
    with MatchLog(path, match) as log:
        done = log.games
        while len(done) < most:
            if done:
                first = scores(done)[0]
                if (first.high - first.low) / 2 <= within:
                    break
            # An interrupted round may have finished a later game before an earlier one.
            known = {game.number for game in done}
            unplayed = filterfalse(known.__contains__, count())
            numbers = list(islice(unplayed, min(GAMES_PER_ROUND, most - len(done))))
            seats = match.seatings(numbers[-1] + 1)
            missing = {number: seats[number] for number in numbers}
            for game in play_games(match, missing, jobs):
                log.add(game)
                done.append(game)
            if sys.stderr.isatty():
                print(f"\r{path.stem}: {len(done)} games", end="", file=sys.stderr)
    return sorted(done, key=lambda game: game.number)


def main() -> None:
    """Measure every step and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description=__doc__)
    parser.add_argument("steps", nargs="*", help="levels to hold against the one below; all")
    parser.add_argument("--folder", type=Path, default=Path("build/ladder"))
    parser.add_argument("--variant", default="square-4")
    parser.add_argument("--rules")
    parser.add_argument("--within", type=float, default=0.05, help="half an interval (0.05)")
    parser.add_argument("--most", type=int, default=1_000, help="games of a step (1000)")
    parser.add_argument("--seed", type=int, default=1, help="decides the games (1)")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    asked = parser.parse_args()
    start = start_of(asked.variant, asked.rules)
    names = [level.name for level in LEVELS]
    pairs = [(names[0], "random"), ("greedy", names[0])]
    pairs += [(above, below) for below, above in pairwise(names)]
    if asked.steps:
        pairs = [pair for pair in pairs if pair[0] in asked.steps]
    asked.folder.mkdir(parents=True, exist_ok=True)
    seats = len(Match(start, ()).parties)
    print("| player | against | games | wins | 95 % | turns a game |")
    print("|---|---|---|---|---|---|")
    for pair in pairs:
        # As evenly as it goes: two of each where four play, two against one where three do.
        players = tuple(pair[number % 2] for number in range(seats))
        path = asked.folder / f"{asked.variant}-{pair[0]}-{pair[1]}.jsonl"
        match = Match(start, players, seed=asked.seed)
        games = measured(match, path, asked.within, asked.most, asked.jobs)
        score = next(each for each in scores(games) if each.player == pair[0])
        plies = sum(game.plies for game in games) / len(games)
        print(
            f"| {pair[0]} | {pair[1]} | {len(games)} | {score.share:.0%} "
            f"| {score.low:.0%}–{score.high:.0%} | {plies:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
