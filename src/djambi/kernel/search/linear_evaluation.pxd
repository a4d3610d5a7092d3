cimport cython

from djambi.kernel.rules.codes cimport ACTIVE, ASSASSIN, MILITANT, QUIET, REPORTER, STATUS
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.search.elementary cimport exp, log1p
from djambi.kernel.search.evaluation cimport Evaluator
from djambi.kernel.search.features cimport OWN, FEATURES, FeatureExtractor

cdef enum:
    DRAW_SIGNS = 5

cdef class LinearEvaluator(Evaluator):
    cdef double weight[FEATURES]
    cdef double sign[DRAW_SIGNS]
    cdef double sign_weight[DRAW_SIGNS]
    cdef readonly FeatureExtractor extractor

    cdef void estimate(self, Kernel kernel, double* shares) noexcept nogil
    cdef double draw_probability(self, Kernel kernel) noexcept nogil
    @cython.final
    cdef double _score(self, Py_ssize_t row) noexcept nogil
    @cython.final
    cdef void _read_signs(self, Kernel kernel) noexcept nogil
    @cython.final
    cdef double _draw_chance(self, Kernel kernel) noexcept nogil
