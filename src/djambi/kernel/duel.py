"""Forced wins of a duel: a turn, any answer, and another turn that wins; sometimes one more.

Where two parties are left, the best player wins by a quiet turn that no answer helps against,
and no glance tells it from others. Here all legal turns are played, so what is found is proved.
An answer that refuted one turn is tried first against the next, and a turn that won after one
answer first after the next: mostly they do it again, so this costs much less than it seems to.
"""

from __future__ import annotations

from djambi.kernel.tables import Tables
from djambi.kernel.tastes import Tastes

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.codes import ACTIVE, NOBODY, STATUS, WINNERS

    # How many own turns a forced win may have.
    LONGEST_FORCE = 3
    # How many turns deep that can be, with a bonus turn of the other's after each.
    DEEPEST_FORCE = 12

PASS = cython.declare(cython.longlong, 0x0000FFFF00FFFFFF)


class Duel(Tastes):
    """A kernel that proves wins.

    >>> from djambi.position import Position
    >>> start = Position.parse("square-4 original 9/9/9/9/9/9/9/9/rCrA6bC r,b,y>b,g>b rbyg r 0 0")
    >>> kernel = start.kernel()
    >>> duel = Duel(kernel.tables, kernel.parties, kernel.options)
    >>> duel.load(kernel.contents(), kernel.entries())
    >>> duel.win_by_force(most=1000) == start.turn("b1-i1").packed
    True
    """

    def __init__(self, tables: Tables, parties: int, options: tuple[int, ...]) -> None:
        if not cython.compiled:
            self.strong = [0] * DEEPEST_FORCE
        super().__init__(tables, parties, options)
        self.hero = NOBODY
        self.tries = 0

    def win_by_force(self, most: int, seconds: float = 60.0) -> int:
        """The packed turn that wins in the fewest own turns, at most three; the pass if none.

        The game must not be over. Nothing is found where three parties or more are active, or
        where the proof would play more than `most` turns or last longer than `seconds`.
        """
        tries: cython.longlong = most
        time: cython.double = seconds
        found: cython.longlong
        with cython.nogil:
            self.start_watch(tries + 1, time)
            found = self._force(tries)
        return found

    @cython.final
    def _force(self, tries: cython.longlong) -> cython.longlong:
        """As `win_by_force`; counts its turns as nodes."""
        more: cython.int
        self.tries = tries
        self.own_turns = 0
        if self.stale:
            self.relate()
        if self._rivals() != 1:
            return PASS
        self.prepare()
        self.hero = self.mover
        for more in range(DEEPEST_FORCE):
            self.strong[more] = PASS
        for more in range(1, LONGEST_FORCE + 1):
            if self._forces(more, 0, 0):
                self.own_turns = more
                return self.strong[0]
            if self.tries <= 0 or self.stopped:
                break
        return PASS

    @cython.final
    def _rivals(self) -> cython.int:
        """How many parties are active, less one."""
        party: cython.int
        many: cython.int = -1
        for party in range(self.parties):
            many += self.header[STATUS + party] == ACTIVE
        return many

    @cython.final
    def _forces(self, more: cython.int, ply: cython.int, first: cython.int) -> cython.bint:
        """Whether the hero wins within `more` turns of his own, whatever is played.

        Turns are listed from `listed[first]` on. False where it remains unknown.
        """
        many: cython.int = self.gather_all(first)
        i: cython.int
        own: cython.bint = self.mover == self.hero
        won: cython.bint
        turn: cython.longlong
        if many < 0 or ply >= DEEPEST_FORCE:
            self.tries = 0
            return False
        # What was strong in a position like this is tried first.
        for i in range(first, many):
            if self.listed[i] == self.strong[ply]:
                self.listed[i] = self.listed[first]
                self.listed[first] = self.strong[ply]
                break
        for i in range(first, many):
            turn = self.listed[i]
            self.tries -= 1
            if self.tries <= 0 or self.over():
                self.tries = 0
                return False
            self.make(turn)
            if self.header[WINNERS]:
                won = self.header[WINNERS] == 1 << self.hero
            elif self.header[STATUS + self.hero] != ACTIVE or (own and more == 1):
                won = False
            else:
                won = self._forces(more - 1 if own else more, ply + 1, many)
            self.unmake()
            if self.tries <= 0:
                return False
            if won == own:
                self.strong[ply] = turn
                return own
        return not own
