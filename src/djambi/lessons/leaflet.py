"""The printed rulebook: a PDF with diagrams, for one edition and in one language.

Typst sets it, from the extra ``leaflet`` (``pip install "djambi[leaflet]"``); `djambi.render` draws
the diagrams.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from djambi.extras import missing_package
from djambi.guide import option_sentence
from djambi.lessons.readings import grouped_readings, source
from djambi.lessons.rulebook import Diagram, RulebookPage, pages, table
from djambi.render import svg
from djambi.rules import EDITIONS, Rules, option_named
from djambi.texts import say

_HEAD = """
#set page(paper: "a4", margin: (x: 17mm, y: 18mm), numbering: "1")
#set text(lang: {lang}, size: 10pt)
#set par(justify: true, leading: 0.62em)
#show heading.where(level: 1): set text(size: 26pt)
#show heading.where(level: 2): set block(above: 8mm, below: 3mm, sticky: true)
#show heading.where(level: 2): set text(size: 15pt)
#let option(name, body, others) = block(inset: (left: 3mm), stroke: (left: 0.8pt + gray), [
  #strong(name) #h(0.5em) #body #h(0.3em) #text(size: 8.5pt, fill: luma(90), others)
])
#let board(picture, caption) = block(breakable: false, width: 100%, [
  #image(picture, width: 100%)
  #text(size: 8.5pt, caption)
])
"""


def leaflet(edition: str, lang: str) -> bytes:
    """Return the rulebook of an edition as a PDF document.

    Args:
        edition: a name of RULES 8.
        lang: `en` or `fr`.

    Raises:
        DjambiError: an unknown edition or language, or the extra ``leaflet`` is not installed.
    """
    rules = Rules.of(edition)
    source = "\n".join(_source(rules, lang))
    try:
        import typst
    except ModuleNotFoundError as error:
        raise missing_package("a leaflet", error, "leaflet") from None
    with TemporaryDirectory() as folder:
        for page in pages(rules):
            for board in page.boards:
                drawn = svg(board.position, size=480, lang=lang)
                Path(folder, _picture(page, board)).write_text(drawn, encoding="utf-8")
        main = Path(folder, "leaflet.typ")
        main.write_text(source, encoding="utf-8")
        made: bytes = typst.compile(str(main))
    return made


def _picture(page: RulebookPage, board: Diagram) -> str:
    return f"{page.name}-{board.name}.svg"


def _quoted(text: str) -> str:
    """Return a text as a Typst string literal, without any markup."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _source(rules: Rules, lang: str) -> Iterator[str]:
    """Yield the lines of the document in Typst's markup."""
    edition = say(f"edition.{rules.edition}", lang)
    yield _HEAD.replace("{lang}", _quoted(lang))
    yield f"#heading(level: 1, {_quoted('Djambi')})"
    yield f"#text(size: 12pt, {_quoted(say('leaflet.edition', lang, edition=edition))})"
    for page in pages(rules):
        yield from _page(page, lang)
    yield from _readings(rules.edition, lang)
    yield "#pagebreak()"
    yield from _table(lang)


def _page(page: RulebookPage, lang: str) -> Iterator[str]:
    yield f"#heading(level: 2, {_quoted(page.title(lang))})"
    for paragraph in page.paragraphs(lang):
        yield f"#par({_quoted(paragraph)})"
    for name in page.options:
        option = option_named(name)
        value = page.rules.text(option)
        others = option.editions_without(getattr(page.rules, name))
        listed = ", ".join(say(f"edition.{each}", lang) for each in others)
        said = say("leaflet.differ", lang, editions=listed) if others else ""
        words = (say(f"option.{name}", lang), option_sentence(name, value, lang), said)
        yield f"#option({', '.join(map(_quoted, words))})"
    yield "#v(2mm)#grid(columns: 3 * (1fr,), gutter: 6mm,"
    for board in page.boards:
        caption = board.caption(page.name, lang)
        if board.show:
            turn = board.position.turn(board.show).long(board.position)
            caption = f"{caption} ({turn})"
        yield f"board({_quoted(_picture(page, board))}, {_quoted(caption)}),"
    yield ")"


def _readings(edition: str, lang: str) -> Iterator[str]:
    yield f"#heading(level: 2, {_quoted(say('reading.title', lang))})"
    yield f"#par({_quoted(say('reading.intro', lang))})"
    yield f"#par({_quoted(source(edition, lang))})"
    for group, rows in grouped_readings(edition):
        yield f"#heading(level: 3, {_quoted(say(f'reading.{group}', lang))})"
        for each in rows:
            quote = f"#emph({_quoted(each.quoted)}) " if each.quote else ""
            said = f"#{_quoted(each.doubt(lang))} #strong({_quoted(each.read(lang))})"
            yield f"- {quote}{said}"


def _table(lang: str) -> Iterator[str]:
    yield f"#heading(level: 2, {_quoted(say('rulebook.editions', lang))})"
    yield f"#par({_quoted(say('rulebook.editions.text.1', lang))})"
    yield "#set text(size: 7.5pt)"
    yield "#set par(justify: false)"
    yield f"#table(columns: (1fr,) + {len(EDITIONS)} * (15.5mm,), stroke: 0.4pt + gray,"
    yield f"  align: (left,) + {len(EDITIONS)} * (center,),"
    names = ", ".join(_quoted(say(f"edition.{name}", lang)) for name in EDITIONS)
    yield f"  table.header([], {names}),"
    for row in table(EDITIONS):
        letters = {value: chr(ord("A") + i) for i, value in enumerate(row.values)}
        meanings = [
            f"{letter} · {option_sentence(row.option, value, lang)}"
            for value, letter in letters.items()
        ]
        lines = "#linebreak()".join(f"#{_quoted(each)}" for each in meanings)
        name = _quoted(say(f"option.{row.option}", lang))
        yield f"  table.cell(breakable: false)[#strong({name})#linebreak(){lines}],"
        yield "  " + " ".join(f"[{letters[row.editions[name]]}]," for name in EDITIONS)
    yield ")"
