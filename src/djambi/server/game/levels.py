"""The levels of the bots that may take a seat, as clients name them."""

from __future__ import annotations

from djambi.bots import DEFAULT_LEVEL, is_bot
from djambi.server.errors import RequestRefused


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
