cimport cython

from djambi.kernel.rules.codes cimport MAX_CELLS

@cython.final
cdef class Walk:
    cdef unsigned int seen[MAX_CELLS]
    cdef unsigned char cells[MAX_CELLS]
    cdef unsigned int stamp
