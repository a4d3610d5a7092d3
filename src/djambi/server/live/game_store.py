"""The store of games, as rooms and their registry need it: truth is a log of numbered events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from djambi.server.game.events import LogEvent, Numbered
from djambi.server.game.summaries import GameRow, GameSummary, TableListing


class GameStore(Protocol):
    """A place where games are kept: a database, or what a browser has for one."""

    async def create(
        self,
        game: str,
        variant: str,
        rules: str,
        events: Sequence[LogEvent],
        summary: GameSummary,
        made: TableListing | None = None,
    ) -> list[Numbered]:
        """Store a new game with its first events, all or nothing; `made` if it is online."""
        ...

    async def append(
        self,
        game: str,
        number: int,
        happened: LogEvent,
        summary: GameSummary,
        at: int | None = None,
        seated: bool = False,
    ) -> Numbered:
        """Store an event under its number; when this returns it is kept.

        `at` is its time (else now); `seated`: other people play than before. Raises NumberTaken
        if the game already has an event of this number.
        """
        ...

    async def events(self, game: str) -> list[Numbered]:
        """Return the whole log of a game in order; empty if there is no such game."""
        ...

    async def recent(self, skip: int, limit: int) -> list[GameRow]:
        """Return the games last played, newest first, without hidden ones and the first `skip`."""
        ...

    async def hide(self, game: str) -> bool:
        """Remove a game from the list (its log stays); False if there is no such game."""
        ...

    async def close(self) -> None:
        """Release what the store holds open."""
        ...
