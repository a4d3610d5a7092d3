cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    ACTIVE, ASSASSIN, CHIEF, EMPTY, LINES, MILITANT, NOBODY, PIECE, QUIET, REPORTER, SLOTS, STATUS,
    WALL, WINNERS,
)
from djambi.kernel.rules.tables cimport mix
from djambi.kernel.search.style cimport Tastes

cdef enum:
    DEEPEST_FORCE = 27
    FEW_STROKES = 4

cdef class Duel(Tastes):
    cdef int hero, rival
    cdef readonly int own_turns
    cdef readonly long long played
    cdef public bint remembers
    cdef bint last_is_stroke
    cdef long long tries, forgotten
    cdef unsigned long long proof
    cdef long long strong[DEEPEST_FORCE]
    cdef long long stroke[FEW_STROKES]
    cdef unsigned char beside[8]
    cdef long long kept_mask
    cdef long long[::1] kept_key
    cdef unsigned char[::1] kept

    @cython.final
    cdef long long _force(self, long long nodes) noexcept nogil
    @cython.final
    cdef void _forget(self) noexcept nogil
    @cython.final
    cdef bint _is_duel(self) noexcept nogil
    @cython.final
    cdef void _set_out(self) noexcept nogil
    @cython.final
    cdef bint _forces(self, int more, int ply, int first) noexcept nogil
    @cython.final
    cdef bint _has_time(self) noexcept nogil
    @cython.final
    cdef bint _may_play(self, long long turn) noexcept nogil
    @cython.final
    cdef bint _wins_after(self, long long turn, bint own, int more, int ply, int first) noexcept nogil
    @cython.final
    cdef bint _strikes(self) noexcept nogil
    @cython.final
    cdef bint _obeys(self, int code) noexcept nogil
    @cython.final
    cdef bint _reports(self, int cell, int chief) noexcept nogil
    @cython.final
    cdef bint _wins_by(self, int cell, int to) noexcept nogil
