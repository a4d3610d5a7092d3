"""The tree of turns that search grows: what is known of every node, and where to go on.

Every player goes on to the turn that is best for himself by what is known of it, or that few visits
have tried yet; new turns are expected to be as good as they look at a glance. The mean of its
visits is what a turn is worth; what can't be changed by looking further is settled.
"""

from __future__ import annotations

from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.arena import fractions, numbers
from djambi.kernel.search.forced_win import Duel

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from math import sqrt

    from djambi.kernel.rules.codes import NOBODY
    from djambi.kernel.search.candidates import MOST

    # How many turns ahead is looked at most.
    DEEPEST = 60
    # More visits than any node has.
    NEVER = 0x7FFFFFFF
    # Nodes that were visited so often may be widened.
    OFTEN = 64

# How much a turn is tried for its looks alone, in gaps between its best
# turn and the one in the middle.
ZEAL = cython.declare(cython.double, 2.5)
# Only a win that is proved is worth more, and no estimate is.
SURE = cython.declare(cython.double, 0.99)


class Tree(Duel):
    """A kernel that keeps a tree of turns; `djambi.kernel.search.growth` grows it."""

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.mark = [0.0] * MOST
        super().__init__(tables, parties, options)
        self.fear = 0.0
        self.noise = 0.0
        self.places = 3
        self.root_places = 8
        self.width = 16
        self.root_width = 48
        self.seat = NOBODY
        self.limit = DEEPEST
        self.depth = 0
        self.gap = 1.0
        self.at_stake = 1.0
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
        # After how many visits all legal turns become its children.
        self.widen_at = numbers(room, "i")
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
        # Who overlooks turns, or sees to some depth only, proves nothing.
        self.widen_at[node] = NEVER if self.blind or self.limit < DEEPEST else OFTEN

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
    def _has_won(self, node: cython.int, party: cython.int) -> cython.bint:
        """Whether it is proved that a party wins from here."""
        return self.settled[node] != 0 and self.known[node * self.parties + party] > SURE

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
        if self._has_won(best, mover):
            self.settled[node] = True
        elif unsettled == 0:
            # Only when no turn is left that might be better.
            if self.widen_at[node] == NEVER:
                self.settled[node] = True
            else:
                self.widen_at[node] = 0

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
