cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport (
    ACTIVE, ASSASSIN, CHIEF, CODES, DIPLOMAT, EMPTY, KILL, LINE, LINES, MAX_CELLS,
    MAX_PARTIES, MILITANT, MILITANT_REACH, NECROMOBILE, NEIGHBOURS, NO_CELL, NOBODY, ORDER, PIECE,
    REPORTER, SEAT, SIDES, SLOTS, STATUS, WALL,
)
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport Tables, bits_in, highest, lowest

cdef enum:
    QUIET = 0
    ACTS = 6
    KILLS = 12
    DISPLACES = 18
    FLEES = 24
    RISKS = 30
    ATTACKS = 36
    KILLS_IDLE = 42
    KILLS_LEADER = 43
    KILLS_NEXT = 44
    KILLS_CHECKER = 45
    KILLS_RULER = 46
    KILLS_GUARDED = 47
    KILLS_SAFELY = 48
    DISPLACES_OWN = 49
    DISPLACES_CHECKER = 50
    DISPLACES_TO_OWN = 51
    DISPLACES_TO_OTHERS = 52
    RISKS_NEXT = 53
    ATTACKS_SAFELY = 54
    ATTACKS_TWO = 55
    ATTACKS_LEADER = 56
    ATTACKED_CHIEF = 57
    TO_POWER = 58
    LEAVES_POWER = 59
    NEARER = 60
    SHIELDS = 61
    IGNORES = 62
    UNSHIELDS = 63
    UNMASKS = 64
    LEAVES_CHIEF = 65
    WALLS_OWN = 66
    WALLS_OTHERS = 67
    BARS_LANE = 68
    BARS_OWN_LANE = 69
    CLEARS_LANE = 70
    INWARD = 71
    OUTWARD = 72
    EXITS = 73
    TURN_FEATURES = 74
    TWO_LEFT = 74
    THREE_LEFT = 75
    MORE_LEFT = 76
    RULES = 77
    IS_RULED = 78
    INPUTS = 79
    # More than are ever seen in one turn.
    MAX_SEEN = 64

    CHECKER = 1
    SHIELD = 2
    SHIELDING = 4
    MASK = 8
    BY_OWN_CHIEF = 16
    BY_OTHER_CHIEF = 32
    LANE = 64
    OWN_LANE = 128
    IN_OWN_LANE = 256

@cython.final
cdef class TurnFeatureExtractor:
    cdef readonly Kernel kernel
    cdef int seen[MAX_SEEN]
    cdef int seen_count
    cdef unsigned char attackers[MAX_CELLS]
    cdef unsigned short marks[MAX_CELLS]
    cdef unsigned char beside_kinds[MAX_CELLS]
    cdef unsigned char beside_chiefs[MAX_CELLS]
    cdef int pieces[MAX_PARTIES]
    cdef int chief, leader, next_player, found_kinds, found_chiefs, asked_origin
    cdef bint in_check, attacked_chief

    cdef void look(self) noexcept nogil
    cdef void see_turn(self, long long turn) noexcept nogil
    cdef void _see(self, int feature) noexcept nogil
    cdef void _look(self, Kernel kernel, Tables tables) noexcept nogil
    cdef void _see_position(self, Kernel kernel) noexcept nogil
    cdef void _rank_players(self, Kernel kernel) noexcept nogil
    cdef int _reach(self, Kernel kernel, Tables tables, int kind, int line) noexcept nogil
    cdef void _mark_attacks(self, Kernel kernel, Tables tables, int cell, int lord) noexcept nogil
    cdef void _mark_beside(self, Kernel kernel, Tables tables, int cell) noexcept nogil
    cdef void _mark_chief(self, Kernel kernel, Tables tables, int chief, bint own) noexcept nogil
    cdef bint _strikes_from(self, Kernel kernel, int code, int steps, int reach) noexcept nogil
    cdef void _mark_lane(self, Kernel kernel, Tables tables, int chief, bint own) noexcept nogil
    cdef void _find_prey(self, Kernel kernel, Tables tables, int cell, int origin) noexcept nogil
    cdef void _note_prey(self, Kernel kernel, Py_ssize_t row, int cell) noexcept nogil
    cdef void _see_turn(self, Kernel kernel, Tables tables, long long turn) noexcept nogil
    cdef void _see_attacks(self, Kernel kernel, int to) noexcept nogil
    cdef bint _see_kill(self, Kernel kernel, int cell) noexcept nogil
    cdef bint _see_displacement(self, Kernel kernel, int to, int place) noexcept nogil
    cdef void _see_chief_move(self, Kernel kernel, int origin, int to) noexcept nogil
    cdef void _see_piece_move(self, Tables tables, int origin, int to, int place) noexcept nogil
