cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    ASSASSIN, BONUS, CORPSE, DIPLOMAT, EMPTY, LOG_CHANGES_BEFORE_TURN, LOG_CHANGES_PER_TURN,
    MAX_OPEN_TURNS, MAX_PERFT_DEPTH, MAX_PIECES, NECROMOBILE, NO_CELL, SEAT, SIDES, WINDOW_TURNS,
    WINNERS,
)
from djambi.kernel.rules.tables cimport mix
from djambi.kernel.rules.turn_resolution cimport TurnResolver

cdef class PerftBuffers:
    cdef long long turns[(MAX_PERFT_DEPTH + 1) * WINDOW_TURNS]
    cdef unsigned char origins[(MAX_PERFT_DEPTH + 1) * MAX_PIECES]
    cdef long long counts[(MAX_PERFT_DEPTH + 1) * MAX_PIECES]

cdef class Kernel(TurnResolver):
    cdef int open_turns
    cdef int turn_marks[MAX_OPEN_TURNS]
    cdef unsigned long long random_state

    @cython.final
    cdef void _make_step(self, int cell, int to, int place, int victims, bint hold) noexcept nogil
    @cython.final
    cdef void make(self, long long turn) noexcept nogil
    @cython.final
    cdef void unmake(self) noexcept nogil
    @cython.final
    cdef void forget_turns(self) noexcept nogil
    @cython.final
    cdef void _open_turn(self) noexcept nogil
    @cython.final
    cdef long long _count_sequences(self, int depth, PerftBuffers buffers) noexcept nogil
    @cython.final
    cdef unsigned long long draw_random(self) noexcept nogil
    @cython.final
    cdef long long random_turn(self) noexcept nogil
    @cython.final
    cdef long long _play_random_game(self, long long limit) noexcept nogil
