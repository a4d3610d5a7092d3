"""How many turns there are, and the one with a given number (RULES 3).

The same turns as `djambi.kernel.rules.moves` lists, counted by tables and arithmetic: the heart of
random play, perft and search.
"""

from __future__ import annotations

from djambi.kernel.rules.moves import MoveGenerator
from djambi.kernel.rules.tables import Tables

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.acts import may_act_there
    from djambi.kernel.rules.codes import (
        ACTIVE,
        ASSASSIN,
        CHIEF,
        CODES,
        CONTROLLED,
        CORPSES,
        DIPLOMAT,
        DISPLACE,
        EMPTY,
        EXHUME,
        EXPOSED,
        KILL,
        LINES,
        MAX_CELLS,
        MAX_HITS,
        MAX_PIECES,
        MILITANT,
        NECROMOBILE,
        NEIGHBOURS,
        NO_CELL,
        NOBODY,
        PAIRS,
        PIECE,
        REPORTER,
        SIDES,
        SLOTS,
        STATUS,
        WINDOW_TURNS,
        WINNERS,
    )
    from djambi.kernel.rules.options import (
        CORPSE_ON_MAZE_NEVER,
        DIPLOMAT_ENTHRONES_NEVER,
        REPORTER_KILL_MANDATORY,
        REPORTER_TARGETS_ALL,
        REPORTER_TARGETS_SOME,
    )
    from djambi.kernel.rules.tables import bits_in, highest, lowest

ONE = cython.declare(cython.ulonglong, 1)
# The bits of all parts of a turn.
WHOLE_TURN = cython.declare(cython.longlong, 0x00FFFFFFFFFFFFFF)
# No packed turn is a greater number.
GREATEST_TURN = cython.declare(cython.longlong, 0x01FFFFFFFFFFFFFF)


class TurnCounter(MoveGenerator):
    """Counts turns without listing them."""

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.mover_cell = [0] * MAX_PIECES
            self.mover_turns = [0] * MAX_PIECES
            self.struck_cells = [0] * MAX_HITS
        super().__init__(tables, parties, options)
        self.mover_count = 0
        self.struck_count = 0
        # The kinds, as bits, whose acts all have the same number of turns but in the maze and
        # the fortress, whatever stands there; nothing that the mover controls can be acted on.
        self.uniform_kinds = 1 << NECROMOBILE
        if self.own_unkillable:
            self.uniform_kinds |= 1 << ASSASSIN
            if self.options.corpse_on_maze == CORPSE_ON_MAZE_NEVER:
                self.uniform_kinds |= 1 << CHIEF | 1 << MILITANT
        if (
            self.own_immovable
            and self.options.diplomat_enthrones == DIPLOMAT_ENTHRONES_NEVER
            and not self.options.fortress
        ):
            self.uniform_kinds |= 1 << DIPLOMAT
        # The row of the tables with what a Militant can come to.
        self.militant_reach_row = (self.options.militant_diagonal - 1) * MAX_CELLS * PAIRS

    @cython.final
    def _count_slots(self, colour: cython.int, left: cython.uint) -> cython.longlong:
        """Count the turns of the pieces of a colour whose slots are set in `left`.

        Note which have any (`mover_cell`, `mover_turns`). If there is a window (`window_high`),
        write down the turn with the number `window_low`.
        """
        row: cython.int = colour * CODES
        slot: cython.int
        kind: cython.int
        cell: cython.int
        window: cython.bint = self.window_high != 0
        total: cython.longlong = 0
        self.wanted_target = NO_CELL
        while left:
            slot = lowest(left)
            left &= left - 1
            kind = min(slot, MILITANT)
            cell = self.cell_of[colour * SLOTS + slot]
            if kind == CHIEF and not self.moves_itself(PIECE + colour * SLOTS):
                continue
            self.turn_count = 0
            # Kinds are written out below: the compiler makes a loop for each.
            if self.tables.crossings:
                self._emit_piece_turns(cell)
            elif kind == REPORTER:
                self._count_reporter_turns(cell, row)
            elif self.through_kinds >> kind & 1:
                if window:
                    self._emit_piece_turns(cell)
                else:
                    self._count_slides_through(self.tables, colour, cell, kind)
            elif window:
                self._count_slides(self.tables, colour, cell, kind, True)
            elif kind == MILITANT:
                self._count_slides(self.tables, colour, cell, MILITANT, False)
            elif kind == DIPLOMAT:
                self._count_slides(self.tables, colour, cell, DIPLOMAT, False)
            elif kind == NECROMOBILE:
                self._count_slides(self.tables, colour, cell, NECROMOBILE, False)
            elif kind == ASSASSIN:
                self._count_slides(self.tables, colour, cell, ASSASSIN, False)
            else:
                self._count_slides(self.tables, colour, cell, CHIEF, False)
            if self.turn_count:
                self._note_mover(cell)
                total += self.turn_count
        return total

    @cython.final
    def _count_slides(
        self,
        tables: Tables,
        colour: cython.int,
        cell: cython.int,
        kind: cython.int,
        window: cython.bint,
    ) -> cython.void:
        """Count the turns of a piece that slides, but no Reporter; see `_count_slots`.

        Random play and search spend most of their time here, so a piece takes its lines two by
        two: in each part of the word, subtracting the bit next to the piece flips the bits up to
        the first that is set, which is the whole slide (`djambi.kernel.rules.tables`).
        """
        bit: cython.int = KILL
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        beyond: cython.Py_ssize_t
        pair: cython.Py_ssize_t = cell * PAIRS
        exposed: cython.Py_ssize_t = EXPOSED
        side: cython.Py_ssize_t = CONTROLLED + self.controller[colour]
        own: cython.uint = self.own_unkillable
        word: cython.ulonglong
        occupied: cython.ulonglong
        reach: cython.ulonglong
        struck: cython.ulonglong
        free: cython.ulonglong
        bits: cython.p_uint = self.line_bits
        quiet: cython.int = 0
        many: cython.int
        acts: cython.int = 0
        plain: cython.bint = (self.uniform_kinds >> kind & 1) != 0 and not window
        bars: cython.bint = kind != CHIEF or self.header[STATUS + colour] != ACTIVE
        if kind == DIPLOMAT:
            bit = DISPLACE
            own = self.own_immovable
        elif kind == NECROMOBILE:
            bit = EXHUME
            exposed = CORPSES
            own = 0
        self.struck_count = 0
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell], 2):
            at = tables.line_at[i]
            beyond = tables.line_at[i + 1]
            word = bits[beyond]
            occupied = word << 32 | bits[at]
            reach = occupied ^ (occupied - tables.step[pair])
            if kind == MILITANT:
                reach &= tables.militant_on[self.militant_reach_row + pair]
            word = bits[beyond + exposed] ^ (bits[beyond + side] & own)
            struck = reach & (word << 32 | (bits[at + exposed] ^ (bits[at + side] & own)))
            free = reach & ~occupied
            if bars:
                free &= ~tables.maze_on[pair]
            if self.fortress_shut:
                free &= ~tables.fortress_on[pair]
            many = bits_in(free)
            if window and quiet <= self.window_low < quiet + many:
                self._write_quiet_turn(cell, free, self.window_low - quiet, at, beyond)
            quiet += many
            if plain:
                word = struck & ~tables.maze_or_fortress_on[pair]
                acts += bits_in(word)
                struck ^= word
            if struck:
                self._note_struck_cells(struck, at, beyond)
            pair += 1
        self.turn_count = quiet
        if kind == ASSASSIN:
            self.turn_count += acts
        else:
            self.turn_count += acts * (self.empty_count + (cell != self.maze))
        if self.struck_count:
            self._count_act_turns(cell, kind, colour * CODES, bit)

    @cython.final
    def _count_slides_through(
        self, tables: Tables, colour: cython.int, cell: cython.int, kind: cython.int
    ) -> cython.void:
        """Count the turns of an Assassin or a Necromobile that slides through some pieces.

        As `_count_slides`, but those pieces do not stop it.
        """
        bit: cython.int = KILL
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        beyond: cython.Py_ssize_t
        pair: cython.Py_ssize_t = cell * PAIRS
        exposed: cython.Py_ssize_t = EXPOSED
        passed: cython.Py_ssize_t = CONTROLLED + self.controller[colour]
        own: cython.uint = self.own_unkillable
        word: cython.ulonglong
        occupied: cython.ulonglong
        through: cython.ulonglong
        reach: cython.ulonglong
        bits: cython.p_uint = self.line_bits
        quiet: cython.int = 0
        if kind == NECROMOBILE:
            bit = EXHUME
            exposed = CORPSES
            passed = CORPSES
            own = 0
        self.struck_count = 0
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell], 2):
            at = tables.line_at[i]
            beyond = tables.line_at[i + 1]
            word = bits[beyond]
            occupied = word << 32 | bits[at]
            word = bits[beyond + passed]
            through = occupied ^ (word << 32 | bits[at + passed])
            reach = through ^ (through - tables.step[pair])
            word = tables.maze_or_fortress_on[pair] if self.fortress_shut else tables.maze_on[pair]
            quiet += bits_in(reach & ~occupied & ~word)
            word = bits[beyond + exposed] ^ (bits[beyond + passed] & own)
            reach &= word << 32 | (bits[at + exposed] ^ (bits[at + passed] & own))
            if reach:
                self._note_struck_cells(reach, at, beyond)
            pair += 1
        self.turn_count = quiet
        if self.struck_count:
            self._count_act_turns(cell, kind, colour * CODES, bit)

    @cython.final
    def _note_struck_cells(
        self, struck: cython.ulonglong, at: cython.int, beyond: cython.int
    ) -> cython.void:
        """Append the cells whose bits are set in the word of two lines to `struck_cells`."""
        bit: cython.int
        while struck:
            bit = lowest(struck)
            self.struck_cells[self.struck_count] = self.tables.cell_of_bit[
                2 * (beyond if bit & 32 else at) + (bit & 31)
            ]
            self.struck_count += 1
            struck &= struck - ONE

    @cython.final
    def _write_quiet_turn(
        self,
        cell: cython.int,
        free: cython.ulonglong,
        number: cython.longlong,
        at: cython.int,
        beyond: cython.int,
    ) -> cython.void:
        """Write down the turn to the empty cell with this number among the bits of two lines."""
        bit: cython.int
        to: cython.longlong
        while number:
            number -= 1
            free &= free - ONE
        bit = lowest(free)
        to = self.tables.cell_of_bit[2 * (beyond if bit & 32 else at) + (bit & 31)]
        self.window_turns[0] = turns.step(cell, to)

    @cython.final
    def _count_act_turns(
        self, cell: cython.int, kind: cython.int, row: cython.int, bit: cython.int
    ) -> cython.void:
        """Count the turns of the piece on `cell` that act on one of `struck_cells`.

        Most acts have the same number: any free cell takes what is placed.
        """
        each: cython.longlong = 1
        i: cython.int
        x: cython.int
        target: cython.int
        to: cython.longlong
        if kind != ASSASSIN:
            each = self.empty_count + (cell != self.maze)
        for i in range(self.struck_count):
            x = self.struck_cells[i]
            target = self.board[x]
            if not self.permitted_acts[row + target] & bit:
                continue
            if (
                (self.window_high and self.turn_count <= self.window_low < self.turn_count + each)
                or x == self.maze
                or self.tables.fortress[x]
                or self.kind_of[target] == CHIEF
                or (kind == DIPLOMAT and self.fortress_bars(target))
            ):
                if may_act_there(self, kind, x, target, 0):
                    to = x
                    self.emit_act(cell, x, turns.step(cell, to))
            else:
                self.turn_count += each

    @cython.final
    def _note_mover(self, cell: cython.int) -> cython.void:
        """Note that the piece on a cell has `turn_count` turns."""
        self.mover_cell[self.mover_count] = cell
        self.mover_turns[self.mover_count] = self.turn_count
        self.mover_count += 1

    @cython.final
    def _count_reporter_turns(self, cell: cython.int, row: cython.int) -> cython.void:
        """Count a Reporter's turns: those that `emit_reporter_turns` emits, cell by cell.

        If there is a window, write down the turn with the number `window_low`.
        """
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        place: cython.Py_ssize_t
        above: cython.Py_ssize_t
        below: cython.Py_ssize_t
        x: cython.Py_ssize_t
        seen: cython.int
        other: cython.Py_ssize_t
        to: cython.longlong
        total: cython.longlong = 0
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            place = self.tables.place_on[i]
            above = lowest(self.line_bits[at] >> (place + 2))
            below = place - highest(self.line_bits[at] & ((2 << place) - 1))
            for j in range(at + place - below, at + place + above + 1):
                x = self.tables.line_cell[j]
                if x == cell:
                    continue
                if x == self.maze or (self.fortress_shut and self.tables.fortress[x]):
                    if x != self.maze or self.options.reporter_enters_maze:
                        to = x
                        self.turn_count = total
                        self.emit_reporter_turns(cell, x, turns.step(cell, to))
                        total = self.turn_count
                    continue
                seen = 0
                for k in range(x * SIDES, x * SIDES + self.tables.side_count[x]):
                    other = self.tables.side[k]
                    if other != cell:
                        seen += self.permitted_acts[row + self.board[other]] & KILL
                if seen:
                    if self.options.reporter_targets == REPORTER_TARGETS_SOME:
                        seen = (1 << seen) - 1
                    elif self.options.reporter_targets == REPORTER_TARGETS_ALL:
                        seen = 1
                    if self.options.reporter_kill == REPORTER_KILL_MANDATORY:
                        seen -= 1
                if self.window_high and total <= self.window_low <= total + seen:
                    to = x
                    self.turn_count = total
                    self.emit_reporter_turns(cell, x, turns.step(cell, to))
                total += seen + 1
        self.turn_count = total

    @cython.final
    def has_room(self, cell: cython.int) -> cython.bint:
        """Return whether the piece on a cell can go to the next, for the view that is taken."""
        i: cython.int
        x: cython.int
        if not self.moves_itself(self.board[cell]):
            return False
        for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + self.tables.near_count[cell]):
            x = self.tables.near[i]
            if self.board[x] == EMPTY and x != self.maze:
                if not (self.fortress_shut and self.tables.fortress[x]):
                    return True
        return False

    @cython.final
    def has_turn(self, cell: cython.int) -> cython.bint:
        """Return whether the piece on a cell has a turn, for the view that is taken."""
        colour: cython.int = self.party_of[self.board[cell]]
        if self.has_room(cell):
            return True
        if not self.moves_itself(self.board[cell]):
            return False
        self.mover_count = 0
        self.window_low = 0
        self.window_high = 0
        return self._count_slots(colour, ONE << (self.board[cell] - PIECE - SLOTS * colour)) > 0

    @cython.final
    def moves_colour(self, colour: cython.int) -> cython.bint:
        """Return whether the mover may move pieces of a colour in this turn (RULES 3)."""
        return self.controller[colour] == self.mover and (
            self.only_colour == NOBODY or colour == self.only_colour
        )

    @cython.final
    def count_turns(self) -> cython.longlong:
        """Count the legal turns of whoever plays now, and note how many each piece has.

        0 means that they pass, or that the game is over.
        """
        colour: cython.int
        total: cython.longlong = 0
        self.mover_count = 0
        if self.header[WINNERS]:
            return 0
        self.prepare()
        self.window_low = 0
        self.window_high = 0
        for colour in range(self.parties):
            if self.moves_colour(colour):
                total += self._count_slots(colour, self.alive_slots[colour])
        return total

    @cython.final
    def nth_turn(self, number: cython.longlong) -> cython.longlong:
        """Return the legal turn with this number, from 0; `count_turns` comes first.

        Warning: a number that is too high is not checked.
        """
        i: cython.int = 0
        cell: cython.int
        colour: cython.int
        while number >= self.mover_turns[i]:
            number -= self.mover_turns[i]
            i += 1
        cell = self.mover_cell[i]
        colour = self.party_of[self.board[cell]]
        self.window_low = number
        self.window_high = number + 1
        self._count_slots(colour, ONE << (self.board[cell] - PIECE - SLOTS * colour))
        return self.window_turns[0]

    @cython.final
    def sees_another(self, cell: cython.int) -> cython.bint:
        """Return whether nothing but empty cells lies between a piece and one of another side."""
        side: cython.Py_ssize_t = CONTROLLED + self.controller[self.party_of[self.board[cell]]]
        i: cython.int
        at: cython.Py_ssize_t
        beyond: cython.Py_ssize_t
        pair: cython.Py_ssize_t = cell * PAIRS
        occupied: cython.ulonglong
        others: cython.ulonglong
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell], 2):
            at = self.tables.line_at[i]
            beyond = self.tables.line_at[i + 1]
            occupied = self.line_bits[beyond]
            occupied = occupied << 32 | self.line_bits[at]
            others = self.line_bits[beyond + EXPOSED] ^ self.line_bits[beyond + side]
            others = others << 32 | (self.line_bits[at + EXPOSED] ^ self.line_bits[at + side])
            if (occupied ^ (occupied - self.tables.step[pair])) & others:
                return True
            pair += 1
        return False

    # -- at the Python border -----------------------------------------------------------------

    def movers(self) -> list[tuple[int, int]]:
        """Return the cells of the pieces that have turns, with how many; none: a pass."""
        self.count_turns()
        return [(self.mover_cell[i], self.mover_turns[i]) for i in range(self.mover_count)]

    def _check_piece(self, cell: int) -> None:
        if not 0 <= cell < self.cells or self.board[cell] < PIECE:
            raise ValueError(f"no living piece stands on the cell numbered {cell}")

    def window(self, cell: int, want: int, low: int, size: int) -> list[int]:
        """Return the packed turns of a piece numbered from `low` on, at most `size` (and 1024).

        `want` keeps one target (``NO_CELL``: all). Call `movers` first, on the same position.

        Warning: whose piece it is, is not checked. Raises ValueError if no living piece stands on
        the cell.
        """
        self._check_piece(cell)
        first: cython.longlong = low
        many: cython.longlong = self.fill_window(cell, want, first, first + min(size, WINDOW_TURNS))
        found: cython.int = 0
        if many > first:
            found = min(self.window_high, many) - first
        return [self.window_turns[i] for i in range(found)]

    def is_legal(self, turn: int) -> bool:
        """Return whether a packed turn is legal here, whatever number it is."""
        if not 0 <= turn <= GREATEST_TURN:
            return False
        sought: cython.longlong = turn
        cell: cython.int = turns.origin(sought)
        low: cython.longlong = 0
        many: cython.longlong = 1
        code: cython.int
        i: cython.int
        if self.header[WINNERS]:
            return False
        if sought == turns.PASS:
            return self.count_turns() == 0
        self.prepare()
        if cell >= self.cells or self.board[cell] < PIECE:
            return False
        code = self.board[cell]
        if not self.moves_colour(self.party_of[code]) or not self.moves_itself(code):
            return False
        found: cython.bint = False
        self.sought_turn = sought
        self.sought_bits = WHOLE_TURN
        while low < many and not found:
            many = self.fill_window(cell, turns.target(sought), low, low + WINDOW_TURNS)
            for i in range(min(many - low, WINDOW_TURNS)):
                if self.window_turns[i] == sought:
                    found = True
            low += WINDOW_TURNS
        self.want_all()
        return found

    def count_to(self, cell: int, want: int) -> int:
        """Return how many turns a piece has to one target; as `window`."""
        self._check_piece(cell)
        return self.fill_window(cell, want, 0, 0)

    def reach(self, cell: int) -> tuple[list[int], list[int]]:
        """Return the cells where a piece may stop, and those where it may act; as `window`.

        A Reporter's stops include those that are open to it only if it kills from there.
        """
        self._check_piece(cell)
        self.find_destinations(cell, 0)
        return (
            [self.stops[i] for i in range(self.stop_count[0])],
            [self.hits[i] for i in range(self.hit_count[0])],
        )
