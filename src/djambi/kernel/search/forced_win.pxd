cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    ACTIVE, ASSASSIN, CHIEF, EMPTY, LINES, MILITANT, NOBODY, PIECE, QUIET, REPORTER, SLOTS, STATUS,
    WALL, WINNERS,
)
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport mix
from djambi.kernel.search.candidates cimport CandidateGenerator
from djambi.kernel.search.limits cimport SearchLimits

cdef enum:
    MAX_PLY = 27
    MAX_STROKES = 4

@cython.final
cdef class ForcedWinSolver:
    cdef readonly Kernel kernel
    cdef readonly CandidateGenerator candidates
    cdef readonly SearchLimits limits
    cdef readonly int hero, own_turns
    cdef readonly long long turns_played
    cdef public bint keeps_table
    cdef int rival, deepest
    cdef bint last_is_stroke
    cdef long long turns_left, generation
    cdef unsigned long long table_salt
    cdef long long killer[MAX_PLY]
    cdef long long stroke[MAX_STROKES]
    cdef unsigned char beside[8]
    cdef readonly long long table_mask
    cdef long long[::1] table_key
    cdef unsigned char[::1] table_entry

    cdef long long solve(self, long long nodes) noexcept nogil
    cdef void new_search(self) noexcept nogil
    cdef bint _is_duel(self, Kernel kernel) noexcept nogil
    cdef void _set_out(self, Kernel kernel) noexcept nogil
    cdef bint _wins(self, Kernel kernel, int more, int ply, int first) noexcept nogil
    cdef bint _is_early(self, Kernel kernel) noexcept nogil
    cdef bint _is_legal(self, Kernel kernel, long long turn) noexcept nogil
    cdef bint _wins_after(self, Kernel kernel, long long turn, bint own, int more, int ply, int first) noexcept nogil
    cdef bint _strikes(self, Kernel kernel) noexcept nogil
    cdef bint _may_move(self, Kernel kernel, int code) noexcept nogil
    cdef bint _reports(self, Kernel kernel, int cell, int chief) noexcept nogil
    cdef bint _wins_by(self, Kernel kernel, int cell, int to) noexcept nogil
    cdef bint _pay(self) noexcept nogil
