"""The lines of a game: the last one whole, of the others only what cannot be worked out.

A position takes ten times the memory of the turn that leads to it, and a turn is played in a few
microseconds. So a line is a row of bytes; one position in `ENTRIES_PER_POSITION` is kept, and for
older lines the turns are played on from there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from struct import Struct
from typing import Final

from djambi.nodes import agreed_draw
from djambi.position.position import Position
from djambi.position.turn import Turn

ENTRIES_PER_POSITION: Final = 64
"""One position in so many is kept: as many turns are played at most to read one line."""

DRAW_LETTER: Final = "="
"""Stands in `History.parties` for everybody, who agreed on a draw."""

_CLOCK_BYTES: Final = 5
"""Bytes of a clock: milliseconds for 34 years."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A line of the game: a turn; a resignation or return (`turn` None); an agreed draw (party "").

    `event` is its event's number; `party` the one whose player acted; `before` and `after` the
    positions around it. `flagged`: not resigned, but out of time or away. `proxy`: a bot played the
    turn for somebody who was away. `left` is what Fischer clocks showed when the turn under way
    began. `returned`: it had resigned and plays on.
    """

    event: int
    party: str
    turn: Turn | None
    before: Position
    after: Position
    flagged: bool = False
    proxy: bool = False
    left: Mapping[str, int] = field(default_factory=dict[str, int])
    returned: bool = False


@cache
def _form(clocks: int) -> Struct:
    """Return a line's layout: event, party, flagged, proxy, returned, packed turn or 0, clocks.

    No turn has the code 0: it would lead from a cell to itself.
    """
    return Struct(f"<I1s???Q{_CLOCK_BYTES * clocks}s")


@dataclass(frozen=True, slots=True)
class History:
    """Entries in order, immutable; two that share a past know nothing of each other.

    `clocked` are the parties that have Fischer clocks. `marks` are the positions before entries
    `ENTRIES_PER_POSITION`, twice `ENTRIES_PER_POSITION`, and so on.

    >>> start = Position.start()
    >>> turn = start.turn("c3-e3")
    >>> history = History(start).add(HistoryEntry(2, "r", turn, start, start.play(turn)))
    >>> len(history), history[-1].turn, history.stood(1), history.stood(2)
    (1, <Turn c3-e3>, 0, 1)
    """

    start: Position
    clocked: str = ""
    rows: bytes = b""
    marks: tuple[Position, ...] = ()
    last: HistoryEntry | None = None

    def __len__(self) -> int:
        return len(self.rows) // self._row.size

    def __getitem__(self, index: int) -> HistoryEntry:
        """Return one entry; to read several in order, `since` is quicker."""
        return next(self.since(range(len(self))[index]))

    def __iter__(self) -> Iterator[HistoryEntry]:
        return self.since(0)

    def since(self, index: int) -> Iterator[HistoryEntry]:
        """Yield the entries from this index on; each turn on the way is played once."""
        end = len(self) - 1
        if index < end:
            mark = index // ENTRIES_PER_POSITION
            before = self.marks[mark - 1] if mark else self.start
            for number in range(mark * ENTRIES_PER_POSITION, end):
                entry = self._read(number, before)
                before = entry.after
                if number >= index:
                    yield entry
        if index <= end and self.last is not None:
            yield self.last

    @property
    def position(self) -> Position:
        """Return the position after all of them."""
        return self.start if self.last is None else self.last.after

    def before(self, index: int) -> Position:
        """Return the position before the entry of this index, or the last one for their count."""
        return self[index].before if index < len(self) else self.position

    # --- what is known without playing ----------------------------------------------------------

    @property
    def parties(self) -> str:
        """Return who acted, a letter for each entry (`DRAW_LETTER` for the draw)."""
        return self.rows[4 :: self._row.size].decode()

    def event(self, index: int) -> int:
        """Return the number of an entry's event."""
        return self._unpacked(index)[0]

    def events(self, since: int = 0) -> list[int]:
        """Return the numbers of the events of the entries from this index on."""
        rows = memoryview(self.rows)[since * self._row.size :]
        return [row[0] for row in self._row.iter_unpack(rows)]

    def stood(self, event: int) -> int:
        """Return how many of the entries that stand now stood after an event already.

        What is taken back never comes again under its number, so these are the ones up to it.
        """
        return bisect_right(range(len(self)), event, key=self.event)

    def turns(self) -> Iterator[tuple[int, str, bool]]:
        """Yield the event of each turn, who acted, and whether a bot did so for somebody away."""
        for row in self._row.iter_unpack(self.rows):
            if row[5]:
                yield row[0], row[1].decode(), row[3]

    def flagged(self, party: str) -> bool:
        """Return whether a party left the game, the last time that it did, without resigning."""
        letter = party.encode()
        left = [row for row in self._row.iter_unpack(self.rows) if row[1] == letter and not row[5]]
        return bool(left) and left[-1][2]

    # --- changes --------------------------------------------------------------------------------

    def add(self, entry: HistoryEntry) -> History:
        """Return the same with one entry more."""
        count = len(self)
        marks = (
            (*self.marks, entry.before)
            if count and count % ENTRIES_PER_POSITION == 0
            else self.marks
        )
        return History(self.start, self.clocked, self.rows + self._packed(entry), marks, entry)

    def first(self, count: int) -> History:
        """Return the same with only the first entries, so many of them."""
        if count == 0:
            return History(self.start, self.clocked)
        rows, marks = (
            self.rows[: count * self._row.size],
            self.marks[: (count - 1) // ENTRIES_PER_POSITION],
        )
        return History(self.start, self.clocked, rows, marks, self[count - 1])

    # --- rows -----------------------------------------------------------------------------------

    @property
    def _row(self) -> Struct:
        return _form(len(self.clocked))

    def _packed(self, entry: HistoryEntry) -> bytes:
        return self._row.pack(
            entry.event,
            (entry.party or DRAW_LETTER).encode(),
            entry.flagged,
            entry.proxy,
            entry.returned,
            0 if entry.turn is None else entry.turn.packed,
            b"".join(left.to_bytes(_CLOCK_BYTES) for left in entry.left.values()),
        )

    def _unpacked(self, index: int) -> tuple[int, bytes, bool, bool, bool, int, bytes]:
        row = self._row
        event, party, flagged, proxy, returned, code, clocks = row.unpack_from(
            self.rows, index * row.size
        )
        return event, party, flagged, proxy, returned, code, clocks

    def _read(self, index: int, before: Position) -> HistoryEntry:
        """Return an entry, given the position before it."""
        event, letter, flagged, proxy, returned, code, clocks = self._unpacked(index)
        party, left = letter.decode(), self._left(clocks)
        if code:
            turn = Turn(code, before.board)
            after = before.play(turn)
            return HistoryEntry(event, party, turn, before, after, flagged, proxy, left)
        if party == DRAW_LETTER:
            return HistoryEntry(event, "", None, before, agreed_draw(before), left=left)
        if returned:
            after = before.rejoin(party)
            return HistoryEntry(event, party, None, before, after, left=left, returned=True)
        after = before.resign(party)
        return HistoryEntry(event, party, None, before, after, flagged, left=left)

    def _left(self, clocks: bytes) -> dict[str, int]:
        shown = (clocks[i : i + _CLOCK_BYTES] for i in range(0, len(clocks), _CLOCK_BYTES))
        return {p: int.from_bytes(left) for p, left in zip(self.clocked, shown, strict=True)}
