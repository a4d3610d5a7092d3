"""How long tests wait for others, and where they listen meanwhile."""

from __future__ import annotations

import socket
from typing import Final

WAIT_TIMEOUT_S: Final = 120.0
"""Seconds until a test gives up waiting: no measure of anything."""


def free_port() -> int:
    """A port of the loopback address that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
