cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    CHIEF, MAX_PARTIES, NOBODY, NO_CELL, PIECE, SIDES,
)
from djambi.kernel.rules.kernel cimport Kernel

@cython.final
cdef class TurnPledges:
    cdef int plies[MAX_PARTIES]
    cdef int spares[MAX_PARTIES]
    cdef int attacks[MAX_PARTIES]
    cdef bint shuns_power[MAX_PARTIES]
    cdef bint leaves_power[MAX_PARTIES]
    cdef readonly bint active
    cdef readonly int parties

    cdef bint binds(self, int party, int ply) noexcept nogil
    cdef bint forbids(self, Kernel kernel, long long turn) noexcept nogil
    cdef bint fulfils(self, Kernel kernel, long long turn) noexcept nogil
    cdef bint has_duties(self, int party) noexcept nogil
    cdef bint _chief_moves(self, Kernel kernel, long long turn) noexcept nogil
    cdef bint _chief_enters(self, Kernel kernel, long long turn) noexcept nogil
    cdef int _harmed(self, Kernel kernel, long long turn) noexcept nogil
    cdef int _owner(self, Kernel kernel, int cell) noexcept nogil
    cdef int _owners_beside(self, Kernel kernel, int cell, int victims) noexcept nogil
