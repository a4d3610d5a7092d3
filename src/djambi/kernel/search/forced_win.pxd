cimport cython

from djambi.kernel cimport turns
from djambi.kernel.rules.codes cimport ACTIVE, MAX_PARTIES, QUIET, STATUS, WINNERS
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport mix
from djambi.kernel.search.candidates cimport MAX_LISTED
from djambi.kernel.search.limits cimport SearchLimits
from djambi.kernel.search.strokes cimport StrokeFinder

cdef enum:
    MAX_PLY = 64

@cython.final
cdef class ForcedWinSolver(StrokeFinder):
    cdef readonly int own_turns
    cdef readonly long long turns_played
    cdef public bint keeps_table
    cdef int deepest
    cdef readonly bint left_out
    cdef bint last_is_stroke
    cdef long long generation
    cdef unsigned long long table_salt
    cdef long long killer[MAX_PLY]
    cdef readonly long long table_mask
    cdef long long reserved
    cdef long long[::1] table_key
    cdef unsigned char[::1] table_entry
    cdef int[::1] table_proof
    cdef int[::1] table_disproof
    cdef unsigned char[::1] table_plies
    cdef int proof, disproof, proof_turns, proof_plies, second
    cdef long long path[MAX_PLY]
    cdef int child_proof[MAX_LISTED]
    cdef int child_disproof[MAX_LISTED]
    cdef unsigned char child_turns[MAX_LISTED]
    cdef unsigned char child_plies[MAX_LISTED]
    cdef long long winning_turn

    cdef long long solve(self, long long nodes) noexcept nogil
    cdef bint proves(self, long long nodes, bint loses) noexcept nogil
    cdef void new_search(self) noexcept nogil
    cdef void _set_out(self, Kernel kernel, bint loses) noexcept nogil
    cdef bint _deepen(self, Kernel kernel, int low, int high) noexcept nogil
    cdef bint _wins(self, Kernel kernel, int more, int ply, int first) noexcept nogil
    cdef void _search(self, Kernel kernel, int ply, int first, int proof_threshold, int disproof_threshold) noexcept nogil
    cdef void _note(self, int child) noexcept nogil
    cdef int _join(self, int first, int many, bint own) noexcept nogil
    cdef void _fail(self) noexcept nogil
    cdef void _succeed(self, int own, int plies) noexcept nogil
    cdef int _list_children(self, Kernel kernel, int first, bint own, int ply) noexcept nogil
    cdef bint _is_proved(self, Kernel kernel) noexcept nogil
    cdef bint _wins_by_numbers(self, Kernel kernel) noexcept nogil
    cdef int _keep_shortest(self, int first, int many) noexcept nogil
    cdef long long _key(self, Kernel kernel) noexcept nogil
    cdef void _look_up(self, Kernel kernel, int ply) noexcept nogil
    cdef void _estimate(self, Kernel kernel) noexcept nogil
    cdef void _store(self, long long key) noexcept nogil
    cdef bint _is_early(self, Kernel kernel, int plies) noexcept nogil
    cdef bint _wins_after(self, Kernel kernel, long long turn, bint own, int more, int ply, int first) noexcept nogil
