"""A whole game looked at again: everybody's chances turn by turn, and which turns cost some.

What a turn cost is the share that the best turn would have left to whoever played, less the
share that this one left, both looked at equally deep: from the position after the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from djambi.analysis.analyser import Assessment
from djambi.forwarding import renamed

if TYPE_CHECKING:
    from djambi.nodes import Node
    from djambi.position.position import Position
    from djambi.position.turn import Turn


class TurnMark(StrEnum):
    """How bad a turn was, by the share of the game that it cost."""

    INEXACT = "inexact"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


MARK_THRESHOLDS: Final = (
    (0.12, TurnMark.BLUNDER),
    (0.06, TurnMark.MISTAKE),
    (0.03, TurnMark.INEXACT),
)
"""From which loss on a turn has which mark."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One position of a game, and the turn that led to it.

    Args:
        number: how many turns and events stand before it; 0 for the start.
        shares: what every party may expect in it, by letter.
        best: what would have been best instead of the turn that led here; None if that was it,
            or where no turn led here.
        loss: the share of the game that the turn cost its player, from 0 to 1.
        mark: what the loss makes of the turn.
    """

    number: int
    shares: dict[str, float]
    best: Turn | None
    loss: float
    mark: TurnMark | None


def mark_for_loss(loss: float) -> TurnMark | None:
    """Return the mark of a turn that cost so much.

    >>> str(mark_for_loss(0.1)), mark_for_loss(0.01)
    ('mistake', None)
    """
    return next((mark for least, mark in MARK_THRESHOLDS if loss >= least), None)


def review_turns(
    nodes: Sequence[Node], assess: Callable[[Position], Assessment]
) -> Iterator[TurnReview]:
    """Yield a verdict on every position of a game, in order.

    Args:
        nodes: the positions from the start on, as `Game.path` has them.
        assess: says what a position is worth; what it remembers is not thought again.

    >>> from djambi import Position
    >>> from djambi.analysis import Analyser
    >>> from djambi.game import Game
    >>> game, analyser = Game.start("hex-3"), Analyser()
    >>> _ = game.play(game.position.legal_turns()[0])
    >>> found = list(review_turns(game.path(), lambda position: analyser.assess(position, 300)))
    >>> [verdict.number for verdict in found], found[0].loss
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
