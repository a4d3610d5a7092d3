"""What there is to play: variants, editions, options, bots. All of it read from the library."""

from __future__ import annotations

from dataclasses import dataclass

from djambi._version import __version__
from djambi.bots import CHARACTERS, DEFAULT_LEVEL, LEVELS
from djambi.rules import EDITIONS, OPTIONS, VARIANT_NAMES, Rules, Variant
from djambi.views.words import Words, words


@dataclass(slots=True)
class VariantView:
    """A variant: parties in seat order, those with a player of their own, and its edition."""

    name: str
    board: str
    parties: str
    players: str
    default_edition: str
    initial: dict[str, str]


@dataclass(slots=True)
class EditionView:
    """An edition: the value of every option, as text."""

    name: str
    options: dict[str, str]


@dataclass(slots=True)
class OptionView:
    """An option: its values as text; empty if any number from 0 up may stand there."""

    name: str
    values: list[str]


@dataclass(slots=True)
class BotView:
    """A bot level that may take a seat; `words` says how it plays.

    One of them is the `usual` one, which plays where nobody chose.
    """

    level: str
    usual: bool
    name: Words
    words: Words


@dataclass(slots=True)
class CharacterView:
    """A character that a bot of any level may have: LEVEL:CHARACTER is then its level's name."""

    character: str
    name: Words
    words: Words


@dataclass(slots=True)
class CatalogueView:
    """All that a first screen can offer."""

    version: str
    variants: list[VariantView]
    editions: list[EditionView]
    options: list[OptionView]
    bots: list[BotView]
    characters: list[CharacterView]


@dataclass(slots=True)
class RemarkView:
    """An option that has no effect beside the others, and why."""

    option: str
    words: Words


@dataclass(slots=True)
class RulesReportView:
    """A set of rules checked: canonical text, every option's value, options without effect."""

    rules: str
    edition: str
    options: dict[str, str]
    remarks: list[RemarkView]


def catalogue_view() -> CatalogueView:
    """Return all that a first screen can offer."""
    return CatalogueView(
        version=__version__,
        variants=[_variant_view(Variant.get(name)) for name in VARIANT_NAMES],
        editions=[EditionView(name, option_texts(Rules.of(name))) for name in EDITIONS],
        options=[OptionView(option.name, list(option.values)) for option in OPTIONS],
        bots=bot_views(),
        characters=character_views(),
    )


def bot_views() -> list[BotView]:
    """Return all levels that may take a seat, the weakest first."""
    return [
        BotView(
            level.name,
            level.name == DEFAULT_LEVEL,
            words(f"bot.{level.name}"),
            words(f"bot.{level.name}.about"),
        )
        for level in LEVELS
    ]


def character_views() -> list[CharacterView]:
    """Return all characters that a bot of any level may have."""
    return [
        CharacterView(
            each.name, words(f"character.{each.name}"), words(f"character.{each.name}.about")
        )
        for each in CHARACTERS
    ]


def option_texts(rules: Rules) -> dict[str, str]:
    """Return every option's value as text.

    >>> option_texts(Rules.of("bga"))["own_kills"]
    'any'
    """
    return {option.name: option.text(getattr(rules, option.name)) for option in OPTIONS}


def rules_report_view(variant: Variant, rules: Rules) -> RulesReportView:
    """Return a set of rules checked: what it is, and what has no effect in it."""
    return RulesReportView(
        rules=str(rules),
        edition=rules.edition,
        options=option_texts(rules),
        remarks=[
            RemarkView(remark.option, words(f"remark.{remark.code}"))
            for remark in rules.without_effect(variant)
        ],
    )


def _variant_view(variant: Variant) -> VariantView:
    return VariantView(
        name=variant.name,
        board=variant.board.name,
        parties=variant.parties,
        players=variant.players,
        default_edition=variant.default_edition,
        initial=dict(zip(variant.parties, variant.initial, strict=True)),
    )
