"""What the browser is told of puzzles, and what it sends (HTTP only)."""

from __future__ import annotations

from djambi.server.schemas.base import TurnText
from djambi.server.schemas.views import PieceView, PositionView, Value, Words


class PuzzleRow(Value):
    """A puzzle in the list; `rating` is from 800 to 2200."""

    name: str
    former: list[str]
    """Names it had before, under which it may have been solved."""
    kind: str
    title: Words
    variant: str
    rating: int
    pieces: list[PieceView]
    corpses: list[str]


class PuzzlesView(Value):
    """Answer of GET /api/puzzles: the easiest first, and the name of the day's."""

    daily: str
    puzzles: list[PuzzleRow]


class PuzzleView(Value):
    """Answer of GET /api/puzzles/{name}; `view` is its position with the choices in it."""

    name: str
    kind: str
    title: Words
    goal: Words
    variant: str
    edition: str
    rating: int
    position: str
    solution: str
    """One of the turns that solve it."""
    view: PositionView
    after: str | None
    """The next one, a little harder."""


class TryPuzzleBody(Value):
    """Body of POST /api/puzzles/{name}/try: the reader's turn."""

    turn: TurnText


class PuzzleTried(Value):
    """Answer: what the turn brought about, whether it was right, and what refutes it if not."""

    right: bool
    words: Words
    views: list[PositionView]
    """After the turn, and after each answer of the others to a wrong one."""
