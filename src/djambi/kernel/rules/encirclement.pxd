from djambi.kernel.rules.codes cimport (
    ACTIVE, CHIEF, CORPSE, NECROMOBILE, NEIGHBOURS, PIECE, SLOTS, STATUS,
)
from djambi.kernel.rules.move_counting cimport TurnCounter
from djambi.kernel.rules.options cimport (
    ENCIRCLEMENT_CORPSES, ENCIRCLEMENT_GROUP, ENCIRCLEMENT_IMMOBILE, NECROMOBILE_SAVES_OWN,
)
from djambi.kernel.rules.walk cimport Walk

cdef int encircled_parties(TurnCounter kernel, Walk walk) noexcept nogil
cdef bint is_encircled(TurnCounter kernel, Walk walk, int party) noexcept nogil
cdef bint _is_walled_in(TurnCounter kernel, int cell) noexcept nogil
cdef bint _is_beside_corpse(TurnCounter kernel, int cell) noexcept nogil
cdef bint _group_is_stuck(TurnCounter kernel, Walk walk, int party, int cell) noexcept nogil
cdef bint _has_path_to_maze(TurnCounter kernel, Walk walk, int cell) noexcept nogil
