"""The bases of what is read and written as JSON, and the limits of its small parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from djambi.notation.turns import MAX_TURN_CHARS
from djambi.position.setup_reading import MAX_POSITION_CHARS

MAX_RECORD_CHARS: Final = 400_000
"""Characters of a game record that is taken; that of a long game has a quarter of them."""

JSON_LINES: Final = "application/x-ndjson"
"""The media type of a stream: JSON, a line each."""

Cell = Annotated[str, Meta(pattern="^[a-z][0-9]{0,2}$")]
PositionText = Annotated[str, Meta(max_length=MAX_POSITION_CHARS)]
TurnText = Annotated[str, Meta(max_length=MAX_TURN_CHARS)]
RecordText = Annotated[str, Meta(max_length=MAX_RECORD_CHARS)]
Number = Annotated[int, Meta(ge=0, le=2_000_000_000)]
Party = Annotated[str, Meta(pattern="^[a-z]$")]
Name = Annotated[str, Meta(max_length=40)]
Level = Annotated[str, Meta(max_length=40)]
"""The name of a bot's level, or LEVEL:CHARACTER."""


class StrictStruct(msgspec.Struct, forbid_unknown_fields=True):
    """The base of everything that the server declares for itself: unknown fields are an error."""


def _tag(suffix: str) -> Callable[[str], str]:
    """Return how a message is called on the wire: by its class, without `suffix`, in small letters.

    >>> _tag("Request")("UndoRequest")
    'undo'
    """
    return lambda name: name.removesuffix(suffix).lower()


class ClientMessage(StrictStruct, tag_field="type", tag=_tag("Request")):
    """The base of what a client sends on a game's socket."""

    id: Number


class GameChange(ClientMessage):
    """The base of what changes the game: meant for the game as it was after event `after`."""

    after: Number


class ServerMessage(StrictStruct, tag_field="type", tag=_tag("Message")):
    """The base of what the server sends."""
