"""A request as the routes see it, and the device that sent it."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State as AppState

from djambi.server.security.access import Device

Asked = Request[Any, Any, AppState]


def device_of(request: Asked) -> Device:
    """Who asks; the guard has seen to it that it is somebody."""
    device: Device = request.scope["state"]["djambi"]
    return device
