cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport CHIEF, CORPSE, DIPLOMAT, EMPTY, NOBODY, NO_CELL, PIECE, WALL
from djambi.kernel.rules.kernel cimport Kernel

@cython.final
cdef class StyleBias:
    cdef readonly bint active
    cdef double kill[9]
    cdef double displace[9]
    cdef double corpse_on[176]
    cdef double chief_on[176]
    cdef double leader_penalty
    cdef readonly int parties
    cdef double nobody[8]

    cdef double bias(self, Kernel kernel, long long turn, double* shares) noexcept nogil
    cdef double _of_act(self, Kernel kernel, int kind, int cell, int to, int place) noexcept nogil
    cdef double _of_victims(self, Kernel kernel, int cell, int victims) noexcept nogil
    cdef int _owner(self, Kernel kernel, int code) noexcept nogil
