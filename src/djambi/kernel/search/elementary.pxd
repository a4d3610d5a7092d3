cdef extern from *:
    """
    #include <string.h>
    static inline int djambi_nearest(double x) {
        return (int)(x < 0.0 ? x - 0.5 : x + 0.5);
    }
    static inline double djambi_power_of_two(int exponent) {
        /* The exponent stands above 52 bits of a double, 1023 too large. */
        unsigned long long bits = (unsigned long long)(exponent + 1023) << 52;
        double power;
        memcpy(&power, &bits, sizeof power);
        return power;
    }
    """
    int nearest "djambi_nearest"(double x) noexcept nogil
    double power_of_two "djambi_power_of_two"(int exponent) noexcept nogil

cdef enum:
    STEP_BITS = 7
    STEPS = 128
    MAX_COUNT = 72

cdef double power[STEPS]
cdef double remainder[STEPS]
cdef double logarithm[MAX_COUNT + 1]

cpdef double exp(double x) noexcept nogil
cpdef double log1p(double count) noexcept nogil
