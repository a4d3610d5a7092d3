"""A connection that dies without a word: a proxy which from a moment on swallows every byte."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Generator
from dataclasses import dataclass, field


@dataclass
class Swallower:
    """Passes bytes on between its `port` and a server, both ways, until `swallow` is set."""

    port: int
    swallow: threading.Event = field(default_factory=threading.Event)


@contextlib.contextmanager
def swallowing(server: int) -> Generator[Swallower]:
    """A proxy before the loopback port of a server; its connections stay open until the end."""
    opened: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        proxy = Swallower(listener.getsockname()[1])

        def pump(source: socket.socket, target: socket.socket) -> None:
            with contextlib.suppress(OSError):
                while data := source.recv(65_536):
                    if not proxy.swallow.is_set():
                        target.sendall(data)
                # The end of one side is not told to the other either.
                if not proxy.swallow.is_set():
                    target.shutdown(socket.SHUT_WR)

        def accept() -> None:
            with contextlib.suppress(OSError):
                while True:
                    client, _ = listener.accept()
                    upstream = socket.create_connection(("127.0.0.1", server))
                    opened.extend((client, upstream))
                    for pair in ((client, upstream), (upstream, client)):
                        threading.Thread(target=pump, args=pair, daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        try:
            yield proxy
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            for each in opened:
                each.close()
