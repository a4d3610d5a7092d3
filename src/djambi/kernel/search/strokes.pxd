cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    ASSASSIN, CHIEF, EMPTY, LINES, MILITANT, MILITANT_REACH, NOBODY, PIECE, REPORTER,
    SIDES, SLOTS, WALL, WINDOW_TURNS, WINNERS,
)
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport bits_in
from djambi.kernel.search.candidates cimport CandidateGenerator
from djambi.kernel.search.limits cimport SearchLimits

cdef enum:
    MAX_STROKES = 4

cdef class StrokeFinder:
    cdef readonly Kernel kernel
    cdef readonly CandidateGenerator candidates
    cdef readonly SearchLimits limits
    cdef readonly int hero
    cdef int rival
    cdef long long stroke[MAX_STROKES]
    cdef unsigned char beside[SIDES]
    cdef long long turns_left

    cdef bint _is_duel(self, Kernel kernel) noexcept nogil
    cdef bint _is_legal(self, Kernel kernel, long long turn) noexcept nogil
    cdef bint _strikes(self, Kernel kernel) noexcept nogil
    cdef bint _threatens(self, Kernel kernel) noexcept nogil
    cdef bint _aims_at(self, Kernel kernel, int cell, bint reports) noexcept nogil
    cdef bint _may_move(self, Kernel kernel, int code) noexcept nogil
    cdef bint _reports(self, Kernel kernel, int cell, int chief) noexcept nogil
    cdef bint _wins_by(self, Kernel kernel, int cell, int to) noexcept nogil
    cdef bint _pay(self) noexcept nogil
    cdef bint _is_late(self) noexcept nogil
