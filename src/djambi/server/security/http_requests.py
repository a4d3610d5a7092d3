"""A request as the routes see it, and the device that sent it."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State as AppState

from djambi.server.errors import RequestRefused
from djambi.server.security.devices import Device

HttpRequest = Request[Any, Any, AppState]


def device_of(request: ASGIConnection[Any, Any, Any, Any]) -> Device:
    """Return the device that asks; the guard has made sure that there is one."""
    device: Device = request.scope["state"]["djambi"]
    return device


def require_host(request: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Raise RequestRefused("host_only") for a device other than the server's own computer."""
    if not device_of(request).host:
        raise RequestRefused("host_only")
