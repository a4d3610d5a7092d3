cimport cython

from djambi.kernel.rules.codes cimport MAX_PARTIES
from libc.math cimport sqrt

cdef enum:
    NEVER = 0x7FFFFFFF
    INCOMPLETE = 0x7FFFFFFE

cdef inline float single(float number) noexcept nogil:
    return number

@cython.final
cdef class SearchTree:
    cdef readonly int parties, capacity
    cdef int reserved
    cdef public int node_count
    cdef public int root_party
    cdef public double paranoia, exploration_scale
    cdef readonly bint has_regards
    cdef double regard[MAX_PARTIES * MAX_PARTIES]
    cdef readonly long long[::1] turn
    cdef readonly unsigned char[::1] to_move
    cdef readonly unsigned char[::1] proven
    cdef readonly int[::1] widening_threshold
    cdef readonly int[::1] first_child
    cdef readonly int[::1] child_count
    cdef readonly int[::1] visits
    cdef readonly float[::1] prior
    cdef readonly float[::1] bias
    cdef readonly float[::1] mean_value
    cdef readonly float[::1] backed_up_value

    cpdef void init_node(self, int node, long long turn, int widening_threshold) noexcept nogil
    cpdef void attach_children(self, int node, int to_move, int many) noexcept nogil
    cdef void swap(self, int node, int other) noexcept nogil
    cdef void replace(self, int node, int other) noexcept nogil
    cpdef double objective(self, int party, double share, double root_share) noexcept nogil
    cdef double objective_in(self, float[::1] values, int node, int party) noexcept nogil
    cpdef double value(self, int node, int party) noexcept nogil
    cpdef bint has_open_child(self, int node) noexcept nogil
    cpdef bint has_won(self, int node, int party) noexcept nogil
    cpdef void backup(self, int node) noexcept nogil
    cpdef void record_visit(self, int node, int leaf) noexcept nogil
    cpdef int select(self, int node) noexcept nogil
    cpdef int lead(self, int node) noexcept nogil
    cpdef int best_child(self, int node) noexcept nogil
