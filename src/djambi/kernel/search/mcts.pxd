cimport cython

from djambi.kernel cimport turns
from djambi.kernel.search.growth cimport Growth
from djambi.kernel.search.candidates cimport MOST
from djambi.kernel.rules.tables cimport mix
from djambi.kernel.search.tree cimport DEEPEST, NEVER

@cython.final
cdef class Search(Growth):
    cdef readonly long long chosen
    cdef int best
    cdef public long long memory
    cdef readonly tuple shown
    cdef list crew
    cdef dict told

    cdef void _begin(self) noexcept nogil
    cdef void _look_at_all(self) noexcept nogil
    cdef void _look_for_force(self) noexcept nogil
    cdef void _grow(self) noexcept nogil
    cdef int _favourite(self, int node) noexcept nogil
    cdef void _decide(self) noexcept nogil
