"""The store of what is said beside games, as their talk needs it: a second log of each game."""

from __future__ import annotations

from typing import Protocol

from djambi.server.game.asides import NumberedAside, StoredAsides


class AsideLog(Protocol):
    """A place where asides are kept: a database, or what a browser has for one."""

    async def append(self, game: str, number: int, aside: StoredAsides) -> NumberedAside:
        """Store an aside under its number; when this returns it is kept.

        Raises NumberTaken if the game already has an aside of this number.
        """
        ...

    async def read(self, game: str, after: int = 0) -> list[NumberedAside]:
        """Return the asides of a game with numbers above `after`, in order."""
        ...
