"""Forced wins of a duel: a turn, any answer, and another turn that wins; sometimes many more.

Where two parties are left, the best player wins by a quiet turn that no answer helps against,
which no evaluation tells from others. Method: a depth-first AND/OR proof over full-width turns
with two values, won or not shown to be won, deepened iteratively by one own turn:

    wins(position, n) = hero to move:  some turn t with wins(position + t, n - 1)
                        rival to move: wins(position + t, n) for all turns t
    wins(position, n) = the hero has won, where the game is over; False where n own turns are spent

With a transposition table keyed by the position's Zobrist hash, which keeps in how many own turns
a position is won or not; and with killer turns, one a ply: what refuted the last turn is tried
first against the next, and what won after one answer first after the next.

Of the last own turn only strokes at the Chief are tried where more than two are needed, so that
other ends, as walling him in, are found up to two own turns ahead: what is found is proved, what
is not found may still be won.

Sources: Richard E. Korf (1985), Depth-first iterative-deepening: an optimal admissible tree
search. Richard D. Greenblatt, Donald E. Eastlake, Stephen D. Crocker (1967), The Greenblatt chess
program (transposition table). Albert L. Zobrist (1970), A new hashing method with application for
game playing. Selim G. Akl, Monroe M. Newborn (1977), The principal continuation and the killer
heuristic.
"""

from __future__ import annotations

from typing import Final

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.arena import int_buffer
from djambi.kernel.search.candidates import CandidateGenerator
from djambi.kernel.search.limits import SearchLimits

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

    # How many plies deep a forced win can be, with bonus turns of the rival's after each.
    MAX_PLY = 27
    # How many turns that take the Chief are tried: they differ in where something is placed.
    MAX_STROKES = 4

TURNS_PER_NODE: Final = 4
"""How many turns that are only played cost as much as one that is evaluated too: a node."""

MAX_OWN_TURNS: Final = 9
"""How many own turns a forced win may have."""

FULL_WIDTH_OWN_TURNS: Final = 2
"""Up to so many own turns, every last turn is tried, not only strokes."""

MAX_TABLE_BITS: Final = 21
"""The table has two to this power of entries at most, in 18 MiB."""

NODE_COST = cython.declare(cython.int, TURNS_PER_NODE)
FULL_WIDTH_TURNS = cython.declare(cython.int, FULL_WIDTH_OWN_TURNS)
# An entry of the table: in how many own turns the position is not won; with this bit, is won.
WON = cython.declare(cython.int, 128)
# How many turns the kernel writes at a time.
WINDOW = cython.declare(cython.int, 1024)


class ForcedWinSolver:
    """A solver of duels in the position of a kernel.

    It plays turns in the kernel and takes them back. Where a search has them, it shares the
    generator's list and the limits with that search.

    >>> from djambi.position.position import Position
    >>> start = Position.parse("square-4 original 9/9/9/9/9/9/9/9/rCrA6bC r,b,y>b,g>b rbyg r 0 0")
    >>> solver = ForcedWinSolver(start.kernel())
    >>> solver.forced_win(max_turns=1000) == start.turn("b1-i1").packed
    True
    """

    def __init__(
        self,
        kernel: Kernel,
        candidates: CandidateGenerator | None = None,
        limits: SearchLimits | None = None,
    ) -> None:
        """Raises ValueError if the generator has another kernel."""
        if not cython.compiled:
            self.killer = [0] * MAX_PLY
            self.stroke = [0] * MAX_STROKES
            self.beside = [0] * 8
        self.kernel = kernel
        self.candidates = CandidateGenerator(kernel) if candidates is None else candidates
        self.limits = SearchLimits() if limits is None else limits
        if self.candidates.kernel is not kernel:
            raise ValueError("a generator with another kernel")
        self.hero = NOBODY
        self.rival = NOBODY
        self.own_turns = 0
        self.deepest = MAX_OWN_TURNS
        self.turns_left = 0
        self.turns_played = 0
        # Whether what was proved is kept from one search to the next.
        self.keeps_table = False
        self.generation = 0
        self.table_mask = -1
        self.reserve(1)

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Become a position, as `Kernel.load`; an earlier `cancel` is forgotten."""
        self.kernel.load(contents, entries)
        self.limits.rearm()

    def reserve(self, entries: int) -> None:
        """Give the table at least about so many entries, within bounds; a larger table is empty."""
        size = 1 << min(max(entries - 1, 1).bit_length(), MAX_TABLE_BITS)
        if size <= self.table_mask + 1:
            return
        self.table_mask = size - 1
        self.table_key = int_buffer(size, "q")
        self.table_entry = int_buffer(size, "B")

    def forced_win(self, max_turns: int, seconds: float = 60.0, within: int = MAX_OWN_TURNS) -> int:
        """Return the packed turn that wins in the fewest own turns, or the pass if none is found.

        The game must not be over. Nothing is found where three parties or more are active, where
        more own turns than `within` are needed, or where the proof would play more than
        `max_turns` or last longer than `seconds`. `TURNS_PER_NODE` of them count as one node;
        `turns_played` says how many it were, and `own_turns` in how many the `hero` wins. Up to
        two own turns, nothing found means that nothing is there, unless a limit was reached.
        """
        nodes: cython.longlong = max_turns // TURNS_PER_NODE
        time: cython.double = seconds
        found: cython.longlong
        self.deepest = min(within, MAX_OWN_TURNS)
        self.reserve(max_turns)
        with cython.nogil:
            self.new_search()
            self.limits.start(nodes + 1, time)
            found = self.solve(nodes)
        self.deepest = MAX_OWN_TURNS
        self.turns_played = nodes * NODE_COST - max(0, self.turns_left)
        return found

    def new_search(self) -> cython.void:
        """Forget what was proved, unless the table is to be kept."""
        if not self.keeps_table:
            self.generation += 1

    def solve(self, nodes: cython.longlong) -> cython.longlong:
        """Return what `forced_win` does, with so many nodes and while the limits allow."""
        more: cython.int
        self.turns_left = nodes * NODE_COST
        self.own_turns = 0
        if self.kernel.relations_stale:
            self.kernel.update_relations()
        if not self._is_duel(self.kernel):
            return turns.PASS
        self.kernel.prepare()
        self._set_out(self.kernel)
        for more in range(1, self.deepest + 1):
            self.last_is_stroke = more > FULL_WIDTH_TURNS
            if self._wins(self.kernel, more, 0, 0):
                self.own_turns = more
                return self.killer[0]
            if self.turns_left <= 0 or self.limits.stopped:
                break
        return turns.PASS

    def _is_duel(self, kernel: Kernel) -> cython.bint:
        """Return whether two parties are active."""
        party: cython.int
        many: cython.int = 0
        for party in range(kernel.parties):
            many += kernel.header[STATUS + party] == ACTIVE
        return many == 2

    def _set_out(self, kernel: Kernel) -> cython.void:
        """Begin a proof that whoever plays now wins."""
        i: cython.int
        self.hero = kernel.mover
        for i in range(kernel.parties):
            if i != self.hero and kernel.header[STATUS + i] == ACTIVE:
                self.rival = i
        for i in range(MAX_PLY):
            self.killer[i] = turns.PASS
        # What was proved before the last `new_search`, or for others, is not found by this.
        self.table_salt = mix((self.generation * 8 + self.hero) * 8 + self.rival)

    def _wins(
        self, kernel: Kernel, more: cython.int, ply: cython.int, first: cython.int
    ) -> cython.bint:
        """Return whether the hero wins within `more` own turns, whatever is played.

        Turns are listed from `listed[first]` on. False where it remains unknown.
        """
        key: cython.longlong = (kernel.zobrist_hash ^ self.table_salt) >> 1
        slot: cython.int = key & self.table_mask
        own: cython.bint
        won: cython.bint
        many: cython.int
        i: cython.int
        killer: cython.longlong
        if ply and self.table_key[slot] == key:
            i = self.table_entry[slot]
            if i < WON and i >= more:
                return False
            if i >= WON and i - WON <= more and self._is_early(kernel):
                return True
        if ply >= MAX_PLY:
            return False
        kernel.prepare()
        own = kernel.mover == self.hero
        if own and more == 1 and self.last_is_stroke:
            return self._strikes(kernel)
        killer = self.killer[ply]
        won = not own
        if killer != turns.PASS and self._is_legal(kernel, killer):
            won = self._wins_after(kernel, killer, own, more, ply, first)
            if self.turns_left <= 0:
                return False
        else:
            killer = turns.PASS
        if won != own:
            many = self.candidates.generate_legal(first)
            if many < 0:
                return False
            for i in range(first, many):
                if self.candidates.listed[i] == killer and killer != turns.PASS:
                    continue
                won = self._wins_after(kernel, self.candidates.listed[i], own, more, ply, many)
                if self.turns_left <= 0:
                    return False
                if won == own:
                    self.killer[ply] = self.candidates.listed[i]
                    break
        # That it is won says more than that it is not won sooner.
        if won or self.table_key[slot] != key or self.table_entry[slot] < WON:
            self.table_key[slot] = key
            self.table_entry[slot] = more + WON if won else more
        return won

    def _is_early(self, kernel: Kernel) -> cython.bint:
        """Return whether the quiet limit is so far that no win in the table is too late (7.4)."""
        return (
            kernel.options.quiet_rounds == 0
            or kernel.header[QUIET] + MAX_PLY < kernel.options.quiet_rounds * kernel.parties
        )

    def _is_legal(self, kernel: Kernel, turn: cython.longlong) -> cython.bint:
        """Return whether a turn that was listed elsewhere is legal here; `prepare` was called."""
        cell: cython.int = turns.origin(turn)
        code: cython.int = kernel.board[cell]
        many: cython.longlong
        i: cython.int
        if code < PIECE or code == WALL or not self._may_move(kernel, code):
            return False
        many = kernel.fill_window(cell, turns.target(turn), 0, WINDOW)
        for i in range(min(many, WINDOW)):
            if kernel.window_turns[i] == turn:
                return True
        return False

    def _pay(self) -> cython.bint:
        """Count a turn that is played; return whether there may be no more."""
        self.turns_left -= 1
        if self.turns_left <= 0 or (self.turns_left % NODE_COST == 0 and self.limits.tick()):
            self.turns_left = 0
            return True
        return False

    def _wins_after(
        self,
        kernel: Kernel,
        turn: cython.longlong,
        own: cython.bint,
        more: cython.int,
        ply: cython.int,
        first: cython.int,
    ) -> cython.bint:
        """Return whether the hero wins as in `_wins`, once a turn is played, their own or not."""
        won: cython.bint
        if self._pay():
            return False
        kernel.make(turn)
        if kernel.header[WINNERS]:
            won = kernel.header[WINNERS] == 1 << self.hero
        elif kernel.header[STATUS + self.hero] != ACTIVE or (own and more == 1):
            won = False
        else:
            won = self._wins(kernel, more - 1 if own else more, ply + 1, first)
        kernel.unmake()
        return won

    def _strikes(self, kernel: Kernel) -> cython.bint:
        """Return whether the hero, whose turn it is, wins at once by a stroke at the rival's Chief.

        Looks out from the Chief; pieces that strike past others are not seen behind them.
        """
        chief: cython.int = kernel.cell_of[self.rival * SLOTS + CHIEF]
        code: cython.int
        kind: cython.int
        step: cython.int
        at: cython.int
        i: cython.int
        if chief == kernel.cells:
            return False
        for i in range(chief * LINES, chief * LINES + kernel.tables.line_count[chief]):
            for step in range(-1, 2, 2):
                at = kernel.tables.line_at[i] + kernel.tables.place_on[i] + step
                while kernel.board[kernel.tables.line_cell[at]] == EMPTY:
                    at += step
                code = kernel.board[kernel.tables.line_cell[at]]
                if code < PIECE or code == WALL or not self._may_move(kernel, code):
                    continue
                kind = kernel.kind_of[code]
                if kind == CHIEF or kind == ASSASSIN or kind == MILITANT:
                    if self._wins_by(kernel, kernel.tables.line_cell[at], chief):
                        return True
        for i in range(kernel.parties):
            if kernel.alive_slots[i] >> REPORTER & 1:
                if self._may_move(kernel, PIECE + i * SLOTS + REPORTER):
                    if self._reports(kernel, kernel.cell_of[i * SLOTS + REPORTER], chief):
                        return True
        return False

    def _may_move(self, kernel: Kernel, code: cython.int) -> cython.bint:
        """Return whether the one whose turn it is may move this piece."""
        colour: cython.int = kernel.party_of[code]
        return (
            kernel.controller[colour] == kernel.mover
            and (kernel.only_colour == NOBODY or colour == kernel.only_colour)
            and kernel.moves_itself(code)
        )

    def _reports(self, kernel: Kernel, cell: cython.int, chief: cython.int) -> cython.bint:
        """Return whether a Reporter wins at once by a turn to a cell beside the Chief."""
        i: cython.int
        j: cython.int
        many: cython.int = 0
        kernel.find_destinations(cell, 0)
        for i in range(kernel.stop_count[0]):
            for j in range(kernel.tables.side_count[chief]):
                if kernel.stops[i] == kernel.tables.side[chief * 8 + j]:
                    self.beside[many] = kernel.stops[i]
                    many += 1
        for i in range(many):
            if self._wins_by(kernel, cell, self.beside[i]):
                return True
        return False

    def _wins_by(self, kernel: Kernel, cell: cython.int, to: cython.int) -> cython.bint:
        """Return whether a turn from a cell to another wins at once; of many, a few are tried.

        The kernel is prepared, and is prepared again if a turn was played.
        """
        many: cython.int = min(kernel.fill_window(cell, to, 0, MAX_STROKES), MAX_STROKES)
        i: cython.int
        won: cython.bint
        for i in range(many):
            self.stroke[i] = kernel.window_turns[i]
        for i in range(many):
            if self._pay():
                return False
            kernel.make(self.stroke[i])
            won = kernel.header[WINNERS] == 1 << self.hero
            kernel.unmake()
            if won:
                return True
        if many:
            kernel.prepare()
        return False
