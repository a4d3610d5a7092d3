"""Sentences of the press: a key of the catalogue and facts, said in any language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count, takewhile
from typing import Final

from djambi.position.outcome import capital, party_names, piece_name
from djambi.texts import has, say

_PARTIES: Final = frozenset({"party", "by", "victim", "heir"})
"""Values that are a party's letter."""

_BEGINNING: Final = re.compile(r"(?<=[.!?] )[a-z]")

_MAX_IN_WORDS: Final = 12
"""The largest count that is written out."""

_PIECES: Final = frozenset({"piece", "weapon"})
"""Values that are a piece: the letters of its colour and kind."""


@dataclass(frozen=True, slots=True)
class PaperSentence:
    """A sentence of the catalogue `press`, with its facts.

    `values` hold numbers and cells as they are; `party`, `by`, `victim` and `heir` a party's
    letter, `parties` several, `piece` and `weapon` the letters of a colour and a kind, `board` a
    variant's name. A sentence names `n` itself where it numbers a turn, and `count` where it
    counts.
    """

    key: str
    values: Mapping[str, str | int] = field(default_factory=dict[str, "str | int"])

    def say(self, lang: str) -> str:
        """Return it in English or French.

        >>> PaperSentence("press.fall.killed.1", {"weapon": "gA", "party": "r", "line": 9,
        ...     "cell": "e5"}).say("en")
        'On turn 9 the green Assassin killed the Chief of Red on e5.'
        """
        told = {name: _said(name, value, lang) for name, value in self.values.items()}
        if "n" in self.values:
            told["count"] = _count(int(self.values["n"]), lang)
        # A piece comes with its article, wherever it stands in a sentence.
        sentence = capital(say(self.key, lang, **told))
        return _BEGINNING.sub(lambda begun: begun[0].upper(), sentence)


def _said(name: str, value: str | int, lang: str) -> str | int:
    if not isinstance(value, str):
        return value
    if name in _PARTIES:
        return say(f"party.{value}", lang)
    if name in _PIECES:
        return piece_name(value[0], value[1], lang)
    if name == "parties":
        return party_names(value, lang)
    return say(f"variant.{value}", lang) if name == "board" else value


def _count(n: int, lang: str) -> str:
    """Return how many there are, in words up to twelve, as newspapers do.

    Nothing but pieces comes alone, or not at all: in French 0 and 1 are feminine.
    """
    return say(f"press.count.{n}", lang) if n <= _MAX_IN_WORDS else str(n)


def one_of(key: str, seed: int, values: Mapping[str, str | int] | None = None) -> PaperSentence:
    """Return one of the sentences `key.1`, `key.2`, …, the same for the same seed.

    >>> one_of("press.price", 1) == one_of("press.price", 1)
    True
    """
    many = sum(1 for _ in takewhile(lambda n: has(f"{key}.{n}", "en"), count(1)))
    return PaperSentence(f"{key}.{seed % many + 1}", values or {})
