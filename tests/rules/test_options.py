"""The table of options, against the table that people read in docs/RULES.md (RULES 8)."""

from __future__ import annotations

import pickle
import re
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.paths import ROOT

from djambi import rules
from djambi.errors import BadRules
from djambi.rules import EDITIONS, MOST_QUIET_ROUNDS, OPTIONS, Option, known_edition, option_named
from djambi.rules.options import _yes_no

WRITTEN = ROOT / "docs" / "RULES.md"

every_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)


def written_table() -> list[list[str]]:
    """The rows of RULES 8, cell by cell, the heading first."""
    section = WRITTEN.read_text(encoding="utf-8").partition("## 8.")[2]
    rows = [line.strip("| \n").split("|") for line in section.splitlines() if line.startswith("|")]
    table = [[cell.strip().strip("`") for cell in row] for row in rows]
    return [row for row in table if not row[0].startswith("---")]


def test_the_table_is_the_written_one() -> None:
    heading, *rows = written_table()
    assert heading == ["option", "values", *EDITIONS]
    assert [row[0] for row in rows] == [option.name for option in OPTIONS]
    for option, row in zip(OPTIONS, rows, strict=True):
        if option.name == "quiet_rounds":
            assert (row[1], option.values) == ("0, 1 …", ())
        else:
            assert option.values == tuple(re.split(", *", row[1]))
        assert [option.text(option.default(edition)) for edition in EDITIONS] == row[2:]


def test_a_row_without_a_value_for_an_edition_is_named() -> None:
    with pytest.raises(ValueError, match=f"short: 2 values for {len(EDITIONS)} editions"):
        _yes_no("short", "no yes", "aim")


@every_option
def test_every_value_is_read_as_text_and_as_itself(option: Option) -> None:
    for text in option.values or ("0", "1", "50", str(MOST_QUIET_ROUNDS)):
        value = option.parse(text)
        assert isinstance(value, option.type)
        assert option.text(value) == text
        assert option.read(text) == option.read(value) == value
        assert type(option.read(text)) is type(option.read(value)) is type(value)


@every_option
@pytest.mark.parametrize("text", ["", " ", "maybe", "True", "01", "-1", "+1", "1.0", "1e3", "٣"])
def test_unknown_values_are_refused_with_the_option_and_the_known_ones(
    option: Option, text: str
) -> None:
    with pytest.raises(BadRules) as caught:
        option.read(text)
    message = str(caught.value)
    assert message.startswith(f"option {option.name}: {text!r} ")
    assert all(value in message for value in option.values)


@every_option
@pytest.mark.parametrize(
    "value", [None, 1.0, -1, 3_000_000_000, [], b"no", object(), rules.Layout, ("mirror",)]
)
def test_values_of_other_types_are_refused(option: Option, value: object) -> None:
    with pytest.raises(BadRules, match=f"^option {option.name}: "):
        option.read(value)


def test_true_is_no_number_and_one_is_no_yes() -> None:
    with pytest.raises(BadRules, match="militant_diagonal"):
        option_named("militant_diagonal").read(True)
    with pytest.raises(BadRules, match="fortress"):
        option_named("fortress").read(1)


def test_members_of_another_enumeration_are_refused() -> None:
    """`vassals` is a value of both, but whoever passes the one for the other has mixed them up."""
    option = option_named("own_kills")
    assert option.read(rules.OwnKills.VASSALS) is rules.OwnKills.VASSALS
    with pytest.raises(BadRules, match="own_kills"):
        option.read(rules.DiplomatTargets.VASSALS)


@pytest.mark.parametrize("name", ["quiet_rounds", "militant_diagonal"])
def test_huge_numbers_are_refused_quickly_and_shortly(name: str) -> None:
    for huge in ("9" * 1_000_000, 10**4000, "1" + "0" * 8):
        with pytest.raises(BadRules) as caught:
            option_named(name).read(huge)
        assert len(str(caught.value)) < 250


def test_quiet_rounds_end_at_their_limit() -> None:
    option = option_named("quiet_rounds")
    assert option.parse(str(MOST_QUIET_ROUNDS)) == option.read(MOST_QUIET_ROUNDS)
    for beyond in (MOST_QUIET_ROUNDS + 1, str(MOST_QUIET_ROUNDS + 1)):
        with pytest.raises(BadRules, match=f"from 0 to {MOST_QUIET_ROUNDS}"):
            option.read(beyond)


@given(st.integers(0, MOST_QUIET_ROUNDS))
def test_any_number_of_quiet_rounds_is_written_and_read(number: int) -> None:
    option = option_named("quiet_rounds")
    assert option.parse(option.text(number)) == number


@every_option
@given(text=st.text(max_size=30))
def test_any_text_is_a_value_or_refused(option: Option, text: str) -> None:
    try:
        value = option.parse(text)
    except BadRules:
        assert text not in option.values
    else:
        assert option.text(value) == text


def test_unknown_names_are_refused_with_a_hint() -> None:
    with pytest.raises(BadRules, match=r"unknown option 'own_kils'; did you mean own_kills\?"):
        option_named("own_kils")
    with pytest.raises(BadRules, match="unknown option 'xyzzy'; known: layout, militant_diagonal"):
        option_named("xyzzy")
    with pytest.raises(BadRules, match=r"unknown edition 'Bga'; did you mean bga\?"):
        known_edition("Bga")
    with pytest.raises(BadRules) as caught:
        option_named("k" * 1_000_000)
    assert len(str(caught.value)) < 1000


@every_option
def test_an_option_is_a_value(option: Option) -> None:
    assert pickle.loads(pickle.dumps(option)) == option
    assert hash(option) == hash(option_named(option.name))


def test_every_enumeration_is_exported_and_used() -> None:
    """An enumeration that no option has would be a word without meaning."""
    exported = {
        thing
        for thing in vars(rules).values()
        if isinstance(thing, type) and issubclass(thing, StrEnum)
    }
    assert exported == {option.type for option in OPTIONS} - {bool, int}
