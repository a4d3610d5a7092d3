"""How endings are named, and what they become."""

from __future__ import annotations

import pytest

from djambi.endings import FOUR_MAN_ENDINGS, Material
from djambi.errors import DjambiError


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("chief+assassin chief", "CA-C"),
        ("Chief Chief+Militant", "CM-C"),
        ("CM CR", "CR-CM"),
        ("CM-CA", "CA-CM"),
        ("chief chief corpse corpse", "C-C-xx"),
        ("CMM-C", "CMM-C"),
    ],
)
def test_an_ending_has_one_order(text: str, letters: str) -> None:
    material = Material.parse(text)
    assert str(material) == letters
    assert Material.parse(material.name) == material
    assert Material.parse(letters) == material


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "two parties"),
        ("chief", "two parties"),
        ("chief chief chief", "two parties"),
        ("chief+asassin chief", "did you mean assassin?"),
        ("CX C", "unknown piece 'X'"),
        ("king chief", "unknown piece"),
        ("assassin chief", "0 Chiefs"),
        ("chief+chief chief", "2 Chiefs"),
        ("CAA C", "one assassin, not more"),
        ("CAR CM x", "at most 4"),
        ("CAR CMN", "at most 4"),
    ],
)
def test_what_is_no_ending_is_said_plainly(text: str, said: str) -> None:
    with pytest.raises(DjambiError, match=said.replace("?", r"\?")):
        Material.parse(text)


def test_pieces_that_there_are_not_are_refused() -> None:
    with pytest.raises(DjambiError, match="'Q' is not a piece beside a Chief"):
        Material.of("Q", "")
    with pytest.raises(DjambiError, match="at most 4 .* not 100000002") as raised:
        Material("", "", 10**8)
    assert len(str(raised.value)) < 100


@pytest.mark.parametrize("material", FOUR_MAN_ENDINGS, ids=str)
def test_a_death_keeps_every_other_piece(material: Material) -> None:
    slots = material.slots
    victims = range(2, material.men)
    for victim, (after, sources, swapped) in zip(victims, material.descents(), strict=True):
        assert sorted(sources) == list(range(material.men))
        for (kind, party), source in zip(after.slots, sources, strict=True):
            if source == victim:
                assert (kind, party) == ("x", 2)
            else:
                assert kind == slots[source][0]
                assert party ^ swapped == slots[source][1]


def test_parties_change_places_where_the_second_has_more_left() -> None:
    first_dies, second_dies = Material.parse("CA-CM").descents()
    assert (str(first_dies.material), first_dies.swapped) == ("CM-C-x", True)
    assert (str(second_dies.material), second_dies.swapped) == ("CA-C-x", False)
