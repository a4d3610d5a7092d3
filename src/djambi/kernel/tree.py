"""A tree of turns that grows where it promises most: Monte Carlo tree search without chance.

A visit goes down the tree, from every player to the turn that is best for himself by what is
known of it, or that few visits have tried yet; new turns are expected to be as good as they look
at a glance. At its end all sorts of turns are played and judged, and the best of them for
whoever plays there says what the visit was worth to every party (max^n). The mean of its visits
is what a turn is worth; what can't be changed by looking further is settled.
"""

from __future__ import annotations

from djambi.kernel.pool import fractions, numbers
from djambi.kernel.tables import Tables
from djambi.kernel.tastes import Tastes

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from math import sqrt

    from djambi.kernel.codes import NOBODY, NONE, WINNERS
    from djambi.kernel.sorts import MOST

    # How many turns ahead is looked at most.
    DEEPEST = 60

PASS = cython.declare(cython.longlong, 0x0000FFFF00FFFFFF)

# The gap between the best turn of the one who thinks and the one in the middle, at least: all
# other gaps are measured by it.
LEAST_GAP = cython.declare(cython.double, 0.004)
# How much a turn is tried for its looks alone, and how fast looks fade, in such gaps.
ZEAL = cython.declare(cython.double, 2.5)
FADING = cython.declare(cython.double, 1.0)
# How many ways of a promising act the one who thinks looks at, and how many he keeps in mind.
MOST_PLACES = cython.declare(cython.int, 256)
MORE_PLACES = cython.declare(cython.int, 4)
STEP_BITS = cython.declare(cython.longlong, 0xFFFF)
# A share that is as good as the whole game.
WHOLE_GAME = cython.declare(cython.double, 0.9999)


class Tree(Tastes):
    """A kernel that keeps a tree of turns; `djambi.kernel.search` grows it."""

    def __init__(self, tables: Tables, parties: int, options: tuple[int, ...]) -> None:
        if not cython.compiled:
            self.path = [0] * (DEEPEST + 1)
            self.mark = [0.0] * MOST
            self.close = [0] * 64
        super().__init__(tables, parties, options)
        self.close_count = 0
        self.fear = 0.0
        self.noise = 0.0
        self.places = 3
        self.root_places = 8
        self.width = 16
        self.root_width = 48
        self.seat = NOBODY
        self.limit = DEEPEST
        self.depth = 0
        self.gap = LEAST_GAP
        self.room = 0
        self.made = 0
        self._furnish(1)

    def _furnish(self, room: int) -> None:
        """Have room for so many nodes."""
        if room <= self.room:
            return
        self.room = room
        # The turn that leads to a node, who plays there, and whether more visits are no use.
        self.turn = numbers(room, "q")
        self.chooser = numbers(room, "B")
        self.settled = numbers(room, "B")
        # Its children, all in a row, and how often it was visited.
        self.first = numbers(room, "i")
        self.kids = numbers(room, "i")
        self.visits = numbers(room, "i")
        # How promising it looked, and what whoever thinks likes about it besides.
        self.looks = fractions(room)
        self.liked = fractions(room)
        # Everybody's share: the mean of all visits, and what the best turns known lead to.
        self.mean = fractions(room * self.parties)
        self.known = fractions(room * self.parties)

    # -- one node -----------------------------------------------------------------------------

    @cython.final
    def _plant(self, node: cython.int) -> cython.void:
        """A node without children that nobody has visited."""
        self.first[node] = 0
        self.kids[node] = 0
        self.visits[node] = 0
        self.settled[node] = False
        self.liked[node] = 0.0

    @cython.final
    def _wish(self, party: cython.int, share: cython.double, seat: cython.double) -> cython.double:
        """What a party wants to be large: its own share, and that of the one who thinks small."""
        return share if party == self.seat else share - self.fear * seat

    @cython.final
    def _worth(self, node: cython.int, party: cython.int) -> cython.double:
        """How good a node is for a party, by all that was seen of it."""
        at: cython.int = node * self.parties
        if self.settled[node]:
            return self._wish(party, self.known[at + party], self.known[at + self.seat])
        return self._wish(party, self.mean[at + party], self.mean[at + self.seat])

    @cython.final
    def _look(self, places: cython.int) -> cython.int:
        """List the turns worth a look; the pass if there is none: how many."""
        blind: cython.uint = self.blind
        many: cython.int = self.gather(0, places)
        if many == 0 and blind:
            # Nobody overlooks everything.
            self.blind = 0
            many = self.gather(0, 1)
            self.blind = blind
        if many == 0:
            self.listed[0] = PASS
            many = 1
        return many

    @cython.final
    def _expand(self, node: cython.int, ply: cython.int) -> cython.void:
        """Play and judge the turns from a node, and keep the most promising as its children."""
        many: cython.int = self._look(self.places if node else self.root_places)
        mover: cython.int = self.mover
        acts: cython.int = 0
        i: cython.int
        j: cython.int
        turn: cython.longlong
        if node == 0:
            self.close_count = 0
            acts = min(self.root_places // 3, 64)
            # So that what is seen in time is a fair part, and equals come in any order.
            for i in range(many - 1, 0, -1):
                j = self._draw() % (i + 1)
                turn = self.listed[i]
                self.listed[i] = self.listed[j]
                self.listed[j] = turn
        many = self._glance(node, ply, 0, many)
        if self.stopped and node:
            # Half a look at the answers is worth nothing.
            return
        while acts > 0 and not self.stopped:
            acts -= 1
            j = self._glance(node, ply, many, self._offer_places(many))
            self._sort(many, j, MORE_PLACES)
            many = min(j, many + MORE_PLACES)
        self.depth = max(self.depth, ply + 1)
        self.chooser[node] = mover
        self._adopt(node, many)

    @cython.final
    def _glance(
        self, node: cython.int, ply: cython.int, low: cython.int, high: cython.int
    ) -> cython.int:
        """Play and judge the listed turns from `low` to before `high`; where it had to stop."""
        mover: cython.int = self.mover
        child: cython.int
        i: cython.int
        j: cython.int
        if self.made + high > self.room:
            self.stopped = True
            return low
        for i in range(low, high):
            child = self.made + i
            self._plant(child)
            self.turn[child] = self.listed[i]
            self.make(self.listed[i])
            self.judge()
            if self.header[WINNERS] or ply + 1 >= self.limit:
                self.settled[child] = True
            self.unmake()
            for j in range(self.parties):
                self.mean[child * self.parties + j] = self.share[j]
            self.mark[i] = self._wish(mover, self.share[mover], self.share[self.seat])
            if node == 0:
                self.liked[child] = self._slip() + self._taste(self.listed[i], self.share)
                self.mark[i] += self.liked[child]
            if self.over():
                return i + 1
        return high

    @cython.final
    def _offer_places(self, many: cython.int) -> cython.int:
        """List other ways to carry out the best act of which few were looked at: up to where.

        None where all acts that place something were looked at closely.
        """
        best: cython.int = -1
        last: cython.int = many
        i: cython.int
        j: cython.int
        ways: cython.longlong
        low: cython.longlong = 0
        turn: cython.longlong
        for i in range(many):
            turn = self.turn[self.made + i]
            if turn >> 16 & 255 != NONE and (best < 0 or self.mark[i] > self.mark[best]):
                for j in range(self.close_count):
                    if (self.close[j] ^ turn) & STEP_BITS == 0:
                        break
                else:
                    best = i
        if best < 0:
            return many
        turn = self.turn[self.made + best]
        self.close[self.close_count] = turn
        self.close_count += 1
        self.prepare()
        ways = self._fill(turn & 255, turn >> 8 & 255, 0, 0)
        if ways > MOST_PLACES:
            low = self._draw() % (ways - MOST_PLACES + 1)
        self._fill(turn & 255, turn >> 8 & 255, low, low + MOST_PLACES)
        for i in range(min(ways, MOST_PLACES)):
            for j in range(many):
                if self.turn[self.made + j] == self.turns[i]:
                    break
            else:
                self.listed[last] = self.turns[i]
                last += 1
        return last

    @cython.final
    def _adopt(self, node: cython.int, many: cython.int) -> cython.void:
        """Make the best of `many` new nodes children of a node; the rest is forgotten."""
        first: cython.int = self.made
        wide: cython.int = min(many, self.width if node else self.root_width)
        i: cython.int
        fall: cython.double
        looked: cython.double = 0.0
        self._sort(0, many, wide if node else many)
        if node == 0:
            self.gap = max(LEAST_GAP, self.mark[0] - self.mark[many // 2])
        for i in range(wide):
            fall = 1.0 + (self.mark[0] - self.mark[i]) / (FADING * self.gap)
            self.looks[first + i] = 1.0 / (fall * fall)
            looked += self.looks[first + i]
        for i in range(first, first + wide):
            self.looks[i] /= looked
        for i in range(first * self.parties, (first + wide) * self.parties):
            self.known[i] = self.mean[i]
        self.made = first + wide
        self.first[node] = first
        self.kids[node] = wide
        self._lift(node)

    @cython.final
    def _sort(self, low: cython.int, high: cython.int, wide: cython.int) -> cython.void:
        """Bring the `wide` best of the new nodes from `low` to before `high` to the front."""
        i: cython.int
        j: cython.int
        best: cython.int
        at: cython.int
        mark: cython.double
        share: cython.double
        turn: cython.longlong
        for i in range(low, min(high, low + wide)):
            best = i
            for j in range(i + 1, high):
                if self.mark[j] > self.mark[best]:
                    best = j
            if best == i:
                continue
            mark = self.mark[i]
            self.mark[i] = self.mark[best]
            self.mark[best] = mark
            at = self.made + i
            best += self.made
            turn = self.turn[at]
            self.turn[at] = self.turn[best]
            self.turn[best] = turn
            j = self.settled[at]
            self.settled[at] = self.settled[best]
            self.settled[best] = j
            share = self.liked[at]
            self.liked[at] = self.liked[best]
            self.liked[best] = share
            for j in range(self.parties):
                share = self.mean[at * self.parties + j]
                self.mean[at * self.parties + j] = self.mean[best * self.parties + j]
                self.mean[best * self.parties + j] = share

    @cython.final
    def _lift(self, node: cython.int) -> cython.void:
        """Take over what the best turn from a node leads to; settle it if that is decided."""
        mover: cython.int = self.chooser[node]
        first: cython.int = self.first[node]
        best: cython.int = first
        unsettled: cython.int = 0
        i: cython.int
        at: cython.int
        wish: cython.double
        most: cython.double = 0.0
        for i in range(first, first + self.kids[node]):
            at = i * self.parties
            wish = self._wish(mover, self.known[at + mover], self.known[at + self.seat])
            if i == first or wish > most:
                most = wish
                best = i
            if not self.settled[i]:
                unsettled += 1
        for i in range(self.parties):
            self.known[node * self.parties + i] = self.known[best * self.parties + i]
        if self.settled[best] and self.known[best * self.parties + mover] > WHOLE_GAME:
            unsettled = 0
        if unsettled == 0:
            self.settled[node] = True

    @cython.final
    def _slip(self) -> cython.double:
        """How much a turn is misjudged."""
        if self.noise == 0.0:
            return 0.0
        return self.noise * ((self._draw() % 2001) / 1000.0 - 1.0)

    # -- one visit ----------------------------------------------------------------------------

    @cython.final
    def _select(self, node: cython.int) -> cython.int:
        """The child that a visit goes on to."""
        mover: cython.int = self.chooser[node]
        best: cython.int = 0
        i: cython.int
        worth: cython.double
        most: cython.double = 0.0
        pull: cython.double = ZEAL * self.gap * sqrt(self.visits[node])
        for i in range(self.first[node], self.first[node] + self.kids[node]):
            worth = self._worth(i, mover) + self.liked[i]
            if not self.settled[i]:
                worth += pull * self.looks[i] / (1 + self.visits[i])
            if best == 0 or worth > most:
                most = worth
                best = i
        return best

    @cython.final
    def _visit(self) -> cython.void:
        """Go down the tree, look further at its end, and tell all nodes on the way."""
        node: cython.int = 0
        length: cython.int = 1
        i: cython.int
        j: cython.int
        at: cython.int
        self.path[0] = 0
        while self.kids[node] and not self.settled[node]:
            node = self._select(node)
            self.path[length] = node
            length += 1
            self.make(self.turn[node])
        if self.settled[node]:
            self.over()
        else:
            self._expand(node, length - 1)
        for i in range(1, length):
            self.unmake()
        if self.stopped and self.kids[node] == 0:
            return
        for i in range(length - 1, -1, -1):
            at = self.path[i]
            if i < length - 1:
                self._lift(at)
            self.visits[at] += 1
            for j in range(self.parties):
                self.mean[at * self.parties + j] += (
                    self.known[node * self.parties + j] - self.mean[at * self.parties + j]
                ) / self.visits[at]
