"""The baseline "UCT": Monte Carlo tree search as textbooks have it, frozen.

A tree over staged turns (`djambi.kernel.baselines.staged`): piece and target, then what is placed
or killed, then the exit. In every node the player whose turn it is goes to the child c with the
largest

    mean of their own shares in c + sqrt(2 * ln N / n(c))

with n(c) the visits of c and N those of its parent, and to a child never visited first, drawn at
random. From the first new node on all turns are drawn at random until the game ends (a playout);
everybody's share is added up along the way (max^n). Played is what was visited most. It is here to
be measured against and must not change, or old figures would mean something else.

Sources: Peter Auer, Nicolò Cesa-Bianchi, Paul Fischer (2002), Finite-time analysis of the
multiarmed bandit problem (UCB1). Levente Kocsis, Csaba Szepesvári (2006), Bandit based Monte-Carlo
planning (UCT). Nathan R. Sturtevant (2008), An analysis of UCT in multi-player games.
"""

from __future__ import annotations

from djambi.kernel.baselines.staged import StagedGenerator
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.arena import float_buffer, int_buffer, node_capacity
from djambi.kernel.search.limits import SearchLimits

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from math import log, sqrt

    from djambi.kernel.baselines.staged import WHOLE
    from djambi.kernel.rules.codes import WINNERS

    # How many stages deep the tree may grow.
    MAX_STAGES = 400

# No node has more children.
MAX_CHILDREN = cython.declare(cython.int, 4096)
# About how many nodes a random game adds to the tree; where it adds more, the tree stops growing.
NODES_PER_GAME = 256
# A mask: the clock is read whenever these bits of the count of turns are all 0, every 64 turns.
CLOCK_MASK = cython.declare(cython.int, 63)


class Uct:
    """A player that grows a tree by random games.

    >>> from djambi.position.position import Position
    >>> start = Position.start("hex-3")
    >>> start.kernel().is_legal(Uct(start.kernel()).think(nodes=1, seconds=60, seed=1))
    True
    """

    def __init__(self, kernel: Kernel) -> None:
        if not cython.compiled:
            self.path = [0] * (MAX_STAGES + 1)
        self.kernel = kernel
        self.stages = StagedGenerator(kernel)
        self.limits = SearchLimits()
        self.parties = kernel.parties
        self.capacity = 0
        self.node_count = 0
        self.turns_played = 0
        self._reserve(1)

    def _reserve(self, capacity: int) -> None:
        """Have room for so many nodes."""
        if capacity > self.capacity:
            self.capacity = capacity
            self.turn = int_buffer(capacity, "q")
            self.stage = int_buffer(capacity, "B")
            self.to_move = int_buffer(capacity, "B")
            self.first_child = int_buffer(capacity, "i")
            self.child_count = int_buffer(capacity, "i")
            self.visits = int_buffer(capacity, "i")
            self.share_sum = float_buffer(capacity * self.parties)

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Load a position, as `Kernel.load`; an earlier `cancel` is forgotten."""
        self.kernel.load(contents, entries)
        self.limits.rearm()

    def cancel(self) -> None:
        """End the work in progress, or the next on this position; from any thread."""
        self.limits.cancel()

    @property
    def nodes(self) -> int:
        """Return how many random games were played."""
        return self.limits.nodes

    def think(self, nodes: int, seconds: float, seed: int) -> int:
        """Return the packed turn to play, the pass if there is no other. The game must not be over.

        Ends after so many random games (`nodes`; at most 2**31 - 1), or so many seconds. Games
        and seed alone decide what is chosen unless the time runs out. `nodes` and `turns_played`
        say afterwards how many games were played, and how many turns in them and on the way there.
        No turn played before can be taken back then.
        """
        self._reserve(
            node_capacity(
                MAX_CHILDREN + NODES_PER_GAME * min(nodes, 1 << 30), 22 + 4 * self.parties
            )
        )
        most: cython.longlong = min(nodes, (1 << 31) - 1)
        self.kernel.seed_random(seed)
        home: Kernel = Kernel(self.kernel.tables, self.kernel.parties, self.kernel.options)
        home.copy_from(self.kernel)
        time: cython.double = seconds
        chosen: cython.longlong
        with cython.nogil:
            self.limits.start(most, time)
            self._grow(home)
            chosen = self._most_visited()
        return chosen

    def _grow(self, home: Kernel) -> cython.void:
        """Play random games from the position of `home` until the limits are reached."""
        self.kernel.forget_turns()
        self.turns_played = 0
        self.node_count = 1
        self.turn[0] = 0
        self.stage[0] = 0
        self.child_count[0] = 0
        self.visits[0] = 0
        self._expand(0)
        while not self.limits.stopped:
            self._visit()
            self.kernel.copy_from(home)

    def _expand(self, node: cython.int) -> cython.void:
        """Give a node its children, if there is room."""
        many: cython.int
        i: cython.int
        j: cython.int
        child: cython.int
        stage: cython.int = self.stage[node]
        if node and self.node_count + MAX_CHILDREN > self.capacity:
            return
        if stage == WHOLE:
            stage = 0
        many = self.stages.generate(stage, self.turn[node])
        self.first_child[node] = self.node_count
        self.child_count[node] = min(many, self.capacity - self.node_count)
        self.to_move[node] = self.kernel.mover
        for i in range(self.child_count[node]):
            child = self.node_count
            self.node_count += 1
            self.turn[child] = self.stages.listed[i]
            self.stage[child] = self.stages.stage_of[i]
            self.child_count[child] = 0
            self.visits[child] = 0
            for j in range(self.parties):
                self.share_sum[child * self.parties + j] = 0.0

    def _select(self, node: cython.int) -> cython.int:
        """Return the child to go to: UCB1, and any of those never visited first."""
        i: cython.int
        best: cython.int = 0
        fresh: cython.int = 0
        mover: cython.int = self.to_move[node]
        bound: cython.double
        most: cython.double = 0.0
        total: cython.double = log(max(1, self.visits[node]))
        for i in range(self.first_child[node], self.first_child[node] + self.child_count[node]):
            if self.visits[i] == 0:
                fresh += 1
                if self.kernel.draw_random() % fresh == 0:
                    best = i
            elif fresh == 0:
                bound = self.share_sum[i * self.parties + mover] / self.visits[i]
                bound += sqrt(2.0 * total / self.visits[i])
                if best == 0 or bound > most:
                    most = bound
                    best = i
        return best

    def _visit(self) -> cython.void:
        """Play one random game, and tell the nodes on the way."""
        node: cython.int = 0
        length: cython.int = 1
        i: cython.int
        j: cython.int
        stage: cython.int
        many: cython.int = 0
        fresh: cython.bint = False
        self.path[0] = 0
        while length < MAX_STAGES and not fresh and not self.kernel.header[WINNERS]:
            if self.child_count[node] == 0:
                self._expand(node)
                if self.child_count[node] == 0:
                    break
            node = self._select(node)
            fresh = self.visits[node] == 0
            self.path[length] = node
            length += 1
            if self.stage[node] == WHOLE:
                self._play(self.turn[node])
        stage = self.stage[node]
        if stage and stage != WHOLE:
            self._play(self.stages.complete(stage, self.turn[node]))
        while not self.kernel.header[WINNERS]:
            if self.turns_played & CLOCK_MASK == 0 and self.limits.is_late():
                return
            self._play(self.kernel.random_turn())
        for j in range(self.parties):
            many += self.kernel.header[WINNERS] >> j & 1
        for i in range(length):
            node = self.path[i]
            self.visits[node] += 1
            for j in range(self.parties):
                if self.kernel.header[WINNERS] >> j & 1:
                    self.share_sum[node * self.parties + j] += 1.0 / many
        self.limits.tick()

    def _play(self, turn: cython.longlong) -> cython.void:
        """Play a turn for good and count it: the next game begins at home anyway."""
        self.kernel.make(turn)
        self.kernel.forget_turns()
        self.turns_played += 1

    def _most_visited(self) -> cython.longlong:
        """Return the turn whose stages were visited most, of those visited alike the first listed.

        What is left of the turn where the tree ends is drawn.
        """
        node: cython.int = 0
        i: cython.int
        best: cython.int
        while self.stage[node] != WHOLE and self.child_count[node]:
            best = self.first_child[node]
            for i in range(best + 1, best + self.child_count[node]):
                if self.visits[i] > self.visits[best]:
                    best = i
            node = best
        return self.stages.complete(self.stage[node], self.turn[node])
