"""The event loop that a server runs in.

On Windows a client that resets its connection before it is accepted ends asyncio's listening socket
(python/cpython#93821): whoever is there stays, but nobody can come any more. Here it does not.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Final

EVENT_LOOP: Final = f"{__name__}:make_loop" if sys.platform == "win32" else "auto"
"""uvicorn's name of the event loop."""

if sys.platform == "win32":
    import socket
    from typing import Any

    _CLIENT_GONE: Final = frozenset({59, 64, 121, 1236, 10053, 10054, 10057})
    """What Windows says of a connection that is gone before it is accepted (`winerror`)."""

    class PatientProactor(asyncio.IocpProactor):
        """Accepts the next connection where one is gone before it is accepted."""

        def accept(self, listener: socket.socket) -> asyncio.Future[Any]:
            """Return a future of the next connection and its address."""
            return asyncio.ensure_future(self._accepted(listener))

        async def _accepted(self, listener: socket.socket) -> Any:
            while True:
                try:
                    return await super().accept(listener)
                except OSError as error:
                    if error.winerror not in _CLIENT_GONE:
                        raise

    def make_loop() -> asyncio.AbstractEventLoop:
        """Return a new event loop."""
        return asyncio.ProactorEventLoop(PatientProactor())
