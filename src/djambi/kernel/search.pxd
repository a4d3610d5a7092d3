cimport cython

from djambi.kernel.codes cimport NOBODY, WINNERS
from djambi.kernel.sorts cimport MOST
from djambi.kernel.tables cimport mix
from djambi.kernel.tastes cimport Tastes

cdef enum:
    DEEPEST = 12

@cython.final
cdef class Search(Tastes):
    cdef public double fear, noise
    cdef public int places, root_places, width, root_width
    cdef readonly int depth
    cdef readonly long long chosen
    cdef int seat, best
    cdef double mark[MOST]
    cdef double found[13 * 8]
    cdef double expected[8]

    cdef double _aim(self, int party, double* shares) noexcept nogil
    cdef void _keep(self, int ply) noexcept nogil
    cdef void _sort(self, int first, int last, int most) noexcept nogil
    cdef void _dive(self, int depth, int ply, int first) noexcept nogil
    cdef void _think(self, int deepest) noexcept nogil
    cdef double _slip(self) noexcept nogil
    cdef int _look(self) noexcept nogil
    cdef bint _deepen(self, int depth, int many) noexcept nogil
