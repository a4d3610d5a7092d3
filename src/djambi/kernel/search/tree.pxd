cimport cython
from libc.math cimport sqrt

from djambi.kernel.rules.codes cimport NOBODY
from djambi.kernel.search.forced_win cimport Duel
from djambi.kernel.search.candidates cimport MOST

cdef enum:
    DEEPEST = 60
    NEVER = 0x7FFFFFFF
    OFTEN = 64

cdef class Tree(Duel):
    cdef public double fear, noise
    cdef public int places, root_places, width, root_width
    cdef readonly int depth
    cdef int seat, limit, room, made
    cdef double gap
    cdef readonly double at_stake
    cdef double mark[MOST]
    cdef long long[::1] turn
    cdef unsigned char[::1] chooser
    cdef unsigned char[::1] settled
    cdef int[::1] widen_at
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
    cdef bint _has_won(self, int node, int party) noexcept nogil
    @cython.final
    cdef void _sort(self, int low, int high, int wide) noexcept nogil
    @cython.final
    cdef void _lift(self, int node) noexcept nogil
    @cython.final
    cdef int _select(self, int node) noexcept nogil
