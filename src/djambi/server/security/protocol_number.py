"""The number of the network protocol: clients that cannot be understood are told what to do.

A client says which protocol it speaks: over HTTP in the header `x-djambi`, on a socket in the query
(`protocol=1`), for a browser cannot send headers there. One that says nothing, such as a link or a
script, is taken as it comes.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from djambi._version import OLDEST_PROTOCOL_NUMBER, PROTOCOL_NUMBER
from djambi.server.close_codes import OTHER_PROTOCOL
from djambi.server.error_codes import ErrorCode
from djambi.server.errors import RequestRefused, failed_message
from djambi.server.security.request_policy import CSRF_HEADER

MAX_NUMBER_DIGITS: Final = 9
"""Digits of a number that are read."""


def protocol_refusal(number: int | None) -> RequestRefused | None:
    """Return why a client that speaks this protocol (None: it does not say) is refused, or None.

    >>> print(protocol_refusal(1), protocol_refusal(None))
    None None
    >>> [protocol_refusal(number).code for number in (0, 99)]
    ['client_older', 'client_newer']
    """
    if number is None or OLDEST_PROTOCOL_NUMBER <= number <= PROTOCOL_NUMBER:
        return None
    code: ErrorCode = "client_older" if number < OLDEST_PROTOCOL_NUMBER else "client_newer"
    return RequestRefused(
        code, client=number, oldest=OLDEST_PROTOCOL_NUMBER, newest=PROTOCOL_NUMBER
    )


def checking_protocol(app: ASGIApp) -> ASGIApp:
    """Return an application behind which nobody comes who speaks another protocol."""

    async def check(scope: Scope, receive: Receive, send: Send) -> None:
        why = protocol_refusal(_number_of(scope))
        if why is None:
            await app(scope, receive, send)
        elif scope["type"] == ScopeType.HTTP:
            raise why
        else:
            # A socket that is refused before it is open tells a browser's page nothing.
            said = msgspec.json.encode(failed_message(None, why)).decode()
            await receive()
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await send({"type": "websocket.send", "text": said, "bytes": None})
            code = OTHER_PROTOCOL
            await send({"type": "websocket.close", "code": code, "reason": why.code})

    return check


def _number_of(scope: Scope) -> int | None:
    """Return the number of the protocol that a client says it speaks, or None."""
    if scope["type"] == ScopeType.HTTP:
        said = [v.decode("latin-1") for k, v in scope["headers"] if k == CSRF_HEADER]
    else:
        said = parse_qs(scope["query_string"].decode("latin-1")).get("protocol", [])
    if len(said) != 1 or not said[0].isascii() or not said[0].isdecimal():
        return None
    return int(said[0][:MAX_NUMBER_DIGITS])
