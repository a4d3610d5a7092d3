"""Seating over time: seats change hands, and bots sit in for the absent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from djambi.server.game.events import SeatRow

Holder = tuple[str, str]
"""Who plays a seat: what kind of player, and the key of the account or device."""


def holder_of(row: SeatRow) -> Holder:
    """Return who plays a seat; a bot that stands in for an absent person is that person.

    >>> holder_of(SeatRow("r", "person", device="anna", stand_in="club"))
    ('person', 'anna')
    """
    return row.player, row.device


@dataclass(frozen=True, slots=True)
class Seating:
    """The events with which somebody else had a seat, in order, each with the seat then.

    `now` has who plays each seat after the last of them.

    >>> seating = Seating().after(1, [SeatRow("r", "open"), SeatRow("b", "bot")])
    >>> seating = seating.after(5, [SeatRow("r", "person", device="anna"), SeatRow("b", "bot")])
    >>> seating.holder("r", 4), seating.holder("r", 5), seating.changed("rb", 1)
    (('open', ''), ('person', 'anna'), 5)
    >>> seating.changed("b", 1), seating.last
    (None, 5)
    """

    changes: tuple[tuple[int, SeatRow], ...] = ()
    now: Mapping[str, Holder] = field(default_factory=dict[str, Holder])

    def after(self, event: int, seats: Iterable[SeatRow]) -> Seating:
        """Return the same after an event that left these seats."""
        changed = [row for row in seats if self.now.get(row.party) != holder_of(row)]
        if not changed:
            return self
        now = {**self.now, **{row.party: holder_of(row) for row in changed}}
        return Seating(self.changes + tuple((event, row) for row in changed), now)

    def holder(self, party: str, event: int) -> Holder:
        """Return who played a party after an event."""
        rows = [row for number, row in self.changes if row.party == party and number <= event]
        return holder_of(rows[-1])

    def changed(self, parties: str, event: int) -> int | None:
        """Return the first event after this one with which one of these parties changed hands."""
        later = (number for number, row in self.changes if row.party in parties and number > event)
        return next(later, None)

    def replaced(self, parties: str, event: int) -> int | None:
        """Return the first event after this one with which somebody else got one of these seats.

        One that is open replaces nobody: whoever got up may come back.

        >>> seats = [SeatRow("r", "person", device="anna")]
        >>> seating = Seating().after(1, seats).after(2, [SeatRow("r", "open")]).after(3, seats)
        >>> seating.replaced("r", 1), seating.changed("r", 1), seating.vacated("r", 1, 2)
        (None, 2, True)
        """
        held = {party: self.holder(party, event) for party in parties}
        later = (
            number
            for number, row in self.changes
            if number > event
            and row.party in held
            and row.player != "open"
            and holder_of(row) != held[row.party]
        )
        return next(later, None)

    def vacated(self, party: str, since: int, event: int) -> bool:
        """Return whether whoever played a party after the event `since` had got up by `event`."""
        return self.holder(party, since)[0] != "open" == self.holder(party, event)[0]

    @property
    def last(self) -> int:
        """Return the last event with which a seat changed hands."""
        return self.changes[-1][0]


NOBODY_SAT: Final = Seating()
"""The seating before a game is made."""
