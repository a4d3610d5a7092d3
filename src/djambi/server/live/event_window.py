"""The last events of a game, as one process has them; the store has them all.

They are for those who come back after a while: who was away for longer gets the whole state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from djambi.server.game.events import LogEvent, Numbered

MAX_EVENTS: Final = 48
"""Events that are kept; packed, they take 90 bytes each, a third of what they take as values."""

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[tuple[int, LogEvent]] = msgspec.msgpack.Decoder(
    tuple[int, LogEvent]
)


class EventWindow:
    """Up to `MAX_EVENTS` events; `number` and `at` are those of the last one.

    >>> from djambi.server.game.events import Resigned
    >>> recent = EventWindow([Numbered(n, 1000 * n, Resigned("r")) for n in range(1, 100)])
    >>> recent.number, recent.at, recent.reaches(51), recent.reaches(50)
    (99, 99000, True, False)
    >>> [numbered.number for numbered in recent.since(97)]
    [98, 99]
    """

    def __init__(self, log: Sequence[Numbered]) -> None:
        self.number = 0
        self.at = 0
        self._packed: list[bytes] = []
        self.add(log)

    def add(self, events: Iterable[Numbered]) -> None:
        """Add what has happened since, in order."""
        for numbered in events:
            self.number, self.at = numbered.number, numbered.at
            self._packed.append(_encoder.encode((numbered.at, numbered.event)))
        del self._packed[:-MAX_EVENTS]

    def reaches(self, number: int) -> bool:
        """Return whether all that came after the event of this number is here."""
        return number >= self.number - len(self._packed)

    def since(self, number: int) -> list[Numbered]:
        """Return what came after the event of this number, as far as it is here."""
        first = max(number, self.number - len(self._packed))
        packed = self._packed[first - self.number :] if first < self.number else []
        return [Numbered(n, *_decoder.decode(data)) for n, data in enumerate(packed, first + 1)]
