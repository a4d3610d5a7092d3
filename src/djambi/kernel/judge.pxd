cimport cython

from djambi.kernel.codes cimport (
    ACTIVE, BONUS, CHIEF, CODES, CORPSE, DIPLOMAT, DISPLACE, KILL, LINE, LINES, MILITANT,
    NECROMOBILE, NEIGHBOURS, NOBODY, ORDER, PIECE, REPORTER, SEAT, SLOTS, STATUS, WINNERS,
)
from djambi.kernel.sorts cimport Sorts
from djambi.kernel.tables cimport lowest

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int djambi_topmost(unsigned int word) {
        unsigned long at;
        _BitScanReverse(&at, word);
        return (int)at;
    }
    #else
    static inline int djambi_topmost(unsigned int word) {
        return 31 - __builtin_clz(word);
    }
    #endif
    """
    int topmost "djambi_topmost"(unsigned int word) noexcept nogil

cdef class Judge(Sorts):
    cdef double worth[6]
    cdef double life, throne, step, now, soon, late, thrown, shut_in
    cdef double strength[8]
    cdef double share[8]
    cdef int due[8]
    cdef double prey[8]
    cdef int prey_of[8]
    cdef double chase[64]

    @cython.final
    cdef void judge(self) noexcept nogil
    @cython.final
    cdef void _queue_up(self) noexcept nogil
    @cython.final
    cdef double _urgency(self, int hunter, int owner) noexcept nogil
    @cython.final
    cdef void _menace(self, int hunter, int kind, int cell) noexcept nogil
    @cython.final
    cdef int _look_along(self, int cell, int hunter) noexcept nogil
    @cython.final
    cdef int _look_around(self, int cell, int hunter) noexcept nogil
    @cython.final
    cdef void _strike(self) noexcept nogil
    @cython.final
    cdef double _walls(self, int chief) noexcept nogil
