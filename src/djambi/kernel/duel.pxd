cimport cython

from djambi.kernel.codes cimport ACTIVE, NOBODY, STATUS, WINNERS
from djambi.kernel.tastes cimport Tastes

cdef enum:
    LONGEST_FORCE = 3
    DEEPEST_FORCE = 12

cdef class Duel(Tastes):
    cdef int hero, own_turns
    cdef long long tries
    cdef long long strong[DEEPEST_FORCE]

    @cython.final
    cdef long long _force(self, long long tries) noexcept nogil
    @cython.final
    cdef int _rivals(self) noexcept nogil
    @cython.final
    cdef bint _forces(self, int more, int ply, int first) noexcept nogil
