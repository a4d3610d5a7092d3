"""Puzzles: positions from games of bots with a decisive turn, proved by exhaustive search.

A puzzle lists every turn that reaches its goal; all others fail, whatever the others do:

* ``win``: the player has won alone within so many turns of their own, whatever the others play;
* ``kill``: a Chief falls by this turn; the player then controls more than half of all controlled
  pieces, and keeps their own Chief as for ``keep``;
* ``keep``: within so many turns of the others, before the player's next turn, nothing that they
  play puts the player out, unless the player shares the game all the same.
"""

from typing import TYPE_CHECKING

from djambi.forwarding import renamed
from djambi.puzzles.attempt import PuzzleAttempt, try_turn
from djambi.puzzles.puzzle import KINDS, Puzzle, daily, puzzle, puzzles

__all__ = ["KINDS", "Puzzle", "PuzzleAttempt", "daily", "puzzle", "puzzles", "try_turn"]


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Trial="PuzzleAttempt",
        tried="try_turn",
    )
