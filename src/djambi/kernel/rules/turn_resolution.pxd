cimport cython

from djambi.kernel.rules.codes cimport (
    ACTIVE, BONUS, CHIEF, CONTACT, CORPSE, FINISHED, FROZEN, GONE, HELD, HOSTAGE, INHERITED, LORD,
    MAX_PARTIES, NECROMOBILE, NOBODY, ORDER, PIECE, PLY, QUIET, SEAT, SLOTS, STATUS, VASSAL,
    WINNERS,
)
from djambi.kernel.rules.encirclement cimport encircled_parties, is_encircled
from djambi.kernel.rules.game_end cimport any_contact, chief_may_reach_maze, ruler_is_unreachable
from djambi.kernel.rules.move_counting cimport TurnCounter
from djambi.kernel.rules.options cimport (
    COMEBACK_ALWAYS, COMEBACK_NEVER, DEAD_POSITION_DRAW, ENCIRCLED_CHIEF_DIES, POWER_EXIT_SEAT,
    POWER_TURNS_AFTER_EACH, POWER_TURNS_DUEL_PLUS_OWN, POWER_TURNS_PLUS_OWN,
    RESIGNED_RETURN_NEVER, VASSALAGE_PERMANENT, VASSAL_TURNS_MERGED,
)
from djambi.kernel.rules.tables cimport bits_in
from djambi.kernel.rules.walk cimport Walk

cdef class TurnResolver(TurnCounter):
    cdef int killed_chiefs, frozen_now, active_before, ruler_before
    cdef bint any_death, contact_lapsed
    cdef unsigned char seat_order[MAX_PARTIES]
    cdef Walk walk

    @cython.final
    cdef void note_death(self, int code) noexcept nogil
    @cython.final
    cdef void _set_status(self, int party, int status, int lord) noexcept nogil
    @cython.final
    cdef void _subject_killed(self, int lord) noexcept nogil
    @cython.final
    cdef void _purge_if_new_ruler(self) noexcept nogil
    @cython.final
    cdef void _purge_fortress(self) noexcept nogil
    @cython.final
    cdef void _freeze_party(self, int party) noexcept nogil
    @cython.final
    cdef void _judge_encirclement(self) noexcept nogil
    @cython.final
    cdef int _waking_parties(self) noexcept nogil
    @cython.final
    cdef bint _comeback_allowed(self, int party) noexcept nogil
    @cython.final
    cdef bint _would_wake(self, int party) noexcept nogil
    @cython.final
    cdef void _inherit_frozen(self) noexcept nogil
    @cython.final
    cdef void _end_game(self, int winners) noexcept nogil
    @cython.final
    cdef bint _end_if_decided(self) noexcept nogil
    @cython.final
    cdef bint _position_is_dead(self) noexcept nogil
    @cython.final
    cdef bint seat_plays(self, int seat) noexcept nogil
    @cython.final
    cdef int order_index(self, int seat) noexcept nogil
    @cython.final
    cdef int _next_seat(self, int seat, int just, bint again) noexcept nogil
    @cython.final
    cdef bint _ruler_plays_again(self, bint duel) noexcept nogil
    @cython.final
    cdef void _move_seat(self, int party, int beside, int shift) noexcept nogil
    @cython.final
    cdef void _take_seat_along(self, int mover) noexcept nogil
    @cython.final
    cdef void _pass_turn_on(self, int mover) noexcept nogil
    @cython.final
    cdef void resolve_turn(self, int mover) noexcept nogil
    @cython.final
    cdef void resign_party(self, int party) noexcept nogil
    @cython.final
    cdef bint party_may_rejoin(self, int party) noexcept nogil
    @cython.final
    cdef void rejoin_party(self, int party) noexcept nogil
    @cython.final
    cdef void _begin_interlude(self) noexcept nogil
    @cython.final
    cdef void _end_interlude(self) noexcept nogil
