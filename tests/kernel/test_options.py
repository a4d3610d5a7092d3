"""Options keep one name from RULES 8 down to C, and are bound by it."""

from __future__ import annotations

from enum import StrEnum

import pytest

from djambi.kernel.rules import options, state
from djambi.kernel.rules.options import (
    OPTION_NAMES,
    VALUES,
    check_bound,
    option_numbers,
)
from djambi.rules import EDITIONS, OPTIONS, Rules


def test_c_knows_the_options_of_the_table() -> None:
    """If not: `make kernel` writes `options.pxd` from the table, and compiles it."""
    assert tuple(state.bound_options()) == OPTION_NAMES


def test_values_have_numbers_by_name() -> None:
    assert VALUES["OWN_KILLS_ANY"] == options.OWN_KILLS_ANY
    with pytest.raises(AttributeError, match="OWN_KILLS_ALL"):
        print(options.OWN_KILLS_ALL)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_number_says_which_value(edition: str) -> None:
    rules = Rules.of(edition)
    numbers = option_numbers(rules)
    for option in OPTIONS:
        number = numbers[option.name]
        if issubclass(option.type, StrEnum):
            assert option.values[number] == str(getattr(rules, option.name))
        else:
            assert number == int(getattr(rules, option.name))


def test_an_option_that_one_side_lacks_stops_the_import() -> None:
    check_bound(reversed(OPTION_NAMES))
    with pytest.raises(ImportError, match="differ in options: own_kills, zeal"):
        check_bound(["zeal", *(name for name in OPTION_NAMES if name != "own_kills")])
