"""Sentences that suggest a pact: what is understood, and that nothing else is."""

from __future__ import annotations

import random
import unicodedata

import pytest

from djambi import Position
from djambi.pacts import MAX_ROUNDS, fault_of
from djambi.pacts.grammars import GRAMMARS, terms, wishes
from djambi.pacts.suggestions import MAX_SUGGESTION_CHARS, suggested_pact

START = Position.start()

PEACE = "r peace b 3, b peace r 3"


def read(text: str, room: str = "rb") -> str:
    """What Red suggests in a room, in short; "" for nothing."""
    found = suggested_pact(text, "r", room, START)
    promises = () if found is None else found.promises
    return ", ".join(
        " ".join(str(x) for x in (p.by, p.kind, p.other, p.cell, p.rounds) if x is not None)
        for p in promises
    )


@pytest.mark.parametrize(
    ("text", "room", "promises"),
    [
        ("Let\u2019s leave each other alone for 3 rounds.", "rb", PEACE),
        ("let's leave each other alone for three turns", "rb", PEACE),
        ("Laissons-nous tranquilles pendant 3 tours", "rb", PEACE),
        ("LAISSONS-NOUS TRANQUILLES !", "rb", PEACE),
        ("Blue, shall we make peace?", "", PEACE),
        ("Shall we make peace, Blue?", "", PEACE),
        ("Hello Blue, peace please", "", PEACE),
        ("Une trêve, Bleu\u202f?", "", PEACE),
        ("Je ne t’attaque pas si tu ne m’attaques pas", "rb", PEACE),
        ("Let us attack Green together within 2 rounds", "rb", "r attack g 2, b attack g 2"),
        ("On attaque le Vert ?", "rb", "r attack g 3, b attack g 3"),
        ("Attack Green!", "rb", "b attack g 3"),
        ("I won't attack you for 5 rounds", "rb", "r peace b 5"),
        ("I will not attack Blue", "", "r peace b 3"),
        ("Don't take power", "rb", "b no_power 3"),
        ("Peace, and shall we make peace?", "rb", PEACE),
        ("Épargne ma pièce en a1 pendant 20 tours de table", "rb", "b spare a1 20"),
        (
            "Ne m'attaque pas et attaquons Vert pendant 2 tours",
            "rb",
            "b peace r 2, r attack g 2, b attack g 2",
        ),
    ],
)
def test_simple_sentences_are_understood(text: str, room: str, promises: str) -> None:
    assert read(text, room) == promises


@pytest.mark.parametrize(
    ("text", "room"),
    [
        ("", "rb"),
        ("Hello Blue", "rb"),
        # Whom it is for has to be clear, and they have to hear it.
        ("Peace!", ""),
        ("Peace!", "rby"),
        ("Green, peace?", "rb"),
        ("Peace with Green", "rb"),
        ("Red, peace?", ""),
        # What is not understood to the last word suggests nothing.
        ("I would never leave you alone", "rb"),
        ("I will not leave you alone", "rb"),
        ("Let's not leave each other alone", "rb"),
        ("Peace? Over my dead body", "rb"),
        ("Pas de paix", "rb"),
        ("Je te laisserai tranquille quand tu seras mort", "rb"),
        ("let's leave each other alone and attack Green", "rb"),
        # Nor does what cannot be promised.
        ("Peace for 0 rounds", "rb"),
        ("Peace for 21 rounds", "rb"),
        ("Peace for 9999999999999999 rounds", "rb"),
        ("Let us attack Blue", "rb"),
        ("Green, peace with Blue", ""),
        ("Spare my piece on e5", "rb"),
        ("Spare my piece on z99", "rb"),
        ("Spare my piece on i1", "rb"),
        ("Leave the maze", "rb"),
        ("Let us attack Purple", "rb"),
        # Letters that only look like these are others.
        ("Р\u0435ace", "rb"),
        ("peace \u202eroF", "rb"),
        ("和平", "rb"),
        ("peace for ٣ rounds", "rb"),
    ],
)
def test_nothing_is_made_of_anything_else(text: str, room: str) -> None:
    assert read(text, room) == ""


def test_nothing_is_suggested_to_whoever_is_out() -> None:
    said = "Green, I will not take power"
    assert suggested_pact(said, "r", "", START) is not None
    assert suggested_pact(said, "r", "", START.resign("g")) is None


def _wrong(text: str, room: str) -> bool:
    """Whether a suggestion is no sound pact between two who hear it, one of whom says it."""
    found = suggested_pact(text, "r", room, START)
    if found is None:
        return False
    heard = room or START.active
    return (
        len(found.parties) != 2
        or "r" not in found.parties
        or not set(found.parties) <= set(heard)
        or any(
            p.by not in found.parties
            or not 1 <= p.rounds <= MAX_ROUNDS
            or fault_of(p, START) is not None
            for p in found.promises
        )
    )


def test_whatever_is_said_nothing_hangs_and_no_pact_is_wrong() -> None:
    source = random.Random(19)
    words = [
        word
        for grammar in GRAMMARS
        for table in (wishes(grammar.lang), terms(grammar.lang))
        for phrase in table
        for word in phrase
    ]
    words = ["Blue", "Vert", "Red", "et", "and", "not", "21", "a1", "e5", "«", *words]
    scripts = [chr(source.randrange(0x110000)) for _ in range(400)]
    for _ in range(400):
        said = " ".join(source.choices(words, k=source.randrange(1, 9)))
        strange = "".join(source.choices(scripts, k=source.randrange(1, 60)))
        for text in (said, strange, said + strange, unicodedata.normalize("NFKD", said)):
            assert not _wrong(text, source.choice(["", "rb", "rbg", "r"])), ascii(text)
    for text in ("and " * 100_000, "(" * 1_000_000, "peace " * 30, "\ud800", "é" * 500):
        assert read(text) == ""


def test_every_phrase_of_both_grammars_is_understood_somewhere() -> None:
    ruling = Position.parse(
        "square-4 original 7yC1/3bC5/9/9/4rC4/2rM1bA4/4bM4/4rN4/8gC r,b,y,g rbyg b 0 0"
    )
    throned = Position.parse(
        "square-4 original 7yC1/rC8/9/9/4bC4/2rM1bA4/4bM4/4rN4/8gC r,b,y,g rbyg y 0 0"
    )
    for grammar in GRAMMARS:
        green = {"en": "Green", "fr": "Vert"}[grammar.lang]
        blue = {"en": "Blue", "fr": "Bleu"}[grammar.lang]
        for phrase, wish in wishes(grammar.lang).items():
            party = blue if "peace" in wish else green
            cell = "c4" if "yours" in wish else "e3"
            text = " ".join(phrase).replace("<party>", party).replace("<cell>", cell)
            found = [suggested_pact(text, "r", "rb", p) for p in (START, ruling, throned)]
            assert any(each is not None for each in found), text
            assert len(text) <= MAX_SUGGESTION_CHARS
