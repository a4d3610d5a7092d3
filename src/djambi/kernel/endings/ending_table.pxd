cimport cython

from djambi.kernel.rules.codes cimport (
    ASSASSIN, CHIEF, DIPLOMAT, EMPTY, LINE, LINES, MAX_CELLS, MILITANT, NECROMOBILE, NOBODY,
    REPORTER, SIDES, WALL,
)
from djambi.kernel.rules.options cimport (
    DIPLOMAT_ENTHRONES_CHIEFS, MOVER_EXIT_ANY, POWER_TURNS_AFTER_EACH, REPORTER_KILL_MANDATORY,
)
from djambi.kernel.rules.tables cimport Tables

cdef enum:
    MAX_SLOTS = 4
    BUFFERS = 3
    DEAD = 6
    NO_PARTY = 2
    BONUS_TURNS = 2
    SHARED = 255
    NO_POSITION = 254
    MAX_TURNS = 126
    COUNTS = 36
    LENGTHS = 256

@cython.final
cdef class EndingTable:
    cdef readonly Tables tables
    cdef readonly int slots, cells, maze, level, deepest
    cdef readonly long long size
    cdef readonly unsigned char[::1] values
    cdef unsigned char[::1] after_third, after_fourth
    cdef int kind[MAX_SLOTS]
    cdef int owner[MAX_SLOTS]
    cdef int slot_after[2 * MAX_SLOTS]
    cdef bint swapped_after[2]
    cdef bint ruler_plays_on, must_kill, enthrones, exits_first, acts_in_exit
    cdef unsigned char rank_of[MAX_CELLS]
    cdef unsigned char symmetry_of[MAX_CELLS]
    cdef unsigned char image[16 * MAX_CELLS]
    cdef unsigned char cell_of_rank[MAX_CELLS]
    cdef int weight_of_rank[MAX_CELLS]
    cdef int kept_by_count[MAX_CELLS]
    cdef unsigned char kept_by[16 * MAX_CELLS]
    cdef int ranks
    cdef long long first_of_turn[5]
    cdef int turn, winner
    cdef int cell[MAX_SLOTS]
    cdef unsigned char board[MAX_CELLS]
    cdef int stop_count[BUFFERS]
    cdef unsigned char stops[BUFFERS * MAX_CELLS]
    cdef int hit_count[BUFFERS]
    cdef unsigned char hits[BUFFERS * MAX_CELLS]
    cdef int mode, mover, known, fastest, slowest
    cdef bint is_open, after_bonus, looks_for_losses
    cdef bint after_regular_turn, after_bonus_turn

    cdef long long index_at(self, int turn, int a, int b, int c, int d) noexcept nogil
    cdef long long _index(self, int turn) noexcept nogil
    cdef bint _decode(self, long long index) noexcept nogil
    cdef void _clear(self) noexcept nogil
    cdef int _ruler(self) noexcept nogil
    cdef int _next_turn(self, int party, bint bonus) noexcept nogil
    cdef void _slide(self, int cell, int kind, int party, int buffer) noexcept nogil
    cdef void _scan(self, int turn, int mode) noexcept nogil
    cdef bint _scan_piece(self, int slot) noexcept nogil
    cdef bint _scan_act(self, int slot, int target, int home) noexcept nogil
    cdef bint _scan_placements(self, int thing) noexcept nogil
    cdef bint _scan_exits(self, int slot, int thing) noexcept nogil
    cdef bint _scan_exits_after_placement(self, int slot) noexcept nogil
    cdef bint _scan_reporter(self, int slot, int target) noexcept nogil
    cdef bint _note(self, int value) noexcept nogil
    cdef bint _note_quiet(self) noexcept nogil
    cdef bint _note_death(self, int victim, int place) noexcept nogil
    cdef bint _has_enemy_beside(self, int cell, int party) noexcept nogil
    cdef void _fill(self) noexcept nogil
    cdef long long _retract_level(self) noexcept nogil
    cdef void _find_losses(self) noexcept nogil
    cdef void _retract(self) noexcept nogil
    cdef void _retract_step(self, int slot) noexcept nogil
    cdef void _retract_act(self, int slot, int thing) noexcept nogil
    cdef void _retract_exit(self, int slot, int thing, int other) noexcept nogil
    cdef void _visit(self, int slot, int origin, bint certain) noexcept nogil
    cdef void _reconsider(self, int turn, bint certain) noexcept nogil
    cdef void _count(self, long long[::1] tally) noexcept nogil
    cdef void _keep(self, int turn, int value) noexcept nogil
