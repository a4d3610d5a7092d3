"""The pacts of a game judged by its ledger, line by line, and anew after a take-back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from djambi.pacts import Deed, Finding, GameLine, Pact, Promise, Watch, deeds_of
from djambi.server.events import Begun, Created, Returned, Seated, SeatRow, StoodIn, TurnPlayed
from djambi.server.talk.book import Deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from djambi.server.events import Numbered
    from djambi.server.ledger import Ledger

Holder = tuple[str, str]
"""Who plays a seat: what kind of player, and his key."""


def holder_of(row: SeatRow) -> Holder:
    """Who plays a seat; a bot that sits in for an absent person is that person.

    >>> holder_of(SeatRow("r", "person", device="anna", stand_in="club"))
    ('person', 'anna')
    """
    return row.player, row.device


@dataclass(slots=True)
class Seating:
    """Who sat where when, from the log: seats change hands, and bots sit in for the absent.

    `holders`: for each party the events from which on somebody played it. `proxies`: the events
    that are turns which a bot played for an absent person.
    """

    holders: dict[str, list[tuple[int, Holder]]] = field(
        default_factory=dict[str, list[tuple[int, Holder]]]
    )
    proxies: set[int] = field(default_factory=set[int])
    _away: set[str] = field(default_factory=set[str])
    _seen: int = 0

    def read(self, log: Sequence[Numbered]) -> None:
        """Take in what is new of the log."""
        for numbered in log[self._seen :]:
            self._take(numbered)
        self._seen = len(log)

    def _take(self, numbered: Numbered) -> None:
        match numbered.event:
            case Created(_, seats) | Begun(seats):
                for row in seats:
                    self._sits(row, numbered.number)
            case Seated(row):
                self._sits(row, numbered.number)
            case StoodIn(party):
                self._away.add(party)
            case Returned(party):
                self._away.discard(party)
            case TurnPlayed(party) if party in self._away:
                self.proxies.add(numbered.number)
            case _:
                pass

    def _sits(self, row: SeatRow, number: int) -> None:
        self._away.discard(row.party)
        if row.player == "person" and row.stand_in is not None:
            self._away.add(row.party)
        changes = self.holders.setdefault(row.party, [])
        holder = holder_of(row)
        if not changes or changes[-1][1] != holder:
            changes.append((number, holder))

    def holder(self, party: str, event: int) -> Holder:
        """Who played a party after an event."""
        return [who for number, who in self.holders[party] if number <= event][-1]

    def replaced(self, parties: str, event: int) -> int | None:
        """The first event after this one with which one of these parties changed hands."""
        later = [n for p in parties for n, _ in self.holders[p] if n > event]
        return min(later, default=None)


class Court:
    """Judges the pacts of one game; it remembers what it has judged."""

    def __init__(self) -> None:
        self.seating = Seating()
        self._deeds: dict[int, tuple[Deed, ...]] = {}
        self._watched: dict[str, tuple[Pact, tuple[int, ...], Watch]] = {}

    def findings(
        self, deal: Deal, ledger: Ledger, log: Sequence[Numbered]
    ) -> tuple[Pact, tuple[Finding, ...]]:
        """The pact that a concluded deal is, by the game as it stands, and what became of it."""
        self.seating.read(log)
        pact = self._pact(deal, ledger)
        lines = tuple(entry.event for entry in ledger.entries)
        known = self._watched.get(deal.id)
        if known is not None and known[0] == pact and lines[: len(known[1])] == known[1]:
            watch = known[2]
        else:
            watch = Watch.of(pact, ledger.before(pact.start))
        for index in range(watch.seen, len(lines)):
            line = self._line(ledger, index)
            bound = any(finding.open for finding in watch.findings)
            watch = watch.after(line, self._done(lines[index], line) if bound else ())
        self._watched[deal.id] = (pact, lines, watch)
        return pact, watch.findings

    def _pact(self, deal: Deal, ledger: Ledger) -> Pact:
        event = deal.concluded or 0
        replaced = self.seating.replaced(deal.parties, event)
        return Pact(
            promises=tuple(Promise(p.by, p.kind, p.rounds, p.other, p.cell) for p in deal.promises),
            start=lines_at(ledger, event),
            notices=tuple((party, lines_at(ledger, at)) for party, at in deal.notices),
            replaced=None if replaced is None else lines_at(ledger, replaced),
        )

    def _line(self, ledger: Ledger, index: int) -> GameLine:
        entry = ledger.entries[index]
        proxy = entry.event in self.seating.proxies
        return GameLine(ledger.before(index), entry.party, entry.turn, entry.after, proxy)

    def _done(self, event: int, line: GameLine) -> tuple[Deed, ...]:
        if event not in self._deeds:
            self._deeds[event] = deeds_of(line)
            # What was worked out for it is wanted no more: a long game has many positions.
            line.before.release()
        return self._deeds[event]


def lines_at(ledger: Ledger, event: int) -> int:
    """How many of the lines that stand now stood after an event already."""
    return min(ledger.kept[event - 1 :], default=len(ledger.entries))
