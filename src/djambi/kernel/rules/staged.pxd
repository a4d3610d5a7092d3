cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport NOBODY, PIECE, SLOTS
from djambi.kernel.search.candidates cimport Sorts
from djambi.kernel.rules.tables cimport lowest

cdef enum:
    STEP = 1
    ACT = 2
    WHOLE = 3

cdef class Staged(Sorts):
    cdef unsigned char goals[208]
    cdef long long seen_act[512]
    cdef unsigned char stage_of[4096]
    cdef long long acts

    @cython.final
    cdef int offer_stage(self, int stage, long long turn) noexcept nogil
    @cython.final
    cdef void _offer_stage(self, long long turn, int stage) noexcept nogil
    @cython.final
    cdef void _offer_steps(self) noexcept nogil
    @cython.final
    cdef int _fill_some(self, long long turn, int window) noexcept nogil
    @cython.final
    cdef void _offer_acts(self, long long turn) noexcept nogil
    @cython.final
    cdef void _offer_exits(self, long long turn) noexcept nogil
    @cython.final
    cdef long long complete(self, int stage, long long turn) noexcept nogil
