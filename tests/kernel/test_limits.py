"""Budgets of nodes and time, and being cancelled."""

from __future__ import annotations

import pytest

from djambi.kernel.search.limits import SearchLimits


def test_nodes_are_counted_until_none_is_left() -> None:
    limits = SearchLimits()
    limits.start(3, 3600.0)
    assert [limits.tick() for _ in range(4)] == [False, False, True, True]
    assert limits.nodes == 4 and limits.stopped
    limits.start(0, 3600.0)
    assert limits.max_nodes == 1 and not limits.stopped


def test_the_clock_is_read_now_and_then() -> None:
    limits = SearchLimits()
    limits.start(1 << 40, -1.0)
    ticks = 1
    while not limits.tick():
        ticks += 1
    assert 1 < ticks <= 32 and limits.is_late()


@pytest.mark.parametrize("by_processor", [False, True])
def test_a_part_of_the_time_is_lent_and_given_back(by_processor: bool) -> None:
    limits = SearchLimits()
    limits.by_processor = by_processor
    limits.start(1_000, 3600.0)
    deadline = limits.shrink_budget(6)
    assert 0 < limits.seconds_left() <= 600.0
    assert limits.restore_budget(deadline)
    assert limits.deadline == deadline and limits.seconds_left() > 600.0
    limits.stop()
    assert limits.stopped
    assert limits.restore_budget(deadline) and not limits.stopped


def test_cancelled_is_cancelled_until_there_is_a_new_position() -> None:
    limits = SearchLimits()
    limits.cancel()
    limits.start(1_000, 3600.0)
    assert limits.tick() and limits.is_late()
    assert not limits.restore_budget(limits.deadline)
    limits.rearm()
    limits.start(1_000, 3600.0)
    assert not limits.tick()


def test_what_is_spent_is_the_larger_part_of_nodes_and_time() -> None:
    limits = SearchLimits()
    limits.start(8, 3600.0)
    for _ in range(2):
        limits.tick()
    assert limits.part_spent() == 0.25
    limits.start(8, -1.0)
    assert limits.part_spent() > 1.0
