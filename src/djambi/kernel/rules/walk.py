"""Room for walks from cell to neighbouring cell: encirclement and ends of games are found so."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.rules.codes import (
        MAX_CELLS,
    )


class Walk:
    """The cells that a walk has seen, and a list of cells for the walker's use.

    A cell is seen while `seen[cell]` equals `stamp`: adding 1 to `stamp` begins a new walk.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.seen = [0] * MAX_CELLS
            self.cells = [0] * MAX_CELLS
        self.stamp = 0
