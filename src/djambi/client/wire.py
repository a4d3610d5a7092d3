"""The server's messages as a client reads them: plain data; unknown fields and kinds are ignored.

These are deliberately not the server's own structs: a newer server may send more than this program
knows, and the program must go on playing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from djambi.forwarding import renamed


class Sentence(msgspec.Struct, frozen=True):
    """One sentence in both languages."""

    en: str
    fr: str

    def said(self, lang: str) -> str:
        """Return the sentence in a language.

        >>> Sentence("yes", "oui").said("fr")
        'oui'
        """
        return str(msgspec.structs.asdict(self).get(lang, self.en))


class SeatInfo(msgspec.Struct, frozen=True):
    """Who plays a party: `player` is "me", "person", "bot" or "open"; `level` is a bot's.

    `stand_in` is the level of the bot that stands in for an absent person or plays an open seat.
    """

    party: str
    player: str
    name: str = ""
    level: str | None = None
    stand_in: str | None = None


class BotRemark(msgspec.Struct, frozen=True):
    """What the bot of a party says."""

    party: str
    words: Sentence


class TurnLine(msgspec.Struct, frozen=True):
    """A line of the list of turns: its event, its text (NOTATION 2; "" if it is no turn).

    `remark` is what a bot said after it.
    """

    event: int
    kind: str
    ply: int
    party: str
    text: str
    long: str
    words: Sentence
    remark: BotRemark | None = None


class GameFacts(msgspec.Struct, frozen=True):
    """The constants of a game: its id, its variant and its first position's text."""

    id: str
    variant: str
    start: str


class PositionText(msgspec.Struct, frozen=True):
    """The position now, as text (NOTATION 1)."""

    position: str


class OwnPlace(msgspec.Struct, frozen=True):
    """My role at an online table, besides the parties that I play."""

    owner: bool = False
    invite: str = ""
    ballot: bool | None = None
    watcher: bool = False


class OwnSeats(msgspec.Struct, frozen=True):
    """The parties that I play, and my other roles."""

    parties: str
    host: bool = False
    place: OwnPlace | None = None


class ClockTimes(msgspec.Struct, frozen=True):
    """The clocks at `now` (ms since 1970, the server's): what each party has left, in ms."""

    now: int
    running: str | None = None
    until: int | None = None
    left: dict[str, int] = {}
    paused: bool = False


class OpenVote(msgspec.Struct, frozen=True):
    """The vote under way, called by event `number`; `voters` are asked.

    `party` called it, and `agreed` have said yes so far (both "" in the secret vote on a draw). In
    a vote on a `return`, `party` wants to play on, and is not asked.
    """

    number: int
    kind: str
    party: str = ""
    voters: str = ""
    agreed: str = ""


class TableFacts(msgspec.Struct, frozen=True):
    """The state of an online table beside its game: `stage` is "waiting", "playing" or "over".

    `overdue` is the party whose time for the present turn has run out: a bot plays that turn.
    """

    stage: str
    present: str = ""
    watching: int = 0
    free: str = ""
    clock: ClockTimes | None = None
    overdue: str = ""
    vote: OpenVote | None = None
    next: str | None = None


class ReceivedState(msgspec.Struct, frozen=True):
    """The whole state after event `number`."""

    number: int
    game: GameFacts
    seats: tuple[SeatInfo, ...]
    lines: tuple[TurnLine, ...]
    view: PositionText
    you: OwnSeats
    id: int | None = None
    table: TableFacts | None = None


class ReceivedUpdate(msgspec.Struct, frozen=True):
    """What came after event `since`: keep the first `kept` lines and append `lines`."""

    since: int
    number: int
    kept: int
    lines: tuple[TurnLine, ...]
    view: PositionText
    seats: tuple[SeatInfo, ...]
    you: OwnSeats
    id: int | None = None
    table: TableFacts | None = None


class ReceivedPresence(msgspec.Struct, frozen=True):
    """The players who are present, and the number of spectators."""

    present: str
    watching: int


class ReceivedFailed(msgspec.Struct, frozen=True):
    """An answer that a message was invalid; nothing was changed."""

    code: str
    words: Sentence
    id: int | None = None


class ReceivedAsides(msgspec.Struct, frozen=True):
    """What was said and promised beside the game after the first `since` asides (0: all of it).

    `read` returns these messages as `ReceivedOther`; `Table` reads their contents so.
    """

    since: int
    entries: tuple[dict[str, Any], ...]


class ReceivedOther(msgspec.Struct, frozen=True):
    """Any other message: its `type`, the `id` that it answers, and its whole contents."""

    type: str
    id: int | None
    said: dict[str, Any]


Message = ReceivedState | ReceivedUpdate | ReceivedPresence | ReceivedFailed | ReceivedOther

KINDS: dict[str, type[ReceivedState | ReceivedUpdate | ReceivedPresence | ReceivedFailed]] = {
    "state": ReceivedState,
    "update": ReceivedUpdate,
    "presence": ReceivedPresence,
    "failed": ReceivedFailed,
}

_object = msgspec.json.Decoder(dict[str, Any])


def read(data: bytes | str) -> Message:
    """Decode a message that a server sent; raises msgspec.DecodeError if it is invalid.

    >>> read('{"type": "pong", "id": 3, "number": 7}')
    ReceivedOther(type='pong', id=3, said={'type': 'pong', 'id': 3, 'number': 7})
    """
    try:
        said = _object.decode(data)
    except RecursionError:
        raise msgspec.DecodeError("nested too deeply") from None
    kind = str(said.get("type", ""))
    if kind in KINDS:
        return msgspec.convert(said, KINDS[kind])
    answers = said.get("id")
    return ReceivedOther(kind, answers if isinstance(answers, int) else None, said)


# --- answers over HTTP --------------------------------------------------------------------------


class ReceivedError(msgspec.Struct, frozen=True):
    """The body of an HTTP error: why the server refuses a request."""

    code: str
    words: Sentence


class AccountInfo(msgspec.Struct, frozen=True):
    """An account: its id and its name."""

    id: str
    name: str
    guest: bool = True


class OwnAccount(msgspec.Struct, frozen=True):
    """Who I am: `online` is False at a computer's own server, `account` None if not signed in."""

    online: bool
    account: AccountInfo | None = None


class ListedTable(msgspec.Struct, frozen=True):
    """A table in a list: `mine` are the parties that I play there, `free` the open seats."""

    id: str
    variant: str
    edition: str
    stage: str
    seats: tuple[SeatInfo, ...]
    owner: str = ""
    free: str = ""
    mine: str = ""
    my_turn: bool = False
    mover: str | None = None
    ply: int = 0
    deadline: str | None = None
    winners: str = ""


class TableList(msgspec.Struct, frozen=True):
    """The list of my tables."""

    tables: tuple[ListedTable, ...]


class LobbyLists(msgspec.Struct, frozen=True):
    """The lobby: tables waiting for players, and games to watch."""

    waiting: tuple[ListedTable, ...]
    playing: tuple[ListedTable, ...]


class OpenedTable(msgspec.Struct, frozen=True):
    """A newly opened table, and the key of its link."""

    id: str
    invite: str


class InvitedTable(msgspec.Struct, frozen=True):
    """The table to which a link leads."""

    id: str


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Account="AccountInfo",
        Card="ListedTable",
        Clock="ClockTimes",
        Failed="ReceivedFailed",
        Fault="ReceivedError",
        Line="TurnLine",
        Made="OpenedTable",
        Me="OwnAccount",
        Other="ReceivedOther",
        Place="OwnPlace",
        Presence="ReceivedPresence",
        Seat="SeatInfo",
        State="ReceivedState",
        Tables="TableList",
        Update="ReceivedUpdate",
        View="PositionText",
        Vote="OpenVote",
        Waiting="LobbyLists",
        You="OwnSeats",
    )
