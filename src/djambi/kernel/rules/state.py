"""What stands where and whose it is: the mutable state under every Position.

All changes go through :meth:`State.put` (a cell) and :meth:`State.write` (the header), which keep
the lines, the counts and the hash in step and log what was there before, so that
:meth:`State.back_to` undoes any stretch of changes exactly.
"""

from __future__ import annotations

from djambi.kernel.rules.tables import Tables

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.rules.codes import (
        ACTIVE,
        CHIEF,
        CODES,
        CONTROLLED,
        CORPSE,
        CORPSES,
        DISPLACE,
        EMPTY,
        EXHUME,
        EXPOSED,
        FROZEN,
        GONE,
        HASHED,
        HEADER,
        HELD,
        HOSTAGE,
        INHERITED,
        KILL,
        LINE,
        LINES,
        LORD,
        MILITANT,
        NECROMOBILE,
        NOBODY,
        PIECE,
        SLOTS,
        STATUS,
        VASSAL,
        WALL,
    )
    from djambi.kernel.rules.tables import lowest

# Where in the log a header entry is told from a cell.
IN_HEADER = cython.declare(cython.int, 256)

ONE = cython.declare(cython.ulonglong, 1)


class State:
    """A position in the making: cells, header, and what follows from them.

    >>> from djambi.geometry import square_board
    >>> from djambi.kernel.rules.tables import tables_of
    >>> state = State(tables_of(square_board()), 4, (0,) * 31)
    >>> state.cells, state.parties, state.key
    (81, 4, 0)
    """

    def __init__(self, tables: Tables, parties: int, options: tuple[int, ...]) -> None:
        """`options` are those of RULES 8 in its order, each as the place of its value."""
        if not cython.compiled:
            self.board = [EMPTY] * 176
            self.bits = [0] * (256 * LINE)
            self.where = [0] * 80
            self.header = [0] * HEADER
            self.control = [NOBODY] * 8
            self.laid_side = [NOBODY] * 8
            self.laid_open = [False] * 8
            self.free = [0] * 3
            self.related = [0] * (GONE + 1)
            self.alive = [0] * 8
            self.relation = [0] * (8 * CODES)
            self.kind_of = [0] * CODES
            self.party_of = [NOBODY] * CODES
            self.key_index = [0] * CODES
            self.log_what = [0] * 8192
            self.log_was = [0] * 8192
        self.tables = tables
        self.cells = self.tables.cells
        self.maze = self.tables.maze
        self.parties = parties
        self._take_options(options)
        i: cython.int
        for i in range(CODES):
            self.kind_of[i] = 255
            self.party_of[i] = NOBODY
        for i in range(PIECE, PIECE + SLOTS * parties):
            self.kind_of[i] = min((i - PIECE) % SLOTS, MILITANT)
            self.party_of[i] = (i - PIECE) // SLOTS
            # The four Militants of a party are the same to the hash, as they are on paper.
            self.key_index[i] = PIECE + 6 * self.party_of[i] + self.kind_of[i]
        self.key_index[CORPSE] = CORPSE
        for i in range(GONE + 1):
            self.related[i] = NOBODY
        for i in range(8):
            self.laid_side[i] = NOBODY
        self.clear()

    @cython.final
    def clear(self) -> cython.void:
        """An empty board and an empty header."""
        i: cython.int
        for i in range(self.cells):
            self.board[i] = EMPTY
        self.board[self.cells] = WALL
        for i in range(self.tables.lines * LINE):
            self.bits[i] = 0
        for i in range(self.tables.lines):
            self.bits[i * LINE] = self.tables.walls[i]
        for i in range(80):
            self.where[i] = self.cells
        for i in range(HEADER):
            self.header[i] = 0
        self.free_cells = self.cells - 1
        self.corpses = 0
        self.active = (1 << self.parties) - 1
        self.asleep = 0
        for i in range(3):
            self.free[i] = 0
        for i in range(8):
            self.alive[i] = 0
        for i in range(self.cells):
            self.free[i >> 6] |= ONE << (i & 63)
        self.key = 0
        self.log_length = 0
        self.stale = True

    def _take_options(self, options: tuple[int, ...]) -> None:
        self.options = options
        (
            _,
            self.militant_diagonal,
            self.assassin_through,
            self.necromobile_through,
            self.own_kills,
            self.frozen_vulnerable,
            self.reporter_mandatory,
            self.reporter_targets,
            self.reporter_enters,
            self.diplomat_targets,
            self.diplomat_enthrones,
            self.militant_kills_power,
            self.killer_exit,
            self.mover_exit,
            self.exit_before_placement,
            self.assassin_maze_corpse,
            self.corpse_on_maze,
            self.fortress,
            self.fortress_purge,
            self.power_turns,
            self.power_exit,
            self.vassals_kept,
            self.encirclement,
            self.necromobile_saves,
            self.chief_sleeps,
            self.comeback,
            self.resigned_return,
            self.held_while_in_power,
            self.unreachable_wins,
            self.dead_power_wins,
            self.quiet_rounds,
        ) = options

    @cython.final
    def copy_from(self, other: State) -> cython.void:
        """Become what `other` is, on the same board under the same rules, with an empty log."""
        i: cython.int
        for i in range(self.cells):
            self.board[i] = other.board[i]
        for i in range(self.tables.lines * LINE):
            self.bits[i] = other.bits[i]
        for i in range(80):
            self.where[i] = other.where[i]
        for i in range(HEADER):
            self.header[i] = other.header[i]
        for i in range(8):
            self.alive[i] = other.alive[i]
            self.laid_side[i] = other.laid_side[i]
            self.laid_open[i] = other.laid_open[i]
        for i in range(3):
            self.free[i] = other.free[i]
        self.active = other.active
        self.asleep = other.asleep
        self.free_cells = other.free_cells
        self.corpses = other.corpses
        self.key = other.key
        self.log_length = 0
        self.stale = True
        # What was worked out here does not belong to the sides as they are laid now.
        self.related[GONE] = NOBODY

    # -- changes ------------------------------------------------------------------------------

    @cython.final
    def put(self, cell: cython.int, code: cython.int) -> cython.void:
        """Make `code` stand on `cell`; what stood there before goes into the log."""
        self.log_what[self.log_length] = cell
        self.log_was[self.log_length] = self.board[cell]
        self.log_length += 1
        self._stand(cell, code)

    @cython.final
    def _stand(self, cell: cython.int, code: cython.int) -> cython.void:
        was: cython.int = self.board[cell]
        i: cython.int
        at: cython.int
        bit: cython.uint
        fills: cython.bint = (was == EMPTY) != (code == EMPTY)
        buries: cython.bint = (was == CORPSE) != (code == CORPSE)
        colour_was: cython.int = self.party_of[was]
        colour: cython.int = self.party_of[code]
        if colour_was != NOBODY:
            self._lay(cell, was, True, True)
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            bit = self.tables.bit_on[i]
            if fills:
                self.bits[at] ^= bit
            if buries:
                self.bits[at + CORPSES] ^= bit
        if colour != NOBODY:
            self._lay(cell, code, True, True)
        if fills:
            self.free[cell >> 6] ^= ONE << (cell & 63)
            if cell != self.maze:
                self.free_cells += 1 if code == EMPTY else -1
        # A piece may have been set down elsewhere before it is lifted here.
        if was >= PIECE:
            if self.where[was - PIECE] == cell:
                self.where[was - PIECE] = self.cells
                self.alive[colour_was] ^= 1 << (was - PIECE - SLOTS * colour_was)
        elif was == CORPSE:
            self.corpses -= 1
        if code >= PIECE:
            if self.where[code - PIECE] == self.cells:
                self.alive[colour] ^= 1 << (code - PIECE - SLOTS * colour)
            self.where[code - PIECE] = cell
        elif code == CORPSE:
            self.corpses += 1
        self.board[cell] = code
        self.key ^= (
            self.tables.cell_key[cell * 64 + self.key_index[was]]
            ^ self.tables.cell_key[cell * 64 + self.key_index[code]]
        )
        # Who is held, who may act on a sleeping Chief, and whether vassals may be displaced
        # depend on which Chief stands in the maze.
        if cell == self.maze and (self.asleep or self.diplomat_targets == 1):
            if self.kind_of[was] == CHIEF or self.kind_of[code] == CHIEF:
                self.stale = True

    @cython.final
    def _lay(
        self, cell: cython.int, code: cython.int, side: cython.bint, exposed: cython.bint
    ) -> cython.void:
        """Toggle what the lines say of a living piece: who controls it, whether it is exposed.

        Both as they were when the parties were last laid. A Chief in the maze is exposed always:
        one who sleeps there would bar it for ever (RULES 3.2).
        """
        party: cython.int = self.party_of[code]
        i: cython.int
        at: cython.int
        bit: cython.uint
        word: cython.int = CONTROLLED + self.laid_side[party]
        side = side and self.laid_side[party] != NOBODY
        exposed = exposed and (
            self.laid_open[party] or (cell == self.maze and self.kind_of[code] == CHIEF)
        )
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            bit = self.tables.bit_on[i]
            if exposed:
                self.bits[at + EXPOSED] ^= bit
            if side:
                self.bits[at + word] ^= bit

    @cython.final
    def write(self, entry: cython.int, value: cython.int) -> cython.void:
        """Set one entry of the header; the value before goes into the log."""
        was: cython.int = self.header[entry]
        if was == value:
            return
        self.log_what[self.log_length] = IN_HEADER + entry
        self.log_was[self.log_length] = was
        self.log_length += 1
        self._enter(entry, value)

    @cython.final
    def back_to(self, mark: cython.int) -> cython.void:
        """Undo everything since the log had the length `mark`."""
        what: cython.int
        while self.log_length > mark:
            self.log_length -= 1
            what = self.log_what[self.log_length]
            if what >= IN_HEADER:
                self._enter(what - IN_HEADER, self.log_was[self.log_length])
            else:
                self._stand(what, self.log_was[self.log_length])

    @cython.final
    def _enter(self, entry: cython.int, value: cython.int) -> cython.void:
        if entry < HASHED:
            self.key ^= (
                self.tables.header_key[entry * 16 + self.header[entry]]
                ^ self.tables.header_key[entry * 16 + value]
            )
            if entry < GONE:
                self.stale = True
            if entry < LORD:
                self.active &= ~(1 << entry)
                self.asleep &= ~(1 << entry)
                if value == ACTIVE:
                    self.active |= 1 << entry
                elif value == FROZEN or value == HELD:
                    self.asleep |= 1 << entry
        self.header[entry] = value

    # -- what follows -------------------------------------------------------------------------

    @cython.final
    def ruler(self) -> cython.int:
        """W: the active party whose living Chief stands in the maze, or NOBODY (RULES 4.2)."""
        code: cython.int = self.board[self.maze]
        if code >= PIECE and self.kind_of[code] == CHIEF:
            if self.header[STATUS + self.party_of[code]] == ACTIVE:
                return self.party_of[code]
        return NOBODY

    @cython.final
    def holder(self) -> cython.int:
        """Return W if he holds the frozen parties now (`vassalage` `while_in_power`), or NOBODY.

        Judged afresh, whatever the header has kept since the last turn (RULES 1).
        """
        return self.ruler() if self.held_while_in_power else NOBODY

    @cython.final
    def untouchable(self, party: cython.int) -> cython.bint:
        """Return whether a party is frozen, not held, and safe by `frozen_pieces` (RULES 3.2)."""
        if self.frozen_vulnerable or not self.asleep >> party & 1:
            return False
        return self.control[party] == NOBODY

    @cython.final
    def relate(self) -> cython.void:
        """Work out again who controls whom and who may act on what (RULES 1, 3.2)."""
        party: cython.int
        colour: cython.int
        code: cython.int
        status: cython.int
        holder: cython.int = self.holder()
        same: cython.bint = self.related[GONE] == self.board[self.maze]
        self.stale = False
        for party in range(GONE):
            if self.related[party] != self.header[party]:
                self.related[party] = self.header[party]
                same = False
        if same:
            return
        self.related[GONE] = self.board[self.maze]
        for party in range(self.parties):
            status = self.header[STATUS + party]
            if status == ACTIVE:
                self.control[party] = party
            elif status == VASSAL or status == INHERITED:
                self.control[party] = self.header[LORD + party] - 1
            elif status == HOSTAGE:
                self.control[party] = NOBODY
            else:
                self.control[party] = holder
        self._lay_parties()
        for colour in range(self.parties):
            if self.control[colour] == NOBODY:
                continue
            self.relation[colour * CODES + CORPSE] = EXHUME
            for code in range(PIECE, PIECE + SLOTS * self.parties):
                self.relation[colour * CODES + code] = self._relation(
                    colour, self.control[colour], code
                )

    @cython.final
    def _lay_parties(self) -> cython.void:
        """Bring the lines up to date with who controls whom and who is exposed."""
        party: cython.int
        left: cython.uint
        slot: cython.int
        is_open: cython.bint
        new_side: cython.bint
        new_open: cython.bint
        _: cython.int
        for party in range(self.parties):
            is_open = not self.untouchable(party)
            new_side = self.laid_side[party] != self.control[party]
            new_open = self.laid_open[party] != is_open
            if not (new_side or new_open):
                continue
            # Once as they were, off; once as they are, on.
            for _ in range(2):
                left = self.alive[party]
                while left:
                    slot = SLOTS * party + lowest(left)
                    left &= left - 1
                    self._lay(self.where[slot], PIECE + slot, new_side, new_open)
                self.laid_side[party] = self.control[party]
                self.laid_open[party] = is_open

    @cython.final
    def _relation(self, colour: cython.int, mover: cython.int, code: cython.int) -> cython.int:
        """What a piece of `colour`, moved by `mover`, may do to the living piece `code`."""
        party: cython.int = self.party_of[code]
        kind: cython.int = self.kind_of[code]
        bits: cython.int = 0
        if self.control[party] == mover:
            if self.own_kills == 2:
                if not (kind == CHIEF and party == mover):
                    bits = KILL
            elif self.own_kills == 1 and party != mover and party != colour:
                bits = KILL
            if self.diplomat_targets == 2:
                if kind != CHIEF and kind != NECROMOBILE:
                    bits |= DISPLACE
            elif self.diplomat_targets == 1 and party != mover and party != colour:
                if self.ruler() == mover:
                    bits |= DISPLACE
            return bits
        if self.untouchable(party):
            # A Chief who sleeps in the maze would bar it for ever.
            if not (kind == CHIEF and self.board[self.maze] == code):
                return 0
        return KILL | DISPLACE

    # -- at the Python border -----------------------------------------------------------------

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Become the position that `contents` and `entries` gave, with an empty log."""
        i: cython.int
        self.clear()
        for i in range(HEADER):
            if entries[i]:
                self._enter(i, entries[i])
        for i in range(self.cells):
            if contents[i]:
                self._stand(i, contents[i])

    def entry(self, number: int) -> cython.int:
        """One entry of the header."""
        return self.header[number]

    def relation_of(self, colour: int, code: int) -> int:
        """What a piece of a colour may do to another, as bits (RULES 3.2)."""
        if self.stale:
            self.relate()
        return self.relation[colour * CODES + code]

    def contents(self) -> bytes:
        """What stands on every cell, in cell order."""
        return bytes(self.board[: self.cells])

    def entries(self) -> tuple[int, ...]:
        """The whole header."""
        return tuple([self.header[i] for i in range(HEADER)])
