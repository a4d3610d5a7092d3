"""The search of finished games over HTTP."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from djambi.position.position import Position
from djambi.position.setup_reading import MAX_POSITION_CHARS
from djambi.server.errors import RequestRefused
from djambi.server.people.me_routes import people_of
from djambi.server.people.names import lookup_key
from djambi.server.people.service import AccountService
from djambi.server.search.positions import place_of
from djambi.server.search.schemas import FoundGameView, SearchView
from djambi.server.security.current_user import account_or_none
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest
from djambi.server.storage.search import SearchHit, SearchQuery, SearchStore
from djambi.server.tables.lobby import TableLists

GAMES_PER_PAGE = 20
"""Games in an answer."""

CURSOR_PATTERN = "^([0-9]{1,15}-[a-z0-9]{1,24})?$"
"""The time of a game's last event and its id: where an answer ended."""


@get(
    "/api/search",
    response_headers=NO_STORE,
    endpoint=Endpoint(limit="search"),
)
async def get_search(
    request: HttpRequest,
    player: Annotated[str, QueryParameter(max_length=40)] = "",
    variant: Annotated[str, QueryParameter(max_length=40)] = "",
    edition: Annotated[str, QueryParameter(max_length=40)] = "",
    position: Annotated[str, QueryParameter(max_length=MAX_POSITION_CHARS)] = "",
    before: Annotated[str, QueryParameter(max_length=40, pattern=CURSOR_PATTERN)] = "",
) -> SearchView:
    """Return finished games that everybody may see.

    Each of `player` (a registered name, or an account's id), `variant`, `edition` and `position`
    (NOTATION 1; what stands where and who plays next counts, the rules do not) may be left out.
    Nobody finds an anonymous game by its players.
    """
    people = people_of(request)
    lists: TableLists = request.app.state.table_lists
    account = await _account(people, player) if player else ""
    place = place_of(Position.parse(position)) if position else ""
    sought = SearchQuery(account, variant, edition, place, _cursor(before))
    hits = await SearchStore(people.store.database).find(sought, GAMES_PER_PAGE + 1)
    shown = hits[:GAMES_PER_PAGE]
    asking = account_or_none(request)
    rows = {row.id: row for row in await lists.store.these([hit.game for hit in shown])}
    known = [hit for hit in shown if hit.game in rows]
    found = await lists.cards(
        (rows[hit.game] for hit in known), "" if asking is None else asking.id
    )
    lines = {hit.game: hit.lines for hit in known}
    more = _more(shown[-1]) if len(hits) > GAMES_PER_PAGE else ""
    return SearchView([FoundGameView(card, lines[card.id]) for card in found], more)


async def _account(people: AccountService, player: str) -> str:
    # The id first: ids are known to all, and whoever takes one as a name is not who is meant.
    try:
        return (await people.somebody(player)).id
    except RequestRefused:
        named = await people.store.by_name(lookup_key(player))
        if named is None:
            raise
        return named.id


def _cursor(before: str) -> tuple[int, str] | None:
    at, _, game = before.partition("-")
    return (int(at), game) if before else None


def _more(hit: SearchHit) -> str:
    return f"{hit.played}-{hit.game}"
