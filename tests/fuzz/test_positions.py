"""Whatever is read as a position: a sound one comes out, or an error that names the faults."""

from __future__ import annotations

import random
import re
import tracemalloc

import pytest
from hypothesis import given, note
from tests.fuzz.mutations import HUGE, LONG, any_text, attempt, chances, mutated
from tests.properties.strategies import positions, unshrunk

from djambi import BadPosition, Position, Setup
from djambi.position.setup_reading import FIELDS
from djambi.views.words import fault_words

# What no field can be. White space at the ends is ignored: first and last field are never empty.
BAD = {
    "variant": ("square-5", "Square-4", "square-4\x00", "polygon-9"),
    "rules": ("", "originals", "bga,", "bga,own_kills=some", "bga,bga", "bga,fortress=no=no"),
    "placement": ("", "/", "9/9/9", "x" * 90, "/".join(["9"] * 10), "10/9/9/9/9/9/9/9/8"),
    "parties": ("", "r,b,y", "r,b,y,g,p", "r>,b,y,g", "R,b,y,g", "r,b,y,g>", "b,r,y,g"),
    "order": ("", "rby", "rbygr", "rrby", "RBYG", "rbyp"),
    "turn": ("", "p", "r+", "+r", "=", "=rr", "=br", "r+b+y", "="),
    "quiet": ("", "-1", "01", "1000000000", "٣", "1.0"),
    "ply": ("-1", "+1", "1e3", "9" * 400, "x"),
}
GOOD = {
    "variant": "square-4",
    "rules": "original",
    "placement": "rC7bC/9/9/9/9/9/9/9/gC7yC",
    "parties": "r,b,y,g",
    "order": "rbyg",
    "turn": "r",
    "quiet": "0",
    "ply": "0",
}


def read(text: str) -> Position | None:
    """Read a text: nothing but a BadPosition may be raised, and it says something of use."""
    found = attempt(lambda: Position.parse(text), BadPosition)
    if isinstance(found, Position):
        return found
    assert found.faults
    assert {fault.field for fault in found.faults} <= {*FIELDS, "position"}
    assert all(0 < len(fault.message) < 1000 for fault in found.faults)
    assert str(found)
    # Players are told in their language.
    assert all(fault.code for fault in found.faults)
    for fault in found.faults:
        said = fault_words(fault)
        for text in (said.en, said.fr):
            # French has two spaces that do not break.
            assert re.sub("[\u00a0\u202f]", " ", text).isprintable(), text
    return None


def is_sound(position: Position) -> None:
    """A position that was read can be written, asked and played."""
    text = str(position)
    assert Position.parse(text) == position
    assert str(Position.parse(text)) == text
    assert Setup.parse(text).faults() == ()
    assert bool(len(position.legal_turns())) == (not position.is_over)
    assert position.upcoming(3) is not None
    kernel = position.kernel()
    kernel.random_play(5, 1)
    assert Position.parse(str(position.reached(kernel))) == position.reached(kernel)


@unshrunk
@given(position=positions, chance=chances)
def test_positions_with_accidents(position: Position, chance: random.Random) -> None:
    for _ in range(12):
        text = mutated(str(position), chance, ("rC", "x", "=r", "r+r", "b>r~", "y!*", "g?"))
        note(repr(text))
        found = read(text)
        if found is not None:
            is_sound(found)


@unshrunk
@given(position=positions, other=positions, chance=chances)
def test_fields_of_different_positions(
    position: Position, other: Position, chance: random.Random
) -> None:
    """Fields that are right by themselves and, mostly, wrong together."""
    fields = zip(str(position).split(" "), str(other).split(" "), strict=True)
    pairs = list(fields)
    for _ in range(12):
        text = " ".join(chance.choice(pair) for pair in pairs)
        note(text)
        found = read(text)
        if found is not None:
            is_sound(found)


@given(text=any_text)
def test_any_text(text: str) -> None:
    assert read(text) is None


@unshrunk
@given(chance=chances)
def test_every_field_that_cannot_be_read_is_named(chance: random.Random) -> None:
    bad = chance.sample(FIELDS, chance.randint(1, 5))
    fields = {**GOOD, **{field: chance.choice(BAD[field]) for field in bad}}
    text = " ".join(fields.values())
    note(text)
    with pytest.raises(BadPosition) as raised:
        Position.parse(text)
    named = {fault.field for fault in raised.value.faults}
    wanted = set(bad)
    if wanted & {"variant", "rules"}:
        # Without them the fields between mean nothing.
        wanted &= {"variant", "rules", "quiet", "ply"}
    assert wanted <= named


def test_the_fields_are_right_otherwise() -> None:
    is_sound(Position.parse(" ".join(GOOD.values())))
    for field, texts in BAD.items():
        for bad in texts:
            with pytest.raises(BadPosition) as raised:
                Position.parse(" ".join({**GOOD, field: bad}.values()))
            assert field in {fault.field for fault in raised.value.faults}, bad


@pytest.mark.parametrize("text", HUGE, ids=lambda text: repr(text[:4]))
def test_huge_texts_are_refused_without_being_taken_apart(text: str) -> None:
    good = " ".join(GOOD.values())
    tracemalloc.start()
    try:
        for whole in (text, *(good.replace(value, text, 1) for value in ("original", "rbyg"))):
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            assert read(whole) is None
            assert tracemalloc.get_traced_memory()[1] - before < LONG // 3
    finally:
        tracemalloc.stop()
