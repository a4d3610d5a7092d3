"""Multi-player Monte Carlo tree search: which turn is best for whoever plays, without the GIL.

Method: one tree a thread (`djambi.kernel.search.tree_search`), all from the same expanded root; at
the end the root's children are added up (root parallelisation): visits n and mean values Q of the
same child are merged into

    n = n1 + n2,    Q = (n1 * Q1 + n2 * Q2) / n

and the child with the most visits is played, or the soonest proven win. Values are vectors, one
share of the game for every party (max^n, leaning to paranoia).

Sources: Guillaume M. J-B. Chaslot, Mark H. M. Winands, H. Jaap van den Herik (2008), Parallel
Monte-Carlo tree search. Those of the parts: `djambi.kernel.search.tree`, `tree_search`,
`forced_win`, `linear_evaluation`.
"""

from __future__ import annotations

from threading import Thread

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.arena import MAX_BYTES, node_capacity
from djambi.kernel.search.evaluation import Evaluator
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.kernel.search.limits import SearchLimits
from djambi.kernel.search.linear_evaluation import LinearEvaluator
from djambi.kernel.search.pledges import TurnPledges
from djambi.kernel.search.settings import SearchSettings
from djambi.kernel.search.style import StyleBias
from djambi.kernel.search.tree import SearchTree
from djambi.kernel.search.tree_search import TreeSearch

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.search.candidates import MAX_LISTED
    from djambi.kernel.search.tree import INCOMPLETE, NEVER

# A mask: whether the choice is settled is asked whenever these bits of the visits are all 0.
SETTLING_MASK = cython.declare(cython.int, 15)


class MultiplayerMcts:
    """A search on the position of a kernel.

    Args:
        kernel: the position, `load` changes it.
        evaluator: what positions are worth; the learnt one if none is given.

    >>> from djambi.position.position import Position
    >>> start = Position.start("hex-3")
    >>> search = MultiplayerMcts(start.kernel())
    >>> start.kernel().is_legal(search.think(nodes=500, seconds=60, depth=2, seed=1))
    True
    """

    def __init__(self, kernel: Kernel, evaluator: Evaluator | None = None) -> None:
        if evaluator is None:
            evaluator = LinearEvaluator(kernel.tables)
        self.main = TreeSearch(kernel, evaluator, SearchSettings())
        self.helpers: list[TreeSearch] = []
        self.chosen = turns.PASS
        self.best = 0
        # How many bytes the tree may take, those of all threads together.
        self.memory = MAX_BYTES
        # Whether a search ends where no visits that are left can change what is chosen.
        self.ends_when_settled = False
        self.snapshot: tuple[int, list[float], list[int]] = (0, [], [])

    # -- the parts ----------------------------------------------------------------------------

    @property
    def kernel(self) -> Kernel:
        """Return the kernel with the position, as it was loaded whenever no search runs."""
        return self.main.kernel

    @property
    def settings(self) -> SearchSettings:
        """Return how the search sees the game."""
        return self.main.settings

    @settings.setter
    def settings(self, settings: SearchSettings) -> None:
        self.main.settings = settings

    @property
    def evaluator(self) -> Evaluator:
        """Return what evaluates positions."""
        return self.main.evaluator

    @property
    def style(self) -> StyleBias:
        """Return what the player likes besides."""
        return self.main.style

    @property
    def pledges(self) -> TurnPledges:
        """Return what parties are believed to have promised about their turns."""
        return self.main.pledges

    @property
    def tree(self) -> SearchTree:
        """Return the first thread's tree, which has the regards of parties for each other."""
        return self.main.tree

    @property
    def solver(self) -> ForcedWinSolver:
        """Return the solver of duels, which works in the same kernel, within the same limits."""
        return self.main.solver

    @property
    def limits(self) -> SearchLimits:
        """Return the limits of the first thread."""
        return self.main.limits

    # -- thinking -----------------------------------------------------------------------------

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Load a position, as `Kernel.load`; an earlier `cancel` and search are forgotten."""
        self.kernel.load(contents, entries)
        self.limits.rearm()
        self.snapshot = (0, [], [])

    def think(self, nodes: int, seconds: float, depth: int, seed: int, threads: int = 1) -> int:
        """Return the packed turn to play, the pass if there is no other. The game must not be over.

        Ends after so many nodes (turns played and evaluated), so many seconds, or when the tree is
        seen through to `depth` plies (at most 60), whatever comes first; also when the
        `memory` for the tree is full. With one thread, nodes and seed alone decide what is chosen
        unless the time runs out, or the solver keeps its table from before (`keeps_table`).
        `depth`, `nodes`, `values()` and `line()` say afterwards what was seen. While it goes on,
        any thread may read `nodes`, of the first thread, and `snapshot`: the depth, the values and
        the line when they were looked at last, which fit together; before the first look, depth 0.
        """
        main: TreeSearch = self.main
        most: cython.longlong = max(1, nodes // threads)
        time: cython.double = seconds
        size = main.tree.node_size * threads
        main.prepare(
            node_capacity(MAX_LISTED + nodes, size, self.memory, MAX_LISTED + 1), most, depth, seed
        )
        self.snapshot = (0, [], [])
        with cython.nogil:
            self.main.solver.new_search()
            self.main.limits.start(most, time)
            self._begin()
        if threads > 1 and main.tree.widening_threshold[0] != NEVER:
            # All have the same children of the root.
            main.tree.widening_threshold[0] = INCOMPLETE
        self.helpers = [main.helper(number) for number in range(1, threads)]
        if main.limits.cancelled:
            # Whoever cancelled while helpers were made told only some of them, or nobody.
            self.cancel()
        left = main.limits.seconds_left()
        crew = [Thread(target=helper.run, args=(most, left)) for helper in self.helpers]
        for thread in crew:
            thread.start()
        # One tree cannot know what others have found meanwhile.
        may_settle: cython.bint = self.ends_when_settled and threads == 1
        with cython.nogil:
            self._run(may_settle)
        if main.is_decided():
            # What is decided needs no more looking.
            for helper in self.helpers:
                helper.limits.cancel()
        for thread in crew:
            thread.join()
        for helper in self.helpers:
            main.join(helper)
        self.helpers = []
        self._publish()
        return self.chosen

    def cancel(self) -> None:
        """End the work in progress, or the next on this position; from any thread."""
        self.limits.cancel()
        for helper in self.helpers:
            helper.limits.cancel()

    @property
    def nodes(self) -> int:
        """Return how many turns were played and evaluated."""
        return self.main.limits.nodes

    @property
    def depth(self) -> int:
        """Return the depth of the tree, in plies."""
        return self.main.depth

    @property
    def is_proven(self) -> bool:
        """Return whether the root of the last search is proven: more visits would be no use."""
        return bool(self.main.tree.proven[0])

    @property
    def at_stake(self) -> float:
        """Return the part of the game, 0 to 1, that is not a draw's at the last search's root."""
        return self.main.at_stake

    def values(self) -> list[float]:
        """Return the share of the game that every party may expect after the turn chosen."""
        return list(self.snapshot[1])

    def line(self) -> list[int]:
        """Return the packed turns that are expected, from the one chosen on."""
        return list(self.snapshot[2])

    def root_turns(self) -> list[tuple[int, int, float, list[float]]]:
        """Return every turn in the tree's root: packed, visits, prior, the parties' mean shares.

        A turn without visits has the shares that the evaluation gives it.
        """
        tree = self.main.tree
        n: cython.int = tree.parties
        first: cython.int = tree.first_child[0]
        return [
            (
                tree.turn[i],
                tree.visits[i],
                tree.prior[i],
                [tree.mean_value[i * n + party] for party in range(n)],
            )
            for i in range(first, first + tree.child_count[0])
        ]

    # -- inside -------------------------------------------------------------------------------

    def _begin(self) -> cython.void:
        """Expand the root, and look for what is better known at once than by visits."""
        self.main.expand_root()
        # Others may look on, and a proof can take a while.
        self._publish()
        if self.main.tree.widening_threshold[0] != NEVER and not self.main.limits.stopped:
            self.main.widen_root()
            self._publish()
            self.main.find_forced_win()
            self._publish()

    def _run(self, may_settle: cython.bint) -> cython.void:
        """Visit until the limits are reached, the root is proven or, if asked, all is settled."""
        published: cython.int = self.main.depth
        visits: cython.int = 0
        before: cython.double = self.main.limits.part_spent()
        while self.main.can_go_on():
            self.main.visit()
            visits += 1
            if may_settle and visits & SETTLING_MASK == 0 and self._is_settled(visits, before):
                break
            # Others may look on, now and then.
            if self.main.depth > published:
                published = self.main.depth
                self._publish()

    def _is_settled(self, visits: cython.int, before: cython.double) -> cython.bint:
        """Return whether the most visited turn stays so if visits cost what they did so far.

        Args:
            visits: how many there were.
            before: the part of the limits that was spent before the first.
        """
        spent: cython.double = self.main.limits.part_spent()
        if spent <= before:
            return False
        return self.main.tree.lead(0) > visits * (1.0 - spent) / (spent - before)

    def _publish(self) -> cython.void:
        """Choose, and show whoever looks on what is seen, all of it at once."""
        self.best = self.main.tree.best_child(0)
        self.chosen = self.main.tree.turn[self.best]
        with cython.gil:
            self.snapshot = (self.main.depth, self._values(), self._line())

    def _values(self) -> list[float]:
        tree = self.main.tree
        at: cython.int = self.best * tree.parties
        if not tree.proven[self.best]:
            return [tree.mean_value[at + party] for party in range(tree.parties)]
        won = [float(tree.has_won(self.best, party)) for party in range(tree.parties)]
        if any(won):
            return won
        return [tree.backed_up_value[at + party] for party in range(tree.parties)]

    def _line(self) -> list[int]:
        tree = self.main.tree
        node = self.best
        found = [self.chosen]
        while tree.child_count[node] and tree.visits[node] > 1:
            node = tree.best_child(node)
            found.append(tree.turn[node])
        return found
