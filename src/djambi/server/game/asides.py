"""The asides of a game as they are stored: talk and pacts, numbered apart from its events.

Like the events (`server.game.events`): one struct each, written as JSON with its `kind`; a form
that has once been stored can be read by every later version. `event` is the last event of the
game when the aside was stored. `to` are the readers' keys (accounts) at that moment, so that
nobody who takes a seat later reads what was said to another; null: everybody at the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from djambi.bots.politics.statements import Statement
from djambi.errors import DjambiError
from djambi.pacts import Promise

ASIDE_VERSION = 1
"""The form of the asides that this program writes."""


class StoredAside(
    msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """The base of all asides: who said it (`by`: a key, "" for a bot), for which party.

    A player of several parties agrees to pacts for all of them: `party` then has all letters.
    """

    event: int
    by: str
    party: str


class Spoke(StoredAside, frozen=True, tag="said"):
    """Something said in a room (`djambi.server.schemas.talk.Room`)."""

    room: str
    to: tuple[str, ...] | None
    text: str


class Emoted(StoredAside, frozen=True, tag="emote"):
    """One of the ready-made things said in a room."""

    room: str
    to: tuple[str, ...] | None
    emote: str


class Stated(StoredAside, frozen=True, tag="stated"):
    """What a bot says of its own accord in a room; readers get it in words of their language."""

    room: str
    to: tuple[str, ...] | None
    statement: Statement


class ReasonedAside(StoredAside, frozen=True, kw_only=True):
    """The base of what is done about a pact; `statement` is why, where a bot does it."""

    statement: Statement | None = None


class PromiseRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A promise (`djambi.pacts.Promise`); `piece` stood on `cell` when it was proposed ("rM")."""

    by: str
    kind: str
    rounds: int
    other: str | None = None
    cell: str | None = None
    piece: str | None = None

    @property
    def promise(self) -> Promise:
        """Return it as the judge of pacts knows it."""
        return Promise(self.by, self.kind, self.rounds, self.other, self.cell)


class Proposed(ReasonedAside, frozen=True, tag="proposed"):
    """A pact proposed by a party to others; `counters` is the pact that it answers."""

    pact: str
    parties: str
    to: tuple[str, ...] | None
    promises: tuple[PromiseRow, ...]
    secret: bool
    counters: str | None = None


class PactAccepted(ReasonedAside, frozen=True, tag="accepted"):
    """A party agrees to a pact; with the last one it holds."""

    pact: str


class Declined(ReasonedAside, frozen=True, tag="declined"):
    """A party refuses a pact, or takes its proposal back."""

    pact: str


class Denounced(ReasonedAside, frozen=True, tag="denounced"):
    """A party gives notice of a pact."""

    pact: str


ReasonedAsides = Proposed | PactAccepted | Declined | Denounced
StoredAsides = Spoke | Emoted | Stated | ReasonedAsides

_decoder: msgspec.json.Decoder[StoredAsides] = msgspec.json.Decoder(StoredAsides)


@dataclass(frozen=True, slots=True)
class NumberedAside:
    """An aside with its number in the game (from 1) and its time (milliseconds, UTC)."""

    number: int
    at: int
    aside: StoredAsides


def encode(aside: StoredAsides) -> str:
    """Return the JSON text that is stored.

    >>> encode(PactAccepted(3, "", "r", "k3x9a2"))
    '{"kind":"accepted","event":3,"by":"","party":"r","pact":"k3x9a2"}'
    """
    return msgspec.json.encode(aside).decode()


def decode(text: str, version: int) -> StoredAsides:
    """Return the aside that was stored as `text` in the form `version`.

    Raises DjambiError for a version that this program does not know and for damaged text.

    >>> decode('{"kind":"accepted","event":3,"by":"","party":"r","pact":"k3x9a2"}', 1)
    PactAccepted(event=3, by='', party='r', pact='k3x9a2', statement=None)
    """
    if version != ASIDE_VERSION:
        raise DjambiError(f"an aside of version {version}: this program reads {ASIDE_VERSION}")
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError as error:
        raise DjambiError(f"a damaged aside in the store: {error}") from None
