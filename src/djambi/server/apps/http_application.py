"""The HTTP application that a server's guard stands around: what all servers have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from djambi.server.http_errors import EXCEPTION_HANDLERS
from djambi.server.schemas.requests import MAX_BODY_BYTES
from djambi.server.security.endpoints import enforce_endpoint
from djambi.server.security.json_requests import JsonRequest
from djambi.server.security.protocol_number import checking_protocol


def http_application(
    handlers: Sequence[BaseRouteHandler],
    lifespan: Callable[[Litestar], AbstractAsyncContextManager[None]],
    state: Mapping[str, Any],
) -> Litestar:
    """Return an application of these handlers; `state` is what they know from the beginning."""
    return Litestar(
        route_handlers=handlers,
        middleware=[checking_protocol],
        guards=[enforce_endpoint],
        lifespan=[lifespan],
        exception_handlers=EXCEPTION_HANDLERS,
        request_class=JsonRequest,
        state=State(dict(state)),
        request_max_body_size=MAX_BODY_BYTES,
        openapi_config=None,
        logging_config=None,
    )
