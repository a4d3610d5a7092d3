"""What a player keeps private at a table: notes on a board of their own, conditional turns."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from djambi.server.schemas.base import Cell, Number, StrictStruct, TurnText

ANY_TURN = "*"
"""In a plan: whatever is played here."""

MAX_NOTES = 300
"""Notes of one player at one table."""

MAX_PLANS = 40
"""Plans of one player at one table."""

MAX_PLAN_TURNS = 40
"""Turns in a plan."""

Colour = Literal["green", "red", "blue", "yellow"]


class BoardMark(StrictStruct):
    """A cell marked on a board, or an arrow from it to `target`."""

    cell: Cell
    target: Cell | None = None
    colour: Colour = "green"


class BoardNote(StrictStruct):
    """What a player wrote and drew on the position after the first `lines` lines of the list."""

    lines: Number
    text: Annotated[str, Meta(max_length=2000)] = ""
    marks: Annotated[list[BoardMark], Meta(max_length=100)] = msgspec.field(
        default_factory=list[BoardMark]
    )


SeenRevision = Annotated[str, Meta(max_length=32)]
"""The `revision` that a client was last told of what it replaces; without one it replaces any."""


class NotesBody(StrictStruct):
    """Body of PUT /api/games/{id}/notes: all of one's notes, one to a position."""

    notes: Annotated[list[BoardNote], Meta(max_length=MAX_NOTES)] = msgspec.field(
        default_factory=list[BoardNote]
    )
    revision: SeenRevision | None = None


class NotesView(StrictStruct):
    """Answer of GET and PUT /api/games/{id}/notes, and of PUT …/note; nobody else sees them."""

    notes: list[BoardNote]
    revision: str


class ConditionalTurn(StrictStruct):
    """Turns to come after event `after`, the last turn's (0: from the start).

    Each is a turn in the short form or `*`, whatever is played. As long as what is played agrees
    with them, those that are the player's own are played for them at once; the last one is theirs.
    """

    after: Number
    turns: Annotated[list[TurnText], Meta(min_length=1, max_length=MAX_PLAN_TURNS)]


class PlansBody(StrictStruct):
    """Body of PUT /api/games/{id}/plans: all of one's plans; the first that fits is played."""

    plans: Annotated[list[ConditionalTurn], Meta(max_length=MAX_PLANS)] = msgspec.field(
        default_factory=list[ConditionalTurn]
    )
    revision: SeenRevision | None = None


class StoredPlans(StrictStruct):
    """All plans of a player as they are kept; `number`: the last event then (None: not known)."""

    plans: list[ConditionalTurn]
    number: int | None = None


PlanState = Literal["waiting", "done", "void"]


class PlanView(StrictStruct):
    """A plan and what became of it: the first `met` turns have come true.

    It is "waiting" for others, "done", or "void": something else was played, its turn is not
    possible any more, or a turn of its player's was taken back since.
    """

    after: int
    turns: list[str]
    met: int
    state: PlanState


class PlansView(StrictStruct):
    """Answer of GET and PUT /api/games/{id}/plans."""

    plans: list[PlanView]
    revision: str
