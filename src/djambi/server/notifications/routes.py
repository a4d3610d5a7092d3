"""What a person wants to be told by letter, over HTTP."""

from __future__ import annotations

from litestar import get, put
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from djambi.server.notifications.turn_emails import NoticesView, choose_notices, notices_of
from djambi.server.people.routes import people_of
from djambi.server.security.current_user import member_of
from djambi.server.security.http_requests import Asked

_FRESH = {"cache-control": "no-store"}


@get("/api/me/notices", response_headers=_FRESH)
async def get_notices(request: Asked) -> NoticesView:
    """Whether letters say that it is my turn."""
    account = member_of(request)
    return await notices_of(people_of(request).store.database, account.id)


@put("/api/me/notices", response_headers=_FRESH)
async def put_notices(request: Asked, data: JSONBody[NoticesView]) -> NoticesView:
    """Have letters say that it is my turn at tables with days for a turn, or not."""
    account = member_of(request)
    await choose_notices(people_of(request).store.database, account.id, data)
    return data


NOTICE_HANDLERS: list[ControllerRouterHandler] = [get_notices, put_notices]
