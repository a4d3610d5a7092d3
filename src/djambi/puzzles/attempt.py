"""Judge a reader's turns, and answer them: with the best defence, or with what refutes them.

Nothing is remembered between two turns: the line that was played so far comes with every question.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from djambi.bots import BotSettings, SearchBot
from djambi.errors import DjambiError
from djambi.forwarding import renamed
from djambi.kernel.turns import PASS
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.puzzles.proof import ProofTooLong, Prover, leads, require_tables
from djambi.puzzles.puzzle import Puzzle

MAX_REFUTATION_TURNS: Final = 600_000
"""The most turns played in search of a refutation, or of the best defence."""

MAX_LINE_TURNS: Final = 64
"""The most turns of a line that is judged."""

MAX_ANSWERS: Final = 16
"""The most turns of the others between two of the player's own."""

ANSWERING: Final = BotSettings(nodes=4_000, seconds=3600.0)
"""The search that answers where nothing is left to prove."""


class PuzzleLineError(DjambiError):
    """The error of a line whose last turn is not the next one of the player of a puzzle."""


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """A judged turn.

    Args:
        before: the position in which it was played.
        turn: the turn.
        missing: empty if it is right, else why it is not: "alive" (no Chief fell by it), "short"
            (it leaves the player too few pieces), "powerless" (the player is not in power),
            "falls" (the others put the player out, or one of them wins), "deposed" (they end the
            player's power), "slow" (it does not force the win in time).
        line: the turns of the others after it, until the player moves again: the best defence, or
            what refutes it.
        left: how many turns of the player's own the goal still takes at most; 0 if it is reached,
            and after a wrong turn.
    """

    before: Position
    turn: Turn
    missing: str
    line: tuple[Turn, ...] = ()
    left: int = 0

    @property
    def is_done(self) -> bool:
        """Return whether the goal is on the board."""
        return not self.missing and self.left == 0


def try_turn(puzzle: Puzzle, text: str) -> PuzzleAttempt:
    """Judge a first turn of a puzzle.

    Raises:
        TurnError: it cannot be played.

    >>> from djambi.puzzles import puzzles
    >>> first = puzzles()[0]
    >>> try_turn(first, first.solutions[0]).missing
    ''
    """
    return try_line(puzzle, [text])


def try_line(puzzle: Puzzle, texts: Sequence[str], brief: bool = False) -> PuzzleAttempt:
    """Judge the last turn of a line, and answer it.

    Args:
        puzzle: the puzzle.
        texts: the player's turns and all answers so far, as they were played.
        brief: whether to judge only, without answers.

    Raises:
        TurnError: a turn cannot be played.
        PuzzleLineError: the last turn is not the player's, or comes after the end.
        DjambiError: the puzzle takes a table that the interpreted kernel has none of.
    """
    position, left = _reached(puzzle, texts)
    turn = position.turn(texts[-1])
    missing = _missing(puzzle, position, turn, left)
    if missing:
        line = () if brief else _refutation(puzzle, position, turn, left, missing)
        if line:
            player, end = position.mover or "", _end(position, turn, line)
            # A ruler's win ends the game while others are active.
            is_out = player not in (end.winners if end.is_over else end.active)
            missing = "falls" if is_out else "deposed" if puzzle.goal == "rule" else missing
        return PuzzleAttempt(position, turn, missing, line)
    left = 0 if position.play(turn).is_over else left - 1
    line = () if brief else _answers(position, turn, left)
    # Whatever the others play may be what ends the game.
    if left and line and _end(position, turn, line).is_over:
        left = 0
    return PuzzleAttempt(position, turn, "", line, left)


def solution_line(puzzle: Puzzle) -> tuple[PuzzleAttempt, ...]:
    """Return the right turns with the best defence against them, to the goal.

    >>> from djambi.puzzles import puzzles
    >>> solution_line(puzzles()[0])[-1].is_done
    True
    """
    found: list[PuzzleAttempt] = []
    texts: list[str] = []
    while not found or not found[-1].is_done:
        texts.append(str(right_turn(puzzle, texts)))
        found.append(try_line(puzzle, texts))
        texts += map(str, found[-1].line)
    return tuple(found)


def right_turn(puzzle: Puzzle, texts: Sequence[str] = ()) -> Turn:
    """Return a right turn after a line in which the player has played right turns.

    Raises:
        TurnError: a turn of the line cannot be played.
        PuzzleLineError: the player is not to move, or there is no right turn any more.
    """
    if not texts:
        return Position.parse(puzzle.position).turn(puzzle.solutions[0])
    position, left = _reached(puzzle, [*texts, ""])
    return Turn(_winning(position, left), position.board)


def _reached(puzzle: Puzzle, texts: Sequence[str]) -> tuple[Position, int]:
    """Return the position before the last turn, and the own turns that are left there."""
    if not 1 <= len(texts) <= MAX_LINE_TURNS:
        raise DjambiError(f"a line of a puzzle has 1 to {MAX_LINE_TURNS} turns")
    position = Position.parse(puzzle.position)
    require_tables(puzzle, position)
    player = position.mover
    left = puzzle.moves
    for text in texts[:-1]:
        left -= position.mover == player
        position = position.play(text)
        if position.is_over:
            break
    if left < 1 or position.is_over or position.mover != player:
        raise PuzzleLineError("the last turn is not the next one of this puzzle's player")
    return position, left


def _missing(puzzle: Puzzle, position: Position, turn: Turn, left: int) -> str:
    """Return why a turn is wrong, empty if it is right."""
    if left == puzzle.moves:
        # Every solution is known; a first turn may be many turns ahead of the player's last one.
        right = str(turn) in puzzle.solutions
    else:
        right = Prover(position).reaches(turn.packed, "win", left)
    if right or puzzle.goal == "win":
        return "" if right else "slow"
    after = position.play(turn)
    player = position.mover or ""
    if puzzle.goal in ("kill", "strike") and not set(position.opponents(player)) - set(
        after.active
    ):
        return "alive"
    if puzzle.goal == "kill" and not leads(after, player):
        return "short"
    if puzzle.goal == "rule" and after.ruler != player:
        return "powerless"
    return "falls"


def _end(position: Position, turn: Turn, line: Sequence[Turn]) -> Position:
    for each in (turn, *line):
        position = position.play(each)
    return position


def _refutation(
    puzzle: Puzzle, position: Position, turn: Turn, left: int, missing: str
) -> tuple[Turn, ...]:
    """Return turns of the others after which the goal is missed; none if it is at once."""
    if missing not in ("falls", "slow"):
        return ()
    codes: list[int] = []
    depth = left if puzzle.goal == "win" else puzzle.depth
    with suppress(ProofTooLong):
        prover = Prover(position, MAX_REFUTATION_TURNS)
        codes = prover.refutation(turn.packed, puzzle.goal, depth)
    line = tuple(Turn(code, position.board) for code in codes)
    return line or _played_on(position, turn)


def _answers(position: Position, turn: Turn, left: int) -> tuple[Turn, ...]:
    """Return the others' answers to a right turn, until the player moves again."""
    if left == 0:
        return _played_on(position, turn)
    try:
        codes = Prover(position, MAX_REFUTATION_TURNS).defence(turn.packed, left)
    except ProofTooLong:
        return _played_on(position, turn)
    return tuple(Turn(code, position.board) for code in codes)


def _played_on(position: Position, turn: Turn) -> tuple[Turn, ...]:
    """Return what the others play after a turn for themselves, as a search sees it."""
    player = position.mover
    bot = SearchBot(ANSWERING, 0)
    line: list[Turn] = []
    position = position.play(turn)
    while not position.is_over and position.mover != player and len(line) < MAX_ANSWERS:
        line.append(bot.choose(position))
        position = position.play(line[-1])
    return tuple(line)


def _winning(position: Position, left: int) -> int:
    for own in range(1, left + 1):
        turn = Prover(position).winning_turn(own)
        if turn != PASS:
            return turn
    raise PuzzleLineError("no turn reaches the goal of this puzzle any more")


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Trial="PuzzleAttempt",
        tried="try_turn",
    )
