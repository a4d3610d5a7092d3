"""Proofs: who wins by force, in how many turns and how, or that nobody can win any more.

A proof holds whatever anybody plays, and so it is told apart from what a search estimates. There
are four kinds:

* A forced win of a duel, of whoever plays or of the other (`djambi.kernel.search.forced_win`), or
  a turn that ends the game.
* A forced win by the search tree, where all legal turns of the loser were seen
  (`djambi.kernel.search.tree`, proven nodes). It counts in a duel only, and only if no third party
  can come back: where three play, who wins may be somebody's whim.
* That nobody can win any more (`djambi.safety`), and nobody comes back to share the game.
* With three men on the board, an exact table (`djambi.endings`): who wins and within how many
  turns, or that with best play nobody does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from djambi.bots.bot_settings import kernel_budget
from djambi.bots.kernels import KernelCache
from djambi.endings import best_exact_turn, exact_value
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.kernel.turns import PASS
from djambi.nodes import agreed_draw
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.rules.options import Comeback
from djambi.safety import nobody_can_win

MAX_PROOF_TURNS: Final = kernel_budget(400_000)
"""The most turns played to find how a proof goes on: some tenths of a second."""

MAX_LINE_TURNS: Final = 12
"""The most turns of a line that shows how a win is forced."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What is certain of a position, whatever anybody plays.

    Args:
        winner: the letter of the party that wins by force; None if nobody can win any more, so that
            the active parties share the game.
        own_turns: within how many of its own turns the winner wins; None where that is not known,
            or if nobody wins.
        drawn: whether the game is shared because nobody can force a win, though a mistake may still
            lose.
    """

    winner: str | None
    own_turns: int | None = None
    drawn: bool = False

    def shares(self, position: Position) -> dict[str, float]:
        """Return each party's share of the game, by letter, in a position of which this is proved.

        >>> Proof("r", 3).shares(Position.start("hex-3"))
        {'r': 1.0, 'b': 0.0, 'y': 0.0}
        """
        if self.winner is None:
            return agreed_draw(position).result or {}
        return dict.fromkeys(position.variant.parties, 0.0) | {self.winner: 1.0}


def proof_of(
    position: Position, search: MultiplayerMcts, best: Turn, max_turns: int
) -> tuple[Turn, Proof | None]:
    """Return the best turn and what is proved, after a search of a position that chose a turn.

    The turn is another one where the solver knows a sooner win, or a table a better one.

    Args:
        position: the position, in which the game is not over.
        search: the search, at its end; it may be used for another position afterwards.
        best: the turn that it chose.
        max_turns: the most turns played to count how many of its own the winner needs, or to prove
            that the mover loses; no more than nodes were allowed for the search, whose table of
            proofs grows otherwise.
    """
    if nobody_can_win(position) and not _may_wake(position):
        return best, Proof(None)
    exact = exact_proof(position)
    if exact is not None:
        # Of turns that hold a draw, the search knows which ask most of the other.
        holds = exact.drawn and exact_proof(position.play(best)) == exact
        return best if holds else best_exact_turn(position) or best, exact
    mover = position.mover or ""
    shares = dict(zip(position.variant.parties, search.values(), strict=True))
    winner = next((party for party, share in shares.items() if share == 1.0), None)
    if winner == mover and (position.play(best).result or {}).get(mover) == 1.0:
        return best, Proof(winner, 1)
    if winner == mover and len(position.active) == 2:
        # The table still has what was proved in the search.
        search.solver.keeps_table = True
        packed = search.solver.forced_win(max_turns)
        search.solver.keeps_table = False
        if packed != PASS:
            return Turn(packed, position.board), Proof(winner, search.solver.own_turns)
    # Whoever seems to be ahead is not asked whether they lose.
    if len(position.active) == 2 and shares[mover] < 1 / 2:
        if search.solver.forced_loss(max_turns):
            [other] = set(position.active) - {mover}
            return best, Proof(other, search.solver.own_turns)
    # What is proven by visits is so if two play, and for a loss only where no turn is left.
    if winner and is_settled_duel(position) and (winner == mover or search.is_proven):
        return best, Proof(winner)
    return best, None


def exact_proof(position: Position) -> Proof | None:
    """Return what an exact table proves of a position, None if none covers it.

    >>> from djambi.kernel import COMPILED
    >>> board = "8yC/9/9/9/rC8/9/9/9/9"
    >>> position = Position.parse(f"square-4 original {board} r,b>r,y,g>y rbyg r 0 0")
    >>> exact_proof(position) if COMPILED else Proof(None, drawn=True)
    Proof(winner=None, own_turns=None, drawn=True)
    """
    value = exact_value(position)
    if value is None or position.is_over:
        return None
    if value.winner is None:
        return Proof(None, drawn=True)
    return Proof(value.winner, value.turns)


class ForcedWins:
    """A solver of duels that tells how a win is forced; not for two threads at once.

    >>> ending = "9/9/9/9/9/9/9/9/rCrA6bC"
    >>> position = Position.parse(f"square-4 original {ending} r,b,y>b,g>b rbyg r 0 0")
    >>> [str(turn) for turn in ForcedWins().line(position)]
    ['b1-i1']
    """

    def __init__(self) -> None:
        self._solvers = KernelCache(ForcedWinSolver)
        self._turns_left = 0
        self._keeps_table = False

    def win(self, position: Position, max_turns: int = MAX_PROOF_TURNS) -> Proof | None:
        """Return the proof that the mover of a duel wins by force, None if none is found."""
        self._begin()
        self._turns_left = min(max_turns, MAX_PROOF_TURNS)
        forced = self._forced(position)
        return None if forced is None else Proof(position.mover, forced[1])

    def line(self, position: Position) -> tuple[Turn, ...]:
        """Return how the mover forces the win, against answers that put it off.

        It has `MAX_LINE_TURNS` turns at most, and is empty if no forced win is found.
        """
        self._begin()
        hero, more = position.mover, 0
        found: list[Turn] = []
        while not position.is_over and len(found) < MAX_LINE_TURNS:
            if position.mover == hero:
                forced = self._forced(position)
                if forced is None:
                    break
                turn, more = forced
                more -= 1
            else:
                turn = self._longest_answer(position, hero, more)
            found.append(turn)
            position = position.play(turn)
        return tuple(found)

    def win_in(self, position: Position, hero: str) -> int | None:
        """Return within how many own turns a party wins that another party's turn precedes.

        None if that is not proved: an answer helps, or proving it would play too many turns.
        """
        self._begin()
        return self._delay(position, hero)

    def _begin(self) -> None:
        """Begin a question, with an empty table: its answer must not depend on earlier ones."""
        self._turns_left = MAX_PROOF_TURNS
        self._keeps_table = False

    def _forced(self, position: Position) -> tuple[Turn, int] | None:
        """Return the mover's turn of a forced win, and how many own turns it takes."""
        exact = exact_proof(position)
        if exact is not None:
            turn = best_exact_turn(position)
            won = exact.winner == position.mover and exact.own_turns is not None
            return (turn, exact.own_turns or 0) if won and turn is not None else None
        if self._turns_left <= 0:
            return None
        solver = self._set_up(position)
        packed = solver.forced_win(self._turns_left)
        self._turns_left -= solver.turns_played + 1
        return None if packed == PASS else (Turn(packed, position.board), solver.own_turns)

    def _set_up(self, position: Position) -> ForcedWinSolver:
        """Return a solver of a position that knows what was proved since the question began."""
        solver = self._solvers.set_up(position)
        solver.reserve(MAX_PROOF_TURNS)
        solver.keeps_table = self._keeps_table
        self._keeps_table = True
        return solver

    def _delay(self, after: Position, hero: str | None) -> int | None:
        """Return within how many own turns a party wins, whoever plays next; None: not proved."""
        if (result := after.result) is not None:
            return 0 if result.get(hero or "") == 1.0 else None
        exact = exact_proof(after)
        if exact is not None:
            return exact.own_turns if exact.winner == hero else None
        if after.mover != hero:
            if self._turns_left <= 0:
                return None
            solver = self._set_up(after)
            lost = solver.forced_loss(self._turns_left)
            self._turns_left -= solver.turns_played + 1
            return solver.own_turns if lost else None
        forced = self._forced(after)
        return None if forced is None else forced[1]

    def _longest_answer(self, position: Position, hero: str | None, more: int) -> Turn:
        """Return the answer after which a win within `more` own turns takes longest."""
        turns = position.legal_turns()
        best, most = turns[0], -1
        for turn in turns:
            delay = self._delay(position.play(turn), hero)
            if delay is not None and delay > most:
                best, most = turn, delay
            if most >= more or self._turns_left <= 0:
                break
        return best


def is_settled_duel(position: Position) -> bool:
    """Return whether two parties are active and no third can become so by anybody's turn.

    A party without a Chief never wakes (RULES 5).

    >>> duel = "square-4 original 9/9/9/9/9/9/9/9/rCrA6bC r,b,y>b,g>b rbyg r 0 0"
    >>> is_settled_duel(Position.parse(duel)), is_settled_duel(Position.start())
    (True, False)
    """
    others = (letter for letter in position.variant.parties if letter not in position.active)
    return len(position.active) == 2 and all(position.chief_of(each) is None for each in others)


def _may_wake(position: Position) -> bool:
    """Return whether a party that is out may be active again by anybody's turn (RULES 5, Comeback).

    It would be one more to share the game with.
    """
    return position.rules.comeback is not Comeback.NEVER and any(
        party.status in ("frozen", "held", "inherited")
        and not party.gone
        and position.chief_of(party.letter) is not None
        for party in position.parties
    )
