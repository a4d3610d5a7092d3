"""Tell what a puzzle is about, from its solutions and from how the failures end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from djambi.endings.three_men import THREE_MEN
from djambi.kernel import turns as packed
from djambi.kernel.rules.codes import FROZEN, HELD, INHERITED, NO_CELL
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.puzzles.puzzle import ENDING

THEMES: Final = ("win", "rescue", "stroke", "encirclement", "mausoleum", "maze", "duel", ENDING)
"""The themes of puzzles.

* ``maze``: every solution goes into the maze, comes out of it, or goes through it;
* ``encirclement``: a Chief is walled in, a rival's by the solution or the player's own without it;
* ``mausoleum``: where a corpse is laid down decides, with the same piece going to the same cell;
* ``duel``: two parties are left, and the win takes three turns of the player's own or more;
* ``ending``: the same with three men on the board, so that an exact table proves it;
* ``win``, ``stroke``, ``rescue``: any other win, Chief brought down, or own Chief saved.
"""

GOAL_THEMES: Final = {
    "win": "win",
    "kill": "stroke",
    "strike": "stroke",
    "keep": "rescue",
    "rule": "maze",
}
"""The theme of a puzzle by its goal, where nothing else stands out."""

DUEL_OWN_TURNS: Final = 3
"""The own turns to a win from which it is a duel's."""

ENCIRCLED: Final = frozenset({FROZEN, HELD, INHERITED})
"""The states of a party whose Chief is walled in (RULES 5)."""

MIN_PLACEMENTS: Final = 4
"""The fewest placements of one move among which a choice is decisive."""

MAX_RIGHT_PLACEMENTS: Final = 0.5
"""The largest part of all placements of a move that may be right if placing decides."""


def themes_of(
    position: Position,
    goal: str,
    depth: int,
    legal: Sequence[int],
    solved: Iterable[str],
    ends: Iterable[int],
) -> tuple[str, ...]:
    """Return every theme of a puzzle, the most remarkable first; the last follows from the goal.

    Args:
        position: the position.
        goal, depth: the goal (`djambi.puzzles`).
        legal: all legal turns, packed.
        solved: the solutions, in short form.
        ends: the states in which the failing side ends, the player's own for ``keep``, else the
            rivals'.
    """
    board = position.board
    texts = {str(Turn(turn, board)): turn for turn in legal}
    right = [texts[text] for text in solved]
    states = set(ends)
    found: list[str] = []
    is_long = goal == "win" and depth >= DUEL_OWN_TURNS
    men = len(position.pieces) + len(position.corpses)
    if is_long and men <= THREE_MEN:
        found.append(ENDING)
    if goal == "rule" or all(_touches(turn, board.maze) for turn in right):
        found.append("maze")
    if states and states <= ENCIRCLED:
        found.append("encirclement")
    if _is_placing_decisive(legal, right):
        found.append("mausoleum")
    if is_long and men > THREE_MEN:
        found.append("duel")
    return tuple(dict.fromkeys([*found, GOAL_THEMES[goal]]))


def _touches(turn: int, maze: int) -> bool:
    return maze in (packed.origin(turn), packed.target(turn))


def _is_placing_decisive(legal: Iterable[int], right: Sequence[int]) -> bool:
    """Return whether the same moves with other placements fail."""
    moves = {_move(turn) for turn in right}
    if any(packed.place(turn) == NO_CELL for turn in right):
        return False
    many = sum(_move(turn) in moves for turn in legal)
    return many >= MIN_PLACEMENTS * len(moves) and len(right) <= MAX_RIGHT_PLACEMENTS * many


def _move(turn: int) -> tuple[int, int, int]:
    return packed.origin(turn), packed.target(turn), packed.exit(turn)
