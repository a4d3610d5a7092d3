"""Strokes: whether a duel is won at once by taking the rival's Chief.

Method: retrograde move generation. Instead of listing all turns, look out from the Chief along his
lines for pieces that could take him, and to his sides for cells that a Reporter gets to; what is
found is played, so that a stroke is one by the rules themselves.
"""

from __future__ import annotations

from typing import Final

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.candidates import CandidateGenerator
from djambi.kernel.search.limits import SearchLimits

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import (
        ASSASSIN,
        CHIEF,
        EMPTY,
        LINES,
        MILITANT,
        MILITANT_REACH,
        NOBODY,
        PIECE,
        REPORTER,
        SIDES,
        SLOTS,
        WALL,
        WINDOW_TURNS,
        WINNERS,
    )
    from djambi.kernel.rules.tables import bits_in

    # How many turns that take the Chief are tried: they differ in where something is placed.
    MAX_STROKES = 4

TURNS_PER_NODE: Final = 4
"""How many turns that are only played cost as much as one that is evaluated too: a node."""

NODE_COST = cython.declare(cython.int, TURNS_PER_NODE)


class StrokeFinder:
    """A look at a duel for a turn of the hero that wins at once, within limits of a search."""

    def __init__(
        self, kernel: Kernel, candidates: CandidateGenerator, limits: SearchLimits
    ) -> None:
        """Raise ValueError if the generator has another kernel."""
        if not cython.compiled:
            self.stroke = [0] * MAX_STROKES
            self.beside = [0] * SIDES
        self.kernel = kernel
        self.candidates = candidates
        self.limits = limits
        if self.candidates.kernel is not kernel:
            raise ValueError("a generator with another kernel")
        self.hero = NOBODY
        self.rival = NOBODY
        self.turns_left = 0

    def _is_duel(self, kernel: Kernel) -> cython.bint:
        """Return whether two parties are active."""
        return bits_in(kernel.active_bits) == 2

    def _is_legal(self, kernel: Kernel, turn: cython.longlong) -> cython.bint:
        """Return whether a turn that was listed elsewhere is legal here; `prepare` was called."""
        cell: cython.int = turns.origin(turn)
        code: cython.int = kernel.board[cell]
        many: cython.longlong
        i: cython.int
        if code < PIECE or not self._may_move(kernel, code):
            return False
        many = kernel.fill_window(cell, turns.target(turn), 0, WINDOW_TURNS)
        if many > WINDOW_TURNS and self._is_late():
            return False
        for i in range(min(many, WINDOW_TURNS)):
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

    def _is_late(self) -> cython.bint:
        """Read the clock; return whether time is up, and there may be no more turns.

        On large boards a hundred thousand turns may be counted between two that are played.
        """
        if self.limits.is_late():
            self.turns_left = 0
        return self.turns_left <= 0

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

    def _threatens(self, kernel: Kernel) -> cython.bint:
        """Return whether the hero could mostly strike if the rival, whose turn it is, passed.

        A mere look at the board, along the lines on which `_strikes` would try: nothing is played.
        """
        chief: cython.int = kernel.cell_of[self.rival * SLOTS + CHIEF]
        i: cython.int
        if chief == kernel.cells:
            return False
        if self._aims_at(kernel, chief, False):
            return True
        for i in range(chief * SIDES, chief * SIDES + kernel.tables.side_count[chief]):
            if kernel.board[kernel.tables.side[i]] == EMPTY:
                if self._aims_at(kernel, kernel.tables.side[i], True):
                    return True
        return False

    def _aims_at(self, kernel: Kernel, cell: cython.int, reports: cython.bint) -> cython.bint:
        """Return whether one of the hero's Reporters, or else of their killers, sees a cell."""
        code: cython.int
        kind: cython.int
        step: cython.int
        at: cython.int
        i: cython.int
        many: cython.int
        for i in range(cell * LINES, cell * LINES + kernel.tables.line_count[cell]):
            for step in range(-1, 2, 2):
                at = kernel.tables.line_at[i] + kernel.tables.place_on[i] + step
                many = 1
                while kernel.board[kernel.tables.line_cell[at]] == EMPTY:
                    at += step
                    many += 1
                code = kernel.board[kernel.tables.line_cell[at]]
                if code < PIECE or code == WALL:
                    continue
                if kernel.controller[kernel.party_of[code]] != self.hero:
                    continue
                kind = kernel.kind_of[code]
                if reports:
                    if kind == REPORTER:
                        return True
                elif kind == CHIEF or kind == ASSASSIN:
                    return True
                elif kind == MILITANT and many <= MILITANT_REACH:
                    return True
        return False

    def _may_move(self, kernel: Kernel, code: cython.int) -> cython.bint:
        """Return whether the one whose turn it is may move this piece."""
        return kernel.moves_colour(kernel.party_of[code]) and kernel.moves_itself(code)

    def _reports(self, kernel: Kernel, cell: cython.int, chief: cython.int) -> cython.bint:
        """Return whether a Reporter wins at once by a turn to a cell beside the Chief."""
        i: cython.int
        j: cython.int
        many: cython.int = 0
        kernel.find_destinations(cell, 0)
        for i in range(kernel.stop_count[0]):
            for j in range(kernel.tables.side_count[chief]):
                if kernel.stops[i] == kernel.tables.side[chief * SIDES + j]:
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
        counted: cython.longlong = kernel.fill_window(cell, to, 0, MAX_STROKES)
        many: cython.int = min(counted, MAX_STROKES)
        i: cython.int
        won: cython.bint
        if counted > WINDOW_TURNS and self._is_late():
            return False
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
