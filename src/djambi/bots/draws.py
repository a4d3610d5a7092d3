"""Draws: when a bot that searches agrees to share the game, and when it offers to.

Where it is proved that nobody can win (`djambi.safety`), every bot agrees. Elsewhere this is a
judgement by a short search of its own, without handicaps whatever the bot's level is. A party that
is losing is glad of a draw; others take one only at a standstill, when nobody has died for many
rounds. Nobody should have to wait for the quiet limit (RULES 7.4) where everybody knows how the
game will end.
"""

from __future__ import annotations

from typing import Final

from djambi.bots.bot_settings import BotSettings
from djambi.bots.kernels import KernelCache
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.position.position import Position

JUDGING_SETTINGS: Final = BotSettings(nodes=3_000, seconds=0.5)
"""The settings of the search that judges: some hundredths of a second."""

LOSING_PART: Final = 0.9
"""The part of an equal share below which a party agrees to a draw at any time."""

EVEN_MARGIN: Final = 0.05
"""By what part of an equal share somebody's chances may be better in an even game."""

AGREED_STANDSTILL_ROUNDS: Final = 10
"""Rounds without a death after which a bot agrees to share an even game."""

OFFERED_STANDSTILL_ROUNDS: Final = 30
"""Rounds without a death after which a bot offers to share an even game."""

OFFER_INTERVAL_ROUNDS: Final = 10
"""Rounds from one offer to the next, if the first is declined."""


def agrees_to_draw(position: Position, party: str) -> bool:
    """Return whether a party that expects what a short search does takes an equal share instead.

    >>> agrees_to_draw(Position.start(), "r")
    False
    """
    shares, equal = expected_shares(position), 1 / len(position.active)
    if shares[party] < LOSING_PART * equal:
        return True
    is_standstill = standstill_rounds(position) >= AGREED_STANDSTILL_ROUNDS
    return is_standstill and shares[party] <= (1 + EVEN_MARGIN) * equal


def is_draw_offered(position: Position, earlier: Position | None) -> bool:
    """Return whether a bot that is to play offers to share the game, at a long standstill.

    Args:
        position: the position that it is to play in.
        earlier: where a bot of this table played last, if any did: what was offered there already
            is not offered again, until so many rounds more have passed.
    """
    rounds = standstill_rounds(position)
    before = 0 if earlier is None else standstill_rounds(earlier)
    if before // OFFER_INTERVAL_ROUNDS == rounds // OFFER_INTERVAL_ROUNDS:
        return False
    return rounds >= OFFERED_STANDSTILL_ROUNDS and is_even(position)


def is_even(position: Position) -> bool:
    """Return whether nobody's chances are better than everybody's, by a short search."""
    shares = expected_shares(position)
    return max(shares.values()) <= (1 + EVEN_MARGIN) / len(position.active)


def standstill_rounds(position: Position) -> int:
    """Return the whole rounds without a death, of as many turns as there are seats.

    >>> standstill_rounds(Position.start())
    0
    """
    return position.quiet // len(position.variant.parties)


def expected_shares(position: Position) -> dict[str, float]:
    """Return everybody's share of the game by a short search, by letter; the same every time.

    Raises:
        DjambiError: the game is over.
    """
    search = KernelCache(MultiplayerMcts).set_up(position)
    settings = JUDGING_SETTINGS
    settings.configure(search)
    search.think(settings.node_limit, settings.seconds, settings.depth, position.key)
    return dict(zip(position.variant.parties, search.values(), strict=True))
