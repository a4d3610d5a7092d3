"""Room for the nodes of a tree: so many, not more, and memory only for those in use."""

from __future__ import annotations

from mmap import mmap
from typing import Literal

LARGEST = 256 << 20
"""How many bytes the nodes of a tree may take, if nobody says otherwise."""


_SIZES = {"B": 1, "i": 4, "q": 8, "f": 4}


def numbers(room: int, kind: Literal["B", "i", "q"]) -> memoryview[int]:
    """Return `room` whole numbers, all zero; `kind` is a format of `struct`: B, i or q.

    The system lends the memory when it is first written to, and has it back with the view.

    >>> view = numbers(10, "i")
    >>> len(view), view[9]
    (10, 0)
    """
    return memoryview(mmap(-1, room * _SIZES[kind])).cast(kind)


def fractions(room: int) -> memoryview[float]:
    """Return `room` numbers that need not be whole, all zero, of four bytes each."""
    return memoryview(mmap(-1, room * _SIZES["f"])).cast("f")


def room_for(nodes: int, size: int, memory: int = LARGEST, least: int = 1) -> int:
    """Return how many nodes of `size` bytes get room where `nodes` are wished for.

    They take `memory` bytes at most, but there is room for `least` nodes in any case.

    >>> room_for(1_000, 100, memory=2_000), room_for(1_000, 100, memory=2_000, least=50)
    (20, 50)
    """
    return max(least, min(nodes, memory // size))
