"""Review a whole game: everybody's chances turn by turn, and what each turn cost.

The cost of a turn is the share that the best turn would have left its player less the share that
this turn left, both searched equally deep from the position after the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from djambi.analysis.analyser import Assessment
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
    """

    number: int
    shares: dict[str, float]
    best: Turn | None
    loss: float
    mark: TurnMark | None


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
    for number, node in enumerate(nodes):
        here = assess(node.position)
        best: Turn | None = None
        loss = 0.0
        parent, event = node.parent, node.event
        if before is not None and parent is not None and event is not None and event.turn:
            best = before.best if before.best != event.turn else None
            if best is not None:
                mover = parent.position.mover or ""
                loss = max(
                    0.0, assess(parent.position.play(best)).shares[mover] - here.shares[mover]
                )
        yield TurnReview(number, here.shares, best if loss else None, loss, mark_for_loss(loss))
        before = here


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Mark="TurnMark",
        STEPS="MARK_THRESHOLDS",
        Verdict="TurnReview",
        mark_of="mark_for_loss",
        verdicts="review_turns",
    )
