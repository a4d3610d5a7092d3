"""An arena: memory for so many nodes, not more, that the system lends when it is first used."""

from __future__ import annotations

import mmap
import sys
from typing import Literal

MAX_BYTES = 256 << 20
"""How many bytes the nodes of a tree may take, if nobody says otherwise."""

# Nobody forks on Windows, where such a copy is documented for files alone, and charged twice.
_ACCESS = mmap.ACCESS_WRITE if sys.platform == "win32" else mmap.ACCESS_COPY

_SIZES = {"B": 1, "i": 4, "q": 8, "f": 4}


def int_buffer(length: int, kind: Literal["B", "i", "q"]) -> memoryview[int]:
    """Return `length` whole numbers, all zero; `kind` is a format of `struct`: B, i or q.

    The system lends the memory when it is first written to, and has it back with the view. A
    process that forks has a copy of its own.

    >>> view = int_buffer(10, "i")
    >>> len(view), view[9]
    (10, 0)
    """
    return memoryview(mmap.mmap(-1, length * _SIZES[kind], access=_ACCESS)).cast(kind)


def float_buffer(length: int) -> memoryview[float]:
    """Return `length` numbers that need not be whole, all zero, of four bytes each."""
    return memoryview(mmap.mmap(-1, length * _SIZES["f"], access=_ACCESS)).cast("f")


def node_capacity(nodes: int, size: int, memory: int = MAX_BYTES, least: int = 1) -> int:
    """Return how many nodes of `size` bytes get room where `nodes` are wished for.

    They take `memory` bytes at most, but there is room for `least` nodes in any case.

    >>> node_capacity(1_000, 100, memory=2_000), node_capacity(1_000, 100, memory=2_000, least=50)
    (20, 50)
    """
    return max(least, min(nodes, memory // size))
