"""The same work at many games, of which one may fail."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable

from djambi.server.background import RETRIED, failures_of
from djambi.server.database_errors import is_passing

_log = logging.getLogger("djambi.server")


async def see_to_each(
    failure: str, works: Iterable[tuple[str, Callable[[], Awaitable[None]]]]
) -> None:
    """Do what is to be done at each game; one that fails keeps no other from being seen to.

    A game may be damaged, or show a fault of ours. `failure` is what the log then says, with `%s`
    for the game. Raise the last error that passes if it is tried again, once all are done.
    """
    passing: Exception | None = None
    for game, error in await failures_of(works):
        _log.error(failure, game, exc_info=error, extra=RETRIED)
        passing = error if is_passing(error) else passing
    if passing is not None:
        raise passing
