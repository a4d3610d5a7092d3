"""Sentences with places for the names of players: filled with colours, they are the plain ones."""

from __future__ import annotations

import re

from djambi.analysis.commentary import Comment, Topic, keys_of
from djambi.pacts import Promise, promise_sentence
from djambi.position.outcome import Happening, HappeningKind, PartyNamer, party_name
from djambi.texts import LANGUAGES, catalogue
from djambi.views.outcomes import happenings_named, happenings_words
from djambi.views.words import Words, both, with_slots

SLOT = re.compile(r"\{(\w)\}")


def coloured(named: Words) -> Words:
    """Fill the places with the colours of the parties."""
    return both(lambda lang: SLOT.sub(lambda m: party_name(m[1], lang), getattr(named, lang)))


def test_every_happening_of_a_party_has_a_place_for_its_player() -> None:
    for what in HappeningKind:
        happening = Happening(what, "r", "M", "c3", "e3", "g", "A", "last")
        named, plain = with_slots(happening.sentence), happening.sentence("en")
        # Pieces have their colours in small letters.
        assert (named is not None) == ("Red" in plain or "Green" in plain), what
        if named is not None:
            assert coloured(named) == both(happening.sentence)


def test_those_who_share_a_game_are_each_named() -> None:
    named = with_slots(Happening(HappeningKind.ENDED, "ryg", why="drawn").sentence)
    assert named is not None
    assert SLOT.findall(named.en) == SLOT.findall(named.fr) == ["r", "y", "g"]


def test_a_paragraph_names_parties_and_leaves_pieces_their_colours() -> None:
    killed = Happening(HappeningKind.KILLED, "b", "C", "f6", "h2", "r", "M")
    assert happenings_named([killed]) is None
    story = [killed, Happening(HappeningKind.VASSAL, "b", by="r")]
    named = happenings_named(story)
    assert named is not None
    assert named.en.endswith("{b} has lost the Chief and falls to {r}.")
    assert named.en.startswith("The red Militant kills the blue Chief")
    assert coloured(named) == happenings_words(story)


def test_every_comment_has_places_where_it_names_parties() -> None:
    for topic in Topic:
        for number, key in enumerate(keys_of(topic)):
            comment = Comment(topic, "r", "g", 0.5, 0.25, "bC", "gA", "e5", 3, number)
            named = with_slots(comment.sentence)
            sentences = catalogue("en", "commentary")
            # Here of three pieces.
            sentence = sentences.get(key) or sentences[f"{key}.other"]
            assert (named is not None) == ("{party}" in sentence or "{other}" in sentence), key
            if named is not None:
                assert coloured(named) == both(comment.sentence)


def test_a_promise_has_places_for_both() -> None:
    def told(lang: str, name: PartyNamer) -> str:
        return promise_sentence(Promise("r", "peace", 3, "b"), lang, name=name)

    assert with_slots(told) == Words(
        "{r} will not attack {b} for 3 rounds.", "{r} n’attaquera pas {b} pendant 3 tours de table."
    )


def test_sentences_that_name_parties_do_so_alike_in_every_language() -> None:
    for prefix in ("story", "commentary"):
        first, *others = (catalogue(lang, prefix) for lang in LANGUAGES)
        for other in others:
            for key, sentence in first.items():
                assert ("{party}" in sentence or "{other}" in sentence or "{by}" in sentence) == (
                    "{party}" in other[key] or "{other}" in other[key] or "{by}" in other[key]
                ), key
