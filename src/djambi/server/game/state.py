"""A game as its log tells it: the one function from events to a state.

docs/architecture.md says why (decision 7). A `Ledger` is immutable.
`ledger.after(event, at)` is the ledger with one more event, or an error if the rules or the log
forbid it: the same call validates what a client asks for and replays what is stored. What online
tables have beside the game is folded in `tables.fold`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from msgspec.structs import replace as with_fields

from djambi.nodes import agreed_draw
from djambi.position.position import Position
from djambi.position.reasons import reason_against_return
from djambi.position.turn import Turn
from djambi.server.errors import Refused
from djambi.server.game import reducer
from djambi.server.game.clocks import Outages
from djambi.server.game.events import (
    Created,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Flagged,
    LogEvent,
    Numbered,
    Rejoined,
    Renamed,
    Resigned,
    Seated,
    SeatRow,
    TurnPlayed,
    Undone,
)
from djambi.server.game.history import AGREED, Entry, History
from djambi.server.game.table_state import Online
from djambi.server.schemas.terms import Terms
from djambi.server.schemas.views import Words


@dataclass(frozen=True, slots=True)
class Ledger:
    """The state of a game after event `number`.

    `entries` are the lines that stand. `draw` are the parties that agree to the standing offer of a
    draw. `moved` is the last event that changed the position. `online` is what an online table has
    beside, None for a game at this computer.
    """

    number: int
    entries: History
    seats: dict[str, SeatRow]
    draw: str = ""
    moved: int = 1
    online: Online | None = None

    @staticmethod
    def replay(log: Iterable[Numbered], outages: Outages | None = None) -> Ledger:
        """The state that a whole log tells; raises DjambiError if the log contradicts itself.

        `outages`: when no server lived, and clocks stood still.
        """
        ledger: Ledger | None = None
        for numbered in log:
            ledger = numbered_after(ledger, numbered, outages)
        if ledger is None:
            raise Refused("no_game")
        return ledger

    @property
    def start(self) -> Position:
        """The position that the game began with."""
        return self.entries.start

    @property
    def position(self) -> Position:
        """The position now."""
        return self.entries.position

    @property
    def mover(self) -> str | None:
        """The party whose player is to play; None at the end."""
        return self.position.mover

    @property
    def terms(self) -> Terms | None:
        """What an online table agreed on; None for a game at this computer."""
        return None if self.online is None else self.online.terms

    def undo_to(self) -> int | None:
        """How many entries are kept when the last person's turn is taken back; None if none."""
        people = [party for party, row in self.seats.items() if row.player != "bot"]
        last = max(map(self.entries.parties.rfind, (*people, AGREED)))
        return None if last < 0 else last

    def after(self, event: LogEvent, at: int = 0) -> Ledger:
        """The state after one more event; raises DjambiError (Refused, TurnError) if it cannot be.

        `at` is the event's time in milliseconds, UTC. Nothing here asks who may do it: that is the
        table's.
        """
        if self.online is None:
            return self._after(event)
        return reducer.after(self, event, at, self._after)

    def _after(self, event: LogEvent) -> Ledger:
        match event:
            case TurnPlayed(party, text):
                return self._turn(party, text)
            case Resigned(party) | Flagged(party):
                self._open()
                self._row(party)
                flagged = isinstance(event, Flagged)
                return self._entry(party, None, self.position.resign(party), flagged=flagged)
            case Rejoined(party):
                return self._rejoined(party)
            case Undone(kept):
                if not 0 <= kept < len(self.entries):
                    raise Refused("no_undo")
                return self._with(entries=self.entries.first(kept))
            case DrawOffered(parties):
                self._open()
                return self._with(draw=parties)
            case DrawDeclined():
                return self._with(draw="")
            case DrawAgreed():
                self._open()
                return self._entry("", None, agreed_draw(self.position))
            case Renamed(party, name):
                return self._seat(with_fields(self._row(party), name=name))
            case Seated(seat):
                self._row(seat.party)
                return self._seat(seat)
            case Created():
                raise Refused("no_game")
            case _:
                raise Refused("not_online")

    def _turn(self, party: str, text: str) -> Ledger:
        self._open()
        if party != self.mover:
            raise Refused("not_your_turn")
        turn = self.position.turn(text)
        after = self.position.play(turn)
        last, row = self.entries.last, self.seats.get(party)
        if last is not None:
            # What was worked out for a position before the last one is hardly asked for again.
            last.before.release()
        return self._entry(party, turn, after, proxy=row is not None and row.away)

    def _rejoined(self, party: str) -> Ledger:
        self._open()
        self._row(party)
        if not self.position.may_rejoin(party):
            why = reason_against_return(self.position, party)
            raise Refused("no_return", why=Words(why.sentence("en"), why.sentence("fr")))
        if self.entries.flagged(party):
            raise Refused("no_return_flagged")
        return self._entry(party, None, self.position.rejoin(party), returned=True)

    def _open(self) -> None:
        if self.mover is None:
            raise Refused("over")

    def _row(self, party: str) -> SeatRow:
        if party not in self.seats:
            raise Refused("no_seat", party=party)
        return self.seats[party]

    def _seat(self, row: SeatRow) -> Ledger:
        return self._with(seats={**self.seats, row.party: row})

    def _entry(
        self,
        party: str,
        turn: Turn | None,
        after: Position,
        *,
        flagged: bool = False,
        proxy: bool = False,
        returned: bool = False,
    ) -> Ledger:
        left: Mapping[str, int] = self.online.clock.left if turn and self.online else {}
        entry = Entry(
            self.number + 1, party, turn, self.position, after, flagged, proxy, left, returned
        )
        return self._with(entries=self.entries.add(entry), draw="")

    def _with(
        self,
        *,
        entries: History | None = None,
        seats: dict[str, SeatRow] | None = None,
        draw: str | None = None,
    ) -> Ledger:
        moved = self.moved if entries is None else self.number + 1
        entries = self.entries if entries is None else entries
        # A take-back ends a standing offer too: it was made on another position.
        offer = ("" if len(entries) < len(self.entries) else self.draw) if draw is None else draw
        return replace(
            self,
            number=self.number + 1,
            entries=entries,
            seats=self.seats if seats is None else seats,
            draw=offer,
            moved=moved,
        )

    def beside(self, online: Online, seats: Mapping[str, SeatRow] | None = None) -> Ledger:
        """The state after an event that is none of the game's: of the table around it."""
        return replace(self._with(seats={**self.seats, **(seats or {})}), online=online)


def numbered_after(
    ledger: Ledger | None, numbered: Numbered, outages: Outages | None = None
) -> Ledger:
    """The state after a stored event: the first makes the game, numbers have no gap."""
    event = numbered.event
    if ledger is None:
        if not isinstance(event, Created) or numbered.number != 1:
            raise Refused("no_game")
        online = reducer.created(event, outages or Outages())
        clocked = "".join(online.clock.left) if online else ""
        entries = History(Position.parse(event.position), clocked)
        return Ledger(1, entries, {row.party: row for row in event.seats}, online=online)
    if numbered.number != ledger.number + 1:
        raise Refused("no_game")
    return ledger.after(event, numbered.at)
