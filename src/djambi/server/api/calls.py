"""Any message of a game's socket, sent over HTTP: for programs that hold no socket."""

from __future__ import annotations

import msgspec
from litestar import Response, post
from litestar.params import FromPath, FromQuery, JSONBody

from djambi.server.error_codes import STATUS, ErrorCode
from djambi.server.live.listener import Listener
from djambi.server.schemas.messages import (
    AnyClientMessage,
    AnyServerMessage,
    FailedMessage,
    ResumeRequest,
    StateMessage,
)
from djambi.server.schemas.requests import ErrorView
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest, device_of
from djambi.server.sessions.session import GameServices, SocketSession

_ANSWERS = {
    200: (AnyServerMessage,),
    400: (FailedMessage, ErrorView),
    409: (StateMessage,),
    429: (FailedMessage, ErrorView),
    500: (FailedMessage, ErrorView),
    503: (FailedMessage, ErrorView),
}

_NOT_THEIRS = frozenset({"slow_down", "internal", "away"})
"""Codes of errors that are not the message's own."""


@post(
    "/api/games/{game:str}/ask",
    status_code=200,
    answers=_ANSWERS,
    endpoint=Endpoint(is_question=True),
)
async def post_ask(
    request: HttpRequest,
    game: FromPath[str],
    data: JSONBody[AnyClientMessage],
    key: FromQuery[str] = "",
) -> Response[bytes]:
    """Send a message to a game, as on its socket.

    The answer is the message that the socket would send: 200 with what was asked for (`done` for
    a change: it is stored), 400 with `failed`, 409 with the whole `state` if the game has gone on
    since the event that the message names. 429 and 503 are `failed` too: ask again after as many
    seconds as the header `retry-after` (and `retry`) says; 500 is a fault of the server's.
    """
    services: GameServices = request.app.state.game_services
    device = device_of(request)
    session = SocketSession(
        services, await services.registry.open(game, device, key), Listener(device, key)
    )
    await session.answer(data)
    await session.settled()
    answer = session.listener.queue.get_nowait() or b""
    headers = dict(NO_STORE)
    head = msgspec.json.decode(answer, type=_AnswerHead)
    status = _status(data, head)
    if head.retry is not None:
        headers["retry-after"] = str(head.retry)
    return Response(answer, status_code=status, media_type="application/json", headers=headers)


class _AnswerHead(msgspec.Struct):
    type: str
    code: ErrorCode | None = None
    retry: int | None = None


def _status(asked: AnyClientMessage, head: _AnswerHead) -> int:
    if head.type == "failed":
        # What was wrong with the message is 400, whatever it was; what was not is said apart.
        return STATUS[head.code] if head.code and head.code in _NOT_THEIRS else 400
    # A client that asks for the state is given it; any other question came too late.
    return 409 if head.type == "state" and not isinstance(asked, ResumeRequest) else 200
