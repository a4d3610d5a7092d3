cimport cython

from djambi.kernel.rules.codes cimport (
    ACTIVE, BONUS, CHIEF, CODES, CONTROLLED, CORPSE, DIPLOMAT, DISPLACE, EMPTY, EXPOSED, KILL, LINE, LINES, MILITANT,
    NECROMOBILE, NEIGHBOURS, NOBODY, ORDER, PIECE, REPORTER, SEAT, SLOTS, STATUS,
)
from djambi.kernel.search.candidates cimport Sorts
from djambi.kernel.rules.tables cimport bits_in, highest, lowest

cdef enum:
    OWN = 0
    RIPE = 6
    ROOM = 12
    CHASED = 18
    CHASES = 21
    LOSES = 24
    TAKES = 27
    CHIEF_THROWN = 30
    THROWS = 31
    WALLS = 32
    SHUT_IN = 33
    THRONE = 34
    THRONE_WALLS = 35
    THRONE_CROWD = 36
    LANE = 37
    LANE_NEXT = 38
    FAR = 39
    NEXT = 40
    WAITS = 41
    VASSALS = 42
    PART = 43
    LEAD = 44
    DUEL_PART = 45
    # Room for them all: the stride of arrays over parties, a multiple of four.
    TRAITS = 48

cdef class Traits(Sorts):
    cdef double trait[8 * 48]
    cdef int due[8]
    cdef double stake[6]
    cdef double size[8]
    cdef int chase[64]
    cdef double prey[8]
    cdef int prey_of[8]
    cdef int prey_when[8]
    cdef double far_from[176]

    @cython.final
    cdef void survey(self) noexcept nogil
    @cython.final
    cdef void _muster(self, int party, int lord) noexcept nogil
    @cython.final
    cdef void _queue_up(self) noexcept nogil
    @cython.final
    cdef void _menace(self, int hunter, int kind, int cell) noexcept nogil
    @cython.final
    cdef void _strike(self) noexcept nogil
    @cython.final
    cdef int _look_along(self, int cell, int hunter) noexcept nogil
    @cython.final
    cdef int _look_around(self, int cell, int hunter) noexcept nogil
    @cython.final
    cdef void _compare(self) noexcept nogil
    @cython.final
    cdef double _walls(self, int chief) noexcept nogil
    @cython.final
    cdef bint _lane(self, int cell) noexcept nogil
