"""Routes that only the server on one's own computer has: its games, and the local network."""

from __future__ import annotations

import secrets
from typing import Any

from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect

from djambi.server.api.game_routes import lasting_cookie, registry_of
from djambi.server.errors import RequestRefused
from djambi.server.lan import code_svg
from djambi.server.learning.careers import career
from djambi.server.schemas.requests import (
    CreatedGameView,
    LanView,
    NewGameBody,
    RecentGamesView,
    RecordBody,
)
from djambi.server.security.devices import Device, stored_key
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import DEVICE_COOKIE, HttpRequest, device_of
from djambi.server.security.local_guard import LocalAccess
from djambi.server.storage import Store
from djambi.server.storage.talk_log import AsideStore
from djambi.views.careers import CareerView


def _access(request: HttpRequest) -> LocalAccess:
    access: LocalAccess = request.app.state.access
    return access


# --- games --------------------------------------------------------------------------------------


@get("/api/games", response_headers=NO_STORE, endpoint=Endpoint(is_public=True))
async def get_games(request: HttpRequest, skip: FromQuery[int] = 0) -> RecentGamesView:
    """Return the games last played."""
    return await registry_of(request).recent(skip)


@post("/api/games", response_headers=NO_STORE, endpoint=Endpoint("host"))
async def post_game(request: HttpRequest, data: JSONBody[NewGameBody]) -> CreatedGameView:
    """Create a game (the host's right)."""
    return CreatedGameView(await registry_of(request).create(data))


@post("/api/games/load", response_headers=NO_STORE, endpoint=Endpoint("host"))
async def post_record(request: HttpRequest, data: JSONBody[RecordBody]) -> CreatedGameView:
    """Create a game from a record."""
    return CreatedGameView(await registry_of(request).load(data.text))


@post("/api/games/{game:str}/rematch", response_headers=NO_STORE, endpoint=Endpoint())
async def post_rematch(request: HttpRequest, game: FromPath[str]) -> CreatedGameView:
    """Create the same game again, for those who play it."""
    return CreatedGameView(await registry_of(request).rematch(game, device_of(request)))


@delete("/api/games/{game:str}", endpoint=Endpoint("host"))
async def delete_game(request: HttpRequest, game: FromPath[str]) -> None:
    """Remove a game from the list."""
    await registry_of(request).hide(game)


@get("/api/career", response_headers=NO_STORE, endpoint=Endpoint(work=1))
async def get_career(request: HttpRequest) -> CareerView:
    """Return what whoever asks has done in their games here."""
    store: Store = request.app.state.store
    return await career(store, AsideStore(store.database), device_of(request))


# --- the local network --------------------------------------------------------------------------


@get("/api/lan", response_headers=NO_STORE, sync_to_thread=False, endpoint=Endpoint())
def get_lan(request: HttpRequest) -> LanView:
    """Return whether phones can join, and how."""
    url = _access(request).join_url
    return LanView(bool(url), url, "/api/lan/code.svg" if url else "", device_of(request).host)


@get(
    "/api/lan/code.svg",
    response_headers=NO_STORE,
    sync_to_thread=False,
    endpoint=Endpoint(),
)
def get_code(request: HttpRequest) -> Response[bytes]:
    """Return the code for phones to scan."""
    url = _access(request).join_url
    if not url:
        raise RequestRefused("no_lan")
    return Response(code_svg(url), media_type="image/svg+xml")


@get("/join/{key:str}", response_headers=NO_STORE, endpoint=Endpoint())
async def join(request: HttpRequest, key: FromPath[str]) -> Response[Any]:
    """Admit a phone that has the key from the code, with a token of its own."""
    access = _access(request)
    if not secrets.compare_digest(key.encode(), access.join_key.encode()):
        raise RequestRefused("join")
    known: Device | None = request.scope["state"]["djambi"]
    if known is not None:
        return Redirect("/")
    token = secrets.token_urlsafe(24)
    store: Store = request.app.state.store
    await store.add_device(stored_key(token))
    access.devices.add(stored_key(token))
    return Redirect("/", cookies=[lasting_cookie(DEVICE_COOKIE, token)])
