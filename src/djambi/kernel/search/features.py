"""Features: figures that describe a position for every party, to be weighed by an evaluator.

Material by kind, fresh and as corpses come to lie; mobility; attacks, by when they can be carried
out; how safe Chiefs are; power, the way to it, and the turns to come. Method: a hand-made feature
vector for a linear evaluation (`djambi.kernel.search.linear_evaluation` has the formula, the
weights and the sources).

Attacks are resolved one deep, without exchanges: a player *strikes* once, in the order in which
they play: at a Chief, the nearest in time, then the one with most to inherit; else at the piece
worth most. A stroke is *now* if they play next, *soon* if they play before its owner, *late* if the
owner may see to it.
"""

from __future__ import annotations

from djambi.kernel.rules.codes import KIND_NAMES
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.evaluation import MATERIAL_VALUES

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.rules.codes import (
        ACTIVE,
        BONUS,
        CHIEF,
        CODES,
        CONTROLLED,
        CORPSE,
        CORPSES,
        DIPLOMAT,
        EMPTY,
        EXPOSED,
        KILL,
        LINES,
        MAX_PARTIES,
        MILITANT,
        NECROMOBILE,
        NEIGHBOURS,
        NOBODY,
        ORDER,
        PAIRS,
        PIECE,
        REPORTER,
        SEAT,
        SIDES,
        SLOTS,
        STATUS,
    )
    from djambi.kernel.rules.tables import bits_in, highest, lowest

    # Where each feature is, in the order of FEATURE_NAMES; `features.pxd` says the same to C.
    OWN = 0
    RIPE = 6
    ROOM = 12
    CHASED = 18
    CHASES = 21
    LOSES = 24
    TAKES = 27
    CHIEF_DISPLACED = 30
    DISPLACES = 31
    WALLS = 32
    SHUT_IN = 33
    THRONE = 34
    THRONE_WALLS = 35
    THRONE_CROWD = 36
    LANE = 37
    LANE_NEXT = 38
    FAR = 39
    NEXT = 40
    WAITS = 41
    VASSALS = 42
    PART = 43
    LEAD = 44
    DUEL_PART = 45
    FEATURES = 48
    MAX_STRUCK = 1536

ONE = cython.declare(cython.ulonglong, 1)
# The lines themselves, without their mirrors, in the word of two lines.
FORWARD = cython.declare(cython.ulonglong, 0x0000FFFF0000FFFF)

# For what part of its value a piece counts that is attacked: late, soon, now.
WHEN_FACTORS = (0.2, 0.6, 1.0)
# The place in the order of play of who never plays again.
NEVER_PLAYS = cython.declare(cython.int, 99)

WHEN = ("late", "soon", "now")

# What each feature is. A party's own Chief is not counted: who lacks him is out.
FEATURE_NAMES = (
    # Pieces under control, by kind; the same times how far the board is full of corpses.
    *KIND_NAMES,
    *[f"{kind}_ripe" for kind in KIND_NAMES],
    # Cells to go to, in tens, by kind.
    *[f"{kind}_room" for kind in KIND_NAMES],
    # Strokes at the Chief, and a player's own at other Chiefs, by what there is to inherit.
    *[f"chased_{when}" for when in WHEN],
    *[f"chases_{when}" for when in WHEN],
    # Strokes at pieces, suffered and made, by what these are worth.
    *[f"loses_{when}" for when in WHEN],
    *[f"takes_{when}" for when in WHEN],
    # Whether a Diplomat can displace the Chief before his party plays; the most that one can.
    "chief_displaced",
    "displaces",
    # The part of corpses among the Chief's neighbours, and its cube.
    "walls",
    "shut_in",
    # To be in power; times the corpses around it; times the opponents beyond the first.
    "throne",
    "throne_walls",
    "throne_crowd",
    # Whether the Chief can go to the maze, not next or next; else how far it is from him.
    "lane",
    "lane_next",
    "far",
    # To play next; how many play before.
    "next",
    "waits",
    # Parties under control; the part of all material, 1 being usual, and what there is beyond
    # that, for others to fear; the part in a duel.
    "vassals",
    "part",
    "lead",
    "duel_part",
)


class FeatureExtractor:
    """The features of positions on one board.

    >>> from djambi.position.position import Position
    >>> kernel = Position.start("hex-3").kernel()
    >>> rows = FeatureExtractor(kernel.tables).features(kernel)
    >>> [dict(zip(FEATURE_NAMES, row, strict=True))["militant"] for row in rows]
    [4.0, 4.0, 4.0]
    """

    def __init__(self, tables: Tables) -> None:
        if not cython.compiled:
            self.feature = [0.0] * (MAX_PARTIES * FEATURES)
            self.turn_order = [0] * MAX_PARTIES
            self.piece_value = [0.0] * 6
            self.material = [0.0] * MAX_PARTIES
            self.chief_attack = [0] * (MAX_PARTIES * MAX_PARTIES)
            self.prey = [0.0] * MAX_PARTIES
            self.prey_owner = [0] * MAX_PARTIES
            self.prey_when = [0] * MAX_PARTIES
            self.when_factor = [0.0] * 3
            self.struck = [0] * MAX_STRUCK
        self.tables = tables
        for kind, value in enumerate(MATERIAL_VALUES):
            self.piece_value[kind] = value
        for when, factor in enumerate(WHEN_FACTORS):
            self.when_factor[when] = factor
        self.struck_count = 0
        self.most_steps = max([tables.maze_steps[cell] for cell in range(tables.cells)])

    def features(self, kernel: Kernel) -> list[list[float]]:
        """Return the features of every party, by its number, in the order of FEATURE_NAMES.

        The game must not be over. Raises ValueError if the kernel is on another board.
        """
        if kernel.tables is not self.tables:
            raise ValueError("a position on another board")
        self.extract(kernel)
        return [
            [self.feature[party * FEATURES + i] for i in range(len(FEATURE_NAMES))]
            for party in range(kernel.parties)
        ]

    def extract(self, kernel: Kernel) -> cython.void:
        """Write every active party's features into `feature`, its material into `material`."""
        parties: cython.int = kernel.parties
        party: cython.int
        lord: cython.int
        i: cython.int
        kernel.prepare()
        self._number_players(kernel)
        for i in range(parties * FEATURES):
            self.feature[i] = 0.0
        for party in range(parties):
            self.prey[party] = 0.0
            self.prey_owner[party] = NOBODY
            self.prey_when[party] = 0
            self.material[party] = 0.0
            for lord in range(parties):
                self.chief_attack[party * MAX_PARTIES + lord] = 0
        for party in range(parties):
            lord = kernel.controller[party]
            if lord != NOBODY:
                self._add_party(kernel, self.tables, party, lord)
        self._resolve_strokes(kernel)
        self._compare_parties(kernel)

    def _add_party(
        self, kernel: Kernel, tables: Tables, party: cython.int, lord: cython.int
    ) -> cython.void:
        """Add a colour's material, mobility and attacks to the features of `lord`, who has it."""
        slot: cython.int
        kind: cython.int
        cell: cython.int
        room: cython.int
        first: cython.int
        row: cython.Py_ssize_t = lord * FEATURES
        left: cython.uint = kernel.alive_slots[party]
        ripe: cython.double = min(1.0, kernel.corpse_count / (4.0 * kernel.parties))
        worth: cython.double = self.material[lord]
        # Who may slide through what depends on whose piece it is.
        kernel.mover = lord
        kernel.fortress_shut = kernel.fortress_shut_to(lord)
        self.struck_count = 0
        if party != lord:
            self.feature[row + VASSALS] += 1.0
        while left:
            slot = lowest(left)
            left &= left - 1
            kind = min(slot, MILITANT)
            if kind != CHIEF or party != lord:
                self.feature[row + OWN + kind] += 1.0
                self.feature[row + RIPE + kind] += ripe
                worth += self.piece_value[kind]
            if kind == CHIEF and not kernel.moves_itself(PIECE + party * SLOTS):
                continue
            cell = kernel.cell_of[party * SLOTS + slot]
            first = self.struck_count
            # Kinds are written out below: the compiler makes a loop for each.
            if tables.crossings:
                room = self._visit(kernel, tables, cell, kind, party)
            elif kind == MILITANT:
                room = self._slide(kernel, tables, cell, MILITANT, lord)
            elif kind == REPORTER:
                room = self._report(kernel, tables, cell, party)
            elif kernel.through_kinds >> kind & 1:
                room = self._slide_through(kernel, tables, cell, kind, lord)
            elif kind == NECROMOBILE:
                room = self._slide(kernel, tables, cell, NECROMOBILE, lord)
            else:
                room = self._slide(kernel, tables, cell, CHIEF, lord)
            self.feature[row + ROOM + kind] += 0.1 * room
            if kind == DIPLOMAT:
                self._add_displacements(kernel, lord, first)
        self.material[lord] = worth
        self._add_attacks(kernel, lord)

    def _number_players(self, kernel: Kernel) -> cython.void:
        """Number the players by when they play next, from 0; NEVER_PLAYS for those who never do."""
        party: cython.int
        lord: cython.int
        number: cython.int = 0
        at: cython.int = kernel.order_index(kernel.header[SEAT])
        left: cython.int
        rest: cython.int = kernel.parties
        for party in range(kernel.parties):
            self.turn_order[party] = NEVER_PLAYS
        if kernel.header[BONUS]:
            # The seat has been played already: it comes last.
            self.turn_order[kernel.header[BONUS] - 1] = 0
            number = 1
            rest += 1
        for left in range(rest):
            party = kernel.header[ORDER + at]
            at += 1
            if at == kernel.parties:
                at = 0
            if left == 0 and kernel.header[BONUS]:
                continue
            if not kernel.seat_plays(party):
                continue
            lord = kernel.controller[party]
            if self.turn_order[lord] == NEVER_PLAYS:
                self.turn_order[lord] = number
                number += 1
            # A ruler plays after everybody.
            if (
                kernel.power_holder != NOBODY
                and self.turn_order[kernel.power_holder] == NEVER_PLAYS
            ):
                self.turn_order[kernel.power_holder] = number
                number += 1

    # -- strokes ------------------------------------------------------------------------------

    def _when(self, hunter: cython.int, owner: cython.int) -> cython.int:
        """Return when a player strikes at what another owns: 0 late, 1 soon, 2 now."""
        if owner == NOBODY or self.turn_order[hunter] >= self.turn_order[owner]:
            return 0
        return 2 if self.turn_order[hunter] == 0 else 1

    def _add_attacks(self, kernel: Kernel, hunter: cython.int) -> cython.void:
        """Record that killers moved by `hunter` attack the pieces in `struck`."""
        i: cython.Py_ssize_t
        code: cython.Py_ssize_t
        owner: cython.int
        when: cython.int
        stake: cython.double
        for i in range(self.struck_count):
            code = self.struck[i]
            owner = kernel.controller[kernel.party_of[code]]
            if owner == hunter:
                continue
            when = self._when(hunter, owner)
            if kernel.kind_of[code] == CHIEF and kernel.party_of[code] == owner:
                # One more than when, so that 0 is nothing.
                self.chief_attack[hunter * MAX_PARTIES + owner] = when + 1
                continue
            # What is lost late may still be saved.
            stake = self.piece_value[kernel.kind_of[code]] * self.when_factor[when]
            if stake > self.prey[hunter]:
                self.prey[hunter] = stake
                self.prey_owner[hunter] = owner
                self.prey_when[hunter] = when

    def _add_displacements(
        self, kernel: Kernel, hunter: cython.int, first: cython.int
    ) -> cython.void:
        """Record that a Diplomat moved by `hunter` can displace what was struck from `first` on."""
        i: cython.Py_ssize_t
        code: cython.Py_ssize_t
        owner: cython.int
        for i in range(first, self.struck_count):
            code = self.struck[i]
            owner = kernel.controller[kernel.party_of[code]]
            if owner == hunter or self._when(hunter, owner) == 0:
                continue
            if kernel.kind_of[code] == CHIEF and kernel.party_of[code] == owner:
                self.feature[owner * FEATURES + CHIEF_DISPLACED] = 1.0
            elif (
                self.piece_value[kernel.kind_of[code]] > self.feature[hunter * FEATURES + DISPLACES]
            ):
                self.feature[hunter * FEATURES + DISPLACES] = self.piece_value[kernel.kind_of[code]]
        self.struck_count = first

    def _resolve_strokes(self, kernel: Kernel) -> cython.void:
        """Let every player strike once at what they attack."""
        parties: cython.int = kernel.parties
        hunter: cython.int
        row: cython.int
        other: cython.int
        victim: cython.int
        when: cython.int
        for hunter in range(parties):
            if self.turn_order[hunter] == NEVER_PLAYS:
                continue
            victim = NOBODY
            when = 0
            row = hunter * MAX_PARTIES
            for other in range(parties):
                if self.chief_attack[row + other] == 0:
                    continue
                if self.chief_attack[row + other] > when or (
                    self.chief_attack[row + other] == when
                    and self.material[other] > self.material[victim]
                ):
                    when = self.chief_attack[row + other]
                    victim = other
            for other in range(parties):
                if self.chief_attack[row + other] != 0 and other != victim:
                    self.feature[other * FEATURES + CHASED] += 1.0
            if victim != NOBODY:
                self.feature[victim * FEATURES + CHASED + when - 1] += 1.0
                self.feature[hunter * FEATURES + CHASES + when - 1] += (
                    0.1 * self.material[victim] + 0.3
                )
            # Whoever has a Chief to kill leaves the rest alone.
            if when < 2 and self.prey[hunter] > 0.0:
                when = self.prey_when[hunter]
                victim = self.prey_owner[hunter]
                self.feature[hunter * FEATURES + TAKES + when] += self.prey[hunter]
                if victim != NOBODY:
                    self.feature[victim * FEATURES + LOSES + when] += self.prey[hunter]

    def _slide(
        self,
        kernel: Kernel,
        tables: Tables,
        cell: cython.int,
        kind: cython.int,
        hunter: cython.int,
    ) -> cython.int:
        """Return how many cells a piece can pass to and note what it strikes. Not for Reporters.

        The maze and a closed fortress count, though not all may stop there. Two lines at a time, as
        in `djambi.kernel.rules.move_counting`.
        """
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        beyond: cython.Py_ssize_t
        pair: cython.Py_ssize_t = cell * PAIRS
        side: cython.Py_ssize_t = CONTROLLED + hunter
        word: cython.ulonglong
        occupied: cython.ulonglong
        reach: cython.ulonglong
        bits: cython.p_uint = kernel.line_bits
        many: cython.int = self.struck_count
        room: cython.int = 0
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell], 2):
            at = tables.line_at[i]
            beyond = tables.line_at[i + 1]
            word = bits[beyond]
            occupied = word << 32 | bits[at]
            reach = occupied ^ (occupied - tables.step[pair])
            if kind == MILITANT:
                reach &= tables.militant_on[kernel.militant_reach_row + pair]
            room += bits_in(reach & ~occupied)
            if kind != NECROMOBILE:
                if kind == MILITANT and not kernel.options.militant_kills_power:
                    reach &= ~tables.maze_on[pair]
                word = bits[beyond + EXPOSED] ^ bits[beyond + side]
                reach &= word << 32 | (bits[at + EXPOSED] ^ bits[at + side])
                many = self._note_struck(kernel, tables, reach, at, beyond, 0, many)
            pair += 1
        self.struck_count = many
        return room

    def _slide_through(
        self,
        kernel: Kernel,
        tables: Tables,
        cell: cython.int,
        kind: cython.int,
        hunter: cython.int,
    ) -> cython.int:
        """Return how many cells a piece that slides through others can go to, as `_slide`.

        Those others do not stop it; neither the maze nor a closed fortress is room.
        """
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        beyond: cython.Py_ssize_t
        pair: cython.Py_ssize_t = cell * PAIRS
        side: cython.Py_ssize_t = CONTROLLED + hunter
        passed: cython.Py_ssize_t = CORPSES if kind == NECROMOBILE else side
        word: cython.ulonglong
        occupied: cython.ulonglong
        reach: cython.ulonglong
        bits: cython.p_uint = kernel.line_bits
        many: cython.int = self.struck_count
        room: cython.int = 0
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell], 2):
            at = tables.line_at[i]
            beyond = tables.line_at[i + 1]
            word = bits[beyond]
            occupied = word << 32 | bits[at]
            word = bits[beyond + passed]
            word = occupied ^ (word << 32 | bits[at + passed])
            reach = word ^ (word - tables.step[pair])
            word = (
                tables.maze_or_fortress_on[pair] if kernel.fortress_shut else tables.maze_on[pair]
            )
            room += bits_in(reach & ~occupied & ~word)
            if kind != NECROMOBILE:
                word = bits[beyond + EXPOSED] ^ bits[beyond + side]
                reach &= word << 32 | (bits[at + EXPOSED] ^ bits[at + side])
                # Nearer the beginning of a line first, as `find_destinations` has it.
                reach = reach >> 16 & FORWARD | (reach & FORWARD) << 16
                many = self._note_struck(kernel, tables, reach, at, beyond, 16, many)
            pair += 1
        self.struck_count = many
        return room

    def _note_struck(
        self,
        kernel: Kernel,
        tables: Tables,
        struck: cython.ulonglong,
        at: cython.Py_ssize_t,
        beyond: cython.Py_ssize_t,
        turned: cython.int,
        many: cython.int,
    ) -> cython.int:
        """Note the pieces whose bits are set in the word of two lines, turned over or not.

        `many` are noted already; returns how many are then.
        """
        bit: cython.int
        while struck:
            bit = lowest(struck) ^ turned
            struck &= struck - ONE
            self.struck[many] = kernel.board[
                tables.cell_of_bit[2 * (beyond if bit & 32 else at) + (bit & 31)]
            ]
            many += 1
        return many

    def _report(
        self, kernel: Kernel, tables: Tables, cell: cython.int, party: cython.int
    ) -> cython.int:
        """Return how many cells a Reporter can go to and note what it can kill from there."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        x: cython.Py_ssize_t
        at: cython.Py_ssize_t
        place: cython.Py_ssize_t
        below: cython.Py_ssize_t
        above: cython.Py_ssize_t
        many: cython.int = self.struck_count
        room: cython.int = 0
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell]):
            at = tables.line_at[i]
            place = tables.place_on[i]
            above = lowest(kernel.line_bits[at] >> (place + 2))
            below = place - highest(kernel.line_bits[at] & ((2 << place) - 1))
            room += above + below
            for j in range(at + place - below, at + place + above + 1):
                x = tables.line_cell[j]
                if x != cell and (x != kernel.maze or kernel.options.reporter_enters_maze):
                    many = self._note_around(kernel, tables, party, x, many)
        self.struck_count = many
        return room

    def _note_around(
        self,
        kernel: Kernel,
        tables: Tables,
        party: cython.Py_ssize_t,
        cell: cython.Py_ssize_t,
        many: cython.int,
    ) -> cython.int:
        """Note the pieces beside a cell that a Reporter of a party may kill from there.

        `many` are noted already; returns how many are then.
        """
        i: cython.Py_ssize_t
        code: cython.Py_ssize_t
        for i in range(cell * SIDES, cell * SIDES + tables.side_count[cell]):
            code = kernel.board[tables.side[i]]
            # Always written, seldom kept: a branch would often be mispredicted.
            self.struck[many] = code
            many += kernel.permitted_acts[party * CODES + code] & KILL
        return many

    def _visit(
        self,
        kernel: Kernel,
        tables: Tables,
        cell: cython.int,
        kind: cython.int,
        party: cython.int,
    ) -> cython.int:
        """Return how many cells a piece can go to, as `_slide`, where two lines may cross twice."""
        i: cython.Py_ssize_t
        kernel.find_destinations(cell, 0)
        if kind == REPORTER:
            for i in range(kernel.stop_count[0]):
                self.struck_count = self._note_around(
                    kernel, tables, party, kernel.stops[i], self.struck_count
                )
        elif kind != NECROMOBILE:
            for i in range(kernel.hit_count[0]):
                self.struck[self.struck_count] = kernel.board[kernel.hits[i]]
                self.struck_count += 1
        return kernel.stop_count[0]

    # -- Chiefs, power, the table -------------------------------------------------------------

    def _compare_parties(self, kernel: Kernel) -> cython.void:
        """Write the features of Chiefs, power, the order of play, and shares of all material."""
        parties: cython.int = kernel.parties
        party: cython.int
        row: cython.Py_ssize_t
        cell: cython.Py_ssize_t
        players: cython.int = 0
        walls: cython.double
        part: cython.double
        total: cython.double = 0.001
        for party in range(parties):
            if kernel.header[STATUS + party] == ACTIVE:
                players += 1
                total += self.material[party]
        for party in range(parties):
            if kernel.header[STATUS + party] != ACTIVE:
                continue
            row = party * FEATURES
            cell = kernel.cell_of[party * SLOTS + CHIEF]
            walls = self._walls(kernel, self.tables, cell)
            if cell == kernel.maze:
                self.feature[row + THRONE] = 1.0
                self.feature[row + THRONE_WALLS] = walls
                self.feature[row + THRONE_CROWD] = players - 2.0
            else:
                self.feature[row + WALLS] = walls
                self.feature[row + SHUT_IN] = walls * walls * walls
                if kernel.board[kernel.maze] == EMPTY and self._lane_to_maze(
                    kernel, self.tables, cell
                ):
                    self.feature[row + (LANE_NEXT if self.turn_order[party] == 0 else LANE)] = 1.0
                else:
                    self.feature[row + FAR] = (1.0 * self.tables.maze_steps[cell]) / self.most_steps
            if self.turn_order[party] == 0:
                self.feature[row + NEXT] = 1.0
            elif self.turn_order[party] < NEVER_PLAYS:
                self.feature[row + WAITS] = self.turn_order[party] / (players - 0.5)
            part = min(3.0, self.material[party] * players / total)
            if players > 2:
                self.feature[row + PART] = part
                if part > 1.0:
                    self.feature[row + LEAD] = part - 1.0
            else:
                self.feature[row + DUEL_PART] = part

    def _walls(self, kernel: Kernel, tables: Tables, chief: cython.int) -> cython.double:
        """Return the part of corpses among a Chief's neighbours, 0 to 1."""
        i: cython.Py_ssize_t
        walls: cython.int = 0
        for i in range(chief * NEIGHBOURS, chief * NEIGHBOURS + tables.near_count[chief]):
            walls += kernel.board[tables.near[i]] == CORPSE
        return (1.0 * walls) / tables.near_count[chief]

    def _lane_to_maze(self, kernel: Kernel, tables: Tables, cell: cython.int) -> cython.bint:
        """Return whether the way from a cell to the maze, which is empty, is open."""
        i: cython.Py_ssize_t
        pair: cython.Py_ssize_t = cell * PAIRS
        occupied: cython.ulonglong
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell], 2):
            if tables.maze_on[pair]:
                occupied = kernel.line_bits[tables.line_at[i + 1]]
                occupied = occupied << 32 | kernel.line_bits[tables.line_at[i]]
                if (occupied ^ (occupied - tables.step[pair])) & tables.maze_on[pair]:
                    return True
            pair += 1
        return False
