"""Routes of the choice which e-mails a person wants."""

from __future__ import annotations

from litestar import get, put
from litestar.params import JSONBody

from djambi.server.notifications.table_emails import NoticesView, choose_notices, notices_of
from djambi.server.people.me_routes import people_of
from djambi.server.security.current_user import account_of
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest


@get("/api/me/notices", response_headers=NO_STORE, endpoint=Endpoint("member"))
async def get_notices(request: HttpRequest) -> NoticesView:
    """Return whether e-mails tell me what waits for me at tables with days for a turn."""
    account = account_of(request)
    return await notices_of(people_of(request).store.database, account.id)


@put("/api/me/notices", response_headers=NO_STORE, endpoint=Endpoint("member"))
async def put_notices(request: HttpRequest, data: JSONBody[NoticesView]) -> NoticesView:
    """Set whether e-mails tell me of turns and votes at tables with days for a turn."""
    account = account_of(request)
    await choose_notices(people_of(request).store.database, account.id, data)
    return data
