cimport cython

from djambi.kernel cimport turns
from djambi.kernel.environment.turn_builder cimport (
    CHOOSE_PIECE, MAX_ACTIONS, WHOLE, TurnBuilder,
)
from djambi.kernel.rules.codes cimport (
    ACTIVE, BONUS, CORPSE, FROZEN, GONE, HELD, INHERITED, MAX_CELLS, MAX_PARTIES, MILITANT, NOBODY,
    NO_CELL, ORDER, QUIET, SEAT, SIDES, SLOTS, STATUS, VASSAL, WINNERS,
)
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport lowest

@cython.final
cdef class ObservationEncoder:
    cdef readonly int parties, cells, plane_cells, planes, size
    cdef readonly int plane_stride, cell_stride
    cdef readonly int quiet_limit, turn_limit
    cdef unsigned short off[MAX_CELLS]
    cdef unsigned short spot[MAX_PARTIES * MAX_CELLS]
    cdef unsigned char seen_as[MAX_PARTIES * MAX_ACTIONS]
    cdef unsigned char meant_by[MAX_PARTIES * MAX_ACTIONS]
    cdef int off_count

    cdef void write_position(self, Kernel kernel, int observer, int played, unsigned char[::1] out, Py_ssize_t at) noexcept nogil
    cdef void write_choice(self, TurnBuilder builder, Kernel kernel, int observer, unsigned char[::1] out, Py_ssize_t at) noexcept nogil
    cdef void _fill(self, unsigned char[::1] out, Py_ssize_t at, int plane, int value) noexcept nogil
    cdef void _mark(self, unsigned char[::1] out, Py_ssize_t at, int plane, int observer, int cell) noexcept nogil
    cdef void _mark_victims(self, Kernel kernel, unsigned char[::1] out, Py_ssize_t at, int plane, int observer, int cell, int victims) noexcept nogil
    cdef int _seen_party(self, int party, int observer) noexcept nogil
    cdef int _share(self, int part, int whole) noexcept nogil
