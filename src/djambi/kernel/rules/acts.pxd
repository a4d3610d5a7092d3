from djambi.kernel.rules.codes cimport (
    ASSASSIN, CHIEF, CODES, DIPLOMAT, KILL, MILITANT, NECROMOBILE, SIDES,
)
from djambi.kernel.rules.options cimport (
    KILLER_EXIT_ANY, KILLER_EXIT_CHIEFS, MOVER_EXIT_ANY, MOVER_EXIT_CHIEFS, REPORTER_TARGETS_ONE,
    REPORTER_TARGETS_SOME,
)
from djambi.kernel.rules.state cimport State

cdef bint may_act_there(State state, int kind, int cell, int target, int exit) noexcept nogil
cdef int victims_around(State state, int cell, int colour, int left) noexcept nogil
cdef int next_victims(int targets, int chosen, int seen) noexcept nogil
