cimport cython

from djambi.kernel.rules.codes cimport (
    CORPSE, PIECE, SLOTS, CHIEF, DIPLOMAT, NECROMOBILE, MILITANT,
    ACTIVE, VASSAL, INHERITED, FROZEN, HELD, HOSTAGE, NOBODY, NEIGHBOURS,
    STATUS, LORD, GONE, ORDER, SEAT, BONUS, WINNERS, CONTACT, QUIET, PLY, FINISHED,
)
from djambi.kernel.rules.options cimport (
    COMEBACK_ALWAYS, COMEBACK_NEVER, DEAD_POSITION_DRAW, ENCIRCLED_CHIEF_DIES,
    ENCIRCLEMENT_CORPSES, ENCIRCLEMENT_GROUP, ENCIRCLEMENT_IMMOBILE, NECROMOBILE_SAVES_OWN,
    OWN_KILLS_ANY, OWN_KILLS_VASSALS, POWER_EXIT_SEAT, POWER_TURNS_AFTER_EACH,
    POWER_TURNS_DUEL_PLUS_OWN, POWER_TURNS_PLUS_OWN, RESIGNED_RETURN_NEVER, VASSALAGE_PERMANENT,
    VASSAL_TURNS_MERGED,
)
from djambi.kernel.rules.move_counting cimport Counts

cdef bint _two(int bits) noexcept nogil

cdef class TurnResolver(Counts):
    cdef int killed_chiefs, frozen_now, active_before, ruler_before
    cdef bint any_death, contact_lapsed
    cdef unsigned int walk_stamp
    cdef unsigned int walk_seen[176]
    cdef unsigned char walk_queue[176]

    @cython.final
    cdef void note_death(self, int code) noexcept nogil
    @cython.final
    cdef void _set_status(self, int party, int status, int lord) noexcept nogil
    @cython.final
    cdef void _subject_killed(self, int lord) noexcept nogil
    @cython.final
    cdef void _purge_if_new_ruler(self) noexcept nogil
    @cython.final
    cdef void _purge_fortress(self) noexcept nogil
    @cython.final
    cdef void _freeze_party(self, int party) noexcept nogil
    @cython.final
    cdef void _judge_encirclement(self) noexcept nogil
    @cython.final
    cdef bint _is_encircled(self, int party) noexcept nogil
    @cython.final
    cdef bint _is_walled_in(self, int cell) noexcept nogil
    @cython.final
    cdef bint _beside_corpse(self, int cell) noexcept nogil
    @cython.final
    cdef bint _in_contact(self, int code, int other) noexcept nogil
    @cython.final
    cdef bint _group_stuck(self, int party, int cell) noexcept nogil
    @cython.final
    cdef bint _has_path_to_maze(self, int cell) noexcept nogil
    @cython.final
    cdef bint _may_come_back(self, int party) noexcept nogil
    @cython.final
    cdef bint _would_wake(self, int party) noexcept nogil
    @cython.final
    cdef void _inherit_frozen(self) noexcept nogil
    @cython.final
    cdef void _end_game(self, int winners) noexcept nogil
    @cython.final
    cdef bint _end_if_decided(self) noexcept nogil
    @cython.final
    cdef bint _ruler_unreachable(self, int ruler) noexcept nogil
    @cython.final
    cdef bint _sealed_in(self, int ruler) noexcept nogil
    @cython.final
    cdef bint _position_is_dead(self) noexcept nogil
    @cython.final
    cdef bint _may_kill_own(self, int code, int target) noexcept nogil
    @cython.final
    cdef bint _any_contact(self) noexcept nogil
    @cython.final
    cdef bint _chief_may_reach_maze(self) noexcept nogil
    @cython.final
    cdef int _walk_region(self, int cell, bint looking) noexcept nogil
    @cython.final
    cdef bint seat_plays(self, int seat) noexcept nogil
    @cython.final
    cdef int _next_seat(self, int seat, int just, bint again) noexcept nogil
    @cython.final
    cdef bint _ruler_plays_again(self, bint duel) noexcept nogil
    @cython.final
    cdef void _move_seat(self, int party, int beside, int shift) noexcept nogil
    @cython.final
    cdef void _take_seat_along(self, int mover) noexcept nogil
    @cython.final
    cdef void _pass_turn_on(self, int mover) noexcept nogil
    @cython.final
    cdef void resolve_turn(self, int mover) noexcept nogil
    @cython.final
    cdef void _resign(self, int party) noexcept nogil
    @cython.final
    cdef bint _may_return(self, int party) noexcept nogil
    @cython.final
    cdef void _return(self, int party) noexcept nogil
    @cython.final
    cdef void _begin_interlude(self) noexcept nogil
    @cython.final
    cdef void _end_interlude(self) noexcept nogil
