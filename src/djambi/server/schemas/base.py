"""The bases of what is read and written as JSON, and the limits of its small parts."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Cell = Annotated[str, Meta(pattern="^[a-z][0-9]{0,2}$")]
TurnText = Annotated[str, Meta(max_length=160)]
Number = Annotated[int, Meta(ge=0, le=2_000_000_000)]
Party = Annotated[str, Meta(pattern="^[a-z]$")]
Name = Annotated[str, Meta(max_length=40)]
Level = Annotated[str, Meta(max_length=40)]
"""The name of a bot's level, or LEVEL:CHARACTER."""


class Value(msgspec.Struct, forbid_unknown_fields=True):
    """The base of everything that the server declares for itself: unknown fields are an error."""


class Asked(Value, tag_field="type", tag=str.lower):
    """The base of what a client sends on a game's socket."""

    id: Number


class Change(Asked):
    """The base of what changes the game: meant for the game as it was after event `after`."""

    after: Number


class Said(Value, tag_field="type", tag=str.lower):
    """The base of what the server sends."""
