"""The bases of all messages on a game's socket."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from djambi.server.schemas.views import Value

Cell = Annotated[str, Meta(pattern="^[a-z][0-9]{0,2}$")]
TurnText = Annotated[str, Meta(max_length=160)]
Number = Annotated[int, Meta(ge=0, le=2_000_000_000)]


class Asked(Value, tag_field="type", tag=str.lower):
    """The base of what a client sends on a game's socket."""

    id: Number


class Change(Asked):
    """The base of what changes the game: meant for the game as it was after event `after`."""

    after: Number


class Said(Value, tag_field="type", tag=str.lower):
    """The base of what the server sends."""
