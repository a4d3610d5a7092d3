"""What is sent about online tables: on a game's socket beside the game, and by the lobby.

Times that a program reckons with are milliseconds since 1970, UTC, by the server's clock.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from djambi.server.schemas.base import (
    ClientMessage,
    GameChange,
    Level,
    Number,
    Party,
    PositionText,
    ServerMessage,
    StrictStruct,
)
from djambi.server.schemas.requests import RulesChoice
from djambi.server.schemas.terms import TableStage, Terms, Uncounted, VoteKind
from djambi.views.games import SeatView
from djambi.views.positions import PieceView

# --- on the socket of a game --------------------------------------------------------------------


class ClockView(StrictStruct):
    """The clocks at `now`: each party has `left` (ms), that of `running` goes down from `now` on.

    `until` is when the running one is over (null: none runs, or nothing happens then). While its
    player is on holiday that is later than what is left of it, by as long as it still stands.
    """

    now: int
    running: str | None
    until: int | None
    left: dict[str, int]
    paused: bool


class VoteView(StrictStruct):
    """The vote that is held: `number` is its call's event; `until` when it is over.

    `party` called it and `agreed` have agreed: both "" in a vote on a draw, which is secret.
    `voters` are asked (the active parties that somebody plays, and to `undo` those that would be
    active again), and all of them have to agree: who says nothing has not. `kept` is, for `undo`,
    how many lines would stay. To `return`, `party` is the one that resigned and wants to play on;
    bots are asked once all others agree.
    """

    number: int
    kind: VoteKind
    party: str
    agreed: str
    voters: str
    kept: int | None
    until: int


class TableView(StrictStruct):
    """An online table beside its game.

    `present` are the parties whose players are there (always "" at an anonymous table), `free`
    those that somebody may still take. `owner` is the party of who made the table ("" if it has
    none, or nobody may know). `kept` are free seats kept for somebody who played the last game.
    `next` is the game that follows: of the series, or the rematch. `round` counts the series' games
    from 1. `overdue` is the party whose time ran out in the turn to be played ("": none): a bot
    plays that turn, and `back` counts after it. `uncounted` tells why the game of a rated table
    does not count for ratings, as things stand (null: it does).
    """

    terms: Terms
    stage: TableStage
    present: str
    watching: int
    free: str
    kept: str
    owner: str
    clock: ClockView
    overdue: str
    vote: VoteView | None
    round: int
    next: str | None
    uncounted: Uncounted | None


class PlaceView(StrictStruct):
    """What I am at this table, beside the parties that I play.

    `owner`: I made it and may set its seats until it begins. `invite` is the key of the link, for
    those who sit here ("" for others). `kept` is the seat kept for me. `ballot` is what I said in
    the standing vote. `watcher`: I only watch.
    """

    owner: bool
    invite: str
    kept: str
    ballot: bool | None
    watcher: bool


class PresenceMessage(ServerMessage):
    """Who is at the table has changed: the parties whose players are there, how many watch.

    At an anonymous table `present` is always "".
    """

    present: str
    watching: int


# --- what a client asks of an online table ------------------------------------------------------


class BeginRequest(ClientMessage):
    """Begin although seats are free (who made the table): bots play them meanwhile."""


class CallRequest(GameChange):
    """Call a vote: on a draw, on going back to `kept` lines, on a pause, on its end, on my return.

    `kept` null goes back to before my last turn, and no vote goes back further. Who calls agrees.
    """

    vote: VoteKind
    kept: Number | None = None


class BallotRequest(ClientMessage):
    """Say yes or no in the vote that event `vote` called; yes may still become no, in a draw's."""

    vote: Number
    agree: bool


class RelinkRequest(ClientMessage):
    """Give the table a new link (who made it); the old one leads nowhere from then on."""


class BackRequest(ClientMessage):
    """I am here again: the bot that sat in for me gets up.

    A turn whose time ran out is played by the bot first.
    """


# --- the lobby ----------------------------------------------------------------------------------


class SeatPlan(StrictStruct):
    """A seat of a new table: mine, open (with a bot of level `meanwhile` until somebody sits down,
    if one is named), or a bot's of level `level` (null: one of the usual level, nobody twice)."""

    party: Party
    player: Literal["me", "open", "bot"]
    level: Level | None = None
    meanwhile: Level | None = None


class NewTableBody(RulesChoice):
    """Body of POST /api/tables; without `seats` the first one is mine, of those in the game.

    A seat left out is open, or a bot's if its party can play no more.
    """

    terms: Terms = Terms()
    position: PositionText | None = None
    seats: Annotated[list[SeatPlan], Meta(max_length=12)] = msgspec.field(
        default_factory=list[SeatPlan]
    )


class CreatedTableView(StrictStruct):
    """Answer to a new table or a rematch: its game, and the key of its link."""

    id: str
    invite: str


class InviteView(StrictStruct):
    """Answer of GET /api/invite/{key}: the game whose link that is."""

    id: str


class TableCardView(StrictStruct):
    """An online table in a list; times are ISO 8601 in UTC.

    `owner` is the name of who made it ("" at an anonymous table), `free` the seats that somebody
    may take, `mine` the parties that I play there, `my_turn` whether one of them is to move (by
    `deadline`, if there is one), `kept` those whose seats are reserved for me.
    `mover` is null when the game is over, and while it is paused.
    """

    id: str
    terms: Terms
    stage: TableStage
    variant: str
    edition: str
    rules: str
    seats: list[SeatView]
    owner: str
    free: str
    created: str
    played: str
    ply: int
    mover: str | None
    winners: str
    pieces: list[PieceView]
    corpses: list[str]
    watching: int
    mine: str
    my_turn: bool
    deadline: str | None
    kept: str


class LobbyView(StrictStruct):
    """Answer of GET /api/lobby: listed tables that wait, and games that all may watch.

    Both lists are newest first and at most 100 long; the counts are of all there are.
    """

    waiting: list[TableCardView]
    playing: list[TableCardView]
    waiting_count: int
    playing_count: int
    people: int


class MyTablesView(StrictStruct):
    """Answer of GET /api/mine: my games, those where I am to move first; `turns` counts them."""

    tables: list[TableCardView]
    turns: int
