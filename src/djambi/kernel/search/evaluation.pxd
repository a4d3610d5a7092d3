cimport cython

from djambi.kernel.rules.codes cimport (
    ACTIVE, MAX_PARTIES, MILITANT, NOBODY, SLOTS, STATUS, WINNERS,
)
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport Tables, bits_in

cdef class Evaluator:
    cdef readonly Tables tables
    cdef double share[MAX_PARTIES]
    cdef public bint draw_aware

    @cython.final
    cdef void evaluate(self, Kernel kernel, double* shares) noexcept nogil
    cdef void estimate(self, Kernel kernel, double* shares) noexcept nogil
    cdef double draw_probability(self, Kernel kernel) noexcept nogil

cdef class MaterialEvaluator(Evaluator):
    cdef double value[6]

    cdef void estimate(self, Kernel kernel, double* shares) noexcept nogil
