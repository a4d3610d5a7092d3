cimport cython

from djambi.kernel.codes cimport (
    ACTIVE, CHIEF, CODES, COLOURS, DIPLOMAT, DISPLACE, EMPTY, EXHUME,
    KILL, LINE, LINES, LIVING, MILITANT, NECROMOBILE, NOBODY, NONE,
    PIECE, REPORTER, SLOTS, STATUS, WINNERS
)
from djambi.kernel.moves cimport Moves
from djambi.kernel.tables cimport Tables, bits_in, highest, lowest

cdef class Counts(Moves):
    cdef int mover_count
    cdef unsigned char mover_cell[80]
    cdef long long mover_turns[80]

    @cython.final
    cdef int _limit(self, int kind, int line) noexcept nogil
    @cython.final
    cdef void _note(self, int cell) noexcept nogil
    @cython.final
    cdef int _barred_on(self, int cell, int at, int first, int last) noexcept nogil
    @cython.final
    cdef int _count_through(self, int cell, int at, int below, int above, int bit) noexcept nogil
    @cython.final
    cdef void _pick_quiet(self, int cell) noexcept nogil
    @cython.final
    cdef long long _count_pieces(self, int colour, unsigned int left) noexcept nogil
    @cython.final
    cdef long long _count_splashes(self, int cell, int row) noexcept nogil
    @cython.final
    cdef bint any_turn(self, int cell) noexcept nogil
    @cython.final
    cdef long long count_turns(self) noexcept nogil
    @cython.final
    cdef long long pick(self, long long number) noexcept nogil
