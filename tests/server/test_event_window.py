"""The last events of a game are the same events, and it is known how far back they go."""

from __future__ import annotations

import pytest
from tests.server.test_history import lives

from djambi.server.live.event_window import MAX_EVENTS, EventWindow


@pytest.mark.parametrize("many", [1, MAX_EVENTS - 1, MAX_EVENTS, MAX_EVENTS + 1, 3 * MAX_EVENTS])
def test_the_last_events_are_kept(many: int) -> None:
    log = list(lives(3, 3 * MAX_EVENTS))[-1][2][:many]
    whole, grown = EventWindow(log), EventWindow(log[:1])
    for numbered in log[1:]:
        grown.add([numbered])
    for recent in (whole, grown):
        assert (recent.number, recent.at) == (many, log[-1].at)
        for number in range(1, many + 3):
            assert recent.reaches(number) == (number >= many - MAX_EVENTS)
            assert recent.since(number) == log[max(number, many - MAX_EVENTS) :]
