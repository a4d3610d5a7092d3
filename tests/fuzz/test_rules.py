"""Whatever is read as rules: rules that can be written come out, or a BadRules."""

from __future__ import annotations

import random
import tracemalloc
from sys import getsizeof

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from tests.fuzz.mutations import HUGE, any_text, attempt, chances, mutated
from tests.rules.strategies import some_rules

from djambi import OPTIONS, BadRules, DjambiError, Rules, Variant

NAMES = tuple(option.name for option in OPTIONS)
VALUES = tuple(value for option in OPTIONS for value in option.values)


def check(found: Rules | BadRules) -> None:
    if isinstance(found, BadRules):
        assert 0 < len(str(found)) < 1000
        return
    assert Rules.parse(str(found)) == found
    assert str(Rules.parse(str(found))) == str(found)


def read(text: str) -> None:
    check(attempt(lambda: Rules.parse(text), BadRules))


@given(rules=some_rules, chance=chances)
def test_rules_with_accidents(rules: Rules, chance: random.Random) -> None:
    for _ in range(20):
        text = mutated(str(rules), chance, (*NAMES, *VALUES, "=", ",", "bga"))
        note(repr(text))
        read(text)


@given(text=any_text, chance=chances)
def test_any_text(text: str, chance: random.Random) -> None:
    read(text)
    read(f"original,{text}")
    read(f"original,{chance.choice(NAMES)}={text}")
    with pytest.raises(DjambiError):
        Variant.get(text)


@given(
    name=st.sampled_from(NAMES) | any_text,
    value=any_text | st.integers() | st.booleans() | st.floats() | st.none() | st.binary(),
)
def test_any_value_of_an_option(name: str, value: object) -> None:
    options = {name: value}
    check(attempt(lambda: Rules.of("original", **options), BadRules))


@pytest.mark.parametrize("text", HUGE, ids=lambda text: repr(text[:4]))
def test_huge_texts_are_refused_without_being_taken_apart(text: str) -> None:
    tracemalloc.start()
    try:
        for whole in (text, f"original,{text}", f"original,quiet_rounds={text}"):
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            with pytest.raises(BadRules) as raised:
                Rules.parse(whole)
            assert len(str(raised.value)) < 1000
            assert tracemalloc.get_traced_memory()[1] - before < 5 * getsizeof(whole)
    finally:
        tracemalloc.stop()
