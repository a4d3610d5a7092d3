"""Online tables over HTTP: the lobby, one's own tables, a new one, a link, a rematch."""

from __future__ import annotations

from functools import partial

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.params import FromPath, FromQuery, JSONBody

from djambi.server.analysis.own_games import refuse_own_game
from djambi.server.errors import RequestRefused
from djambi.server.game.table_queries import parties_of, require_online
from djambi.server.lan import code_svg
from djambi.server.live.new_games import start_position
from djambi.server.live.registry import GameRegistry
from djambi.server.people.me_routes import people_of
from djambi.server.rate_limits import RateLimits
from djambi.server.schemas.tables import (
    CreatedTableView,
    InviteView,
    LobbyView,
    MyTablesView,
    NewTableBody,
)
from djambi.server.security.current_user import account_of, account_or_none
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest, device_of, payer_of
from djambi.server.tables.creation import creation_event
from djambi.server.tables.lobby import LobbyFilter, TableLists
from djambi.server.tables.lobby_cache import LobbyCache
from djambi.server.tables.rematch import next_game

# It is asked for often, and mostly it is the same: the browser asks whether it is.
_LOBBY = {"cache-control": "private, no-cache"}


def _lists(request: HttpRequest) -> TableLists:
    lists: TableLists = request.app.state.table_lists
    return lists


@get(
    "/api/lobby",
    answers={200: (LobbyView,)},
    endpoint=Endpoint(is_public=True),
)
async def get_lobby(
    request: HttpRequest,
    variant: FromQuery[str] = "",
    edition: FromQuery[str] = "",
    clock: FromQuery[str] = "",
    talk: FromQuery[str] = "",
    rated: FromQuery[bool | None] = None,
    anonymous: FromQuery[bool | None] = None,
) -> Response[bytes]:
    """Return tables that wait for players, and games to watch."""
    wanted = LobbyFilter(variant, edition, clock, talk, rated, anonymous)
    account = account_or_none(request)
    limits: RateLimits = request.app.state.limits
    lobby: LobbyCache = request.app.state.lobby
    charge = partial(limits.take, "work", payer_of(request))
    found = await lobby.view(wanted, "" if account is None else account.id, charge)
    return Response(found, media_type=MediaType.JSON, headers=_LOBBY)


@get("/api/mine", response_headers=NO_STORE, endpoint=Endpoint("account"))
async def get_mine(request: HttpRequest) -> MyTablesView:
    """Return the tables of the account that asks."""
    return await _lists(request).mine(account_of(request).id)


@post(
    "/api/tables",
    response_headers=NO_STORE,
    endpoint=Endpoint("player", limit="table"),
)
async def post_table(request: HttpRequest, data: JSONBody[NewTableBody]) -> CreatedTableView:
    """Create an online table."""
    account = account_of(request)
    registry: GameRegistry = request.app.state.registry
    start = start_position(data)
    created = creation_event(data, start, account.id, device_of(request).traits)
    if data.position is not None:
        await refuse_own_game(request, [start])
    return CreatedTableView(await registry.make(created), created.invite)


@get("/api/invite/{key:str}", response_headers=NO_STORE, endpoint=Endpoint())
async def get_invite(request: HttpRequest, key: FromPath[str]) -> InviteView:
    """Return the game whose link has this key."""
    game = await _lists(request).store.invited(key) if key else None
    if game is None:
        raise RequestRefused("no_game")
    return InviteView(game)


@get(
    "/api/invite/{key:str}/code.svg",
    response_headers=NO_STORE,
    endpoint=Endpoint(),
)
async def get_invite_code(request: HttpRequest, key: FromPath[str]) -> Response[bytes]:
    """Return the link of this key as a code to scan."""
    if await _lists(request).store.invited(key) is None:
        raise RequestRefused("no_game")
    code = code_svg(f"{people_of(request).url}i/{key}")
    return Response(code, media_type="image/svg+xml")


@post(
    "/api/games/{game:str}/rematch",
    response_headers=NO_STORE,
    endpoint=Endpoint("player", limit="table"),
)
async def post_rematch_online(request: HttpRequest, game: FromPath[str]) -> CreatedTableView:
    """Return the game that follows: of the series, or the same again with the seats gone round."""
    account = account_of(request)
    registry: GameRegistry = request.app.state.registry
    room = await registry.open(game, device_of(request))
    if not parties_of(room.state, account.id):
        raise RequestRefused("not_your_seat")
    people = people_of(request).store
    following = await registry.room(await next_game(registry, people, room, account.id))
    return CreatedTableView(following.id, require_online(following.state).invite)
