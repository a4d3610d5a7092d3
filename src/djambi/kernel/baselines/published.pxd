cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    CHIEF, DIPLOMAT, EMPTY, MAX_PARTIES, MILITANT, NOBODY, NO_CELL, REPORTER, SLOTS, WINDOW_TURNS,
    WINNERS,
)
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.search.candidates cimport CandidateGenerator

@cython.final
cdef class Published:
    cdef readonly Kernel kernel
    cdef readonly CandidateGenerator candidates
    cdef readonly long long nodes
    cdef int total
    cdef int sums[MAX_PARTIES]
    cdef int reply[MAX_PARTIES]
    cdef long long chosen

    cdef int _goal(self, int party) noexcept nogil
    cdef void _weigh(self, Kernel kernel) noexcept nogil
    cdef int _list_turns(self, Kernel kernel) noexcept nogil
    cdef void _answer(self, Kernel kernel, int first) noexcept nogil
    cdef void _choose(self, Kernel kernel) noexcept nogil
