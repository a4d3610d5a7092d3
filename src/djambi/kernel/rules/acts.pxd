from djambi.kernel.rules.codes cimport (
    ASSASSIN, CHIEF, CODES, CORPSE, DIPLOMAT, KILL, MILITANT, NECROMOBILE, PIECE, SIDES, WALL,
)
from djambi.kernel.rules.options cimport (
    KILLER_EXIT_ANY, KILLER_EXIT_CHIEFS, MOVER_EXIT_ANY, MOVER_EXIT_CHIEFS, REPORTER_TARGETS_ONE,
    REPORTER_TARGETS_SOME,
)
from djambi.kernel.rules.state cimport State

cdef bint slides_through(State state, int cell, int other) noexcept nogil
cdef bint may_act_there(State state, int kind, int cell, int target, int exit) noexcept nogil
cdef int victims_around(State state, int cell, int colour, int left) noexcept nogil
cdef int next_victims(int targets, int chosen, int seen) noexcept nogil
