"""Elementary functions that are the same on every machine, to the last bit.

A system's own exp and log differ in the last bit from one C library to the next, and within one by
the instructions of the processor; a search that ranks turns by them might choose another turn.
Here are tables made of whole numbers, and a fixed sequence of operations that IEEE 754 defines.

Method: with k the whole number nearest to 128 x / ln 2, i = k mod 128 and r = x - k ln 2 / 128,

    exp(x) = 2^((k - i) / 128) * 2^(i / 128) * exp(r),     |r| <= ln 2 / 256

where 2^(i / 128) is tabulated in two parts, a double and how much of it is missing, ln 2 / 128 is
subtracted in two parts, and exp(r) is Taylor's polynomial of degree 5. The result is within 0.52
units in the last place. Logarithms are those of numbers of pieces, tabulated and rounded once.

Sources: Ping-Tak Peter Tang (1989), Table-driven implementation of the exponential function in
IEEE floating-point arithmetic.
"""

from __future__ import annotations

from math import isqrt

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from math import ldexp

    # How many steps there are from a power of two to the next, as a power of two and as a number.
    STEP_BITS = 7
    STEPS = 128
    # The largest number of pieces: all of eight parties.
    MAX_COUNT = 72

    power = [0.0] * STEPS
    remainder = [0.0] * STEPS
    logarithm = [0.0] * (MAX_COUNT + 1)

    def nearest(x: float) -> int:
        """Return the whole number nearest to x."""
        return int(x - 0.5 if x < 0.0 else x + 0.5)

    def power_of_two(exponent: int) -> float:
        """Return 2 to the power of a whole number from -1022 to 1023."""
        return ldexp(1.0, exponent)


# 128 / ln 2; ln 2 / 128 in two parts, the first so short that its products are exact.
STEPS_IN_ONE = cython.declare(cython.double, 184.6649652337873)
STEP_HIGH = cython.declare(cython.double, 0.005415212348111709)
STEP_LOW = cython.declare(cython.double, 1.2864023111638346e-14)
# Beyond these the result is no normal number.
MIN_ARGUMENT = cython.declare(cython.double, -708.0)
MAX_ARGUMENT = cython.declare(cython.double, 709.0)

# So many bits of a whole number in the tables' making stand behind the point.
_POINT = 160


def _fill_powers() -> None:
    """Tabulate 2^(i / 128): the nearest double, and what part of it is missing."""
    root = 2 << _POINT
    for _ in range(STEP_BITS):
        root = isqrt(root << _POINT)
    exact = 1 << _POINT
    for i in range(STEPS):
        # Dividing whole numbers rounds once.
        power[i] = exact / (1 << _POINT)
        missing = exact - (int(power[i] * 2.0**52) << (_POINT - 52))
        remainder[i] = missing / exact
        exact = exact * root >> _POINT


def _fill_logarithms() -> None:
    """Tabulate ln(1 + n) by ln(1 + n) - ln n = 2 artanh(1 / (2 n + 1)), as a series."""
    exact = 0
    for n in range(1, MAX_COUNT + 1):
        term, divisor = (2 << _POINT) // (2 * n + 1), 1
        while term:
            exact += term // divisor
            term //= (2 * n + 1) ** 2
            divisor += 2
        logarithm[n] = exact / (1 << _POINT)


_fill_powers()
_fill_logarithms()


def exp(x: cython.double) -> cython.double:
    """Return e to the power x; 0 below -708, and no more than for 709.

    >>> exp(0.0), exp(1.0), exp(-1000.0)
    (1.0, 2.718281828459045, 0.0)
    """
    k: cython.int
    r: cython.double
    square: cython.double
    change: cython.double
    if not x > MIN_ARGUMENT:
        return 0.0
    x = min(x, MAX_ARGUMENT)
    k = nearest(x * STEPS_IN_ONE)
    r = (x - k * STEP_HIGH) - k * STEP_LOW
    square = r * r
    change = remainder[k & (STEPS - 1)] + r
    change = change + square * (0.5 + r * (1.0 / 6.0))
    change = change + square * square * (1.0 / 24.0 + r * (1.0 / 120.0))
    change = power[k & (STEPS - 1)] + power[k & (STEPS - 1)] * change
    return change * power_of_two(k >> STEP_BITS)


def log1p(count: cython.double) -> cython.double:
    """Return the natural logarithm of one more than a number of pieces, a whole one up to 72.

    >>> log1p(0.0), log1p(1.0)
    (0.0, 0.6931471805599453)
    """
    return logarithm[nearest(max(0.0, min(count, MAX_COUNT)))]
