cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport MAX_CELLS, PIECE, SLOTS, WINDOW_TURNS
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport lowest

cdef enum:
    STEP = 1
    ACT = 2
    WHOLE = 3
    MAX_WAYS = 4096

@cython.final
cdef class StagedGenerator:
    cdef readonly Kernel kernel
    cdef long long listed[MAX_WAYS]
    cdef unsigned char stage_of[MAX_WAYS]
    cdef int listed_count
    # Where a piece may stop and where it may act are different cells.
    cdef unsigned char targets[MAX_CELLS]
    cdef long long seen_act[512]
    cdef long long acts

    cdef int generate(self, int stage, long long turn) noexcept nogil
    cdef long long complete(self, int stage, long long turn) noexcept nogil
    cdef void _add(self, long long turn, int stage) noexcept nogil
    cdef void _add_steps(self, Kernel kernel) noexcept nogil
    cdef int _fill_some(self, Kernel kernel, long long turn, int window) noexcept nogil
    cdef void _add_acts(self, Kernel kernel, long long turn) noexcept nogil
    cdef void _add_exits(self, Kernel kernel, long long turn) noexcept nogil
