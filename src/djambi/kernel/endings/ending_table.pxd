cimport cython

from djambi.kernel.endings.ending_position cimport (
    BONUS_TURNS, DEAD, MAX_SLOTS, MAX_SYMMETRIES, NO_PARTY, EndingPosition,
)
from djambi.kernel.rules.codes cimport (
    ASSASSIN, CHIEF, DIPLOMAT, EMPTY, MAX_CELLS, NECROMOBILE, NOBODY, REPORTER, SIDES,
)
from djambi.kernel.rules.options cimport (
    DIPLOMAT_ENTHRONES_CHIEFS, MOVER_EXIT_ANY, REPORTER_KILL_MANDATORY,
)

cdef enum:
    SHARED = 255
    NO_POSITION = 254
    MAX_TURNS = 126
    COUNTS = 36
    LENGTHS = 256

@cython.final
cdef class EndingTable(EndingPosition):
    cdef readonly int level, deepest
    cdef readonly unsigned char[::1] values
    cdef unsigned char[::1] after_third, after_fourth
    cdef int slot_after[2 * MAX_SLOTS]
    cdef bint swapped_after[2]
    cdef bint must_kill, enthrones, exits_first, acts_in_exit
    cdef int winner, cost_of_loss
    cdef int mode, mover, known, fastest, slowest
    cdef bint is_open, after_bonus, looks_for_losses
    cdef bint after_regular_turn, after_bonus_turn

    cdef void _scan(self, int turn, int mode) noexcept nogil
    cdef bint _scan_piece(self, int slot) noexcept nogil
    cdef bint _scan_act(self, int slot, int target, int home) noexcept nogil
    cdef bint _scan_placements(self, int thing) noexcept nogil
    cdef bint _scan_exits(self, int slot, int thing) noexcept nogil
    cdef bint _scan_exits_after_placement(self, int slot) noexcept nogil
    cdef bint _scan_reporter(self, int target) noexcept nogil
    cdef bint _note(self, int value) noexcept nogil
    cdef bint _note_quiet(self) noexcept nogil
    cdef bint _note_death(self, int victim, int place) noexcept nogil
    cdef void _fill(self) noexcept nogil
    cdef long long _retract_level(self) noexcept nogil
    cdef long long _retract_once(self) noexcept nogil
    cdef void _find_losses(self) noexcept nogil
    cdef void _retract(self) noexcept nogil
    cdef void _retract_step(self, int slot) noexcept nogil
    cdef void _retract_act(self, int slot, int thing) noexcept nogil
    cdef void _retract_exit(self, int slot, int thing, int other) noexcept nogil
    cdef void _visit(self, int slot, int origin, bint certain) noexcept nogil
    cdef void _reconsider(self, int turn, bint certain) noexcept nogil
    cdef void _count(self, long long[::1] tally) noexcept nogil
    cdef void _keep(self, int turn, int value) noexcept nogil
    cdef void _keep_loss(self) noexcept nogil
