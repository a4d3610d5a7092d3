"""How many turns there are, and the one with a given number (RULES 3).

The same turns as `djambi.kernel.moves` finds, counted by tables and arithmetic: the heart of
random play, perft and search.
"""

from __future__ import annotations

from djambi.kernel.moves import Moves
from djambi.kernel.tables import Tables

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.codes import (
        ACTIVE,
        CHIEF,
        CODES,
        COLOURS,
        DIPLOMAT,
        DISPLACE,
        EMPTY,
        EXHUME,
        KILL,
        LINE,
        LINES,
        LIVING,
        MILITANT,
        NECROMOBILE,
        NOBODY,
        NONE,
        PIECE,
        REPORTER,
        SLOTS,
        STATUS,
        WINNERS,
    )
    from djambi.kernel.tables import bits_in, highest, lowest

# A turn whose cells are all absent but origin and destination, which are zero.
BARE = cython.declare(cython.longlong, 0x0000FFFF00FF0000)
PASS = cython.declare(cython.longlong, 0x0000FFFF00FFFFFF)
ONE = cython.declare(cython.ulonglong, 1)

# How many turns a window can hold.
WINDOW = cython.declare(cython.int, 1024)


class Counts(Moves):
    """Moves, and how many they are."""

    def __init__(self, tables: Tables, parties: int, options: tuple[int, ...]) -> None:
        if not cython.compiled:
            self.mover_cell = [0] * 80
            self.mover_turns = [0] * 80
        super().__init__(tables, parties, options)
        self.mover_count = 0

    @cython.final
    def _count_pieces(self, colour: cython.int, left: cython.uint) -> cython.longlong:
        """How many turns the pieces of a colour have whose slots are set in `left`.

        Notes those that have any. This is where random play and search spend most of their
        time: the nearest occupied cells of a line are found by its bits, and other bits of the
        line tell at once whether they can be acted on.
        A turn with the number `low` is written down if there is a window (`high`).
        """
        row: cython.int = colour * CODES
        slot: cython.int
        kind: cython.int
        cell: cython.int
        bit: cython.int
        hit: cython.int
        quiet: cython.int
        i: cython.int
        x: cython.int
        at: cython.Py_ssize_t
        place: cython.int
        above: cython.int
        below: cython.int
        limit: cython.int
        standing: cython.Py_ssize_t
        apart: cython.Py_ssize_t
        own: cython.uint
        targets: cython.uint
        bits: cython.p_uint = self.bits
        to: cython.longlong
        total: cython.longlong = 0
        self.want = NONE
        while left:
            slot = lowest(left)
            left &= left - 1
            kind = min(slot, MILITANT)
            cell = self.where[colour * SLOTS + slot]
            if kind == CHIEF and not self.moves_itself(PIECE + colour * SLOTS):
                continue
            self.count = 0
            if self.tables.crossings:
                self._turns_of(cell)
            elif kind == REPORTER:
                total += self._count_splashes(cell, row)
                continue
            else:
                standing = LIVING
                apart = COLOURS + colour
                own = self.not_own
                bit = KILL
                limit = LINE
                if kind == MILITANT:
                    limit = 2
                elif kind == DIPLOMAT:
                    bit = DISPLACE
                elif kind == NECROMOBILE:
                    bit = EXHUME
                    standing = 0
                    apart = LIVING
                    own = 0xFFFFFFFF
                hit = 0
                quiet = 0
                for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
                    at = self.tables.line_at[i]
                    place = self.tables.place_on[i]
                    above = lowest(bits[at] >> (place + 2))
                    below = place - highest(bits[at] & ((2 << place) - 1))
                    targets = bits[at + standing] ^ (bits[at + apart] & own)
                    targets = targets >> (place - below) | targets >> (place + 2 + above)
                    if kind == MILITANT:
                        if self.short_diagonals:
                            limit = self._limit(kind, at // LINE)
                        quiet += min(above, limit) + min(below, limit)
                    else:
                        quiet += above + below
                    if self.tables.special[i]:
                        quiet -= self._barred_on(
                            cell, at, place - min(below, limit), place + min(above, limit)
                        )
                    if targets & 1:
                        x = self.tables.line_cell[at + place - below - 1]
                        if below < limit and self.relation[row + self.board[x]] & bit:
                            self.hits[hit] = x
                            hit += 1
                        x = self.tables.line_cell[at + place + above + 1]
                        if above < limit and self.relation[row + self.board[x]] & bit:
                            self.hits[hit] = x
                            hit += 1
                    if self.through >> kind & 1:
                        self.hit_count[0] = hit
                        quiet += self._count_through(
                            cell, at, place - below - 1, place + above + 1, bit
                        )
                        hit = self.hit_count[0]
                self.count = quiet
                if self.low < quiet and self.high:
                    self._pick_quiet(cell)
                for i in range(hit):
                    x = self.hits[i]
                    if x != self.maze or self._may_hit(kind, x, self.board[x], 0):
                        to = x
                        self._act(cell, x, BARE | cell | (to << 8))
            if self.count:
                self._note(cell)
                total += self.count
        return total

    @cython.final
    def _limit(self, kind: cython.int, line: cython.int) -> cython.int:
        """How many steps a piece of a kind may take along a line."""
        if kind != MILITANT:
            return LINE
        if self.short_diagonals and self.tables.line_diagonal[line]:
            return 1
        return 2

    @cython.final
    def _note(self, cell: cython.int) -> cython.void:
        """Remember that the piece on a cell has `count` turns."""
        self.mover_cell[self.mover_count] = cell
        self.mover_turns[self.mover_count] = self.count
        self.mover_count += 1

    @cython.final
    def _barred_on(
        self, cell: cython.int, at: cython.int, first: cython.int, last: cython.int
    ) -> cython.int:
        """How many free cells from one place of a line to another the piece may not stop on."""
        code: cython.int = self.board[cell]
        barred: cython.uint = 0
        if self.kind_of[code] != CHIEF or self.header[STATUS + self.party_of[code]] != ACTIVE:
            barred = self.tables.line_maze[at // LINE]
        if self.shut:
            barred |= self.tables.line_fortress[at // LINE]
        # Of the cells between, all but the piece's own are free.
        barred &= (4 << last) - (2 << first)
        return bits_in(barred & ~self.bits[at])

    @cython.final
    def _count_through(
        self,
        cell: cython.int,
        at: cython.int,
        below: cython.int,
        above: cython.int,
        bit: cython.int,
    ) -> cython.int:
        """The free cells beyond pieces that the one on `cell` slides through; adds to `hits`.

        `below` and `above` are the places of the pieces that it meets first.
        """
        row: cython.int = self.party_of[self.board[cell]] * CODES
        quiet: cython.int = 0
        side: cython.int
        place: cython.int
        free: cython.int
        x: cython.int
        for side in range(2):
            place = above if side else below
            while self._slides_through(cell, self.tables.line_cell[at + place]):
                if side:
                    free = lowest(self.bits[at] >> (place + 2))
                    quiet -= self._barred_on(cell, at, place, place + free)
                    place += free + 1
                else:
                    free = place - highest(self.bits[at] & ((2 << place) - 1))
                    quiet -= self._barred_on(cell, at, place - free, place)
                    place -= free + 1
                quiet += free
                x = self.tables.line_cell[at + place]
                if self.relation[row + self.board[x]] & bit:
                    self.hits[self.hit_count[0]] = x
                    self.hit_count[0] += 1
        return quiet

    @cython.final
    def _pick_quiet(self, cell: cython.int) -> cython.void:
        """Write down the turn to the empty cell numbered `low` along the lines of a cell."""
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        bars: cython.bint = kind != CHIEF or self.header[STATUS + self.party_of[code]] != ACTIVE
        number: cython.longlong = self.low
        i: cython.int
        j: cython.int
        at: cython.int
        place: cython.int
        above: cython.int
        below: cython.int
        limit: cython.int
        to: cython.longlong
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            place = self.tables.place_on[i]
            limit = self._limit(kind, at // LINE)
            above = min(limit, lowest(self.bits[at] >> (place + 2)))
            below = min(limit, place - highest(self.bits[at] & ((2 << place) - 1)))
            if number >= above + below and not self.tables.special[i]:
                number -= above + below
                continue
            for j in range(at + place - below, at + place + above + 1):
                to = self.tables.line_cell[j]
                if to == cell or (to == self.maze and bars):
                    continue
                if number == 0:
                    self.turns[0] = BARE | cell | (to << 8)
                    return
                number -= 1

    @cython.final
    def _count_splashes(self, cell: cython.int, row: cython.int) -> cython.longlong:
        """How many turns a Reporter has: as `_splash` from cell to cell, counted."""
        i: cython.int
        j: cython.int
        k: cython.int
        at: cython.int
        place: cython.int
        above: cython.int
        below: cython.int
        x: cython.int
        seen: cython.int
        other: cython.int
        total: cython.longlong = 0
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            place = self.tables.place_on[i]
            above = lowest(self.bits[at] >> (place + 2))
            below = place - highest(self.bits[at] & ((2 << place) - 1))
            for j in range(at + place - below, at + place + above + 1):
                x = self.tables.line_cell[j]
                if x == cell:
                    continue
                if x == self.maze or (self.shut and self.tables.fortress[x]):
                    if x != self.maze or self.reporter_enters:
                        self.count = 0
                        self._splash(cell, x, BARE)
                        total += self.count
                    continue
                seen = 0
                for k in range(x * 8, x * 8 + self.tables.side_count[x]):
                    other = self.tables.side[k]
                    if other != cell:
                        seen += self.relation[row + self.board[other]] & KILL
                if seen:
                    if self.reporter_all:
                        seen = 1
                    if self.reporter_mandatory:
                        seen -= 1
                total += seen + 1
        self.count = total
        if total:
            self._note(cell)
        return total

    @cython.final
    def any_turn(self, cell: cython.int) -> cython.bint:
        """Whether the piece on a cell has a legal turn."""
        i: cython.int
        x: cython.int
        if not self.moves_itself(self.board[cell]):
            return False
        for i in range(self.tables.near_count[cell]):
            x = self.tables.near[cell * 16 + i]
            if self.board[x] == EMPTY and x != self.maze:
                if not (self.shut and self.tables.fortress[x]):
                    return True
        self.mover_count = 0
        self.low = 0
        self.high = 0
        i = self.party_of[self.board[cell]]
        return self._count_pieces(i, ONE << (self.board[cell] - PIECE - SLOTS * i)) > 0

    @cython.final
    def count_turns(self) -> cython.longlong:
        """How many turns the player may choose from; remembers how many each piece has."""
        colour: cython.int
        total: cython.longlong = 0
        self.mover_count = 0
        if self.header[WINNERS]:
            return 0
        self.prepare()
        self.low = 0
        self.high = 0
        for colour in range(self.parties):
            if self.control[colour] == self.mover:
                if self.only == NOBODY or colour == self.only:
                    total += self._count_pieces(colour, self.alive[colour])
        return total

    @cython.final
    def pick(self, number: cython.longlong) -> cython.longlong:
        """The turn with this number, from 0, after `count_turns`."""
        i: cython.int = 0
        cell: cython.int
        code: cython.int
        colour: cython.int
        while number >= self.mover_turns[i]:
            number -= self.mover_turns[i]
            i += 1
        cell = self.mover_cell[i]
        code = self.board[cell]
        if self.shut or self.kind_of[code] == REPORTER or self.through >> self.kind_of[code] & 1:
            self._fill(cell, NONE, number, number + 1)
        else:
            self.low = number
            self.high = number + 1
            colour = self.party_of[code]
            self._count_pieces(colour, ONE << (code - PIECE - SLOTS * colour))
        return self.turns[0]

    # -- at the Python border -----------------------------------------------------------------

    def movers(self) -> list[tuple[int, int]]:
        """The cells of the pieces that have turns, with how many; none: the player passes."""
        self.count_turns()
        return [(self.mover_cell[i], self.mover_turns[i]) for i in range(self.mover_count)]

    def _check_piece(self, cell: int) -> None:
        if not 0 <= cell < self.cells or self.board[cell] < PIECE:
            raise ValueError(f"no living piece stands on the cell numbered {cell}")

    def window(self, cell: int, want: int, low: int, size: int) -> list[int]:
        """The packed turns of a piece numbered from `low` on, at most `size` (and 1024) of them.

        After `movers`, on the same position. `want` keeps one destination (``NONE``: all).
        """
        self._check_piece(cell)
        first: cython.longlong = low
        many: cython.longlong = self._fill(cell, want, first, first + min(size, WINDOW))
        found: cython.int = 0
        if many > first:
            found = min(self.high, many) - first
        return [self.turns[i] for i in range(found)]

    def is_legal(self, turn: int) -> bool:
        """Whether a packed turn is legal here."""
        sought: cython.longlong = turn
        cell: cython.int = sought & 255
        low: cython.longlong = 0
        many: cython.longlong = 1
        code: cython.int
        i: cython.int
        if self.header[WINNERS]:
            return False
        if sought == PASS:
            return self.count_turns() == 0
        self.prepare()
        if cell >= self.cells or self.board[cell] < PIECE:
            return False
        code = self.board[cell]
        if self.control[self.party_of[code]] != self.mover or not self.moves_itself(code):
            return False
        if self.only != NOBODY and self.party_of[code] != self.only:
            return False
        found: cython.bint = False
        self.sought = sought
        while low < many and not found:
            many = self._fill(cell, sought >> 8 & 255, low, low + WINDOW)
            for i in range(min(many - low, WINDOW)):
                if self.turns[i] == sought:
                    found = True
            low += WINDOW
        self.sought = -1
        return found

    def count_to(self, cell: int, want: int) -> int:
        """How many turns a piece has to one destination, after `movers`."""
        self._check_piece(cell)
        return self._fill(cell, want, 0, 0)

    def reach(self, cell: int) -> tuple[list[int], list[int]]:
        """Where a piece may stop, and what it may act on, were it its controller's turn."""
        self._check_piece(cell)
        self._find(cell, 0)
        return (
            [self.stops[i] for i in range(self.stop_count[0])],
            [self.hits[i] for i in range(self.hit_count[0])],
        )
