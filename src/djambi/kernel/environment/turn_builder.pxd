cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    MAX_CELLS, NO_CELL, REPORTER, SIDES, WINDOW_TURNS, WINNERS,
)
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport highest, lowest

cdef enum:
    CHOOSE_PIECE = 0
    CHOOSE_DESTINATION = 1
    CHOOSE_PLACEMENT = 2
    CHOOSE_VICTIMS = 3
    CHOOSE_EXIT = 4
    WHOLE = 5
    MAX_ACTIONS = MAX_CELLS + 2

@cython.final
cdef class TurnBuilder:
    cdef readonly Kernel kernel
    cdef readonly int cells
    cdef readonly int stage, phase
    cdef readonly long long turn, chosen_bits
    cdef unsigned char choices[MAX_ACTIONS]
    cdef unsigned char allowed[MAX_ACTIONS]
    cdef long long turn_after[MAX_ACTIONS]
    cdef int choice_count

    cdef void start(self) noexcept nogil
    cdef void take(self, int action) noexcept nogil
    cdef void resume_at(self, int stage, int phase, long long turn, long long chosen) noexcept nogil
    cdef void _clear(self) noexcept nogil
    cdef void _allow(self, int action, long long turn) noexcept nogil
    cdef void _list_destinations(self, Kernel kernel) noexcept nogil
    cdef void _take_part(self, int action) noexcept nogil
    cdef void _go_on(self) noexcept nogil
    cdef void _list_parts(self, Kernel kernel) noexcept nogil
    cdef void _allow_part_of(self, long long turn) noexcept nogil
    cdef int _part(self) noexcept nogil
    cdef int _around(self) noexcept nogil
    cdef int _chosen_in(self, long long turn) noexcept nogil
    cdef void _finish(self, long long turn) noexcept nogil
