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

from djambi.server.schemas.base import (
    Cell,
    ClientMessage,
    GameChange,
    Level,
    Name,
    Number,
    Party,
    ServerMessage,
    StrictStruct,
    TurnText,
)
from djambi.server.schemas.tables import (
    BackRequest,
    BallotRequest,
    BeginRequest,
    CallRequest,
    ClockView,
    PlaceView,
    PresenceMessage,
    RelinkRequest,
    TableView,
)
from djambi.server.schemas.talk import (
    AcceptRequest,
    AsidesMessage,
    DeclineRequest,
    DenounceRequest,
    EmoteRequest,
    HearRequest,
    NotedMessage,
    PactsMessage,
    ProposeRequest,
    TalkRequest,
    WorthMessage,
    WorthRequest,
)
from djambi.views.games import GameView, LineView, Player, SeatView
from djambi.views.positions import PositionView, StageView
from djambi.views.threats import DangerView, ThreatView
from djambi.views.words import Words

# --- client to server: changes ------------------------------------------------------------------


class TurnRequest(GameChange):
    """Play a turn for the mover, in the short or the long form of NOTATION 2."""

    text: TurnText


class UndoRequest(GameChange):
    """Take back: against bots to my own last turn, else one turn."""


class ResignRequest(GameChange):
    """Give up, for a party that this device plays."""

    party: Party


class RejoinRequest(GameChange):
    """Play on with a party that resigned and that this device plays: everybody here agrees.

    The bots are asked; at an online table it is put to the vote (`call`).
    """

    party: Party


class DrawRequest(GameChange):
    """Offer a draw, or agree to the one offered (or not), for the parties that I play."""

    agree: bool = True


class PauseRequest(GameChange):
    """Stop the clocks of a game at one computer, or let them go `on`; meanwhile nobody plays."""

    on: bool


class RenameRequest(GameChange):
    """Name the player of a seat."""

    party: Party
    name: Name


class SeatRequest(GameChange):
    """Say who plays a seat from now on (the host only, or the phone that holds it).

    At an online table, until it begins: a bot of `level`, or "open", if one is named with a bot of
    level `meanwhile` until somebody sits down. Who sat there gets up.
    """

    party: Party
    player: Player
    level: Level | None = None
    meanwhile: Level | None = None


class SitRequest(GameChange):
    """Take a free seat with this device; `key` is that of the link, for a table not listed.

    Online, before the game begins, whoever sits there already moves, and needs no key.
    """

    party: Party
    key: Annotated[str, Meta(max_length=40)] = ""


class ConcedeRequest(GameChange):
    """Let `party` win now, as everybody else here resigns: bots, and parties that I play.

    Only where nobody else plays, and where `leader` is answered with this party: that is looked at
    anew, so that no turn since `after`, such as a pass, is in the way.
    """

    party: Party


class LeaveRequest(GameChange):
    """Leave a seat that this device holds; it is free again."""

    party: Party


# --- client to server: questions ----------------------------------------------------------------


class StageRequest(ClientMessage):
    """What may be chosen after this prefix of a turn?"""

    prefix: TurnText


class WhyRequest(ClientMessage):
    """Why may the piece on `origin` not stop on `target`?"""

    origin: Cell
    target: Cell


class PreviewRequest(ClientMessage):
    """What would this turn bring about, and is my Chief in danger after it?"""

    text: TurnText


class ResignationRequest(ClientMessage):
    """What would it bring about if `party` resigned?"""

    party: Party


class LeaderRequest(ClientMessage):
    """Has a party as good as won, so that the game need not be played out?"""


class HurryRequest(ClientMessage):
    """Bots are to play without a pause (or not) when no person plays any longer (local games)."""

    on: bool = True


BotPace = Literal["pause", "slow", "normal", "fast", "rush", "usual"]
"""How fast bots play among themselves: not at all, without pauses (rush), or something between."""


class PaceRequest(ClientMessage):
    """Bots are to play at this pace when no person plays any longer (local games).

    With `step` they play one turn more and pause. Where people play, `slow` alone has an effect.
    """

    pace: BotPace
    step: bool = False


class ReachRequest(ClientMessage):
    """Where could the piece on `cell` go, were it its controller's turn?"""

    cell: Cell


class ThreatsRequest(ClientMessage):
    """Which pieces of `party` could be killed or displaced by others, were it their turn?"""

    party: Party


class HintRequest(ClientMessage):
    """What would a bot do? (level: one of the catalogue's; null takes a good one)"""

    level: Level | None = None


class AskRequest(ClientMessage):
    """What is the bot that plays `party` up to, or how does it judge the table?"""

    party: Party


class LookRequest(ClientMessage):
    """Show the position after the first `lines` lines of the list (0: the start)."""

    lines: Number


class ResumeRequest(ClientMessage):
    """Send what came after event `after` (or the whole state if there is none, or too much)."""

    after: Number


class PingRequest(ClientMessage):
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


class EventView(StrictStruct):
    """An event of the log as everybody may see it."""

    number: int
    kind: EventKind
    at: str
    party: str | None
    text: str | None


class YouView(StrictStruct):
    """What this device may do: parties it plays; whether it is the server's own computer.

    `place` is what else it is at an online table.
    """

    parties: str
    host: bool
    place: PlaceView | None = None


class StateMessage(ServerMessage):
    """The whole state, after event `number`; `id` if it answers a (stale) message.

    An online table's clocks are in `table`; `clock` has those of a game at one computer.
    """

    number: int
    version: str
    game: GameView
    seats: list[SeatView]
    lines: list[LineView]
    view: PositionView
    you: YouView
    draw: str
    can_undo: bool
    id: int | None = None
    table: TableView | None = None
    clock: ClockView | None = None


class UpdateMessage(ServerMessage):
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
    you: YouView
    draw: str
    can_undo: bool
    id: int | None = None
    table: TableView | None = None
    clock: ClockView | None = None


class DoneMessage(ServerMessage):
    """The change asked for by `id` is stored, as event `number`."""

    id: int
    number: int


class FailedMessage(ServerMessage):
    """An error; nothing was changed. `id` is null if not even that of the message could be read.

    `retry`: after so many seconds the same may be asked again (null: that is of no use).
    """

    id: int | None
    code: str
    words: Words
    retry: int | None = None


class ChoicesMessage(ServerMessage):
    """Answer to `stage`."""

    id: int
    number: int
    stage: StageView


class ReasonMessage(ServerMessage):
    """Answer to `why`; null if the piece may stop there."""

    id: int
    code: str | None
    words: Words | None


class PreviewedMessage(ServerMessage):
    """Answer to `preview` and `resignation`: the position after it, and the dangers for my Chief.

    What it brought about is `last` of the view; a resignation puts no Chief in danger.
    """

    id: int
    number: int
    view: PositionView
    dangers: list[DangerView]


class LeadingMessage(ServerMessage):
    """Answer to `leader`: the party that has as good as won, or null."""

    id: int
    number: int
    party: str | None


class ReachableMessage(ServerMessage):
    """Answer to `reach`: destinations with their acts (empty if nobody moves the piece)."""

    id: int
    cell: str
    stage: StageView


class ThreatenedMessage(ServerMessage):
    """Answer to `threats`."""

    id: int
    party: str
    threats: list[ThreatView]


class HintedMessage(ServerMessage):
    """Answer to `hint`: a turn and what it is in words."""

    id: int
    number: int
    text: str
    words: Words


class OpinionMessage(ServerMessage):
    """Answer to `ask`: a line of the bot's, and the share of the game that it gives each party."""

    id: int
    number: int
    party: str
    words: Words
    shares: dict[str, float]


class ThinkingMessage(ServerMessage):
    """A bot thinks about the turn after event `number`; `part` of its thinking is done (0 to 1).

    Sent now and then to everybody, but not of a bot that plays at once.
    """

    number: int
    party: str
    part: float


class PastMessage(ServerMessage):
    """Answer to `look`."""

    id: int
    lines: int
    view: PositionView


class PongMessage(ServerMessage):
    """Answer to `ping`: the number of the last event."""

    id: int
    number: int


GameCommand = (
    TurnRequest
    | UndoRequest
    | ResignRequest
    | RejoinRequest
    | DrawRequest
    | PauseRequest
    | RenameRequest
    | SeatRequest
    | SitRequest
    | LeaveRequest
)
"""What may change a game, at the computer's own tables and online."""

AnyClientMessage = (
    GameCommand
    | ConcedeRequest
    | StageRequest
    | WhyRequest
    | PreviewRequest
    | ResignationRequest
    | LeaderRequest
    | HurryRequest
    | PaceRequest
    | ReachRequest
    | ThreatsRequest
    | HintRequest
    | AskRequest
    | LookRequest
    | ResumeRequest
    | PingRequest
    | BeginRequest
    | CallRequest
    | BallotRequest
    | BackRequest
    | RelinkRequest
    | TalkRequest
    | EmoteRequest
    | ProposeRequest
    | AcceptRequest
    | DeclineRequest
    | DenounceRequest
    | HearRequest
    | WorthRequest
)

AnyServerMessage = (
    StateMessage
    | UpdateMessage
    | DoneMessage
    | FailedMessage
    | ChoicesMessage
    | ReasonMessage
    | PreviewedMessage
    | LeadingMessage
    | ReachableMessage
    | ThreatenedMessage
    | HintedMessage
    | OpinionMessage
    | ThinkingMessage
    | PastMessage
    | PongMessage
    | PresenceMessage
    | AsidesMessage
    | PactsMessage
    | NotedMessage
    | WorthMessage
)
