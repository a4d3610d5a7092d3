cimport cython
from libc.math cimport sqrt

from djambi.kernel.codes cimport NOBODY, NONE, WINNERS
from djambi.kernel.sorts cimport MOST
from djambi.kernel.tastes cimport Tastes

cdef enum:
    DEEPEST = 60

cdef class Tree(Tastes):
    cdef public double fear, noise
    cdef public int places, root_places, width, root_width
    cdef readonly int depth
    cdef int seat, limit, room, made
    cdef double gap
    cdef int path[DEEPEST + 1]
    cdef double mark[MOST]
    cdef long long close[64]
    cdef int close_count
    cdef long long[::1] turn
    cdef unsigned char[::1] chooser
    cdef unsigned char[::1] settled
    cdef int[::1] first
    cdef int[::1] kids
    cdef int[::1] visits
    cdef float[::1] looks
    cdef float[::1] liked
    cdef float[::1] mean
    cdef float[::1] known

    @cython.final
    cdef void _plant(self, int node) noexcept nogil
    @cython.final
    cdef double _wish(self, int party, double share, double seat) noexcept nogil
    @cython.final
    cdef double _worth(self, int node, int party) noexcept nogil
    @cython.final
    cdef int _look(self, int places) noexcept nogil
    @cython.final
    cdef void _expand(self, int node, int ply) noexcept nogil
    @cython.final
    cdef int _glance(self, int node, int ply, int low, int high) noexcept nogil
    @cython.final
    cdef int _offer_places(self, int many) noexcept nogil
    @cython.final
    cdef void _adopt(self, int node, int many) noexcept nogil
    @cython.final
    cdef void _sort(self, int low, int high, int wide) noexcept nogil
    @cython.final
    cdef void _lift(self, int node) noexcept nogil
    @cython.final
    cdef double _slip(self) noexcept nogil
    @cython.final
    cdef int _select(self, int node) noexcept nogil
    @cython.final
    cdef void _visit(self) noexcept nogil
