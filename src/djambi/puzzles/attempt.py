"""Judge a reader's turn: whether it is the decisive one, and if not, what refutes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from djambi.forwarding import renamed
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.puzzles.proof import ProofTooLong, Prover
from djambi.puzzles.puzzle import Puzzle

MAX_REFUTATION_TURNS: Final = 300_000
"""The most turns played in search of a refutation."""


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """A judged turn.

    Args:
        turn: the turn.
        missing: empty if it is right, else why it is not: "alive" (no Chief fell by it), "short"
            (it leaves the player too few pieces), "falls" (the others put the player out), "slow"
            (it does not force the win).
        line: for "falls", the turns of the others after it.
    """

    turn: Turn
    missing: str
    line: tuple[Turn, ...] = ()


def try_turn(puzzle: Puzzle, text: str) -> PuzzleAttempt:
    """Judge a turn of a puzzle.

    Raises:
        TurnError: it cannot be played.

    >>> from djambi.puzzles import puzzles
    >>> first = puzzles()[0]
    >>> try_turn(first, first.solutions[0]).missing
    ''
    """
    position = Position.parse(puzzle.position)
    turn = position.turn(text)
    if str(turn) in puzzle.solutions:
        return PuzzleAttempt(turn, "")
    if puzzle.goal == "win":
        return PuzzleAttempt(turn, "slow")
    if puzzle.goal == "kill":
        before = set(position.active)
        after = set(position.play(turn).active)
        if len(before - after - {position.mover}) == 0:
            return PuzzleAttempt(turn, "alive")
    line = refutation(position, turn, puzzle)
    return PuzzleAttempt(turn, "falls" if line else "short", line)


def refutation(position: Position, turn: Turn, puzzle: Puzzle) -> tuple[Turn, ...]:
    """Return turns of the others that put the player out; empty if none is found in time."""
    prover = Prover(position, MAX_REFUTATION_TURNS)
    try:
        line = prover.refutation(turn.packed, puzzle.goal, puzzle.depth)
    except ProofTooLong:
        return ()
    return tuple(Turn(code, position.board) for code in line)


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Trial="PuzzleAttempt",
        tried="try_turn",
    )
