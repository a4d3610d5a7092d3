cimport cython

from djambi.kernel.rules.kernel cimport Kernel

cdef extern from *:
    """
    #if defined(_WIN32)
    #include <windows.h>
    static inline double djambi_wall_clock(void) { return (double)GetTickCount64() / 1e3; }
    static inline double djambi_thread_clock(void) {
        FILETIME made, ended, kernel, user;
        ULARGE_INTEGER k, u;
        GetThreadTimes(GetCurrentThread(), &made, &ended, &kernel, &user);
        k.LowPart = kernel.dwLowDateTime; k.HighPart = kernel.dwHighDateTime;
        u.LowPart = user.dwLowDateTime; u.HighPart = user.dwHighDateTime;
        return (double)(k.QuadPart + u.QuadPart) / 1e7;
    }
    #else
    #include <time.h>
    static inline double djambi_clock(clockid_t which) {
        struct timespec now;
        clock_gettime(which, &now);
        return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
    }
    static inline double djambi_wall_clock(void) { return djambi_clock(CLOCK_MONOTONIC); }
    static inline double djambi_thread_clock(void) { return djambi_clock(CLOCK_THREAD_CPUTIME_ID); }
    #endif
    """
    double wall_clock "djambi_wall_clock"() noexcept nogil
    double thread_clock "djambi_thread_clock"() noexcept nogil

cdef class Watch(Kernel):
    cdef readonly long long nodes
    cdef public bint by_processor
    cdef long long most_nodes
    cdef double deadline
    cdef bint stopped, unwanted

    @cython.final
    cdef void start_watch(self, long long nodes, double seconds) noexcept nogil
    @cython.final
    cdef double hurry(self, int part) noexcept nogil
    @cython.final
    cdef bint go_on(self, double deadline) noexcept nogil
    @cython.final
    cdef double now_is(self) noexcept nogil
    @cython.final
    cdef bint is_late(self) noexcept nogil
    @cython.final
    cdef bint over(self) noexcept nogil
