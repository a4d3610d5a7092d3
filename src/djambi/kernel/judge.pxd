cimport cython
from libc.math cimport exp

from djambi.kernel.codes cimport ACTIVE, STATUS, WINNERS
from djambi.kernel.traits cimport TRAITS, Traits

cdef class Judge(Traits):
    cdef double weight[48]
    cdef double share[8]

    @cython.final
    cdef void judge(self) noexcept nogil
    @cython.final
    cdef double _weighed(self, int row) noexcept nogil
