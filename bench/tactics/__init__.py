"""Measure who finds the decisive turn, on puzzles proved by exhaustive search (`djambi.puzzles`).

python -m bench.tactics solve greedy full:2     the share that each player solves
python -m bench.tactics prove                   prove every position again

The suite is frozen, so that results compare; `djambi puzzles` makes more puzzles.
"""

from pathlib import Path
from typing import Final

SUITE: Final = Path(__file__).with_name("suite.json")
