"""The cast: one person for every level and character, told in every language."""

from __future__ import annotations

from random import Random

import pytest

from djambi.bots import CHARACTERS, LEVELS
from djambi.bots.cast import cast, table_of
from djambi.texts import LANGUAGES, catalogue, say

RANKS = [level.name for level in LEVELS]
LONGEST_NAME = 24
LONGEST_BIOGRAPHY = 150


def test_every_level_and_character_is_a_person() -> None:
    wanted = [
        level.name if who == "" else f"{level.name}:{who}"
        for level in LEVELS
        for who in ("", *(each.name for each in CHARACTERS))
    ]
    assert set(cast()) == set(wanted)
    assert [bot for bot in cast() if ":" not in bot] == RANKS
    assert all(each.bot == bot for bot, each in cast().items())


def test_no_two_have_a_name_or_a_part_of_it_in_common() -> None:
    parts = [part for each in cast().values() for part in each.name.split()]
    assert sorted({part for part in parts if parts.count(part) > 1 and part != "de"}) == []
    assert all(len(each.name) <= LONGEST_NAME for each in cast().values())


def test_there_are_about_as_many_women_as_men_at_every_rank() -> None:
    for rank in RANKS:
        women = sum(each.gender == "f" for each in cast().values() if each.level == rank)
        assert 2 <= women <= 4, rank


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everybody_has_a_rank_and_a_short_biography(lang: str) -> None:
    biographies = [say(f"cast.{bot}", lang) for bot in cast()]
    assert len(set(biographies)) == len(biographies)
    for each, biography in zip(cast().values(), biographies, strict=True):
        assert each.rank(lang)
        assert 60 <= len(biography) <= LONGEST_BIOGRAPHY, each.bot
        assert biography.endswith("."), each.bot
    assert len({say(f"cast.rank.{rank}.all", lang) for rank in RANKS}) == len(RANKS)


def test_french_ranks_agree_with_the_person() -> None:
    assert cast()["novice:avenger"].rank("fr") == "Députée de base"
    assert cast()["novice"].rank("fr") == "Député de base"


def test_no_text_is_about_somebody_who_is_not_there() -> None:
    known = {f"cast.{bot}" for bot in cast()}
    for key in catalogue("en", "cast"):
        if ":" in key or key.removeprefix("cast.") in RANKS:
            assert key in known


def test_nobody_sits_down_twice() -> None:
    seated = ["club:avenger", "club"]
    for seed in range(8):
        found = table_of("club", 4, seated, Random(seed))
        assert len({*found, *seated}) == 6
    assert len(table_of("club", 7, seated, Random(1))) == 7
