"""Tables and a plot of matches with talk, from their logs: `python -m bench.talk LOG...`.

The logs are those of `djambi match --talk --log LOG`. The first player named in a match is shown,
all its seats together, with Wilson's 95 % interval and what an equal player would have.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

from djambi import Position
from djambi.bots.match_log import MatchLog
from djambi.bots.matches import Match, Score, scores, talk_scores

COLUMNS: Final = 50
"""The width of the plot, in characters: one for every two hundredths of the game."""


def match_of(path: Path) -> Match:
    """Return the match that a log belongs to."""
    with path.open(encoding="utf-8") as file:
        head = json.loads(file.readline())
    start, players = Position.parse(head["position"]), tuple(head["players"])
    return Match(start, players, head["seed"], head.get("league", False), head.get("talk", False))


def bar(score: Score) -> str:
    """Return a score as a line of a plot: ``|`` is even, ``o`` the share, dashes its interval.

    >>> bar(Score("a", 2, 9, 0.6, 0.5, 0.7, 0.5))
    '                         |----o-----              '
    """

    def column(share: float) -> int:
        return min(COLUMNS - 1, int(share * COLUMNS + 1e-9))

    line = [" "] * COLUMNS
    for at in range(column(score.low), column(score.high) + 1):
        line[at] = "-"
    line[column(score.fair)] = "|"
    line[column(score.share)] = "o"
    return "".join(line)


def main() -> None:
    """Print a row of a table for each log, and the plot."""
    parser = argparse.ArgumentParser(prog="python -m bench.talk", description=__doc__)
    parser.add_argument("logs", nargs="+", type=Path)
    plotted: list[tuple[str, Score]] = []
    print("| at the table | games | share | 95 % | even | promises kept |")
    print("|---|---|---|---|---|---|")
    for path in parser.parse_args().logs:
        match = match_of(path)
        with MatchLog(path, match) as log:
            games = log.games
        if not games:
            continue
        score = next(each for each in scores(games) if each.player == match.players[0])
        words = [
            f"{each.player} {each.reliability:.1%}"
            for each in talk_scores(games)
            if each.reliability is not None
        ]
        interval = f"{score.low:.1%} – {score.high:.1%}"
        print(
            f"| {', '.join(match.players)} | {score.games} | {score.share:.1%} | {interval}"
            f" | {score.fair:.0%} | {', '.join(words)} |"
        )
        plotted.append((path.stem, score))
    width = max((len(name) for name, _ in plotted), default=0)
    print(f"\n{'':{width}}  0%         25%          50%          75%      100%")
    for name, score in plotted:
        print(f"{name:{width}}  {bar(score)}")


if __name__ == "__main__":
    main()
