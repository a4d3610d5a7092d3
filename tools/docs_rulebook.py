"""The rulebook in the documentation, written before the site is built (`tools/build_docs.py`).

A fenced block ``rulebook`` holds the name of an edition (RULES 8) and becomes the pages of
the rulebook that the game shows for it, in the language of the page, with their boards as blocks of
`tools/docs_boards.py`; then what differs from one edition to another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from djambi.guide import option_sentence
from djambi.lessons.rulebook import Diagram, RulebookPage, pages, table
from djambi.rules import EDITIONS, Rules
from djambi.rules.options import option_named
from djambi.texts import say

_BLOCK = re.compile(r"^```rulebook\n(\S+)\n```$", re.MULTILINE)


def with_rulebook(markdown: str, lang: str) -> str:
    """Return a page with its rulebook written out.

    Raises:
        DjambiError: there is no such edition.
    """
    return _BLOCK.sub(lambda block: "\n".join(_rulebook(block[1], lang)), markdown)


def _rulebook(edition: str, lang: str) -> Iterator[str]:
    for page in pages(Rules.of(edition)):
        yield from _page(page, lang)
    yield f"## {say('rulebook.editions', lang)}\n"
    for row in table(EDITIONS):
        yield f"### {say(f'option.{row.option}', lang)}\n"
        for value in row.values:
            named = [
                say(f"edition.{name}", lang) for name in EDITIONS if row.editions[name] == value
            ]
            yield f"* {option_sentence(row.option, value, lang)} *{', '.join(named)}*"
        yield ""


def _page(page: RulebookPage, lang: str) -> Iterator[str]:
    yield f"## {page.title(lang)}\n"
    for paragraph in page.paragraphs(lang):
        yield f"{paragraph}\n"
    for name in page.options:
        value = option_sentence(name, page.rules.text(option_named(name)), lang)
        yield f"* **{say(f'option.{name}', lang)}.** {value}"
    # Without an empty line in between: Markdown would take what follows as text of its own.
    yield '\n<div class="djambi-boards">'
    for board in page.boards:
        yield from _board(page, board, lang)
    yield "</div>\n"


def _board(page: RulebookPage, board: Diagram, lang: str) -> Iterator[str]:
    yield f"```djambi\nposition: {board.position}"
    if board.show:
        yield f"turns: {board.show}\nshow: start"
    yield f"caption: {board.caption(page.name, lang)}\n```"
