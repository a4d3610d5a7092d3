cimport cython

from djambi.kernel.rules.codes cimport (
    CORPSE, PIECE, SLOTS, CHIEF, DIPLOMAT, NECROMOBILE, MILITANT,
    ACTIVE, VASSAL, INHERITED, FROZEN, HELD, HOSTAGE, NOBODY, NEIGHBOURS,
    STATUS, LORD, GONE, ORDER, SEAT, BONUS, WINNERS, CONTACT, QUIET, PLY, FINISHED,
)
from djambi.kernel.rules.move_counting cimport Counts

cdef bint _two(int bits) noexcept nogil

cdef class After(Counts):
    cdef int killed, frozen_now, active_before, ruler_before
    cdef bint died, stirred
    cdef unsigned int stamp
    cdef unsigned int seen[176]
    cdef unsigned char queue[176]

    @cython.final
    cdef void kill(self, int code) noexcept nogil
    @cython.final
    cdef void _settle_status(self, int party, int status, int lord) noexcept nogil
    @cython.final
    cdef void _fall(self, int lord) noexcept nogil
    @cython.final
    cdef void _take_power(self) noexcept nogil
    @cython.final
    cdef void _purge(self) noexcept nogil
    @cython.final
    cdef void _freeze(self, int party) noexcept nogil
    @cython.final
    cdef void _encircle(self) noexcept nogil
    @cython.final
    cdef bint _encircled(self, int party) noexcept nogil
    @cython.final
    cdef bint _walled(self, int cell) noexcept nogil
    @cython.final
    cdef bint _beside_corpse(self, int cell) noexcept nogil
    @cython.final
    cdef bint _in_contact(self, int code, int other) noexcept nogil
    @cython.final
    cdef bint _group_stuck(self, int party, int cell) noexcept nogil
    @cython.final
    cdef bint _path_to_maze(self, int cell) noexcept nogil
    @cython.final
    cdef bint _may_come_back(self, int party) noexcept nogil
    @cython.final
    cdef bint _wakes(self, int party) noexcept nogil
    @cython.final
    cdef void _inherit(self) noexcept nogil
    @cython.final
    cdef void _finish_game(self, int winners) noexcept nogil
    @cython.final
    cdef bint _end(self) noexcept nogil
    @cython.final
    cdef bint _unreachable(self, int ruler) noexcept nogil
    @cython.final
    cdef bint _sealed_in(self, int ruler) noexcept nogil
    @cython.final
    cdef bint _dead(self) noexcept nogil
    @cython.final
    cdef bint _kills_own(self, int code, int target) noexcept nogil
    @cython.final
    cdef bint _contact(self) noexcept nogil
    @cython.final
    cdef bint _chief_beside_maze(self) noexcept nogil
    @cython.final
    cdef int _region(self, int cell, bint looking) noexcept nogil
    @cython.final
    cdef bint _plays(self, int seat) noexcept nogil
    @cython.final
    cdef int _next_seat(self, int seat, int just, bint again) noexcept nogil
    @cython.final
    cdef void _move_seat(self, int party, int beside, int shift) noexcept nogil
    @cython.final
    cdef void _leave_power(self, int mover) noexcept nogil
    @cython.final
    cdef void _next_turn(self, int mover) noexcept nogil
    @cython.final
    cdef void settle_turn(self, int mover) noexcept nogil
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
