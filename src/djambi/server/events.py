"""The log of a game: the events that are stored, and nothing else is the game (DESIGN 7).

Each event is one struct, written as JSON with its `kind`; the store keeps beside it the number,
the time and the version of the form (`VERSION`). A form that has once been stored can be read by
every later version.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from djambi.errors import DjambiError
from djambi.server.views import Player

VERSION = 1
"""The form of the events that this program writes."""


class StoredEvent(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """The base of all events."""


class SeatRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a party: `device` is "" for the server's own computer, else a device's key."""

    party: str
    player: Player
    name: str = ""
    level: str | None = None
    device: str = ""


class Created(StoredEvent, frozen=True, tag="created"):
    """Event 1 of every game: where it starts (a position, NOTATION 1) and who plays."""

    position: str
    seats: tuple[SeatRow, ...]


class TurnPlayed(StoredEvent, frozen=True, tag="turn"):
    """A turn in its short form, played by the player of `party`."""

    party: str
    text: str


class Resigned(StoredEvent, frozen=True, tag="resigned"):
    """A party gave up."""

    party: str


class Undone(StoredEvent, frozen=True, tag="undone"):
    """Only the first `kept` lines (turns and resignations) stand; the others are taken back."""

    kept: int


class DrawOffered(StoredEvent, frozen=True, tag="draw_offered"):
    """These parties agree to a draw if all other active ones do."""

    parties: str


class DrawDeclined(StoredEvent, frozen=True, tag="draw_declined"):
    """This party does not agree; the offer is over."""

    party: str


class DrawAgreed(StoredEvent, frozen=True, tag="draw_agreed"):
    """All active parties agreed: the game has ended."""


class Renamed(StoredEvent, frozen=True, tag="renamed"):
    """The player of a party has another name."""

    party: str
    name: str


class Seated(StoredEvent, frozen=True, tag="seated"):
    """A party is played by somebody else from now on."""

    seat: SeatRow


LogEvent = (
    Created
    | TurnPlayed
    | Resigned
    | Undone
    | DrawOffered
    | DrawDeclined
    | DrawAgreed
    | Renamed
    | Seated
)

_decoder: msgspec.json.Decoder[LogEvent] = msgspec.json.Decoder(LogEvent)


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event with its number in the game (from 1) and its time (milliseconds, UTC)."""

    number: int
    at: int
    event: LogEvent


def encode(event: LogEvent) -> str:
    """The JSON text that is stored.

    >>> encode(Resigned("r"))
    '{"kind":"resigned","party":"r"}'
    """
    return msgspec.json.encode(event).decode()


def decode(text: str, version: int) -> LogEvent:
    """The event that was stored as `text` in the form `version`.

    Raises DjambiError for a version that this program does not know and for damaged text.

    >>> decode('{"kind":"resigned","party":"r"}', 1)
    Resigned(party='r')
    """
    if version != VERSION:
        raise DjambiError(f"an event of version {version}: this program reads {VERSION}")
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError as error:
        raise DjambiError(f"a damaged event in the store: {error}") from None
