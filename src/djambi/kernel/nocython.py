"""What the kernel needs of `cython` while it runs interpreted and Cython is not installed.

A kernel module begins with

    try:
        import cython
    except ImportError:
        from djambi.kernel import nocython as cython

Compiled, the name `cython` is the compiler's own and this module is never loaded. Interpreted,
types mean nothing and `nogil` does nothing; `compiled` is the one thing worth asking. The names
here are the ones the kernel uses, not all that Cython has; `typings/cython` lists the same
names with their types, and a test compares the two.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TypeVar

_Value = TypeVar("_Value")

compiled: bool = False

# `with cython.nogil:` and `with cython.gil:` change nothing here.
nogil = gil = nullcontext()


def final(function: _Value) -> _Value:
    """Return FUNCTION; compiled, no class below may override it, and it is called directly."""
    return function


def declare(ctype: object, value: _Value) -> _Value:
    """Return VALUE; compiled, the assigned name becomes a C variable of type CTYPE.

    >>> declare(ulonglong, 1 << 63) == 1 << 63
    True
    """
    return value


def cast(ctype: object, value: _Value) -> _Value:
    """Return VALUE as it is; compiled, it is converted to CTYPE without a check.

    >>> cast(uint, 7)
    7
    """
    return value


# C types. They stand in annotations, which are never evaluated, and as the first argument of
# `declare` and `cast`, which ignore it.
void = None
bint = bool
int = uint = longlong = ulonglong = Py_ssize_t = int
float = double = float
p_uchar = p_uint = p_double = list
