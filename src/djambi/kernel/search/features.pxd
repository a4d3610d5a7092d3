cimport cython

from djambi.kernel.rules.codes cimport (
    ACTIVE, BONUS, CHIEF, CODES, CONTROLLED, CORPSE, CORPSES, DIPLOMAT, EMPTY, EXPOSED,
    KILL, LINES, MAX_PARTIES, MILITANT, NECROMOBILE, NEIGHBOURS, NOBODY, ORDER, PAIRS, PIECE,
    REPORTER, SEAT, SIDES, SLOTS, STATUS,
)
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport Tables, bits_in, highest, lowest

cdef enum:
    OWN = 0
    RIPE = 6
    ROOM = 12
    CHASED = 18
    CHASES = 21
    LOSES = 24
    TAKES = 27
    CHIEF_DISPLACED = 30
    DISPLACES = 31
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
    FEATURES = 48
    # Room for what the pieces of a colour strike: a Reporter's neighbours wherever it goes are the
    # most by far.
    MAX_STRUCK = 1536

@cython.final
cdef class FeatureExtractor:
    cdef readonly Tables tables
    cdef double feature[MAX_PARTIES * FEATURES]
    cdef double material[MAX_PARTIES]
    cdef int turn_order[MAX_PARTIES]
    cdef double piece_value[6]
    cdef double when_factor[3]
    # What the pieces of a colour strike, in the order in which it is found.
    cdef int struck_count
    cdef unsigned char struck[MAX_STRUCK]
    cdef int chief_attack[MAX_PARTIES * MAX_PARTIES]
    cdef double prey[MAX_PARTIES]
    cdef int prey_owner[MAX_PARTIES]
    cdef int prey_when[MAX_PARTIES]
    # How far the farthest cell is from the maze.
    cdef int most_steps

    cdef void extract(self, Kernel kernel) noexcept nogil
    cdef void _add_party(self, Kernel kernel, Tables tables, int party, int lord) noexcept nogil
    cdef void _number_players(self, Kernel kernel) noexcept nogil
    cdef int _when(self, int hunter, int owner) noexcept nogil
    cdef void _add_attacks(self, Kernel kernel, int hunter) noexcept nogil
    cdef void _add_displacements(self, Kernel kernel, int hunter, int first) noexcept nogil
    cdef void _resolve_strokes(self, Kernel kernel) noexcept nogil
    cdef inline int _slide(self, Kernel kernel, Tables tables, int cell, int kind, int hunter) noexcept nogil
    cdef int _slide_through(self, Kernel kernel, Tables tables, int cell, int kind, int hunter) noexcept nogil
    cdef inline int _note_struck(self, Kernel kernel, Tables tables, unsigned long long struck, Py_ssize_t at, Py_ssize_t beyond, int turned, int many) noexcept nogil
    cdef int _report(self, Kernel kernel, Tables tables, int cell, int party) noexcept nogil
    cdef inline int _note_around(self, Kernel kernel, Tables tables, Py_ssize_t party, Py_ssize_t cell, int many) noexcept nogil
    cdef int _visit(self, Kernel kernel, Tables tables, int cell, int kind, int party) noexcept nogil
    cdef void _compare_parties(self, Kernel kernel) noexcept nogil
    cdef double _walls(self, Kernel kernel, Tables tables, int chief) noexcept nogil
    cdef bint _lane_to_maze(self, Kernel kernel, Tables tables, int cell) noexcept nogil
