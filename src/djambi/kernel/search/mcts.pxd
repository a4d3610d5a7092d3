cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.search.candidates cimport MAX_LISTED
from djambi.kernel.search.evaluation cimport Evaluator
from djambi.kernel.search.forced_win cimport ForcedWinSolver
from djambi.kernel.search.limits cimport SearchLimits
from djambi.kernel.search.settings cimport SearchSettings
from djambi.kernel.search.style cimport StyleBias
from djambi.kernel.search.tree cimport INCOMPLETE, NEVER
from djambi.kernel.search.tree_search cimport TreeSearch

@cython.final
cdef class MultiplayerMcts:
    cdef TreeSearch main
    cdef list helpers
    cdef readonly long long chosen
    cdef public long long memory
    cdef public bint ends_when_settled
    cdef readonly tuple snapshot
    cdef int best

    cdef void _begin(self) noexcept nogil
    cdef void _run(self, bint may_settle) noexcept nogil
    cdef bint _is_settled(self, int visits, double before) noexcept nogil
    cdef void _publish(self) noexcept nogil
