"""Search: which turn is best for whoever plays, wholly inside the kernel, without the GIL.

Max^n over vectors, one share of the game for every party, deepened step by step while nodes and
time allow. At every node all sorts of turns are played and judged at a glance; the most
promising few are looked into. A player wants his own share large, and to some extent (`fear`)
the share of the one who is thinking small.
"""

from __future__ import annotations

from djambi.kernel.tables import Tables
from djambi.kernel.tastes import Tastes

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.codes import NOBODY, WINNERS
    from djambi.kernel.sorts import MOST
    from djambi.kernel.tables import mix

    # How many turns ahead is looked at most.
    DEEPEST = 12

PASS = cython.declare(cython.longlong, 0x0000FFFF00FFFFFF)
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


class Search(Tastes):
    """Thinks about a position.

    `places` and `root_places` say how many placements of an act are tried, `width` and
    `root_width` how many turns are looked into, in a reply and by the one who thinks; `noise`
    is how much a share may be misjudged, at random.

    >>> from djambi.position import Position
    >>> kernel = Position.start("hex-3").kernel()
    >>> search = Search(kernel.tables, kernel.parties, kernel.options)
    >>> search.load(kernel.contents(), kernel.entries())
    >>> kernel.is_legal(search.think(nodes=500, seconds=60, depth=2, seed=1))
    True
    """

    def __init__(self, tables: Tables, parties: int, options: tuple[int, ...]) -> None:
        if not cython.compiled:
            self.mark = [0.0] * MOST
            self.found = [0.0] * (13 * 8)
            self.expected = [0.0] * 8
        super().__init__(tables, parties, options)
        self.fear = 0.0
        self.noise = 0.0
        self.places = 3
        self.root_places = 8
        self.width = 6
        self.root_width = 48
        self.depth = 0
        self.chosen = PASS
        self.seat = NOBODY
        self.best = 0

    # -- at the Python border -----------------------------------------------------------------

    def think(self, nodes: int, seconds: float, depth: int, seed: int) -> int:
        """The packed turn to play; the pass if there is no other. The game must not be over.

        Ends after so many nodes (turns played and judged), so many seconds, or `depth` turns
        looked ahead (at most 12), whatever comes first. Nodes and seed alone decide what is
        chosen unless the time runs out. `depth`, `nodes` and `values()` say afterwards what
        was seen.
        """
        deepest: cython.int = max(1, min(depth, DEEPEST))
        self.start_watch(nodes, seconds)
        self.random_state = mix(seed & MASK)
        with cython.nogil:
            self._think(deepest)
        return self.chosen

    def set_blind(self, part: float) -> None:
        """Overlook this part of all turns, at random, one's own and the others'."""
        self.blind = int(1024 * part)

    def values(self) -> list[float]:
        """The share of the game that every party may expect after the turn chosen."""
        return [self.expected[party] for party in range(self.parties)]

    # -- inside -------------------------------------------------------------------------------

    def _aim(self, party: cython.int, shares: cython.p_double) -> cython.double:
        """What a party wants to be large."""
        if party == self.seat:
            return shares[party]
        return shares[party] - self.fear * shares[self.seat]

    def _keep(self, ply: cython.int) -> cython.void:
        party: cython.int
        for party in range(self.parties):
            self.found[ply * 8 + party] = self.share[party]

    def _sort(self, first: cython.int, last: cython.int, most: cython.int) -> cython.void:
        """Bring the `most` best of the turns from `first` to before `last` to the front."""
        i: cython.int
        j: cython.int
        best: cython.int
        mark: cython.double
        turn: cython.longlong
        for i in range(first, min(last, first + most)):
            best = i
            for j in range(i + 1, last):
                if self.mark[j] > self.mark[best]:
                    best = j
            if best != i:
                mark = self.mark[i]
                self.mark[i] = self.mark[best]
                self.mark[best] = mark
                turn = self.listed[i]
                self.listed[i] = self.listed[best]
                self.listed[best] = turn

    def _dive(self, depth: cython.int, ply: cython.int, first: cython.int) -> cython.void:
        """What comes of the position in `depth` more turns: shares into row `ply` of `found`."""
        mover: cython.int
        last: cython.int
        i: cython.int
        j: cython.int
        aim: cython.double
        most: cython.double = 0.0
        if depth == 0 or self.header[WINNERS]:
            self.judge()
            self._keep(ply)
            return
        last = self.gather(first, self.places)
        mover = self.mover
        if last == first:
            # A pass, or a player who sees nothing.
            if self.count_turns() > 0 or self.over():
                self.judge()
                self._keep(ply)
                return
            self.make(PASS)
            self._dive(depth - 1, ply, first)
            self.unmake()
            return
        for i in range(first, last):
            self.make(self.listed[i])
            self.judge()
            self.unmake()
            aim = self._aim(mover, self.share)
            self.mark[i] = aim
            if i == first or aim > most:
                most = aim
                self._keep(ply)
            if self.over():
                return
        if depth == 1:
            return
        self._sort(first, last, self.width)
        last = min(last, first + self.width)
        for i in range(first, last):
            self.make(self.listed[i])
            self._dive(depth - 1, ply + 1, last)
            self.unmake()
            if self.stopped:
                return
            for j in range(self.parties):
                self.share[j] = self.found[(ply + 1) * 8 + j]
            aim = self._aim(mover, self.share)
            if i == first or aim > most:
                most = aim
                self._keep(ply)

    def _think(self, deepest: cython.int) -> cython.void:
        many: cython.int
        depth: cython.int
        self.depth = 0
        self.chosen = PASS
        self.prepare()
        self.seat = self.mover
        many = self._look()
        if many < 2:
            return
        for depth in range(2, deepest + 1):
            if self.stopped or not self._deepen(depth, many):
                return

    def _look(self) -> cython.int:
        """Play and judge every turn once, the best first in `listed`: how many there are."""
        many: cython.int
        i: cython.int
        j: cython.int
        blind: cython.uint = self.blind
        turn: cython.longlong
        many = self.gather(0, self.root_places)
        if many == 0:
            # Nobody overlooks everything.
            self.blind = 0
            many = self.gather(0, 1)
            self.blind = blind
        # Shuffled, so that what is seen in time is a fair part, and equals come in any order.
        for i in range(many - 1, 0, -1):
            j = self._draw() % (i + 1)
            turn = self.listed[i]
            self.listed[i] = self.listed[j]
            self.listed[j] = turn
        for i in range(many):
            self.make(self.listed[i])
            self.judge()
            self.unmake()
            self.mark[i] = self.share[self.seat] + self._slip()
            self.mark[i] += self._taste(self.listed[i], self.share)
            if i == 0 or self.mark[i] > self.mark[self.best]:
                self.best = i
                self.chosen = self.listed[i]
                for j in range(self.parties):
                    self.expected[j] = self.share[j]
            if self.over():
                return 0
        self.depth = 1
        self._sort(0, many, self.root_width)
        return min(many, self.root_width)

    def _deepen(self, depth: cython.int, many: cython.int) -> cython.bint:
        """Look at the turns again, `depth` turns ahead; False if it had to stop."""
        i: cython.int
        j: cython.int
        wide: cython.int = many
        most: cython.double = 0.0
        for i in range(2, depth):
            wide = max(6, wide // 2)
        wide = min(wide, many)
        for i in range(wide):
            self.make(self.listed[i])
            self._dive(depth - 1, 0, many)
            self.unmake()
            if self.stopped:
                return False
            self.mark[i] = self.found[self.seat] + self._slip()
            self.mark[i] += self._taste(self.listed[i], self.found)
            if i == 0 or self.mark[i] > most:
                most = self.mark[i]
                self.chosen = self.listed[i]
                for j in range(self.parties):
                    self.expected[j] = self.found[j]
        self.depth = depth
        self._sort(0, wide, wide)
        return True

    def _slip(self) -> cython.double:
        """How much a turn is misjudged."""
        if self.noise == 0.0:
            return 0.0
        return self.noise * ((self._draw() % 2001) / 1000.0 - 1.0)
