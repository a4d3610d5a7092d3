"""The log of a game: the events that are stored, and nothing else is the game.

Each event is one struct, written as JSON with its `kind`; the store keeps beside it the number,
the time and the version of the form (`version_of`). A form that has once been stored can be read
by every later version.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec

from djambi.errors import DjambiError
from djambi.server.schemas.terms import ClockTerms, Terms, VoteKind
from djambi.views.games import Player

EVENT_VERSION = 5
"""The newest form of an event that this program writes (`version_of`). 2 added the tables online; 3
the marks of rated seats, who was removed from a table, new links, and parties that rejoin a game; 4
the clocks of games at one computer; 5 talk in such games."""

READABLE_VERSIONS = frozenset({1, 2, 3, 4, 5})
"""The forms that this program reads."""

Cause = Literal["clock", "absence", "left"]
"""Why somebody plays no longer: no time left, away for too long, got up."""


class StoredEvent(
    msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """The base of all events."""


class SeatRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who plays a party: `device` is "" for the server's own computer, else a device's key.

    At an online table `device` is an account, and no name is stored. `stand_in` is the level of the
    bot that plays while the person is away, or meanwhile on an open seat; `kept` the account that
    an open seat is kept for. `marks` are what the person's device is known by at a rated table
    (`rated.marks_of`).
    """

    party: str
    player: Player
    name: str = ""
    level: str | None = None
    device: str = ""
    stand_in: str | None = None
    kept: str = ""
    marks: tuple[str, ...] = ()

    @property
    def bot(self) -> str | None:
        """Return the level of the bot that plays now, if one does ("": the usual one)."""
        return (self.level or "") if self.player == "bot" else self.stand_in

    @property
    def away(self) -> bool:
        """Return whether a bot plays for a person, who keeps the seat."""
        return self.player == "person" and self.stand_in is not None


class Created(StoredEvent, frozen=True, tag="created"):
    """Event 1 of every game: where it starts (a position, NOTATION 1) and who plays.

    An online table has `terms`; the account that made it, the key of its link, and which game of
    which series it is. A game at one computer may have a `clock`, and `talk` if its players, bots
    among them, talk and make pacts.
    """

    position: str
    seats: tuple[SeatRow, ...]
    terms: Terms | None = None
    owner: str = ""
    invite: str = ""
    series: str = ""
    round: int = 1
    clock: ClockTerms | None = None
    talk: bool = False


class TurnPlayed(StoredEvent, frozen=True, tag="turn"):
    """A turn in its short form, played by the player of `party`."""

    party: str
    text: str


class Resigned(StoredEvent, frozen=True, tag="resigned"):
    """A party gave up."""

    party: str


class Rejoined(StoredEvent, frozen=True, tag="rejoined"):
    """A party that had resigned plays on (RULES 5, Return)."""

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
    """A party is played by somebody else from now on.

    Before an online table begins, whoever sits down leaves the seat that they had.
    `removed` is the account that whoever made the table does not want there, if that is why.
    """

    seat: SeatRow
    removed: str = ""


class Relinked(StoredEvent, frozen=True, tag="relinked"):
    """A table has a new link, of this key; the old one leads nowhere."""

    invite: str


class Begun(StoredEvent, frozen=True, tag="begun"):
    """An online table begins; `seats` are those that are others than before."""

    seats: tuple[SeatRow, ...] = ()


class Flagged(StoredEvent, frozen=True, tag="flagged"):
    """A party is out as by resignation: its time is up, or its player stayed away."""

    party: str
    cause: Cause = "clock"


class StoodIn(StoredEvent, frozen=True, tag="stood_in"):
    """A bot of this level plays for the person of a party, who keeps the seat."""

    party: str
    level: str
    cause: Cause = "absence"


class Returned(StoredEvent, frozen=True, tag="returned"):
    """The person of a party is back, and plays."""

    party: str


class VoteCalled(StoredEvent, frozen=True, tag="vote_called"):
    """A vote, until a time (milliseconds, UTC); `party` called it ("": it is secret).

    `kept`: to `undo`, how many lines would stay.
    """

    vote: VoteKind
    until: int
    party: str = ""
    kept: int | None = None


class VoteCast(StoredEvent, frozen=True, tag="vote_cast"):
    """A party says yes or no in a vote that is not secret; one no ends it."""

    party: str
    agree: bool


class VoteClosed(StoredEvent, frozen=True, tag="vote_closed"):
    """The vote has come to nothing."""


class Paused(StoredEvent, frozen=True, tag="paused"):
    """All clocks stand, and nobody plays."""


class Resumed(StoredEvent, frozen=True, tag="resumed"):
    """The pause is over."""


class Adjourned(StoredEvent, frozen=True, tag="adjourned"):
    """All clocks have stood since the event before: whoever saw to this game was gone."""


class Holiday(StoredEvent, frozen=True, tag="holiday"):
    """For this party no time passes until then (milliseconds, UTC); clocks of days only."""

    party: str
    until: int


class Followed(StoredEvent, frozen=True, tag="followed"):
    """Another game follows this one: the next of the series, or the rematch."""

    game: str


LogEvent = (
    Created
    | TurnPlayed
    | Resigned
    | Rejoined
    | Undone
    | DrawOffered
    | DrawDeclined
    | DrawAgreed
    | Renamed
    | Seated
    | Relinked
    | Begun
    | Flagged
    | StoodIn
    | Returned
    | VoteCalled
    | VoteCast
    | VoteClosed
    | Paused
    | Resumed
    | Adjourned
    | Holiday
    | Followed
)

_decoder: msgspec.json.Decoder[LogEvent] = msgspec.json.Decoder(LogEvent)


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event with its number in the game (from 1) and its time (milliseconds, UTC)."""

    number: int
    at: int
    event: LogEvent


class NumberTaken(Exception):
    """Another event already has this number: the game has gone on elsewhere."""


def encode(event: LogEvent) -> str:
    """Return the JSON text that is stored.

    >>> encode(Resigned("r"))
    '{"kind":"resigned","party":"r"}'
    """
    return msgspec.json.encode(event).decode()


def version_of(event: LogEvent) -> int:
    """Return the oldest form that has room for an event: the one that is stored with it.

    So a process of the version before, beside this one on the same database in a rolling upgrade,
    reads whatever uses nothing that is new. All versions that may run beside this one read form 4.

    >>> version_of(Resigned("r"))
    4
    """
    return EVENT_VERSION if isinstance(event, Created) and event.talk else 4


def decode(text: str, version: int) -> LogEvent:
    """Return the event that was stored as `text` in the form `version`.

    Raises DjambiError for a version that this program does not know and for damaged text.

    >>> decode('{"kind":"resigned","party":"r"}', 1)
    Resigned(party='r')
    """
    if version not in READABLE_VERSIONS:
        raise DjambiError(
            f"an event of version {version}: this program reads {max(READABLE_VERSIONS)}"
        )
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError as error:
        raise DjambiError(f"a damaged event in the store: {error}") from None
