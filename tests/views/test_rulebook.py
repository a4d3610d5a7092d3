"""The rulebook as it is shown is the rulebook of the lessons, in both languages."""

from __future__ import annotations

from djambi.lessons.readings import grouped_readings, source
from djambi.lessons.rulebook import pages, table
from djambi.rules import EDITIONS, Rules
from djambi.texts import say
from djambi.views.rulebook import rulebook_view
from djambi.views.words import both, words

EDITION = "wikipedia"


def test_pages_have_their_boards_and_options() -> None:
    for shown, page in zip(rulebook_view(EDITION).pages, pages(Rules.of(EDITION)), strict=True):
        assert (shown.name, shown.kind, shown.title) == (page.name, page.kind, both(page.title))
        assert [each.option for each in shown.options] == list(page.options)
        assert [each.fr for each in shown.paragraphs] == list(page.paragraphs("fr"))
        boards = [(b.name, b.variant, b.position, b.show) for b in shown.boards]
        assert boards == [
            (b.name, b.position.variant.name, str(b.position), b.show) for b in page.boards
        ]


def test_the_table_has_every_edition_and_value() -> None:
    view = rulebook_view(EDITION)
    assert (view.edition, view.title) == (EDITION, words("rulebook.editions"))
    for shown, row in zip(view.table, table(EDITIONS), strict=True):
        assert (shown.option, shown.editions) == (row.option, dict(row.editions))
        assert [each.value for each in shown.values] == list(row.values)


def test_readings_are_told_by_group_with_quotation_and_clause() -> None:
    readings = rulebook_view(EDITION).readings
    assert (readings.title, readings.intro) == (words("reading.title"), words("reading.intro"))
    assert readings.source.fr == source(EDITION, "fr")
    for shown, (group, rows) in zip(readings.groups, grouped_readings(EDITION), strict=True):
        assert shown.title == words(f"reading.{group}")
        for one, row in zip(shown.rows, rows, strict=True):
            quotation = (row.name, row.quoted, row.quote_lang)
            assert (one.name, one.quoted, one.quote_lang) == quotation
            assert (one.doubt, one.read) == (both(row.doubt), both(row.read))
            assert one.clause.en == say("reading.clause", "en", clause=row.clause)
            assert [each.option for each in one.values] == list(row.options)
