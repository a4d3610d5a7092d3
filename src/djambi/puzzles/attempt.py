"""A reader's turn judged: whether it is the decisive one, and if not, what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from djambi.forwarding import renamed
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.puzzles.proof import ProofTooLong, Prover
from djambi.puzzles.puzzle import Puzzle

MAX_REFUTATION_TURNS: Final = 300_000
"""How many turns may be played in search of a refutation."""


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """What came of a turn.

    `missing` is empty if it was right, else why not: "alive" (no Chief fell by it), "short" (the
    player then has too little), "falls" (the others put the player out, by `line`, the turns that
    follow the tried one), "slow" (it does not force the win).
    """

    turn: Turn
    missing: str
    line: tuple[Turn, ...] = ()


def try_turn(puzzle: Puzzle, text: str) -> PuzzleAttempt:
    """Judge a turn; raises `TurnError` if it cannot be played.

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
    """What the others play so that the player is put out; empty if that takes too long to find."""
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
