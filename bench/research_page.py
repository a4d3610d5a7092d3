"""Play the games for the page for researchers, and write its figures.

python -m bench.research_page build/research              all games, then the figures; resumes
python -m bench.research_page build/research --games 0    the figures of the games that are there

Every board grows step by step, so the games are spread as they should be whenever it is stopped.
After a change of the bots, begin with a new folder.
"""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path
from typing import Final

from djambi.bots.workers import run_in_processes
from djambi.cli.common import progressing
from djambi.protocol.positions import start_of
from djambi.research.figures import replace_figures
from djambi.research.game_data import RUN_FILE, write_games
from djambi.research.self_play import SelfPlay
from djambi.research.self_play_statistics import self_play_statistics
from djambi.rules import EDITIONS, VARIANT_NAMES

PAGE: Final = Path(__file__).parents[1] / "docs" / "research" / "researchers.md"
"""The page for researchers."""

GAMES: Final = 100_352
"""How many games are wanted in all."""

WEIGHTS: Final = {
    "square-4": 6,
    "hex-3": 6,
    "square-3": 3,
    "square-2": 3,
    "hex-5": 3,
    "polygon-3": 3,
    "polygon-4": 3,
}
"""How much of the games a board gets, in parts.

Other boards get one: there a game takes up to six times as long.
"""

STEP_GAMES: Final = 224
"""By how many games a part grows at once: whole shards, and as many of each edition."""


def play(folder: Path, level: str, games: int, jobs: int) -> None:
    """Play so many games in all, in a folder for every board; those that are there count."""
    weights = {board: WEIGHTS.get(board, 1) for board in VARIANT_NAMES}
    part = -(-games // sum(weights.values()))
    run = partial(run_in_processes, workers=jobs)
    for step in range(STEP_GAMES, part + STEP_GAMES, STEP_GAMES):
        for board, weight in weights.items():
            plan = SelfPlay(tuple(str(start_of(board, edition)) for edition in EDITIONS), (level,))
            write_games(folder / board, plan, weight * min(step, part), run, progressing)


def main(arguments: list[str] | None = None) -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.research_page",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--level", default="nodes:600", help="who plays (nodes:600)")
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    play(asked.folder, asked.level, asked.games, asked.jobs)
    folders = sorted(each.parent for each in asked.folder.glob(f"*/{RUN_FILE}"))
    replace_figures(asked.page, self_play_statistics(folders))


if __name__ == "__main__":
    main()
