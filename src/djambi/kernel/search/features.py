"""What there is to weigh in a position: some figures for every party, its *traits*.

Material by kind, fresh and as corpses come to lie; the room that pieces have; what every player
would strike at, and when he plays; how safe Chiefs are; power, the way to it, and the turns to
come. `djambi.kernel.search.evaluation` makes shares of the game from them; its weights are learnt.

A player *strikes* once, in the order in which they play: at a Chief, the nearest in time, then
the one with most to inherit; else at the piece worth most. A stroke is *now* if he plays next,
*soon* if he plays before its owner, *late* if the owner may see to it.
"""

from __future__ import annotations

from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.candidates import Sorts

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
        PIECE,
        REPORTER,
        SEAT,
        SLOTS,
        STATUS,
    )
    from djambi.kernel.rules.tables import bits_in, highest, lowest

    # Where each trait is, in the order of NAMES; `traits.pxd` says the same to C.
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
    TRAITS = 48

ONE = cython.declare(cython.ulonglong, 1)

KINDS = ("chief", "assassin", "reporter", "diplomat", "necromobile", "militant")
WHEN = ("late", "soon", "now")

# What each trait is. A party's own Chief is not counted: who lacks him is out.
NAMES = (
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
    # Whether a Diplomat can throw the Chief before he plays; the most a Diplomat can throw.
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


class Traits(Sorts):
    """A kernel that says what there is to weigh."""

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.trait = [0.0] * (8 * TRAITS)
            self.due = [0] * 8
            self.stake = [0.0] * 6
            self.size = [0.0] * 8
            self.chase = [0] * 64
            self.prey = [0.0] * 8
            self.prey_of = [0] * 8
            self.prey_when = [0] * 8
            self.far_from = [0.0] * 176
        super().__init__(tables, parties, options)
        # What pieces are worth when strokes are compared, in Assassins or so.
        for kind, stake in enumerate((3.0, 1.5, 1.8, 1.0, 1.0, 0.5)):
            self.stake[kind] = stake
        self._measure()

    def _measure(self) -> None:
        """Note how far every cell is from the maze: 0 there, 1 farthest away."""
        steps = {self.maze: 0}
        queue = [self.maze]
        for cell in queue:
            for i in range(self.tables.near_count[cell]):
                other = self.tables.near[cell * NEIGHBOURS + i]
                if other not in steps:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        for cell, number in steps.items():
            self.far_from[cell] = number / max(steps.values())

    def traits(self) -> list[list[float]]:
        """What `survey` finds, by the number of the party, in the order of NAMES."""
        self.survey()
        return [
            [self.trait[party * TRAITS + i] for i in range(len(NAMES))]
            for party in range(self.parties)
        ]

    @cython.final
    def survey(self) -> cython.void:
        """Write the traits of every active party into `trait`, and its material into `size`."""
        party: cython.int
        lord: cython.int
        i: cython.int
        self.prepare()
        self._queue_up()
        for i in range(self.parties * TRAITS):
            self.trait[i] = 0.0
        for party in range(self.parties):
            self.prey[party] = 0.0
            self.prey_of[party] = NOBODY
            self.prey_when[party] = 0
            self.size[party] = 0.0
            for lord in range(self.parties):
                self.chase[party * 8 + lord] = 0
        for party in range(self.parties):
            lord = self.controller[party]
            if lord != NOBODY:
                self._muster(party, lord)
        self._strike()
        self._compare()

    @cython.final
    def _muster(self, party: cython.int, lord: cython.int) -> cython.void:
        """Count the pieces of a party for who controls them, their room, and what they attack."""
        slot: cython.int
        kind: cython.int
        cell: cython.int
        room: cython.int
        row: cython.int = lord * TRAITS
        left: cython.uint = self.alive_slots[party]
        ripe: cython.double = min(1.0, self.corpse_count / (4.0 * self.parties))
        # Who may slide through what depends on whose piece it is.
        self.mover = lord
        self.fortress_shut = (
            self.options.fortress != 0 and self.power_holder != NOBODY and self.power_holder != lord
        )
        if party != lord:
            self.trait[row + VASSALS] += 1.0
        while left:
            slot = lowest(left)
            left &= left - 1
            kind = min(slot, MILITANT)
            if kind != CHIEF or party != lord:
                self.trait[row + OWN + kind] += 1.0
                self.trait[row + RIPE + kind] += ripe
                self.size[lord] += self.stake[kind]
            if kind == CHIEF and not self.moves_itself(PIECE + party * SLOTS):
                continue
            cell = self.cell_of[party * SLOTS + slot]
            if kind == REPORTER:
                room = self._look_around(cell, lord)
            else:
                room = self._look_along(cell, lord)
            self.trait[row + ROOM + kind] += 0.1 * room

    @cython.final
    def _queue_up(self) -> cython.void:
        """Number the players by when they play next, from 0; 99 for those who never do."""
        party: cython.int
        lord: cython.int
        number: cython.int = 0
        at: cython.int = 0
        left: cython.int
        rest: cython.int = self.parties
        for party in range(self.parties):
            self.due[party] = 99
        if self.header[BONUS]:
            # The seat has been played already: it comes last.
            self.due[self.header[BONUS] - 1] = 0
            number = 1
            rest += 1
        while self.header[ORDER + at] != self.header[SEAT]:
            at += 1
        for left in range(rest):
            party = self.header[ORDER + at]
            at += 1
            if at == self.parties:
                at = 0
            if left == 0 and self.header[BONUS]:
                continue
            if not self.seat_plays(party):
                continue
            lord = self.controller[party]
            if self.due[lord] == 99:
                self.due[lord] = number
                number += 1
            # A ruler plays after everybody.
            if self.power_holder != NOBODY and self.due[self.power_holder] == 99:
                self.due[self.power_holder] = number
                number += 1

    # -- strokes ------------------------------------------------------------------------------

    @cython.final
    def _menace(self, hunter: cython.int, kind: cython.int, cell: cython.int) -> cython.void:
        """Note that a piece of this kind, moved by `hunter`, attacks what stands on a cell."""
        code: cython.int = self.board[cell]
        owner: cython.int = self.controller[self.party_of[code]]
        when: cython.int = 0
        stake: cython.double = self.stake[self.kind_of[code]]
        if owner == hunter or (
            kind == MILITANT and cell == self.maze and not self.options.militant_kills_power
        ):
            return
        if owner != NOBODY and self.due[hunter] < self.due[owner]:
            when = 2 if self.due[hunter] == 0 else 1
        if kind == DIPLOMAT:
            if owner != NOBODY and when > 0:
                if self.kind_of[code] == CHIEF and self.party_of[code] == owner:
                    self.trait[owner * TRAITS + CHIEF_THROWN] = 1.0
                elif stake > self.trait[hunter * TRAITS + THROWS]:
                    self.trait[hunter * TRAITS + THROWS] = stake
            return
        if self.kind_of[code] == CHIEF and self.party_of[code] == owner:
            # One more than when, so that 0 is nothing.
            self.chase[hunter * 8 + owner] = when + 1
            return
        # What is lost late may still be saved.
        if when == 0:
            stake *= 0.2
        elif when == 1:
            stake *= 0.6
        if stake > self.prey[hunter]:
            self.prey[hunter] = stake
            self.prey_of[hunter] = owner
            self.prey_when[hunter] = when

    @cython.final
    def _strike(self) -> cython.void:
        """Let every player strike once at what he attacks."""
        hunter: cython.int
        other: cython.int
        victim: cython.int
        when: cython.int
        for hunter in range(self.parties):
            if self.due[hunter] == 99:
                continue
            victim = NOBODY
            when = 0
            for other in range(self.parties):
                if self.chase[hunter * 8 + other] == 0:
                    continue
                if self.chase[hunter * 8 + other] > when or (
                    self.chase[hunter * 8 + other] == when and self.size[other] > self.size[victim]
                ):
                    when = self.chase[hunter * 8 + other]
                    victim = other
            for other in range(self.parties):
                if self.chase[hunter * 8 + other] != 0 and other != victim:
                    self.trait[other * TRAITS + CHASED] += 1.0
            if victim != NOBODY:
                self.trait[victim * TRAITS + CHASED + when - 1] += 1.0
                self.trait[hunter * TRAITS + CHASES + when - 1] += 0.1 * self.size[victim] + 0.3
            # He who has a Chief to kill leaves the rest alone.
            if when < 2 and self.prey[hunter] > 0.0:
                when = self.prey_when[hunter]
                victim = self.prey_of[hunter]
                self.trait[hunter * TRAITS + TAKES + when] += self.prey[hunter]
                if victim != NOBODY:
                    self.trait[victim * TRAITS + LOSES + when] += self.prey[hunter]

    @cython.final
    def _look_along(self, cell: cython.int, hunter: cython.int) -> cython.int:
        """How many cells a piece can go to; notes what it attacks. Not for Reporters.

        Two lines at a time, as `Counts` does.
        """
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        row: cython.int = self.party_of[code] * CODES
        bit: cython.int = DISPLACE if kind == DIPLOMAT else KILL
        i: cython.int
        x: cython.int
        at: cython.Py_ssize_t
        beyond: cython.Py_ssize_t
        pair: cython.Py_ssize_t = cell * 4
        side: cython.Py_ssize_t = CONTROLLED + hunter
        own: cython.uint = self.own_excluded
        word: cython.ulonglong
        occupied: cython.ulonglong
        reach: cython.ulonglong
        struck: cython.ulonglong
        bits: cython.p_uint = self.line_bits
        room: cython.int = 0
        if self.tables.crossings or self.through_kinds >> kind & 1:
            self.find_destinations(cell, 0)
            if kind != NECROMOBILE:
                for i in range(self.hit_count[0]):
                    self._menace(hunter, kind, self.hits[i])
            return self.stop_count[0]
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell], 2):
            at = self.tables.line_at[i]
            beyond = self.tables.line_at[i + 1]
            word = bits[beyond]
            occupied = word << 32 | bits[at]
            reach = occupied ^ (occupied - self.tables.step[pair])
            if kind == MILITANT:
                reach &= self.tables.two_on[self.militant_reach_row + pair]
            room += bits_in(reach & ~occupied)
            if kind != NECROMOBILE:
                word = bits[beyond + EXPOSED] ^ (bits[beyond + side] & own)
                struck = reach & (word << 32 | (bits[at + EXPOSED] ^ (bits[at + side] & own)))
                while struck:
                    x = self.cell_of_lowest(struck, at, beyond)
                    struck &= struck - ONE
                    if self.permitted_acts[row + self.board[x]] & bit:
                        self._menace(hunter, kind, x)
            pair += 1
        return room

    @cython.final
    def _look_around(self, cell: cython.int, hunter: cython.int) -> cython.int:
        """How many cells a Reporter can go to; notes what it can kill from there."""
        row: cython.int = self.party_of[self.board[cell]] * CODES
        i: cython.int
        j: cython.int
        k: cython.int
        x: cython.int
        at: cython.int
        place: cython.int
        below: cython.int
        above: cython.int
        room: cython.int = 0
        if self.tables.crossings:
            self.find_destinations(cell, 0)
            for i in range(self.stop_count[0]):
                x = self.stops[i]
                for k in range(x * 8, x * 8 + self.tables.side_count[x]):
                    if self.permitted_acts[row + self.board[self.tables.side[k]]] & KILL:
                        self._menace(hunter, REPORTER, self.tables.side[k])
            return self.stop_count[0]
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            place = self.tables.place_on[i]
            above = lowest(self.line_bits[at] >> (place + 2))
            below = place - highest(self.line_bits[at] & ((2 << place) - 1))
            room += above + below
            for j in range(at + place - below, at + place + above + 1):
                x = self.tables.line_cell[j]
                if x == cell or (x == self.maze and not self.options.reporter_enters_maze):
                    continue
                for k in range(x * 8, x * 8 + self.tables.side_count[x]):
                    if self.permitted_acts[row + self.board[self.tables.side[k]]] & KILL:
                        self._menace(hunter, REPORTER, self.tables.side[k])
        return room

    # -- Chiefs, power, the table -------------------------------------------------------------

    @cython.final
    def _compare(self) -> cython.void:
        """Note where the Chiefs stand, who plays when, and how large everybody is."""
        party: cython.int
        row: cython.int
        cell: cython.int
        players: cython.int = 0
        walls: cython.double
        part: cython.double
        total: cython.double = 0.001
        for party in range(self.parties):
            if self.header[STATUS + party] == ACTIVE:
                players += 1
                total += self.size[party]
        for party in range(self.parties):
            if self.header[STATUS + party] != ACTIVE:
                continue
            row = party * TRAITS
            cell = self.cell_of[party * SLOTS + CHIEF]
            walls = self._walls(cell)
            if cell == self.maze:
                self.trait[row + THRONE] = 1.0
                self.trait[row + THRONE_WALLS] = walls
                self.trait[row + THRONE_CROWD] = players - 2.0
            else:
                self.trait[row + WALLS] = walls
                self.trait[row + SHUT_IN] = walls * walls * walls
                if self.board[self.maze] == EMPTY and self._lane(cell):
                    self.trait[row + (LANE_NEXT if self.due[party] == 0 else LANE)] = 1.0
                else:
                    self.trait[row + FAR] = self.far_from[cell]
            if self.due[party] == 0:
                self.trait[row + NEXT] = 1.0
            elif self.due[party] < 8:
                self.trait[row + WAITS] = self.due[party] / (players - 0.5)
            part = min(3.0, self.size[party] * players / total)
            if players > 2:
                self.trait[row + PART] = part
                if part > 1.0:
                    self.trait[row + LEAD] = part - 1.0
            else:
                self.trait[row + DUEL_PART] = part

    @cython.final
    def _walls(self, chief: cython.int) -> cython.double:
        """The part of corpses among a Chief's neighbours."""
        i: cython.int
        walls: cython.double = 0.0
        for i in range(chief * NEIGHBOURS, chief * NEIGHBOURS + self.tables.near_count[chief]):
            if self.board[self.tables.near[i]] == CORPSE:
                walls += 1.0
        return walls / self.tables.near_count[chief]

    @cython.final
    def _lane(self, cell: cython.int) -> cython.bint:
        """Whether a way from a cell to the maze, which is empty, is open."""
        i: cython.int
        at: cython.int
        place: cython.int
        goal: cython.int
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            if not self.tables.line_maze[at // LINE]:
                continue
            place = self.tables.place_on[i]
            # Bits begin one place later, for the second wall below the line.
            goal = lowest(self.tables.line_maze[at // LINE]) - 1
            if goal > place:
                if goal <= place + lowest(self.line_bits[at] >> (place + 2)):
                    return True
            elif goal >= highest(self.line_bits[at] & ((2 << place) - 1)):
                return True
        return False
