"""Search limits: a budget of nodes, a deadline, and being cancelled from another thread.

A node is one turn played and evaluated. The clock is read once in 32 nodes: reading it costs a
good part of a node, and the processor's clock more than one.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    # Windows' `monotonic` steps by 16 ms before Python 3.13.
    from time import perf_counter as wall_clock
    from time import thread_time as thread_clock

# A mask: the clock is read whenever these bits of the node count are all 0, every 32 nodes
# (some 0.03 ms when compiled).
CLOCK_MASK = cython.declare(cython.int, 31)


class SearchLimits:
    """When a search has to stop.

    With `by_processor` the seconds are those that the thread spends at work, whatever else the
    machine does: for measuring bots against each other.

    >>> limits = SearchLimits()
    >>> limits.start(2, 60.0)
    >>> limits.tick(), limits.tick(), limits.nodes
    (False, True, 2)
    """

    def __init__(self) -> None:
        self.nodes = 0
        self.max_nodes = 0
        # Seconds, on the clock of `now`.
        self.begun = 0.0
        self.deadline = 0.0
        self.by_processor = False
        self.stopped = False
        self.cancelled = False

    def cancel(self) -> None:
        """Stop the work in progress, or the next before `rearm`; from any thread."""
        self.cancelled = True

    def rearm(self) -> None:
        """Clear an earlier `cancel` and its nodes: there is a new position to think about."""
        self.cancelled = False
        self.nodes = 0

    def start(self, nodes: cython.longlong, seconds: cython.double) -> cython.void:
        """Start the limits: so many nodes (at least one) and seconds from now on."""
        self.nodes = 0
        self.stopped = False
        self.max_nodes = max(1, nodes)
        self.begun = self.now()
        self.deadline = self.begun + seconds

    def tick(self) -> cython.bint:
        """Count a node; return whether there may be no more."""
        self.nodes += 1
        if self.nodes >= self.max_nodes or self.cancelled:
            self.stopped = True
        elif self.nodes & CLOCK_MASK == 0:
            self.is_late()
        return self.stopped

    def is_late(self) -> cython.bint:
        """Read the clock; return whether time is up, or the search was cancelled or stopped."""
        if self.cancelled or self.now() > self.deadline:
            self.stopped = True
        return self.stopped

    def shrink_budget(self, part: cython.int) -> cython.double:
        """Shorten the remaining time to one part in so many; return the former deadline."""
        before: cython.double = self.deadline
        now: cython.double = self.now()
        self.deadline = now + (before - now) / part
        return before

    def restore_budget(self, deadline: cython.double) -> cython.bint:
        """Restore a deadline; return whether the search may go on."""
        self.deadline = deadline
        self.stopped = self.cancelled or self.nodes >= self.max_nodes
        return not self.stopped

    def stop(self) -> cython.void:
        """Stop: something other than nodes and time has run out."""
        self.stopped = True

    def now(self) -> cython.double:
        """Return the seconds on the clock that counts."""
        return thread_clock() if self.by_processor else wall_clock()

    def seconds_left(self) -> cython.double:
        """Return the seconds until the deadline, negative when it has passed."""
        return self.deadline - self.now()

    def part_spent(self) -> cython.double:
        """Return the part of the nodes or of the time that is used, whichever is larger."""
        nodes: cython.double = self.nodes
        seconds: cython.double = max(self.deadline - self.begun, 1e-9)
        return max(nodes / self.max_nodes, (self.now() - self.begun) / seconds)
