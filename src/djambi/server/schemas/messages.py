"""Every message between browser and server.

On the socket of a game (`/api/games/{id}/socket`) each side sends JSON objects whose `type` says
which struct it is. What a client sends carries `id`, a number of its own choosing: the server's
answer repeats it. What changes the game carries `after` too, the number of the last event that
the sender saw: if another event has come since, it is answered with the whole state and changes
nothing. (At an online table only what concerns the position is refused so, and only if the position
has changed.) Bodies of HTTP requests and answers are at the end.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from djambi.server.schemas import tables as o
from djambi.server.schemas import talk as t
from djambi.server.schemas.base import (
    Asked,
    Cell,
    Change,
    Level,
    Name,
    Number,
    Party,
    Said,
    TurnText,
    Value,
)
from djambi.views.games import GameView, LineView, Player, SeatView
from djambi.views.positions import PositionView, StageView
from djambi.views.threats import DangerView, ThreatView
from djambi.views.words import Words

# --- client to server: changes ------------------------------------------------------------------


class Turn(Change):
    """Play a turn for the mover, in the short or the long form of NOTATION 2."""

    text: TurnText


class Undo(Change):
    """Take back: against bots to my own last turn, else one turn."""


class Resign(Change):
    """Give up, for a party that this device plays."""

    party: Party


class Rejoin(Change):
    """Play on with a party that resigned and that this device plays: everybody here agrees.

    The bots are asked; at an online table it is put to the vote (`call`).
    """

    party: Party


class Draw(Change):
    """Offer a draw, or agree to the one offered (or not), for the parties that I play."""

    agree: bool = True


class Rename(Change):
    """Name the player of a seat."""

    party: Party
    name: Name


class Seat(Change):
    """Say who plays a seat from now on (the host only, or the phone that holds it).

    At an online table, until it begins: a bot of `level`, or "open", if one is named with a bot of
    level `meanwhile` until somebody sits down. Who sat there gets up.
    """

    party: Party
    player: Player
    level: Level | None = None
    meanwhile: Level | None = None


class Sit(Change):
    """Take a free seat with this device; `key` is that of the link, for a table not listed."""

    party: Party
    key: Annotated[str, Meta(max_length=40)] = ""


class Concede(Change):
    """Let `party` win now, as everybody else here resigns: bots, and parties that I play.

    Only where nobody else plays, and where `leader` is answered with this party.
    """

    party: Party


class Leave(Change):
    """Leave a seat that this device holds; it is free again."""

    party: Party


# --- client to server: questions ----------------------------------------------------------------


class Stage(Asked):
    """What may be chosen after this prefix of a turn?"""

    prefix: TurnText


class Why(Asked):
    """Why may the piece on `origin` not stop on `target`?"""

    origin: Cell
    target: Cell


class Preview(Asked):
    """What would this turn bring about, and is my Chief in danger after it?"""

    text: TurnText


class Resignation(Asked):
    """What would it bring about if `party` resigned?"""

    party: Party


class Leader(Asked):
    """Has a party as good as won, so that the game need not be played out?"""


class Hurry(Asked):
    """Bots are to play without a pause (or not) when no person plays any longer (local games)."""

    on: bool = True


class Reach(Asked):
    """Where could the piece on `cell` go, were it its controller's turn?"""

    cell: Cell


class Threats(Asked):
    """Which pieces of `party` could be killed or displaced by others, were it their turn?"""

    party: Party


class Hint(Asked):
    """What would a bot do? (level: one of the catalogue's; null takes a good one)"""

    level: Level | None = None


class Ask(Asked):
    """What is the bot that plays `party` up to, or how does it judge the table?"""

    party: Party


class Look(Asked):
    """Show the position after the first `lines` lines of the list (0: the start)."""

    lines: Number


class Resume(Asked):
    """Send what came after event `after` (or the whole state if there is none, or too much)."""

    after: Number


class Ping(Asked):
    """Are you there?"""


# --- server to client ---------------------------------------------------------------------------


EventKind = Literal[
    "created",
    "turn",
    "resigned",
    "rejoined",
    "undone",
    "draw_offered",
    "draw_declined",
    "draw_agreed",
    "renamed",
    "seated",
    "relinked",
    "begun",
    "flagged",
    "stood_in",
    "returned",
    "vote_called",
    "vote_cast",
    "vote_closed",
    "paused",
    "resumed",
    "holiday",
    "followed",
]


class EventView(Value):
    """An event of the log as everybody may see it."""

    number: int
    kind: EventKind
    at: str
    party: str | None
    text: str | None


class You(Value):
    """What this device may do: parties it plays; whether it is the server's own computer.

    `place` is what else it is at an online table.
    """

    parties: str
    host: bool
    place: o.Place | None = None


class State(Said):
    """The whole state, after event `number`; `id` if it answers a (stale) message."""

    number: int
    version: str
    game: GameView
    seats: list[SeatView]
    lines: list[LineView]
    view: PositionView
    you: You
    draw: str
    can_undo: bool
    id: int | None = None
    table: o.TableView | None = None


class Update(Said):
    """What came after event `since`, up to event `number`.

    Keep the first `kept` lines of the list and append `lines`; replace the rest. A client whose
    last event is not `since` sends `resume`, and then `id` says what is answered.
    """

    since: int
    number: int
    events: list[EventView]
    kept: int
    lines: list[LineView]
    view: PositionView
    seats: list[SeatView]
    you: You
    draw: str
    can_undo: bool
    id: int | None = None
    table: o.TableView | None = None


class Done(Said):
    """The change asked for by `id` is stored, as event `number`."""

    id: int
    number: int


class Failed(Said):
    """An error; nothing was changed. `id` is null if not even that of the message could be read.

    `retry`: after so many seconds the same may be asked again (null: that is of no use).
    """

    id: int | None
    code: str
    words: Words
    retry: int | None = None


class Choices(Said):
    """Answer to `stage`."""

    id: int
    number: int
    stage: StageView


class Reason(Said):
    """Answer to `why`; null if the piece may stop there."""

    id: int
    code: str | None
    words: Words | None


class Previewed(Said):
    """Answer to `preview` and `resignation`: the position after it, and the dangers for my Chief.

    What it brought about is `last` of the view; a resignation puts no Chief in danger.
    """

    id: int
    number: int
    view: PositionView
    dangers: list[DangerView]


class Leading(Said):
    """Answer to `leader`: the party that has as good as won, or null."""

    id: int
    number: int
    party: str | None


class Reachable(Said):
    """Answer to `reach`: destinations with their acts (empty if nobody moves the piece)."""

    id: int
    cell: str
    stage: StageView


class Threatened(Said):
    """Answer to `threats`."""

    id: int
    party: str
    threats: list[ThreatView]


class Hinted(Said):
    """Answer to `hint`: a turn and what it is in words."""

    id: int
    number: int
    text: str
    words: Words


class Opinion(Said):
    """Answer to `ask`: a line of the bot's, and the share of the game that it gives each party."""

    id: int
    number: int
    party: str
    words: Words
    shares: dict[str, float]


class Thinking(Said):
    """A bot thinks about the turn after event `number`; `part` of its thinking is done (0 to 1).

    Sent now and then to everybody, but not of a bot that plays at once.
    """

    number: int
    party: str
    part: float


class Past(Said):
    """Answer to `look`."""

    id: int
    lines: int
    view: PositionView


class Pong(Said):
    """Answer to `ping`: the number of the last event."""

    id: int
    number: int


ClientMessage = (
    Turn
    | Undo
    | Resign
    | Rejoin
    | Draw
    | Rename
    | Seat
    | Sit
    | Leave
    | Concede
    | Stage
    | Why
    | Preview
    | Resignation
    | Leader
    | Hurry
    | Reach
    | Threats
    | Hint
    | Ask
    | Look
    | Resume
    | Ping
    | o.Begin
    | o.Call
    | o.Ballot
    | o.Back
    | o.Relink
    | t.Talk
    | t.Emote
    | t.Propose
    | t.Accept
    | t.Decline
    | t.Denounce
    | t.Hear
)

ServerMessage = (
    State
    | Update
    | Done
    | Failed
    | Choices
    | Reason
    | Previewed
    | Leading
    | Reachable
    | Threatened
    | Hinted
    | Opinion
    | Thinking
    | Past
    | Pong
    | o.Presence
    | t.Asides
    | t.Pacts
    | t.Noted
)
