"""The catalogue of texts: the same keys and values in every language, and how it is asked."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from importlib import resources
from typing import cast

import pytest
from tests.paths import ROOT as REPOSITORY
from tests.texts.terms import TERMS

from djambi.client.wire import Sentence
from djambi.errors import DjambiError
from djambi.server.error_codes import ERROR_CODES
from djambi.texts import LANGUAGES, catalogue, plural, say
from djambi.views.words import Words

ROOT = resources.files("djambi.texts")
PREFIXES = sorted(
    {
        file.name.removesuffix(".json")
        for lang in LANGUAGES
        for file in ROOT.joinpath(lang).iterdir()
        if file.name.endswith(".json")
    }
)


def pairs(lang: str, prefix: str) -> list[tuple[str, object]]:
    """Return a file's keys and sentences as they stand, repeated keys included."""
    text = ROOT.joinpath(lang, f"{prefix}.json").read_text(encoding="utf-8")
    return cast("list[tuple[str, object]]", json.loads(text, object_pairs_hook=list))


def values(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


@pytest.mark.parametrize("prefix", PREFIXES)
def test_every_language_has_the_same_keys(prefix: str) -> None:
    keys = {lang: [key for key, _ in pairs(lang, prefix)] for lang in LANGUAGES}
    for lang, found in keys.items():
        assert len(found) == len(set(found)), f"a key stands twice in {lang}"
        assert set(found) == set(keys["en"]), lang


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_keys_begin_with_the_file_s_name_and_sentences_are_whole(lang: str, prefix: str) -> None:
    for key, sentence in pairs(lang, prefix):
        assert key.startswith(f"{prefix}."), key
        assert isinstance(sentence, str), key
        assert sentence.strip() == sentence != "", key
        assert "{" not in re.sub(r"\{\w+\}", "", sentence), key
        if key.endswith(".other"):
            assert f"{key.removesuffix('.other')}.one" in catalogue(lang, prefix), key


@pytest.mark.parametrize("prefix", PREFIXES)
def test_every_language_names_the_same_values(prefix: str) -> None:
    for key, sentence in catalogue("en", prefix).items():
        # A singular may say "one" in words and leave the number out.
        optional = {"n"} if key.endswith(".one") else set[str]()
        for lang in LANGUAGES:
            said = catalogue(lang, prefix)[key]
            assert values(sentence) - optional == values(said) - optional, f"{lang}: {key}"


@pytest.mark.parametrize("prefix", PREFIXES)
def test_french_typography(prefix: str) -> None:
    for key, sentence in catalogue("fr", prefix).items():
        assert "'" not in sentence, f"{key}: the apostrophe is ’"
        assert not re.search(r"[^\u00a0\u202f][!?;»]|« | :", re.sub(r"https?:\S+", "", sentence)), (
            f"{key}: a space that does not break goes before ! ? ; : » and after «"
        )
        # Narrow before ; ! ? and %, of a word's width before : and within guillemets.
        assert not re.search(r"\u00a0[;!?%]|\u202f[:»]|«\u202f", sentence), key


@pytest.mark.parametrize("prefix", PREFIXES)
def test_english_apostrophes_are_curly(prefix: str) -> None:
    for key, sentence in catalogue("en", prefix).items():
        assert not re.search(r"\w'\w", sentence), key


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_number_and_its_unit_stay_together(lang: str, prefix: str) -> None:
    for key, sentence in catalogue(lang, prefix).items():
        assert not re.search(r"[\d}] (?:d|h|j|min|s|ms)\b(?!’)", sentence), key


SOURCES = [
    path.read_text(encoding="utf-8")
    for folder, kinds in (("src/djambi", "py"), ("web/src", "ts"), ("web/src", "svelte"))
    for path in (REPOSITORY / folder).rglob(f"*.{kinds}")
]


@pytest.mark.parametrize(
    "prefix", ["cli", "doctor", "email", "leaflet", "licences", "render", "server", "tui"]
)
def test_every_sentence_of_the_programs_is_said(prefix: str) -> None:
    """The others' keys come from enumerations, or the browser app's tests look for them."""
    named = {
        key
        for source in SOURCES
        for key in re.findall(rf"[\"'`]({prefix}\.[^\"'`\s]+)[\"'`]", source)
    }
    if "server.{code}" in named:
        named = named - {"server.{code}"} | {f"server.{code}" for code in ERROR_CODES}
    # A key that is put together: each value is a word, or two ("first.bonus").
    built = [
        re.sub(r"\\\{.*?\\\}", r"\\w+(?:\\.\\w+)?", re.escape(key)) for key in named if "{" in key
    ]
    for key in catalogue("en", prefix):
        whole = re.sub(r"\.(?:one|other)$", "", key).removesuffix(".takes")
        assert whole in named or any(re.fullmatch(each, whole) for each in built), key


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_term_per_concept(lang: str, prefix: str) -> None:
    for key, sentence in catalogue(lang, prefix).items():
        for wrong, right in TERMS[lang].items():
            assert not re.search(wrong, sentence), f"{key}: {right}"


def test_what_anybody_may_say_fits_women_and_men() -> None:
    """Those of the cast share these sentences; in French, these words agree with the speaker."""
    agreeing = re.compile(
        r"\b(?:[Dd]ésolé|[Nn]avré|[Rr]avi|[Ee]nchanté|perdant|gagnant|sollicité)\b"
        r"|\b[Mm]’(?:a|ont|avez|as) (?:bien )?(?:cru|roulé|trahi|trompé|volé|attaqué)\b"
        r"|\b[Jj]e (?:suis|serais|serai) (?:sûr|prêt|perdu|content|seul)\b"
        r"|\bvous êtes devenue?\b"
    )
    for prefix in ("opinion", "statement", "talk"):
        for key, sentence in catalogue("fr", prefix).items():
            assert not agreeing.search(sentence), key


def test_plurals() -> None:
    assert [plural("en", n) for n in (0, 1, 2)] == ["other", "one", "other"]
    assert [plural("fr", n) for n in (0, 1, 2)] == ["one", "one", "other"]


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("server.holiday_days", {}),
        ("cli.endings.progress", {"ending": "CA-C", "positions": 0}),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_none_is_not_said_to_be_one(key: str, values: dict[str, object], lang: str) -> None:
    assert re.search(r"\b0\s\w", say(key, lang, n=0, **values))


def test_values_are_filled_in_and_never_interpreted() -> None:
    assert say("piece.of.C", "en", party="{red}") == "the {red} Chief"


COVETED = "Personne n’a plus à prendre qu’Orange. Il y en a pour tout le monde."


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("party.state.vassal", {"lord": "Orange"}, "vassal d’Orange"),
        ("party.state.vassal", {"lord": "Rouge"}, "vassal de Rouge"),
        ("web.prompt.wait", {"player": "Émile"}, "En attente d’Émile."),
        ("statement.coalition.leader.opportunist", {"about": "Orange"}, COVETED),
        # A cell is a name, and is read letter by letter.
        ("lesson.missing.exhumed", {"cell": "e5"}, "Le cadavre de e5 n’a pas été déplacé."),
        ("lesson.missing.exhumed", {"cell": "o"}, "Le cadavre de o n’a pas été déplacé."),
    ],
)
def test_french_elides_before_a_value(key: str, value: dict[str, str], said: str) -> None:
    assert say(key, "fr", **value) == said


def test_no_other_word_stands_before_what_may_begin_with_a_vowel() -> None:
    """Of the words that French elides, only “de” and “que” know what follows them."""
    for prefix in PREFIXES:
        for key, sentence in catalogue("fr", prefix).items():
            assert not re.search(r"\b(?:[JMTSNjmtsn]e|[Ll][ae]) \{(?!date|n\b)", sentence), key


@pytest.mark.parametrize(
    ("key", "lang"), [("piece.Z", "en"), ("nothing.at.all", "fr"), ("piece.C", "de"), ("", "en")]
)
def test_what_is_unknown_is_refused(key: str, lang: str) -> None:
    with pytest.raises(DjambiError):
        say(key, lang)


def test_a_value_that_is_missing_is_refused() -> None:
    with pytest.raises(DjambiError, match="party"):
        say("piece.of.C", "en")


def test_sentences_on_the_wire_have_every_language() -> None:
    assert tuple(each.name for each in fields(Words)) == LANGUAGES
    assert Sentence.__struct_fields__ == LANGUAGES
