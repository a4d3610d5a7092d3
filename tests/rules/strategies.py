"""Rules at random, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from djambi.rules import EDITIONS, OPTIONS, Option, Rules


def values_of(option: Option) -> st.SearchStrategy[str]:
    """A value of this option, as text."""
    if option.values:
        return st.sampled_from(option.values)
    return st.integers(0, 200).map(str)


overrides: st.SearchStrategy[dict[str, str]] = st.fixed_dictionaries(
    {}, optional={option.name: values_of(option) for option in OPTIONS}
)
"""Some options, as text."""


def _rules(edition: str, options: dict[str, str]) -> Rules:
    return Rules.of(edition, **options)


some_rules: st.SearchStrategy[Rules] = st.builds(_rules, st.sampled_from(EDITIONS), overrides)
"""An edition with some options set otherwise."""
