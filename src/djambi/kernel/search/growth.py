"""How the tree grows where it promises most: Monte Carlo tree search without chance.

A visit goes down the tree. At its end all sorts of turns are played and judged, and the best of
them for whoever plays there says what the visit was worth to every party (max^n).

First few placements of every sort are looked at, and few turns kept. A node that is visited much,
or where all that was kept is decided, is *widened*: all legal turns become its children. So
nobody is believed lost who has another turn left, and what is settled as won is won.
"""

from __future__ import annotations

from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.tree import Tree

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import NONE, WINNERS
    from djambi.kernel.search.tree import DEEPEST, NEVER, OFTEN


# The gap between the best turn of the one who thinks and the one in the middle, at least: all
# other gaps are measured by it.
LEAST_GAP = cython.declare(cython.double, 0.004)
# How fast looks fade, in gaps.
FADING = cython.declare(cython.double, 1.0)
# How many ways of a promising act the one who thinks looks at, and how many he keeps in mind.
MOST_PLACES = cython.declare(cython.int, 256)
MORE_PLACES = cython.declare(cython.int, 4)
# No estimate is higher. A win counts for so much less with every turn until it comes.
SUREST = cython.declare(cython.double, 0.98)
PATIENCE = cython.declare(cython.double, 0.0001)
# Nodes are widened when they have at most so many turns for every visit.
TURNS_A_VISIT = cython.declare(cython.int, 16)
# How many nodes a look for forced wins may cost for every visit.
PROVING = cython.declare(cython.longlong, 4)
# So many of a widened node's turns are sorted; it is no use to know the order of the last.
SORTED = cython.declare(cython.int, 256)


class Growth(Tree):
    """A kernel that grows its tree; `djambi.kernel.search.mcts` says how far."""

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.path = [0] * (DEEPEST + 1)
            self.close = [0] * 64
        super().__init__(tables, parties, options)
        self.close_count = 0

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
            self.listed[0] = turns.PASS
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
                j = self.draw_random() % (i + 1)
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
        self._adopt(node, many, False)

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
            if self.header[WINNERS]:
                self._time_win(ply + 1)
            else:
                for j in range(self.parties):
                    self.share[j] = min(self.share[j], SUREST)
            self.unmake()
            for j in range(self.parties):
                self.mean[child * self.parties + j] = self.share[j]
            self.mark[i] = self._wish(mover, self.share[mover], self.share[self.seat])
            if node == 0:
                self.liked[child] = self._slip() + self.at_stake * self._taste(
                    self.listed[i], self.share
                )
                self.mark[i] += self.liked[child]
            if self.over():
                return i + 1
        return high

    @cython.final
    def _prove(self, node: cython.int, ply: cython.int) -> cython.bint:
        """Look for a forced win of whoever plays at a node, now and then; settle it if there is."""
        often: cython.int = self.visits[node]
        if often < OFTEN or often & (often - 1) or self.blind or self.limit < DEEPEST:
            return False
        if self._force(PROVING * often) == turns.PASS:
            return False
        self._settle_won(node, ply)
        return True

    @cython.final
    def _settle_won(self, node: cython.int, ply: cython.int) -> cython.void:
        """Settle a node that the hero wins by the force that was just found."""
        j: cython.int
        for j in range(self.parties):
            self.share[j] = 1.0 if j == self.hero else 0.0
        self._time_win(ply + 2 * self.own_turns - 1)
        for j in range(self.parties):
            self.known[node * self.parties + j] = self.share[j]
            self.mean[node * self.parties + j] = self.share[j]
        self.settled[node] = True

    @cython.final
    def _time_win(self, plies: cython.int) -> cython.void:
        """Let a win count for a little less, and for the others a little more, the later it is."""
        j: cython.int
        late: cython.double = PATIENCE * plies
        for j in range(self.parties):
            if self.share[j] == 1.0:
                self.share[j] -= late
            elif self.share[j] == 0.0:
                self.share[j] = late / (self.parties - 1)

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
            if turns.place(turn) != NONE and (best < 0 or self.mark[i] > self.mark[best]):
                for j in range(self.close_count):
                    if turns.same_step(self.close[j], turn):
                        break
                else:
                    best = i
        if best < 0:
            return many
        turn = self.turn[self.made + best]
        self.close[self.close_count] = turn
        self.close_count += 1
        self.prepare()
        ways = self.fill_window(turns.origin(turn), turns.target(turn), 0, 0)
        if ways > MOST_PLACES:
            low = self.draw_random() % (ways - MOST_PLACES + 1)
        self.fill_window(turns.origin(turn), turns.target(turn), low, low + MOST_PLACES)
        for i in range(min(ways, MOST_PLACES)):
            for j in range(many):
                if self.turn[self.made + j] == self.window_turns[i]:
                    break
            else:
                self.listed[last] = self.window_turns[i]
                last += 1
        return last

    @cython.final
    def _adopt(self, node: cython.int, many: cython.int, whole: cython.bint) -> cython.void:
        """Make `many` new nodes children of a node, or the best of them; the rest is forgotten."""
        first: cython.int = self.made
        wide: cython.int = min(many, self.width if node else self.root_width)
        kept: cython.int = wide
        i: cython.int
        fall: cython.double
        looked: cython.double = 0.0
        if whole:
            kept = many
            self._sort(0, many, SORTED)
        else:
            self._sort(0, many, wide if node else many)
            if node == 0:
                self.gap = max(LEAST_GAP, self.mark[0] - self.mark[many // 2])
        for i in range(kept):
            fall = 1.0 + (self.mark[0] - self.mark[i]) / (FADING * self.gap)
            self.looks[first + i] = 1.0 / (fall * fall)
            if i < wide:
                looked += self.looks[first + i]
        for i in range(first, first + kept):
            self.looks[i] /= looked
        for i in range(first * self.parties, (first + kept) * self.parties):
            self.known[i] = self.mean[i]
        self.made = first + kept
        self.first[node] = first
        self.kids[node] = kept
        self._lift(node)

    @cython.final
    def _slip(self) -> cython.double:
        """How much a turn is misjudged."""
        if self.noise == 0.0:
            return 0.0
        return self.noise * ((self.draw_random() % 2001) / 1000.0 - 1.0)

    @cython.final
    def _widen(self, node: cython.int, ply: cython.int) -> cython.bint:
        """Make all legal turns from a node its children, if there is room; whether it was done."""
        first: cython.int = self.first[node]
        kids: cython.int = self.kids[node]
        many: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        turns: cython.longlong
        at: cython.int
        if self.widen_at[node]:
            turns = self.count_turns()
            if turns > TURNS_A_VISIT * self.visits[node]:
                self.widen_at[node] = min(turns // TURNS_A_VISIT + 1, NEVER - 1)
                return False
        many = self.gather_all(0)
        # A quarter of the memory is left to nodes that nobody has looked at yet.
        if many < 0 or self.made + many > self.room - self.room // 4:
            self.widen_at[node] = NEVER
            return False
        if self._glance(node, ply, 0, many) < many:
            return False
        self.widen_at[node] = NEVER
        self._adopt(node, many, True)
        # What was known of the children before is known still.
        for i in range(first, first + kids):
            for at in range(self.first[node], self.first[node] + many):
                if self.turn[at] == self.turn[i]:
                    break
            else:
                continue
            if self.visits[i] < self.visits[at]:
                continue
            self.chooser[at] = self.chooser[i]
            self.settled[at] = self.settled[i]
            self.widen_at[at] = self.widen_at[i]
            self.first[at] = self.first[i]
            self.kids[at] = self.kids[i]
            self.visits[at] = self.visits[i]
            self.liked[at] = self.liked[i]
            for j in range(self.parties):
                k = at * self.parties + j
                self.mean[k] = self.mean[i * self.parties + j]
                self.known[k] = self.known[i * self.parties + j]
        self._lift(node)
        return True

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
            if self.visits[node] >= self.widen_at[node] and self._widen(node, length - 1):
                break
            if self.stopped or (node and self._prove(node, length - 1)):
                break
            node = self._select(node)
            self.path[length] = node
            length += 1
            self.make(self.turn[node])
        if self.settled[node]:
            self.over()
        elif self.kids[node] == 0:
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
