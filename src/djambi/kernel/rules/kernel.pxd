cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    EMPTY, CORPSE, ASSASSIN, DIPLOMAT, NECROMOBILE, NONE, SEAT, BONUS, WINNERS,
)
from djambi.kernel.rules.turn_resolution cimport After
from djambi.kernel.rules.tables cimport mix

cdef class Shelf:
    cdef long long turns[17 * 1024]
    cdef unsigned char cell[17 * 80]
    cdef long long many[17 * 80]

cdef class Kernel(After):
    cdef int frame_count
    cdef int frames[512]
    cdef unsigned long long random_state

    @cython.final
    cdef void _step(self, int cell, int to, int place, int victims, bint hold) noexcept nogil
    @cython.final
    cdef void make(self, long long turn) noexcept nogil
    @cython.final
    cdef void unmake(self) noexcept nogil
    @cython.final
    cdef void _open_frame(self) noexcept nogil
    @cython.final
    cdef long long _perft(self, int depth, Shelf shelf) noexcept nogil
    @cython.final
    cdef unsigned long long _draw(self) noexcept nogil
    @cython.final
    cdef long long random_turn(self) noexcept nogil
    @cython.final
    cdef long long _random_game(self, long long limit) noexcept nogil
