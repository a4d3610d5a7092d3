"""Work that has bounds: so many nodes, so much time, or until somebody calls it off."""

from __future__ import annotations

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.tables import Tables

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from time import monotonic as wall_clock
    from time import thread_time as thread_clock

# The clock is read once in so many nodes: some 0.1 ms. Reading that of the processor is dearer.
SELDOM = cython.declare(cython.int, 31)


class Watch(Kernel):
    """A kernel that counts its nodes and knows when to stop.

    With `by_processor` the seconds are those that the thread spends at work, whatever else the
    machine does: for measuring bots against each other.
    """

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        super().__init__(tables, parties, options)
        self.nodes = 0
        self.most_nodes = 0
        self.deadline = 0.0
        self.by_processor = False
        self.stopped = False
        self.unwanted = False

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Become a position, as `Kernel.load`; what was called off before is forgotten."""
        super().load(contents, entries)
        self.unwanted = False

    def cancel(self) -> None:
        """From any thread: end the work that is going on, or that begins on this position."""
        self.unwanted = True

    @cython.final
    def start_watch(self, nodes: cython.longlong, seconds: cython.double) -> cython.void:
        """Allow so many nodes (at least one) and so many seconds from now on."""
        self.nodes = 0
        self.stopped = False
        self.most_nodes = max(1, nodes)
        self.deadline = self.now_is() + seconds

    @cython.final
    def hurry(self, part: cython.int) -> cython.double:
        """Leave only one part in so many of the time that is left; the deadline that was."""
        before: cython.double = self.deadline
        now: cython.double = self.now_is()
        self.deadline = now + (before - now) / part
        return before

    @cython.final
    def go_on(self, deadline: cython.double) -> cython.bint:
        """Have time until this deadline again; whether there may be more nodes."""
        self.deadline = deadline
        self.stopped = self.unwanted or self.nodes >= self.most_nodes
        return not self.stopped

    @cython.final
    def now_is(self) -> cython.double:
        """Seconds, by the clock that counts."""
        return thread_clock() if self.by_processor else wall_clock()

    @cython.final
    def is_late(self) -> cython.bint:
        """Whether the time is over, or the work is not wanted any more."""
        if self.unwanted or self.now_is() > self.deadline:
            self.stopped = True
        return self.stopped

    @cython.final
    def over(self) -> cython.bint:
        """Count a node; whether there may be no more."""
        self.nodes += 1
        if self.nodes >= self.most_nodes or self.unwanted:
            self.stopped = True
        elif self.nodes & SELDOM == 0:
            self.is_late()
        return self.stopped
