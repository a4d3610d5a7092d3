"""Review a whole game: everybody's chances turn by turn, and what each turn cost.

The cost of a turn is the share that the best turn would have left its player less the share that
this turn left, both searched equally deep from the position after the turn. Where a win was proved
the best turn leaves all of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from enum import StrEnum
from threading import Lock
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from djambi.analysis.analyser import Assessment
from djambi.analysis.proofs import ForcedWins, Proof
from djambi.errors import require
from djambi.forwarding import renamed
from djambi.nodes import Node
from djambi.position.position import Position
from djambi.position.turn import Turn

K = TypeVar("K", bound=Hashable)


class TurnMark(StrEnum):
    """A mark for a bad turn, by the share of the game that it cost."""

    INACCURACY = "inexact"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


MARK_THRESHOLDS: Final = (
    (0.12, TurnMark.BLUNDER),
    (0.06, TurnMark.MISTAKE),
    (0.03, TurnMark.INACCURACY),
)
"""The least loss, as a share of the game, for each mark; the worst mark first."""


DOUBTFUL_LOSS: Final = 0.015
"""The least loss by a quick search for which a turn is searched closely."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """The review of one position of a game and of the turn that led to it.

    Args:
        number: how many turns and events precede it; 0 for the start.
        shares: each party's expected share in it, by letter.
        best: the turn that would have been better; None if the turn played was best, or if no turn
            led here.
        loss: the share of the game that the turn cost its player, from 0 to 1.
        mark: the mark for that loss, if any.
        proof: what is certain of the position, if anything is.
        missed: the proof of a forced win that the player had before the turn, if the win is not
            shown to be forced any more.
    """

    number: int
    shares: dict[str, float]
    best: Turn | None
    loss: float
    mark: TurnMark | None
    proof: Proof | None = None
    missed: Proof | None = None


def mark_for_loss(loss: float) -> TurnMark | None:
    """Return the mark for a turn that cost this share of the game, None if it was fine.

    >>> str(mark_for_loss(0.1)), mark_for_loss(0.01)
    ('mistake', None)
    """
    return next((mark for least, mark in MARK_THRESHOLDS if loss >= least), None)


class TurnReviewer:
    """A reviewer of the turns of a game, in any order and from several threads.

    Which turns are reviewed, in which order and by how many threads, changes no review.

    Args:
        nodes: the positions from the start on, as `Game.path` returns them.
        assess: evaluates a position.
        quick: evaluates it with less effort; None: `assess` does. `assess` is asked only around
            turns that `quick` finds doubtful: the share of whoever plays falls by what is worth a
            mark, and another turn would have left `DOUBTFUL_LOSS` more.

    Both are called once for a position and may be called from several threads at once.

    >>> from djambi.analysis import Analyser
    >>> from djambi.game import Game
    >>> game, analyser = Game.start("hex-3"), Analyser()
    >>> _ = game.play(game.position.legal_turns()[0])
    >>> reviewer = TurnReviewer(game.path(), lambda position: analyser.assess(position, 300))
    >>> [reviewer.review(number).number for number in (1, 0)]
    [1, 0]
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        assess: Callable[[Position], Assessment],
        quick: Callable[[Position], Assessment] | None = None,
    ) -> None:
        self._nodes = nodes
        self._close = _Once(assess)
        self._quick = self._close if quick is None else _Once(quick)
        self._settled = _Once(self._follow_proof)

    def review(self, number: int) -> TurnReview:
        """Return the review of the position after so many turns and events, 0 for the start."""
        node = self._nodes[number]
        turn, mover = self._played(number)
        here = self._settled(number)
        if turn is None:
            return TurnReview(number, here.shares, None, 0.0, None, here.proof)
        before = self._settled(number - 1)
        had = before.proof if before.proof and before.proof.winner == mover else None
        missed = had if had is not None and here.shares[mover] < 1.0 else None
        best = before.best if before.best != turn else None
        loss = 0.0 if best is None else max(0.0, before.shares[mover] - here.shares[mover])
        if best is not None and had is None and self._is_doubtful(loss):
            parent = self._nodes[number - 1].position
            loss = _loss(self._quick(parent.play(best)), here, mover)
            if loss >= DOUBTFUL_LOSS and self._quick is not self._close:
                best = self._close(parent).best
                if not here.proved:
                    here = self._close(node.position)
                if best is not None and best != turn:
                    loss = _loss(self._close(parent.play(best)), here, mover)
                else:
                    best, loss = None, 0.0
        return TurnReview(
            number,
            here.shares,
            best if loss else None,
            loss,
            mark_for_loss(loss),
            here.proof,
            missed,
        )

    def _is_doubtful(self, fall: float) -> bool:
        """Return whether a turn may cost anything, by how far its player's share falls."""
        return self._quick is self._close or mark_for_loss(fall) is not None

    def _played(self, number: int) -> tuple[Turn | None, str]:
        """Return the turn that led to a position, and who played it; None for an event."""
        node = self._nodes[number]
        if number == 0 or node.event is None or node.event.turn is None:
            return None, ""
        return node.event.turn, self._nodes[number - 1].position.mover or ""

    def _follow_proof(self, number: int) -> Assessment:
        """Return the quick assessment of a position, with what the turn to it keeps of a proof."""
        position = self._nodes[number].position
        here = self._quick(position)
        turn, mover = self._played(number)
        if turn is None:
            return here
        before = self._quick(self._nodes[number - 1].position)
        if before.proof is None or before.proof.winner != mover:
            return here
        return _still_won(position, here, before.proof, follows=before.best == turn)


def review_turns(
    nodes: Sequence[Node],
    assess: Callable[[Position], Assessment],
    quick: Callable[[Position], Assessment] | None = None,
) -> Iterator[TurnReview]:
    """Yield a review of every position of a game, in order; see `TurnReviewer`.

    >>> from djambi import Position
    >>> from djambi.analysis import Analyser
    >>> from djambi.game import Game
    >>> game, analyser = Game.start("hex-3"), Analyser()
    >>> _ = game.play(game.position.legal_turns()[0])
    >>> found = list(review_turns(game.path(), lambda position: analyser.assess(position, 300)))
    >>> [review.number for review in found], found[0].loss
    ([0, 1], 0.0)
    """
    require(nodes, Sequence, "nodes", "a list of nodes")
    reviewer = TurnReviewer(nodes, assess, quick)
    for number in range(len(nodes)):
        yield reviewer.review(number)


def _still_won(position: Position, here: Assessment, had: Proof, *, follows: bool) -> Assessment:
    """Return the assessment of a position after a turn of a player who had a forced win.

    The win is forced still if the turn `follows` the proof, or if all answers to it lose.
    """
    winner = had.winner or ""
    known = here.proof is not None and (here.proof.own_turns is not None or not here.proof.winner)
    if known or position.is_over:
        return here
    own_turns: int | None = None
    if follows and had.own_turns is not None:
        own_turns = had.own_turns - 1
    elif position.mover != winner:
        own_turns = ForcedWins().win_in(position, winner)
    if own_turns is None and not follows:
        return here
    proof = Proof(winner, own_turns)
    return replace(here, shares=proof.shares(position), proved=True, proof=proof)


def _loss(better: Assessment, here: Assessment, party: str) -> float:
    """Return what a party has less of the game here than where another turn leads."""
    return max(0.0, better.shares[party] - here.shares[party])


class _Once(Generic[K]):
    """A function of one argument, called once for each; threads that ask meanwhile wait for it."""

    def __init__(self, work: Callable[[K], Assessment]) -> None:
        self._work = work
        self._lock = Lock()
        self._found: dict[K, Future[Assessment]] = {}

    def __call__(self, asked: K) -> Assessment:
        with self._lock:
            found = self._found.get(asked)
            mine = found is None
            if found is None:
                found = self._found[asked] = Future()
        if mine:
            try:
                found.set_result(self._work(asked))
            except BaseException as error:
                found.set_exception(error)
        return found.result()


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Mark="TurnMark",
        STEPS="MARK_THRESHOLDS",
        Verdict="TurnReview",
        mark_of="mark_for_loss",
        verdicts="review_turns",
    )
