"""Endings that are decided, which a bot of any level brings to their end.

Whoever has next to nothing left in a duel cannot win any more; a bot that overlooks two turns of
three, its own strokes among them, would let him wait for a hundred turns until the quiet limit
(RULES 7.4) shares the game. So the last steps are seen by every level: it looks ahead with open
eyes, proves forced wins and opens walls (`djambi.bots.siege`). As long as anything is to be
decided nobody sees more than his level does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from djambi.bots.siege import Siege

if TYPE_CHECKING:
    from djambi.bots.bot_settings import BotSettings
    from djambi.position.position import Position

MAX_RIVAL_PIECES: Final = 3
"""So many pieces, the Chief among them, are next to nothing in a duel."""

MIN_PIECE_LEAD: Final = 3
"""By so many pieces more they are beaten."""

ENDING_MIN_NODES: Final = 12_000
"""How many turns are played in the head for a last step, at least: some hundredths of a second."""


def is_decided(position: Position) -> bool:
    """Return whether the mover plays a duel that the other cannot win any more.

    The other can only pass, or controls next to nothing.

    >>> from djambi import Position
    >>> board = "8yC/9/9/9/1gA7/9/bA8/1rM7/rCrA5gM1"
    >>> is_decided(Position.parse(f"square-4 original {board} r,b>r,y,g>r rbyg r 0 0"))
    True
    >>> is_decided(Position.start())
    False
    """
    rivals = position.opponents(position.mover)
    if len(rivals) != 1:
        return False
    mine, theirs = (
        len(position.pieces_of(position.controlled_by(player)))
        for player in (position.mover or "", rivals)
    )
    beaten = theirs <= MAX_RIVAL_PIECES and mine >= theirs + MIN_PIECE_LEAD
    return beaten or Siege.detect(position) is not None


def at_full_strength(settings: BotSettings) -> BotSettings:
    """Return settings without handicaps, for the last steps of a decided game.

    >>> from djambi.bots.levels import level
    >>> at_full_strength(level("novice").settings).is_full_strength
    True
    """
    usual = type(settings)()
    return replace(
        settings, nodes=max(settings.nodes, ENDING_MIN_NODES), depth=usual.depth, noise=0.0,
        oversight_rate=0.0, width=usual.width, places=usual.places, root_places=usual.root_places,
    )  # fmt: skip
