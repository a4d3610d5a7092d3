"""What pacts are worth: found by search, and the same for whoever asks."""

from __future__ import annotations

from tests import positions

from djambi import Position
from djambi.bots.bot_settings import BotSettings
from djambi.bots.politics import values
from djambi.bots.politics.values import PactValuer
from djambi.pacts import Promise

QUICK = BotSettings(nodes=120, seconds=600)
HANGING = Position.parse(positions.HANGING)

PEACE = (Promise("r", "peace", 3, "b"), Promise("b", "peace", 3, "r"))


def test_who_answers_finds_what_who_offers_has_found() -> None:
    """Searches are shared by those who ask the same, and nobody can tell."""
    values._searched.cache_clear()
    offered = PactValuer(HANGING, (), QUICK).value(PEACE, "rb")
    before = values._searched.cache_info()
    assert PactValuer(HANGING, (), QUICK).value(PEACE[::-1], "rb") == offered
    after = values._searched.cache_info()
    assert after.misses == before.misses and after.hits > before.hits
    values._searched.cache_clear()
    assert PactValuer(HANGING, (), QUICK).value(PEACE, "rb") == offered


def test_other_promises_settings_or_turns_are_other_searches() -> None:
    values._searched.cache_clear()
    for valuer in (
        PactValuer(HANGING, (), QUICK),
        PactValuer(HANGING, PEACE, QUICK),
        PactValuer(HANGING, (), BotSettings(nodes=121, seconds=600)),
        PactValuer(HANGING.play(HANGING.turn("a1-a2")), (), QUICK),
    ):
        misses = values._searched.cache_info().misses
        valuer.shares(())
        assert values._searched.cache_info().misses == misses + 1
    # A promise that runs already is worth nothing more.
    assert PactValuer(HANGING, PEACE, QUICK).value(PEACE, "rb").gain("b") == 0


def test_other_rules_are_other_searches() -> None:
    """The same placement is worth something else in a game by another edition."""
    advanced = Position.parse(str(HANGING).replace(" original ", " harcourt-advanced "))
    values._searched.cache_clear()
    expected = PactValuer(advanced, (), QUICK).shares(())
    values._searched.cache_clear()
    assert PactValuer(HANGING, (), QUICK).shares(()) != expected
    assert PactValuer(advanced, (), QUICK).shares(()) == expected
