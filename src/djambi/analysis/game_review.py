"""Review a whole game: everybody's chances turn by turn, and what each turn cost.

The cost of a turn is the share that the best turn would have left its player less the share that
this turn left, both searched equally deep from the position after the turn. Where a win was proved
the best turn leaves all of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from djambi.analysis.analyser import Assessment
from djambi.analysis.proofs import ForcedWins, Proof
from djambi.forwarding import renamed
from djambi.nodes import Node
from djambi.position.position import Position
from djambi.position.turn import Turn


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


def review_turns(
    nodes: Sequence[Node], assess: Callable[[Position], Assessment]
) -> Iterator[TurnReview]:
    """Yield a review of every position of a game, in order.

    Args:
        nodes: the positions from the start on, as `Game.path` returns them.
        assess: evaluates a position; it may remember earlier results.

    >>> from djambi import Position
    >>> from djambi.analysis import Analyser
    >>> from djambi.game import Game
    >>> game, analyser = Game.start("hex-3"), Analyser()
    >>> _ = game.play(game.position.legal_turns()[0])
    >>> found = list(review_turns(game.path(), lambda position: analyser.assess(position, 300)))
    >>> [review.number for review in found], found[0].loss
    ([0, 1], 0.0)
    """
    before: Assessment | None = None
    wins = ForcedWins()
    for number, node in enumerate(nodes):
        here = assess(node.position)
        best: Turn | None = None
        loss = 0.0
        missed: Proof | None = None
        parent, event = node.parent, node.event
        if before is not None and parent is not None and event is not None and event.turn:
            mover = parent.position.mover or ""
            had = before.proof if before.proof and before.proof.winner == mover else None
            if had is not None:
                here = _still_won(wins, node.position, here, had, follows=before.best == event.turn)
                missed = None if here.shares[mover] == 1.0 else had
            if before.best is not None and before.best != event.turn:
                better = 1.0 if had else assess(parent.position.play(before.best)).shares[mover]
                best, loss = before.best, max(0.0, better - here.shares[mover])
        yield TurnReview(
            number,
            here.shares,
            best if loss else None,
            loss,
            mark_for_loss(loss),
            here.proof,
            missed,
        )
        before = here


def _still_won(
    wins: ForcedWins, position: Position, here: Assessment, had: Proof, *, follows: bool
) -> Assessment:
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
        own_turns = wins.win_in(position, winner)
    if own_turns is None and not follows:
        return here
    proof = Proof(winner, own_turns)
    return replace(here, shares=proof.shares(position), proved=True, proof=proof)


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Mark="TurnMark",
        STEPS="MARK_THRESHOLDS",
        Verdict="TurnReview",
        mark_of="mark_for_loss",
        verdicts="review_turns",
    )
