"""The yardstick "UCT": Monte Carlo tree search as textbooks have it, frozen.

A tree over staged turns (`djambi.kernel.rules.staged`): piece and destination, then what is placed
or killed, then the exit. In every node the player whose turn it is goes where the mean of his own
shares plus √2 times the root of ln N / n is largest, and where nobody has been first, at random.
From the first new node on all turns are drawn at random until the game ends; everybody's share
is added up along the way (max^n). Played is what was visited most. It is here to be measured
against and must not change, or old figures would mean something else.
"""

from __future__ import annotations

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.staged import Staged
from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.arena import fractions, numbers, room_for

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from math import log, sqrt

    from djambi.kernel.rules.codes import WINNERS
    from djambi.kernel.rules.staged import WHOLE
    from djambi.kernel.rules.tables import mix

    # How many stages deep the tree may grow.
    LONGEST = 400

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
# No node has more children.
MOST_WAYS = cython.declare(cython.int, 4096)
# The clock is read once in so many turns of a random game.
SELDOM = cython.declare(cython.int, 63)


class Uct(Staged):
    """Grows a tree by random games.

    >>> from djambi.position.position import Position
    >>> kernel = Position.start("hex-3").kernel()
    >>> uct = Uct(kernel.tables, kernel.parties, kernel.options)
    >>> uct.load(kernel.contents(), kernel.entries())
    >>> kernel.is_legal(uct.think(nodes=1, seconds=60, seed=1))
    True
    """

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.path = [0] * (LONGEST + 1)
        super().__init__(tables, parties, options)
        self.room = 0
        self.made = 0
        self.played = 0
        self._furnish(1)

    def _furnish(self, room: int) -> None:
        """Have room for so many nodes."""
        if room > self.room:
            self.room = room
            self.turn = numbers(room, "q")
            self.stage = numbers(room, "B")
            self.chooser = numbers(room, "B")
            self.first = numbers(room, "i")
            self.kids = numbers(room, "i")
            self.visits = numbers(room, "i")
            self.sums = fractions(room * self.parties)

    def think(self, nodes: int, seconds: float, seed: int) -> int:
        """The packed turn to play; the pass if there is no other. The game must not be over.

        Ends after so many random games (`nodes`; at most 2**31 - 1), or so many seconds. Games
        and seed alone decide what is chosen unless the time runs out. `nodes` and `played` say
        afterwards how many games were played, and how many turns in them and on the way there.
        """
        # Few games add more than so many nodes; where they do, the tree stops growing.
        self._furnish(room_for(MOST_WAYS + 256 * min(nodes, 1 << 30), 22 + 4 * self.parties))
        most: cython.longlong = min(nodes, (1 << 31) - 1)
        self.random_state = mix(seed & MASK)
        home: Kernel = Kernel(self.tables, self.parties, self.options)
        home.copy_from(self)
        time: cython.double = seconds
        chosen: cython.longlong
        with cython.nogil:
            self.start_watch(most, time)
            self._grow(home)
            chosen = self._favourite()
        return chosen

    def _grow(self, home: Kernel) -> cython.void:
        self.played = 0
        self.made = 1
        self.turn[0] = 0
        self.stage[0] = 0
        self.kids[0] = 0
        self.visits[0] = 0
        self._expand(0)
        while not self.stopped:
            self._visit()
            self.copy_from(home)
            self.open_turns = 0

    def _expand(self, node: cython.int) -> cython.void:
        """Give a node its children, if there is room."""
        many: cython.int
        i: cython.int
        j: cython.int
        child: cython.int
        stage: cython.int = self.stage[node]
        if node and self.made + MOST_WAYS > self.room:
            return
        if stage == WHOLE:
            stage = 0
        many = self.offer_stage(stage, self.turn[node])
        self.first[node] = self.made
        self.kids[node] = min(many, self.room - self.made)
        self.chooser[node] = self.mover
        for i in range(self.kids[node]):
            child = self.made
            self.made += 1
            self.turn[child] = self.listed[i]
            self.stage[child] = self.stage_of[i]
            self.kids[child] = 0
            self.visits[child] = 0
            for j in range(self.parties):
                self.sums[child * self.parties + j] = 0.0

    def _select(self, node: cython.int) -> cython.int:
        """The child to go to."""
        i: cython.int
        best: cython.int = 0
        fresh: cython.int = 0
        mover: cython.int = self.chooser[node]
        bound: cython.double
        most: cython.double = 0.0
        total: cython.double = log(max(1, self.visits[node]))
        for i in range(self.first[node], self.first[node] + self.kids[node]):
            if self.visits[i] == 0:
                fresh += 1
                if self.draw_random() % fresh == 0:
                    best = i
            elif fresh == 0:
                bound = self.sums[i * self.parties + mover] / self.visits[i]
                bound += sqrt(2.0 * total / self.visits[i])
                if best == 0 or bound > most:
                    most = bound
                    best = i
        return best

    def _visit(self) -> cython.void:
        """One random game, and what it teaches the nodes on the way."""
        node: cython.int = 0
        length: cython.int = 1
        i: cython.int
        j: cython.int
        stage: cython.int
        many: cython.int = 0
        fresh: cython.bint = False
        self.path[0] = 0
        while length < LONGEST and not fresh and not self.header[WINNERS]:
            if self.kids[node] == 0:
                self._expand(node)
                if self.kids[node] == 0:
                    break
            node = self._select(node)
            fresh = self.visits[node] == 0
            self.path[length] = node
            length += 1
            if self.stage[node] == WHOLE:
                self._play(self.turn[node])
        stage = self.stage[node]
        if stage and stage != WHOLE:
            self._play(self.complete(stage, self.turn[node]))
        while not self.header[WINNERS]:
            if self.played & SELDOM == 0 and self.is_late():
                return
            self._play(self.random_turn())
            self.open_turns = 0
            self.log_length = 0
        for j in range(self.parties):
            many += self.header[WINNERS] >> j & 1
        for i in range(length):
            node = self.path[i]
            self.visits[node] += 1
            for j in range(self.parties):
                if self.header[WINNERS] >> j & 1:
                    self.sums[node * self.parties + j] += 1.0 / many
        self.over()

    def _play(self, turn: cython.longlong) -> cython.void:
        self.make(turn)
        self.played += 1

    def _favourite(self) -> cython.longlong:
        """The turn whose stages were visited most; what nobody visited is drawn."""
        node: cython.int = 0
        i: cython.int
        best: cython.int
        while self.stage[node] != WHOLE and self.kids[node]:
            best = self.first[node]
            for i in range(best + 1, best + self.kids[node]):
                if self.visits[i] > self.visits[best]:
                    best = i
            node = best
        return self.complete(self.stage[node], self.turn[node])
