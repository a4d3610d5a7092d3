cimport cython

from djambi.kernel.sorts cimport MOST
from djambi.kernel.tables cimport mix
from djambi.kernel.tree cimport DEEPEST, Tree

@cython.final
cdef class Search(Tree):
    cdef readonly long long chosen
    cdef int best
    cdef list crew
    cdef dict told

    cdef void _begin(self) noexcept nogil
    cdef void _grow(self) noexcept nogil
    cdef int _favourite(self, int node) noexcept nogil
    cdef void _decide(self) noexcept nogil
