cimport cython

cdef extern from *:
    """
    #if defined(_WIN32)
    #define WIN32_LEAN_AND_MEAN
    #include <windows.h>
    /* From the days of 16 bits: "near" is also what Tables calls a cell's neighbours. */
    #undef near
    #undef far
    static inline double djambi_wall_clock(void) {
        LARGE_INTEGER now, each_second;
        QueryPerformanceCounter(&now);
        QueryPerformanceFrequency(&each_second);
        return (double)now.QuadPart / (double)each_second.QuadPart;
    }
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

@cython.final
cdef class SearchLimits:
    cdef public long long nodes
    cdef readonly long long max_nodes
    cdef public bint by_processor
    cdef public bint cancelled
    cdef readonly bint stopped
    cdef readonly double deadline, begun

    cpdef void start(self, long long nodes, double seconds) noexcept nogil
    cpdef bint tick(self) noexcept nogil
    cpdef bint is_late(self) noexcept nogil
    cpdef double shrink_budget(self, int part) noexcept nogil
    cpdef bint restore_budget(self, double deadline) noexcept nogil
    cpdef void stop(self) noexcept nogil
    cpdef double now(self) noexcept nogil
    cpdef double part_spent(self) noexcept nogil
    cpdef double seconds_left(self) noexcept nogil
