"""Routes of every server: catalogue, boards, records, settings, the app's files."""

from __future__ import annotations

import re
import secrets

from litestar import Response, get, post, put
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery, JSONBody

from djambi.server.analysis.routes import at_desk
from djambi.server.api.static_files import StaticFiles
from djambi.server.errors import RequestRefused
from djambi.server.live.registry import GameRegistry
from djambi.server.rate_limits import RateLimits
from djambi.server.schemas.requests import DeviceSettings, RulesChoice
from djambi.server.schemas.stored_settings import joined_settings, settings_of, text_of
from djambi.server.security.current_user import account_or_none
from djambi.server.security.devices import NO_ACCOUNT_KEY, stored_key
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest, cookie_value, device_of
from djambi.server.storage import Store
from djambi.server.timekeeping import now
from djambi.views.boards import BoardView, board_view
from djambi.views.catalogue import CatalogueView, RulesReportView, catalogue_view, rules_report_view
from djambi.views.press import FrontPageView

_COOKIE_AGE_S = 400 * 24 * 3600
"""Browsers keep no cookie longer than 400 days."""

BROWSER_COOKIE = "djambi_browser"
"""The cookie by which browsers at the server's own computer are told apart."""

_BROWSER_NAME = re.compile(r"[\w-]+", re.ASCII)
"""What we call a browser; what else it may send stays as it is, unrepeated."""


def registry_of(request: HttpRequest) -> GameRegistry:
    """Return the games of the server that is asked."""
    registry: GameRegistry = request.app.state.registry
    return registry


def lasting_cookie(name: str, value: str) -> Cookie:
    """Return a cookie that a browser keeps for long and shows to no script."""
    return Cookie(name, value=value, httponly=True, samesite="lax", max_age=_COOKIE_AGE_S, path="/")


# --- what there is to play ----------------------------------------------------------------------


@get(
    "/api/alive",
    media_type="text/plain",
    response_headers=NO_STORE,
    sync_to_thread=False,
    endpoint=Endpoint(is_probe=True),
)
def alive(request: HttpRequest) -> str:
    """Return the name of this server, by which a second start recognises it."""
    name: str = request.app.state.name
    return name


@get(
    "/api/catalogue",
    response_headers={"cache-control": "no-cache"},
    sync_to_thread=False,
    endpoint=Endpoint(is_public=True),
)
def get_catalogue() -> CatalogueView:
    """Return the variants, editions, options and bots."""
    return catalogue_view()


@get(
    "/api/boards/{variant:str}",
    response_headers={"cache-control": "private, max-age=3600"},
    sync_to_thread=False,
    endpoint=Endpoint(is_public=True),
)
def get_board(variant: FromPath[str]) -> BoardView:
    """Return the geometry of a variant's board."""
    return board_view(variant)


@post(
    "/api/rules",
    status_code=200,
    response_headers=NO_STORE,
    sync_to_thread=False,
    endpoint=Endpoint(is_question=True, is_public=True),
)
def post_rules(data: JSONBody[RulesChoice]) -> RulesReportView:
    """Check a set of rules."""
    return rules_report_view(*data.chosen())


# --- games --------------------------------------------------------------------------------------


@get(
    "/api/games/{game:str}/record",
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_public=True),
)
async def get_record(
    request: HttpRequest, game: FromPath[str], key: FromQuery[str] = ""
) -> Response[str]:
    """Return the record of a game, as a file; `key` is that of an online table's link."""
    await registry_of(request).open(game, device_of(request), key)
    text = await at_desk(request, await registry_of(request).record(game))
    headers = {"content-disposition": f'attachment; filename="djambi-{game}.txt"'}
    return Response(text, media_type="text/plain", headers=headers)


@get(
    "/api/games/{game:str}/paper",
    response_headers=NO_STORE,
    endpoint=Endpoint(work=1, is_public=True),
)
async def get_paper(
    request: HttpRequest, game: FromPath[str], key: FromQuery[str] = ""
) -> FrontPageView:
    """Return the front page of a game that is over; `key` is that of an online table's link."""
    device = device_of(request)
    await registry_of(request).open(game, device, key)
    write = await registry_of(request).paper(game, device)
    return await at_desk(request, write)


# --- this device --------------------------------------------------------------------------------


def _browser_of(request: HttpRequest) -> str:
    """Return what a browser at the server's own computer is called; "" if it has no name yet."""
    return cookie_value(request.scope["headers"], BROWSER_COOKIE) or ""


def _taste_of(request: HttpRequest) -> str:
    """Return whose settings are meant: an account's, a joined device's, or a browser's here.

    The server's own computer may have several people with a browser, or a profile of one, each.
    They are told apart by a cookie, which outlives another port. It is no secret and opens
    nothing; of what it holds, only a digest is kept.
    """
    account = account_or_none(request)
    if account is not None:
        # Also of who is barred, and has no seats as a device.
        return account.id
    device = device_of(request)
    browser = _browser_of(request) if device.host else ""
    return stored_key(browser) if browser else device.key


@get("/api/settings", response_headers=NO_STORE, endpoint=Endpoint())
async def get_settings(request: HttpRequest) -> Response[DeviceSettings]:
    """Return this device's settings; the defaults if they cannot be read any more.

    A browser at the server's own computer that comes for the first time gets a name, and begins
    with what is kept for the computer as a whole (by older versions, or by programs). At each visit
    it is told its name again, so that it forgets it only if it does not come for long.
    """
    key, host = _taste_of(request), device_of(request).host
    store: Store = request.app.state.store
    stored = None if key == NO_ACCOUNT_KEY else await store.settings(key)
    if stored is None and host:
        stored = await store.settings("")
    browser = _browser_of(request) or secrets.token_urlsafe(12)
    is_named = host and _BROWSER_NAME.fullmatch(browser) is not None
    return Response(
        settings_of(stored),
        cookies=[lasting_cookie(BROWSER_COOKIE, browser)] if is_named else None,
    )


@put("/api/settings", response_headers=NO_STORE, endpoint=Endpoint())
async def put_settings(request: HttpRequest, data: JSONBody[DeviceSettings]) -> DeviceSettings:
    """Store this device's settings, and return them (nothing is kept for a stranger).

    With `changed` only those that it names, each unless it was chosen later elsewhere; without it
    all of them.
    """
    key = _taste_of(request)
    if key == NO_ACCOUNT_KEY:
        return data
    # Only a server that people share has limits. They count for the account: an address may be that
    # of a whole school.
    limits: RateLimits | None = request.app.state.get("limits")
    if limits is not None:
        limits.take("private", key)
    store: Store = request.app.state.store

    at = now()
    begun_with = "{}"
    if data.changed and device_of(request).host:
        begun_with = await store.settings("") or "{}"

    def join(stored: str) -> str:
        known = begun_with if stored == "{}" else stored
        return text_of(joined_settings(data, settings_of(known), at), known)

    return settings_of(await store.change_settings(key, join))


# --- the app ------------------------------------------------------------------------------------


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False, endpoint=Endpoint())
def get_file(request: HttpRequest, path: FromPath[str] = "") -> Response[bytes]:
    """Return a file of the app, or its one page."""
    if path.startswith("/api/") or path == "/api":
        raise RequestRefused("no_page")
    files: StaticFiles = request.app.state.files
    headers = request.headers
    return files.answer(path, headers.get("accept-encoding", ""), headers.get("if-none-match", ""))
