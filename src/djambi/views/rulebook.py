"""The rulebook for an edition: its pages, the table of all editions, how its source is read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from djambi.guide import option_sentence
from djambi.lessons.readings import RuleReading, grouped_readings, source
from djambi.lessons.rulebook import Diagram, EditionRow, RulebookPage, pages, table
from djambi.rules import EDITIONS, Rules, option_named
from djambi.texts import LANGUAGES, say
from djambi.views.words import Words, both, words


@dataclass(slots=True)
class DiagramView:
    """A board of a page, to make turns on; `show` is a turn to see, or empty."""

    name: str
    variant: str
    position: str
    caption: Words
    show: str


@dataclass(slots=True)
class RulebookOptionView:
    """What an option says in this edition, and which editions have another value."""

    option: str
    words: Words
    others: list[str]


@dataclass(slots=True)
class RulebookPageView:
    """A page of the rulebook; `kind` is the letter of the piece it is about, or empty."""

    name: str
    kind: str
    title: Words
    paragraphs: list[Words]
    options: list[RulebookOptionView]
    boards: list[DiagramView]


@dataclass(slots=True)
class OptionValueView:
    """A value of an option, in words."""

    value: str
    words: Words


@dataclass(slots=True)
class EditionRowView:
    """An option in the table of editions: its values, and each edition's."""

    option: str
    values: list[OptionValueView]
    editions: dict[str, str]


@dataclass(slots=True)
class ReadingValueView:
    """An option in question, and what its value in this edition means."""

    option: str
    words: Words


@dataclass(slots=True)
class RuleReadingView:
    """A point on which the source leaves a choice: `quoted` is its sentence, or empty."""

    name: str
    quoted: str
    quote_lang: str
    doubt: Words
    read: Words
    clause: Words
    values: list[ReadingValueView]


@dataclass(slots=True)
class ReadingGroupView:
    """Readings of one sort."""

    title: Words
    rows: list[RuleReadingView]


@dataclass(slots=True)
class ReadingsView:
    """How the source of an edition is read."""

    title: Words
    intro: Words
    source: Words
    groups: list[ReadingGroupView]


@dataclass(slots=True)
class RulebookView:
    """The rulebook's pages for an edition, and the table of all editions."""

    edition: str
    pages: list[RulebookPageView]
    title: Words
    intro: Words
    table: list[EditionRowView]
    readings: ReadingsView


@cache
def rulebook_view(edition: str) -> RulebookView:
    """Return the rulebook for an edition; raises DjambiError for an unknown one."""
    return RulebookView(
        edition=edition,
        pages=[_page_view(page) for page in pages(Rules.of(edition))],
        title=words("rulebook.editions"),
        intro=words("rulebook.editions.text.1"),
        table=[_row_view(row) for row in table(EDITIONS)],
        readings=_readings_view(edition),
    )


def _page_view(page: RulebookPage) -> RulebookPageView:
    texts = zip(*map(page.paragraphs, LANGUAGES), strict=True)
    return RulebookPageView(
        name=page.name,
        kind=page.kind,
        title=both(page.title),
        paragraphs=[Words(*told) for told in texts],
        options=[_option_view(name, page.rules) for name in page.options],
        boards=[_board_view(board, page.name) for board in page.boards],
    )


def _option_view(name: str, rules: Rules) -> RulebookOptionView:
    option = option_named(name)
    mine = rules.text(option)
    return RulebookOptionView(
        option=name,
        words=both(lambda lang: option_sentence(name, mine, lang)),
        others=[*option.editions_without(getattr(rules, name))],
    )


def _board_view(board: Diagram, page: str) -> DiagramView:
    return DiagramView(
        name=board.name,
        variant=board.position.variant.name,
        position=str(board.position),
        caption=both(lambda lang: board.caption(page, lang)),
        show=board.show,
    )


def _row_view(row: EditionRow) -> EditionRowView:
    def told(value: str) -> Words:
        return both(lambda lang: option_sentence(row.option, value, lang))

    return EditionRowView(
        option=row.option,
        values=[OptionValueView(value, told(value)) for value in row.values],
        editions=dict(row.editions),
    )


def _readings_view(edition: str) -> ReadingsView:
    return ReadingsView(
        title=words("reading.title"),
        intro=words("reading.intro"),
        source=both(lambda lang: source(edition, lang)),
        groups=[
            ReadingGroupView(
                words(f"reading.{group}"), [_reading_view(each, edition) for each in rows]
            )
            for group, rows in grouped_readings(edition)
        ],
    )


def _reading_view(each: RuleReading, edition: str) -> RuleReadingView:
    values = [each.values(edition, lang) for lang in LANGUAGES]
    return RuleReadingView(
        name=each.name,
        quoted=each.quoted,
        quote_lang=each.quote_lang,
        doubt=both(each.doubt),
        read=both(each.read),
        clause=both(lambda lang: say("reading.clause", lang, clause=each.clause)),
        values=[
            ReadingValueView(name, Words(*(sentence for _, sentence in told)))
            for name, *told in zip(each.options, *values, strict=True)
        ],
    )
