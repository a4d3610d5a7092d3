"""What the tests of bots share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from djambi import Position
from djambi.bots.search_bot import SearchBot
from djambi.position.turn import Turn


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels decide by nodes alone: no busy machine makes them choose something else."""
    choose = SearchBot.choose

    def patiently(self: SearchBot, position: Position) -> Turn:
        self.settings = replace(self.settings, seconds=3600.0)
        return choose(self, position)

    monkeypatch.setattr(SearchBot, "choose", patiently)
