cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    ACTIVE, ASSASSIN, CHIEF, CORPSE, DIPLOMAT, EMPTY, NEIGHBOURS,
    NO_CELL, PIECE, REPORTER, SLOTS, STATUS, WINDOW_TURNS,
)
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport lowest

cdef enum:
    MAX_LISTED = 16384
    MAX_PLACES = 256

@cython.final
cdef class CandidateGenerator:
    cdef readonly Kernel kernel
    cdef long long listed[MAX_LISTED]
    cdef unsigned int oversights
    cdef unsigned char places[MAX_PLACES]
    cdef int listed_count, place_count

    cdef int generate(self, int first, int placements) noexcept nogil
    cdef int generate_legal(self, int first) noexcept nogil
    cdef void _add(self, long long turn) noexcept nogil
    cdef void _add_moves(self, Kernel kernel, int cell, int placements) noexcept nogil
    cdef void _open_window(self, Kernel kernel, long long low) noexcept nogil
    cdef void _add_window(self, Kernel kernel, int most) noexcept nogil
    cdef void _try_place(self, Kernel kernel, int cell, int thing) noexcept nogil
    cdef void _try_last_walls(self, Kernel kernel, int chief) noexcept nogil
    cdef void _add_placements(self, Kernel kernel, int cell, int to, long long turn, int placements) noexcept nogil
