"""Prove what a turn achieves, whatever the others play.

Method: exhaustive AND/OR search, deepened by one turn at a time. Nothing is evaluated and nothing
left out: the rules' own kernel plays every legal turn, and the states of the parties tell the
result. Of a duel, what is left two own turns before the win is proved by the kernel's solver of
forced wins, which plays every legal turn as well, only faster. With three men on the board, an
exact table (`djambi.endings`) says of every position in how many own turns it is won.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from djambi.endings import exact_value, may_be_exact
from djambi.errors import DjambiError
from djambi.forwarding import renamed
from djambi.kernel.rules.codes import (
    ACTIVE,
    CHIEF,
    NO_CELL,
    PIECE,
    SLOTS,
    STATUS,
    WINNERS,
)
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.forced_win import (
    FULL_WIDTH_OWN_TURNS,
    ForcedWinSolver,
)
from djambi.kernel.search.strokes import TURNS_PER_NODE
from djambi.kernel.turns import PASS
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.puzzles.puzzle import Puzzle
from djambi.puzzles.themes import DUEL_OWN_TURNS

TURNS_PER_WINDOW: Final = 1024
"""Turns fetched from the kernel at a time."""

MAX_DUEL_TURNS: Final = 1_000_000
"""The most turns that the solver of forced wins plays for one question."""

NEVER: Final = 1 << 20
"""A win in more own turns than any."""


def proved(puzzle: Puzzle) -> bool:
    """Return whether a proof finds exactly a puzzle's solutions.

    Raises DjambiError as `require_tables` does.
    """
    position = Position.parse(puzzle.position)
    if position.is_over:
        return False
    require_tables(puzzle, position)
    prover = Prover(position)
    return tuple(prover.solutions(puzzle.goal, puzzle.depth)) == puzzle.solutions


def require_tables(puzzle: Puzzle, position: Position) -> None:
    """Raise `DjambiError` if only a table can tell a puzzle's turns, and there is none.

    Wins in more than `DUEL_OWN_TURNS` are not searched: that might never end.
    """
    if puzzle.goal == "win" and puzzle.depth > DUEL_OWN_TURNS and not may_be_exact(position):
        raise DjambiError(
            f"{puzzle.name} is judged by an exact table of three men, which takes djambi's "
            "compiled kernel"
        )


def leads(position: Position, party: str) -> bool:
    """Return whether a party controls more than half of all controlled pieces.

    >>> leads(Position.start("hex-3"), "r")
    False
    """
    lords = [position.controller(piece.party) for piece in position.pieces.values()]
    return 2 * lords.count(party) > len(lords) - lords.count(None)


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
        self.letter = position.mover
        self.parties = self.kernel.parties
        self.maze = position.board.maze
        # The states of the player's party in which failed attempts put it out.
        self.ends: set[int] = set()
        self.solver: ForcedWinSolver | None = None
        self.has_tables = may_be_exact(position)

    def solutions(self, goal: str, depth: int) -> list[str]:
        """Return every turn that reaches the goal, in short form.

        Args:
            goal: one of `GOALS` (see `djambi.puzzles`).
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
            rules = goal == "rule"
            if goal in ("kill", "strike"):
                # A Chief who wakes by this turn does not make up for the one who falls.
                fallen = not before <= self._rivals()
                found = fallen and (goal == "strike" or leads(self._reached(), self.letter or ""))
            else:
                found = not rules or self.rules()
            # Most failures show early, so deepen step by step.
            found = found and all(self._missed(low, rules) is None for low in range(depth + 1))
        self.kernel.take_back()
        return found

    def survey(self, turns: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
        """Return the turns that win at once, that put out a rival, and that lead to power."""
        before = self._rivals()
        wins: list[int] = []
        kills: list[int] = []
        thrones: list[int] = []
        for turn in turns:
            self._play(turn)
            if self.kernel.entry(WINNERS) == 1 << self.party:
                wins.append(turn)
            if not before <= self._rivals() and self._active(self.party):
                kills.append(turn)
            if self.rules():
                thrones.append(turn)
            self.kernel.take_back()
        return wins, kills, thrones

    def rival_ends(self, solved: Iterable[str], goal: str, depth: int) -> set[int]:
        """Return the states in which rivals end that solutions put out (first wins, for `win`).

        None where tables prove the win: with three men, nobody ends but by a killed Chief.
        """
        found: set[int] = set()
        if self.has_tables:
            return found
        rivals = [party for party in range(self.parties) if self._active(party)]
        for text in solved:
            self._play(self.position.turn(text).packed)
            found |= self._ends(rivals, depth - 1 if goal == "win" else 0)
            self.kernel.take_back()
        return found

    def _ends(self, rivals: Sequence[int], more: int) -> set[int]:
        kernel = self.kernel
        if more == 0 or kernel.entry(WINNERS):
            states = {kernel.entry(STATUS + each) for each in rivals if each != self.party}
            return states - {ACTIVE}
        found: set[int] = set()
        turns = self.turns()
        own = kernel.mover == self.party
        for turn in turns:
            self._play(turn)
            if not own or self._forces(more - 1):
                found |= self._ends(rivals, more - own)
            kernel.take_back()
            if own and found:
                break
        return found

    def refutation(self, turn: int, goal: str, depth: int) -> list[int]:
        """Return the turns of the others, in order, after which a turn misses the goal.

        It is empty if the turn fails without them, and if it does not fail. For `win`, it ends
        where the player, who moves again, cannot win any more within the turns that are left.
        """
        self._play(turn)
        line: list[int] | None = None
        if goal == "win":
            line = self._escape(depth - 1)
        else:
            for low in range(depth + 1):
                line = self._missed(low, goal == "rule")
                if line is not None:
                    break
        self.kernel.take_back()
        return line or []

    def defence(self, turn: int, more: int) -> list[int]:
        """Return the answers to a turn that delay the win longest, until the player moves again.

        The turn forces a win within `more` turns after it. Of equally long delays, the one with the
        longest proof is chosen, or the one that leaves the fewest right turns, where a table proves
        it; of these the first.
        """
        self._play(turn)
        line = self._longest(more)[1]
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

    def _reached(self) -> Position:
        """Return the position that the kernel has come to."""
        return self.position.reached(self.kernel)

    def _active(self, party: int) -> bool:
        return self.kernel.entry(STATUS + party) == ACTIVE

    def _rivals(self) -> set[int]:
        """Return the other active parties."""
        return {each for each in range(self.parties) if each != self.party and self._active(each)}

    def rules(self) -> bool:
        """Return whether the player is in power (RULES 4.2)."""
        chief = PIECE + SLOTS * self.party + CHIEF
        return self.kernel.contents()[self.maze] == chief and self._active(self.party)

    def _missed(self, depth: int, rules: bool) -> list[int] | None:
        """Return at most `depth` turns of the others that put the player out without a share.

        Or after which another has won; with `rules`, or out of power by the player's next turn.
        None if there are none.
        """
        winners = self.kernel.entry(WINNERS)
        if winners >> self.party & 1:
            return None
        if not self._active(self.party):
            self.ends.add(self.kernel.entry(STATUS + self.party))
            return []
        if winners:
            # Whoever is in power can win while others are active (RULES 7.2 and 7.3).
            return []
        if depth == 0:
            return None
        turns = self.turns()
        if self.kernel.mover == self.party:
            return None if not rules or self.rules() else []
        for turn in turns:
            self._play(turn)
            line = self._missed(depth - 1, rules)
            self.kernel.take_back()
            if line is not None:
                return [turn, *line]
        return None

    def winning_turn(self, more: int) -> int:
        """Return a turn that wins within `more` turns of the player, who moves; else the pass."""
        exact = self._exact()
        if exact is not None:
            return next(iter(self._winning_turns(more)), PASS) if exact <= more else PASS
        if len(self._rivals()) == 1 and 1 < more <= FULL_WIDTH_OWN_TURNS:
            return self._solved(more)
        return next(iter(self._winning_turns(more)), PASS)

    def _winning_turns(self, more: int) -> Iterator[int]:
        """Yield the turns that win within `more` turns of the player, who moves."""
        for turn in self.turns():
            self._play(turn)
            won = self._forces(more - 1)
            self.kernel.take_back()
            if won:
                yield turn

    def _exact(self) -> int | None:
        """Return in how many own turns the player wins, as a table has it; None if none has."""
        if not self.has_tables:
            return None
        value = exact_value(self._reached())
        if value is None:
            return None
        return value.turns if value.winner == self.letter else NEVER

    def _solved(self, more: int) -> int:
        """Return what `winning_turn` does, in a duel: the solver says if it leaves anything out."""
        if self.solver is None:
            self.solver = ForcedWinSolver(self.kernel)
        most = min(MAX_DUEL_TURNS, self.most)
        found = self.solver.forced_win(most, within=more)
        self.plays += self.solver.turns_played
        if self.solver.turns_played >= most - TURNS_PER_NODE or self.plays > self.most:
            raise ProofTooLong
        if found != PASS or not self.solver.left_out:
            return found
        # A near win may be among what the solver does not list; what else is there nobody knows.
        found = self.winning_turn(more - 1)
        if found == PASS:
            raise ProofTooLong
        return found

    def _longest(self, more: int) -> tuple[tuple[int, int], list[int]]:
        """Return the longest delay (own turns, turns of its proof), and the answers that do it."""
        if self.kernel.entry(WINNERS):
            return (0, 0), []
        turns = self.turns()
        if self.kernel.mover == self.party:
            return self._delay(more), []
        best: tuple[tuple[int, int], list[int]] = ((-1, -1), [])
        for turn in turns:
            self._play(turn)
            delay, line = self._longest(more)
            self.kernel.take_back()
            if delay > best[0]:
                best = delay, [turn, *line]
        return best

    def _delay(self, more: int) -> tuple[int, int]:
        """Return in how many own turns the player wins, and how many turns proving it plays.

        With a table, the fewer turns are right the more.
        """
        exact = self._exact()
        if exact is not None:
            return exact, -sum(1 for _ in self._winning_turns(exact))
        for own in range(1, more + 1):
            before = self.plays
            if self.winning_turn(own) != PASS:
                return own, self.plays - before
        return more + 1, 0

    def _escape(self, more: int) -> list[int] | None:
        """Return answers after which no win within `more` own turns is left; None without any."""
        winners = self.kernel.entry(WINNERS)
        if winners or not self._active(self.party):
            return None if winners == 1 << self.party else []
        if more == 0:
            return []
        turns = self.turns()
        if self.kernel.mover == self.party:
            return [] if self.winning_turn(more) == PASS else None
        for turn in turns:
            self._play(turn)
            line = self._escape(more)
            self.kernel.take_back()
            if line is not None:
                return [turn, *line]
        return None

    def _forces(self, more: int) -> bool:
        """Return whether the player has won, or forces a win within `more` turns of their own."""
        winners = self.kernel.entry(WINNERS)
        if winners or not self._active(self.party):
            return winners == 1 << self.party
        if more == 0:
            return False
        exact = self._exact()
        if exact is not None:
            return exact <= more
        turns = self.turns()
        own = self.kernel.mover == self.party
        if own and 1 < more <= FULL_WIDTH_OWN_TURNS and len(self._rivals()) == 1:
            return self._solved(more) != PASS
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
