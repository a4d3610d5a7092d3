cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    ACTIVE, ASSASSIN, CHIEF, CODES, EXPOSED, CONTROLLED, DIPLOMAT, DISPLACE, EMPTY, EXHUME,
    KILL, LINES, CORPSES, MILITANT, NECROMOBILE, NOBODY, NONE,
    PIECE, REPORTER, SLOTS, STATUS, WINNERS
)
from djambi.kernel.rules.moves cimport Moves
from djambi.kernel.rules.tables cimport Tables, bits_in, highest, lowest

cdef class Counts(Moves):
    cdef int mover_count, struck_count, plain
    cdef Py_ssize_t militant_row
    cdef unsigned char struck[16]
    cdef unsigned char mover_cell[80]
    cdef long long mover_turns[80]

    @cython.final
    cdef void _note(self, int cell) noexcept nogil
    @cython.final
    cdef void _note_struck(self, unsigned long long struck, int at, int beyond) noexcept nogil
    @cython.final
    cdef void _count_acts(self, int cell, int kind, int row, int bit) noexcept nogil
    @cython.final
    cdef int _cell_of(self, unsigned long long bits, int at, int beyond) noexcept nogil
    @cython.final
    cdef void _write_quiet(self, int cell, unsigned long long free, long long number, int at, int beyond) noexcept nogil
    @cython.final
    cdef bint sees_another(self, int cell) noexcept nogil
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
