cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    CHIEF, DIPLOMAT, EMPTY, MILITANT, NOBODY, NO_CELL, REPORTER, SLOTS, WINNERS
)
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport mix
from djambi.kernel.search.candidates cimport CandidateGenerator

@cython.final
cdef class Published:
    cdef readonly Kernel kernel
    cdef readonly CandidateGenerator candidates
    cdef readonly long long nodes
    cdef int total
    cdef int sums[8]
    cdef int reply[8]
    cdef long long chosen

    cdef int _goal(self, int party) noexcept nogil
    cdef void _weigh(self, Kernel kernel) noexcept nogil
    cdef int _list_turns(self, Kernel kernel) noexcept nogil
    cdef void _answer(self, Kernel kernel, int first) noexcept nogil
    cdef void _choose(self, Kernel kernel) noexcept nogil
