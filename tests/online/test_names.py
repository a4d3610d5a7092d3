"""Names: what may be one, and which look the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from djambi.server.errors import RequestRefused
from djambi.server.people.names import MAX_NAME_CHARS, fold, person_name
from djambi.texts import LANGUAGES, catalogue


@pytest.mark.parametrize(
    "name",
    [
        "Al", "Jean Anesto", "D’Artagnan", "Иосип Броз", "Ελένη", "毛泽东", "عمر", "नेहरू",
        "O'Neil_3", "Ngũgĩ", "1871", "Ⅷ Ⅸ", "Oʻzbek", "高橋ミチコ", "渡し々ー",
        "김大中", "ꓒꓮ ꓤꓯ", "ᏣᎳᎩ",
    ],
)  # fmt: skip
def test_names_of_the_world(name: str) -> None:
    assert person_name(f"  {name} ") == name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_types_no_name_is_offered_a_good_one(lang: str) -> None:
    texts = catalogue(lang, "online")
    offered = [name for key, name in texts.items() if key.startswith("online.alias.")]
    assert offered == [person_name(name) for name in offered]
    assert len({fold(name) for name in offered}) == len(offered) > 1


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        "  a  ",
        "...",
        "a" * 25,
        "<b>bold</b>",
        "a@b",
        "Bоb",
        "Ρaul",
        "🙂🙂",
        "a̐̑̒̓̔̕b",
        "ab\x00cd|",
        "#1 player",
        "ꓮda",
        "ꓮꓓꓮ",
        "ᎪᎠᎪ 2",
        "Ꭺꭰꭺ",
        "mꓳderator",
        "Tito김",
        "ბob",
        "𐌁ob",
    ],
)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(RequestRefused, match="bad_name"):
        person_name(name)


@pytest.mark.parametrize(
    "unseen", "\u202e\u200b\u3164\uffa0\u115f\u1160\u034f\u17b4\ufe0f\U000e0101"
)
def test_what_cannot_be_seen_is_taken_out(unseen: str) -> None:
    assert person_name(f"a{unseen}b{unseen}") == "ab"
    assert person_name(f"e{unseen}\u0301va") == "éva"
    with pytest.raises(RequestRefused, match="bad_name"):
        person_name(2 * unseen)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Bob", "BOB"),
        ("Bob", "B o b"),
        ("Bob", "B.o-b"),
        ("bill", "biII"),
        ("Bob", "Воb"),
        ("cope", "соре"),
        ("Zoë", "zoe"),
        ("Paul", "Pаul"),
        ("100", "loo"),
        ("ﬁn", "fin"),
        ("ⅷ", "viii"),
        ("Ａｂ", "ab"),
    ],
)
def test_names_that_look_alike(one: str, two: str) -> None:
    assert fold(one) == fold(two)


def test_other_names_do_not() -> None:
    names = ["Anna", "Hanna", "Ann", "Annb", "Tito", "Titus", "毛", "周", "Бродский", "Broz"]
    assert len({fold(name) for name in names}) == len(names)


@given(st.text(max_size=40))
def test_any_text_is_a_clean_name_or_none(text: str) -> None:
    try:
        name = person_name(text)
    except RequestRefused:
        return
    assert 2 <= len(name) <= MAX_NAME_CHARS and 0 < len(fold(name)) <= 80
    assert person_name(name) == name and name.isprintable() and "<" not in name
