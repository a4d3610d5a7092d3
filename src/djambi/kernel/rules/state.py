"""What stands where and whose it is: the mutable state under every Position.

All changes go through :meth:`State.change_cell` and :meth:`State.change_header`, which keep the
lines, the counts and the hash in step and log what was there before, so that
:meth:`State.undo_to` undoes any stretch of changes exactly. The hash is a Zobrist hash (Zobrist: A
new hashing method with application for game playing, 1970): one random word for each thing on each
cell and for each value of a header entry, all combined by exclusive or.
"""

from __future__ import annotations

from djambi.kernel.rules.options import OPTION_NAMES, OptionNumbers, check_bound
from djambi.kernel.rules.tables import Tables

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.rules.codes import (
        ACTIVE,
        BONUS,
        CELL_WORDS,
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
        HASHED_CODES,
        HEADER,
        HEADER_VALUES,
        HELD,
        HOSTAGE,
        INHERITED,
        KILL,
        LINE,
        LINES,
        LOG_CHANGES,
        LORD,
        MAX_CELLS,
        MAX_LINES,
        MAX_PARTIES,
        MAX_PIECES,
        MILITANT,
        NECROMOBILE,
        NOBODY,
        PIECE,
        SEAT,
        SLOTS,
        STATUS,
        VASSAL,
        WALL,
    )
    from djambi.kernel.rules.options import (
        DIPLOMAT_TARGETS_OWN,
        DIPLOMAT_TARGETS_VASSALS,
        FROZEN_PIECES_VULNERABLE,
        OWN_KILLS_ANY,
        OWN_KILLS_VASSALS,
        VASSAL_TURNS_KEPT,
        VASSALAGE_WHILE_IN_POWER,
    )
    from djambi.kernel.rules.tables import lowest

# Undo-log codes from here on are header entries; below are cells.
FIRST_HEADER_CODE = cython.declare(cython.int, 256)

ONE = cython.declare(cython.ulonglong, 1)


class State:
    """A position in the making: cells, header, and what follows from them.

    >>> from djambi.geometry import square_board
    >>> from djambi.kernel.rules.options import option_numbers
    >>> from djambi.kernel.rules.tables import tables_of
    >>> from djambi.rules import Rules
    >>> state = State(tables_of(square_board()), 4, option_numbers(Rules.of()))
    >>> state.cells, state.parties, state.zobrist_hash
    (81, 4, 0)
    """

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        """Clear a board for so many parties.

        `options`: the number of every option of RULES 8, by name (`option_numbers`). Raises
        ValueError if one is missing, or for more parties than there is room for.
        """
        if not 1 <= parties <= MAX_PARTIES:
            raise ValueError(f"{parties} parties: the kernel has room for {MAX_PARTIES}")
        if missing := sorted(set(OPTION_NAMES) - set(options)):
            raise ValueError(f"options are missing: {', '.join(missing)}")
        if not cython.compiled:
            self.board = [EMPTY] * MAX_CELLS
            self.line_bits = [0] * (MAX_LINES * LINE)
            self.cell_of = [0] * MAX_PIECES
            self.header = [0] * HEADER
            self.controller = [NOBODY] * MAX_PARTIES
            self.line_controller = [NOBODY] * MAX_PARTIES
            self.line_exposed = [False] * MAX_PARTIES
            self.empty_bits = [0] * CELL_WORDS
            self.relations_made_for = [0] * (GONE + 1)
            self.alive_slots = [0] * MAX_PARTIES
            self.permitted_acts = [0] * (MAX_PARTIES * CODES)
            self.kind_of = [0] * CODES
            self.party_of = [NOBODY] * CODES
            self.zobrist_index = [0] * CODES
            self.log_codes = [0] * LOG_CHANGES
            self.log_values = [0] * LOG_CHANGES
        self.tables = tables
        self.cells = self.tables.cells
        self.maze = self.tables.maze
        self.parties = parties
        self.options = OptionNumbers(options)
        self.displaces_vassals = self.options.diplomat_targets == DIPLOMAT_TARGETS_VASSALS
        i: cython.int
        for i in range(CODES):
            self.kind_of[i] = 255
            self.party_of[i] = NOBODY
        for i in range(PIECE, PIECE + SLOTS * parties):
            self.kind_of[i] = min((i - PIECE) % SLOTS, MILITANT)
            self.party_of[i] = (i - PIECE) // SLOTS
            # The four Militants of a party are the same to the hash, as they are on paper.
            self.zobrist_index[i] = PIECE + 6 * self.party_of[i] + self.kind_of[i]
        self.zobrist_index[CORPSE] = CORPSE
        for i in range(GONE + 1):
            self.relations_made_for[i] = NOBODY
        for i in range(MAX_PARTIES):
            self.line_controller[i] = NOBODY
        self.mover = NOBODY
        self.only_colour = NOBODY
        self.power_holder = NOBODY
        self.fortress_shut = False
        self.clear()

    @cython.final
    def clear(self) -> cython.void:
        """Empty the board, the header and the log."""
        i: cython.int
        for i in range(self.cells):
            self.board[i] = EMPTY
        self.board[self.cells] = WALL
        for i in range(self.tables.lines * LINE):
            self.line_bits[i] = 0
        for i in range(self.tables.lines):
            self.line_bits[i * LINE] = self.tables.walls[i]
        for i in range(MAX_PIECES):
            self.cell_of[i] = self.cells
        for i in range(HEADER):
            self.header[i] = 0
        self.empty_count = self.cells - 1
        self.corpse_count = 0
        self.active_bits = (1 << self.parties) - 1
        self.asleep_bits = 0
        for i in range(CELL_WORDS):
            self.empty_bits[i] = 0
        for i in range(MAX_PARTIES):
            self.alive_slots[i] = 0
        for i in range(self.cells):
            self.empty_bits[i >> 6] |= ONE << (i & 63)
        self.zobrist_hash = 0
        self.log_length = 0
        self.relations_stale = True

    @cython.final
    def copy_from(self, other: State) -> cython.void:
        """Copy another state, with an empty log.

        Warning: that it has the same board, parties and options is not checked.
        """
        i: cython.int
        for i in range(self.cells):
            self.board[i] = other.board[i]
        for i in range(self.tables.lines * LINE):
            self.line_bits[i] = other.line_bits[i]
        for i in range(MAX_PIECES):
            self.cell_of[i] = other.cell_of[i]
        for i in range(HEADER):
            self.header[i] = other.header[i]
        for i in range(MAX_PARTIES):
            self.alive_slots[i] = other.alive_slots[i]
            self.line_controller[i] = other.line_controller[i]
            self.line_exposed[i] = other.line_exposed[i]
        for i in range(CELL_WORDS):
            self.empty_bits[i] = other.empty_bits[i]
        self.active_bits = other.active_bits
        self.asleep_bits = other.asleep_bits
        self.empty_count = other.empty_count
        self.corpse_count = other.corpse_count
        self.zobrist_hash = other.zobrist_hash
        self.log_length = 0
        self.relations_stale = True
        # The relations worked out here do not belong to the line bits that were copied.
        self.relations_made_for[GONE] = NOBODY

    # -- changes ------------------------------------------------------------------------------

    @cython.final
    def change_cell(self, cell: cython.int, code: cython.int) -> cython.void:
        """Put `code` on `cell` and log what stood there before."""
        self.log_codes[self.log_length] = cell
        self.log_values[self.log_length] = self.board[cell]
        self.log_length += 1
        self.set_cell(cell, code)

    @cython.final
    def set_cell(self, cell: cython.int, code: cython.int) -> cython.void:
        """Put `code` on `cell` without logging it, and bring all that depends on it up to date."""
        was: cython.int = self.board[cell]
        i: cython.int
        at: cython.int
        bit: cython.uint
        fills: cython.bint = (was == EMPTY) != (code == EMPTY)
        buries: cython.bint = (was == CORPSE) != (code == CORPSE)
        colour_was: cython.int = self.party_of[was]
        colour: cython.int = self.party_of[code]
        if colour_was != NOBODY:
            self.toggle_line_bits(cell, was, True, True)
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            bit = self.tables.bit_on[i]
            if fills:
                self.line_bits[at] ^= bit
            if buries:
                self.line_bits[at + CORPSES] ^= bit
        if colour != NOBODY:
            self.toggle_line_bits(cell, code, True, True)
        if fills:
            self.empty_bits[cell >> 6] ^= ONE << (cell & 63)
            if cell != self.maze:
                self.empty_count += 1 if code == EMPTY else -1
        # A piece is lifted before it is set down elsewhere, by turns and by their undoing.
        if was >= PIECE:
            self.cell_of[was - PIECE] = self.cells
            self.alive_slots[colour_was] ^= 1 << (was - PIECE - SLOTS * colour_was)
        elif was == CORPSE:
            self.corpse_count -= 1
        if code >= PIECE:
            self.cell_of[code - PIECE] = cell
            self.alive_slots[colour] ^= 1 << (code - PIECE - SLOTS * colour)
        elif code == CORPSE:
            self.corpse_count += 1
        self.board[cell] = code
        self.zobrist_hash ^= (
            self.tables.zobrist_cell[cell * HASHED_CODES + self.zobrist_index[was]]
            ^ self.tables.zobrist_cell[cell * HASHED_CODES + self.zobrist_index[code]]
        )
        # Who is held, who may act on a sleeping Chief, and whether vassals may be displaced
        # depend on which Chief stands in the maze.
        if cell == self.maze and (self.asleep_bits or self.displaces_vassals):
            if self.kind_of[was] == CHIEF or self.kind_of[code] == CHIEF:
                self.relations_stale = True

    @cython.final
    def toggle_line_bits(
        self, cell: cython.int, code: cython.int, side: cython.bint, exposed: cython.bint
    ) -> cython.void:
        """Toggle a living piece's bits on its lines: its controller's (`side`), and `exposed`.

        Both are taken as they were at the last `refresh_line_bits`. A Chief in the maze is always
        exposed: asleep and untouchable, he would bar it for ever (RULES 3.2).
        """
        party: cython.int = self.party_of[code]
        i: cython.int
        at: cython.int
        bit: cython.uint
        word: cython.int = CONTROLLED + self.line_controller[party]
        side = side and self.line_controller[party] != NOBODY
        exposed = exposed and (
            self.line_exposed[party] or (cell == self.maze and self.kind_of[code] == CHIEF)
        )
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            bit = self.tables.bit_on[i]
            if exposed:
                self.line_bits[at + EXPOSED] ^= bit
            if side:
                self.line_bits[at + word] ^= bit

    @cython.final
    def change_header(self, entry: cython.int, value: cython.int) -> cython.void:
        """Set one entry of the header and log its value before, unless it is the same."""
        was: cython.int = self.header[entry]
        if was == value:
            return
        self.log_codes[self.log_length] = FIRST_HEADER_CODE + entry
        self.log_values[self.log_length] = was
        self.log_length += 1
        self.set_header(entry, value)

    @cython.final
    def undo_to(self, mark: cython.int) -> cython.void:
        """Undo every change since the log had the length `mark`."""
        what: cython.int
        while self.log_length > mark:
            self.log_length -= 1
            what = self.log_codes[self.log_length]
            if what >= FIRST_HEADER_CODE:
                self.set_header(what - FIRST_HEADER_CODE, self.log_values[self.log_length])
            else:
                self.set_cell(what, self.log_values[self.log_length])

    @cython.final
    def set_header(self, entry: cython.int, value: cython.int) -> cython.void:
        """Set one entry of the header without logging it, the hash and the bits of parties too."""
        if entry < HASHED:
            self.zobrist_hash ^= (
                self.tables.zobrist_header[entry * HEADER_VALUES + self.header[entry]]
                ^ self.tables.zobrist_header[entry * HEADER_VALUES + value]
            )
            if entry < GONE:
                self.relations_stale = True
            if entry < LORD:
                self.active_bits &= ~(1 << entry)
                self.asleep_bits &= ~(1 << entry)
                if value == ACTIVE:
                    self.active_bits |= 1 << entry
                elif value == FROZEN or value == HELD:
                    self.asleep_bits |= 1 << entry
        self.header[entry] = value

    # -- what follows -------------------------------------------------------------------------

    @cython.final
    def ruler(self) -> cython.int:
        """Return W, the active party whose Chief stands in the maze, or NOBODY (RULES 4.2)."""
        code: cython.int = self.board[self.maze]
        if code >= PIECE and self.kind_of[code] == CHIEF:
            if self.header[STATUS + self.party_of[code]] == ACTIVE:
                return self.party_of[code]
        return NOBODY

    @cython.final
    def holder(self) -> cython.int:
        """Return W if he holds the frozen parties now (option `vassalage`), or NOBODY.

        Judged afresh, whatever the header has kept since the last turn (RULES 1).
        """
        return self.ruler() if self.options.vassalage == VASSALAGE_WHILE_IN_POWER else NOBODY

    @cython.final
    def untouchable(self, party: cython.int) -> cython.bint:
        """Return whether a party is frozen, not held, and safe by `frozen_pieces` (RULES 3.2)."""
        if self.options.frozen_pieces == FROZEN_PIECES_VULNERABLE:
            return False
        if not self.asleep_bits >> party & 1:
            return False
        return self.controller[party] == NOBODY

    @cython.final
    def update_relations(self) -> cython.void:
        """Update who controls whom and who may act on what (RULES 1, 3.2).

        Called wherever they are about to be read and `relations_stale` is set.
        """
        party: cython.int
        colour: cython.int
        status: cython.int
        holder: cython.int = self.holder()
        same: cython.bint = self.relations_made_for[GONE] == self.board[self.maze]
        self.relations_stale = False
        for party in range(GONE):
            if self.relations_made_for[party] != self.header[party]:
                self.relations_made_for[party] = self.header[party]
                same = False
        if same:
            return
        self.relations_made_for[GONE] = self.board[self.maze]
        for party in range(self.parties):
            status = self.header[STATUS + party]
            if status == ACTIVE:
                self.controller[party] = party
            elif status == VASSAL or status == INHERITED:
                self.controller[party] = self.header[LORD + party] - 1
            elif status == HOSTAGE:
                self.controller[party] = NOBODY
            else:
                self.controller[party] = holder
        self.refresh_line_bits()
        for colour in range(self.parties):
            if self.controller[colour] == NOBODY:
                continue
            self.permitted_acts[colour * CODES + CORPSE] = EXHUME
            for party in range(self.parties):
                self._permit_acts(colour, party)

    @cython.final
    def refresh_line_bits(self) -> cython.void:
        """Update the lines' bits: who controls whom and who is exposed."""
        party: cython.int
        left: cython.uint
        slot: cython.int
        is_open: cython.bint
        new_side: cython.bint
        new_open: cython.bint
        _: cython.int
        for party in range(self.parties):
            is_open = not self.untouchable(party)
            new_side = self.line_controller[party] != self.controller[party]
            new_open = self.line_exposed[party] != is_open
            if not (new_side or new_open):
                continue
            # Once with the former values, which clears the bits; once with the new ones.
            for _ in range(2):
                left = self.alive_slots[party]
                while left:
                    slot = SLOTS * party + lowest(left)
                    left &= left - 1
                    self.toggle_line_bits(self.cell_of[slot], PIECE + slot, new_side, new_open)
                self.line_controller[party] = self.controller[party]
                self.line_exposed[party] = is_open

    @cython.final
    def _permit_acts(self, colour: cython.int, party: cython.int) -> cython.void:
        """Note what pieces of a colour may do to those of a party, as bits: KILL, DISPLACE.

        RULES 3.2. Somebody controls the colour.
        """
        mover: cython.int = self.controller[colour]
        first: cython.int = colour * CODES + PIECE + party * SLOTS
        slot: cython.int
        chief: cython.int = KILL | DISPLACE
        necromobile: cython.int = KILL | DISPLACE
        others: cython.int = KILL | DISPLACE
        if self.controller[party] == mover:
            others = 0
            if self.options.own_kills == OWN_KILLS_ANY:
                others = KILL
            elif self.options.own_kills == OWN_KILLS_VASSALS and party != mover and party != colour:
                others = KILL
            chief = others
            if self.options.own_kills == OWN_KILLS_ANY and party == mover:
                chief = 0
            necromobile = others
            if self.options.diplomat_targets == DIPLOMAT_TARGETS_OWN:
                others |= DISPLACE
            elif self.displaces_vassals and party != mover and party != colour:
                if self.ruler() == mover:
                    chief |= DISPLACE
                    necromobile |= DISPLACE
                    others |= DISPLACE
        elif self.untouchable(party):
            necromobile = 0
            others = 0
            # A Chief who sleeps in the maze would bar it for ever.
            if self.board[self.maze] != PIECE + party * SLOTS + CHIEF:
                chief = 0
        for slot in range(SLOTS):
            self.permitted_acts[first + slot] = others
        self.permitted_acts[first + CHIEF] = chief
        self.permitted_acts[first + NECROMOBILE] = necromobile

    # -- whose turn ---------------------------------------------------------------------------

    @cython.final
    def judge_power(self) -> cython.void:
        """Judge afresh who is in power, and whether the fortress is closed to the mover.

        RULES 3.1 and 4.2. Needed again after every change of the board within a turn.
        """
        if self.relations_stale:
            self.update_relations()
        self.power_holder = self.ruler()
        self.fortress_shut = self.fortress_shut_to(self.mover)

    @cython.final
    def fortress_shut_to(self, party: cython.int) -> cython.bint:
        """Return whether the fortress is closed to the pieces of this controller (RULES 3.1).

        It may be NOBODY. Power is as `judge_power` found it.
        """
        return (
            self.options.fortress != 0
            and self.power_holder != NOBODY
            and self.power_holder != party
        )

    @cython.final
    def prepare(self) -> cython.void:
        """Take the view of the player whose turn it is (RULES 3, 6)."""
        keeps_turns: cython.bint = self.options.vassal_turns == VASSAL_TURNS_KEPT
        if self.relations_stale:
            self.update_relations()
        if self.header[BONUS]:
            self.mover = self.header[BONUS] - 1
            self.only_colour = self.mover if keeps_turns else NOBODY
        else:
            self.mover = self.controller[self.header[SEAT]]
            self.only_colour = self.header[SEAT] if keeps_turns else NOBODY
        self.judge_power()

    @cython.final
    def prepare_for(self, party: cython.int) -> cython.void:
        """Take the view of a party as if it were its turn, with all that it controls (RULES 5)."""
        self.mover = party
        self.only_colour = NOBODY
        self.judge_power()

    @cython.final
    def moves_itself(self, code: cython.int) -> cython.bint:
        """Return whether a controlled piece may be moved: sleeping Chiefs may not (RULES 6.1)."""
        status: cython.int
        if self.kind_of[code] != CHIEF:
            return True
        status = self.header[STATUS + self.party_of[code]]
        return status == ACTIVE or status == VASSAL

    @cython.final
    def must_leave(self, cell: cython.int) -> cython.bint:
        """Return whether the piece on a cell has to go on at once (RULES 3.4)."""
        code: cython.int
        if cell == self.maze:
            code = self.board[cell]
            return (
                self.kind_of[code] != CHIEF or self.header[STATUS + self.party_of[code]] != ACTIVE
            )
        return self.fortress_shut and self.tables.fortress[cell] != 0

    # -- at the Python border -----------------------------------------------------------------

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Load the position that `contents` and `entries` returned, with an empty log.

        Warning: not checked; they must be those of a kernel with the same board and parties.
        """
        i: cython.int
        self.clear()
        for i in range(HEADER):
            if entries[i]:
                self.set_header(i, entries[i])
        for i in range(self.cells):
            if contents[i]:
                self.set_cell(i, contents[i])

    def entry(self, number: int) -> cython.int:
        """Return one entry of the header (`djambi.kernel.rules.codes`).

        Raises IndexError for a number that is none of an entry.
        """
        if not 0 <= number < HEADER:
            raise IndexError(f"no entry number {number}")
        return self.header[number]

    def acts_permitted(self, colour: int, code: int) -> int:
        """Return what a piece of a colour may do to another, as bits (RULES 3.2).

        Pieces that nobody controls do nothing: `update_relations` leaves their colour out.
        Raises IndexError for a number that is none of a party, or a code that means nothing.
        """
        self.require_party(colour)
        if not 0 <= code < PIECE + SLOTS * self.parties:
            raise IndexError(f"no code {code}")
        if self.relations_stale:
            self.update_relations()
        if self.controller[colour] == NOBODY:
            return 0
        return self.permitted_acts[colour * CODES + code]

    def require_party(self, number: int) -> None:
        """Raise IndexError unless a party has this number."""
        if not 0 <= number < self.parties:
            raise IndexError(f"no party number {number}")

    def contents(self) -> bytes:
        """Return what stands on every cell, in cell order: one code a byte."""
        return bytes(self.board[: self.cells])

    def entries(self) -> tuple[int, ...]:
        """Return all entries of the header."""
        return tuple([self.header[i] for i in range(HEADER)])


def bound_options() -> list[str]:
    """Return the names of the options that this kernel reads, if compiled those of its struct."""
    fields = OptionNumbers.fromkeys(OPTION_NAMES, 0)
    return list(fields)


check_bound(bound_options())
