"""What a player remembers of who killed its pieces, from what it sees at its own turns."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from djambi.position.position import Position

GRUDGE_DECAY: Final = 0.8
"""How much of a grudge is left after each turn of one's own."""


class Grudges:
    """Grudges of one player. A bot sees no turns, only positions: so it looks for traces.

    A killer stands where its victim stood, but for a Reporter, which stands beside it; who has
    gone on since then, or was killed, is not found out.

    >>> from djambi import Position
    >>> text = "square-4 original 7yC1/3bC5/9/9/9/9/{}/9/rC7gC r,b,y,g rbyg r 0 {}"
    >>> grudges = Grudges("r")
    >>> grudges.remember(Position.parse(text.format("2rM6", 3)))
    >>> grudges.update(Position.parse(text.format("x1bA6", 7)))
    >>> grudges.against("b"), grudges.against("y")
    (1.0, 0.0)
    """

    def __init__(self, party: str) -> None:
        self.party = party
        self._held: dict[str, float] = {}
        self._before: Position | None = None

    @classmethod
    def from_positions(cls, positions: Sequence[Position]) -> Grudges:
        """The grudges of whoever plays in the last of these positions of a game, in a row."""
        grudges = cls(positions[-1].mover or "")
        for before, after in pairwise(positions):
            if before.mover == grudges.party:
                grudges.update(before)
                grudges.remember(after)
        grudges.update(positions[-1])
        return grudges

    def against(self, party: str) -> float:
        """How strong the grudge against a party is: 0 for none, 1 for a fresh one."""
        return self._held.get(party, 0.0)

    def strongest(self) -> str | None:
        """The party that is resented most, if any is."""
        return max(self._held, key=self._held.__getitem__, default=None)

    def remember(self, position: Position) -> None:
        """Keep in mind how things stand after one's own turn."""
        self._before = position

    def update(self, position: Position) -> None:
        """See what has happened since, at the next turn of one's own."""
        before = self._before
        if before is None or position.ply <= before.ply or before.variant != position.variant:
            # A new game, or one that has gone back.
            if before is not None:
                self._held.clear()
            return
        self._before = None
        self._held = {
            party: left for party, was in self._held.items() if (left := was * GRUDGE_DECAY) > 0.1
        }
        for culprit in _culprits(before, position, self.party):
            self._held[culprit] = 1.0


def _culprits(before: Position, after: Position, party: str) -> Iterator[str]:
    """Yield who seems to have killed pieces of a party's own colour, and to be somebody's."""
    had, has = before.pieces_of(party), after.pieces_of(party)
    # What was only thrown elsewhere lives on another cell.
    lost = Counter(had.values()) - Counter(has.values())
    board = after.board
    for cell, piece in had.items():
        if piece not in lost or cell in has:
            continue
        killers = [after.pieces[cell]] if cell in after.pieces else []
        if not killers:
            beside = (board.cells[side] for side in board.sides[board.index(cell)])
            killers = [p for at in beside if (p := after.pieces.get(at)) and p.kind == "R"]
        for killer in killers:
            owner = after.controller(killer.party)
            if owner is not None and owner != party:
                yield owner
