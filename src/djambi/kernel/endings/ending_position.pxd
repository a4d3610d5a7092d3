cimport cython

from djambi.kernel.rules.codes cimport (
    CHIEF, EMPTY, LINE, LINES, MAX_CELLS, MILITANT, MILITANT_REACH, NECROMOBILE, NOBODY, REPORTER,
    SIDES, WALL,
)
from djambi.kernel.rules.options cimport POWER_TURNS_AFTER_EACH
from djambi.kernel.rules.tables cimport Tables

cdef enum:
    MAX_SLOTS = 4
    MAX_SYMMETRIES = 16
    BUFFERS = 3
    DEAD = 6
    NO_PARTY = 2
    BONUS_TURNS = 2

cdef class EndingPosition:
    cdef readonly Tables tables
    cdef readonly int slots, cells, maze
    cdef readonly long long size
    cdef int kind[MAX_SLOTS]
    cdef int owner[MAX_SLOTS]
    cdef bint ruler_plays_on
    cdef unsigned char rank_of[MAX_CELLS]
    cdef unsigned char symmetry_of[MAX_CELLS]
    cdef unsigned char image[MAX_SYMMETRIES * MAX_CELLS]
    cdef unsigned char cell_of_rank[MAX_CELLS]
    cdef int weight_of_rank[MAX_CELLS]
    cdef int kept_by_count[MAX_CELLS]
    cdef unsigned char kept_by[MAX_SYMMETRIES * MAX_CELLS]
    cdef int ranks
    cdef long long first_of_turn[5]
    cdef int cell[MAX_SLOTS]
    cdef unsigned char board[MAX_CELLS]
    cdef int stop_count[BUFFERS]
    cdef unsigned char stops[BUFFERS * MAX_CELLS]
    cdef int hit_count[BUFFERS]
    cdef unsigned char hits[BUFFERS * MAX_CELLS]
    cdef int turn

    @cython.final
    cdef long long index_at(self, int turn, int a, int b, int c, int d) noexcept nogil
    @cython.final
    cdef long long _index(self, int turn) noexcept nogil
    @cython.final
    cdef bint _decode(self, long long index) noexcept nogil
    @cython.final
    cdef void _clear(self) noexcept nogil
    @cython.final
    cdef int _ruler(self) noexcept nogil
    @cython.final
    cdef int _next_turn(self, int party, bint bonus) noexcept nogil
    @cython.final
    cdef void _slide(self, int cell, int kind, int party, int buffer) noexcept nogil
    @cython.final
    cdef bint _has_enemy_beside(self, int cell, int party) noexcept nogil
