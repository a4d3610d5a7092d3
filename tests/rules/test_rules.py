"""The rules as one value: reading, writing, equality, and what has no effect (RULES 8)."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.strategies import overrides, some_rules

from djambi.errors import BadRules
from djambi.rules import (
    EDITIONS,
    OPTIONS,
    VARIANT_NAMES,
    Layout,
    Option,
    OwnKills,
    Rules,
    Variant,
    option_named,
)
from djambi.texts import LANGUAGES, has


def test_the_fields_are_the_options_in_their_order() -> None:
    names = [field.name for field in fields(Rules)]
    assert names == ["edition", *(option.name for option in OPTIONS)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_is_its_column(edition: str) -> None:
    rules = Rules.of(edition)
    assert str(rules) == edition
    assert Rules.parse(edition) == rules
    for option in OPTIONS:
        assert getattr(rules, option.name) == option.default(edition)
        assert isinstance(getattr(rules, option.name), option.type)


def test_the_default_edition() -> None:
    assert str(Rules.of()) == "original"


@given(some_rules)
def test_what_is_written_is_read_back(rules: Rules) -> None:
    again = Rules.parse(str(rules))
    assert again == rules
    assert again.edition == rules.edition
    assert str(again) == str(rules)
    assert " " not in str(rules)


@given(some_rules)
def test_the_text_names_what_differs_in_the_order_of_the_table(rules: Rules) -> None:
    edition, *items = str(rules).split(",")
    names = [item.partition("=")[0] for item in items]
    differing = [
        option.name
        for option in OPTIONS
        if getattr(rules, option.name) != getattr(Rules.of(edition), option.name)
    ]
    assert names == differing


@given(st.sampled_from(EDITIONS), overrides, st.randoms(use_true_random=False))
def test_options_are_read_in_any_order(
    edition: str, options: dict[str, str], random: Random
) -> None:
    items = [f"{name}={value}" for name, value in options.items()]
    random.shuffle(items)
    assert Rules.parse(",".join([edition, *items])) == Rules.of(edition, **options)


@given(some_rules, st.sampled_from(EDITIONS))
def test_equality_ignores_the_edition(rules: Rules, edition: str) -> None:
    same = replace(rules, edition=edition)
    assert same == rules
    assert hash(same) == hash(rules)
    assert str(same).startswith(edition)
    assert Rules.parse(str(same)) == rules


@given(some_rules, st.sampled_from(OPTIONS))
def test_another_value_makes_other_rules(rules: Rules, option: Option) -> None:
    for value in map(option.parse, option.values or ("0", "1", "2")):
        other = replace(rules, **{option.name: value})  # type: ignore[arg-type]
        assert (other == rules) is (getattr(rules, option.name) == value)


def test_editions_written_from_each_other_are_equal() -> None:
    values = {option.name: option.default("bga") for option in OPTIONS}
    assert Rules.of("hallepee", **values) == Rules.of("bga")
    assert Rules.of("hallepee") != Rules.of("bga")


def test_values_are_given_as_text_members_bools_and_numbers() -> None:
    texts = Rules.of(
        "bga", own_kills="none", fortress="yes", militant_diagonal="1", quiet_rounds="7"
    )
    things = Rules.of(
        "bga", own_kills=OwnKills.NONE, fortress=True, militant_diagonal=1, quiet_rounds=7
    )
    assert texts == things
    assert texts.own_kills is things.own_kills is OwnKills.NONE
    assert texts.fortress is things.fortress is True
    assert str(things) == "bga,militant_diagonal=1,own_kills=none,fortress=yes,quiet_rounds=7"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown edition ''; known: original"),
        ("Original", r"unknown edition 'Original'; did you mean original\?"),
        (" original", "unknown edition ' original'"),
        ("own_kills=any", "unknown edition 'own_kills=any'"),
        ("original,", "'' in 'original,' is not of the form option=value"),
        ("original,,layout=mirror", "'' in 'original,,layout=mirror' is not of the form"),
        ("original,fortress", "'fortress' in 'original,fortress' is not of the form"),
        ("original,fort=yes", r"unknown option 'fort'; did you mean fortress\?"),
        ("original,edition=bga", "unknown option 'edition'"),
        ("original,=yes", "unknown option ''; known: layout"),
        ("original, fortress=yes", "unknown option ' fortress'"),
        ("original,fortress=Yes", r"option fortress: 'Yes' is not one of its values \(no, yes\)"),
        ("original,fortress==yes", "option fortress: '=yes' is not one of its values"),
        ("original,own_kills=", r"option own_kills: '' is not one .*\(none, vassals, any\)"),
        ("original,quiet_rounds=-1", "option quiet_rounds: '-1' is not a whole number from 0 to"),
        ("original,quiet_rounds=007", "option quiet_rounds: '007'"),
        (
            "original,fortress=yes,fortress=no",
            "option fortress stands twice in 'original,fortress=yes,fortress=no'",
        ),
        ("original,fortress=no,fortress=no", "option fortress stands twice"),
    ],
)
def test_bad_texts_say_what_and_where(text: str, message: str) -> None:
    with pytest.raises(BadRules, match=message):
        Rules.parse(text)


@given(st.text(max_size=60) | st.text("originalbga,=_yesno0123", max_size=60))
def test_any_text_is_rules_or_refused(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except BadRules:
        return
    assert Rules.parse(str(rules)) == rules


@pytest.mark.parametrize(
    "text", ["x" * 1_000_000, "original," + "x" * 1_000_000, "original" + ",a=b" * 100_000]
)
def test_long_texts_have_short_errors(text: str) -> None:
    with pytest.raises(BadRules) as caught:
        Rules.parse(text)
    assert len(str(caught.value)) < 1000


def test_bad_arguments_say_what_and_where() -> None:
    with pytest.raises(BadRules, match="unknown edition 'classic'"):
        Rules.of("classic")
    with pytest.raises(BadRules, match=r"unknown option 'own_kill'; did you mean own_kills\?"):
        Rules.of(own_kill="any")
    with pytest.raises(BadRules, match="option own_kills: 'all'"):
        Rules.of(own_kills="all")
    with pytest.raises(BadRules, match="option quiet_rounds: -1"):
        replace(Rules.of(), quiet_rounds=-1)
    with pytest.raises(BadRules, match="unknown edition 'none'"):
        replace(Rules.of(), edition="none")


def test_rules_are_frozen_and_can_be_pickled() -> None:
    rules = Rules.of("bga", layout="rotated")
    with pytest.raises(FrozenInstanceError):
        rules.layout = Layout.MIRROR  # type: ignore[misc]
    copy = pickle.loads(pickle.dumps(rules))
    assert (copy, copy.edition) == (rules, "bga")


def remarks(variant: str, text: str) -> dict[str, str]:
    return {
        remark.option: remark.code
        for remark in Rules.parse(text).without_effect(Variant.get(variant))
    }


@pytest.mark.parametrize(
    ("variant", "text", "option", "code"),
    [
        ("hex-3", "original", "layout", "odd_number_of_corners"),
        ("polygon-5", "original", "layout", "odd_number_of_corners"),
        ("square-3", "original", "layout", None),
        ("hex-5", "original", "layout", None),
        ("square-4", "original", "militant_diagonal", "no_hexagonal_diagonals"),
        ("hex-3", "original", "militant_diagonal", "no_hexagonal_diagonals"),
        ("polygon-6", "original", "militant_diagonal", "no_hexagonal_diagonals"),
        ("hex-6", "original", "militant_diagonal", None),
        ("square-4", "original,fortress=yes", "fortress", "no_fortress_on_board"),
        ("hex-3", "original,fortress=yes", "fortress", "no_fortress_on_board"),
        ("hex-6", "original,fortress=yes", "fortress", None),
        ("hex-6", "original", "fortress", None),
        ("square-4", "original,fortress=yes", "fortress_purge", "no_fortress_on_board"),
        ("hex-6", "original,fortress_purge=yes", "fortress_purge", "no_fortress_in_rules"),
        ("hex-6", "original,fortress=yes", "fortress_purge", None),
        ("square-4", "original,comeback=always", "comeback", "encircled_chief_dies"),
        ("square-4", "original,encircled_chief=sleeps", "comeback", None),
        ("hex-6", "harcourt,resigned_return=allowed", "resigned_return", "resigned_chief_dies"),
        ("square-4", "djambinet,resigned_return=allowed", "resigned_return", None),
    ],
)
def test_options_without_effect(variant: str, text: str, option: str, code: str | None) -> None:
    assert remarks(variant, text).get(option) == code


def test_everything_has_an_effect_somewhere() -> None:
    assert remarks("hex-6", "hallepee") == {}


@given(st.sampled_from(VARIANT_NAMES), some_rules)
def test_remarks_stand_in_order_and_have_texts(variant: str, rules: Rules) -> None:
    found = rules.without_effect(Variant.get(variant))
    order = [option.name for option in OPTIONS]
    assert [remark.option for remark in found] == sorted(
        {remark.option for remark in found}, key=order.index
    )
    for remark in found:
        default = option_named(remark.option).default(rules.edition)
        assert remark.overridden is (getattr(rules, remark.option) != default)
        assert all(has(f"remark.{remark.code}", lang) for lang in LANGUAGES)


@given(st.sampled_from(VARIANT_NAMES), some_rules)
def test_a_layout_without_effect_sets_up_the_same_pieces(variant: str, rules: Rules) -> None:
    there = Variant.get(variant)
    mirror = there.setup(replace(rules, layout=Layout.MIRROR))
    rotated = there.setup(replace(rules, layout=Layout.ROTATED))
    idle = "layout" in {remark.option for remark in rules.without_effect(there)}
    assert (mirror == rotated) is idle


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_is_chosen_has_a_text(lang: str) -> None:
    keys = [f"edition.{name}{line}" for name in EDITIONS for line in ("", ".line")]
    keys += [f"variant.{name}{line}" for name in VARIANT_NAMES for line in ("", ".line")]
    for option in OPTIONS:
        keys.append(f"option.{option.name}")
        keys += [f"option.{option.name}.{value}" for value in option.values or ("0", "n")]
    assert [key for key in keys if not has(key, lang)] == []
