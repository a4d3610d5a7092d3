"""What a player keeps private at a table, over HTTP: notes and conditional turns."""

from __future__ import annotations

from functools import partial
from operator import attrgetter

import msgspec
from litestar import get, put
from litestar.params import FromPath, FromQuery, JSONBody

from djambi.server.analysis.routes import at_desk
from djambi.server.correspondence.conditional_turns import check, plan_views
from djambi.server.correspondence.planner import ConditionalTurnService, plans_in
from djambi.server.correspondence.schemas import (
    MAX_NOTES,
    BoardNote,
    NotesBody,
    NotesView,
    PlansBody,
    PlansView,
    PlanView,
    StoredPlans,
)
from djambi.server.errors import RequestRefused
from djambi.server.game.table_queries import parties_of
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.security.current_user import account_of
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest, device_of
from djambi.server.storage.private_documents import revision_of

MAX_NOTES_BYTES = 60_000
"""Bytes of all notes of one player at one game."""


async def _table(request: HttpRequest, game: str, key: str = "") -> GameRoom:
    registry: GameRegistry = request.app.state.registry
    return await registry.open(game, device_of(request), key)


def _planner(request: HttpRequest) -> ConditionalTurnService:
    planner: ConditionalTurnService = request.app.state.planner
    return planner


@get(
    "/api/games/{game:str}/notes",
    response_headers=NO_STORE,
    endpoint=Endpoint("account"),
)
async def get_notes(
    request: HttpRequest, game: FromPath[str], key: FromQuery[str] = ""
) -> NotesView:
    """Return my notes on a game; nobody else ever sees them."""
    account = account_of(request)
    room = await _table(request, game, key)
    data = await _planner(request).privates.get(room.id, account.id, "notes")
    return NotesView(_notes_in(data), revision_of(data))


@put(
    "/api/games/{game:str}/notes",
    response_headers=NO_STORE,
    endpoint=Endpoint("account", limit="private"),
)
async def put_notes(
    request: HttpRequest, game: FromPath[str], data: JSONBody[NotesBody], key: FromQuery[str] = ""
) -> NotesView:
    """Store my notes on a game in the place of those there were.

    With a `revision` only if those are still the ones that it belongs to (`edited_elsewhere`).
    """
    account = account_of(request)
    room = await _table(request, game, key)
    if len({note.lines for note in data.notes}) != len(data.notes):
        raise RequestRefused("note_twice")
    stored = _stored(data.notes)
    privates = _planner(request).privates
    if not await privates.put(room.id, account.id, "notes", stored, data.revision):
        raise RequestRefused("edited_elsewhere")
    return NotesView(data.notes, revision_of(stored))


@put(
    "/api/games/{game:str}/note",
    response_headers=NO_STORE,
    endpoint=Endpoint("account", limit="private"),
)
async def put_note(
    request: HttpRequest, game: FromPath[str], data: JSONBody[BoardNote], key: FromQuery[str] = ""
) -> NotesView:
    """Store one of my notes on a game in the place of the one on its position.

    The others stay as they are. An empty one is deleted.
    """
    account = account_of(request)
    room = await _table(request, game, key)

    def among(stored: str | None) -> str | None:
        others = [note for note in _notes_in(stored) if note.lines != data.lines]
        is_empty = not data.text.strip() and not data.marks
        notes = others if is_empty else [*others, data]
        if len(notes) > MAX_NOTES:
            raise RequestRefused("too_long")
        return _stored(sorted(notes, key=attrgetter("lines")))

    stored = await _planner(request).privates.change(room.id, account.id, "notes", among)
    return NotesView(_notes_in(stored), revision_of(stored))


def _notes_in(stored: str | None) -> list[BoardNote]:
    return [] if stored is None else msgspec.json.decode(stored, type=NotesBody).notes


def _stored(notes: list[BoardNote]) -> str | None:
    """Return notes as they are stored (None: there are none); raises RequestRefused("too_long")."""
    text = msgspec.json.encode({"notes": notes})
    if len(text) > MAX_NOTES_BYTES:
        raise RequestRefused("too_long")
    return text.decode() if notes else None


def _mine(room: GameRoom, account: str) -> str:
    mine = parties_of(room.state, account)
    if room.state.online is None or not mine:
        raise RequestRefused("players_only")
    return mine


@get(
    "/api/games/{game:str}/plans",
    response_headers=NO_STORE,
    endpoint=Endpoint("account", work=1),
)
async def get_plans(request: HttpRequest, game: FromPath[str]) -> PlansView:
    """Return my conditional turns at a table, and what became of them."""
    account = account_of(request)
    room = await _table(request, game)
    mine = _mine(room, account.id)
    data = await _planner(request).privates.get(room.id, account.id, "plans")
    # Many plans of many turns take a while to be looked through.
    plans = await at_desk(request, partial(plan_views, room.state, plans_in(data), mine))
    return PlansView(plans, revision_of(data))


@put(
    "/api/games/{game:str}/plans",
    response_headers=NO_STORE,
    endpoint=Endpoint("player", limit="private"),
)
async def put_plans(
    request: HttpRequest, game: FromPath[str], data: JSONBody[PlansBody]
) -> PlansView:
    """Store my conditional turns in the place of those there were.

    The first plan whose turns agree with what is played is played on, as soon as it is my turn.
    What is due already is played at once. When the game ends they are forgotten.
    With a `revision` they are stored only if those there were are still the ones that it belongs
    to (`edited_elsewhere`).
    """
    account = account_of(request)
    room = await _table(request, game)
    mine = _mine(room, account.id)
    if room.state.mover is None:
        raise RequestRefused("over")
    state = room.state

    def checked() -> list[PlanView]:
        for number, plan in enumerate(data.plans, 1):
            check(state, plan, number)
        return plan_views(state, StoredPlans(data.plans), mine)

    plans = await at_desk(request, checked)
    revision = await _planner(request).store(room, account.id, data)
    return PlansView(plans, revision)
