"""Prove what a turn achieves, whatever the others play.

Method: exhaustive AND/OR search, deepened by one turn at a time. Nothing is evaluated and nothing
left out: the rules' own kernel plays every legal turn, and the states of the parties tell the
result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from djambi.forwarding import renamed
from djambi.kernel.rules.codes import (
    ACTIVE,
    HELD,
    INHERITED,
    LORD,
    NO_CELL,
    PIECE,
    SLOTS,
    STATUS,
    VASSAL,
    WINNERS,
)
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.turns import PASS
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.puzzles.puzzle import Puzzle

TURNS_PER_WINDOW: Final = 1024
"""Turns fetched from the kernel at a time."""


def proved(puzzle: Puzzle) -> bool:
    """Return whether an exhaustive search finds exactly a puzzle's solutions."""
    prover = Prover(Position.parse(puzzle.position))
    return tuple(prover.solutions(puzzle.goal, puzzle.depth)) == puzzle.solutions


class ProofTooLong(Exception):
    """The error of a proof that would play more turns than it may."""


class Prover:
    """An exhaustive search from one position, for the player to move there.

    Args:
        position: the position.
        most: the most turns played in all; beyond that, methods raise `ProofTooLong`.

    >>> from djambi import Position
    >>> start = Position.parse("square-4 original 9/9/9/9/9/9/9/9/rCrA6bC r,b,y>b,g>b rbyg r 0 0")
    >>> Prover(start).solutions("win", 1)
    ['b1-i1']
    """

    def __init__(self, position: Position, most: int = 1 << 62) -> None:
        self.position = position
        self.kernel: Kernel = position.kernel()
        self.most = most
        self.plays = 0
        self.kernel.movers()
        self.party = self.kernel.mover
        self.parties = self.kernel.parties
        # The states of the player's party in which failed attempts put it out.
        self.ends: set[int] = set()

    def solutions(self, goal: str, depth: int) -> list[str]:
        """Return every turn that reaches the goal, in short form.

        Args:
            goal: `win`, `kill` or `keep` (see `djambi.puzzles`).
            depth: how many turns it may take.
        """
        board = self.position.board
        turns = self.turns()
        return [str(Turn(turn, board)) for turn in turns if self.reaches(turn, goal, depth)]

    def reaches(self, turn: int, goal: str, depth: int) -> bool:
        """Return whether a turn reaches the goal (see `djambi.puzzles`)."""
        before = self._rivals()
        self._play(turn)
        if goal == "win":
            found = self._forces(depth - 1)
        else:
            found = goal == "keep" or (self._rivals() < before and self._leads())
            # Most failures show early, so deepen step by step.
            found = found and all(self._keeps(low) for low in range(depth + 1))
        self.kernel.take_back()
        return found

    def refutation(self, turn: int, goal: str, depth: int) -> list[int]:
        """Return the turns of the others, in order, after which a turn misses the goal.

        It is empty if the turn fails without them, and for `win`, where the player moves again.
        """
        if goal == "win":
            return []
        self._play(turn)
        line: list[int] = []
        for low in range(depth + 1):
            line = self._puts_out(low)
            if line:
                break
        self.kernel.take_back()
        return line

    def turns(self) -> list[int]:
        """Return all legal turns here, packed; only the pass if there is no other."""
        kernel = self.kernel
        found: list[int] = []
        for cell, many in kernel.movers():
            for low in range(0, many, TURNS_PER_WINDOW):
                found += kernel.window(cell, NO_CELL, low, TURNS_PER_WINDOW)
        return found or [PASS]

    def _play(self, turn: int) -> None:
        self.plays += 1
        if self.plays > self.most:
            raise ProofTooLong
        self.kernel.play(turn)

    def _active(self, party: int) -> bool:
        return self.kernel.entry(STATUS + party) == ACTIVE

    def _rivals(self) -> int:
        """Return the number of other active parties."""
        return sum(self._active(party) for party in range(self.parties) if party != self.party)

    def _leads(self) -> bool:
        """Return whether the player controls more than half of all controlled pieces."""
        entries = self.kernel.entries()
        lords: list[int] = []
        for code in self.kernel.contents():
            if code >= PIECE:
                party = (code - PIECE) // SLOTS
                status = entries[STATUS + party]
                if status == ACTIVE:
                    lords.append(party)
                elif status in (VASSAL, INHERITED, HELD):
                    lords.append(entries[LORD + party] - 1)
        return 2 * lords.count(self.party) > len(lords)

    def _keeps(self, depth: int) -> bool:
        """Return whether no play of the others puts the player out without a share."""
        if self.kernel.entry(WINNERS) >> self.party & 1:
            return True
        if not self._active(self.party):
            self.ends.add(self.kernel.entry(STATUS + self.party))
            return False
        if depth == 0 or self.kernel.entry(WINNERS):
            return True
        turns = self.turns()
        if self.kernel.mover == self.party:
            return True
        for turn in turns:
            self._play(turn)
            kept = self._keeps(depth - 1)
            self.kernel.take_back()
            if not kept:
                return False
        return True

    def _puts_out(self, depth: int) -> list[int]:
        """Return at most `depth` turns of the others that put the player out, if there are any."""
        if depth == 0 or not self._active(self.party) or self.kernel.entry(WINNERS):
            return []
        turns = self.turns()
        if self.kernel.mover == self.party:
            return []
        for turn in turns:
            self._play(turn)
            out = not self._active(self.party) and not self.kernel.entry(WINNERS) >> self.party & 1
            line = [] if out else self._puts_out(depth - 1)
            self.kernel.take_back()
            if out or line:
                return [turn, *line]
        return []

    def _forces(self, more: int) -> bool:
        """Return whether the player has won, or forces a win within `more` turns of their own."""
        winners = self.kernel.entry(WINNERS)
        if winners or not self._active(self.party):
            return winners == 1 << self.party
        if more == 0:
            return False
        turns = self.turns()
        own = self.kernel.mover == self.party
        for turn in turns:
            self._play(turn)
            won = self._forces(more - 1 if own else more)
            self.kernel.take_back()
            if won == own:
                return own
        return not own


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        TooLong="ProofTooLong",
    )
