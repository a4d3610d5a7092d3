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
    from djambi.kernel.rules.options import (
        COMEBACK_ALWAYS,
        COMEBACK_NEVER,
        DEAD_POSITION_DRAW,
        ENCIRCLED_CHIEF_DIES,
        ENCIRCLEMENT_CORPSES,
        ENCIRCLEMENT_GROUP,
        ENCIRCLEMENT_IMMOBILE,
        NECROMOBILE_SAVES_OWN,
        OWN_KILLS_ANY,
        OWN_KILLS_VASSALS,
        POWER_EXIT_SEAT,
        POWER_TURNS_AFTER_EACH,
        POWER_TURNS_DUEL_PLUS_OWN,
        POWER_TURNS_PLUS_OWN,
        RESIGNED_RETURN_NEVER,
        VASSAL_TURNS_MERGED,
        VASSALAGE_PERMANENT,
    )


class TurnResolver(Counts):
    """Turns, and what follows them."""

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.walk_seen = [0] * 176
            self.walk_queue = [0] * 176
        super().__init__(tables, parties, options)
        self.killed_chiefs = 0
        self.frozen_now = 0
        self.active_before = 0
        self.ruler_before = NOBODY
        self.any_death = False
        self.contact_lapsed = False
        self.walk_stamp = 0

    @cython.final
    def note_death(self, code: cython.int) -> cython.void:
        """Note a death; a Chief's has consequences once the turn is complete."""
        self.any_death = True
        if code >= PIECE and self.kind_of[code] == CHIEF:
            self.killed_chiefs |= 1 << self.party_of[code]

    @cython.final
    def _set_status(self, party: cython.int, status: cython.int, lord: cython.int) -> cython.void:
        self.change_header(STATUS + party, status)
        self.change_header(LORD + party, lord + 1)
        self.contact_lapsed = True

    # -- RULES 4 ------------------------------------------------------------------------------

    @cython.final
    def resolve_turn(self, mover: cython.int) -> cython.void:
        """Go through RULES 4 after a turn of `mover`."""
        self.frozen_now = 0
        if self.killed_chiefs:
            self._subject_killed(mover)
        self._purge_if_new_ruler()
        self._judge_encirclement()
        self._inherit_frozen()
        self.change_header(QUIET, 0 if self.any_death else self.header[QUIET] + 1)
        self.change_header(PLY, self.header[PLY] + 1)
        self._take_seat_along(mover)
        if not self._end_if_decided():
            self._pass_turn_on(mover)

    @cython.final
    def _subject_killed(self, lord: cython.int) -> cython.void:
        """Killed Chiefs: their parties become vassals of the killer (RULES 4.1)."""
        party: cython.int
        other: cython.int
        status: cython.int
        for party in range(self.parties):
            if not self.killed_chiefs >> party & 1:
                continue
            status = self.header[STATUS + party]
            self._set_status(party, VASSAL, lord)
            if status == VASSAL or status == INHERITED:
                continue
            for other in range(self.parties):
                if self.header[LORD + other] == party + 1:
                    if self.header[STATUS + other] != HELD:
                        self._set_status(other, self.header[STATUS + other], lord)
        self.killed_chiefs = 0

    @cython.final
    def _purge_if_new_ruler(self) -> cython.void:
        """Purge the fortress if somebody has just come to power (RULES 4.2, 4.3)."""
        ruler: cython.int
        if self.options.fortress_purge and self.options.fortress:
            ruler = self.ruler()
            if ruler != NOBODY and ruler != self.ruler_before:
                self._purge_fortress()

    @cython.final
    def _purge_fortress(self) -> cython.void:
        """A new ruler empties the fortress (RULES 4.3)."""
        ruler: cython.int = self.ruler()
        party: cython.int
        cell: cython.int
        code: cython.int
        self.update_relations()
        for cell in range(self.cells):
            code = self.board[cell]
            if not self.tables.fortress[cell] or code < PIECE:
                continue
            party = self.party_of[code]
            if self.controller[party] == ruler:
                continue
            if self.header[STATUS + party] == FROZEN or self.header[STATUS + party] == HELD:
                continue
            self.change_cell(cell, CORPSE)
            self.note_death(code)
        if self.killed_chiefs:
            self._subject_killed(ruler)

    @cython.final
    def _inherit_frozen(self) -> cython.void:
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
                    self._set_status(party, FROZEN, NOBODY)
            elif self.options.vassalage == VASSALAGE_PERMANENT:
                self._set_status(party, INHERITED, ruler)
            elif self.header[LORD + party] != ruler + 1:
                self._set_status(party, HELD, ruler)

    # -- RULES 5 ------------------------------------------------------------------------------

    @cython.final
    def _freeze_party(self, party: cython.int) -> cython.void:
        """A party is out: leaderless, and its vassals with it."""
        other: cython.int
        status: cython.int
        chief: cython.int = self.cell_of[party * SLOTS + CHIEF]
        if self.options.encircled_chief == ENCIRCLED_CHIEF_DIES and chief != self.cells:
            self.change_cell(chief, CORPSE)
            self.any_death = True
        self._set_status(party, FROZEN, NOBODY)
        self.frozen_now |= 1 << party
        for other in range(self.parties):
            status = self.header[STATUS + other]
            if self.header[LORD + other] == party + 1 and status != HELD:
                self._set_status(other, FROZEN, NOBODY)
                self.frozen_now |= 1 << other

    @cython.final
    def _judge_encirclement(self) -> cython.void:
        """Encirclement and comeback, judged together until nothing changes (RULES 4.4)."""
        party: cython.int
        chief: cython.int
        out: cython.int
        back: cython.int
        while True:
            out = 0
            back = 0
            for party in range(self.parties):
                chief = self.cell_of[party * SLOTS + CHIEF]
                if chief == self.cells:
                    continue
                if self.header[STATUS + party] == ACTIVE:
                    if chief != self.maze and self._is_encircled(party):
                        out |= 1 << party
                elif self._may_come_back(party) and self._would_wake(party):
                    back |= 1 << party
            if not (out | back):
                return
            for party in range(self.parties):
                if out >> party & 1:
                    self._freeze_party(party)
            for party in range(self.parties):
                if back >> party & 1 and not self.frozen_now >> party & 1:
                    self._set_status(party, ACTIVE, NOBODY)

    @cython.final
    def _is_encircled(self, party: cython.int) -> cython.bint:
        """Whether the Chief of an active party, on the field, is encircled."""
        cell: cython.int = self.cell_of[party * SLOTS + CHIEF]
        other: cython.int
        if self.options.encirclement == ENCIRCLEMENT_CORPSES:
            if not self._is_walled_in(cell):
                return False
        elif self.options.encirclement == ENCIRCLEMENT_IMMOBILE:
            if self.corpse_count == 0 or not self._beside_corpse(cell):
                return False
            self.prepare_for(party)
            if self.has_turn(cell):
                return False
        elif self.options.encirclement == ENCIRCLEMENT_GROUP:
            self.prepare_for(party)
            if not self._group_stuck(party, cell):
                return False
        elif self.corpse_count == 0 or self._has_path_to_maze(cell):
            return False
        if self.options.necromobile_saves == NECROMOBILE_SAVES_OWN:
            if self.relations_stale:
                self.update_relations()
            for other in range(self.parties):
                if self.controller[other] == party:
                    if self.cell_of[other * SLOTS + NECROMOBILE] != self.cells:
                        return False
        return True

    @cython.final
    def _is_walled_in(self, cell: cython.int) -> cython.bint:
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
        self.walk_stamp += 1
        self.walk_seen[cell] = self.walk_stamp
        self.walk_queue[0] = cell
        while head < tail:
            cell = self.walk_queue[head]
            head += 1
            if self.has_turn(cell):
                return False
            for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + self.tables.near_count[cell]):
                x = self.tables.near[i]
                code = self.board[x]
                if code < PIECE or self.walk_seen[x] == self.walk_stamp:
                    continue
                if self.controller[self.party_of[code]] == party:
                    self.walk_seen[x] = self.walk_stamp
                    self.walk_queue[tail] = x
                    tail += 1
        return True

    @cython.final
    def _has_path_to_maze(self, cell: cython.int) -> cython.bint:
        """Whether steps over cells without corpses lead to the maze."""
        left: cython.int = 1
        i: cython.int
        x: cython.int
        self.walk_stamp += 1
        self.walk_seen[cell] = self.walk_stamp
        self.walk_queue[0] = cell
        # Depth first, and the neighbours nearest the maze are stacked last: mostly a straight walk.
        while left > 0:
            left -= 1
            cell = self.walk_queue[left]
            i = cell * NEIGHBOURS + self.tables.near_count[cell]
            while i > cell * NEIGHBOURS:
                i -= 1
                x = self.tables.near[i]
                if x == self.maze:
                    return True
                if self.board[x] != CORPSE and self.walk_seen[x] != self.walk_stamp:
                    self.walk_seen[x] = self.walk_stamp
                    self.walk_queue[left] = x
                    left += 1
        return False

    @cython.final
    def _may_come_back(self, party: cython.int) -> cython.bint:
        """Whether the option lets this party's sleeping Chief wake now, if he can."""
        if self.options.comeback == COMEBACK_NEVER:
            return False
        if self.header[GONE + party] or self.frozen_now >> party & 1:
            return False
        if self.asleep_bits >> party & 1:
            return self.options.comeback == COMEBACK_ALWAYS or self.holder() == NOBODY
        return self.options.comeback == COMEBACK_ALWAYS and self.header[STATUS + party] == INHERITED

    @cython.final
    def _would_wake(self, party: cython.int) -> cython.bint:
        """Whether a sleeping Chief is free by the test of encirclement, as if he were active."""
        status: cython.int = self.header[STATUS + party]
        lord: cython.int = self.header[LORD + party]
        free: cython.bint
        if self.cell_of[party * SLOTS + CHIEF] == self.maze:
            return True
        self.header[STATUS + party] = ACTIVE
        self.header[LORD + party] = 0
        self.relations_stale = True
        free = not self._is_encircled(party)
        self.header[STATUS + party] = status
        self.header[LORD + party] = lord
        self.relations_stale = True
        return free

    # -- RULES 7 ------------------------------------------------------------------------------

    @cython.final
    def _end_game(self, winners: cython.int) -> cython.void:
        self.change_header(WINNERS, winners)
        self.change_header(SEAT, FINISHED)
        self.change_header(BONUS, 0)

    @cython.final
    def _end_if_decided(self) -> cython.bint:
        """Whether the game has ended; then its winners are written down."""
        active: cython.int = self.active_bits
        ruler: cython.int
        quiet_turns: cython.int
        if active & (active - 1) == 0:
            self._end_game(active or self.active_before)
            return True
        ruler = self.ruler()
        if (
            self.options.unreachable_power_wins
            and ruler != NOBODY
            and self._ruler_unreachable(ruler)
        ):
            self._end_game(1 << ruler)
            return True
        if self._position_is_dead():
            if self.options.dead_position == DEAD_POSITION_DRAW:
                self._end_game(active)
                return True
            if ruler != NOBODY:
                self._end_game(1 << ruler)
                return True
            if not self._chief_may_reach_maze():
                self._end_game(active)
                return True
        quiet_turns = self.options.quiet_rounds * self.parties
        if quiet_turns and self.header[QUIET] >= quiet_turns:
            self._end_game(active)
            return True
        return False

    @cython.final
    def _ruler_unreachable(self, ruler: cython.int) -> cython.bint:
        """Whether nobody is left who could reach the ruler (RULES 7.2)."""
        party: cython.int
        slot: cython.int
        killers: cython.bint = False
        carriers: cython.bint = False
        if self.relations_stale:
            self.update_relations()
        for party in range(self.parties):
            if self.controller[party] == ruler or self.header[STATUS + party] == HOSTAGE:
                continue
            for slot in range(party * SLOTS, party * SLOTS + SLOTS):
                if self.cell_of[slot] == self.cells or slot % SLOTS == CHIEF:
                    continue
                if slot % SLOTS == NECROMOBILE:
                    carriers = True
                elif slot % SLOTS < MILITANT or self.options.militant_kills_power:
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
        self.walk_stamp += 1
        self.walk_seen[self.maze] = self.walk_stamp
        self.walk_queue[0] = self.maze
        while head < tail:
            cell = self.walk_queue[head]
            head += 1
            for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + self.tables.near_count[cell]):
                x = self.tables.near[i]
                code = self.board[x]
                if code == CORPSE or self.walk_seen[x] == self.walk_stamp:
                    continue
                if code < PIECE or self.controller[self.party_of[code]] != ruler:
                    return False
                self.walk_seen[x] = self.walk_stamp
                self.walk_queue[tail] = x
                tail += 1
        return True

    @cython.final
    def _position_is_dead(self) -> cython.bint:
        """Dead position: no Necromobile is left and nobody can meet anybody (RULES 7.3)."""
        party: cython.int
        for party in range(self.parties):
            if self.cell_of[party * SLOTS + NECROMOBILE] != self.cells:
                if self.header[STATUS + party] != HOSTAGE:
                    return False
        # Without Necromobiles corpses stay where they are, and a quiet move keeps its piece in
        # its region: contact, once seen, lasts until somebody acts or changes sides.
        if self.contact_lapsed:
            self.change_header(CONTACT, 0)
        if not self.header[CONTACT]:
            self.change_header(CONTACT, self._any_contact())
        return not self.header[CONTACT]

    @cython.final
    def _any_contact(self) -> cython.bint:
        """Whether two living pieces of one region are in contact."""
        cell: cython.int
        i: cython.int
        j: cython.int
        many: cython.int
        code: cython.int
        first: cython.uint
        if self.relations_stale:
            self.update_relations()
        # Mostly somebody sees somebody.
        for i in range(self.parties):
            if self.controller[i] != NOBODY:
                for j in range(i * SLOTS, i * SLOTS + SLOTS):
                    if self.cell_of[j] != self.cells and self.sees_another(self.cell_of[j]):
                        return True
        self.walk_stamp += 1
        first = self.walk_stamp
        for cell in range(self.cells):
            if self.board[cell] < PIECE or self.walk_seen[cell] == first:
                continue
            many = self._walk_region(cell, True)
            if many == 0:
                return True
            # Nobody is in contact with the piece on `cell`; others may be with each other.
            for i in range(many):
                for j in range(i):
                    code = self.board[self.walk_queue[i]]
                    if self._in_contact(code, self.board[self.walk_queue[j]]):
                        return True
        return False

    @cython.final
    def _in_contact(self, code: cython.int, other: cython.int) -> cython.bint:
        """Whether one of two living pieces of a region is in contact with the other."""
        p: cython.int = self.party_of[code]
        q: cython.int = self.party_of[other]
        if self.controller[p] != self.controller[q]:
            return self.header[STATUS + p] != HOSTAGE or self.header[STATUS + q] != HOSTAGE
        return self._may_kill_own(code, other) or self._may_kill_own(other, code)

    @cython.final
    def _may_kill_own(self, code: cython.int, target: cython.int) -> cython.bint:
        """Whether `own_kills` lets a piece kill another of the same controller."""
        lord: cython.int = self.controller[self.party_of[code]]
        party: cython.int = self.party_of[target]
        if lord == NOBODY or self.kind_of[code] == DIPLOMAT:
            return False
        if self.options.own_kills == OWN_KILLS_VASSALS:
            return party != lord and party != self.party_of[code]
        return self.options.own_kills == OWN_KILLS_ANY and not (
            self.kind_of[target] == CHIEF and party == lord
        )

    @cython.final
    def _walk_region(self, cell: cython.int, looking: cython.bint) -> cython.int:
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
        self.walk_seen[cell] = self.walk_stamp
        top -= 1
        self.walk_queue[top] = cell
        while top < 176:
            cell = self.walk_queue[top]
            top += 1
            if self.board[cell] >= PIECE:
                self.walk_queue[many] = cell
                many += 1
            for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + self.tables.near_count[cell]):
                x = self.tables.near[i]
                if self.board[x] != CORPSE and self.walk_seen[x] != self.walk_stamp:
                    self.walk_seen[x] = self.walk_stamp
                    top -= 1
                    self.walk_queue[top] = x
                    if looking and self.board[x] >= PIECE:
                        if self._in_contact(code, self.board[x]):
                            return 0
        return many

    @cython.final
    def _chief_may_reach_maze(self) -> cython.bint:
        """Whether an active Chief stands in the region of a maze without a corpse."""
        party: cython.int
        chief: cython.int
        if self.board[self.maze] == CORPSE:
            return False
        self.walk_stamp += 1
        self._walk_region(self.maze, False)
        for party in range(self.parties):
            chief = self.cell_of[party * SLOTS + CHIEF]
            if self.header[STATUS + party] == ACTIVE and self.walk_seen[chief] == self.walk_stamp:
                return True
        return False

    # -- RULES 6 ------------------------------------------------------------------------------

    @cython.final
    def seat_plays(self, seat: cython.int) -> cython.bint:
        """Whether a seat has regular turns (RULES 6, 2)."""
        status: cython.int = self.header[STATUS + seat]
        slot: cython.int
        if status == ACTIVE:
            return True
        if self.options.vassal_turns == VASSAL_TURNS_MERGED:
            return False
        if status == FROZEN or status == HOSTAGE:
            return False
        for slot in range(seat * SLOTS, seat * SLOTS + SLOTS):
            if self.cell_of[slot] != self.cells:
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
        over: cython.int = NOBODY
        if self.options.power_turns == POWER_TURNS_AFTER_EACH:
            over = self.ruler()
        while self.header[ORDER + first] != seat:
            first += 1
        # Two parties are active, or the game would be over: another than `just` plays.
        for at in range(first + 1, first + 1 + self.parties):
            other = self.header[ORDER + at % self.parties]
            if not self.seat_plays(other) or (other == just and not again):
                continue
            if other != over:
                return other
            fallback = other
        return fallback

    @cython.final
    def _ruler_plays_again(self, duel: cython.bint) -> cython.bint:
        """Return whether a ruler also has the regular turn after a bonus turn (RULES 6).

        `duel`: only two parties are active.
        """
        if self.options.power_turns == POWER_TURNS_DUEL_PLUS_OWN:
            return duel
        return self.options.power_turns == POWER_TURNS_PLUS_OWN

    @cython.final
    def _move_seat(self, party: cython.int, beside: cython.int, shift: cython.int) -> cython.void:
        """Move a seat in the order to directly before (shift 0) or after (1) another."""
        i: cython.int
        to: cython.int = 0
        other: cython.int
        for i in range(self.parties):
            self.walk_queue[i] = self.header[ORDER + i]
        for i in range(self.parties):
            other = self.walk_queue[i]
            if other == party:
                continue
            if other == beside and shift == 0:
                self.change_header(ORDER + to, party)
                to += 1
            self.change_header(ORDER + to, other)
            to += 1
            if other == beside and shift == 1:
                self.change_header(ORDER + to, party)
                to += 1

    @cython.final
    def _take_seat_along(self, mover: cython.int) -> cython.void:
        """A ruler who left the maze alive takes his seat along (RULES 6, `power_exit`)."""
        before: cython.int = self.ruler_before
        chief: cython.int
        if self.options.power_exit == POWER_EXIT_SEAT or before == NOBODY:
            return
        chief = self.cell_of[before * SLOTS + CHIEF]
        if chief == self.cells or chief == self.maze:
            return
        if self.header[BONUS]:
            if self.header[SEAT] == before:
                return
            self._move_seat(before, self.header[SEAT], 1)
        elif mover != before:
            self._move_seat(before, self.header[SEAT], 0)

    @cython.final
    def _pass_turn_on(self, mover: cython.int) -> cython.void:
        """Find whose turn is next (RULES 6)."""
        seat: cython.int = self.header[SEAT]
        bonus: cython.bint = self.header[BONUS] != 0
        ruler: cython.int = self.ruler()
        again: cython.bint
        if self.relations_stale:
            self.update_relations()
        if not bonus and ruler != NOBODY and self.controller[seat] != ruler:
            self.change_header(BONUS, ruler + 1)
            return
        again = False
        if bonus and ruler == mover:
            again = self._ruler_plays_again(_two(self.active_bits) and _two(self.active_before))
        self.change_header(BONUS, 0)
        self.change_header(SEAT, self._next_seat(seat, mover if bonus else seat, again))

    @cython.final
    def _resign(self, party: cython.int) -> cython.void:
        """An active party gives up (RULES 5, 6); the turn to be played remains if it can."""
        self._begin_interlude()
        self.active_before &= ~(1 << party)
        self.change_header(GONE + party, 1)
        self._freeze_party(party)
        self._end_interlude()

    @cython.final
    def _may_return(self, party: cython.int) -> cython.bint:
        """Return whether a party that resigned may come back; absent ones are not told apart."""
        status: cython.int = self.header[STATUS + party]
        if self.options.resigned_return == RESIGNED_RETURN_NEVER:
            return False
        if self.header[WINNERS] or not self.header[GONE + party]:
            return False
        if self.cell_of[party * SLOTS + CHIEF] == self.cells:
            return False
        if status != INHERITED and not self.asleep_bits >> party & 1:
            return False
        return self._would_wake(party)

    @cython.final
    def _return(self, party: cython.int) -> cython.void:
        """Make a party active again that had resigned (RULES 5, Return)."""
        self._begin_interlude()
        self.change_header(GONE + party, 0)
        self._set_status(party, ACTIVE, NOBODY)
        self._end_interlude()

    @cython.final
    def _begin_interlude(self) -> cython.void:
        """Note how things stand before a resignation or a return, which are no turns."""
        self.active_before = self.active_bits
        self.ruler_before = self.ruler()
        self.frozen_now = 0
        self.killed_chiefs = 0
        self.contact_lapsed = True

    @cython.final
    def _end_interlude(self) -> cython.void:
        """Go through RULES 4 from 2 on; the turn to be played remains if it can (RULES 6)."""
        seat: cython.int = self.header[SEAT]
        bonus: cython.int = self.header[BONUS] - 1
        ruler: cython.int
        again: cython.bint = False
        self._purge_if_new_ruler()
        self._judge_encirclement()
        self._inherit_frozen()
        self.change_header(QUIET, 0)
        if self._end_if_decided():
            return
        ruler = self.ruler()
        if self.seat_plays(seat) if bonus == NOBODY else ruler == bonus:
            return
        if ruler != NOBODY:
            again = self._ruler_plays_again(_two(self.active_bits))
        self.change_header(BONUS, 0)
        self.change_header(SEAT, self._next_seat(seat, ruler, again))


def _two(bits: cython.int) -> cython.bint:
    """Whether exactly two bits are set."""
    rest: cython.int = bits & (bits - 1)
    return rest != 0 and rest & (rest - 1) == 0
