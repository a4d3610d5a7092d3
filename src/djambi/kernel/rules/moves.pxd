cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    EMPTY, CORPSE, PIECE, SLOTS, WALL, CODES, CHIEF, ASSASSIN, REPORTER, DIPLOMAT, NECROMOBILE,
    MILITANT, ACTIVE, VASSAL, HOSTAGE, NOBODY, KILL, DISPLACE, EXHUME,
    STATUS, SEAT, BONUS, WINNERS, NONE, LINES, LINE, CORPSES, EXPOSED, CONTROLLED,
)
from djambi.kernel.rules.state cimport State
from djambi.kernel.rules.tables cimport bits_in, lowest

cdef class Moves(State):
    cdef readonly int mover
    cdef int only, power, want, hand
    cdef bint shut, short_diagonals
    cdef unsigned int not_own
    cdef int through
    cdef int stop_count[2]
    cdef int hit_count[2]
    cdef unsigned char stops[2 * 176]
    cdef unsigned char hits[2 * 32]
    cdef long long low, high, count, sought
    cdef long long turns[1024]

    @cython.final
    cdef void see_power(self) noexcept nogil
    @cython.final
    cdef void prepare(self) noexcept nogil
    @cython.final
    cdef void prepare_for(self, int party) noexcept nogil
    @cython.final
    cdef bint moves_itself(self, int code) noexcept nogil
    @cython.final
    cdef bint must_leave(self, int cell) noexcept nogil
    @cython.final
    cdef void _find(self, int cell, int exit) noexcept nogil
    @cython.final
    cdef bint _known(self, int first, int last, int cell, unsigned char* found) noexcept nogil
    @cython.final
    cdef bint _may_hit(self, int kind, int cell, int target, int exit) noexcept nogil
    @cython.final
    cdef bint _enthrones(self, int thing) noexcept nogil
    @cython.final
    cdef bint _barred(self, int thing) noexcept nogil
    @cython.final
    cdef bint _takes(self, int cell, int thing, bint maze_too) noexcept nogil
    @cython.final
    cdef void _emit(self, long long turn) noexcept nogil
    @cython.final
    cdef void _place(self, long long turn, int thing, int left, bint maze_too) noexcept nogil
    @cython.final
    cdef int _victims(self, int cell, int colour, int left) noexcept nogil
    @cython.final
    cdef void _splash(self, int cell, int to, long long turn) noexcept nogil
    @cython.final
    cdef void _emit_victims(self, long long turn, int part, int seen) noexcept nogil
    @cython.final
    cdef int _next_victims(self, int victims, int seen) noexcept nogil
    @cython.final
    cdef bint _hard(self, int kind, int code, int to, int target) noexcept nogil
    @cython.final
    cdef void _act(self, int cell, int to, long long turn) noexcept nogil
    @cython.final
    cdef void _act_hard(self, int cell, int to, long long turn) noexcept nogil
    @cython.final
    cdef bint _sought(self, int part, int cell) noexcept nogil
    @cython.final
    cdef void _settle(self, int cell, long long turn) noexcept nogil
    @cython.final
    cdef void _exit(self, int cell, long long turn) noexcept nogil
    @cython.final
    cdef void _exit_hit(self, int cell, int to, long long turn) noexcept nogil
    @cython.final
    cdef void _finish(self, long long turn) noexcept nogil
    @cython.final
    cdef void _turns_of(self, int cell) noexcept nogil
    @cython.final
    cdef long long _fill(self, int cell, int want, long long low, long long high) noexcept nogil
    @cython.final
    cdef bint _slides_through(self, int cell, int other) noexcept nogil
