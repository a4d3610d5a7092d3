"""Kernels for the tests of what works in one."""

from __future__ import annotations

from djambi import Position
from djambi.kernel.rules.kernel import Kernel


def kernel_of(position: Position) -> Kernel:
    """Return a kernel of one's own, set up for a position."""
    given = position.kernel()
    kernel = Kernel(given.tables, given.parties, given.options)
    kernel.load(given.contents(), given.entries())
    return kernel
