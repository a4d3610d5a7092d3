"""Sentences in both languages, from the catalogue of texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from djambi.errors import Fault
from djambi.position.outcome import PartyNamer, capital, party_slot, piece_name
from djambi.texts import LANGUAGES, Language, say

_PARTY_FIELDS: Final = ("party", "lord")
"""Values of a fault that are letters of parties."""

_WRITTEN_FIELDS: Final = ("text", "near", "option", "wanted", "cell")
"""Values of a fault that are said as they are written."""

_MAX_WRITTEN_CHARS: Final = 60
"""Characters of what was written that a sentence repeats."""


@dataclass(slots=True)
class Words:
    """One sentence in every language, in the order of `LANGUAGES`."""

    en: str
    fr: str


def both(told: Callable[[Language], str]) -> Words:
    """Return what `told` says in each language ("en", "fr").

    >>> both(str.upper)
    Words(en='EN', fr='FR')
    """
    return Words(*map(told, LANGUAGES))


def with_slots(told: Callable[[Language, PartyNamer], str]) -> Words | None:
    """Return what `told` says with `{r}` in place of the name of party `r`; None if it names none.

    >>> with_slots(lambda lang, name: f"{name('r', lang)} : {lang}")
    Words(en='{r} : en', fr='{r} : fr')
    >>> with_slots(lambda lang, name: lang) is None
    True
    """
    said = both(lambda lang: told(lang, party_slot))
    return said if "{" in said.en else None


def words(key: str, **values: object) -> Words:
    """Return the sentence `key` of the catalogue in both languages.

    A value may itself be `Words`: each language then takes its own.
    """

    def fill(lang: str) -> str:
        own = {k: getattr(v, lang) if isinstance(v, Words) else v for k, v in values.items()}
        return say(key, lang, **own)

    return both(fill)


def fault_words(fault: Fault) -> Words:
    """Return what is wrong with a position, as a sentence in both languages.

    >>> fault_words(Fault("parties", "", "chief", (("party", "r"),))).en
    'Red is active, but its Chief is not on the board.'
    """
    if not fault.code:
        return words("fault.unnamed", detail=str(fault))
    values: dict[str, object] = {}
    for name, value in fault.values:
        if name in _PARTY_FIELDS:
            values[name] = words(f"party.{value}")
        elif name == "piece":
            values[name] = _piece(value)
        elif name in _WRITTEN_FIELDS:
            values[name] = _written(value)
        else:
            values[name] = int(value)
    said = words(f"fault.{fault.code}", **values)
    if not values.get("near"):
        return said
    hint = words("fault.near", **values)
    return Words(f"{said.en} {hint.en}", f"{said.fr} {hint.fr}")


def _written(text: str) -> str:
    """Return what was written, cut where it is long, and what cannot be shown escaped."""
    shown = repr(text[:_MAX_WRITTEN_CHARS])[1:-1]
    return shown if len(text) <= _MAX_WRITTEN_CHARS else f"{shown}…"


def _piece(piece: str) -> Words:
    party, kind = piece[0], piece[1]
    return both(lambda lang: capital(piece_name(party, kind, lang)))
