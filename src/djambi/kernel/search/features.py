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

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.tables import Tables

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
        DISPLACE,
        EMPTY,
        EXPOSED,
        KILL,
        LINE,
        LINES,
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
    CHIEF_THROWN = 30
    THROWS = 31
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

ONE = cython.declare(cython.ulonglong, 1)
# The lines themselves, without their mirrors, in the word of two lines.
FORWARD = cython.declare(cython.ulonglong, 0x0000FFFF0000FFFF)

# What a piece is worth when strokes are compared, in Diplomats, by kind. What is attacked but can
# still be saved, or before its owner plays only by others, counts for a part of it.
PIECE_VALUES = (3.0, 1.5, 1.8, 1.0, 1.0, 0.5)
LATE_FACTOR = cython.declare(cython.double, 0.2)
SOON_FACTOR = cython.declare(cython.double, 0.6)
# The place in the order of play of who never plays again.
NEVER_PLAYS = cython.declare(cython.int, 99)

KINDS = ("chief", "assassin", "reporter", "diplomat", "necromobile", "militant")
WHEN = ("late", "soon", "now")

# What each feature is. A party's own Chief is not counted: who lacks him is out.
FEATURE_NAMES = (
    # Pieces under control, by kind; the same times how far the board is full of corpses.
    *KINDS,
    *(f"{kind}_ripe" for kind in KINDS),
    # Cells to go to, in tens, by kind.
    *(f"{kind}_room" for kind in KINDS),
    # Strokes at the Chief, and a player's own at other Chiefs, by what there is to inherit.
    *(f"chased_{when}" for when in WHEN),
    *(f"chases_{when}" for when in WHEN),
    # Strokes at pieces, suffered and made, by what these are worth.
    *(f"loses_{when}" for when in WHEN),
    *(f"takes_{when}" for when in WHEN),
    # Whether a Diplomat can throw the Chief before his party plays; the most a Diplomat can throw.
    "chief_thrown",
    "throws",
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
            self.feature = [0.0] * (8 * FEATURES)
            self.turn_order = [0] * 8
            self.piece_value = [0.0] * 6
            self.material = [0.0] * 8
            self.chief_attack = [0] * 64
            self.prey = [0.0] * 8
            self.prey_owner = [0] * 8
            self.prey_when = [0] * 8
            self.maze_distance = [0.0] * 176
        self.tables = tables
        for kind, value in enumerate(PIECE_VALUES):
            self.piece_value[kind] = value
        self._measure()

    def _measure(self) -> None:
        """Measure how far every cell is from the maze: 0 there, 1 farthest away."""
        maze = self.tables.maze
        steps = {maze: 0}
        queue = [maze]
        for cell in queue:
            for i in range(self.tables.near_count[cell]):
                other = self.tables.near[cell * NEIGHBOURS + i]
                if other not in steps:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        for cell, number in steps.items():
            self.maze_distance[cell] = number / max(steps.values())

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
                self.chief_attack[party * 8 + lord] = 0
        for party in range(parties):
            lord = kernel.controller[party]
            if lord != NOBODY:
                self._add_party(kernel, party, lord)
        self._resolve_strokes(kernel)
        self._compare_parties(kernel)

    def _add_party(self, kernel: Kernel, party: cython.int, lord: cython.int) -> cython.void:
        """Add a colour's material, mobility and attacks to the features of `lord`, who has it."""
        slot: cython.int
        kind: cython.int
        cell: cython.int
        room: cython.int
        row: cython.Py_ssize_t = lord * FEATURES
        left: cython.uint = kernel.alive_slots[party]
        ripe: cython.double = min(1.0, kernel.corpse_count / (4.0 * kernel.parties))
        # Who may slide through what depends on whose piece it is.
        kernel.mover = lord
        kernel.fortress_shut = (
            kernel.options.fortress != 0
            and kernel.power_holder != NOBODY
            and kernel.power_holder != lord
        )
        if party != lord:
            self.feature[row + VASSALS] += 1.0
        while left:
            slot = lowest(left)
            left &= left - 1
            kind = min(slot, MILITANT)
            if kind != CHIEF or party != lord:
                self.feature[row + OWN + kind] += 1.0
                self.feature[row + RIPE + kind] += ripe
                self.material[lord] += self.piece_value[kind]
            if kind == CHIEF and not kernel.moves_itself(PIECE + party * SLOTS):
                continue
            cell = kernel.cell_of[party * SLOTS + slot]
            if kind == REPORTER:
                room = self._report(kernel, self.tables, cell, lord)
            else:
                room = self._slide(kernel, self.tables, cell, lord)
            self.feature[row + ROOM + kind] += 0.1 * room

    def _number_players(self, kernel: Kernel) -> cython.void:
        """Number the players by when they play next, from 0; NEVER_PLAYS for those who never do."""
        party: cython.int
        lord: cython.int
        number: cython.int = 0
        at: cython.int = 0
        left: cython.int
        rest: cython.int = kernel.parties
        for party in range(kernel.parties):
            self.turn_order[party] = NEVER_PLAYS
        if kernel.header[BONUS]:
            # The seat has been played already: it comes last.
            self.turn_order[kernel.header[BONUS] - 1] = 0
            number = 1
            rest += 1
        while kernel.header[ORDER + at] != kernel.header[SEAT]:
            at += 1
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

    def _add_attack(
        self, kernel: Kernel, hunter: cython.int, kind: cython.int, cell: cython.int
    ) -> cython.void:
        """Record that a piece of this kind, moved by `hunter`, attacks what stands on a cell."""
        code: cython.int = kernel.board[cell]
        owner: cython.int = kernel.controller[kernel.party_of[code]]
        when: cython.int = 0
        stake: cython.double = self.piece_value[kernel.kind_of[code]]
        if owner == hunter or (
            kind == MILITANT and cell == kernel.maze and not kernel.options.militant_kills_power
        ):
            return
        if owner != NOBODY and self.turn_order[hunter] < self.turn_order[owner]:
            when = 2 if self.turn_order[hunter] == 0 else 1
        if kind == DIPLOMAT:
            if owner != NOBODY and when > 0:
                if kernel.kind_of[code] == CHIEF and kernel.party_of[code] == owner:
                    self.feature[owner * FEATURES + CHIEF_THROWN] = 1.0
                elif stake > self.feature[hunter * FEATURES + THROWS]:
                    self.feature[hunter * FEATURES + THROWS] = stake
            return
        if kernel.kind_of[code] == CHIEF and kernel.party_of[code] == owner:
            # One more than when, so that 0 is nothing.
            self.chief_attack[hunter * 8 + owner] = when + 1
            return
        # What is lost late may still be saved.
        if when == 0:
            stake *= LATE_FACTOR
        elif when == 1:
            stake *= SOON_FACTOR
        if stake > self.prey[hunter]:
            self.prey[hunter] = stake
            self.prey_owner[hunter] = owner
            self.prey_when[hunter] = when

    def _resolve_strokes(self, kernel: Kernel) -> cython.void:
        """Let every player strike once at what they attack."""
        parties: cython.int = kernel.parties
        hunter: cython.int
        other: cython.int
        victim: cython.int
        when: cython.int
        for hunter in range(parties):
            if self.turn_order[hunter] == NEVER_PLAYS:
                continue
            victim = NOBODY
            when = 0
            for other in range(parties):
                if self.chief_attack[hunter * 8 + other] == 0:
                    continue
                if self.chief_attack[hunter * 8 + other] > when or (
                    self.chief_attack[hunter * 8 + other] == when
                    and self.material[other] > self.material[victim]
                ):
                    when = self.chief_attack[hunter * 8 + other]
                    victim = other
            for other in range(parties):
                if self.chief_attack[hunter * 8 + other] != 0 and other != victim:
                    self.feature[other * FEATURES + CHASED] += 1.0
            if victim != NOBODY:
                self.feature[victim * FEATURES + CHASED + when - 1] += 1.0
                self.feature[hunter * FEATURES + CHASES + when - 1] += (
                    0.1 * self.material[victim] + 0.3
                )
            # He who has a Chief to kill leaves the rest alone.
            if when < 2 and self.prey[hunter] > 0.0:
                when = self.prey_when[hunter]
                victim = self.prey_owner[hunter]
                self.feature[hunter * FEATURES + TAKES + when] += self.prey[hunter]
                if victim != NOBODY:
                    self.feature[victim * FEATURES + LOSES + when] += self.prey[hunter]

    def _slide(
        self, kernel: Kernel, tables: Tables, cell: cython.int, hunter: cython.int
    ) -> cython.int:
        """Return how many cells a piece can go to and record what it attacks. Not for Reporters.

        Two lines at a time, as in `djambi.kernel.rules.move_counting`. Where pieces slide through
        others, these do not stop them, and neither the maze nor a closed fortress is room.
        """
        code: cython.int = kernel.board[cell]
        kind: cython.int = kernel.kind_of[code]
        row: cython.Py_ssize_t = kernel.party_of[code] * CODES
        act: cython.int = DISPLACE if kind == DIPLOMAT else KILL
        bit: cython.int
        i: cython.Py_ssize_t
        x: cython.Py_ssize_t
        at: cython.Py_ssize_t
        beyond: cython.Py_ssize_t
        pair: cython.Py_ssize_t = cell * PAIRS
        side: cython.Py_ssize_t = CONTROLLED + hunter
        passed: cython.Py_ssize_t = CORPSES if kind == NECROMOBILE else side
        through: cython.bint = kernel.through_kinds >> kind & 1 != 0
        turned: cython.int = 16 if through else 0
        own: cython.uint = kernel.own_excluded
        word: cython.ulonglong
        occupied: cython.ulonglong
        reach: cython.ulonglong
        struck: cython.ulonglong
        bits: cython.p_uint = kernel.line_bits
        room: cython.int = 0
        if tables.crossings:
            kernel.find_destinations(cell, 0)
            if kind != NECROMOBILE:
                for i in range(kernel.hit_count[0]):
                    self._add_attack(kernel, hunter, kind, kernel.hits[i])
            return kernel.stop_count[0]
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell], 2):
            at = tables.line_at[i]
            beyond = tables.line_at[i + 1]
            word = bits[beyond]
            occupied = word << 32 | bits[at]
            if through:
                word = bits[beyond + passed]
                word = occupied ^ (word << 32 | bits[at + passed])
                reach = word ^ (word - tables.step[pair])
                word = tables.hard_on[pair] if kernel.fortress_shut else tables.maze_on[pair]
                room += bits_in(reach & ~occupied & ~word)
            else:
                reach = occupied ^ (occupied - tables.step[pair])
                if kind == MILITANT:
                    reach &= tables.two_on[kernel.militant_reach_row + pair]
                room += bits_in(reach & ~occupied)
            if kind != NECROMOBILE:
                word = bits[beyond + EXPOSED] ^ (bits[beyond + side] & own)
                struck = reach & (word << 32 | (bits[at + EXPOSED] ^ (bits[at + side] & own)))
                if through:
                    # Nearer the beginning of a line first, as `find_destinations` has it.
                    struck = struck >> 16 & FORWARD | (struck & FORWARD) << 16
                while struck:
                    bit = lowest(struck) ^ turned
                    x = tables.cell_of_bit[2 * (beyond if bit & 32 else at) + (bit & 31)]
                    struck &= struck - ONE
                    if kernel.permitted_acts[row + kernel.board[x]] & act:
                        self._add_attack(kernel, hunter, kind, x)
            pair += 1
        return room

    def _report(
        self, kernel: Kernel, tables: Tables, cell: cython.int, hunter: cython.int
    ) -> cython.int:
        """Return how many cells a Reporter can go to and record what it can kill from there."""
        row: cython.Py_ssize_t = kernel.party_of[kernel.board[cell]] * CODES
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        x: cython.Py_ssize_t
        at: cython.Py_ssize_t
        place: cython.Py_ssize_t
        below: cython.Py_ssize_t
        above: cython.Py_ssize_t
        room: cython.int = 0
        if tables.crossings:
            kernel.find_destinations(cell, 0)
            for i in range(kernel.stop_count[0]):
                x = kernel.stops[i]
                for k in range(x * SIDES, x * SIDES + tables.side_count[x]):
                    if kernel.permitted_acts[row + kernel.board[tables.side[k]]] & KILL:
                        self._add_attack(kernel, hunter, REPORTER, tables.side[k])
            return kernel.stop_count[0]
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell]):
            at = tables.line_at[i]
            place = tables.place_on[i]
            above = lowest(kernel.line_bits[at] >> (place + 2))
            below = place - highest(kernel.line_bits[at] & ((2 << place) - 1))
            room += above + below
            for j in range(at + place - below, at + place + above + 1):
                x = tables.line_cell[j]
                if x == cell or (x == kernel.maze and not kernel.options.reporter_enters_maze):
                    continue
                for k in range(x * SIDES, x * SIDES + tables.side_count[x]):
                    if kernel.permitted_acts[row + kernel.board[tables.side[k]]] & KILL:
                        self._add_attack(kernel, hunter, REPORTER, tables.side[k])
        return room

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
                    self.feature[row + FAR] = self.maze_distance[cell]
            if self.turn_order[party] == 0:
                self.feature[row + NEXT] = 1.0
            elif self.turn_order[party] < 8:
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
        walls: cython.double = 0.0
        for i in range(chief * NEIGHBOURS, chief * NEIGHBOURS + tables.near_count[chief]):
            if kernel.board[tables.near[i]] == CORPSE:
                walls += 1.0
        return walls / tables.near_count[chief]

    def _lane_to_maze(self, kernel: Kernel, tables: Tables, cell: cython.int) -> cython.bint:
        """Return whether the way from a cell to the maze, which is empty, is open."""
        i: cython.Py_ssize_t
        at: cython.int
        place: cython.int
        goal: cython.int
        for i in range(cell * LINES, cell * LINES + tables.line_count[cell]):
            at = tables.line_at[i]
            if not tables.line_maze[at // LINE]:
                continue
            place = tables.place_on[i]
            # Bits begin one place later, for the second wall below the line.
            goal = lowest(tables.line_maze[at // LINE]) - 1
            if goal > place:
                if goal <= place + lowest(kernel.line_bits[at] >> (place + 2)):
                    return True
            elif goal >= highest(kernel.line_bits[at] & ((2 << place) - 1)):
                return True
        return False
