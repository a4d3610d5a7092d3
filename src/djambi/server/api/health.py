"""Probes of a process: whether it lives, whether it can serve, and its metrics."""

from __future__ import annotations

import asyncio
import hmac
from typing import Protocol

import msgspec
from litestar import Response, get
from sqlalchemy import text

from djambi.server.database_errors import DATABASE_ERRORS
from djambi.server.errors import RequestRefused
from djambi.server.observability.metrics import METRICS_CONTENT_TYPE, ProcessMetrics
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest
from djambi.server.settings import ServeSettings
from djambi.server.storage import Store

DATABASE_TIMEOUT_S = 2.0
"""Seconds that the database has to answer."""


class Connected(Protocol):
    """A bus that says whether it reaches the other processes; None: there is no other process."""

    @property
    def is_connected(self) -> bool | None:
        """Return whether it is connected now."""
        ...


class ServerProcess(Protocol):
    """The parts of an online server that its probes ask."""

    @property
    def store(self) -> Store:
        """Return the store, whose database is tried."""
        ...

    @property
    def bus(self) -> Connected:
        """Return the way to the other processes."""
        ...

    @property
    def settings(self) -> ServeSettings:
        """Return the settings: who may read the counters."""
        ...

    @property
    def meters(self) -> ProcessMetrics:
        """Return the counters."""
        ...


class Ready(msgspec.Struct, frozen=True):
    """Whether the database answers and takes changes, and Redis answers (null: there is none).

    Only the database is needed.
    """

    ready: bool
    redis: bool | None


@get("/health/live", include_in_schema=False, endpoint=Endpoint(is_probe=True))
async def get_live() -> Response[str]:
    """Answer that the process runs."""
    return Response("ok", headers=NO_STORE, media_type="text/plain")


@get("/health/ready", include_in_schema=False, endpoint=Endpoint(is_probe=True))
async def get_ready(request: HttpRequest) -> Response[Ready]:
    """Check that the database answers and takes changes; 503 if it does not.

    Every process stores a sign of life twice a second, so a disk that is full shows at once.
    """
    process: ServerProcess = request.app.state.online
    try:
        async with asyncio.timeout(DATABASE_TIMEOUT_S):
            async with process.store.database.reading() as connection:
                await connection.execute(text("SELECT 1"))
        is_ready = not process.store.database.writes.are_failing
    except DATABASE_ERRORS:
        is_ready = False
    view = Ready(is_ready, process.bus.is_connected)
    return Response(view, status_code=200 if is_ready else 503, headers=NO_STORE)


@get("/metrics", include_in_schema=False, endpoint=Endpoint(is_probe=True))
async def get_metrics(request: HttpRequest) -> Response[bytes]:
    """Return the process's counters in Prometheus' form, to whoever sends the metrics token."""
    process: ServerProcess = request.app.state.online
    token = process.settings.metrics_token
    if not token:
        raise RequestRefused("no_page")
    sent = request.headers.get("authorization", "")
    if not hmac.compare_digest(sent.encode(), f"Bearer {token}".encode()):
        raise RequestRefused("bad_token")
    return Response(process.meters.text(), headers=NO_STORE, media_type=METRICS_CONTENT_TYPE)
