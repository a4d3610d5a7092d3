"""Who asks, and what this server is: the first thing that every client wants to know."""

from __future__ import annotations

from litestar import Response, get

from djambi.render.pictures import available
from djambi.server.errors import RequestRefused
from djambi.server.page_build import PAGE_PATH
from djambi.server.people.cookies import session_cookie
from djambi.server.people.presenter import mine_view
from djambi.server.people.schemas import MeView, home_view
from djambi.server.people.service import AccountService
from djambi.server.security.current_user import visitor_of
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest, cookie_value
from djambi.server.security.request_policy import cookie_name
from djambi.server.storage.people import Account
from djambi.server.storage.reports import ReportStore
from djambi.server.storage.turns import AwaitedTurnsStore


def people_of(request: HttpRequest) -> AccountService:
    """Return the people of an online server; raises RequestRefused("no_page") elsewhere."""
    people: AccountService | None = request.app.state.get("people")
    if people is None:
        raise RequestRefused("no_page")
    return people


async def me_view(request: HttpRequest, account: Account | None) -> MeView:
    """Return what an account (None: nobody) is told of itself and of this server."""
    people: AccountService | None = request.app.state.get("people")
    if people is None:
        return home_view(available())
    settings = people.settings
    turns = reports = 0
    if account is not None:
        turns = await AwaitedTurnsStore(people.store.database).count(account.id)
    if account is not None and account.moderator:
        reports = await ReportStore(people.store.database).count_open(account.id)
    return MeView(
        online=True,
        server=settings.name,
        account=None if account is None else mine_view(account, not _by_token(request)),
        turns=turns,
        reports=reports,
        mail=people.send is not None,
        guests=settings.guests,
        registration=settings.registration,
        pictures=available(),
        page=PAGE_PATH if settings.page else "",
    )


def _by_token(request: HttpRequest) -> bool:
    visitor = visitor_of(request)
    return visitor is not None and visitor.kind == "api"


@get("/api/me", response_headers=NO_STORE, endpoint=Endpoint())
async def get_me(request: HttpRequest) -> Response[MeView]:
    """Return who asks, and what this server is.

    A session lasts from the last visit on, so its cookie has to as well: every visit begins here.
    """
    people: AccountService | None = request.app.state.get("people")
    visitor = None if people is None else visitor_of(request)
    view = await me_view(request, None if visitor is None else visitor.account)
    if people is None or visitor is None or visitor.kind != "web":
        return Response(view)
    secure = people.settings.secure
    secret = cookie_value(request.scope["headers"], cookie_name(secure)) or ""
    return Response(view, cookies=[session_cookie(secure, secret)])
