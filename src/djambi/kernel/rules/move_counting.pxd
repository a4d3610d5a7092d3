cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.acts cimport may_act_there
from djambi.kernel.rules.codes cimport (
    ACTIVE, ASSASSIN, CHIEF, CODES, CONTROLLED, CORPSES, DIPLOMAT, DISPLACE, EMPTY, EXHUME,
    EXPOSED, KILL, LINES, MAX_CELLS, MAX_HITS, MAX_PIECES, MILITANT, NECROMOBILE, NEIGHBOURS,
    NOBODY, NO_CELL, PAIRS, PIECE, REPORTER, SIDES, SLOTS, STATUS, WINDOW_TURNS, WINNERS,
)
from djambi.kernel.rules.moves cimport MoveGenerator
from djambi.kernel.rules.options cimport (
    CORPSE_ON_MAZE_NEVER, DIPLOMAT_ENTHRONES_NEVER, REPORTER_KILL_MANDATORY, REPORTER_TARGETS_ALL,
    REPORTER_TARGETS_SOME,
)
from djambi.kernel.rules.tables cimport Tables, bits_in, highest, lowest

cdef class TurnCounter(MoveGenerator):
    cdef Py_ssize_t militant_reach_row
    cdef unsigned char struck_cells[MAX_HITS]
    cdef unsigned char mover_cell[MAX_PIECES]
    cdef long long mover_turns[MAX_PIECES]
    cdef int mover_count, struck_count, uniform_kinds

    @cython.final
    cdef void _note_mover(self, int cell) noexcept nogil
    @cython.final
    cdef void _note_struck_cells(self, unsigned long long struck, int at, int beyond) noexcept nogil
    @cython.final
    cdef void _count_act_turns(self, int cell, int kind, int row, int bit) noexcept nogil
    @cython.final
    cdef void _write_quiet_turn(self, int cell, unsigned long long free, long long number, int at, int beyond) noexcept nogil
    @cython.final
    cdef bint sees_another(self, int cell) noexcept nogil
    @cython.final
    cdef long long _count_slots(self, int colour, unsigned int left) noexcept nogil
    @cython.final
    cdef inline void _count_slides(self, Tables tables, int colour, int cell, int kind, bint window) noexcept nogil
    @cython.final
    cdef void _count_slides_through(self, Tables tables, int colour, int cell, int kind) noexcept nogil
    @cython.final
    cdef void _count_reporter_turns(self, int cell, int row) noexcept nogil
    @cython.final
    cdef bint has_room(self, int cell) noexcept nogil
    @cython.final
    cdef bint has_turn(self, int cell) noexcept nogil
    @cython.final
    cdef bint moves_colour(self, int colour) noexcept nogil
    @cython.final
    cdef long long count_turns(self) noexcept nogil
    @cython.final
    cdef long long nth_turn(self, long long number) noexcept nogil
