cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    ACTIVE, ASSASSIN, CHIEF, CORPSE, DIPLOMAT, EMPTY, NEIGHBOURS, NOBODY,
    NONE, PIECE, REPORTER, SLOTS, STATUS,
)
from djambi.kernel.rules.tables cimport lowest
from djambi.kernel.search.limits cimport Watch

cdef enum:
    MOST = 16384

cdef class Sorts(Watch):
    cdef long long listed[MOST]
    cdef int listed_count, spots
    cdef unsigned int blind
    cdef unsigned char spot[256]

    @cython.final
    cdef int gather(self, int first, int places) noexcept nogil
    @cython.final
    cdef int gather_all(self, int first) noexcept nogil
    @cython.final
    cdef void _offer(self, long long turn) noexcept nogil
    @cython.final
    cdef void _offer_some(self, int places) noexcept nogil
    @cython.final
    cdef void _offer_placed(self, int cell, int to, long long turn, int places) noexcept nogil
    @cython.final
    cdef void _offer_last_walls(self, int chief, long long turn) noexcept nogil
    @cython.final
    cdef void _try_spot(self, int cell, int thing) noexcept nogil
    @cython.final
    cdef void _offer_moves(self, int cell, int places) noexcept nogil
