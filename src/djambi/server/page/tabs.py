"""Which tabs of a browser show a game: each has a worker of its own, and they share the games."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import Protocol

_log = logging.getLogger("djambi.server")


class TabsBridge(Protocol):
    """The bridge to the browser's locks: a tab holds one while it shows a game."""

    def show(self, game: str) -> object:
        """Record that this tab shows a game, once more."""
        ...

    def leave(self, game: str) -> object:
        """Record that this tab shows a game once less."""
        ...

    def shown_elsewhere(self, game: str) -> Awaitable[bool]:
        """Return whether another tab shows a game; raises what the browser says."""
        ...


class PageTabs:
    """The tabs of a browser, seen from one of them; without a bridge there are no others."""

    def __init__(self, bridge: TabsBridge | None) -> None:
        self._bridge = bridge

    def show(self, game: str) -> None:
        """Record that this tab shows a game, once more."""
        if self._bridge is not None:
            self._bridge.show(game)

    def leave(self, game: str) -> None:
        """Record that this tab shows a game once less."""
        if self._bridge is not None:
            self._bridge.leave(game)

    async def shown_elsewhere(self, game: str) -> bool:
        """Return whether another tab shows a game, as far as the browser tells."""
        if self._bridge is None:
            return False
        try:
            return await self._bridge.shown_elsewhere(game)
        except Exception:
            _log.warning("the browser does not say who shows a game", exc_info=True)
            return False
