"""What a position is worth to everybody, at a glance: a share of the game for every party.

A party's *strength* is the worth of what it controls, of its living Chief, of power, and of the
room that its pieces have. Then every player strikes once, in the order in which they play, at
the Chief or the piece whose loss moves most; it counts for more if he plays before its owner. So
what hangs is seen without being played out. Shares are strengths over the sum of all.
"""

from __future__ import annotations

from djambi.kernel.sorts import Sorts
from djambi.kernel.tables import Tables

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.codes import (
        ACTIVE,
        BONUS,
        CHIEF,
        CODES,
        CORPSE,
        DIPLOMAT,
        DISPLACE,
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
        WINNERS,
    )
    from djambi.kernel.tables import lowest

    def topmost(word: int) -> int:
        """The number of the highest bit set in a word that is not zero."""
        return word.bit_length() - 1


# What weights there are, and what they are if nothing else is asked for.
WEIGHTS = {
    # Pieces; the Diplomat's worth falls and the Necromobile's rises as corpses come to lie.
    "chief": 6.0,
    "assassin": 14.0,
    "reporter": 17.0,
    "diplomat": 11.0,
    "necromobile": 9.0,
    "militant": 5.0,
    # To be alive, to be in power, and a cell that a piece can go to.
    "life": 20.0,
    "throne": 25.0,
    "step": 0.08,
    # How much of what a player attacks is as good as lost: if he plays next; if he plays before
    # its owner; if he plays after him.
    "now": 0.8,
    "soon": 0.45,
    "late": 0.08,
    # How much of that if it is only thrown elsewhere.
    "thrown": 0.15,
    # How much of a Chief is lost when all his neighbours but the last are corpses.
    "shut_in": 0.3,
}


class Judge(Sorts):
    """A kernel that judges positions."""

    def __init__(self, tables: Tables, parties: int, options: tuple[int, ...]) -> None:
        if not cython.compiled:
            self.worth = [0.0] * 6
            self.strength = [0.0] * 8
            self.share = [0.0] * 8
            self.due = [0] * 8
            self.prey = [0.0] * 8
            self.prey_of = [0] * 8
            self.chase = [0.0] * 64
        super().__init__(tables, parties, options)
        self.weigh({})

    def weigh(self, changed: dict[str, float]) -> None:
        """Judge by WEIGHTS, but for those that `changed` names."""
        weights = {**WEIGHTS, **changed}
        for i, name in enumerate(WEIGHTS):
            if i < 6:
                self.worth[i] = weights[name]
        self.life = weights["life"]
        self.throne = weights["throne"]
        self.step = weights["step"]
        self.now = weights["now"]
        self.soon = weights["soon"]
        self.late = weights["late"]
        self.thrown = weights["thrown"]
        self.shut_in = weights["shut_in"]

    def shares(self) -> list[float]:
        """The share of the game that every party may expect, by its number."""
        self.judge()
        return [self.share[party] for party in range(self.parties)]

    @cython.final
    def judge(self) -> cython.void:
        """Write everybody's share into `share`."""
        party: cython.int
        lord: cython.int
        slot: cython.int
        kind: cython.int
        cell: cython.int
        room: cython.int
        left: cython.uint
        ripe: cython.double
        total: cython.double = 0.0
        if self.header[WINNERS]:
            for party in range(self.parties):
                self.share[party] = 0.0
                if self.header[WINNERS] >> party & 1:
                    self.share[party] = 1.0
                    total += 1.0
            for party in range(self.parties):
                self.share[party] /= total
            return
        self.prepare()
        self._queue_up()
        ripe = min(1.0, self.corpses / (4.0 * self.parties))
        for party in range(self.parties):
            self.prey[party] = 0.0
            self.prey_of[party] = NOBODY
            self.strength[party] = 0.0
            if self.header[STATUS + party] == ACTIVE:
                self.strength[party] = self.life
            for lord in range(self.parties):
                self.chase[party * 8 + lord] = 0.0
        if self.power != NOBODY:
            self.strength[self.power] += self.throne
        for party in range(self.parties):
            lord = self.control[party]
            if lord == NOBODY:
                continue
            # Who may slide through what depends on whose piece it is.
            self.mover = lord
            self.shut = self.fortress != 0 and self.power != NOBODY and self.power != lord
            left = self.alive[party]
            while left:
                slot = lowest(left)
                left &= left - 1
                kind = min(slot, MILITANT)
                self.strength[lord] += self.worth[kind]
                if kind == DIPLOMAT:
                    self.strength[lord] -= 4.0 * ripe
                elif kind == NECROMOBILE:
                    self.strength[lord] += 4.0 * ripe
                if kind == CHIEF and not self.moves_itself(PIECE + party * SLOTS):
                    continue
                cell = self.where[party * SLOTS + slot]
                if kind == REPORTER:
                    room = self._look_around(cell, lord)
                else:
                    room = self._look_along(cell, lord)
                self.strength[lord] += self.step * room
        self._strike()
        for party in range(self.parties):
            if self.header[STATUS + party] == ACTIVE:
                cell = self.where[party * SLOTS + CHIEF]
                if cell != self.maze:
                    self.strength[party] *= 1.0 - self.shut_in * self._walls(cell)
            total += self.strength[party]
        for party in range(self.parties):
            self.share[party] = self.strength[party] / total

    @cython.final
    def _queue_up(self) -> cython.void:
        """Number the players by when they play next, from 0; 99 for those who never do."""
        party: cython.int
        lord: cython.int
        number: cython.int = 0
        at: cython.int = 0
        left: cython.int
        for party in range(self.parties):
            self.due[party] = 99
        if self.header[BONUS]:
            self.due[self.header[BONUS] - 1] = 0
            number = 1
        while self.header[ORDER + at] != self.header[SEAT]:
            at += 1
        for left in range(self.parties):
            party = self.header[ORDER + at]
            at += 1
            if at == self.parties:
                at = 0
            if left == 0 and self.header[BONUS]:
                continue
            if not self._plays(party):
                continue
            lord = self.control[party]
            if self.due[lord] == 99:
                self.due[lord] = number
                number += 1
            # A ruler plays after everybody.
            if self.power != NOBODY and self.due[self.power] == 99:
                self.due[self.power] = number
                number += 1

    @cython.final
    def _urgency(self, hunter: cython.int, owner: cython.int) -> cython.double:
        """How much of what one player attacks the other is likely to lose."""
        if self.due[hunter] < self.due[owner]:
            return self.now if self.due[hunter] == 0 else self.soon
        return self.late

    @cython.final
    def _menace(self, hunter: cython.int, kind: cython.int, cell: cython.int) -> cython.void:
        """Note that a piece of this kind, moved by `hunter`, attacks what stands on a cell."""
        code: cython.int = self.board[cell]
        owner: cython.int = self.control[self.party_of[code]]
        rate: cython.double
        if owner == hunter or (
            kind == MILITANT and cell == self.maze and not self.militant_kills_power
        ):
            return
        if owner == NOBODY:
            rate = self.late * self.worth[self.kind_of[code]]
            owner = hunter
        else:
            rate = self._urgency(hunter, owner)
            if kind == DIPLOMAT:
                rate *= self.thrown
            if self.kind_of[code] == CHIEF and self.party_of[code] == owner:
                if rate > self.chase[hunter * 8 + owner]:
                    self.chase[hunter * 8 + owner] = rate
                return
            rate *= self.worth[self.kind_of[code]]
        if rate > self.prey[hunter]:
            self.prey[hunter] = rate
            self.prey_of[hunter] = owner

    @cython.final
    def _look_along(self, cell: cython.int, hunter: cython.int) -> cython.int:
        """How many cells a piece can go to; notes what it attacks. Not for Reporters."""
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        row: cython.int = self.party_of[code] * CODES
        bit: cython.int = KILL
        i: cython.int
        at: cython.int
        place: cython.int
        below: cython.int
        above: cython.int
        target: cython.int
        limit: cython.int = LINE
        room: cython.int = 0
        if self.tables.crossings or self.through >> kind & 1:
            self._find(cell, 0)
            if kind != NECROMOBILE:
                for i in range(self.hit_count[0]):
                    self._menace(hunter, kind, self.hits[i])
            return self.stop_count[0]
        if kind == DIPLOMAT:
            bit = DISPLACE
        elif kind == NECROMOBILE:
            bit = 0
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            place = self.tables.place_on[i]
            if kind == MILITANT:
                limit = 2
                if self.short_diagonals and self.tables.line_diagonal[at // LINE]:
                    limit = 1
            # Walls are beyond both ends, so something stands on either side.
            above = lowest(self.bits[at] >> (place + 2))
            below = place - topmost(self.bits[at] & ((2 << place) - 1))
            room += min(above, limit) + min(below, limit)
            target = self.tables.line_cell[at + place + above + 1]
            if above < limit and self.relation[row + self.board[target]] & bit:
                self._menace(hunter, kind, target)
            target = self.tables.line_cell[at + place - below - 1]
            if below < limit and self.relation[row + self.board[target]] & bit:
                self._menace(hunter, kind, target)
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
            self._find(cell, 0)
            for i in range(self.stop_count[0]):
                x = self.stops[i]
                for k in range(x * 8, x * 8 + self.tables.side_count[x]):
                    if self.relation[row + self.board[self.tables.side[k]]] & KILL:
                        self._menace(hunter, REPORTER, self.tables.side[k])
            return self.stop_count[0]
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            at = self.tables.line_at[i]
            place = self.tables.place_on[i]
            above = lowest(self.bits[at] >> (place + 2))
            below = place - topmost(self.bits[at] & ((2 << place) - 1))
            room += above + below
            for j in range(at + place - below, at + place + above + 1):
                x = self.tables.line_cell[j]
                if x == cell or (x == self.maze and not self.reporter_enters):
                    continue
                for k in range(x * 8, x * 8 + self.tables.side_count[x]):
                    if self.relation[row + self.board[self.tables.side[k]]] & KILL:
                        self._menace(hunter, REPORTER, self.tables.side[k])
        return room

    @cython.final
    def _strike(self) -> cython.void:
        """Let every player make his best stroke, in the order in which they play."""
        turn: cython.int
        party: cython.int
        hunter: cython.int
        other: cython.int
        victim: cython.int
        loss: cython.double
        most: cython.double
        for turn in range(self.parties):
            hunter = NOBODY
            for party in range(self.parties):
                if self.due[party] == turn:
                    hunter = party
            if hunter == NOBODY:
                return
            victim = NOBODY
            most = 0.0
            for other in range(self.parties):
                loss = self.chase[hunter * 8 + other] * self.strength[other]
                if loss > most:
                    most = loss
                    victim = other
            if victim != NOBODY and most >= self.prey[hunter]:
                # Who loses his Chief loses all, and the rest of it changes hands.
                self.strength[victim] -= most
                self.strength[hunter] += 0.6 * most
            elif self.prey_of[hunter] == hunter:
                self.strength[hunter] += self.prey[hunter]
            elif self.prey_of[hunter] != NOBODY:
                victim = self.prey_of[hunter]
                self.strength[victim] -= min(self.prey[hunter], 0.9 * self.strength[victim])

    @cython.final
    def _walls(self, chief: cython.int) -> cython.double:
        """How far a Chief is walled in: the cube of the corpses' part in his neighbours."""
        i: cython.int
        walls: cython.double = 0.0
        for i in range(chief * NEIGHBOURS, chief * NEIGHBOURS + self.tables.near_count[chief]):
            if self.board[self.tables.near[i]] == CORPSE:
                walls += 1.0
        walls /= self.tables.near_count[chief]
        return walls * walls * walls
