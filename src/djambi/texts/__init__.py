"""The catalogue of every sentence that a person reads, in French and English.

The catalogue is a set of JSON files, ``<language>/<prefix>.json``, each a flat object from key
to sentence; a key begins with its file's name (``reason.maze`` stands in ``reason.json``). The
browser reads the same files. A sentence names its values in braces: ``"{party} plays"``. In French,
“de” and “que” before a value lose their e where it begins with a vowel: “le Chef d’Orange”.

A sentence that depends on a number ``n`` has two keys, ``<key>.one`` and ``<key>.other``; ask for
it by ``<key>``. French counts 0 and 1 as singular, English only 1.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, get_args

from djambi.errors import DjambiError, quoted, suggestion

Language = Literal["en", "fr"]
"""A language of the catalogue: its folder here, its field in `djambi.views.words.Words`."""

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""The languages of the catalogue; the first is spoken where another one is asked for."""

_SINGULAR: Final[Mapping[str, tuple[int, ...]]] = {"en": (1,), "fr": (0, 1)}
"""The numbers that are singular in a language (Unicode's plural rules)."""

_VALUE: Final = re.compile(r"(?:\b([dD]e|[qQ]ue) )?\{(\w+)\}")
"""A value, and before it a French word that may lose its e."""

_BEGINS_WITH_VOWEL: Final = re.compile("[aeiouàâéèêëîïôœùûü](?![0-9]|$)", re.IGNORECASE)
"""“d’Orange”, but “de e5”, and “de o” in a polygon: a cell is a name."""


def _isolated(value: str) -> str:
    """Return a value, isolated if any of it is written from right to left.

    Numbers and names beside it would change places with it (Unicode Standard Annex 9).
    """
    is_rtl = any(unicodedata.bidirectional(c) in ("R", "AL") for c in value)
    return f"\u2068{value}\u2069" if is_rtl else value


@cache
def catalogue(lang: str, prefix: str) -> Mapping[str, str]:
    """Return one file of the catalogue; empty if the prefix is unknown.

    Raises:
        DjambiError: the language is unknown.

    >>> catalogue("fr", "piece")["piece.C"]
    'Chef'
    """
    if lang not in LANGUAGES:
        raise DjambiError(f"unknown language {quoted(lang)}; {suggestion(lang, LANGUAGES)}")
    # Imported late: it costs more than the rest of the module, and not every program speaks.
    from importlib import resources

    file = resources.files("djambi.texts").joinpath(lang, f"{prefix}.json")
    if not file.is_file():
        return {}
    loaded: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def known_language(name: str) -> Language:
    """Return the language of this name, or the first one if the catalogue does not have it.

    >>> known_language("fr"), known_language("de")
    ('fr', 'en')
    """
    known: dict[str, Language] = {lang: lang for lang in LANGUAGES}
    return known.get(name, LANGUAGES[0])


def preferred_language(environment: Mapping[str, str]) -> Language:
    """Return the language of the catalogue that a user's environment (``LANG``) asks for.

    >>> preferred_language({"LANG": "fr_CH.UTF-8"}), preferred_language({"LANG": "de_DE"})
    ('fr', 'en')
    """
    # The first variable that is set decides (POSIX, Environment Variables).
    wanted = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return known_language(next(filter(None, wanted), "")[:2].lower())


def plural(lang: str, n: int) -> str:
    """Return the ending of a key for the number ``n``: ``one`` or ``other``.

    >>> plural("en", 0), plural("fr", 0)
    ('other', 'one')
    """
    return "one" if n in _SINGULAR[lang] else "other"


def has(key: str, lang: str) -> bool:
    """Return whether the catalogue has a sentence, with or without plural forms.

    >>> has("piece.C", "en"), has("piece.Z", "en")
    (True, False)
    """
    sentences = catalogue(lang, key.partition(".")[0])
    return key in sentences or f"{key}.other" in sentences


def say(key: str, lang: str, **values: object) -> str:
    """Return the sentence ``key`` in a language, with its values filled in.

    Args:
        key: the sentence's name; without ``.one`` or ``.other`` where it depends on ``n``.
        lang: ``"en"`` or ``"fr"``.
        values: the value of each ``{name}``.

    Raises:
        DjambiError: the language or the key is unknown, or a value is missing.

    >>> say("party.r", "en"), say("party.r", "fr")
    ('Red', 'Rouge')
    >>> say("party.state.vassal", "fr", lord=say("party.o", "fr"))
    'vassal d’Orange'
    >>> say("party.state.vassal", "en", lord="שרה")
    'vassal of \\u2068שרה\\u2069'
    """
    sentences = catalogue(lang, key.partition(".")[0])
    sentence = sentences.get(key)
    if sentence is None:
        n = values.get("n")
        if isinstance(n, int):
            sentence = sentences.get(f"{key}.{plural(lang, n)}")
    if sentence is None:
        raise DjambiError(f"no text {quoted(key)} in {lang!r}")

    def value(match: re.Match[str]) -> str:
        word, name = match.groups()
        if name not in values:
            raise DjambiError(f"text {key!r} needs a value for {name!r}")
        said = _isolated(str(values[name]))
        if word is None:
            return said
        is_elided = lang == "fr" and _BEGINS_WITH_VOWEL.match(said)
        return f"{word[:-1]}’{said}" if is_elided else f"{word} {said}"

    return _VALUE.sub(value, sentence)
