"""The application: routes, socket, guard, errors, and what lives as long as the server does."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from djambi.errors import DjambiError
from djambi.server.access import Access, Guard
from djambi.server.bodies import Fault
from djambi.server.hub import Hub
from djambi.server.lesson_routes import LESSON_HANDLERS
from djambi.server.puzzle_routes import PUZZLE_HANDLERS
from djambi.server.routes import HANDLERS
from djambi.server.runner import DELAY, BotRunner
from djambi.server.socket import game_socket
from djambi.server.static_files import StaticFiles
from djambi.server.storage import Store
from djambi.server.study_routes import STUDY_HANDLERS
from djambi.server.thinking import Thinkers
from djambi.server.words import Refused, refused_by

LARGEST_BODY = 1_000_000
"""Bytes; a record of a long game has a tenth of that."""

_STATUS = {
    "no_game": 404,
    "no_page": 404,
    "no_lesson": 404,
    "no_puzzle": 404,
    "no_lan": 404,
    "host_only": 403,
    "join": 403,
    "internal": 500,
    "thinking": 429,
}
_BY_STATUS = {404: "no_page", 405: "no_page", 413: "too_long"}


class _Wrong(msgspec.Struct):
    """What Litestar says of a field that does not fit."""

    message: str
    key: str = ""


_log = logging.getLogger("djambi.server")

Asked = Request[Any, Any, State]


def make_app(database: Path, access: Access, name: str, bot_delay: float = DELAY) -> Guard:
    """The server as an ASGI application; the database must have the present form."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None]:
        store = Store(database)
        access.devices |= await store.devices()
        app.state.hub = hub = Hub(store, BotRunner(bot_delay))
        app.state.thinkers = thinkers = Thinkers(store)
        try:
            yield
        finally:
            await thinkers.close()
            await hub.close()

    app = Litestar(
        route_handlers=[
            *HANDLERS,
            *STUDY_HANDLERS,
            *LESSON_HANDLERS,
            *PUZZLE_HANDLERS,
            game_socket,
        ],
        lifespan=[lifespan],
        exception_handlers={
            DjambiError: _djambi_error,
            HTTPException: _http_error,
            Exception: _unforeseen,
        },
        state=State({"access": access, "name": name, "files": StaticFiles()}),
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,
        logging_config=None,
    )
    # Around everything: what Litestar answers by itself is guarded too.
    return Guard(app, access)


def _fault(error: DjambiError, status: int) -> Response[Fault]:
    said = refused_by(None, error)
    headers = {"cache-control": "no-store"}
    return Response(Fault(said.code, said.words), status_code=status, headers=headers)


def _djambi_error(_: Asked, error: DjambiError) -> Response[Fault]:
    code = error.code if isinstance(error, Refused) else ""
    return _fault(error, _STATUS.get(code, 400))


def _http_error(_: Asked, error: HTTPException) -> Response[Fault]:
    code = _BY_STATUS.get(error.status_code)
    if code:
        return _fault(Refused(code), error.status_code)
    return _fault(DjambiError(_detail(error)), error.status_code)


def _detail(error: HTTPException) -> str:
    """Which field is wrong and how, if Litestar says so."""
    try:
        [wrong, *_] = msgspec.convert(error.extra, list[_Wrong])
    except (msgspec.ValidationError, ValueError):
        return error.detail
    return f"{wrong.message} ({wrong.key})" if wrong.key else wrong.message


def _unforeseen(request: Asked, error: Exception) -> Response[Fault]:
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _fault(Refused("internal"), 500)
