"""What follows when a turn is complete: deaths, power, encirclement, ends, the next turn.

RULES 4 to 7, in the order of RULES 4, one method to a rule.
"""

from __future__ import annotations

from djambi.kernel.rules.move_counting import TurnCounter
from djambi.kernel.rules.tables import Tables
from djambi.kernel.rules.walk import Walk

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
        FINISHED,
        FROZEN,
        GONE,
        HELD,
        HOSTAGE,
        INHERITED,
        LORD,
        MAX_PARTIES,
        NECROMOBILE,
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
    from djambi.kernel.rules.encirclement import encircled_parties, is_encircled
    from djambi.kernel.rules.game_end import any_contact, chief_may_reach_maze, ruler_is_unreachable
    from djambi.kernel.rules.options import (
        COMEBACK_ALWAYS,
        COMEBACK_NEVER,
        DEAD_POSITION_DRAW,
        ENCIRCLED_CHIEF_DIES,
        POWER_EXIT_SEAT,
        POWER_TURNS_AFTER_EACH,
        POWER_TURNS_DUEL_PLUS_OWN,
        POWER_TURNS_PLUS_OWN,
        RESIGNED_RETURN_NEVER,
        VASSAL_TURNS_MERGED,
        VASSALAGE_PERMANENT,
    )
    from djambi.kernel.rules.tables import bits_in


class TurnResolver(TurnCounter):
    """Turns that are counted, and what follows when one was made."""

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.seat_order = [0] * MAX_PARTIES
        super().__init__(tables, parties, options)
        self.killed_chiefs = 0
        self.frozen_now = 0
        self.active_before = 0
        self.ruler_before = NOBODY
        self.any_death = False
        self.contact_lapsed = False
        self.walk = Walk()

    @cython.final
    def note_death(self, code: cython.int) -> cython.void:
        """Record a death; a Chief's counts when the turn is complete (RULES 4.1)."""
        self.any_death = True
        # The corpse is a wall.
        self.contact_lapsed = True
        if code >= PIECE and self.kind_of[code] == CHIEF:
            self.killed_chiefs |= 1 << self.party_of[code]

    @cython.final
    def _set_status(self, party: cython.int, status: cython.int, lord: cython.int) -> cython.void:
        """Set a party's status and whom it serves (RULES 1); contact is judged anew."""
        self.change_header(STATUS + party, status)
        self.change_header(LORD + party, lord + 1)
        self.contact_lapsed = True

    # -- RULES 4 ------------------------------------------------------------------------------

    @cython.final
    def resolve_turn(self, mover: cython.int) -> cython.void:
        """Resolve all that follows a turn of `mover`, in the order of RULES 4."""
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
        """Make the parties of killed Chiefs vassals of the killer, `lord` (RULES 4.1)."""
        party: cython.int
        other: cython.int
        for party in range(self.parties):
            if not self.killed_chiefs >> party & 1:
                continue
            self._set_status(party, VASSAL, lord)
            # Vassals have none themselves.
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
        """Kill what stands in the fortress and is not the new ruler's (RULES 4.3)."""
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
            # Held parties are the ruler's already; other frozen ones are given to him (4.5).
            if self.controller[party] == ruler or self.header[STATUS + party] == FROZEN:
                continue
            self.change_cell(cell, CORPSE)
            self.note_death(code)
        if self.killed_chiefs:
            self._subject_killed(ruler)

    @cython.final
    def _inherit_frozen(self) -> cython.void:
        """Give frozen parties to whoever is in power, or release held ones (RULES 4.5)."""
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
        """Put a party out of the game: leaderless, and its vassals with it (RULES 5)."""
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
        """Judge encirclement and comeback together until nothing changes (RULES 4.4)."""
        party: cython.int
        out: cython.int
        back: cython.int
        while True:
            out = encircled_parties(self, self.walk)
            back = self._waking_parties()
            if not (out | back):
                return
            for party in range(self.parties):
                if out >> party & 1:
                    self._freeze_party(party)
            for party in range(self.parties):
                if back >> party & 1 and not self.frozen_now >> party & 1:
                    self._set_status(party, ACTIVE, NOBODY)

    @cython.final
    def _waking_parties(self) -> cython.int:
        """Return the parties whose sleeping Chiefs wake now, as bits (RULES 5, Comeback)."""
        party: cython.int
        parties: cython.int = 0
        if self.options.comeback == COMEBACK_NEVER:
            return 0
        for party in range(self.parties):
            if self.cell_of[party * SLOTS + CHIEF] == self.cells:
                continue
            if self.header[STATUS + party] != ACTIVE and self._comeback_allowed(party):
                if self._would_wake(party):
                    parties |= 1 << party
        return parties

    @cython.final
    def _comeback_allowed(self, party: cython.int) -> cython.bint:
        """Return whether `comeback` lets this party's sleeping Chief wake now, if he is free."""
        if self.header[GONE + party] or self.frozen_now >> party & 1:
            return False
        if self.asleep_bits >> party & 1:
            return self.options.comeback == COMEBACK_ALWAYS or self.holder() == NOBODY
        return self.options.comeback == COMEBACK_ALWAYS and self.header[STATUS + party] == INHERITED

    @cython.final
    def _would_wake(self, party: cython.int) -> cython.bint:
        """Return whether a sleeping Chief is free by the test of encirclement, as if active."""
        status: cython.int = self.header[STATUS + party]
        lord: cython.int = self.header[LORD + party]
        free: cython.bint
        if self.cell_of[party * SLOTS + CHIEF] == self.maze:
            return True
        self.header[STATUS + party] = ACTIVE
        self.header[LORD + party] = 0
        self.relations_stale = True
        free = not is_encircled(self, self.walk, party)
        self.header[STATUS + party] = status
        self.header[LORD + party] = lord
        self.relations_stale = True
        return free

    # -- RULES 7 ------------------------------------------------------------------------------

    @cython.final
    def _end_game(self, winners: cython.int) -> cython.void:
        """End the game with these winners: parties as bits (RULES 7)."""
        self.change_header(WINNERS, winners)
        self.change_header(SEAT, FINISHED)
        self.change_header(BONUS, 0)

    @cython.final
    def _end_if_decided(self) -> cython.bint:
        """End the game if one of the tests of RULES 7 says so; return whether it has ended."""
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
            and ruler_is_unreachable(self, self.walk, ruler)
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
            if not chief_may_reach_maze(self, self.walk):
                self._end_game(active)
                return True
        quiet_turns = self.options.quiet_rounds * self.parties
        if quiet_turns and self.header[QUIET] >= quiet_turns:
            self._end_game(active)
            return True
        return False

    @cython.final
    def _position_is_dead(self) -> cython.bint:
        """Return whether no Necromobile is left and nobody can meet anybody (RULES 7.3)."""
        party: cython.int
        for party in range(self.parties):
            if self.cell_of[party * SLOTS + NECROMOBILE] != self.cells:
                if self.header[STATUS + party] != HOSTAGE:
                    return False
        # Without Necromobiles corpses stay where they are, and a quiet move keeps its piece in
        # its region: contact, once seen, lasts until somebody acts, dies or changes sides.
        if self.contact_lapsed:
            self.change_header(CONTACT, 0)
        if not self.header[CONTACT]:
            self.change_header(CONTACT, any_contact(self, self.walk))
        return not self.header[CONTACT]

    # -- RULES 6 ------------------------------------------------------------------------------

    @cython.final
    def seat_plays(self, seat: cython.int) -> cython.bint:
        """Return whether a seat has regular turns (RULES 6)."""
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
    def order_index(self, seat: cython.int) -> cython.int:
        """Return where a seat stands in the order of play, from 0 (RULES 6)."""
        at: cython.int = 0
        while self.header[ORDER + at] != seat:
            at += 1
        return at

    @cython.final
    def _next_seat(self, seat: cython.int, just: cython.int, again: cython.bint) -> cython.int:
        """Return the next seat to play after `seat`, passing over `just` unless `again`.

        With `after_each` the ruler's seat is passed over as well, if another plays (RULES 6).
        """
        first: cython.int = self.order_index(seat)
        at: cython.int
        other: cython.int
        fallback: cython.int = NOBODY
        over: cython.int = NOBODY
        if self.options.power_turns == POWER_TURNS_AFTER_EACH:
            over = self.ruler()
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
            self.seat_order[i] = self.header[ORDER + i]
        for i in range(self.parties):
            other = self.seat_order[i]
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
        """Move the seat of a ruler who left the maze alive (RULES 6, option `power_exit`)."""
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
        """Determine whose turn is next, and whether it is a bonus turn (RULES 6)."""
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
            again = self._ruler_plays_again(
                bits_in(self.active_bits) == 2 and bits_in(self.active_before) == 2
            )
        self.change_header(BONUS, 0)
        self.change_header(SEAT, self._next_seat(seat, mover if bonus else seat, again))

    @cython.final
    def resign_party(self, party: cython.int) -> cython.void:
        """Resign an active party (RULES 5, 6); the turn to be played remains if it can."""
        self._begin_interlude()
        self.active_before &= ~(1 << party)
        self.change_header(GONE + party, 1)
        self._freeze_party(party)
        self._end_interlude()

    @cython.final
    def party_may_rejoin(self, party: cython.int) -> cython.bint:
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
    def rejoin_party(self, party: cython.int) -> cython.void:
        """Reinstate a party that had resigned (RULES 5, Return)."""
        self._begin_interlude()
        self.change_header(GONE + party, 0)
        self._set_status(party, ACTIVE, NOBODY)
        self._end_interlude()

    @cython.final
    def _begin_interlude(self) -> cython.void:
        """Note who is active and in power before a resignation or a return, which are no turns."""
        self.active_before = self.active_bits
        self.ruler_before = self.ruler()
        self.frozen_now = 0
        self.killed_chiefs = 0
        self.contact_lapsed = True

    @cython.final
    def _end_interlude(self) -> cython.void:
        """Work out what follows, from RULES 4.2 on; the turn to be played remains if it can."""
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
            again = self._ruler_plays_again(bits_in(self.active_bits) == 2)
        self.change_header(BONUS, 0)
        self.change_header(SEAT, self._next_seat(seat, ruler, again))
