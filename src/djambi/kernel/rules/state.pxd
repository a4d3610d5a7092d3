cimport cython

from djambi.kernel.rules.codes cimport (
    ACTIVE, BONUS, CELL_WORDS, CHIEF, CODES, CONTROLLED, CORPSE, CORPSES, DISPLACE, EMPTY, EXHUME,
    EXPOSED, FROZEN, GONE, HASHED, HASHED_CODES, HEADER, HEADER_VALUES, HELD, HOSTAGE, INHERITED,
    KILL, LINE, LINES, LOG_CHANGES, LORD, MAX_CELLS, MAX_LINES, MAX_PARTIES, MAX_PIECES, MILITANT, NECROMOBILE,
    NOBODY, PIECE, SEAT, SLOTS, STATUS, VASSAL, WALL,
)
from djambi.kernel.rules.options cimport (
    DIPLOMAT_TARGETS_OWN, DIPLOMAT_TARGETS_VASSALS, FROZEN_PIECES_VULNERABLE, OWN_KILLS_ANY,
    OWN_KILLS_VASSALS, VASSALAGE_WHILE_IN_POWER, VASSAL_TURNS_KEPT, OptionFields,
)
from djambi.kernel.rules.tables cimport Tables, lowest

cdef class State:
    cdef readonly Tables tables
    cdef readonly int cells, maze, parties
    cdef readonly unsigned long long zobrist_hash

    cdef readonly OptionFields options
    cdef bint displaces_vassals

    cdef unsigned char board[MAX_CELLS]
    cdef unsigned int line_bits[MAX_LINES * LINE]
    cdef unsigned char cell_of[MAX_PIECES]
    cdef int header[HEADER]
    cdef int empty_count, corpse_count, active_bits, asleep_bits
    cdef unsigned long long empty_bits[CELL_WORDS]
    cdef unsigned int alive_slots[MAX_PARTIES]
    cdef bint relations_stale
    cdef signed char controller[MAX_PARTIES]
    cdef signed char line_controller[MAX_PARTIES]
    cdef bint line_exposed[MAX_PARTIES]
    cdef int relations_made_for[GONE + 1]
    cdef unsigned char permitted_acts[MAX_PARTIES * CODES]
    cdef unsigned char kind_of[CODES]
    cdef signed char party_of[CODES]
    cdef unsigned char zobrist_index[CODES]

    cdef readonly int mover
    cdef int only_colour, power_holder
    cdef bint fortress_shut

    cdef unsigned short log_codes[LOG_CHANGES]
    cdef int log_values[LOG_CHANGES]
    cdef int log_length

    @cython.final
    cdef void clear(self) noexcept nogil
    @cython.final
    cdef void copy_from(self, State other) noexcept nogil
    @cython.final
    cdef void change_cell(self, int cell, int code) noexcept nogil
    @cython.final
    cdef void change_header(self, int entry, int value) noexcept nogil
    @cython.final
    cdef void undo_to(self, int mark) noexcept nogil
    @cython.final
    cdef void set_header(self, int entry, int value) noexcept nogil
    @cython.final
    cdef void set_cell(self, int cell, int code) noexcept nogil
    @cython.final
    cdef int ruler(self) noexcept nogil
    @cython.final
    cdef int holder(self) noexcept nogil
    @cython.final
    cdef bint untouchable(self, int party) noexcept nogil
    @cython.final
    cdef void update_relations(self) noexcept nogil
    @cython.final
    cdef void toggle_line_bits(self, int cell, int code, bint side, bint exposed) noexcept nogil
    @cython.final
    cdef void refresh_line_bits(self) noexcept nogil
    @cython.final
    cdef void _permit_acts(self, int colour, int party) noexcept nogil
    @cython.final
    cdef void judge_power(self) noexcept nogil
    @cython.final
    cdef bint fortress_shut_to(self, int party) noexcept nogil
    @cython.final
    cdef void prepare(self) noexcept nogil
    @cython.final
    cdef void prepare_for(self, int party) noexcept nogil
    @cython.final
    cdef bint moves_itself(self, int code) noexcept nogil
    @cython.final
    cdef bint must_leave(self, int cell) noexcept nogil

@cython.locals(fields=OptionFields)
cpdef list bound_options()
