cimport cython

from djambi.kernel.rules.codes cimport (
    EMPTY, CORPSE, PIECE, SLOTS, WALL, CODES, CHIEF, ASSASSIN, NECROMOBILE, MILITANT,
    ACTIVE, VASSAL, INHERITED, FROZEN, HELD, HOSTAGE, NOBODY, KILL, DISPLACE, EXHUME,
    STATUS, LORD, GONE, ORDER, SEAT, BONUS, WINNERS, CONTACT, QUIET, PLY, HEADER, HASHED, LINES, LINE, CORPSES, EXPOSED, CONTROLLED,
)
from djambi.kernel.rules.tables cimport Tables, lowest, mix

cdef class State:
    cdef readonly Tables tables
    cdef readonly int cells, maze, parties
    cdef readonly unsigned long long key

    # The options of RULES 8, in its order, as small numbers.
    cdef int militant_diagonal, assassin_through, necromobile_through, own_kills
    cdef int frozen_vulnerable, reporter_mandatory, reporter_targets, reporter_enters
    cdef int diplomat_targets, diplomat_enthrones, militant_kills_power
    cdef int killer_exit, mover_exit, exit_before_placement, assassin_maze_corpse, corpse_on_maze
    cdef int fortress, fortress_purge, power_turns, power_exit, vassals_kept
    cdef int encirclement, necromobile_saves, chief_sleeps, comeback, resigned_return
    cdef int held_while_in_power, unreachable_wins, dead_power_wins, quiet_rounds
    cdef readonly tuple options

    cdef unsigned char board[176]
    cdef unsigned int bits[256 * 16]
    cdef unsigned char where[80]
    cdef int header[38]
    cdef int free_cells, corpses, active, asleep
    cdef unsigned long long free[3]
    cdef unsigned int alive[8]
    cdef bint stale
    cdef signed char control[8]
    cdef signed char laid_side[8]
    cdef bint laid_open[8]
    cdef int related[17]
    cdef unsigned char relation[8 * 76]
    cdef unsigned char kind_of[76]
    cdef signed char party_of[76]
    cdef unsigned char key_index[76]

    cdef int log_length
    cdef unsigned short log_what[8192]
    cdef int log_was[8192]

    @cython.final
    cdef void clear(self) noexcept nogil
    @cython.final
    cdef void copy_from(self, State other) noexcept nogil
    @cython.final
    cdef void put(self, int cell, int code) noexcept nogil
    @cython.final
    cdef void write(self, int entry, int value) noexcept nogil
    @cython.final
    cdef void back_to(self, int mark) noexcept nogil
    @cython.final
    cdef void _enter(self, int entry, int value) noexcept nogil
    @cython.final
    cdef void _stand(self, int cell, int code) noexcept nogil
    @cython.final
    cdef int ruler(self) noexcept nogil
    @cython.final
    cdef int holder(self) noexcept nogil
    @cython.final
    cdef bint untouchable(self, int party) noexcept nogil
    @cython.final
    cdef void relate(self) noexcept nogil
    @cython.final
    cdef void _lay(self, int cell, int code, bint side, bint exposed) noexcept nogil
    @cython.final
    cdef void _lay_parties(self) noexcept nogil
    @cython.final
    cdef int _relation(self, int colour, int mover, int code) noexcept nogil
