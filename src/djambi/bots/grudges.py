"""Remember who killed a player's pieces, from the positions that it sees at its own turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from djambi.position.position import Position

GRUDGE_DECAY: Final = 0.8
"""The factor on a grudge for each turn of one's own."""

MIN_GRUDGE: Final = 0.1
"""The strength below which a grudge is forgotten."""


class Grudges:
    """The grudges of one player, from 0 (none) to 1 (fresh) for each party.

    A bot sees positions, not turns, so it looks for traces: a killer stands where its victim stood,
    or beside it if it is a Reporter. A killer that has moved on or died since is not found out.

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
        """Return the grudges of the mover of the last of these consecutive positions of a game."""
        grudges = cls(positions[-1].mover or "")
        for before, after in pairwise(positions):
            if before.mover == grudges.party:
                grudges.update(before)
                grudges.remember(after)
        grudges.update(positions[-1])
        return grudges

    def against(self, party: str) -> float:
        """Return the strength of the grudge against a party: 0 for none, 1 for a fresh one."""
        return self._held.get(party, 0.0)

    def strongest(self) -> str | None:
        """Return the party with the strongest grudge against it, or None."""
        return max(self._held, key=self._held.__getitem__, default=None)

    def remember(self, position: Position) -> None:
        """Remember the position after one's own turn."""
        self._before = position

    def update(self, position: Position) -> None:
        """Compare the position at one's next turn with the remembered one."""
        before = self._before
        if before is None or position.ply <= before.ply or before.variant != position.variant:
            # A new game, or one that was taken back.
            if before is not None:
                self._held.clear()
            return
        self._before = None
        self._held = {
            party: left
            for party, was in self._held.items()
            if (left := was * GRUDGE_DECAY) > MIN_GRUDGE
        }
        for culprit in _culprits(before, position, self.party):
            self._held[culprit] = 1.0


def _culprits(before: Position, after: Position, party: str) -> Iterator[str]:
    """Yield the controllers of the pieces that seem to have killed pieces that obeyed a party."""
    colours = before.controlled_by(party)
    had, has = before.pieces_of(colours), after.pieces_of(colours)
    # A piece that was only displaced lives on another cell.
    lost = Counter(had.values()) - Counter(has.values())
    board = after.board
    for cell, piece in had.items():
        if piece not in lost or cell in has:
            continue
        killers = [after.pieces[cell]] if cell in after.pieces else []
        if not killers:
            beside = board.names(board.sides[board.index(cell)])
            killers = [p for at in beside if (p := after.pieces.get(at)) and p.kind == "R"]
        for killer in killers:
            owner = after.controller(killer.party)
            if owner is not None and owner != party:
                yield owner
