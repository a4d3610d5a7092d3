cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport NONE, WINNERS
from djambi.kernel.search.tree cimport DEEPEST, NEVER, OFTEN, Tree

cdef class Growth(Tree):
    cdef int path[DEEPEST + 1]
    cdef long long close[64]
    cdef int close_count

    @cython.final
    cdef int _look(self, int places) noexcept nogil
    @cython.final
    cdef void _expand(self, int node, int ply) noexcept nogil
    @cython.final
    cdef int _glance(self, int node, int ply, int low, int high) noexcept nogil
    @cython.final
    cdef bint _prove(self, int node, int ply) noexcept nogil
    @cython.final
    cdef void _settle_won(self, int node, int ply) noexcept nogil
    @cython.final
    cdef void _time_win(self, int plies) noexcept nogil
    @cython.final
    cdef int _offer_places(self, int many) noexcept nogil
    @cython.final
    cdef void _adopt(self, int node, int many, bint whole) noexcept nogil
    @cython.final
    cdef double _slip(self) noexcept nogil
    @cython.final
    cdef bint _widen(self, int node, int ply) noexcept nogil
    @cython.final
    cdef void _visit(self) noexcept nogil
