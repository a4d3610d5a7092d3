"""Boards in the documentation, drawn before the site is built (`tools/build_docs.py`).

A fenced block ``djambi`` becomes a picture of a position:

    ```djambi
    position: square-4 original
    turns: c3-e3 g3-g5
    caption: Red and Blue have played.
    ```

`position` is a position (NOTATION 1), or the name of a variant and rules; `turns` (NOTATION 2,
optional) are played from there, and the picture shows what they lead to, or where they begin with
``show: start``; `mark` rings cells. Whatever is wrong with them fails the build. The page of the
rules also gets the boards of the rulebook, each under the clause that it is an example of.

Where the site holds the page that needs no server, as `play/`, a button under each picture
(`docs/assets/boards.js`) puts a live board in its place.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Final, cast

from djambi import Game, Position, Setup
from djambi.errors import DjambiError, quoted
from djambi.lessons.rulebook import pages
from djambi.render import svg
from djambi.render.art import THEMES
from djambi.render.description import description
from djambi.rules import EDITIONS, Rules
from djambi.texts import say
from docs_rulebook import with_rulebook

PICTURE_WIDTH_PX: Final = 420

RULES_PAGE: Final = "RULES.md"

FRENCH_PAGES: Final = "fr"
"""The folder of the pages in French."""

CLAUSE_BOARDS: Final[Mapping[str, tuple[str, ...]]] = {
    "2.1": ("boards/square-4",),
    "2.2": ("boards/hex-3", "boards/hex-6"),
    "2.3": ("boards/polygon-5",),
    "2.4": ("boards/square-3", "boards/square-2", "boards/hex-5"),
    "3.1": ("turn/slide", "maze/over", "fortress/enter", "fortress/closed"),
    "3.2": (
        *("turn/dead", "chief/kill", "militant/kill", "assassin/kill"),
        *("diplomat/away", "diplomat/enthrone", "necromobile/carry"),
    ),
    "3.3": ("reporter/one", "reporter/all", "reporter/ruler"),
    "3.4": (
        *("maze/exit", "maze/exit-last", "maze/again", "assassin/ruler", "assassin/ruler-last"),
        *("militant/ruler", "necromobile/exhume", "necromobile/exhume-first"),
    ),
    "4": ("vassals/heir", "vassals/frozen", "chief/throne"),
    "5": ("encirclement/corner", "encirclement/pinned"),
    "6": ("power/rhythm", "power/lanes"),
    "7": ("end/last",),
}
"""Boards of the rulebook, `page/name`, by the clause of RULES.md under which they stand."""

UNPLACED_BOARDS: Final = frozenset(
    {
        "aim/start",
        *(f"boards/polygon-{sectors}" for sectors in (3, 4, 6, 7, 8)),
        *(f"endings/{name}" for name in ("assassin", "reporter", "pair", "hunt")),
    }
)
"""Boards of the rulebook that show no more than others that have a place."""

_FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^\1`*[ \t]*$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^##+ (\d[\d.]*)[. ]", re.MULTILINE)
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')
_FIELDS = frozenset({"position", "turns", "show", "mark", "caption"})


@dataclass(frozen=True)
class BoardBlock:
    """A board of a page: a game, played to where it is shown."""

    game: Game
    shown: int
    """The number of turns that the picture shows played."""
    marked: tuple[str, ...]
    caption: str


def board_block(text: str) -> BoardBlock:
    """Read the inside of a block.

    Raises:
        DjambiError: an unknown field, a position or a turn that cannot be read or played.

    >>> board_block("position: hex-3\\nturns: e3-e4\\ncaption: Red has begun.").caption
    'Red has begun.'
    """
    fields: dict[str, str] = {}
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        if not colon or name not in _FIELDS or name in fields:
            known = ", ".join(sorted(_FIELDS))
            raise DjambiError(f"{quoted(line)}: unknown or given twice; known: {known}")
        fields[name] = value.strip()
    if "position" not in fields:
        raise DjambiError("the field position is missing")
    if fields.get("show", "end") not in ("start", "end"):
        raise DjambiError("show must be start or end")
    game = Game(_position(fields["position"]))
    for turn in fields.get("turns", "").split():
        game.play(turn)
    marked = tuple(fields.get("mark", "").split())
    for cell in marked:
        game.position.board.index(cell)
    shown = 0 if fields.get("show") == "start" else len(game.history)
    return BoardBlock(game, shown, marked, fields.get("caption", ""))


def _position(text: str) -> Position:
    """Read a position, or the start of a variant: its name and its rules."""
    parts = text.split(" ")
    if len(parts) > 2:
        return Position.from_setup(Setup.parse(text))
    return Position.start(*parts)


@cache
def rulebook_boards() -> Mapping[str, BoardBlock]:
    """Return the rulebook's boards by `page/name`, each in the first edition that has it.

    >>> rulebook_boards()["reporter/all"].caption.endswith("(D’Harcourt, advanced)")
    True
    """
    found: dict[str, BoardBlock] = {}
    for edition in EDITIONS:
        for page in pages(Rules.of(edition)):
            for diagram in page.boards:
                game = Game(diagram.position)
                if diagram.show:
                    game.play(diagram.show)
                caption = diagram.caption(page.name, "en")
                if edition != EDITIONS[0]:
                    caption += f" ({say(f'edition.{edition}', 'en')})"
                found.setdefault(f"{page.name}/{diagram.name}", BoardBlock(game, 0, (), caption))
    return found


def clauses_with_boards(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield where in RULES.md boards belong (before the next heading), and which, from the end on.

    Raises:
        DjambiError: a clause or a board that there is none of, or a board without a place.
    """
    headings = list(_HEADING.finditer(text))
    ends = [match.start() for match in headings[1:]] + [len(text)]
    places = {match[1].rstrip("."): end for match, end in zip(headings, ends, strict=True)}
    named = [name for names in CLAUSE_BOARDS.values() for name in names]
    wrong = [clause for clause in CLAUSE_BOARDS if clause not in places]
    wrong += sorted(set(named) ^ (set(rulebook_boards()) - UNPLACED_BOARDS))
    if wrong or len(named) != len(set(named)):
        raise DjambiError(f"tools/docs_boards.py, CLAUSE_BOARDS: {', '.join(wrong) or 'twice'}")
    for clause in sorted(CLAUSE_BOARDS, key=places.__getitem__, reverse=True):
        yield places[clause], CLAUSE_BOARDS[clause]


class PageWriter:
    """Writes the boards of one page, and their pictures among the site's files."""

    def __init__(self, page: Path, pages: Path, *, live: bool) -> None:
        """Take the page, the folder of all pages, and whether there will be live boards."""
        self._page, self._pages, self._live = page, pages, live
        self.lang = "fr" if page.relative_to(pages).parts[0] == FRENCH_PAGES else "en"

    def figure(self, board: BoardBlock) -> str:
        """Return a board as HTML: a picture for each theme, and what a live board begins with."""
        node = list(board.game.main_line())[board.shown]
        position, turn = node.position, None if node.event is None else node.event.turn
        told = escape(description(position, self.lang))
        pictures = ""
        for theme in THEMES:
            drawn = svg(
                position,
                theme=theme,
                size=PICTURE_WIDTH_PX,
                last_turn=turn,
                highlight=board.marked,
            )
            pictures += (
                f'<img src="{self._picture(drawn)}#only-{theme}" alt="{told}" loading="lazy"'
                f" {cast('re.Match[str]', _SIZE.search(drawn))[0]}>"
            )
        live = ""
        if self._live:
            about = {
                "play": self._address(self._pages / "play") + "/",
                "record": str(board.game),
                "number": str(board.shown),
                "title": board.caption or "Djambi",
                "lang": self.lang,
            }
            live = "".join(f' data-{name}="{_value(value)}"' for name, value in about.items())
        caption = f"<figcaption>{escape(board.caption)}</figcaption>" if board.caption else ""
        return f'<figure class="djambi"{live}>{pictures}{caption}</figure>'

    def _picture(self, drawn: str) -> str:
        """Put a picture among the site's files; return its address seen from the page."""
        name = f"{hashlib.sha256(drawn.encode()).hexdigest()[:16]}.svg"
        file = self._pages / "assets" / "boards" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(drawn, "utf-8")
        return self._address(file)

    def _address(self, file: Path) -> str:
        """Return the address of a file of the site, seen from the page."""
        return Path(os.path.relpath(file, self._page.parent)).as_posix()


def _value(text: str) -> str:
    """Return a text as the value of an attribute; a blank line would end the HTML for Markdown."""
    return escape(text).replace("\n", "&#10;")


def draw(page: Path, pages: Path, *, live: bool) -> None:
    """Put the rulebook and the boards into a page, a Markdown file under the folder `pages`.

    Raises:
        DjambiError: what is wrong with a board, and where it stands.
    """
    writer = PageWriter(page, pages, live=live)
    name = page.relative_to(pages).as_posix()
    written = page.read_text("utf-8")
    markdown = with_rulebook(written, writer.lang)

    def drawn(match: re.Match[str]) -> str:
        if match[2].strip() != "djambi":
            return match[0]
        try:
            return writer.figure(board_block(match[3]))
        except DjambiError as error:
            line = markdown.count("\n", 0, match.start()) + 1
            raise DjambiError(f"{name}, block in line {line}: {error}") from error

    found = _FENCE.sub(drawn, markdown)
    if name == RULES_PAGE:
        for place, names in clauses_with_boards(found):
            figures = "".join(writer.figure(rulebook_boards()[name]) for name in names)
            gallery = f'\n<div class="djambi-boards">{figures}</div>\n\n'
            found = found[:place] + gallery + found[place:]
    if found != written:
        page.write_text(found, "utf-8")
