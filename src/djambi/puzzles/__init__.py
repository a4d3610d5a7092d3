"""Puzzles: positions from games of bots with a decisive turn, proved by exhaustive search.

A puzzle lists every turn that reaches its goal; all others fail, whatever the others do:

* ``win``: the player has won alone within so many turns of their own, whatever the others play;
* ``kill``: a Chief falls by this turn; the player then controls more than half of all controlled
  pieces, and keeps their own Chief as for ``keep``;
* ``strike``: a Chief falls by this turn, and the player keeps their own as for ``keep``;
* ``keep``: within so many turns of the others, before the player's next turn, nothing that they
  play puts the player out or lets another win, unless the player shares the game all the same;
* ``rule``: the player is in power after this turn, and still (and kept as for ``keep``) when their
  next turn comes.

Puzzles play on: `try_line` answers every right turn with the best defence, until the goal is on
the board, and a wrong one with what refutes it.
"""

from typing import TYPE_CHECKING

from djambi.forwarding import renamed
from djambi.puzzles.attempt import (
    PuzzleAttempt,
    PuzzleLineError,
    right_turn,
    solution_line,
    try_line,
    try_turn,
)
from djambi.puzzles.puzzle import Puzzle, puzzle, puzzles
from djambi.puzzles.schedule import daily, month_of_puzzles, storm
from djambi.puzzles.themes import THEMES

__all__ = [
    "THEMES",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleLineError",
    "daily",
    "month_of_puzzles",
    "puzzle",
    "puzzles",
    "right_turn",
    "solution_line",
    "storm",
    "try_line",
    "try_turn",
]


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        KINDS="THEMES",
        Trial="PuzzleAttempt",
        tried="try_turn",
    )
