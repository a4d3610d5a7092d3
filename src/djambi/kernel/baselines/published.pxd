cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    CHIEF, DIPLOMAT, EMPTY, MILITANT, NOBODY, NONE, REPORTER, SLOTS, WINNERS
)
from djambi.kernel.search.candidates cimport Sorts
from djambi.kernel.rules.tables cimport mix

@cython.final
cdef class Published(Sorts):
    cdef int total
    cdef int sums[8]
    cdef int reply[8]
    cdef long long chosen

    cdef int _goal(self, int party) noexcept nogil
    cdef void _weigh(self) noexcept nogil
    cdef int _list(self) noexcept nogil
    cdef void _answer(self, int first) noexcept nogil
    cdef void _choose(self) noexcept nogil
