"""What a party sees, as planes of bytes: an observation of an environment.

With k parties there are 13 k + 19 planes, every one of them a byte for each cell. Parties are
numbered from the observer on, in seat order, and the board is turned so that the observer's corner
is the first party's: whoever looks sees their own army in the same place.

====================  ======  ==================================================================
planes                number  1 (or the byte) where
====================  ======  ==================================================================
pieces                6 k     a living piece: by party, its Chief, Assassin, Reporter, Diplomat,
                              Necromobile, Militants
controller            k + 1   a living piece that this party may move; last: that nobody may
corpse                1       a corpse
maze                  1       the maze
fortress              1       a fortress that is closed to all but the ruler
off                   1       no cell of the board: corners of the rectangle around a hexagon
power                 k       everywhere, if this party is in power
order                 k       everywhere: 255 (k - d) / k for the party whose seat plays as the
                              d-th from now, counting from 0, if nobody is passed over; in a bonus
                              turn 0 is the seat after which it is played, which has just played
bonus                 1       everywhere, in a bonus turn
status                4 k     everywhere: by party, whether it is active; a vassal (by inheritance
                              or not); frozen (held or not); resigned or absent
quiet                 1       everywhere: 255 q / the quiet limit, after q turns without a death
turns                 1       everywhere: 255 t / the most turns that are played, after t turns
chosen                6       the cells of the turn chosen so far: piece, destination, placement,
                              victims, exit, placement of the exit
stage                 5       everywhere, in the stage to be chosen: piece, destination, placement,
                              victims, exit
====================  ======  ==================================================================

Quotients are rounded down. Once the game is over, *chosen* and *stage* are empty, and if it has
ended by the rules, so is *order*.
"""

from __future__ import annotations

from collections.abc import Sequence

from djambi.kernel.environment.turn_builder import TurnBuilder
from djambi.kernel.rules.kernel import Kernel

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.environment.turn_builder import CHOOSE_PIECE, MAX_ACTIONS, WHOLE
    from djambi.kernel.rules.codes import (
        ACTIVE,
        BONUS,
        CORPSE,
        FROZEN,
        GONE,
        HELD,
        INHERITED,
        MAX_CELLS,
        MAX_PARTIES,
        MILITANT,
        NO_CELL,
        NOBODY,
        ORDER,
        QUIET,
        SEAT,
        SIDES,
        SLOTS,
        STATUS,
        VASSAL,
        WINNERS,
    )
    from djambi.kernel.rules.tables import lowest

CHOICE_PLANES = cython.declare(cython.int, 11)
FULL = cython.declare(cython.int, 255)


class ObservationEncoder:
    """Writes what parties see of the games of one variant and one set of rules."""

    def __init__(
        self,
        seen_cells: Sequence[Sequence[int]],
        spots: Sequence[int],
        plane_cells: int,
        cells_first: bool,
        quiet_limit: int,
        turn_limit: int,
    ) -> None:
        """Take how the board is turned and laid out.

        Args:
            seen_cells: per party, the new number of every cell, once the board is turned.
            spots: per cell of the turned board, where it is in a plane.
            plane_cells: the size of a plane, in bytes.
            cells_first: cells are rows and planes are columns, instead of the reverse.
            quiet_limit: turns without a death that end the game; 0 if nothing does.
            turn_limit: the most turns that are played.
        """
        if not cython.compiled:
            self.off = [0] * MAX_CELLS
            self.spot = [0] * (MAX_PARTIES * MAX_CELLS)
            self.seen_as = [0] * (MAX_PARTIES * MAX_ACTIONS)
            self.meant_by = [0] * (MAX_PARTIES * MAX_ACTIONS)
        party: cython.int
        cell: cython.int
        self.parties = len(seen_cells)
        self.cells = len(spots)
        self.plane_cells = plane_cells
        # Annotated for whoever reads them: without Cython nobody knows the type of the constant.
        self.planes: int = 13 * self.parties + 8 + CHOICE_PLANES
        self.size: int = self.planes * plane_cells
        self.plane_stride = 1 if cells_first else plane_cells
        self.cell_stride = self.planes if cells_first else 1
        self.quiet_limit = quiet_limit
        self.turn_limit = turn_limit
        for party in range(self.parties):
            for cell in range(self.cells + 2):
                seen = seen_cells[party][cell] if cell < self.cells else cell
                self.seen_as[party * MAX_ACTIONS + cell] = seen
                self.meant_by[party * MAX_ACTIONS + seen] = cell
                if cell < self.cells:
                    self.spot[party * MAX_CELLS + cell] = spots[seen] * self.cell_stride
        self.off_count = 0
        for spot in sorted(set(range(plane_cells)) - set(spots)):
            self.off[self.off_count] = spot * self.cell_stride
            self.off_count += 1

    def _fill(
        self,
        out: memoryview[int],
        at: cython.Py_ssize_t,
        plane: cython.int,
        value: cython.int,
    ) -> cython.void:
        """Write a byte to every cell of a plane."""
        i: cython.Py_ssize_t
        first: cython.Py_ssize_t = at + plane * self.plane_stride
        step: cython.Py_ssize_t = self.cell_stride
        many: cython.Py_ssize_t = self.plane_cells
        if step == 1:
            for i in range(first, first + many):
                out[i] = value
        else:
            for i in range(many):
                out[first + i * step] = value

    def _mark(
        self,
        out: memoryview[int],
        at: cython.Py_ssize_t,
        plane: cython.int,
        observer: cython.int,
        cell: cython.int,
    ) -> cython.void:
        """Write 1 to a cell of a plane, if there is such a cell."""
        if cell != NO_CELL:
            out[at + plane * self.plane_stride + self.spot[observer * MAX_CELLS + cell]] = 1

    def _mark_victims(
        self,
        kernel: Kernel,
        out: memoryview[int],
        at: cython.Py_ssize_t,
        plane: cython.int,
        observer: cython.int,
        cell: cython.int,
        victims: cython.int,
    ) -> cython.void:
        """Write 1 to the cells of the victims around a cell, given as bits over its sides."""
        i: cython.int
        if cell == NO_CELL:
            return
        for i in range(kernel.tables.side_count[cell]):
            if victims >> i & 1:
                self._mark(out, at, plane, observer, kernel.tables.side[cell * SIDES + i])

    def _seen_party(self, party: cython.int, observer: cython.int) -> cython.int:
        """Return a party's number, counted from the observer on."""
        return party - observer if party >= observer else party - observer + self.parties

    def _share(self, part: cython.int, whole: cython.int) -> cython.int:
        """Return a share of something as a byte."""
        most: cython.longlong = FULL
        return most * min(part, whole) // whole if whole else 0

    def write_position(
        self,
        kernel: Kernel,
        observer: cython.int,
        played: cython.int,
        out: memoryview[int],
        at: cython.Py_ssize_t,
    ) -> cython.void:
        """Write all planes from the index `at` on, those of the turn in the making empty.

        `played`: how many turns were played.
        """
        k: cython.int = self.parties
        party: cython.int
        seen: cython.int
        plane: cython.int
        slot: cython.int
        cell: cython.int
        status: cython.int
        first: cython.int
        i: cython.int
        byte: cython.Py_ssize_t
        left: cython.uint
        ruler: cython.int = kernel.ruler()
        end: cython.Py_ssize_t = at + self.size
        if kernel.relations_stale:
            kernel.update_relations()
        for byte in range(at, end):
            out[byte] = 0
        for party in range(k):
            seen = self._seen_party(party, observer)
            plane = 7 * k
            if kernel.controller[party] != NOBODY:
                plane = 6 * k + self._seen_party(kernel.controller[party], observer)
            left = kernel.alive_slots[party]
            while left:
                slot = lowest(left)
                left &= left - 1
                cell = kernel.cell_of[party * SLOTS + slot]
                self._mark(out, at, 6 * seen + min(slot, MILITANT), observer, cell)
                self._mark(out, at, plane, observer, cell)
        plane = 7 * k + 1
        if kernel.corpse_count:
            for cell in range(self.cells):
                if kernel.board[cell] == CORPSE:
                    self._mark(out, at, plane, observer, cell)
        self._mark(out, at, plane + 1, observer, kernel.maze)
        if kernel.options.fortress and ruler != NOBODY:
            for cell in range(self.cells):
                if kernel.tables.fortress[cell]:
                    self._mark(out, at, plane + 2, observer, cell)
        for i in range(self.off_count):
            out[at + (plane + 3) * self.plane_stride + self.off[i]] = 1
        plane += 4
        if ruler != NOBODY:
            self._fill(out, at, plane + self._seen_party(ruler, observer), 1)
        plane += k
        if not kernel.header[WINNERS]:
            first = kernel.order_index(kernel.header[SEAT])
            for i in range(k):
                party = kernel.header[ORDER + (first + i) % k]
                self._fill(out, at, plane + self._seen_party(party, observer), FULL * (k - i) // k)
        plane += k
        if kernel.header[BONUS]:
            self._fill(out, at, plane, 1)
        plane += 1
        for party in range(k):
            i = plane + 4 * self._seen_party(party, observer)
            status = kernel.header[STATUS + party]
            if status == ACTIVE:
                self._fill(out, at, i, 1)
            elif status == VASSAL or status == INHERITED:
                self._fill(out, at, i + 1, 1)
            elif status == FROZEN or status == HELD:
                self._fill(out, at, i + 2, 1)
            if kernel.header[GONE + party]:
                self._fill(out, at, i + 3, 1)
        plane += 4 * k
        self._fill(out, at, plane, self._share(kernel.header[QUIET], self.quiet_limit))
        self._fill(out, at, plane + 1, self._share(played, self.turn_limit))

    def write_choice(
        self,
        builder: TurnBuilder,
        kernel: Kernel,
        observer: cython.int,
        out: memoryview[int],
        at: cython.Py_ssize_t,
    ) -> cython.void:
        """Write the planes of the turn in the making; the others are from `write_position`."""
        plane: cython.int = self.planes - CHOICE_PLANES
        turn: cython.longlong = builder.turn
        i: cython.int
        for i in range(CHOICE_PLANES):
            self._fill(out, at, plane + i, 0)
        if builder.stage == WHOLE:
            return
        if builder.stage != CHOOSE_PIECE:
            self._mark(out, at, plane, observer, turns.origin(turn))
        if turns.part(builder.chosen_bits, turns.TARGET):
            self._mark(out, at, plane + 1, observer, turns.target(turn))
            self._mark(out, at, plane + 2, observer, turns.place(turn))
            self._mark(out, at, plane + 4, observer, turns.exit(turn))
            self._mark(out, at, plane + 5, observer, turns.exit_place(turn))
            plane += 3
            self._mark_victims(
                kernel, out, at, plane, observer, turns.target(turn), turns.victims(turn)
            )
            self._mark_victims(
                kernel, out, at, plane, observer, turns.exit(turn), turns.exit_victims(turn)
            )
            plane -= 3
        self._fill(out, at, plane + 6 + builder.stage, 1)

    # -- at the Python border -----------------------------------------------------------------

    def observe(
        self, builder: TurnBuilder, observer: int, played: int, out: memoryview[int]
    ) -> None:
        """Write what a party sees of a builder's position and turn to `size` bytes."""
        self.write_position(builder.kernel, observer, played, out, 0)
        if played < self.turn_limit:
            self.write_choice(builder, builder.kernel, observer, out, 0)
