"""What the tests of bots share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from djambi import Position
from djambi.bots.thinking import ThinkingBot
from djambi.position.turn import Turn


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels decide by nodes alone: no busy machine makes them choose something else."""
    choose = ThinkingBot.choose

    def patiently(self: ThinkingBot, position: Position) -> Turn:
        self.mind = replace(self.mind, seconds=3600.0)
        return choose(self, position)

    monkeypatch.setattr(ThinkingBot, "choose", patiently)
