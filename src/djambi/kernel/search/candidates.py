"""The turns that search looks at: every sort of turn, few of its placements.

A turn's *sort* is its piece, its destination, its victims and its exit. Turns of one sort differ
in where something is placed, and they are nearly all turns; a handful of places will do: beside
the player's own Chief, where a corpse stands in the way of killers, beside other Chiefs, whom
corpses wall in, and anywhere.
"""

from __future__ import annotations

from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.limits import Watch

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
        NOBODY,
        NONE,
        PIECE,
        REPORTER,
        SLOTS,
        STATUS,
    )
    from djambi.kernel.rules.tables import lowest

    # Room for the turns of all open nodes.
    MOST = 16384


# How many of a piece's turns a window holds.
WINDOW = cython.declare(cython.int, 1024)
# From this many places on, all of them are offered.
ALL_PLACES = cython.declare(cython.int, 100)


class Sorts(Watch):
    """A kernel that lists the turns worth a look."""

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.listed = [0] * MOST
            self.spot = [0] * 256
        super().__init__(tables, parties, options)
        self.listed_count = 0
        self.spots = 0
        # How many of 1024 turns are overlooked, at random: how human mistakes are made.
        self.blind = 0

    @cython.final
    def gather(self, first: cython.int, places: cython.int) -> cython.int:
        """List turns of whoever plays now from `listed[first]` on: where they end.

        Of each sort at most `places` turns, more or less. Nothing is listed where the player
        must pass, or where everything was overlooked.
        """
        colour: cython.int
        code: cython.int
        left: cython.uint
        self.listed_count = first
        self.prepare()
        for colour in range(self.parties):
            if self.controller[colour] != self.mover:
                continue
            if self.only_colour != NOBODY and colour != self.only_colour:
                continue
            left = self.alive_slots[colour]
            while left:
                code = PIECE + colour * SLOTS + lowest(left)
                left &= left - 1
                if self.moves_itself(code):
                    self._offer_moves(self.cell_of[code - PIECE], places)
        return self.listed_count

    @cython.final
    def gather_all(self, first: cython.int) -> cython.int:
        """List all legal turns from `listed[first]` on: where they end; -1 if they don't fit.

        The pass where there is no other turn.
        """
        total: cython.longlong = self.count_turns()
        low: cython.longlong
        i: cython.int
        j: cython.int
        if first + total >= MOST:
            return -1
        if total == 0:
            self.listed[first] = turns.PASS
            return first + 1
        for i in range(self.mover_count):
            low = 0
            while low < self.mover_turns[i]:
                self.fill_window(self.mover_cell[i], NONE, low, low + WINDOW)
                for j in range(min(self.mover_turns[i] - low, WINDOW)):
                    self.listed[first] = self.window_turns[j]
                    first += 1
                low += WINDOW
        return first

    @cython.final
    def _offer(self, turn: cython.longlong) -> cython.void:
        if self.blind and self.draw_random() % 1024 < self.blind:
            return
        if self.listed_count < MOST:
            self.listed[self.listed_count] = turn
            self.listed_count += 1

    @cython.final
    def _offer_moves(self, cell: cython.int, places: cython.int) -> cython.void:
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        stops: cython.int
        hits: cython.int
        i: cython.int
        to: cython.longlong
        turn: cython.longlong
        self.wanted_target = NONE
        self.find_destinations(cell, 0)
        stops = self.stop_count[0]
        hits = self.hit_count[0]
        for i in range(stops):
            to = self.stops[i]
            turn = turns.step(cell, to)
            if kind == REPORTER:
                self.window_low = 0
                self.window_high = WINDOW
                self.turn_count = 0
                self.emit_reporter_turns(cell, self.stops[i], turn)
                self._offer_some(16)
            else:
                self._offer(turn)
        for i in range(hits):
            to = self.hits[i]
            turn = turns.step(cell, to)
            if self.act_may_force_exit(kind, code, self.hits[i], self.board[self.hits[i]]):
                self.window_low = 0
                self.window_high = WINDOW
                self.turn_count = 0
                self.emit_act_on_board(cell, self.hits[i], turn)
                self._offer_some(4 * places)
            elif kind == ASSASSIN:
                self._offer(turn)
            elif places >= ALL_PLACES:
                self.window_low = 0
                self.window_high = WINDOW
                self.turn_count = 0
                self.emit_act(cell, self.hits[i], turn)
                self._offer_some(places)
            else:
                self._offer_placed(cell, self.hits[i], turn, places)

    @cython.final
    def _offer_some(self, places: cython.int) -> cython.void:
        """Offer what the window holds, or an even draw of it."""
        many: cython.int = min(self.turn_count, WINDOW)
        i: cython.int
        first: cython.int
        if many <= places or places >= ALL_PLACES:
            for i in range(many):
                self._offer(self.window_turns[i])
            return
        first = self.draw_random() % many
        for i in range(places):
            self._offer(self.window_turns[(first + i * many // places) % many])

    @cython.final
    def _try_spot(self, cell: cython.int, thing: cython.int) -> cython.void:
        if self.spots < 256 and self.can_place(cell, thing, False):
            self.spot[self.spots] = cell
            self.spots += 1

    @cython.final
    def _offer_last_walls(self, chief: cython.int, turn: cython.longlong) -> cython.void:
        """Offer every place beside a Chief who has corpses on all sides but one or two."""
        i: cython.int
        x: cython.int
        open_sides: cython.int = 0
        for i in range(chief * NEIGHBOURS, chief * NEIGHBOURS + self.tables.near_count[chief]):
            if self.board[self.tables.near[i]] != CORPSE:
                open_sides += 1
        if open_sides > 2:
            return
        for i in range(chief * NEIGHBOURS, chief * NEIGHBOURS + self.tables.near_count[chief]):
            x = self.tables.near[i]
            if self.can_place(x, CORPSE, False):
                self._offer(turns.with_place(turn, x))

    @cython.final
    def _offer_placed(
        self, cell: cython.int, to: cython.int, turn: cython.longlong, places: cython.int
    ) -> cython.void:
        """Offer an act with `places` of the places for what was acted on."""
        kind: cython.int = self.kind_of[self.board[cell]]
        target: cython.int = self.board[to]
        thing: cython.int = target if kind == DIPLOMAT else CORPSE
        party: cython.int
        chief: cython.int
        i: cython.int
        left: cython.int
        self.spots = 0
        # A Chief, thrown onto the maze.
        if kind == DIPLOMAT and self.board[self.maze] == EMPTY and self.may_enthrone(target):
            self.spot[0] = self.maze
            self.spots = 1
        for party in range(self.parties):
            chief = self.cell_of[party * SLOTS + CHIEF]
            if self.header[STATUS + party] != ACTIVE or chief == self.cells or places < 2:
                continue
            left = self.draw_random() % self.tables.near_count[chief]
            self._try_spot(self.tables.near[chief * NEIGHBOURS + left], thing)
            if party != self.mover and thing == CORPSE:
                self._offer_last_walls(chief, turn)
            if party == self.mover and thing == CORPSE:
                for i in range(self.tables.near_count[chief]):
                    self._try_spot(self.tables.near[chief * NEIGHBOURS + i], thing)
        # Anywhere; some draws fall on cells that are taken.
        left = 6 * places
        while self.spots < places and left > 0:
            left -= 1
            self._try_spot(self.draw_random() % self.cells, thing)
        if self.spots == 0:
            for i in range(self.cells):
                if self.spots == 0:
                    self._try_spot(i, thing)
        if self.spots == 0 and cell != self.maze:
            # The cell that the piece leaves is empty by then.
            if not (self.tables.fortress[cell] and self.fortress_bars(thing)):
                self.spot[0] = cell
                self.spots = 1
        # An even draw, so that nobody's neighbours push out the others'.
        if self.spots > places:
            left = self.draw_random() % self.spots
        else:
            left = 0
        for i in range(min(self.spots, places)):
            self._offer(turns.with_place(turn, self.spot[(left + i) % self.spots]))
