"""Candidate generation: the turns that the search considers, every sort of turn, few placements.

Method: forward pruning by an abstraction of actions. A turn's *sort* is its piece, its target, its
victims and its exit. Turns of one sort differ in where something is placed, and they are nearly
all turns; a handful of placements stands for the rest: beside the player's own Chief, where a
corpse stands in the way of killers, beside other Chiefs, whom corpses wall in, and anywhere. Of
placements that are left out, those kept are an even draw, so none is left out for ever. A node
that matters gets all its legal turns later (`djambi.kernel.search.tree_search`, widening).

A human player's mistakes are modelled here too: with `oversight_rate` p every candidate is
overlooked with probability p, independently.
"""

from __future__ import annotations

from djambi.kernel.rules.kernel import Kernel

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import (
        ACTIVE,
        ASSASSIN,
        CHIEF,
        CORPSE,
        DIPLOMAT,
        EMPTY,
        NEIGHBOURS,
        NO_CELL,
        PIECE,
        REPORTER,
        SLOTS,
        STATUS,
        WINDOW_TURNS,
    )
    from djambi.kernel.rules.tables import lowest

    # How many turns have room: those of all nodes that are open at once.
    MAX_LISTED = 16384
    # Room for the places that are noted of one act.
    MAX_PLACES = 256

# From so many placements per act on, all of them are listed.
ALL_PLACEMENTS = cython.declare(cython.int, 100)
# The most ways listed of a Reporter's move to one target, and of an act that leads on to an exit
# for every placement asked for.
MAX_REPORTS = cython.declare(cython.int, 16)
EXIT_FACTOR = cython.declare(cython.int, 4)
# Draws of a random cell for every placement asked for: some fall on cells that are taken.
DRAWS_PER_PLACEMENT = cython.declare(cython.int, 6)
# The unit of `oversights`: as many candidates of 1024 are overlooked.
OVERSIGHT_UNIT = cython.declare(cython.int, 1024)


class CandidateGenerator:
    """A list of turns worth considering in the position of a kernel.

    >>> from djambi.position.position import Position
    >>> start = Position.start("hex-3")
    >>> generator = CandidateGenerator(start.kernel())
    >>> all(map(start.kernel().is_legal, generator.candidates(placements=3)))
    True
    >>> len(generator.legal_turns()) == len(start.legal_turns())
    True
    """

    def __init__(self, kernel: Kernel) -> None:
        if not cython.compiled:
            self.listed = [0] * MAX_LISTED
            self.places = [0] * MAX_PLACES
        self.kernel = kernel
        self.listed_count = 0
        self.place_count = 0
        self.oversights = 0

    @property
    def oversight_rate(self) -> float:
        """Return the part of all candidates overlooked at random: 0 to 1, in steps of 1/1024."""
        return (1.0 * self.oversights) / OVERSIGHT_UNIT

    @oversight_rate.setter
    def oversight_rate(self, rate: float) -> None:
        self.oversights = int(OVERSIGHT_UNIT * rate)

    def candidates(self, placements: int) -> list[int]:
        """Return packed turns of whoever plays now, as `generate` lists them."""
        many: cython.int = self.generate(0, placements)
        return [self.listed[i] for i in range(many)]

    def legal_turns(self) -> list[int]:
        """Return all legal packed turns; raises OverflowError if they are too many to list."""
        many: cython.int = self.generate_legal(0)
        if many < 0:
            raise OverflowError(f"{MAX_LISTED} turns or more")
        return [self.listed[i] for i in range(many)]

    def generate(self, first: cython.int, placements: cython.int) -> cython.int:
        """List candidates from `listed[first]` on; return where they end.

        Of each sort at most `placements` turns, more or less. Nothing is listed where the player
        must pass, or where everything was overlooked.
        """
        colour: cython.int
        code: cython.int
        left: cython.uint
        self.listed_count = first
        self.kernel.prepare()
        for colour in range(self.kernel.parties):
            if not self.kernel.moves_colour(colour):
                continue
            left = self.kernel.alive_slots[colour]
            while left:
                code = PIECE + colour * SLOTS + lowest(left)
                left &= left - 1
                if self.kernel.moves_itself(code):
                    self._add_moves(self.kernel, self.kernel.cell_of[code - PIECE], placements)
        return self.listed_count

    def generate_legal(self, first: cython.int) -> cython.int:
        """List all legal turns from `listed[first]` on; return where they end, -1 if too many.

        The pass where there is no other turn.
        """
        total: cython.longlong = self.kernel.count_turns()
        low: cython.longlong
        i: cython.int
        j: cython.int
        if first + total >= MAX_LISTED:
            return -1
        if total == 0:
            self.listed[first] = turns.PASS
            return first + 1
        for i in range(self.kernel.mover_count):
            low = 0
            while low < self.kernel.mover_turns[i]:
                self.kernel.fill_window(self.kernel.mover_cell[i], NO_CELL, low, low + WINDOW_TURNS)
                for j in range(min(self.kernel.mover_turns[i] - low, WINDOW_TURNS)):
                    self.listed[first] = self.kernel.window_turns[j]
                    first += 1
                low += WINDOW_TURNS
        return first

    def _add(self, turn: cython.longlong) -> cython.void:
        """List a turn, unless it is overlooked."""
        if self.oversights and self.kernel.draw_random() % OVERSIGHT_UNIT < self.oversights:
            return
        if self.listed_count < MAX_LISTED:
            self.listed[self.listed_count] = turn
            self.listed_count += 1

    def _add_moves(self, kernel: Kernel, cell: cython.int, placements: cython.int) -> cython.void:
        """List the turns of the piece on a cell."""
        code: cython.int = kernel.board[cell]
        kind: cython.int = kernel.kind_of[code]
        stops: cython.int
        hits: cython.int
        i: cython.int
        turn: cython.longlong
        kernel.wanted_target = NO_CELL
        kernel.find_destinations(cell, 0)
        stops = kernel.stop_count[0]
        hits = kernel.hit_count[0]
        for i in range(stops):
            turn = turns.step(cell, kernel.stops[i])
            if kind == REPORTER:
                self._open_window(kernel, 0)
                kernel.emit_reporter_turns(cell, kernel.stops[i], turn)
                self._add_window(kernel, MAX_REPORTS)
            else:
                self._add(turn)
        for i in range(hits):
            turn = turns.step(cell, kernel.hits[i])
            if kernel.act_may_force_exit(kind, code, kernel.hits[i], kernel.board[kernel.hits[i]]):
                self._open_window(kernel, 0)
                kernel.emit_act_on_board(cell, kernel.hits[i], turn)
                if kernel.turn_count > WINDOW_TURNS:
                    # They come place by place: another part of them every time.
                    self._open_window(
                        kernel, kernel.draw_random() % (kernel.turn_count - WINDOW_TURNS + 1)
                    )
                    kernel.emit_act_on_board(cell, kernel.hits[i], turn)
                self._add_window(kernel, EXIT_FACTOR * placements)
            elif kind == ASSASSIN:
                self._add(turn)
            elif placements >= ALL_PLACEMENTS:
                self._open_window(kernel, 0)
                kernel.emit_act(cell, kernel.hits[i], turn)
                self._add_window(kernel, placements)
            else:
                self._add_placements(kernel, cell, kernel.hits[i], turn, placements)

    def _open_window(self, kernel: Kernel, low: cython.longlong) -> cython.void:
        """Have the kernel keep what it emits from now on, from the `low`-th turn on."""
        kernel.window_low = low
        kernel.window_high = low + WINDOW_TURNS
        kernel.turn_count = 0

    def _add_window(self, kernel: Kernel, most: cython.int) -> cython.void:
        """List what the kernel's window holds, or an even draw of `most` of it."""
        many: cython.int = min(kernel.turn_count, WINDOW_TURNS)
        i: cython.int
        first: cython.int
        if many <= most or most >= ALL_PLACEMENTS:
            for i in range(many):
                self._add(kernel.window_turns[i])
            return
        first = kernel.draw_random() % many
        for i in range(most):
            self._add(kernel.window_turns[(first + i * many // most) % many])

    def _try_place(self, kernel: Kernel, cell: cython.int, thing: cython.int) -> cython.void:
        """Note a cell as a place for a thing, once, if the thing may be placed there."""
        i: cython.int
        if self.place_count == MAX_PLACES or not kernel.can_place(cell, thing, False):
            return
        for i in range(self.place_count):
            if self.places[i] == cell:
                return
        self.places[self.place_count] = cell
        self.place_count += 1

    def _try_last_walls(self, kernel: Kernel, chief: cython.int) -> cython.void:
        """Note every place beside a Chief who has corpses on all sides but one or two."""
        i: cython.int
        open_sides: cython.int = 0
        first: cython.int = chief * NEIGHBOURS
        for i in range(first, first + kernel.tables.near_count[chief]):
            if kernel.board[kernel.tables.near[i]] != CORPSE:
                open_sides += 1
        if open_sides > 2:
            return
        for i in range(first, first + kernel.tables.near_count[chief]):
            self._try_place(kernel, kernel.tables.near[i], CORPSE)

    def _add_placements(
        self,
        kernel: Kernel,
        cell: cython.int,
        to: cython.int,
        turn: cython.longlong,
        placements: cython.int,
    ) -> cython.void:
        """List an act with so many of the places for what was acted on, and all last walls."""
        kind: cython.int = kernel.kind_of[kernel.board[cell]]
        target: cython.int = kernel.board[to]
        thing: cython.int = target if kind == DIPLOMAT else CORPSE
        party: cython.int
        chief: cython.int
        i: cython.int
        left: cython.int
        walls: cython.int
        self.place_count = 0
        if thing == CORPSE and placements >= 2:
            for party in range(kernel.parties):
                chief = kernel.cell_of[party * SLOTS + CHIEF]
                if party != kernel.mover and kernel.header[STATUS + party] == ACTIVE:
                    if chief != kernel.cells:
                        self._try_last_walls(kernel, chief)
        walls = self.place_count
        # A Chief, displaced onto the maze.
        if kind == DIPLOMAT and kernel.board[kernel.maze] == EMPTY and kernel.may_enthrone(target):
            self.places[0] = kernel.maze
            self.place_count = 1
        for party in range(kernel.parties):
            chief = kernel.cell_of[party * SLOTS + CHIEF]
            if kernel.header[STATUS + party] != ACTIVE or chief == kernel.cells or placements < 2:
                continue
            left = kernel.draw_random() % kernel.tables.near_count[chief]
            self._try_place(kernel, kernel.tables.near[chief * NEIGHBOURS + left], thing)
            if party == kernel.mover and thing == CORPSE:
                for i in range(kernel.tables.near_count[chief]):
                    self._try_place(kernel, kernel.tables.near[chief * NEIGHBOURS + i], thing)
        # Anywhere; some draws fall on cells that are taken.
        left = DRAWS_PER_PLACEMENT * placements
        while self.place_count - walls < placements and left > 0:
            left -= 1
            self._try_place(kernel, kernel.draw_random() % kernel.cells, thing)
        if self.place_count == 0:
            for i in range(kernel.cells):
                if self.place_count == 0:
                    self._try_place(kernel, i, thing)
        if self.place_count == 0 and cell != kernel.maze:
            # The cell that the piece leaves is empty by then.
            if not (kernel.tables.fortress[cell] and kernel.fortress_bars(thing)):
                self.places[0] = cell
                self.place_count = 1
        for i in range(walls):
            self._add(turns.with_place(turn, self.places[i]))
        # An even draw, so that nobody's neighbours push out the others'.
        self.place_count -= walls
        if self.place_count > placements:
            left = kernel.draw_random() % self.place_count
        else:
            left = 0
        for i in range(min(self.place_count, placements)):
            cell = self.places[walls + (left + i) % self.place_count]
            self._add(turns.with_place(turn, cell))
