cimport cython
from libc.math cimport exp, log1p

from djambi.kernel.rules.codes cimport ACTIVE, ASSASSIN, MILITANT, QUIET, REPORTER, STATUS, WINNERS
from djambi.kernel.search.features cimport OWN, TRAITS, Traits

cdef enum:
    SIGNS = 5

cdef class Judge(Traits):
    cdef public bint heeds_truce
    cdef double weight[48]
    cdef double sign[SIGNS]
    cdef double sign_weight[SIGNS]
    cdef double share[8]

    @cython.final
    cdef void judge(self) noexcept nogil
    @cython.final
    cdef double _weighed(self, int row) noexcept nogil
    @cython.final
    cdef void _read_signs(self) noexcept nogil
    @cython.final
    cdef double _truce(self) noexcept nogil
