from djambi.kernel.codes cimport (
    EMPTY, CORPSE, PIECE, SLOTS, WALL, CODES, CHIEF, ASSASSIN, REPORTER, DIPLOMAT, NECROMOBILE,
    MILITANT, ACTIVE, INHERITED, HELD, HOSTAGE, NOBODY, KILL, DISPLACE, EXHUME,
    STATUS, SEAT, BONUS, WINNERS, NONE, LINES, LINE,
)
from djambi.kernel.state cimport State

cdef class Moves(State):
    cdef readonly int mover
    cdef int only, power, want, hand
    cdef bint shut, short_diagonals
    cdef int careful, careful_kinds
    cdef unsigned short answers[8]
    cdef int stop_count[2]
    cdef int hit_count[2]
    cdef unsigned char stops[2 * 176]
    cdef unsigned char hits[2 * 32]
    cdef long long low, high, count
    cdef long long turns[1024]
    cdef int mover_count
    cdef unsigned char mover_cell[80]
    cdef long long mover_turns[80]

    cdef void see_power(self) noexcept nogil
    cdef void prepare(self) noexcept nogil
    cdef void prepare_for(self, int party) noexcept nogil
    cdef bint moves_itself(self, int code) noexcept nogil
    cdef bint must_leave(self, int cell) noexcept nogil
    cdef void _find(self, int cell, int exit) noexcept nogil
    cdef bint _known(self, int first, int last, int cell, unsigned char* found) noexcept nogil
    cdef bint _may_hit(self, int kind, int cell, int target, int exit) noexcept nogil
    cdef bint _enthrones(self, int thing) noexcept nogil
    cdef bint _barred(self, int thing) noexcept nogil
    cdef bint _takes(self, int cell, int thing, bint maze_too) noexcept nogil
    cdef void _emit(self, long long turn) noexcept nogil
    cdef void _place(self, long long turn, int shift, int thing, int left, bint maze_too) noexcept nogil
    cdef int _victims(self, int cell, int colour, int left) noexcept nogil
    cdef void _splash(self, int cell, int to, long long turn) noexcept nogil
    cdef void _emit_victims(self, long long turn, int shift, int seen) noexcept nogil
    cdef bint _hard(self, int kind, int code, int to, int target) noexcept nogil
    cdef void _act(self, int cell, int to, long long turn) noexcept nogil
    cdef void _act_hard(self, int cell, int to, long long turn) noexcept nogil
    cdef void _settle(self, int cell, long long turn) noexcept nogil
    cdef void _exit(self, int cell, long long turn) noexcept nogil
    cdef void _exit_hit(self, int cell, int to, long long turn) noexcept nogil
    cdef void _finish(self, long long turn) noexcept nogil
    cdef void _turns_by_table(self, int cell) noexcept nogil
    cdef void _splashes_by_table(self, int cell) noexcept nogil
    cdef void _splash_by_count(self, int cell, int to, int row) noexcept nogil
    cdef void _turns_of(self, int cell) noexcept nogil
    cdef long long _fill(self, int cell, int want, long long low, long long high) noexcept nogil
    cdef long long count_piece(self, int cell) noexcept nogil
    cdef bint any_turn(self, int cell) noexcept nogil
    cdef long long count_turns(self) noexcept nogil
    cdef long long pick(self, long long number) noexcept nogil
