cimport cython

from djambi.kernel.codes cimport NOBODY, WINNERS
from djambi.kernel.sorts cimport MOST
from djambi.kernel.tables cimport mix
from djambi.kernel.tastes cimport Tastes

cdef extern from *:
    """
    #if defined(_WIN32)
    #ifdef __cplusplus
    extern "C"
    #endif
    __declspec(dllimport) unsigned long long __stdcall GetTickCount64(void);
    static double djambi_clock(void) { return (double)GetTickCount64() / 1e3; }
    #else
    #include <time.h>
    static double djambi_clock(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
    }
    #endif
    """
    double clock "djambi_clock"() noexcept nogil

cdef enum:
    DEEPEST = 12

@cython.final
cdef class Search(Tastes):
    cdef public double fear, noise
    cdef public int places, root_places, width, root_width
    cdef readonly int depth
    cdef readonly long long nodes, chosen
    cdef long long most_nodes
    cdef double deadline
    cdef int seat, best
    cdef bint stopped
    cdef bint unwanted
    cdef double mark[MOST]
    cdef double found[13 * 8]
    cdef double expected[8]

    cdef bint _over(self) noexcept nogil
    cdef double _aim(self, int party, double* shares) noexcept nogil
    cdef void _keep(self, int ply) noexcept nogil
    cdef void _sort(self, int first, int last, int most) noexcept nogil
    cdef void _dive(self, int depth, int ply, int first) noexcept nogil
    cdef void _think(self, int deepest) noexcept nogil
    cdef double _slip(self) noexcept nogil
    cdef int _look(self) noexcept nogil
    cdef bint _deepen(self, int depth, int many) noexcept nogil
