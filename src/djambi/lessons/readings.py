"""The readings of the editions' sources: sentences that can be taken in more than one way.

One list, `readings.json`, with its sentences in the catalogue (``reading.*``), feeds the page of
the rulebook, ``djambi rules readings`` and `docs/readings.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final

from djambi.errors import DjambiError, quoted
from djambi.guide import option_sentence
from djambi.lessons.files import Data, check_fields, read_file, text_in, texts_in
from djambi.rules import EDITIONS
from djambi.rules.options import known_edition, option_named
from djambi.texts import LANGUAGES, say

GROUPS: Final = ("sentence", "silent", "value")
"""Ambiguous sentences, points that the source leaves open, values without a sentence."""


@dataclass(frozen=True, slots=True)
class RuleReading:
    """A point on which an edition's source can be, or has to be, interpreted."""

    name: str
    group: str
    """One of `GROUPS`."""
    editions: tuple[str, ...]
    """The editions that it is about; empty if it concerns all."""
    clause: str
    """The clause of RULES.md that settles it."""
    quote: str
    """The sentence in question, or its relevant part; empty if there is none."""
    quote_lang: str
    options: tuple[str, ...]
    """The options whose values are in question."""

    def doubt(self, lang: str) -> str:
        """Return what is in doubt, in `en` or `fr`."""
        return say(f"reading.{self.name}.doubt", lang)

    def read(self, lang: str) -> str:
        """Return how it is read here, in `en` or `fr`."""
        return say(f"reading.{self.name}.read", lang)

    @property
    def quoted(self) -> str:
        """Return the quotation in the quotation marks of its language; empty if there is none."""
        return say("reading.quoted", self.quote_lang, words=self.quote) if self.quote else ""

    def values(self, edition: str, lang: str) -> tuple[tuple[str, str], ...]:
        """Return the name of each option in question, and the meaning of its value in an edition.

        >>> readings("original")[-2].values("original", "en")[0][1]
        'After 50 rounds in a row without a death, the game is a draw.'
        """
        options = [option_named(name) for name in self.options]
        return tuple(
            (
                say(f"option.{option.name}", lang),
                option_sentence(option.name, option.text(option.default(edition)), lang),
            )
            for option in options
        )


@cache
def readings(edition: str) -> tuple[RuleReading, ...]:
    """Return the readings of an edition's source, group by group.

    Raises:
        BadRules: there is no such edition.

    >>> readings("hallepee")[0].quote
    'propulsé au pouvoir'
    """
    known_edition(edition)
    found = [each for each in _all() if not each.editions or edition in each.editions]
    return tuple(sorted(found, key=lambda each: GROUPS.index(each.group)))


def grouped_readings(edition: str) -> tuple[tuple[str, tuple[RuleReading, ...]], ...]:
    """Return the readings of an edition's source by their group; raise as `readings` does.

    >>> [group for group, _ in grouped_readings("original")]
    ['sentence', 'silent', 'value']
    """
    groups = groupby(readings(edition), key=lambda each: each.group)
    return tuple((group, tuple(rows)) for group, rows in groups)


def source(edition: str, lang: str) -> str:
    """Return the source of an edition, and how far it could be checked."""
    return say(f"reading.source.{known_edition(edition)}", lang)


@cache
def _all() -> tuple[RuleReading, ...]:
    return tuple(_reading(data) for data in read_file("readings.json"))


def _reading(data: Data) -> RuleReading:
    name = text_in(data, "name")
    try:
        check_fields(
            data, {"name", "group", "editions", "clause", "quote", "quote_lang", "options"}
        )
        made = RuleReading(
            name,
            text_in(data, "group"),
            texts_in(data, "editions"),
            text_in(data, "clause"),
            text_in(data, "quote"),
            text_in(data, "quote_lang", "fr"),
            texts_in(data, "options"),
        )
        if made.group not in GROUPS:
            raise DjambiError(f"{quoted(made.group)} is not a group")
        if made.quote_lang not in LANGUAGES:
            raise DjambiError(f"{quoted(made.quote_lang)} is not a language")
        if not made.clause:
            raise DjambiError("a clause of RULES.md is needed")
        for edition in made.editions:
            known_edition(edition)
        for option in made.options:
            option_named(option)
        return made
    except DjambiError as error:
        raise DjambiError(f"reading {quoted(name)}: {error}") from error


def markdown(edition: str, lang: str) -> str:
    """Return the readings of an edition as Markdown."""
    return "\n".join(
        (
            f"# {say(f'edition.{edition}', lang)}",
            "",
            source(edition, lang),
            *_groups(readings(edition), edition, lang, 2),
        )
    )


def document(lang: str) -> str:
    """Return the readings of all editions as Markdown; in English it is `docs/readings.md`."""
    lines = [f"# {say('reading.all', lang)}", "", say("reading.document", lang), ""]
    for edition in EDITIONS:
        own = tuple(each for each in readings(edition) if each.editions)
        lines += [f"## {say(f'edition.{edition}', lang)}", "", source(edition, lang)]
        lines += [*_groups(own, edition, lang, 3), ""]
    shared = tuple(each for each in _all() if not each.editions)
    lines += [f"## {say('reading.every', lang)}", *_groups(shared, EDITIONS[0], lang, 3)]
    return "\n".join(lines) + "\n"


def _groups(found: Iterable[RuleReading], edition: str, lang: str, level: int) -> Iterator[str]:
    for group, members in groupby(found, key=lambda each: each.group):
        yield from ("", f"{'#' * level} {say(f'reading.{group}', lang)}")
        for each in members:
            yield ""
            yield from _item(each, edition, lang)


def _item(each: RuleReading, edition: str, lang: str) -> Iterator[str]:
    quote = f"*{each.quoted}* " if each.quote else ""
    clause = say("reading.clause", lang, clause=each.clause)
    yield f"* {quote}{each.doubt(lang)} **{each.read(lang)}** ({clause})"
    for name, sentence in each.values(edition, lang):
        yield f"    * {say('reading.option', lang, name=name, words=sentence)}"
