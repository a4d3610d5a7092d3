"""The HTTP side: catalogue, boards, games, settings, the network, the app's files."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler

from djambi.server.analysis.service import Thinkers
from djambi.server.api.static_files import StaticFiles
from djambi.server.errors import Refused
from djambi.server.lan import code_svg
from djambi.server.live.registry import GameRegistry
from djambi.server.schemas.requests import (
    GameMade,
    LanView,
    LoadedRecord,
    NewGame,
    RecentGames,
    RulesChoice,
    Settings,
)
from djambi.server.security.access import (
    COOKIE,
    NOBODY,
    Access,
    Device,
    cookie_of,
    key_of,
    payer_of,
)
from djambi.server.security.http_requests import Asked, device_of
from djambi.views.boards import BoardView, board_view
from djambi.views.catalogue import CatalogueView, RulesReportView, catalogue_view, rules_report_view

_FRESH = {"cache-control": "no-store"}
_YEARS = 5 * 365 * 24 * 3600

BROWSER = "djambi_browser"
"""The cookie by which browsers at the server's own computer are told apart."""


def _hub(request: Asked) -> GameRegistry:
    hub: GameRegistry = request.app.state.registry
    return hub


def _access(request: Asked) -> Access:
    access: Access = request.app.state.access
    return access


def _lasting(name: str, value: str) -> Cookie:
    return Cookie(name, value=value, httponly=True, samesite="lax", max_age=_YEARS, path="/")


def _host_only(request: Asked) -> None:
    if not device_of(request).host:
        raise Refused("host_only")


# --- what there is to play ----------------------------------------------------------------------


@get("/api/alive", media_type="text/plain", response_headers=_FRESH, sync_to_thread=False)
def alive(request: Asked) -> str:
    """The name of this server, by which a second start knows it."""
    name: str = request.app.state.name
    return name


@get("/api/catalogue", response_headers={"cache-control": "no-cache"}, sync_to_thread=False)
def get_catalogue() -> CatalogueView:
    """Variants, editions, options, bots."""
    return catalogue_view()


@get(
    "/api/boards/{variant:str}",
    response_headers={"cache-control": "private, max-age=3600"},
    sync_to_thread=False,
)
def get_board(variant: FromPath[str]) -> BoardView:
    """The geometry of a variant's board."""
    return board_view(variant)


@post("/api/rules", status_code=200, response_headers=_FRESH, sync_to_thread=False)
def post_rules(data: JSONBody[RulesChoice]) -> RulesReportView:
    """A set of rules looked at."""
    return rules_report_view(*data.chosen())


# --- games --------------------------------------------------------------------------------------


@get("/api/games", response_headers=_FRESH)
async def get_games(request: Asked) -> RecentGames:
    """The games last played."""
    return RecentGames(await _hub(request).recent())


@post("/api/games", response_headers=_FRESH)
async def post_game(request: Asked, data: JSONBody[NewGame]) -> GameMade:
    """A new game (the host's to make)."""
    _host_only(request)
    return GameMade(await _hub(request).create(data))


@post("/api/games/load", response_headers=_FRESH)
async def post_record(request: Asked, data: JSONBody[LoadedRecord]) -> GameMade:
    """A game from a record."""
    _host_only(request)
    return GameMade(await _hub(request).load(data.text))


@post("/api/games/{game:str}/rematch", response_headers=_FRESH)
async def post_rematch(request: Asked, game: FromPath[str]) -> GameMade:
    """The same game again, for those who play it."""
    hub = _hub(request)
    if not (await hub.table(game)).parties_of(device_of(request)):
        _host_only(request)
    return GameMade(await hub.rematch(game))


@get("/api/games/{game:str}/record", response_headers=_FRESH)
async def get_record(
    request: Asked, game: FromPath[str], key: FromQuery[str] = ""
) -> Response[str]:
    """The record of a game, as a file; `key` is that of an online table's link."""
    await _hub(request).open(game, device_of(request), key)
    thinkers: Thinkers = request.app.state.thinkers
    text = await thinkers.desk.run(payer_of(request), await _hub(request).record(game))
    headers = {"content-disposition": f'attachment; filename="djambi-{game}.txt"'}
    return Response(text, media_type="text/plain", headers=headers)


@delete("/api/games/{game:str}")
async def delete_game(request: Asked, game: FromPath[str]) -> None:
    """Take a game out of the list."""
    _host_only(request)
    if not await _hub(request).store.hide(game):
        raise Refused("no_game")


# --- this device --------------------------------------------------------------------------------


def _taste_of(request: Asked) -> str:
    """Return whose settings are meant: an account's, a joined device's, or a browser's here.

    The server's own computer may have several people with a browser, or a profile of one, each.
    They are told apart by a cookie, which outlives another port. It is no secret and opens
    nothing; of what it holds, only a digest is kept.
    """
    device = device_of(request)
    browser = cookie_of(request.scope["headers"], BROWSER) if device.host else None
    return key_of(browser) if browser else device.key


@get("/api/settings", response_headers=_FRESH)
async def get_settings(request: Asked) -> Response[Settings]:
    """What this device likes; the defaults if that cannot be read any more.

    A browser at the server's own computer that comes for the first time gets a name, and begins
    with what is kept for the computer as a whole (by older versions, or by programs).
    """
    key, host = _taste_of(request), device_of(request).host
    store = _hub(request).store
    stored = None if key == NOBODY else await store.settings(key)
    if stored is None and host:
        stored = await store.settings("")
    try:
        found = Settings() if stored is None else msgspec.json.decode(stored, type=Settings)
    except msgspec.DecodeError:
        found = Settings()
    new = host and key == ""
    return Response(found, cookies=[_lasting(BROWSER, secrets.token_urlsafe(12))] if new else None)


@put("/api/settings", response_headers=_FRESH)
async def put_settings(request: Asked, data: JSONBody[Settings]) -> Settings:
    """Store what this device likes (of nobody nothing is kept)."""
    key = _taste_of(request)
    if key != NOBODY:
        await _hub(request).store.set_settings(key, msgspec.json.encode(data).decode())
    return data


# --- the local network --------------------------------------------------------------------------


@get("/api/lan", response_headers=_FRESH, sync_to_thread=False)
def get_lan(request: Asked) -> LanView:
    """Whether phones can join, and how."""
    url = _access(request).join_url
    return LanView(bool(url), url, "/api/lan/code.svg" if url else "", device_of(request).host)


@get("/api/lan/code.svg", response_headers=_FRESH, sync_to_thread=False)
def get_code(request: Asked) -> Response[bytes]:
    """The code for phones to scan."""
    url = _access(request).join_url
    if not url:
        raise Refused("no_lan")
    return Response(code_svg(url), media_type="image/svg+xml")


@get("/join/{key:str}", response_headers=_FRESH)
async def join(request: Asked, key: FromPath[str]) -> Response[Any]:
    """A phone comes with the key from the code: it gets a token of its own."""
    access = _access(request)
    if not secrets.compare_digest(key.encode(), access.join_key.encode()):
        raise Refused("join")
    known: Device | None = request.scope["state"]["djambi"]
    if known is not None:
        return Redirect("/")
    token = secrets.token_urlsafe(24)
    await _hub(request).store.add_device(key_of(token))
    access.devices.add(key_of(token))
    return Redirect("/", cookies=[_lasting(COOKIE, token)])


# --- the app ------------------------------------------------------------------------------------


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def get_file(request: Asked, path: FromPath[str] = "") -> Response[bytes]:
    """A file of the app, or its one page."""
    if path.startswith("/api/") or path == "/api":
        raise Refused("no_page")
    files: StaticFiles = request.app.state.files
    return files.answer(path, request.headers.get("accept-encoding", ""))


GAME_HANDLERS: list[ControllerRouterHandler] = [
    alive,
    get_catalogue,
    get_board,
    post_rules,
    get_games,
    post_game,
    post_record,
    post_rematch,
    get_record,
    delete_game,
    get_settings,
    put_settings,
    get_lan,
    get_code,
    join,
    get_file,
]
