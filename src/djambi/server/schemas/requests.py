"""The bodies of HTTP requests and answers that `views.py` does not have."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from djambi.server.schemas.views import GameSummary, Player, Value, Words

LARGEST_BODY = 1_000_000
"""Bytes; a record of a long game has a tenth of that."""

Party = Annotated[str, Meta(pattern="^[a-z]$")]
Name = Annotated[str, Meta(max_length=40)]
Level = Annotated[str, Meta(max_length=40)]
"""The name of a bot's level, or LEVEL:CHARACTER."""


class SeatChoice(Value):
    """Who is to play a party."""

    party: Party
    player: Player
    name: Name = ""
    level: Level | None = None


class RulesChoice(Value):
    """A variant, an edition (null: the variant's own) and options that differ from it."""

    variant: Annotated[str, Meta(max_length=40)]
    edition: Level | None = None
    options: Annotated[dict[str, Annotated[str, Meta(max_length=40)]], Meta(max_length=60)] = (
        msgspec.field(default_factory=dict[str, str])
    )


class NewGame(RulesChoice):
    """Body of POST /api/games; a seat left out is played by `me` (the first) or a bot.

    With a `position` (NOTATION 1) of this variant the game begins there, by the position's rules.
    """

    position: Annotated[str, Meta(max_length=4000)] | None = None

    seats: Annotated[list[SeatChoice], Meta(max_length=12)] = msgspec.field(
        default_factory=list[SeatChoice]
    )


class LoadedRecord(Value):
    """Body of POST /api/games/load: a game record (NOTATION 3); the first game is taken."""

    text: Annotated[str, Meta(max_length=400_000)]


class GameMade(Value):
    """Answer to a new, loaded or repeated game."""

    id: str


class RecentGames(Value):
    """Answer of GET /api/games: the newest first."""

    games: list[GameSummary]


class Fault(Value):
    """Body of every HTTP answer that is an error.

    `code` is for programs, `words` for people, `detail` (English, may be empty) for those who
    write programs or records by hand.
    """

    code: str
    words: Words
    detail: str = ""
