"""What is said beside the games of a browser: the second log of each, in the same database."""

from __future__ import annotations

from djambi.server.game.asides import ASIDE_VERSION, NumberedAside, StoredAsides, decode, encode
from djambi.server.page.store import EventRow, PageStore
from djambi.server.timekeeping import now


class PageAsides:
    """The asides of all games of a worker's store."""

    def __init__(self, store: PageStore) -> None:
        self._store = store

    async def append(self, game: str, number: int, aside: StoredAsides) -> NumberedAside:
        """Store an aside under its number. Raises NumberTaken if another tab was faster."""
        numbered = NumberedAside(number, now(), aside)
        await self._store.append_asides(game, [aside_row(numbered)])
        return numbered

    async def read(self, game: str, after: int = 0) -> list[NumberedAside]:
        """Return the asides of a game with numbers above `after`, in order."""
        rows = await self._store.aside_rows(game)
        return [
            NumberedAside(row.number, row.at, decode(row.data, row.version))
            for row in rows
            if row.number > after
        ]


def aside_row(numbered: NumberedAside) -> EventRow:
    """Return an aside as it is stored."""
    return EventRow(numbered.number, numbered.at, ASIDE_VERSION, encode(numbered.aside))
