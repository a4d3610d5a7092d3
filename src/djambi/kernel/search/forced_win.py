"""Forced wins of a duel: a turn, any answer, and another turn that wins; sometimes many more.

Where two parties are left, the best player wins by a quiet turn that no answer helps against,
and no glance tells it from others. Here it is proved, in one turn of his own more every time:
against all answers, or it is no win. An answer that refuted one turn is tried first
against the next, and a turn that won after one answer first after the next: mostly they do it
again. What was proved of a position is remembered, as most of them come about in many ways.

Of the last turn only strokes at the Chief are tried where more than two are needed: other ends, as
walling him in, are found up to two turns ahead.
"""

from __future__ import annotations

from typing import Final

from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.arena import numbers
from djambi.kernel.search.style import Tastes

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import (
        ACTIVE,
        ASSASSIN,
        CHIEF,
        EMPTY,
        LINES,
        MILITANT,
        NOBODY,
        PIECE,
        QUIET,
        REPORTER,
        SLOTS,
        STATUS,
        WALL,
        WINNERS,
    )
    from djambi.kernel.rules.tables import mix

    # How many turns deep a forced win can be, with bonus turns of the other's after each.
    DEEPEST_FORCE = 27
    # How many turns that take the Chief are tried: they differ in where something is placed.
    FEW_STROKES = 4

TURNS_A_NODE: Final = 4
"""How many turns that are only played cost as much as one that is judged too: a node."""

MOST_KEPT: Final = 21
"""At most two to this power of positions are remembered, in 18 MiB."""

CHEAPER = cython.declare(cython.int, TURNS_A_NODE)
# How many own turns a forced win may have.
LONGEST_FORCE = cython.declare(cython.int, 9)
# Up to so many, all last turns are tried.
ALL_LAST = cython.declare(cython.int, 2)
# What is remembered of one: in how many own turns it is not won; this more where it is won.
WON = cython.declare(cython.int, 128)
# How many turns a window holds.
WINDOW = cython.declare(cython.int, 1024)


class Duel(Tastes):
    """A kernel that proves wins.

    >>> from djambi.position.position import Position
    >>> start = Position.parse("square-4 original 9/9/9/9/9/9/9/9/rCrA6bC r,b,y>b,g>b rbyg r 0 0")
    >>> kernel = start.kernel()
    >>> duel = Duel(kernel.tables, kernel.parties, kernel.options)
    >>> duel.load(kernel.contents(), kernel.entries())
    >>> duel.win_by_force(most=1000) == start.turn("b1-i1").packed
    True
    """

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.strong = [0] * DEEPEST_FORCE
            self.stroke = [0] * FEW_STROKES
            self.beside = [0] * 8
        super().__init__(tables, parties, options)
        self.hero = NOBODY
        self.rival = NOBODY
        self.tries = 0
        self.played = 0
        # Whether what was proved is kept from one position thought about to the next.
        self.remembers = False
        self.forgotten = 0
        self.kept_mask = -1
        self._remember_up_to(1)

    def _remember_up_to(self, many: int) -> None:
        """Have room to remember about so many positions, within bounds."""
        room = 1 << min(max(many - 1, 1).bit_length(), MOST_KEPT)
        if room <= self.kept_mask + 1:
            return
        self.kept_mask = room - 1
        # What is remembered of which position, for which hero.
        self.kept_key = numbers(room, "q")
        self.kept = numbers(room, "B")

    def win_by_force(self, most: int, seconds: float = 60.0) -> int:
        """The packed turn that wins in the fewest own turns; the pass if none is found.

        The game must not be over. Nothing is found where three parties or more are active, or
        where the proof would play more than `most` turns or last longer than `seconds`.
        `TURNS_A_NODE` of them count as one node; `played` says how many it were.
        """
        nodes: cython.longlong = most // TURNS_A_NODE
        time: cython.double = seconds
        found: cython.longlong
        self._remember_up_to(most)
        with cython.nogil:
            self._forget()
            self.start_watch(nodes + 1, time)
            found = self._force(nodes)
        self.played = nodes * CHEAPER - max(0, self.tries)
        return found

    @cython.final
    def _force(self, nodes: cython.longlong) -> cython.longlong:
        """As `win_by_force`, with so many nodes and while the watch allows."""
        more: cython.int
        self.tries = nodes * CHEAPER
        self.own_turns = 0
        if self.relations_stale:
            self.update_relations()
        if not self._is_duel():
            return turns.PASS
        self.prepare()
        self._set_out()
        for more in range(1, LONGEST_FORCE + 1):
            self.last_is_stroke = more > ALL_LAST
            if self._forces(more, 0, 0):
                self.own_turns = more
                return self.strong[0]
            if self.tries <= 0 or self.stopped:
                break
        return turns.PASS

    @cython.final
    def _forget(self) -> cython.void:
        """Forget what was proved, if that is not to be remembered."""
        if not self.remembers:
            self.forgotten += 1

    @cython.final
    def _is_duel(self) -> cython.bint:
        """Whether two parties are active."""
        party: cython.int
        many: cython.int = 0
        for party in range(self.parties):
            many += self.header[STATUS + party] == ACTIVE
        return many == 2

    @cython.final
    def _set_out(self) -> cython.void:
        """Prove something new: that whoever plays now wins."""
        i: cython.int
        self.hero = self.mover
        for i in range(self.parties):
            if i != self.hero and self.header[STATUS + i] == ACTIVE:
                self.rival = i
        for i in range(DEEPEST_FORCE):
            self.strong[i] = turns.PASS
        # What is forgotten, or was proved for others, is not found by this.
        self.proof = mix((self.forgotten * 8 + self.hero) * 8 + self.rival)

    @cython.final
    def _forces(self, more: cython.int, ply: cython.int, first: cython.int) -> cython.bint:
        """Whether the hero wins within `more` turns of his own, whatever is played.

        Turns are listed from `listed[first]` on. False where it remains unknown.
        """
        name: cython.longlong = (self.zobrist_hash ^ self.proof) >> 1
        slot: cython.int = name & self.kept_mask
        own: cython.bint
        won: cython.bint
        many: cython.int
        i: cython.int
        strong: cython.longlong
        if ply and self.kept_key[slot] == name:
            i = self.kept[slot]
            if i < WON and i >= more:
                return False
            if i >= WON and i - WON <= more and self._has_time():
                return True
        if ply >= DEEPEST_FORCE:
            return False
        self.prepare()
        own = self.mover == self.hero
        if own and more == 1 and self.last_is_stroke:
            return self._strikes()
        # What was strong in a position like this is tried first.
        strong = self.strong[ply]
        won = not own
        if strong != turns.PASS and self._may_play(strong):
            won = self._wins_after(strong, own, more, ply, first)
            if self.tries <= 0:
                return False
        else:
            strong = turns.PASS
        if won != own:
            many = self.gather_all(first)
            if many < 0:
                return False
            for i in range(first, many):
                if self.listed[i] == strong and strong != turns.PASS:
                    continue
                won = self._wins_after(self.listed[i], own, more, ply, many)
                if self.tries <= 0:
                    return False
                if won == own:
                    self.strong[ply] = self.listed[i]
                    break
        # That it is won says more than that it is not won sooner.
        if won or self.kept_key[slot] != name or self.kept[slot] < WON:
            self.kept_key[slot] = name
            self.kept[slot] = more + WON if won else more
        return won

    @cython.final
    def _has_time(self) -> cython.bint:
        """Whether the quiet limit is so far that no win remembered comes too late (RULES 7.4)."""
        return (
            self.options.quiet_rounds == 0
            or self.header[QUIET] + DEEPEST_FORCE < self.options.quiet_rounds * self.parties
        )

    @cython.final
    def _may_play(self, turn: cython.longlong) -> cython.bint:
        """Whether a turn that was listed elsewhere is legal here; the board was looked at."""
        cell: cython.int = turns.origin(turn)
        code: cython.int = self.board[cell]
        many: cython.longlong
        i: cython.int
        if code < PIECE or code == WALL or not self._obeys(code):
            return False
        many = self.fill_window(cell, turns.target(turn), 0, WINDOW)
        for i in range(min(many, WINDOW)):
            if self.window_turns[i] == turn:
                return True
        return False

    @cython.final
    def _wins_after(
        self,
        turn: cython.longlong,
        own: cython.bint,
        more: cython.int,
        ply: cython.int,
        first: cython.int,
    ) -> cython.bint:
        """Whether the hero wins as in `_forces`, of which a turn is played now, his own or not."""
        won: cython.bint
        self.tries -= 1
        if self.tries <= 0 or (self.tries % CHEAPER == 0 and self.over()):
            self.tries = 0
            return False
        self.make(turn)
        if self.header[WINNERS]:
            won = self.header[WINNERS] == 1 << self.hero
        elif self.header[STATUS + self.hero] != ACTIVE or (own and more == 1):
            won = False
        else:
            won = self._forces(more - 1 if own else more, ply + 1, first)
        self.unmake()
        return won

    @cython.final
    def _strikes(self) -> cython.bint:
        """Whether the hero, whose turn it is, wins at once by a stroke at the other Chief.

        Looks out from the Chief; pieces that strike past others are not seen behind them.
        """
        chief: cython.int = self.cell_of[self.rival * SLOTS + CHIEF]
        code: cython.int
        kind: cython.int
        step: cython.int
        at: cython.int
        i: cython.int
        if chief == self.cells:
            return False
        for i in range(chief * LINES, chief * LINES + self.tables.line_count[chief]):
            for step in range(-1, 2, 2):
                at = self.tables.line_at[i] + self.tables.place_on[i] + step
                while self.board[self.tables.line_cell[at]] == EMPTY:
                    at += step
                code = self.board[self.tables.line_cell[at]]
                if code < PIECE or code == WALL or not self._obeys(code):
                    continue
                kind = self.kind_of[code]
                if kind == CHIEF or kind == ASSASSIN or kind == MILITANT:
                    if self._wins_by(self.tables.line_cell[at], chief):
                        return True
        for i in range(self.parties):
            if self.alive_slots[i] >> REPORTER & 1 and self._obeys(PIECE + i * SLOTS + REPORTER):
                if self._reports(self.cell_of[i * SLOTS + REPORTER], chief):
                    return True
        return False

    @cython.final
    def _obeys(self, code: cython.int) -> cython.bint:
        """Whether the one whose turn it is may move this piece."""
        colour: cython.int = self.party_of[code]
        return (
            self.controller[colour] == self.mover
            and (self.only_colour == NOBODY or colour == self.only_colour)
            and self.moves_itself(code)
        )

    @cython.final
    def _reports(self, cell: cython.int, chief: cython.int) -> cython.bint:
        """Whether a Reporter wins at once by a turn to a cell beside the Chief."""
        i: cython.int
        j: cython.int
        many: cython.int = 0
        self.find_destinations(cell, 0)
        for i in range(self.stop_count[0]):
            for j in range(self.tables.side_count[chief]):
                if self.stops[i] == self.tables.side[chief * 8 + j]:
                    self.beside[many] = self.stops[i]
                    many += 1
        for i in range(many):
            if self._wins_by(cell, self.beside[i]):
                return True
        return False

    @cython.final
    def _wins_by(self, cell: cython.int, to: cython.int) -> cython.bint:
        """Whether a turn of the piece on a cell to another wins at once; of many, a few are tried.

        The board was looked at, and is looked at again if a turn was played.
        """
        many: cython.int = min(self.fill_window(cell, to, 0, FEW_STROKES), FEW_STROKES)
        i: cython.int
        won: cython.bint
        for i in range(many):
            self.stroke[i] = self.window_turns[i]
        for i in range(many):
            self.tries -= 1
            if self.tries <= 0 or (self.tries % CHEAPER == 0 and self.over()):
                self.tries = 0
                return False
            self.make(self.stroke[i])
            won = self.header[WINNERS] == 1 << self.hero
            self.unmake()
            if won:
                return True
        if many:
            self.prepare()
        return False
