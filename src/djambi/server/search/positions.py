"""Positions of finished games, by which a game is found again."""

from __future__ import annotations

from hashlib import sha256

from djambi.position.position import Position
from djambi.server.game.state import GameState
from djambi.server.live.room import GameRoom
from djambi.server.storage.search import SearchStore


def place_of(position: Position) -> str:
    """Return a position's search key: 16 hex digits of what stands where and who plays next.

    Rules and counters do not count, so that the same position is found in games of all editions.

    >>> start = Position.start("square-4", "original")
    >>> place_of(start) == place_of(Position.start("square-4", "bga"))
    True
    >>> place_of(start) == place_of(start.play("c3-e3"))
    False
    """
    variant, _rules, *shown, _quiet, _ply = str(position).split(" ")
    return sha256(" ".join((variant, *shown)).encode()).hexdigest()[:16]


def places(state: GameState) -> dict[str, int]:
    """Return all positions of a game, and after how many lines each was first reached."""
    found: dict[str, int] = {place_of(state.start): 0}
    for lines, entry in enumerate(state.entries, 1):
        found.setdefault(place_of(entry.after), lines)
    return found


class PositionIndexer:
    """Puts finished games into the search, if everybody may see them."""

    def __init__(self, store: SearchStore) -> None:
        self._store = store

    async def add(self, room: GameRoom) -> None:
        """Add a game that is over; again, it changes nothing."""
        terms = room.state.terms
        if terms is not None and terms.watch == "all":
            await self._store.add(room.id, places(room.state))
