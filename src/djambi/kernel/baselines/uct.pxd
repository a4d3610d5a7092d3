cimport cython
from libc.math cimport log, sqrt

from djambi.kernel.baselines.staged cimport WHOLE, StagedGenerator
from djambi.kernel.rules.codes cimport WINNERS
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.search.limits cimport SearchLimits

cdef enum:
    MAX_STAGES = 400

@cython.final
cdef class Uct:
    cdef readonly Kernel kernel
    cdef readonly StagedGenerator stages
    cdef readonly SearchLimits limits
    cdef readonly long long turns_played
    cdef int parties, capacity, node_count
    cdef int path[MAX_STAGES + 1]
    cdef long long[::1] turn
    cdef unsigned char[::1] stage
    cdef unsigned char[::1] to_move
    cdef int[::1] first_child
    cdef int[::1] child_count
    cdef int[::1] visits
    cdef float[::1] share_sum

    cdef void _grow(self, Kernel home) noexcept nogil
    cdef void _expand(self, int node) noexcept nogil
    cdef int _select(self, int node) noexcept nogil
    cdef void _visit(self) noexcept nogil
    cdef void _play(self, long long turn) noexcept nogil
    cdef long long _most_visited(self) noexcept nogil
