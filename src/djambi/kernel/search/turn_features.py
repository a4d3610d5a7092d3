"""Turn features: what a look at the board tells of turns that are not played yet.

They are seen in the position before the turn: what the piece captures and attacks from where it
goes, who can strike there and who could where it was, whether the turn answers a threat to the
Chief, and ways to power. They are approximate on purpose: pieces that slide through others are not
seen behind these, nor is the exit of a turn. A Reporter seems to strike beside where it stands as
well, a Chief in the maze to be in power whoever controls it, and who plays next follows from the
seats alone, without bonus turns. A capture counts for every victim, so a feature may be seen more
than once. `djambi.kernel.search.turn_policy` judges by them.
"""

from __future__ import annotations

from typing import Final

from djambi.kernel.rules.codes import KIND_NAMES
from djambi.kernel.rules.kernel import Kernel
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
        CHIEF,
        CODES,
        DIPLOMAT,
        EMPTY,
        KILL,
        LINE,
        LINES,
        MAX_CELLS,
        MAX_PARTIES,
        MILITANT,
        MILITANT_REACH,
        NECROMOBILE,
        NEIGHBOURS,
        NO_CELL,
        NOBODY,
        ORDER,
        PIECE,
        REPORTER,
        SEAT,
        SIDES,
        SLOTS,
        STATUS,
        WALL,
    )
    from djambi.kernel.rules.tables import bits_in, highest, lowest

    # Where each feature is, in the order of TURN_FEATURE_NAMES; `turn_features.pxd` says the same
    # to C.
    QUIET = 0
    ACTS = 6
    KILLS = 12
    DISPLACES = 18
    FLEES = 24
    RISKS = 30
    ATTACKS = 36
    KILLS_IDLE = 42
    KILLS_LEADER = 43
    KILLS_NEXT = 44
    KILLS_CHECKER = 45
    KILLS_RULER = 46
    KILLS_GUARDED = 47
    KILLS_SAFELY = 48
    DISPLACES_OWN = 49
    DISPLACES_CHECKER = 50
    DISPLACES_TO_OWN = 51
    DISPLACES_TO_OTHERS = 52
    RISKS_NEXT = 53
    ATTACKS_SAFELY = 54
    ATTACKS_TWO = 55
    ATTACKS_LEADER = 56
    ATTACKED_CHIEF = 57
    TO_POWER = 58
    LEAVES_POWER = 59
    NEARER = 60
    SHIELDS = 61
    IGNORES = 62
    UNSHIELDS = 63
    UNMASKS = 64
    LEAVES_CHIEF = 65
    WALLS_OWN = 66
    WALLS_OTHERS = 67
    BARS_LANE = 68
    BARS_OWN_LANE = 69
    CLEARS_LANE = 70
    INWARD = 71
    OUTWARD = 72
    EXITS = 73
    TURN_FEATURES = 74
    TWO_LEFT = 74
    THREE_LEFT = 75
    MORE_LEFT = 76
    RULES = 77
    IS_RULED = 78
    INPUTS = 79
    MAX_SEEN = 64

    # What is known of a cell, as bits: a piece that attacks the mover's Chief; an empty cell
    # between such a piece and him; a piece of the mover's there; a piece of the mover's between
    # another one and somebody else's Chief; the neighbours of Chiefs; the empty way of a Chief to
    # the empty maze; the only piece in the mover's.
    CHECKER = 1
    SHIELD = 2
    SHIELDING = 4
    MASK = 8
    BY_OWN_CHIEF = 16
    BY_OTHER_CHIEF = 32
    LANE = 64
    OWN_LANE = 128
    IN_OWN_LANE = 256

TURN_FEATURE_NAMES: Final = (
    # A turn without an act and one with an act, by the kind of the piece.
    *[f"quiet_{kind}" for kind in KIND_NAMES],
    *[f"acts_{kind}" for kind in KIND_NAMES],
    # What is killed, of a party that plays; what a Diplomat displaces, of others.
    *[f"kills_{kind}" for kind in KIND_NAMES],
    *[f"displaces_{kind}" for kind in KIND_NAMES],
    # A piece that leaves a cell, or goes to one, where others can strike.
    *[f"flees_{kind}" for kind in KIND_NAMES],
    *[f"risks_{kind}" for kind in KIND_NAMES],
    # What it attacks from there.
    *[f"attacks_{kind}" for kind in KIND_NAMES],
    # Of what is killed: nobody plays it; the largest other party does; the one that plays next; it
    # attacked the Chief; it stood in the maze; others can strike there, or cannot.
    "kills_idle",
    "kills_leader",
    "kills_next",
    "kills_checker",
    "kills_ruler",
    "kills_guarded",
    "kills_safely",
    # What is displaced: own pieces, a piece that attacked the Chief; a Chief to where the mover can
    # strike, or others.
    "displaces_own",
    "displaces_checker",
    "displaces_to_own",
    "displaces_to_others",
    # The one who plays next can strike where the piece goes.
    "risks_next",
    # Attacks on Chiefs: from where nobody can strike, on two, on that of the largest other party;
    # the piece attacked one before the turn.
    "attacks_safely",
    "attacks_two",
    "attacks_leader",
    "attacked_chief",
    # The Chief goes to the maze, leaves it, comes nearer to it.
    "to_power",
    "leaves_power",
    "nearer",
    # The Chief is attacked, and something comes in between; or nothing is done about it.
    "shields",
    "ignores",
    # A piece leaves a line on which it shields the Chief, or one on which it is in the way of an
    # attack on another; it leaves the Chief's side.
    "unshields",
    "unmasks",
    "leaves_chief",
    # Something is placed beside the own Chief, or another.
    "walls_own",
    "walls_others",
    # Another Chief's way to the maze is barred, or the own Chief's; the own Chief's is cleared.
    "bars_lane",
    "bars_own_lane",
    "clears_lane",
    # A piece, not the Chief, comes nearer to the maze, or goes away from it.
    "inward",
    "outward",
    # The turn has an exit (RULES 3.4).
    "exits",
)

POSITION_FEATURE_NAMES: Final = ("two_left", "three_left", "more_left", "rules", "is_ruled")
"""What is seen of a position, whatever is played in it: how many parties are active, and whether
the mover or somebody else is in power."""


class TurnFeatureExtractor:
    """The features of turns in the position of a kernel, and of the position.

    >>> from djambi.position.position import Position
    >>> start = Position.start("hex-3")
    >>> extractor = TurnFeatureExtractor(start.kernel())
    >>> turn = start.legal_turns()[0].packed
    >>> [TURN_FEATURE_NAMES[i] for i in extractor.features([turn])[0]][0]
    'quiet_necromobile'
    """

    def __init__(self, kernel: Kernel) -> None:
        if not cython.compiled:
            self.seen = [0] * MAX_SEEN
            self.attackers = [0] * MAX_CELLS
            self.marks = [0] * MAX_CELLS
            self.beside_kinds = [0] * MAX_CELLS
            self.beside_chiefs = [0] * MAX_CELLS
            self.pieces = [0] * MAX_PARTIES
        self.kernel = kernel
        # What was seen last: of a turn, or of the position.
        self.seen_count = 0
        self.chief = 0
        self.leader = NOBODY
        self.next_player = NOBODY
        self.in_check = False
        # What `_find_prey` found: kinds and parties of Chiefs, as bits; and for which piece it was
        # asked last where it stood.
        self.found_kinds = 0
        self.found_chiefs = 0
        self.asked_origin = NO_CELL
        self.attacked_chief = False

    def features(self, packed: list[int]) -> list[list[int]]:
        """Return what is seen in each of the turns, by places in TURN_FEATURE_NAMES.

        The turns are legal in the kernel's position, packed; a feature may be seen twice.
        """
        self.kernel.prepare()
        self.look()
        found: list[list[int]] = []
        for turn in packed:
            self.see_turn(turn)
            found.append([self.seen[i] for i in range(self.seen_count)])
        return found

    def position_features(self) -> list[int]:
        """Return what is seen of the kernel's position, as places after those of turns' features.

        >>> from djambi.position.position import Position
        >>> extractor = TurnFeatureExtractor(Position.start("hex-3").kernel())
        >>> POSITION_FEATURE_NAMES[extractor.position_features()[0] - len(TURN_FEATURE_NAMES)]
        'three_left'
        """
        self.kernel.prepare()
        self.look()
        return [self.seen[i] for i in range(self.seen_count)]

    def look(self) -> cython.void:
        """Extract the position's features, which those of its turns build on.

        The kernel is prepared.
        """
        self._look(self.kernel, self.kernel.tables)
        self._see_position(self.kernel)

    def see_turn(self, turn: cython.longlong) -> cython.void:
        """Extract a turn's features; the position's were, and the kernel is prepared."""
        self._see_turn(self.kernel, self.kernel.tables, turn)

    def _see(self, feature: cython.int) -> cython.void:
        if self.seen_count < MAX_SEEN:
            self.seen[self.seen_count] = feature
            self.seen_count += 1

    # -- the position -------------------------------------------------------------------------

    def _look(self, kernel: Kernel, tables: Tables) -> cython.void:
        """Mark what is known of cells, and find out who leads and who plays next."""
        party: cython.int
        lord: cython.int
        left: cython.uint
        code: cython.int
        cell: cython.int
        for cell in range(kernel.cells + 1):
            self.attackers[cell] = 0
            self.marks[cell] = 0
            self.beside_kinds[cell] = 0
            self.beside_chiefs[cell] = 0
        self.asked_origin = NO_CELL
        self.chief = kernel.cell_of[kernel.mover * SLOTS + CHIEF]
        for party in range(kernel.parties):
            self.pieces[party] = 0
        for party in range(kernel.parties):
            lord = kernel.controller[party]
            left = kernel.alive_slots[party]
            while left:
                code = PIECE + party * SLOTS + lowest(left)
                left &= left - 1
                cell = kernel.cell_of[code - PIECE]
                if lord != kernel.mover:
                    self._mark_beside(kernel, tables, cell)
                if lord == NOBODY:
                    continue
                self.pieces[lord] += 1
                if kernel.kind_of[code] == DIPLOMAT or kernel.kind_of[code] == NECROMOBILE:
                    continue
                if kernel.moves_itself(code):
                    self._mark_attacks(kernel, tables, cell, lord)
        self._rank_players(kernel)
        self.in_check = self.attackers[self.chief] & ~(1 << kernel.mover) != 0
        for party in range(kernel.parties):
            cell = kernel.cell_of[party * SLOTS + CHIEF]
            if kernel.header[STATUS + party] == ACTIVE and cell != kernel.cells:
                self._mark_chief(kernel, tables, cell, party == kernel.mover)
                if kernel.board[kernel.maze] == EMPTY:
                    self._mark_lane(kernel, tables, cell, party == kernel.mover)

    def _see_position(self, kernel: Kernel) -> cython.void:
        """See the position's features."""
        active: cython.int = bits_in(kernel.active_bits)
        ruler: cython.int = kernel.board[kernel.maze]
        self.seen_count = 0
        self._see(TWO_LEFT if active == 2 else THREE_LEFT if active == 3 else MORE_LEFT)
        if ruler >= PIECE and kernel.kind_of[ruler] == CHIEF:
            self._see(RULES if kernel.maze == self.chief else IS_RULED)

    def _rank_players(self, kernel: Kernel) -> cython.void:
        """Find the other player with most pieces, and the one who plays next."""
        party: cython.int
        lord: cython.int
        best: cython.int = -1
        at: cython.int = kernel.order_index(kernel.header[SEAT])
        self.leader = NOBODY
        for party in range(kernel.parties):
            if party != kernel.mover and self.pieces[party] > best:
                best = self.pieces[party]
                self.leader = party
        self.next_player = NOBODY
        for party in range(kernel.parties - 1):
            at += 1
            if at == kernel.parties:
                at = 0
            lord = kernel.controller[kernel.header[ORDER + at]]
            if lord != NOBODY and lord != kernel.mover:
                self.next_player = lord
                break

    def _reach(
        self, kernel: Kernel, tables: Tables, kind: cython.int, line: cython.int
    ) -> cython.int:
        """Return how far a piece of this kind goes on a line."""
        if kind != MILITANT:
            return LINE
        return kernel.options.militant_diagonal if tables.line_diagonal[line] else MILITANT_REACH

    def _mark_attacks(
        self, kernel: Kernel, tables: Tables, cell: cython.int, lord: cython.int
    ) -> cython.void:
        """Mark where a piece can strike, whatever stands there or comes there."""
        kind: cython.int = kernel.kind_of[kernel.board[cell]]
        bit: cython.int = 1 << lord
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        x: cython.Py_ssize_t
        at: cython.Py_ssize_t
        step: cython.int
        left: cython.int
        checks: cython.bint = False
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell]):
            for step in range(-1, 2, 2):
                at = tables.line_at[i] + tables.place_on[i]
                left = self._reach(kernel, tables, kind, tables.line_at[i] // LINE)
                while left > 0:
                    left -= 1
                    at += step
                    x = tables.line_cell[at]
                    if kind == REPORTER:
                        if kernel.board[x] != EMPTY:
                            break
                        for k in range(x * SIDES, x * SIDES + tables.side_count[x]):
                            self.attackers[tables.side[k]] |= bit
                            if tables.side[k] == self.chief:
                                checks = True
                        continue
                    self.attackers[x] |= bit
                    if kernel.board[x] != EMPTY:
                        break
        if kind == REPORTER:
            for k in range(cell * SIDES, cell * SIDES + tables.side_count[cell]):
                self.attackers[tables.side[k]] |= bit
            if checks and lord != kernel.mover:
                self.marks[cell] |= CHECKER

    def _mark_beside(self, kernel: Kernel, tables: Tables, cell: cython.int) -> cython.void:
        """Mark the cells from where a Reporter of the mover's can kill the piece on this one."""
        code: cython.int = kernel.board[cell]
        kind: cython.int = kernel.kind_of[code]
        k: cython.Py_ssize_t
        if not kernel.permitted_acts[kernel.mover * CODES + code] & KILL:
            return
        for k in range(cell * SIDES, cell * SIDES + tables.side_count[cell]):
            self.beside_kinds[tables.side[k]] |= 1 << kind
            if kind == CHIEF:
                self.beside_chiefs[tables.side[k]] |= 1 << kernel.party_of[code]

    def _mark_chief(
        self, kernel: Kernel, tables: Tables, chief: cython.int, own: cython.bint
    ) -> cython.void:
        """Mark what surrounds a Chief, and who stands on his lines and between."""
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        back: cython.Py_ssize_t
        step: cython.int
        steps: cython.int
        reach: cython.int
        code: cython.int
        between: cython.int
        for i in range(chief * NEIGHBOURS, chief * NEIGHBOURS + tables.near_count[chief]):
            self.marks[tables.near[i]] |= BY_OWN_CHIEF if own else BY_OTHER_CHIEF
        for i in range(chief * LINES, chief * LINES + tables.line_count[chief]):
            reach = self._reach(kernel, tables, MILITANT, tables.line_at[i] // LINE)
            for step in range(-1, 2, 2):
                at = tables.line_at[i] + tables.place_on[i] + step
                steps = 1
                while kernel.board[tables.line_cell[at]] == EMPTY:
                    at += step
                    steps += 1
                between = tables.line_cell[at]
                code = kernel.board[between]
                if code < PIECE or code == WALL:
                    continue
                if kernel.controller[kernel.party_of[code]] != kernel.mover:
                    if own and self._strikes_from(kernel, code, steps, reach):
                        self.marks[between] |= CHECKER
                        back = at - step
                        while tables.line_cell[back] != chief:
                            self.marks[tables.line_cell[back]] |= SHIELD
                            back -= step
                    continue
                at += step
                steps += 1
                while kernel.board[tables.line_cell[at]] == EMPTY:
                    at += step
                    steps += 1
                code = kernel.board[tables.line_cell[at]]
                if code < PIECE or code == WALL:
                    continue
                # Behind a piece of the mover's: one who would attack, or another one that would.
                if (kernel.controller[kernel.party_of[code]] == kernel.mover) != own:
                    if self._strikes_from(kernel, code, steps, reach):
                        self.marks[between] |= SHIELDING if own else MASK

    def _strikes_from(
        self, kernel: Kernel, code: cython.int, steps: cython.int, reach: cython.int
    ) -> cython.bint:
        """Return whether a piece strikes along a line so many steps; a Militant has this reach."""
        kind: cython.int = kernel.kind_of[code]
        if kernel.controller[kernel.party_of[code]] == NOBODY:
            return False
        if kind == MILITANT:
            return steps <= reach
        if kind == CHIEF:
            return kernel.moves_itself(code)
        return kind == ASSASSIN

    def _mark_lane(
        self, kernel: Kernel, tables: Tables, chief: cython.int, own: cython.bint
    ) -> cython.void:
        """Mark the cells between a Chief and the empty maze, or the mover's only piece there."""
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        goal: cython.Py_ssize_t
        step: cython.int
        many: cython.int
        between: cython.int
        for i in range(chief * LINES, chief * LINES + tables.line_count[chief]):
            at = tables.line_at[i]
            if not tables.line_maze[at // LINE]:
                continue
            # Bits begin one place later, for the second wall below the line.
            goal = at + lowest(tables.line_maze[at // LINE]) - 1
            at += tables.place_on[i]
            if goal == at:
                continue
            step = 1 if goal > at else -1
            many = 0
            between = NO_CELL
            at += step
            while at != goal:
                if kernel.board[tables.line_cell[at]] != EMPTY:
                    many += 1
                    between = tables.line_cell[at]
                at += step
            if many == 1 and own:
                self.marks[between] |= IN_OWN_LANE
            if many:
                continue
            at -= step
            while tables.line_cell[at] != chief:
                self.marks[tables.line_cell[at]] |= OWN_LANE if own else LANE
                at -= step

    # -- a turn -------------------------------------------------------------------------------

    def _find_prey(
        self, kernel: Kernel, tables: Tables, cell: cython.int, origin: cython.int
    ) -> cython.void:
        """Find what the piece on `origin` would attack from a cell."""
        moved: cython.int = kernel.board[origin]
        kind: cython.int = kernel.kind_of[moved]
        row: cython.Py_ssize_t = kernel.party_of[moved] * CODES
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        x: cython.Py_ssize_t
        at: cython.Py_ssize_t
        place: cython.int
        below: cython.int
        above: cython.int
        reach: cython.int
        bits: cython.uint
        self.found_kinds = 0
        self.found_chiefs = 0
        if kind == DIPLOMAT or kind == NECROMOBILE:
            return
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell]):
            at = tables.line_at[i]
            place = tables.place_on[i]
            # Bits begin one place later; the piece has left its cell.
            bits = kernel.line_bits[at]
            for k in range(origin * LINES, origin * LINES + tables.line_count[origin]):
                if tables.line_at[k] == at:
                    bits &= ~(cython.cast(cython.uint, 2) << tables.place_on[k])
            below = place - highest(bits & ((cython.cast(cython.uint, 2) << place) - 1))
            above = lowest(bits >> (place + 2))
            at += place
            if kind == REPORTER:
                for k in range(at - below, at + above + 1):
                    if k != at:
                        x = tables.line_cell[k]
                        self.found_kinds |= self.beside_kinds[x]
                        self.found_chiefs |= self.beside_chiefs[x]
                continue
            reach = self._reach(kernel, tables, kind, tables.line_at[i] // LINE)
            if below < reach:
                self._note_prey(kernel, row, tables.line_cell[at - below - 1])
            if above < reach:
                self._note_prey(kernel, row, tables.line_cell[at + above + 1])

    def _note_prey(self, kernel: Kernel, row: cython.Py_ssize_t, cell: cython.int) -> cython.void:
        """Note what stands on a cell, if a piece whose acts are in `row` may kill it."""
        code: cython.int = kernel.board[cell]
        if code < PIECE or code == WALL or not kernel.permitted_acts[row + code] & KILL:
            return
        if kernel.controller[kernel.party_of[code]] != kernel.mover:
            self.found_kinds |= 1 << kernel.kind_of[code]
            if kernel.kind_of[code] == CHIEF:
                self.found_chiefs |= 1 << kernel.party_of[code]

    def _see_turn(self, kernel: Kernel, tables: Tables, turn: cython.longlong) -> cython.void:
        """See a turn's features."""
        origin: cython.int = turns.origin(turn)
        to: cython.int = turns.target(turn)
        place: cython.int = turns.place(turn)
        victims: cython.int = turns.victims(turn)
        others: cython.int = 255 ^ (1 << kernel.mover)
        kind: cython.int
        code: cython.int
        i: cython.int
        answers: cython.bint = origin == self.chief
        self.seen_count = 0
        if origin == NO_CELL:
            return
        kind = kernel.kind_of[kernel.board[origin]]
        code = kernel.board[to]
        self._see((QUIET if code == EMPTY and victims == 0 else ACTS) + kind)
        if victims:
            for i in range(tables.side_count[to]):
                if victims >> i & 1:
                    answers |= self._see_kill(kernel, tables.side[to * SIDES + i])
        elif code >= PIECE:
            if kind == DIPLOMAT:
                answers |= self._see_displacement(kernel, to, place)
            else:
                answers |= self._see_kill(kernel, to)
                self._see(KILLS_GUARDED if self.attackers[to] & others else KILLS_SAFELY)
        if self.attackers[origin] & others:
            self._see(FLEES + kind)
        if self.attackers[to] & others:
            self._see(RISKS + kind)
            if self.next_player != NOBODY and self.attackers[to] >> self.next_player & 1:
                self._see(RISKS_NEXT)
        if origin != self.asked_origin:
            self._find_prey(kernel, tables, origin, origin)
            self.asked_origin = origin
            self.attacked_chief = self.found_kinds & 1 << CHIEF != 0
        if self.attacked_chief:
            self._see(ATTACKED_CHIEF)
        self._find_prey(kernel, tables, to, origin)
        self._see_attacks(kernel, to)
        if origin == self.chief:
            self._see_chief_move(kernel, origin, to)
        else:
            self._see_piece_move(tables, origin, to, place)
        if self.in_check and not answers:
            if self.marks[to] & SHIELD or (place != NO_CELL and self.marks[place] & SHIELD):
                self._see(SHIELDS)
            else:
                self._see(IGNORES)
        if place != NO_CELL:
            if self.marks[place] & BY_OWN_CHIEF:
                self._see(WALLS_OWN)
            if self.marks[place] & BY_OTHER_CHIEF:
                self._see(WALLS_OTHERS)
        if turns.exit(turn) != NO_CELL:
            self._see(EXITS)

    def _see_attacks(self, kernel: Kernel, to: cython.int) -> cython.void:
        """See what is attacked after the turn, as `_find_prey` found it."""
        kind: cython.int
        for kind in range(6):
            if self.found_kinds >> kind & 1:
                self._see(ATTACKS + kind)
        if self.found_chiefs:
            if self.found_chiefs & (self.found_chiefs - 1):
                self._see(ATTACKS_TWO)
            if self.leader != NOBODY and self.found_chiefs >> self.leader & 1:
                self._see(ATTACKS_LEADER)
            if not self.attackers[to] & ~(1 << kernel.mover):
                self._see(ATTACKS_SAFELY)

    def _see_kill(self, kernel: Kernel, cell: cython.int) -> cython.bint:
        """See what is killed on a cell; return whether it attacked the mover's Chief."""
        code: cython.int = kernel.board[cell]
        lord: cython.int = kernel.controller[kernel.party_of[code]]
        if lord == NOBODY:
            self._see(KILLS_IDLE)
            return False
        self._see(KILLS + kernel.kind_of[code])
        if lord == self.leader:
            self._see(KILLS_LEADER)
        if lord == self.next_player:
            self._see(KILLS_NEXT)
        if self.marks[cell] & CHECKER:
            self._see(KILLS_CHECKER)
        if cell == kernel.maze:
            self._see(KILLS_RULER)
        return self.marks[cell] & CHECKER != 0

    def _see_displacement(self, kernel: Kernel, to: cython.int, place: cython.int) -> cython.bint:
        """See what a Diplomat displaces; return whether it attacked the mover's Chief."""
        code: cython.int = kernel.board[to]
        if kernel.controller[kernel.party_of[code]] == kernel.mover:
            self._see(DISPLACES_OWN)
            return False
        self._see(DISPLACES + kernel.kind_of[code])
        if place != NO_CELL and kernel.kind_of[code] == CHIEF:
            if self.attackers[place] & 1 << kernel.mover:
                self._see(DISPLACES_TO_OWN)
            if self.attackers[place] & ~(1 << kernel.mover):
                self._see(DISPLACES_TO_OTHERS)
        if self.marks[to] & CHECKER:
            self._see(DISPLACES_CHECKER)
            return True
        return False

    def _see_chief_move(self, kernel: Kernel, origin: cython.int, to: cython.int) -> cython.void:
        """See where the mover's Chief goes."""
        if to == kernel.maze:
            self._see(TO_POWER)
        elif origin == kernel.maze:
            self._see(LEAVES_POWER)
        elif kernel.tables.maze_steps[to] < kernel.tables.maze_steps[origin]:
            self._see(NEARER)

    def _see_piece_move(
        self, tables: Tables, origin: cython.int, to: cython.int, place: cython.int
    ) -> cython.void:
        """See what a piece that is not the mover's Chief leaves and enters."""
        marks: cython.int = self.marks[to]
        if place != NO_CELL:
            marks |= self.marks[place]
        if marks & LANE:
            self._see(BARS_LANE)
        if marks & OWN_LANE:
            self._see(BARS_OWN_LANE)
        if tables.maze_steps[to] < tables.maze_steps[origin]:
            self._see(INWARD)
        elif tables.maze_steps[to] > tables.maze_steps[origin]:
            self._see(OUTWARD)
        if self.marks[origin] & BY_OWN_CHIEF:
            self._see(LEAVES_CHIEF)
        if self.marks[origin] & IN_OWN_LANE:
            self._see(CLEARS_LANE)
        if self.marks[origin] & SHIELDING:
            self._see(UNSHIELDS)
        if self.marks[origin] & MASK:
            self._see(UNMASKS)
