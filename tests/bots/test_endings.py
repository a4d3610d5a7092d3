"""A game that is decided ends: every level sees the last steps, and none sees more before."""

from __future__ import annotations

import pytest
from tests.positions import BESIEGED_BY_RULER

from djambi import Position
from djambi.bots import LEVELS, SearchBot, make
from djambi.bots.endings import ENDING_MIN_NODES, at_full_strength, is_decided
from djambi.bots.levels import level

# Red is in power with twelve; green has its Chief and a Militant beside him.
PRISON = (
    "square-4 original gCx5x1/gMx7/xx1xxx1xx/1yNx1xx1bR1/x2xrCx2x/rM3xx3/6x2/rRrM2x1bMx1/1xxx3xx"
    " r,b>r~,y>r,g rbyg r 1 81"
)
LONGEST = 80
"""Turns of both sides; a novice needed 116 in the middle of 56 such games, or shared them."""


def finished(text: str, name: str, seed: int) -> tuple[str | None, int]:
    """Who wins, where one level plays both sides, and after how many turns."""
    position = start = Position.parse(text)
    bots = {
        party: make(name, seed + number)
        for number, party in enumerate(position.variant.parties)
        if party in position.active
    }
    while not position.is_over and position.ply < start.ply + LONGEST:
        position = position.play(bots[position.mover or ""].choose(position))
    return position.winners, position.ply - start.ply


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.name for each in LEVELS])
@pytest.mark.parametrize("text", [BESIEGED_BY_RULER, PRISON], ids=["power", "prison"])
def test_every_level_ends_a_game_that_is_decided(name: str, text: str, patient: None) -> None:
    assert finished(text, name, seed=2)[0] == Position.parse(text).mover


def test_what_is_decided() -> None:
    for text in (BESIEGED_BY_RULER, PRISON):
        assert is_decided(Position.parse(text))
    assert not is_decided(Position.start())
    # Three are left; the other has nearly as many; the other has more.
    lone = "square-4 original {}8yC/9/9/9/1gA7/9/bA8/1rM7/rCrA5gM1 r,b>r,y,g>r rbyg r 0 0"
    assert is_decided(Position.parse(lone.format("")))
    assert not is_decided(
        Position.parse(lone.format("").replace("b>r", "b").replace("8yC", "bC7yC"))
    )
    assert not is_decided(Position.parse(lone.format("").replace("8yC", "5yAyMyMyC")))
    assert not is_decided(Position.parse(lone.format("").replace(" r 0", " y 0")))
    # Six against three, five against three, seven against four.
    three = lone.format("").replace("8yC", "6yMyMyC")
    assert is_decided(Position.parse(three))
    assert not is_decided(Position.parse(three.replace("1rM7", "9")))
    four = lone.format("").replace("8yC", "5yMyMyMyC")
    assert not is_decided(Position.parse(four.replace("1rM7", "1rMrM6")))


def test_who_can_only_pass_has_lost_with_however_many_pieces() -> None:
    walled_in = "9/9/9/9/2bMbA1bDbMbN1/9/xxx6/rMrMx6/rCrMx5bC"
    assert is_decided(Position.parse(f"square-4 original {walled_in} r,b,y!*,g!* rbyg b 0 0"))
    broken = walled_in.replace("xxx6", "xx7")
    assert not is_decided(Position.parse(f"square-4 original {broken} r,b,y!*,g!* rbyg b 0 0"))


def test_no_level_sees_less_in_a_decided_game() -> None:
    for each in LEVELS:
        assert at_full_strength(each.settings).nodes >= each.settings.nodes


def test_before_a_game_is_decided_a_level_sees_what_it_does() -> None:
    novice = SearchBot(level("novice").settings, seed=1)
    novice.choose(Position.start())
    assert novice._active_settings == level("novice").settings
    novice.choose(Position.parse(BESIEGED_BY_RULER))
    assert novice._active_settings == at_full_strength(level("novice").settings)
    assert (novice._active_settings.nodes, novice._active_settings.is_full_strength) == (
        ENDING_MIN_NODES,
        True,
    )
    assert novice.settings == level("novice").settings
