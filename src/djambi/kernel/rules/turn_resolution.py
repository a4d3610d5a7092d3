"""What follows when a turn is complete: deaths, power, encirclement, ends, the next turn.

RULES 4 to 7, in the order of RULES 4, one method to a rule.
"""

from __future__ import annotations

from djambi.kernel.rules.move_counting import Counts
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
        CONTACT,
        CORPSE,
        DIPLOMAT,
        FINISHED,
        FROZEN,
        GONE,
        HELD,
        HOSTAGE,
        INHERITED,
        LORD,
        MILITANT,
        NECROMOBILE,
        NEIGHBOURS,
        NOBODY,
        ORDER,
        PIECE,
        PLY,
        QUIET,
        SEAT,
        SLOTS,
        STATUS,
        VASSAL,
        WINNERS,
    )


class After(Counts):
    """Turns, and what follows them."""

    def __init__(self, tables: Tables, parties: int, options: tuple[int, ...]) -> None:
        if not cython.compiled:
            self.seen = [0] * 176
            self.queue = [0] * 176
        super().__init__(tables, parties, options)
        self.killed = 0
        self.frozen_now = 0
        self.active_before = 0
        self.ruler_before = NOBODY
        self.died = False
        self.stirred = False
        self.stamp = 0

    @cython.final
    def kill(self, code: cython.int) -> cython.void:
        """Note a death; a Chief's has consequences once the turn is complete."""
        self.died = True
        if code >= PIECE and self.kind_of[code] == CHIEF:
            self.killed |= 1 << self.party_of[code]

    @cython.final
    def _settle_status(
        self, party: cython.int, status: cython.int, lord: cython.int
    ) -> cython.void:
        self.write(STATUS + party, status)
        self.write(LORD + party, lord + 1)
        self.stirred = True

    # -- RULES 4 ------------------------------------------------------------------------------

    @cython.final
    def settle_turn(self, mover: cython.int) -> cython.void:
        """Go through RULES 4 after a turn of `mover`."""
        self.frozen_now = 0
        if self.killed:
            self._fall(mover)
        self._take_power()
        self._encircle()
        self._inherit()
        self.write(QUIET, 0 if self.died else self.header[QUIET] + 1)
        self.write(PLY, self.header[PLY] + 1)
        self._leave_power(mover)
        if not self._end():
            self._next_turn(mover)

    @cython.final
    def _fall(self, lord: cython.int) -> cython.void:
        """Killed Chiefs: their parties become vassals of the killer (RULES 4.1)."""
        party: cython.int
        other: cython.int
        status: cython.int
        for party in range(self.parties):
            if not self.killed >> party & 1:
                continue
            status = self.header[STATUS + party]
            self._settle_status(party, VASSAL, lord)
            if status == VASSAL or status == INHERITED:
                continue
            for other in range(self.parties):
                if self.header[LORD + other] == party + 1:
                    if self.header[STATUS + other] != HELD:
                        self._settle_status(other, self.header[STATUS + other], lord)
        self.killed = 0

    @cython.final
    def _take_power(self) -> cython.void:
        """Purge the fortress if somebody has just come to power (RULES 4.2, 4.3)."""
        ruler: cython.int
        if self.fortress_purge and self.fortress:
            ruler = self.ruler()
            if ruler != NOBODY and ruler != self.ruler_before:
                self._purge()

    @cython.final
    def _purge(self) -> cython.void:
        """A new ruler empties the fortress (RULES 4.3)."""
        ruler: cython.int = self.ruler()
        party: cython.int
        cell: cython.int
        code: cython.int
        self.relate()
        for cell in range(self.cells):
            code = self.board[cell]
            if not self.tables.fortress[cell] or code < PIECE:
                continue
            party = self.party_of[code]
            if self.control[party] == ruler:
                continue
            if self.header[STATUS + party] == FROZEN or self.header[STATUS + party] == HELD:
                continue
            self.put(cell, CORPSE)
            self.kill(code)
        if self.killed:
            self._fall(ruler)

    @cython.final
    def _inherit(self) -> cython.void:
        """Frozen parties go to power (RULES 4.5)."""
        ruler: cython.int = self.ruler()
        party: cython.int
        status: cython.int
        for party in range(self.parties):
            status = self.header[STATUS + party]
            if status != FROZEN and status != HELD:
                continue
            if ruler == NOBODY:
                if status == HELD:
                    self._settle_status(party, FROZEN, NOBODY)
            elif not self.held_while_in_power:
                self._settle_status(party, INHERITED, ruler)
            elif self.header[LORD + party] != ruler + 1:
                self._settle_status(party, HELD, ruler)

    # -- RULES 5 ------------------------------------------------------------------------------

    @cython.final
    def _freeze(self, party: cython.int) -> cython.void:
        """A party is out: leaderless, and its vassals with it."""
        other: cython.int
        status: cython.int
        chief: cython.int = self.where[party * SLOTS + CHIEF]
        if not self.chief_sleeps and chief != self.cells:
            self.put(chief, CORPSE)
            self.died = True
        self._settle_status(party, FROZEN, NOBODY)
        self.frozen_now |= 1 << party
        for other in range(self.parties):
            status = self.header[STATUS + other]
            if self.header[LORD + other] == party + 1 and status != HELD:
                self._settle_status(other, FROZEN, NOBODY)
                self.frozen_now |= 1 << other

    @cython.final
    def _encircle(self) -> cython.void:
        """Encirclement and comeback, judged together until nothing changes (RULES 4.4)."""
        party: cython.int
        chief: cython.int
        out: cython.int
        back: cython.int
        while True:
            out = 0
            back = 0
            for party in range(self.parties):
                chief = self.where[party * SLOTS + CHIEF]
                if chief == self.cells:
                    continue
                if self.header[STATUS + party] == ACTIVE:
                    if chief != self.maze and self._encircled(party):
                        out |= 1 << party
                elif self._may_come_back(party) and self._wakes(party):
                    back |= 1 << party
            if not (out | back):
                return
            for party in range(self.parties):
                if out >> party & 1:
                    self._freeze(party)
            for party in range(self.parties):
                if back >> party & 1 and not self.frozen_now >> party & 1:
                    self._settle_status(party, ACTIVE, NOBODY)

    @cython.final
    def _encircled(self, party: cython.int) -> cython.bint:
        """Whether the Chief of an active party, on the field, is encircled."""
        cell: cython.int = self.where[party * SLOTS + CHIEF]
        other: cython.int
        if self.encirclement == 0:
            if not self._walled(cell):
                return False
        elif self.encirclement == 1:
            if self.corpses == 0 or not self._beside_corpse(cell):
                return False
            self.prepare_for(party)
            if self.any_turn(cell):
                return False
        elif self.encirclement == 2:
            self.prepare_for(party)
            if not self._group_stuck(party, cell):
                return False
        elif self.corpses == 0 or self._path_to_maze(cell):
            return False
        if self.necromobile_saves:
            if self.stale:
                self.relate()
            for other in range(self.parties):
                if self.control[other] == party:
                    if self.where[other * SLOTS + NECROMOBILE] != self.cells:
                        return False
        return True

    @cython.final
    def _walled(self, cell: cython.int) -> cython.bint:
        """Whether every neighbour of a cell is a corpse."""
        i: cython.int
        for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + self.tables.near_count[cell]):
            if self.board[self.tables.near[i]] != CORPSE:
                return False
        return True

    @cython.final
    def _beside_corpse(self, cell: cython.int) -> cython.bint:
        """Whether some neighbour of a cell is a corpse."""
        i: cython.int
        for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + self.tables.near_count[cell]):
            if self.board[self.tables.near[i]] == CORPSE:
                return True
        return False

    @cython.final
    def _group_stuck(self, party: cython.int, cell: cython.int) -> cython.bint:
        """Whether no piece of the connected group around the Chief has a turn."""
        head: cython.int = 0
        tail: cython.int = 1
        i: cython.int
        x: cython.int
        code: cython.int
        self.stamp += 1
        self.seen[cell] = self.stamp
        self.queue[0] = cell
        while head < tail:
            cell = self.queue[head]
            head += 1
            if self.any_turn(cell):
                return False
            for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + self.tables.near_count[cell]):
                x = self.tables.near[i]
                code = self.board[x]
                if code < PIECE or self.seen[x] == self.stamp:
                    continue
                if self.control[self.party_of[code]] == party:
                    self.seen[x] = self.stamp
                    self.queue[tail] = x
                    tail += 1
        return True

    @cython.final
    def _path_to_maze(self, cell: cython.int) -> cython.bint:
        """Whether steps over cells without corpses lead to the maze."""
        left: cython.int = 1
        i: cython.int
        x: cython.int
        self.stamp += 1
        self.seen[cell] = self.stamp
        self.queue[0] = cell
        # Depth first, and the neighbours nearest the maze are stacked last: mostly a straight walk.
        while left > 0:
            left -= 1
            cell = self.queue[left]
            i = cell * NEIGHBOURS + self.tables.near_count[cell]
            while i > cell * NEIGHBOURS:
                i -= 1
                x = self.tables.near[i]
                if x == self.maze:
                    return True
                if self.board[x] != CORPSE and self.seen[x] != self.stamp:
                    self.seen[x] = self.stamp
                    self.queue[left] = x
                    left += 1
        return False

    @cython.final
    def _may_come_back(self, party: cython.int) -> cython.bint:
        """Whether the option lets this party's sleeping Chief wake now, if he can."""
        if self.comeback == 0 or self.header[GONE + party] or self.frozen_now >> party & 1:
            return False
        if self.asleep >> party & 1:
            return self.comeback == 2 or self.holder() == NOBODY
        return self.comeback == 2 and self.header[STATUS + party] == INHERITED

    @cython.final
    def _wakes(self, party: cython.int) -> cython.bint:
        """Whether a sleeping Chief is free by the test of encirclement, as if he were active."""
        status: cython.int = self.header[STATUS + party]
        lord: cython.int = self.header[LORD + party]
        free: cython.bint
        if self.where[party * SLOTS + CHIEF] == self.maze:
            return True
        self.header[STATUS + party] = ACTIVE
        self.header[LORD + party] = 0
        self.stale = True
        free = not self._encircled(party)
        self.header[STATUS + party] = status
        self.header[LORD + party] = lord
        self.stale = True
        return free

    # -- RULES 7 ------------------------------------------------------------------------------

    @cython.final
    def _finish_game(self, winners: cython.int) -> cython.void:
        self.write(WINNERS, winners)
        self.write(SEAT, FINISHED)
        self.write(BONUS, 0)

    @cython.final
    def _end(self) -> cython.bint:
        """Whether the game has ended; then its winners are written down."""
        active: cython.int = self.active
        ruler: cython.int
        if active & (active - 1) == 0:
            self._finish_game(active or self.active_before)
            return True
        ruler = self.ruler()
        if self.unreachable_wins and ruler != NOBODY and self._unreachable(ruler):
            self._finish_game(1 << ruler)
            return True
        if self._dead():
            if not self.dead_power_wins:
                self._finish_game(active)
                return True
            if ruler != NOBODY:
                self._finish_game(1 << ruler)
                return True
            if not self._chief_beside_maze():
                self._finish_game(active)
                return True
        if self.quiet_rounds and self.header[QUIET] >= self.quiet_rounds * self.parties:
            self._finish_game(active)
            return True
        return False

    @cython.final
    def _unreachable(self, ruler: cython.int) -> cython.bint:
        """Whether nobody is left who could reach the ruler (RULES 7.2)."""
        party: cython.int
        slot: cython.int
        killers: cython.bint = False
        carriers: cython.bint = False
        if self.stale:
            self.relate()
        for party in range(self.parties):
            if self.control[party] == ruler or self.header[STATUS + party] == HOSTAGE:
                continue
            for slot in range(party * SLOTS, party * SLOTS + SLOTS):
                if self.where[slot] == self.cells or slot % SLOTS == CHIEF:
                    continue
                if slot % SLOTS == NECROMOBILE:
                    carriers = True
                elif slot % SLOTS < MILITANT or self.militant_kills_power:
                    killers = True
        if not killers:
            return True
        return not carriers and self._sealed_in(ruler)

    @cython.final
    def _sealed_in(self, ruler: cython.int) -> cython.bint:
        """Return whether nothing but corpses surrounds the ruler and his group (RULES 7.2)."""
        cell: cython.int
        i: cython.int
        x: cython.int
        code: cython.int
        head: cython.int = 0
        tail: cython.int = 1
        self.stamp += 1
        self.seen[self.maze] = self.stamp
        self.queue[0] = self.maze
        while head < tail:
            cell = self.queue[head]
            head += 1
            for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + self.tables.near_count[cell]):
                x = self.tables.near[i]
                code = self.board[x]
                if code == CORPSE or self.seen[x] == self.stamp:
                    continue
                if code < PIECE or self.control[self.party_of[code]] != ruler:
                    return False
                self.seen[x] = self.stamp
                self.queue[tail] = x
                tail += 1
        return True

    @cython.final
    def _dead(self) -> cython.bint:
        """Dead position: no Necromobile is left and nobody can meet anybody (RULES 7.3)."""
        party: cython.int
        for party in range(self.parties):
            if self.where[party * SLOTS + NECROMOBILE] != self.cells:
                if self.header[STATUS + party] != HOSTAGE:
                    return False
        # Without Necromobiles corpses stay where they are, and a quiet move keeps its piece in
        # its region: contact, once seen, lasts until somebody acts or changes sides.
        if self.stirred:
            self.write(CONTACT, 0)
        if not self.header[CONTACT]:
            self.write(CONTACT, self._contact())
        return not self.header[CONTACT]

    @cython.final
    def _contact(self) -> cython.bint:
        """Whether two living pieces of one region are in contact."""
        cell: cython.int
        i: cython.int
        j: cython.int
        many: cython.int
        first: cython.uint
        if self.stale:
            self.relate()
        # Mostly somebody sees somebody.
        for i in range(self.parties):
            if self.control[i] != NOBODY:
                for j in range(i * SLOTS, i * SLOTS + SLOTS):
                    if self.where[j] != self.cells and self.sees_another(self.where[j]):
                        return True
        self.stamp += 1
        first = self.stamp
        for cell in range(self.cells):
            if self.board[cell] < PIECE or self.seen[cell] == first:
                continue
            many = self._region(cell, True)
            if many == 0:
                return True
            # Nobody is in contact with the piece on `cell`; others may be with each other.
            for i in range(many):
                for j in range(i):
                    if self._in_contact(self.board[self.queue[i]], self.board[self.queue[j]]):
                        return True
        return False

    @cython.final
    def _in_contact(self, code: cython.int, other: cython.int) -> cython.bint:
        """Whether one of two living pieces of a region is in contact with the other."""
        p: cython.int = self.party_of[code]
        q: cython.int = self.party_of[other]
        if self.control[p] != self.control[q]:
            return self.header[STATUS + p] != HOSTAGE or self.header[STATUS + q] != HOSTAGE
        return self._kills_own(code, other) or self._kills_own(other, code)

    @cython.final
    def _kills_own(self, code: cython.int, target: cython.int) -> cython.bint:
        """Whether `own_kills` lets a piece kill another of the same controller."""
        lord: cython.int = self.control[self.party_of[code]]
        party: cython.int = self.party_of[target]
        if lord == NOBODY or self.kind_of[code] == DIPLOMAT:
            return False
        if self.own_kills == 1:
            return party != lord and party != self.party_of[code]
        return self.own_kills == 2 and not (self.kind_of[target] == CHIEF and party == lord)

    @cython.final
    def _region(self, cell: cython.int, looking: cython.bint) -> cython.int:
        """Walk the region of a cell; its living pieces' cells come first in `queue`: how many.

        Marks the region's cells in `seen` with the present stamp. If `looking`, it stops with 0
        at the first piece in contact with the one on `cell`.
        """
        code: cython.int = self.board[cell]
        many: cython.int = 0
        top: cython.int = 176
        i: cython.int
        x: cython.int
        # The walk's stack grows down from the other end of the queue; together they never hold
        # more than every cell once.
        self.seen[cell] = self.stamp
        top -= 1
        self.queue[top] = cell
        while top < 176:
            cell = self.queue[top]
            top += 1
            if self.board[cell] >= PIECE:
                self.queue[many] = cell
                many += 1
            for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + self.tables.near_count[cell]):
                x = self.tables.near[i]
                if self.board[x] != CORPSE and self.seen[x] != self.stamp:
                    self.seen[x] = self.stamp
                    top -= 1
                    self.queue[top] = x
                    if looking and self.board[x] >= PIECE:
                        if self._in_contact(code, self.board[x]):
                            return 0
        return many

    @cython.final
    def _chief_beside_maze(self) -> cython.bint:
        """Whether an active Chief stands in the region of a maze without a corpse."""
        party: cython.int
        chief: cython.int
        if self.board[self.maze] == CORPSE:
            return False
        self.stamp += 1
        self._region(self.maze, False)
        for party in range(self.parties):
            chief = self.where[party * SLOTS + CHIEF]
            if self.header[STATUS + party] == ACTIVE and self.seen[chief] == self.stamp:
                return True
        return False

    # -- RULES 6 ------------------------------------------------------------------------------

    @cython.final
    def _plays(self, seat: cython.int) -> cython.bint:
        """Whether a seat has regular turns (RULES 6, 2)."""
        status: cython.int = self.header[STATUS + seat]
        slot: cython.int
        if status == ACTIVE:
            return True
        if not self.vassals_kept or status == FROZEN or status == HOSTAGE:
            return False
        for slot in range(seat * SLOTS, seat * SLOTS + SLOTS):
            if self.where[slot] != self.cells:
                return True
        return False

    @cython.final
    def _next_seat(self, seat: cython.int, just: cython.int, again: cython.bint) -> cython.int:
        """The first seat that plays after `seat`; `just` is passed over unless `again`.

        With `after_each` the ruler's seat is passed over as well, if another plays (RULES 6.2).
        """
        first: cython.int = 0
        at: cython.int
        other: cython.int
        fallback: cython.int = NOBODY
        over: cython.int = NOBODY if self.power_turns else self.ruler()
        while self.header[ORDER + first] != seat:
            first += 1
        # Two parties are active, or the game would be over: another than `just` plays.
        for at in range(first + 1, first + 1 + self.parties):
            other = self.header[ORDER + at % self.parties]
            if not self._plays(other) or (other == just and not again):
                continue
            if other != over:
                return other
            fallback = other
        return fallback

    @cython.final
    def _move_seat(self, party: cython.int, beside: cython.int, shift: cython.int) -> cython.void:
        """Move a seat in the order to directly before (shift 0) or after (1) another."""
        i: cython.int
        to: cython.int = 0
        other: cython.int
        for i in range(self.parties):
            self.queue[i] = self.header[ORDER + i]
        for i in range(self.parties):
            other = self.queue[i]
            if other == party:
                continue
            if other == beside and shift == 0:
                self.write(ORDER + to, party)
                to += 1
            self.write(ORDER + to, other)
            to += 1
            if other == beside and shift == 1:
                self.write(ORDER + to, party)
                to += 1

    @cython.final
    def _leave_power(self, mover: cython.int) -> cython.void:
        """A ruler who left the maze alive takes his seat along (RULES 6, `power_exit`)."""
        before: cython.int = self.ruler_before
        chief: cython.int
        if self.power_exit == 0 or before == NOBODY:
            return
        chief = self.where[before * SLOTS + CHIEF]
        if chief == self.cells or chief == self.maze:
            return
        if self.header[BONUS]:
            if self.header[SEAT] == before:
                return
            self._move_seat(before, self.header[SEAT], 1)
        elif mover != before:
            self._move_seat(before, self.header[SEAT], 0)

    @cython.final
    def _next_turn(self, mover: cython.int) -> cython.void:
        """Find whose turn is next (RULES 6)."""
        seat: cython.int = self.header[SEAT]
        bonus: cython.bint = self.header[BONUS] != 0
        ruler: cython.int = self.ruler()
        active: cython.int
        again: cython.bint
        if self.stale:
            self.relate()
        if not bonus and ruler != NOBODY and self.control[seat] != ruler:
            self.write(BONUS, ruler + 1)
            return
        again = False
        if bonus and ruler == mover:
            active = self.active
            again = self.power_turns == 1 or (
                self.power_turns == 2 and _two(active) and _two(self.active_before)
            )
        self.write(BONUS, 0)
        self.write(SEAT, self._next_seat(seat, mover if bonus else seat, again))

    @cython.final
    def _resign(self, party: cython.int) -> cython.void:
        """An active party gives up (RULES 5, 6); the turn to be played remains if it can."""
        self._begin_interlude()
        self.active_before &= ~(1 << party)
        self.write(GONE + party, 1)
        self._freeze(party)
        self._end_interlude()

    @cython.final
    def _may_return(self, party: cython.int) -> cython.bint:
        """Return whether a party that resigned may come back; absent ones are not told apart."""
        status: cython.int = self.header[STATUS + party]
        if not self.resigned_return or self.header[WINNERS] or not self.header[GONE + party]:
            return False
        if self.where[party * SLOTS + CHIEF] == self.cells:
            return False
        if status != INHERITED and not self.asleep >> party & 1:
            return False
        return self._wakes(party)

    @cython.final
    def _return(self, party: cython.int) -> cython.void:
        """Make a party active again that had resigned (RULES 5, Return)."""
        self._begin_interlude()
        self.write(GONE + party, 0)
        self._settle_status(party, ACTIVE, NOBODY)
        self._end_interlude()

    @cython.final
    def _begin_interlude(self) -> cython.void:
        """Note how things stand before a resignation or a return, which are no turns."""
        self.active_before = self.active
        self.ruler_before = self.ruler()
        self.frozen_now = 0
        self.killed = 0
        self.stirred = True

    @cython.final
    def _end_interlude(self) -> cython.void:
        """Go through RULES 4 from 2 on; the turn to be played remains if it can (RULES 6)."""
        seat: cython.int = self.header[SEAT]
        bonus: cython.int = self.header[BONUS] - 1
        ruler: cython.int
        again: cython.bint = False
        self._take_power()
        self._encircle()
        self._inherit()
        self.write(QUIET, 0)
        if self._end():
            return
        ruler = self.ruler()
        if self._plays(seat) if bonus == NOBODY else ruler == bonus:
            return
        if ruler != NOBODY:
            again = self.power_turns == 1 or (self.power_turns == 2 and _two(self.active))
        self.write(BONUS, 0)
        self.write(SEAT, self._next_seat(seat, ruler, again))


def _two(bits: cython.int) -> cython.bint:
    """Whether exactly two bits are set."""
    rest: cython.int = bits & (bits - 1)
    return rest != 0 and rest & (rest - 1) == 0
