"""Rate limits: buckets that fill up again, by a clock of the test's own."""

from __future__ import annotations

import pytest

from djambi.errors import DjambiError
from djambi.server import limits as module
from djambi.server.limits import ACTIONS, Limits, address_key
from djambi.server.words import Refused


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def took(limits: Limits, action: str, who: str) -> int:
    """How many are taken at once."""
    many = 0
    while limits.wait(action, who) == 0:
        limits.take(action, who)
        many += 1
        assert many <= 10_000
    with pytest.raises(Refused, match="slow_down"):
        limits.take(action, who)
    return many


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_each_action_has_its_measure(action: str) -> None:
    assert took(Limits(clock=Clock()), action, "who") == ACTIONS[action][0]


def test_a_bucket_fills_up_evenly() -> None:
    clock = Clock()
    limits = Limits({"talk": (10, 60)}, clock)
    assert took(limits, "talk", "a") == 10
    assert took(limits, "talk", "b") == 10
    clock.at += 5.9
    assert limits.wait("talk", "a") == pytest.approx(0.1, abs=1e-3)
    clock.at += 0.2
    assert took(limits, "talk", "a") == 1
    clock.at += 24.0
    assert took(limits, "talk", "a") == 4
    clock.at += 1e6
    assert took(limits, "talk", "a") == 10


def test_what_is_refused_costs_nothing() -> None:
    clock = Clock()
    limits = Limits({"talk": (1, 10)}, clock)
    limits.take("talk", "a")
    for _ in range(100):
        with pytest.raises(Refused):
            limits.take("talk", "a")
    clock.at += 10
    limits.take("talk", "a")


def test_buckets_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST", 100)
    limits = Limits(clock=Clock())
    for number in range(1_000):
        limits.take("talk", str(number))
    assert len(limits._full) == 100
    assert ("talk", "999") in limits._full


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"tlak": (1, 1)}, "limits.tlak"), ({"talk": (0, 1)}, "limits.talk"), ({"talk": (1, 0)}, "1")],
)
def test_bad_figures_are_told(changed: dict[str, tuple[int, int]], said: str) -> None:
    with pytest.raises(DjambiError, match=said):
        Limits(changed)


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("", "unknown"),
        ("nonsense", "unknown"),
        ("::1", "0:0:0:0"),
        ("2001:db8::1", "2001:db8:0:0"),
        ("2001:db8::2", "2001:db8:0:0"),
        ("2001:db8:0:1::2", "2001:db8:0:1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
    ],
)
def test_addresses(address: str, key: str) -> None:
    assert address_key(address) == key
