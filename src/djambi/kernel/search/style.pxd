cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport CHIEF, CORPSE, DIPLOMAT, EMPTY, NOBODY, NONE, PIECE, WALL
from djambi.kernel.search.evaluation cimport Judge

cdef class Tastes(Judge):
    cdef bint tasting
    cdef double kills[9]
    cdef double throws[9]
    cdef double tomb[176]
    cdef double march[176]
    cdef double balance

    @cython.final
    cdef double _taste(self, long long turn, double* shares) noexcept nogil
    @cython.final
    cdef double _taste_of_act(self, int kind, int cell, int to, int place) noexcept nogil
    @cython.final
    cdef double _taste_of_victims(self, int cell, int victims) noexcept nogil
    @cython.final
    cdef int _owner(self, int code) noexcept nogil
