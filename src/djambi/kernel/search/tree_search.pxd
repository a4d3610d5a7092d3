cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport ACTIVE, MAX_PARTIES, NO_CELL, NOBODY, STATUS, WINNERS
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport mix
from djambi.kernel.search.candidates cimport MAX_LISTED, CandidateGenerator
from djambi.kernel.search.elementary cimport exp
from djambi.kernel.search.evaluation cimport Evaluator
from djambi.kernel.search.forced_win cimport MAX_PLY, ForcedWinSolver
from djambi.kernel.search.limits cimport SearchLimits
from djambi.kernel.search.pledges cimport TurnPledges
from djambi.kernel.search.settings cimport SearchSettings
from djambi.kernel.search.style cimport StyleBias
from djambi.kernel.search.tree cimport INCOMPLETE, NEVER, SearchTree
from djambi.kernel.search.turn_policy cimport TurnPolicy

cdef enum:
    MAX_DEPTH = 60
    MAX_REFINED = 64

@cython.final
cdef class TreeSearch:
    cdef readonly Kernel kernel
    cdef readonly CandidateGenerator candidates
    cdef readonly SearchLimits limits
    cdef readonly ForcedWinSolver solver
    cdef readonly SearchTree tree
    cdef readonly StyleBias style
    cdef readonly TurnPledges pledges
    cdef readonly TurnPolicy policy
    cdef readonly Evaluator evaluator
    cdef public SearchSettings settings
    cdef readonly double at_stake
    cdef public int depth, max_depth
    cdef int path[MAX_DEPTH + 1]
    cdef double sort_key[MAX_LISTED]
    cdef int turn_score[MAX_LISTED]
    cdef double share[MAX_PARTIES]
    cdef long long refined[MAX_REFINED]
    cdef int refined_count
    cdef bint scored

    cpdef void expand_root(self) noexcept nogil
    cpdef void widen_root(self) noexcept nogil
    cpdef void find_forced_win(self) noexcept nogil
    cpdef bint is_decided(self) noexcept nogil
    cpdef bint can_go_on(self) noexcept nogil
    cpdef void visit(self) noexcept nogil
    cdef bint _proves(self) noexcept nogil
    cdef void _expand(self, int node, int ply) noexcept nogil
    cdef int _generate(self, int placements) noexcept nogil
    cdef int _keep_pledges(self, int ply, int low, int high) noexcept nogil
    cdef void _set_paranoia(self, int ply) noexcept nogil
    cdef int _preselect(self, int many, int wanted) noexcept nogil
    cdef void _shuffle(self, int many) noexcept nogil
    cdef int _evaluate_children(self, int node, int ply, int low, int high) noexcept nogil
    cdef int _list_refinements(self, int many) noexcept nogil
    cdef void _sort(self, int low, int high, int wide) noexcept nogil
    cdef void _attach(self, int node, int to_move, int many, bint whole) noexcept nogil
    cdef void _score_children(self, int many) noexcept nogil
    cdef double _noise(self) noexcept nogil
    cdef bint _widen(self, int node, int ply) noexcept nogil
    cdef bint _find_proof(self, int node, int ply) noexcept nogil
    cdef void _prove_won(self, int node, int ply) noexcept nogil
    cdef void _cap_estimate(self) noexcept nogil
    cdef void _discount_win(self, int plies) noexcept nogil
