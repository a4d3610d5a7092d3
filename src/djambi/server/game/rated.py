"""Decide whether a rated table's game counts: not if trivial, nor between a person's own accounts.

Two seats that are played from one address (of IPv6 one household's network) or one browser make a
rated table unrated before it begins. What is kept of an address or a browser is a *mark*: a short
digest that is good at this table only and fits thousands of addresses, so that it tells whether
two are the same, and not which.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import combinations
from typing import Final

from djambi.bots import DEFAULT_LEVEL, LEVELS
from djambi.server.errors import RequestRefused
from djambi.server.game.events import SeatRow
from djambi.server.game.levels import known_level
from djambi.server.game.state import GameState
from djambi.server.game.table_state import OnlineTable
from djambi.server.schemas.terms import Terms, Uncounted

MIN_TURNS_EACH: Final = 2
"""Turns that people must have played themselves, on average, for a game to count."""

_MARK_DIGITS: Final = 5
"""Hexadecimal digits of a mark."""


def marks_of(terms: Terms, salt: str, traits: Iterable[str]) -> tuple[str, ...]:
    """Return what is kept of a device's traits at a table: nothing where it does not matter.

    >>> marks = marks_of(Terms(rated=True), "salt", ["address 192.0.2.7"])
    >>> len(marks[0]), marks_of(Terms(), "salt", ["address 192.0.2.7"])
    (5, ())
    """
    if not terms.rated:
        return ()
    digests = (hashlib.sha256(f"{salt}\n{trait}".encode()).hexdigest() for trait in traits)
    return tuple(sorted({digest[:_MARK_DIGITS] for digest in digests}))


def is_shared(rows: Iterable[SeatRow]) -> bool:
    """Return whether two people's seats have a mark in common."""
    marks = [set(row.marks) for row in rows if row.player == "person"]
    return any(one & other for one, other in combinations(marks, 2))


def uncounted_because(state: GameState, online: OnlineTable) -> Uncounted | None:
    """Return why the game of a rated table does not count, as things stand; None: it does.

    Of a table that is not rated nobody asks.
    """
    if not online.terms.rated:
        return None
    if online.shared if online.begun else is_shared(state.seats.values()):
        return "shared"
    return "short" if state.mover is None and not _is_played(state, online) else None


def _is_played(state: GameState, online: OnlineTable) -> bool:
    turns = sum(
        state.sat.holder(party, event)[0] == "person"
        for event, party, proxy in state.entries.turns()
        if not proxy
    )
    return turns >= MIN_TURNS_EACH * len(set(online.first.values()))


def stand_in_level(terms: Terms, name: str | None) -> str:
    """Return the level of a bot that stands in; raises RequestRefused for an unknown one.

    At a rated table it is the usual one at most: else whoever stays away would play better.
    """
    level = known_level(name)
    strength = [each.name for each in LEVELS]
    mind = level.partition(":")[0]
    if terms.rated and mind in strength and strength.index(mind) > strength.index(DEFAULT_LEVEL):
        raise RequestRefused("rated_stand_in")
    return level
