"""The levels of the bots that may take a seat, as clients name them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from msgspec.structs import replace as with_fields

from djambi.bots import DEFAULT_LEVEL, is_bot
from djambi.bots.cast import table_of
from djambi.server.errors import RequestRefused
from djambi.server.game.events import SeatRow
from djambi.server.game.state import GameState


def known_level(name: str | None) -> str:
    """Return `name` if a bot has it, the usual one for None; raises RequestRefused otherwise.

    Levels that older versions had are still played.

    >>> known_level("greedy"), known_level("club:avenger")
    ('greedy', 'club:avenger')
    """
    if name is None:
        return DEFAULT_LEVEL
    if not is_bot(name):
        raise RequestRefused("no_level", level=name)
    return name


def somebody_else(bot: str, others: Iterable[SeatRow]) -> str:
    """Return a bot that may come to a table beside the `others`.

    If it plays there already it is another one of its level, where the cast has one; the same
    others always get the same.

    >>> somebody_else("club", [SeatRow("r", "bot", level="casual")])
    'club'
    >>> somebody_else("club", [SeatRow("r", "bot", level="club")]).startswith("club:")
    True
    >>> somebody_else("greedy", [SeatRow("r", "bot", level="greedy")])
    'greedy'
    """
    seated = [row.bot or DEFAULT_LEVEL for row in others if row.bot is not None]
    if bot not in seated:
        return bot
    source = Random(len(seated))  # noqa: S311 - it keeps no secret
    return table_of(bot.partition(":")[0], 1, seated, source)[0]


def with_levels(rows: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return the seats of a new game with a level for every bot; those without were left to us.

    Raises RequestRefused for a level that no bot has.

    >>> rows = [SeatRow("r", "bot"), SeatRow("b", "bot", level="casual"), SeatRow("y", "bot")]
    >>> len({row.level for row in with_levels(rows)})
    3
    """
    unnamed = [row for row in rows if row.player == "bot" and row.level is None]
    found = {row.party: row for row in rows if row not in unnamed}
    for row in found.values():
        known_level(row.level)
    for row in unnamed:
        found[row.party] = with_fields(row, level=somebody_else(DEFAULT_LEVEL, found.values()))
    return tuple(found[row.party] for row in rows)


def bot_for(state: GameState, party: str, name: str | None) -> str:
    """Return the bot that is to play a party: of this name, or for None the usual one.

    The usual one is `somebody_else` if it is at the table already.
    """
    return (
        somebody_else(DEFAULT_LEVEL, _others(state, party)) if name is None else known_level(name)
    )


def stand_in_for(state: GameState, party: str) -> str:
    """Return the bot that stands in for whoever plays a party of an online table."""
    level = state.terms.meanwhile if state.terms is not None else None
    return somebody_else(level or DEFAULT_LEVEL, _others(state, party))


def _others(state: GameState, party: str) -> list[SeatRow]:
    return [row for other, row in state.seats.items() if other != party]
