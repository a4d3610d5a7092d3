"""Decided endings, which a bot of any level brings to their end.

A party with next to nothing left cannot win a duel any more. A bot that overlooks two turns of
three, its own kills among them, would let it wait for a hundred turns until the quiet limit (RULES
7.4) shares the game. So every level plays the last steps without handicaps: it searches deeper,
proves forced wins and opens walls (`djambi.bots.siege`). Until then no bot sees more than its level
does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from djambi.bots.bot_settings import BotSettings
from djambi.bots.siege import Siege
from djambi.position.position import Position

MAX_RIVAL_PIECES: Final = 3
"""The most pieces, Chief included, that count as next to nothing in a duel."""

MIN_PIECE_LEAD: Final = 3
"""The lead in pieces that decides against such a party."""

ENDING_MIN_NODES: Final = 12_000
"""The least node limit in a decided ending: some hundredths of a second."""


def is_decided(position: Position) -> bool:
    """Return whether the mover plays a duel that the other party cannot win any more.

    It can only pass, or controls next to nothing.

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
        len(position.controlled_pieces(player)) for player in (position.mover or "", rivals)
    )
    beaten = theirs <= MAX_RIVAL_PIECES and mine >= theirs + MIN_PIECE_LEAD
    return beaten or Siege.detect(position) is not None


def at_full_strength(settings: BotSettings) -> BotSettings:
    """Return these settings without handicaps, for the last steps of a decided game.

    >>> from djambi.bots.levels import level
    >>> at_full_strength(level("novice").settings).is_full_strength
    True
    """
    usual = BotSettings()
    return replace(
        settings,
        nodes=max(settings.nodes, ENDING_MIN_NODES),
        depth=usual.depth,
        evaluation_noise=usual.evaluation_noise,
        oversight_rate=usual.oversight_rate,
        width=usual.width,
        placements=usual.placements,
        root_placements=usual.root_placements,
    )
