"""Errors as HTTP answers: a status, a code for programs, a sentence for people."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_405_METHOD_NOT_ALLOWED

from djambi.errors import DjambiError
from djambi.server.database_errors import is_passing
from djambi.server.error_codes import ErrorCode
from djambi.server.errors import RequestRefused, error_answer
from djambi.server.schemas.requests import ErrorView

_CODE_BY_STATUS: Final[dict[int, ErrorCode]] = {404: "no_page", 413: "too_long"}

_BODY_PARAMETER: Final = "data"
"""What handlers call the body, and so Litestar a fault of the whole of it."""


class _FieldError(msgspec.Struct):
    """What Litestar says of a field that does not fit."""

    message: str
    key: str = ""


_log = logging.getLogger("djambi.server")

HttpRequest = Request[Any, Any, State]


def unexpected_error(error: Exception) -> RequestRefused:
    """Return the refusal for an unexpected error: the database is away, or there is a bug.

    >>> unexpected_error(ConnectionRefusedError()).code, unexpected_error(KeyError()).code
    ('away', 'internal')
    """
    return RequestRefused("away" if is_passing(error) else "internal")


def error_response(error: DjambiError, status: int | None = None) -> Response[ErrorView]:
    """Return an error as an answer: `status`, or the one that goes with its code."""
    answer = error_answer(error)
    headers = {"cache-control": "no-store"}
    if answer.retry is not None:
        headers["retry-after"] = str(answer.retry)
    return Response(answer.view, status_code=status or answer.status, headers=headers)


def _djambi_error(_: HttpRequest, error: DjambiError) -> Response[ErrorView]:
    return error_response(error)


def _http_error(request: HttpRequest, error: HTTPException) -> Response[ErrorView]:
    if error.status_code == HTTP_405_METHOD_NOT_ALLOWED:
        answer = error_response(RequestRefused("no_method", method=request.method))
        answer.headers.update(error.headers or {})  # which methods it does take
        return answer
    code = _CODE_BY_STATUS.get(error.status_code)
    if code:
        return error_response(RequestRefused(code), error.status_code)
    return error_response(DjambiError(_detail(error)), error.status_code)


def _detail(error: HTTPException) -> str:
    """Return which field is wrong and how, if Litestar says so."""
    try:
        [wrong, *_] = msgspec.convert(error.extra, list[_FieldError])
    except (msgspec.ValidationError, ValueError):
        return error.detail
    if wrong.key == _BODY_PARAMETER:
        missing = wrong.message == repr(_BODY_PARAMETER)  # the text of a KeyError
        return "the body is missing" if missing else f"{wrong.message} (body)"
    return f"{wrong.message} ({wrong.key})" if wrong.key else wrong.message


def _unexpected(request: HttpRequest, error: Exception) -> Response[ErrorView]:
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return error_response(unexpected_error(error))


EXCEPTION_HANDLERS: Any = {
    DjambiError: _djambi_error,
    HTTPException: _http_error,
    Exception: _unexpected,
}
"""For `Litestar(exception_handlers=…)`, whose own type for it has unknown parts."""
