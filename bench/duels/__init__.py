"""Duels from games of strong bots: which of them are proved won or lost, with so many turns each.

    python -m bench.duels solve --turns 10000000
    python -m bench.duels collect --games 60 --positions 47 > bench/duels/suite.txt

`solve` prints every position's proof and how many there are: the yardstick of
`djambi.kernel.search.forced_win`. `collect` plays games of full strength with a node limit against
itself on `square-4`, but without proofs (a limit of depth switches them off), so that forced wins
are left to be found, and keeps one position in twenty in which two parties are left; the same
seed gives the same positions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

SUITE: Final = Path(__file__).with_name("suite.txt")
"""A position a line."""
