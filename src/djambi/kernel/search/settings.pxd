cimport cython

@cython.final
cdef class SearchSettings:
    cdef public double paranoia, evaluation_noise, oversight_rate
    cdef public int width, root_width, placements, root_placements, preselected, paranoid_rounds
