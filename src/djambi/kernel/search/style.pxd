cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    CHIEF, CORPSE, DIPLOMAT, EMPTY, MAX_CELLS, MAX_PARTIES, NOBODY, NO_CELL, PIECE, SIDES,
)
from djambi.kernel.rules.kernel cimport Kernel

@cython.final
cdef class StyleBias:
    cdef readonly bint active
    cdef double kill[MAX_PARTIES + 1]
    cdef double displace[MAX_PARTIES + 1]
    cdef double corpse_on[MAX_CELLS]
    cdef double chief_on[MAX_CELLS]
    cdef double nobody[MAX_PARTIES]
    cdef double leader_penalty
    cdef readonly int parties

    cdef double bias(self, Kernel kernel, long long turn, double* shares) noexcept nogil
    cdef double _of_act(self, Kernel kernel, int kind, int cell, int to, int place) noexcept nogil
    cdef double _of_victims(self, Kernel kernel, int cell, int victims) noexcept nogil
    cdef int _owner(self, Kernel kernel, int code) noexcept nogil
