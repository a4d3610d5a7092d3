"""Errors as HTTP answers: a status, a code for programs, a sentence for people."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    InternalError,
    NotSupportedError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from djambi.errors import DjambiError
from djambi.server.errors import Refused, refused_by
from djambi.server.schemas.requests import Fault
from djambi.views.errors import ViewError

STATUS = {
    "no_game": 404,
    "no_page": 404,
    "no_lesson": 404,
    "no_puzzle": 404,
    "no_lan": 404,
    "no_person": 404,
    "no_report": 404,
    "no_token": 404,
    "host_only": 403,
    "join": 403,
    "barred": 403,
    "foreign_host": 403,
    "foreign_page": 403,
    "guests_cannot": 403,
    "moderators_only": 403,
    "no_guests": 403,
    "no_registration": 403,
    "not_allowed": 403,
    "players_only": 403,
    "tokens_cannot": 403,
    "token_scope": 403,
    "wrong_password": 403,
    "bad_token": 401,
    "sign_in": 401,
    "wrong_name_or_password": 401,
    "name_taken": 409,
    "internal": 500,
    "away": 503,
    "slow_down": 429,
    "guarded": 429,
    "thinking": 429,
}
"""The status of every code that is not simply a bad request (400)."""

_BY_STATUS = {404: "no_page", 405: "no_page", 413: "too_long"}


class _Wrong(msgspec.Struct):
    """What Litestar says of a field that does not fit."""

    message: str
    key: str = ""


_log = logging.getLogger("djambi.server")

Asked = Request[Any, Any, State]


_OURS = (DataError, IntegrityError, InternalError, NotSupportedError, ProgrammingError)
"""Errors of the database that asking again does not mend."""


def unforeseen(error: Exception) -> Refused:
    """Return what is told of an error that nobody foresaw: the database is away, or a bug.

    >>> unforeseen(ConnectionRefusedError()).code, unforeseen(KeyError()).code
    ('away', 'internal')
    """
    away = isinstance(error, (DBAPIError, PoolTimeout, OSError)) and not isinstance(error, _OURS)
    return Refused("away" if away else "internal")


def fault(error: DjambiError, status: int | None = None) -> Response[Fault]:
    """The answer that says an error."""
    if isinstance(error, ViewError):
        error = Refused(error.code)
    said = refused_by(None, error)
    code = error.code if isinstance(error, Refused) else ""
    headers = {"cache-control": "no-store"}
    if isinstance(error, Refused) and error.retry is not None:
        headers["retry-after"] = str(error.retry)
    found = STATUS.get(code, 400) if status is None else status
    detail = "" if isinstance(error, Refused) else str(error)[:300]
    return Response(Fault(said.code, said.words, detail), status_code=found, headers=headers)


def _djambi_error(_: Asked, error: DjambiError) -> Response[Fault]:
    return fault(error)


def _http_error(_: Asked, error: HTTPException) -> Response[Fault]:
    code = _BY_STATUS.get(error.status_code)
    if code:
        return fault(Refused(code), error.status_code)
    return fault(DjambiError(_detail(error)), error.status_code)


def _detail(error: HTTPException) -> str:
    """Which field is wrong and how, if Litestar says so."""
    try:
        [wrong, *_] = msgspec.convert(error.extra, list[_Wrong])
    except (msgspec.ValidationError, ValueError):
        return error.detail
    return f"{wrong.message} ({wrong.key})" if wrong.key else wrong.message


def _unforeseen(request: Asked, error: Exception) -> Response[Fault]:
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return fault(unforeseen(error))


HANDLERS_OF_ERRORS: Any = {
    DjambiError: _djambi_error,
    HTTPException: _http_error,
    Exception: _unforeseen,
}
"""For `Litestar(exception_handlers=…)`, whose own type for it has unknown parts."""
