from djambi.kernel.rules.codes cimport (
    ACTIVE, CHIEF, CORPSE, DIPLOMAT, HOSTAGE, MAX_CELLS, MILITANT, NECROMOBILE, NEIGHBOURS,
    NOBODY, PIECE, SLOTS, STATUS,
)
from djambi.kernel.rules.move_counting cimport Counts
from djambi.kernel.rules.options cimport OWN_KILLS_ANY, OWN_KILLS_VASSALS
from djambi.kernel.rules.walk cimport Walk

cdef bint ruler_is_unreachable(Counts kernel, Walk walk, int ruler) noexcept nogil
cdef bint _is_sealed_in(Counts kernel, Walk walk, int ruler) noexcept nogil
cdef bint any_contact(Counts kernel, Walk walk) noexcept nogil
cdef bint _are_in_contact(Counts kernel, int code, int other) noexcept nogil
cdef bint _may_kill_own(Counts kernel, int code, int target) noexcept nogil
cdef int _walk_region(Counts kernel, Walk walk, int cell, bint looking) noexcept nogil
cdef bint chief_may_reach_maze(Counts kernel, Walk walk) noexcept nogil
