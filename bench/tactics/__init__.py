"""Who finds the decisive turn: puzzles proved by exhaustive search (see `djambi.puzzles`).

python -m bench.tactics solve greedy full:2     the share that each player solves
python -m bench.tactics prove                   prove every position again

The suite is frozen, so that figures can be compared; more puzzles are made by `djambi puzzles`.
"""

from pathlib import Path
from typing import Final

SUITE: Final = Path(__file__).with_name("suite.json")
