cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    EMPTY, CORPSE, ASSASSIN, DIPLOMAT, NECROMOBILE, NONE, SEAT, BONUS, WINNERS,
)
from djambi.kernel.rules.turn_resolution cimport TurnResolver
from djambi.kernel.rules.tables cimport mix

cdef class Shelf:
    cdef long long turns[17 * 1024]
    cdef unsigned char cell[17 * 80]
    cdef long long many[17 * 80]

cdef class Kernel(TurnResolver):
    cdef int open_turns
    cdef int turn_marks[512]
    cdef unsigned long long random_state

    @cython.final
    cdef void _make_step(self, int cell, int to, int place, int victims, bint hold) noexcept nogil
    @cython.final
    cdef void make(self, long long turn) noexcept nogil
    @cython.final
    cdef void unmake(self) noexcept nogil
    @cython.final
    cdef void _open_turn(self) noexcept nogil
    @cython.final
    cdef long long _count_sequences(self, int depth, Shelf shelf) noexcept nogil
    @cython.final
    cdef unsigned long long draw_random(self) noexcept nogil
    @cython.final
    cdef long long random_turn(self) noexcept nogil
    @cython.final
    cdef long long _play_random_game(self, long long limit) noexcept nogil
