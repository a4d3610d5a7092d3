"""Draws: bots agree to share what they would not win, and offer to when nothing moves any more."""

from __future__ import annotations

import pytest

from djambi import Position
from djambi.bots import RandomBot, make
from djambi.bots.draws import (
    AGREED_STANDSTILL_ROUNDS,
    OFFERED_STANDSTILL_ROUNDS,
    expected_shares,
    is_even,
)
from djambi.bots.opinions import opinion_of

SEATS = 4
# A Chief, an Assassin and walls on either side: nobody gets at anybody.
EVEN = (
    "square-4 original "
    "2x2xyD2/3x1xxx1/1x1x1x3/2xx1yAx2/xx1xyC2x1/3xxx2x/gMbCx1x1x2/2gAxx4/bNxx2x1x1"
    " r>y~,b,y,g>b rbyg b {quiet} 257"
)
# Red has four pieces more than Green.
UNEVEN = (
    "square-4 original "
    "gCgA5x1/xx2x4/1xbMx1yDrM2/4bA1xbN1/1x3xxrN1/1xxxx1xxx/xrM2x1x2/rCrD1x2x2/2x2xgM2"
    " r,b>r,y>r,g rbyg r {quiet} 203"
)


def after(text: str, rounds: int, more: int = 0) -> Position:
    return Position.parse(text.format(quiet=SEATS * rounds + more))


def test_a_standstill_is_shared_by_whoever_would_not_win_it() -> None:
    even = after(EVEN, AGREED_STANDSTILL_ROUNDS)
    assert is_even(even)
    assert all(make("club", 1).accepts_draw(even, party) for party in "by")
    assert not make("club", 1).accepts_draw(after(EVEN, AGREED_STANDSTILL_ROUNDS, -1), "b")
    assert not RandomBot(1).accepts_draw(even, "b"), "it has no judgement, and needs a proof"


def test_the_one_who_is_ahead_plays_on_and_the_other_is_glad() -> None:
    uneven = after(UNEVEN, AGREED_STANDSTILL_ROUNDS)
    shares = expected_shares(uneven)
    assert shares["r"] > 0.55 and shares["g"] < 0.45
    assert not make("club", 1).accepts_draw(uneven, "r")
    assert make("club", 1).accepts_draw(uneven, "g")
    assert make("club", 1).accepts_draw(after(UNEVEN, 0), "g"), "no standstill is needed"


@pytest.mark.parametrize(
    ("rounds", "earlier", "offers"),
    [
        (OFFERED_STANDSTILL_ROUNDS - 1, None, False),
        (OFFERED_STANDSTILL_ROUNDS, None, True),
        (OFFERED_STANDSTILL_ROUNDS, OFFERED_STANDSTILL_ROUNDS - 1, True),
        # Declined, and not asked again before ten more rounds are over.
        (OFFERED_STANDSTILL_ROUNDS + 1, OFFERED_STANDSTILL_ROUNDS, False),
        (OFFERED_STANDSTILL_ROUNDS + 10, OFFERED_STANDSTILL_ROUNDS + 9, True),
    ],
)
def test_an_even_game_is_offered_every_ten_rounds(
    rounds: int, earlier: int | None, offers: bool
) -> None:
    before = None if earlier is None else after(EVEN, earlier)
    assert make("club", 1).offers_draw(after(EVEN, rounds), before) == offers


def test_nobody_offers_what_is_uneven_or_judges_without_a_search() -> None:
    assert not make("club", 1).offers_draw(after(UNEVEN, OFFERED_STANDSTILL_ROUNDS))
    assert not RandomBot(1).offers_draw(after(EVEN, OFFERED_STANDSTILL_ROUNDS))


def test_what_is_proved_is_offered_once() -> None:
    walled = "7xx/7xyC/7x1/7xx/9/3gA2bR2/9/xxx6/rC1x6"
    safe = Position.parse(f"square-4 bga {walled} r,b>r,y,g>y rbyg r 0 90")
    assert RandomBot(1).offers_draw(safe)
    assert RandomBot(1).offers_draw(safe, Position.start())
    assert not RandomBot(1).offers_draw(safe, safe)


def test_an_opinion_tells_of_a_standstill() -> None:
    position = after(EVEN, OFFERED_STANDSTILL_ROUNDS, 3)
    for party in "by":
        english = opinion_of(make("club", 1), position, party).sentence("en")
        assert english.startswith("Nobody has died for 30 rounds"), english


def test_who_would_refuse_does_not_tell_of_it() -> None:
    """A bot without judgement says what it sees: that the game is even."""
    position = after(EVEN, OFFERED_STANDSTILL_ROUNDS, 3)
    for party in "by":
        [remark, *_] = opinion_of(RandomBot(1), position, party).remarks
        assert remark.key == "even"
