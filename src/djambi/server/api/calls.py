"""Any message of a game's socket, sent over HTTP: for programs that hold no socket."""

from __future__ import annotations

import msgspec
from litestar import Response, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from djambi.server import messages as m
from djambi.server.bodies import Fault
from djambi.server.hub import Hub
from djambi.server.routes import Asked, device_of
from djambi.server.socket import Session
from djambi.server.table import Listener

_ANSWERS = {200: (m.ServerMessage,), 400: (m.Failed, Fault), 409: (m.State,)}


@post("/api/games/{game:str}/ask", status_code=200, answers=_ANSWERS)
async def post_ask(
    request: Asked,
    game: FromPath[str],
    data: JSONBody[m.ClientMessage],
    key: FromQuery[str] = "",
) -> Response[bytes]:
    """Send a message to a game, as on its socket.

    The answer is the message that the socket would send: 200 with what was asked for (`done` for
    a change: it is stored), 400 with `failed`, 409 with the whole `state` if the game has gone on
    since the event that the message names.
    """
    hub: Hub = request.app.state.hub
    device = device_of(request)
    session = Session(hub, await hub.open(game, device, key), Listener(device, key))
    await session.answer(data)
    await session.settled()
    answer = session.listener.queue.get_nowait() or b""
    headers = {"cache-control": "no-store"}
    status = _status(data, answer)
    return Response(answer, status_code=status, media_type="application/json", headers=headers)


class _Kind(msgspec.Struct):
    type: str


def _status(asked: m.ClientMessage, answer: bytes) -> int:
    kind = msgspec.json.decode(answer, type=_Kind).type
    if kind == "failed":
        return 400
    # Who asks for the state is given it; who asked for something else came too late.
    return 409 if kind == "state" and not isinstance(asked, m.Resume) else 200


CALL_HANDLERS: list[ControllerRouterHandler] = [post_ask]
