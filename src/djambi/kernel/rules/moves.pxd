cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.acts cimport may_act_there, next_victims, victims_around
from djambi.kernel.rules.codes cimport (
    ACTIVE, ASSASSIN, CHIEF, CODES, CORPSE, DIPLOMAT, DISPLACE, EMPTY, EXHUME, HOSTAGE, KILL,
    LINE, LINES, MAX_CELLS, MAX_HITS, MILITANT, MILITANT_REACH, NECROMOBILE, NO_CELL, PIECE,
    REPORTER, SIDES, STATUS, WALL, WINDOW_TURNS,
)
from djambi.kernel.rules.options cimport (
    ASSASSIN_MAZE_CORPSE_ANYWHERE, CORPSE_ON_MAZE_FRESH_CHIEF, DIPLOMAT_ENTHRONES_CHIEFS,
    DIPLOMAT_ENTHRONES_HOSTAGE, DIPLOMAT_TARGETS_ENEMIES, KILLER_EXIT_ANY, MOVER_EXIT_CHIEFS,
    OWN_KILLS_NONE, REPORTER_KILL_MANDATORY,
)
from djambi.kernel.rules.state cimport State
from djambi.kernel.rules.tables cimport bits_in, lowest

cdef class MoveGenerator(State):
    cdef int wanted_target, held_thing
    cdef unsigned int own_unkillable, own_immovable
    cdef int through_kinds
    cdef int stop_count[2]
    cdef int hit_count[2]
    cdef unsigned char stops[2 * MAX_CELLS]
    cdef unsigned char hits[2 * MAX_HITS]
    cdef long long window_low, window_high, turn_count, sought_turn, sought_bits, enough
    cdef long long window_turns[WINDOW_TURNS]
    cdef int told_apart_by

    @cython.final
    cdef void find_destinations(self, int cell, int exit) noexcept nogil
    @cython.final
    cdef bint _slides_through(self, int kind, int other) noexcept nogil
    @cython.final
    cdef bint _already_found(self, int first, int last, int cell, unsigned char* found) noexcept nogil
    @cython.final
    cdef bint may_enthrone(self, int thing) noexcept nogil
    @cython.final
    cdef bint fortress_bars(self, int thing) noexcept nogil
    @cython.final
    cdef bint can_place(self, int cell, int thing, bint maze_too) noexcept nogil
    @cython.final
    cdef void _emit_turn(self, long long turn) noexcept nogil
    @cython.final
    cdef void want_all(self) noexcept nogil
    @cython.final
    cdef bint _has_enough(self, int part) noexcept nogil
    @cython.final
    cdef void _emit_placements(self, long long turn, int part, int thing, int left, bint maze_too) noexcept nogil
    @cython.final
    cdef void emit_reporter_turns(self, int cell, int to, long long turn) noexcept nogil
    @cython.final
    cdef void _emit_victim_choices(self, long long turn, int part, int seen) noexcept nogil
    @cython.final
    cdef bint act_may_force_exit(self, int kind, int code, int to, int target) noexcept nogil
    @cython.final
    cdef void emit_act(self, int cell, int to, long long turn) noexcept nogil
    @cython.final
    cdef void emit_act_on_board(self, int cell, int to, long long turn) noexcept nogil
    @cython.final
    cdef bint _is_sought(self, int part, int cell) noexcept nogil
    @cython.final
    cdef void _emit_or_exit(self, int cell, long long turn) noexcept nogil
    @cython.final
    cdef void _emit_exits(self, int cell, long long turn) noexcept nogil
    @cython.final
    cdef void _emit_exit_act(self, int cell, int to, long long turn) noexcept nogil
    @cython.final
    cdef void _emit_exit_placements(self, int cell, long long turn, int thing, bint only_maze, bint maze_too) noexcept nogil
    @cython.final
    cdef void _emit_with_held(self, long long turn) noexcept nogil
    @cython.final
    cdef void _emit_piece_turns(self, int cell) noexcept nogil
    @cython.final
    cdef long long fill_window(self, int cell, int want, long long low, long long high) noexcept nogil
