cimport cython
from libc.math cimport log, sqrt

from djambi.kernel.rules.codes cimport WINNERS
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.staged cimport WHOLE, Staged
from djambi.kernel.rules.tables cimport mix

cdef enum:
    LONGEST = 400

@cython.final
cdef class Uct(Staged):
    cdef readonly long long played
    cdef int room, made
    cdef int path[LONGEST + 1]
    cdef long long[::1] turn
    cdef unsigned char[::1] stage
    cdef unsigned char[::1] chooser
    cdef int[::1] first
    cdef int[::1] kids
    cdef int[::1] visits
    cdef float[::1] sums

    cdef void _grow(self, Kernel home) noexcept nogil
    cdef void _expand(self, int node) noexcept nogil
    cdef int _select(self, int node) noexcept nogil
    cdef void _visit(self) noexcept nogil
    cdef void _play(self, long long turn) noexcept nogil
    cdef long long _favourite(self) noexcept nogil
