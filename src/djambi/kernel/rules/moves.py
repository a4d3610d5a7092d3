"""The turns that may be played: found in stages, counted without being listed (RULES 3).

A turn is a destination, then a placement or victims, then an exit and what it does. Stages that
need no look at the board after the step (nearly all) are counted by arithmetic; the others
carry the step out and take it back. One generator serves counting, listing and drawing: it
numbers the turns as it finds them and writes down those inside a window of numbers.

Turns are packed words (`djambi.kernel.turns`).
"""

from __future__ import annotations

from djambi.kernel.rules.state import State
from djambi.kernel.rules.tables import Tables

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import (
        ACTIVE,
        ASSASSIN,
        BONUS,
        CHIEF,
        CODES,
        CORPSE,
        DIPLOMAT,
        DISPLACE,
        EMPTY,
        EXHUME,
        HOSTAGE,
        KILL,
        LINE,
        LINES,
        MILITANT,
        NECROMOBILE,
        NOBODY,
        NONE,
        PIECE,
        REPORTER,
        SEAT,
        STATUS,
        VASSAL,
        WALL,
    )
    from djambi.kernel.rules.tables import bits_in, lowest

ONE = cython.declare(cython.ulonglong, 1)


class Moves(State):
    """A state that knows the legal turns of whoever plays now."""

    def __init__(self, tables: Tables, parties: int, options: tuple[int, ...]) -> None:
        if not cython.compiled:
            self.stop_count = [0, 0]
            self.hit_count = [0, 0]
            self.stops = [0] * (2 * 176)
            self.hits = [0] * (2 * 32)
            self.turns = [0] * 1024
        super().__init__(tables, parties, options)
        self.mover = NOBODY
        self.only = NOBODY
        self.power = NOBODY
        self.shut = False
        self.want = NONE
        self.hand = EMPTY
        self.sought = -1
        self.low = 0
        self.high = 0
        self.count = 0
        # The kinds, as bits, that slide through some pieces.
        self.through = 0
        if self.assassin_through:
            self.through |= 1 << ASSASSIN
        if self.necromobile_through:
            self.through |= 1 << NECROMOBILE
        self.short_diagonals = self.militant_diagonal == 1
        # Whether what the mover controls can be acted on at all: if not, none of it is looked at.
        self.not_own = 0xFFFFFFFF
        if self.own_kills or self.diplomat_targets:
            self.not_own = 0

    # -- whose turn ---------------------------------------------------------------------------

    @cython.final
    def see_power(self) -> cython.void:
        """Judge W afresh, and whether the fortress is closed to the mover (RULES 3.1, 4.2)."""
        if self.stale:
            self.relate()
        self.power = self.ruler()
        self.shut = self.fortress != 0 and self.power != NOBODY and self.power != self.mover

    @cython.final
    def prepare(self) -> cython.void:
        """Look at the board as the player whose turn it is (RULES 3, 6)."""
        if self.stale:
            self.relate()
        if self.header[BONUS]:
            self.mover = self.header[BONUS] - 1
            self.only = self.mover if self.vassals_kept else NOBODY
        else:
            self.mover = self.control[self.header[SEAT]]
            self.only = self.header[SEAT] if self.vassals_kept else NOBODY
        self.see_power()

    @cython.final
    def prepare_for(self, party: cython.int) -> cython.void:
        """Look at the board as if it were this party's turn, whatever the colour (RULES 5)."""
        self.mover = party
        self.only = NOBODY
        self.see_power()

    @cython.final
    def moves_itself(self, code: cython.int) -> cython.bint:
        """Whether a controlled piece may be moved: sleeping Chiefs may not (RULES 6.1)."""
        status: cython.int
        if self.kind_of[code] != CHIEF:
            return True
        status = self.header[STATUS + self.party_of[code]]
        return status == ACTIVE or status == VASSAL

    @cython.final
    def must_leave(self, cell: cython.int) -> cython.bint:
        """Whether the piece that stands there has to go on at once (RULES 3.4)."""
        code: cython.int
        if cell == self.maze:
            code = self.board[cell]
            return (
                self.kind_of[code] != CHIEF or self.header[STATUS + self.party_of[code]] != ACTIVE
            )
        return self.shut and self.tables.fortress[cell] != 0

    # -- where to -----------------------------------------------------------------------------

    @cython.final
    def _find(self, cell: cython.int, exit: cython.int) -> cython.void:
        """Fill `stops` and `hits` with where the piece may stop or act (RULES 3.1, 3.2, 3.4).

        A Reporter's stops include those that are open to it only if it kills from there.
        """
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        row: cython.int = self.party_of[code] * CODES
        enters: cython.bint = kind == CHIEF and self.header[STATUS + self.party_of[code]] == ACTIVE
        splashes: cython.bint = kind == REPORTER and exit == 0
        first_stop: cython.int = exit * 176
        first_hit: cython.int = exit * 32
        stop: cython.int = first_stop
        hit: cython.int = first_hit
        bit: cython.int = KILL
        i: cython.int
        side: cython.int
        step: cython.int
        left: cython.int
        at: cython.int
        x: cython.int
        t: cython.int
        if kind == DIPLOMAT:
            bit = DISPLACE
        elif kind == NECROMOBILE:
            bit = EXHUME
        elif kind == REPORTER:
            bit = 0
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            for side in range(2):
                step = 2 * side - 1
                at = self.tables.line_at[i] + self.tables.place_on[i]
                left = LINE
                if kind == MILITANT:
                    left = 2
                    if self.tables.line_diagonal[self.tables.line_at[i] // LINE]:
                        left = self.militant_diagonal
                while left > 0:
                    left -= 1
                    at += step
                    x = self.tables.line_cell[at]
                    t = self.board[x]
                    if t == EMPTY:
                        if x == self.maze:
                            if exit or not (enters or (splashes and self.reporter_enters)):
                                continue
                        elif self.shut and self.tables.fortress[x] and not splashes:
                            continue
                        if not (
                            self.tables.crossings and self._known(first_stop, stop, x, self.stops)
                        ):
                            self.stops[stop] = x
                            stop += 1
                        continue
                    if t == WALL:
                        break
                    if self.relation[row + t] & bit and self._may_hit(kind, x, t, exit):
                        if not (
                            self.tables.crossings and self._known(first_hit, hit, x, self.hits)
                        ):
                            self.hits[hit] = x
                            hit += 1
                    if not (self.through >> kind & 1 and self._slides_through(cell, x)):
                        break
        self.stop_count[exit] = stop - first_stop
        self.hit_count[exit] = hit - first_hit

    @cython.final
    def _slides_through(self, cell: cython.int, other: cython.int) -> cython.bint:
        """Whether the piece on one cell goes on through what stands on the other."""
        kind: cython.int = self.kind_of[self.board[cell]]
        code: cython.int = self.board[other]
        if kind == ASSASSIN and self.assassin_through:
            return (
                code >= PIECE and code != WALL and self.control[self.party_of[code]] == self.mover
            )
        return kind == NECROMOBILE and self.necromobile_through != 0 and code == CORPSE

    @cython.final
    def _known(
        self, first: cython.int, last: cython.int, cell: cython.int, found: cython.p_uchar
    ) -> cython.bint:
        """Whether the cell was reached by another way already, where two lines may cross twice."""
        i: cython.int
        for i in range(first, last):
            if found[i] == cell:
                return True
        return False

    @cython.final
    def _may_hit(
        self, kind: cython.int, cell: cython.int, target: cython.int, exit: cython.int
    ) -> cython.bint:
        """The bans beyond who may act on whom: Militants on power, and acts in an exit."""
        option: cython.int
        if kind == MILITANT and cell == self.maze and not self.militant_kills_power:
            return False
        if not exit:
            return True
        if cell == self.maze or (self.shut and self.tables.fortress[cell]):
            return False
        if kind == DIPLOMAT or kind == NECROMOBILE:
            option = self.mover_exit
        else:
            option = self.killer_exit
        if option == 1:
            return (kind == DIPLOMAT or kind == ASSASSIN) and self.kind_of[target] == CHIEF
        return option == 2

    # -- placing ------------------------------------------------------------------------------

    @cython.final
    def _enthrones(self, thing: cython.int) -> cython.bint:
        """Whether a Diplomat may place this living piece on the empty maze (RULES 3.2)."""
        if self.kind_of[thing] != CHIEF:
            return False
        if self.diplomat_enthrones == 1:
            return self.header[STATUS + self.party_of[thing]] == HOSTAGE
        return self.diplomat_enthrones == 2

    @cython.final
    def _barred(self, thing: cython.int) -> cython.bint:
        """Whether the fortress is closed to a piece that is placed (RULES 3.2)."""
        return (
            thing >= PIECE
            and self.fortress != 0
            and self.power != NOBODY
            and self.control[self.party_of[thing]] != self.power
        )

    @cython.final
    def _takes(self, cell: cython.int, thing: cython.int, maze_too: cython.bint) -> cython.bint:
        """Whether a thing may be placed on this cell of the board as it stands."""
        if self.board[cell] != EMPTY:
            return False
        if cell == self.maze:
            return maze_too
        return not (self.tables.fortress[cell] and self._barred(thing))

    @cython.final
    def _emit(self, turn: cython.longlong) -> cython.void:
        if self.low <= self.count and self.count < self.high:
            self.turns[self.count - self.low] = turn
        self.count += 1

    @cython.final
    def _place(
        self,
        turn: cython.longlong,
        thing: cython.int,
        left: cython.int,
        maze_too: cython.bint,
    ) -> cython.void:
        """Emit the turn once for every cell that takes the thing.

        `left` is a cell that will be empty by then though it is not yet (or no cell).
        """
        word: cython.int
        many: cython.int
        spot: cython.int
        cells: cython.ulonglong
        barred: cython.bint = self._barred(thing)
        if self.high == 0 and not barred:
            self.count += self.free_cells + maze_too
            if left != self.cells and left != self.maze:
                self.count += 1
            return
        for word in range((self.cells + 63) >> 6):
            cells = self.free[word]
            if left != self.cells and left >> 6 == word:
                cells |= ONE << (left & 63)
            if self.maze >> 6 == word and not maze_too:
                cells &= ~(ONE << (self.maze & 63))
            if barred:
                cells &= ~self.tables.fortress_bits[word]
            many = bits_in(cells)
            if self.count >= self.high or self.count + many <= self.low:
                self.count += many
                continue
            while self.count < self.low:
                self.count += 1
                cells &= cells - ONE
            while cells and self.count < self.high:
                spot = word * 64 + lowest(cells)
                self.turns[self.count - self.low] = turns.with_place(turn, spot)
                self.count += 1
                cells &= cells - ONE
            self.count += bits_in(cells)

    # -- acts ---------------------------------------------------------------------------------

    @cython.final
    def _victims(self, cell: cython.int, colour: cython.int, left: cython.int) -> cython.int:
        """The sides of a cell, as bits, where a Reporter there may kill (RULES 3.3)."""
        i: cython.int
        x: cython.int
        seen: cython.int = 0
        for i in range(self.tables.side_count[cell]):
            x = self.tables.side[cell * 8 + i]
            if x != left and self.relation[colour * CODES + self.board[x]] & KILL:
                seen |= 1 << i
        return seen

    @cython.final
    def _emit_victims(
        self, turn: cython.longlong, part: cython.int, seen: cython.int
    ) -> cython.void:
        """Emit the turns of a Reporter that sees these victims and may stay."""
        bits: cython.longlong
        if not (seen and self.reporter_mandatory):
            self._emit(turn)
        bits = self._next_victims(0, seen)
        while bits:
            self._emit(turns.with_part(turn, part, bits))
            bits = self._next_victims(bits, seen)

    @cython.final
    def _next_victims(self, victims: cython.int, seen: cython.int) -> cython.int:
        """Return the victims that a Reporter may choose after these (none: the first), or none.

        `seen` are all that it could kill; both are bits over the sides of its cell (RULES 3.3).
        """
        if self.reporter_targets == 0:
            # The lowest bit above the one that was chosen.
            seen &= ~(2 * victims - 1) if victims else 255
            return seen & -seen
        if self.reporter_targets == 1:
            # The next number that has no bit outside `seen`: the borrow runs over the gaps.
            return (victims - seen) & seen
        return 0 if victims else seen

    @cython.final
    def _splash(self, cell: cython.int, to: cython.int, turn: cython.longlong) -> cython.void:
        """The turns of a Reporter that steps to an empty cell."""
        code: cython.int = self.board[cell]
        seen: cython.int = self._victims(to, self.party_of[code], cell)
        mark: cython.int
        chosen: cython.int
        j: cython.int
        if to != self.maze and not (self.shut and self.tables.fortress[to]):
            self._emit_victims(turn, turns.VICTIMS, seen)
            return
        # It may be here only to kill, and must go on unless that opened the fortress.
        chosen = self._next_victims(0, seen)
        while chosen:
            mark = self.log_length
            self.put(cell, EMPTY)
            self.put(to, code)
            for j in range(self.tables.side_count[to]):
                if chosen >> j & 1:
                    self.put(self.tables.side[to * 8 + j], CORPSE)
            self.see_power()
            self._settle(to, turns.with_victims(turn, chosen))
            self.back_to(mark)
            self.see_power()
            chosen = self._next_victims(chosen, seen)

    @cython.final
    def _hard(
        self, kind: cython.int, code: cython.int, to: cython.int, target: cython.int
    ) -> cython.bint:
        """Whether an act on this cell may call for an exit."""
        if to == self.maze:
            return kind != CHIEF or self.header[STATUS + self.party_of[code]] != ACTIVE
        if not self.tables.fortress[to]:
            return False
        return self.shut or (kind == DIPLOMAT and self.kind_of[target] == CHIEF)

    @cython.final
    def _act(self, cell: cython.int, to: cython.int, turn: cython.longlong) -> cython.void:
        """The turns of a piece that acts on what stands on `to`."""
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        target: cython.int = self.board[to]
        if self._hard(kind, code, to, target):
            self._act_hard(cell, to, turn)
        elif kind == ASSASSIN:
            self._emit(turn)
        elif kind == DIPLOMAT:
            self._place(
                turn,
                target,
                cell,
                self.board[self.maze] == EMPTY and self._enthrones(target),
            )
        elif kind == NECROMOBILE:
            self._place(turn, CORPSE, cell, False)
        else:
            self._place(
                turn,
                CORPSE,
                cell,
                self.corpse_on_maze != 0
                and self.kind_of[target] == CHIEF
                and (cell == self.maze or (self.board[self.maze] == EMPTY and to != self.maze)),
            )

    @cython.final
    def _act_hard(self, cell: cython.int, to: cython.int, turn: cython.longlong) -> cython.void:
        """As `_act` where an exit may follow: carried out on the board and taken back."""
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        target: cython.int = self.board[to]
        thing: cython.int = target if kind == DIPLOMAT else CORPSE
        maze_too: cython.bint = False
        mark: cython.int = self.log_length
        placed: cython.int
        x: cython.int
        # Nobody lives in the maze but a Chief.
        left_behind: cython.bint = kind == ASSASSIN and not (
            self.assassin_maze_corpse and to == self.maze
        )
        self.put(cell, EMPTY)
        self.put(to, code)
        if left_behind:
            self.put(cell, CORPSE)
        self.see_power()
        if left_behind:
            self._settle(to, turn)
        elif (
            (kind == DIPLOMAT or kind == NECROMOBILE or kind == ASSASSIN)
            and self.exit_before_placement
            and self.must_leave(to)
        ):
            self.hand = thing
            self._exit(to, turn)
            self.hand = EMPTY
        else:
            if self.board[self.maze] == EMPTY:
                if kind == DIPLOMAT:
                    maze_too = self._enthrones(target)
                elif kind != NECROMOBILE and self.corpse_on_maze:
                    maze_too = self.kind_of[target] == CHIEF
            for x in range(self.cells):
                if self._sought(turns.PLACE, x) and self._takes(x, thing, maze_too):
                    placed = self.log_length
                    self.put(x, thing)
                    self.see_power()
                    self._settle(to, turns.with_place(turn, x))
                    self.back_to(placed)
                    self.see_power()
        self.back_to(mark)
        self.see_power()

    # -- exits --------------------------------------------------------------------------------

    @cython.final
    def _sought(self, part: cython.int, cell: cython.int) -> cython.bint:
        """Whether a cell belongs into this part of the turn that is sought, if one is."""
        return self.sought < 0 or turns.part(self.sought, part) == cell

    @cython.final
    def _settle(self, cell: cython.int, turn: cython.longlong) -> cython.void:
        """The piece stays where it may, and goes on where it must (RULES 3.4)."""
        if self.must_leave(cell):
            self._exit(cell, turn)
        else:
            self._emit(turn)

    @cython.final
    def _exit(self, cell: cython.int, turn: cython.longlong) -> cython.void:
        """The turns that the exits of the piece on `cell` complete."""
        code: cython.int = self.board[cell]
        i: cython.int
        to: cython.int
        mark: cython.int
        self._find(cell, 1)
        for i in range(176, 176 + self.stop_count[1]):
            to = self.stops[i]
            if not self._sought(turns.EXIT, to):
                continue
            if self.kind_of[code] == REPORTER and self.killer_exit == 2:
                self._emit_victims(
                    turns.with_exit(turn, to),
                    turns.EXIT_VICTIMS,
                    self._victims(to, self.party_of[code], cell),
                )
            elif self.hand != EMPTY:
                mark = self.log_length
                self.put(cell, EMPTY)
                self.put(to, code)
                self._finish(turns.with_exit(turn, to))
                self.back_to(mark)
            else:
                self._emit(turns.with_exit(turn, to))
        for i in range(32, 32 + self.hit_count[1]):
            to = self.hits[i]
            if self._sought(turns.EXIT, to):
                self._exit_hit(cell, to, turns.with_exit(turn, to))

    @cython.final
    def _exit_hit(self, cell: cython.int, to: cython.int, turn: cython.longlong) -> cython.void:
        """The turns of an exit that acts on what stands on `to`."""
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        target: cython.int = self.board[to]
        thing: cython.int = target if kind == DIPLOMAT else CORPSE
        maze_too: cython.bint = False
        only_maze: cython.bint = False
        mark: cython.int = self.log_length
        placed: cython.int
        x: cython.int
        self.put(cell, EMPTY)
        self.put(to, code)
        if kind == ASSASSIN:
            self.put(cell, CORPSE)
            self._finish(turn)
        else:
            if self.board[self.maze] == EMPTY and self.kind_of[target] == CHIEF:
                if kind == DIPLOMAT:
                    only_maze = self.mover_exit == 1
                    maze_too = only_maze or self._enthrones(target)
                elif kind != NECROMOBILE:
                    maze_too = self.corpse_on_maze != 0
            elif kind == DIPLOMAT and self.mover_exit == 1:
                only_maze = True
            for x in range(self.cells):
                if only_maze and x != self.maze:
                    continue
                if self._sought(turns.EXIT_PLACE, x) and self._takes(x, thing, maze_too):
                    placed = self.log_length
                    self.put(x, thing)
                    self.see_power()
                    # There is only one exit: an enthroned Chief may close the fortress.
                    if not self.must_leave(to):
                        self._finish(turns.with_exit_place(turn, x))
                    self.back_to(placed)
                    self.see_power()
        self.back_to(mark)
        self.see_power()

    @cython.final
    def _finish(self, turn: cython.longlong) -> cython.void:
        """End a turn: what is still in hand is placed now (`exit_before_placement`)."""
        if self.hand == EMPTY:
            self._emit(turn)
        else:
            self._place(turns.placing_last(turn), self.hand, self.cells, False)

    # -- a piece's turns, all turns -----------------------------------------------------------

    @cython.final
    def _turns_of(self, cell: cython.int) -> cython.void:
        """Emit every turn of the piece on a cell (only those to `want`, if that is a cell)."""
        splashes: cython.bint = self.kind_of[self.board[cell]] == REPORTER
        i: cython.int
        to: cython.longlong
        self._find(cell, 0)
        for i in range(self.stop_count[0]):
            to = self.stops[i]
            if self.want != NONE and to != self.want:
                continue
            if splashes:
                self._splash(cell, self.stops[i], turns.step(cell, to))
            else:
                self._emit(turns.step(cell, to))
        for i in range(self.hit_count[0]):
            to = self.hits[i]
            if self.want == NONE or to == self.want:
                self._act(cell, self.hits[i], turns.step(cell, to))

    @cython.final
    def _fill(
        self, cell: cython.int, want: cython.int, low: cython.longlong, high: cython.longlong
    ) -> cython.longlong:
        """Write the turns numbered from `low` to before `high` into `turns`; how many there are."""
        self.low = low
        self.high = high
        self.count = 0
        self.want = want
        self._turns_of(cell)
        return self.count
