"""Holidays over HTTP."""

from __future__ import annotations

from litestar import get, put
from litestar.params import JSONBody

from djambi.server.correspondence.holidays import (
    HolidayBody,
    HolidayService,
    HolidayView,
    left,
    running,
)
from djambi.server.security.current_user import account_of
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest
from djambi.server.storage.holidays import HolidayRecord
from djambi.server.timekeeping import iso, now


def _maker(request: HttpRequest) -> HolidayService:
    maker: HolidayService = request.app.state.holidays
    return maker


def _view(holidays: HolidayRecord) -> HolidayView:
    at = now()
    until = running(holidays, at)
    return HolidayView(None if until is None else iso(until), left(holidays, at))


@get("/api/me/holiday", response_headers=NO_STORE, endpoint=Endpoint("account"))
async def get_holiday(request: HttpRequest) -> HolidayView:
    """Return my holiday, and how many days I may take."""
    return _view(await _maker(request).taken(account_of(request).id))


@put(
    "/api/me/holiday",
    response_headers=NO_STORE,
    endpoint=Endpoint("player", limit="holiday"),
)
async def put_holiday(request: HttpRequest, data: JSONBody[HolidayBody]) -> HolidayView:
    """Begin a holiday, or end it with 0 days.

    No time passes for me meanwhile at the tables with days for a turn where I play; at anonymous
    tables it does.
    """
    account = account_of(request)
    return _view(await _maker(request).take(account.id, data.days))
