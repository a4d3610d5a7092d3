"""One server for a data folder: the first holds a lock, the second finds its address.

The lock is the operating system's, on an open file: it ends with the process, however that
ends, so that a killed server never bars the next one.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from dataclasses import asdict, dataclass
from pathlib import Path

from djambi.files import lock, write_whole

ALIVE_PATH = "/api/alive"


@dataclass(frozen=True, slots=True)
class RunningInstance:
    """The server that runs: its port, its name (random, made at its start), the network's URL."""

    port: int
    name: str
    join_url: str

    @property
    def url(self) -> str:
        """Return where it is."""
        return f"http://127.0.0.1:{self.port}/"


class Instance:
    """The right to be the server of a data folder."""

    def __init__(self, folder: Path) -> None:
        # Who only looks for a server (`djambi doctor`) may lack what one needs.
        from djambi.server.storage.upgrade import SERVER_LOCK

        self._card = folder / "server.json"
        self._file = (folder / SERVER_LOCK).open("a")
        self.first = lock(self._file)

    def announce(self, running: RunningInstance) -> None:
        """Publish this instance's address (written whole or not at all)."""
        write_whole(self._card, json.dumps(asdict(running)))

    def find(self, patience: float = 5.0) -> RunningInstance | None:
        """Return the server that holds the lock, once it answers; None if it does not in time."""
        end = time.monotonic() + patience
        while True:
            running = read_card(self._card)
            if running is not None and is_alive(running):
                return running
            if time.monotonic() >= end:
                return None
            time.sleep(0.1)

    def close(self) -> None:
        """Release the right."""
        if self.first:
            self._card.unlink(missing_ok=True)
        self._file.close()


def read_card(card: Path) -> RunningInstance | None:
    """Return what the file says of the running server; None if it is missing or damaged."""
    try:
        found = json.loads(card.read_text(encoding="utf-8"))
        running = RunningInstance(int(found["port"]), str(found["name"]), str(found["join_url"]))
    except (KeyError, OSError, RecursionError, TypeError, ValueError):
        return None
    return running if 0 < running.port < 65536 else None


def is_alive(running: RunningInstance) -> bool:
    """Return whether the server at that port answers by that name."""
    try:
        # No proxy of the environment may stand between us and this computer.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(running.url[:-1] + ALIVE_PATH, timeout=1.0) as answer:
            return bool(answer.read(200).decode() == running.name)
    except (OSError, ValueError, urllib.error.URLError):
        return False
