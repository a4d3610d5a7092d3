"""The bus: wakes whoever has something to look at, in this process and in others.

Delivery is neither guaranteed nor exactly-once; subscribers re-read the store, which is
authoritative: when they hear something, when they hear nothing for a while, and after a gap (the
connection to the others was lost). So the loss of everything on the bus loses nothing.

Topics are `game:ID` (its log has gone on), `talk:ID` (its asides have), `ballot:ID` (somebody has
voted in secret), `here:ID` (who is there), `person:ACCOUNT` (something for this person),
`name:ACCOUNT` (a new name), `blocks:ACCOUNT` (whom it blocks), `lobby`, `plans` (somebody's
conditional turns), and `cut` (somebody's connections are to end).
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

_log = logging.getLogger("djambi.server")

Heard = Callable[[bytes], None]
"""Called in the event loop with what was published; b"" means: something may have been missed."""

HeardOf = Callable[[str, bytes], None]
"""The same for all topics of a kind: called with the key too ("" and b"" after a gap)."""


class Bus(ABC):
    """Publish and listen. All methods belong to one event loop; `open` before, `close` after."""

    def __init__(self) -> None:
        self._heard: dict[str, list[Heard]] = {}
        self._kinds: dict[str, HeardOf] = {}

    @property
    def is_connected(self) -> bool | None:
        """Return whether the other processes are heard; None: there are none to be heard."""
        return None

    async def open(self) -> None:  # noqa: B027 - a driver that needs nothing says nothing
        """Open the bus. A driver whose server is away starts all the same, and keeps trying."""

    async def close(self) -> None:  # noqa: B027
        """Stop listening."""

    @abstractmethod
    def publish(self, topic: str, data: bytes) -> None:
        """Notify all listeners of the topic, here and elsewhere; never waits or fails.

        `data` says what there is to look at (a number, say). Listeners of this process, the
        sender's own too, are called before this returns.
        """

    async def listen(self, topic: str, heard: Heard) -> None:
        """Call `heard` with what is published on a topic from now on.

        When this returns nothing more is missed: read the store after it.
        """
        self._heard.setdefault(topic, []).append(heard)

    async def leave(self, topic: str, heard: Heard) -> None:
        """Stop calling it; nothing happens if it did not listen."""
        listeners = self._heard.get(topic, [])
        if heard in listeners:
            listeners.remove(heard)
        if not listeners:
            self._heard.pop(topic, None)

    def listen_to_all(self, kind: str, heard: HeardOf) -> None:
        """Call `heard` with whatever is published on topics of a kind (`game`: all `game:ID`)."""
        self._kinds[kind] = heard

    def _tell(self, topic: str, data: bytes) -> None:
        kind, _, key = topic.partition(":")
        for heard in tuple(self._heard.get(topic, ())):
            _call(kind, partial(heard, data))
        if (heard_of := self._kinds.get(kind)) is not None and data:
            _call(kind, partial(heard_of, key, data))

    def _gap(self) -> None:
        """Let everybody look: something may have been missed."""
        for topic in tuple(self._heard):
            self._tell(topic, b"")
        for kind, heard_of in tuple(self._kinds.items()):
            _call(kind, partial(heard_of, "", b""))


def _call(kind: str, heard: Callable[[], None]) -> None:
    """Call a listener; what goes wrong in it is logged, and keeps nobody else from hearing."""
    try:
        heard()
    except Exception:
        _log.exception("a listener to the topic %s failed", kind)


class LocalBus(Bus):
    """The driver of one process."""

    def publish(self, topic: str, data: bytes) -> None:
        """Notify the listeners of this process: there are no others."""
        self._tell(topic, data)
