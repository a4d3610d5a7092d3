from djambi.kernel.rules.codes cimport (
    ACTIVE, CHIEF, CODES, CORPSE, DIPLOMAT, HOSTAGE, KILL, MAX_CELLS, MILITANT, NECROMOBILE,
    NEIGHBOURS, NOBODY, PIECE, SLOTS, STATUS,
)
from djambi.kernel.rules.move_counting cimport TurnCounter
from djambi.kernel.rules.walk cimport Walk

cdef bint ruler_is_unreachable(TurnCounter kernel, Walk walk, int ruler) noexcept nogil
cdef bint _is_sealed_in(TurnCounter kernel, Walk walk, int ruler) noexcept nogil
cdef bint any_contact(TurnCounter kernel, Walk walk) noexcept nogil
cdef bint _are_in_contact(TurnCounter kernel, int code, int other) noexcept nogil
cdef bint _may_kill_own(TurnCounter kernel, int code, int target) noexcept nogil
cdef int _walk_region(TurnCounter kernel, Walk walk, int cell, bint looking) noexcept nogil
cdef bint chief_may_reach_maze(TurnCounter kernel, Walk walk) noexcept nogil
