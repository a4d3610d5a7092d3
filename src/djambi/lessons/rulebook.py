"""The rulebook: pages for an edition, with boards to try its turns on.

Whatever depends on the edition comes from the option table (RULES 8), which also says on which
pages an option belongs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

from djambi.errors import DjambiError, quoted
from djambi.guide import piece_help
from djambi.lessons.files import (
    POSITION_FIELDS,
    Data,
    check_fields,
    list_in,
    object_in,
    position_in,
    read_file,
    text_in,
    texts_in,
)
from djambi.position.position import Position
from djambi.rules import OPTIONS, PIECE_KINDS, Rules
from djambi.rules.options import option_named
from djambi.texts import has, say


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board on a page, captioned by the text `rulebook.<page>.board.<name>` if there is one."""

    name: str
    position: Position
    show: str
    """A turn that demonstrates its point; empty if there is none."""

    def caption(self, page: str, lang: str) -> str:
        """Return its caption, or else what is played on this board."""
        key = f"rulebook.{page}.board.{self.name}"
        return say(key if has(key, lang) else f"variant.{self.name}.line", lang)


@dataclass(frozen=True, slots=True)
class RulebookPage:
    """A page of the rulebook for one edition."""

    name: str
    kind: str
    """The kind of piece that it is about, or empty."""
    text: tuple[tuple[str, ...], ...]
    """Its paragraphs in this edition, each as the names of its passages."""
    options: tuple[str, ...]
    """The options that it is about, by name, in the order of RULES 8."""
    boards: tuple[Diagram, ...]
    rules: Rules

    def title(self, lang: str) -> str:
        """Return its title."""
        return say(f"rulebook.{self.name}", lang)

    def paragraphs(self, lang: str) -> tuple[str, ...]:
        """Return its paragraphs; a page on a piece begins with what it does in this edition.

        >>> pages(Rules.of("original"))[2].paragraphs("en")[0][:33]
        'Slides any distance and kills wha'
        """
        found: list[str] = []
        if self.kind:
            found.append(piece_help(self.kind, self.rules, self.boards[0].position.variant, lang))
        for passages in self.text:
            said = [say(f"rulebook.{self.name}.text.{name}", lang) for name in passages]
            found.append(" ".join(said))
        return tuple(found)


@cache
def pages(rules: Rules) -> tuple[RulebookPage, ...]:
    """Return the pages of the rulebook for an edition, in order.

    >>> [page.name for page in pages(Rules.of("original"))][:3]
    ['aim', 'turn', 'chief']
    """
    return tuple(_page(data, rules) for data in read_file("rulebook.json"))


def _page(data: Data, rules: Rules) -> RulebookPage:
    name = text_in(data, "page")
    try:
        check_fields(data, {"page", "kind", "text", "boards"})
        kind = text_in(data, "kind")
        if kind and kind not in tuple(PIECE_KINDS):
            raise DjambiError(f"{quoted(kind)} is not a kind of piece")
        options = tuple(option.name for option in OPTIONS if name in option.pages)
        rows = [object_in(each, "a board") for each in list_in(data, "boards")]
        boards = tuple(_board(row, rules) for row in rows if _fits(row, rules))
        paragraphs = [_passages(each, rules) for each in list_in(data, "text")]
        text = tuple(passages for passages in paragraphs if passages)
        return RulebookPage(name, kind, text, options, boards, rules)
    except DjambiError as error:
        raise DjambiError(f"page {quoted(name)} of the rulebook: {error}") from error


def _passages(paragraph: object, rules: Rules) -> tuple[str, ...]:
    """Return the names of a paragraph's passages for these rules: texts, or objects with `when`."""
    if not isinstance(paragraph, list):
        raise DjambiError("a paragraph is a list of passages")
    rows: list[Data] = [
        {"name": each} if isinstance(each, str) else object_in(each, "a passage")
        for each in cast("list[object]", paragraph)
    ]
    for row in rows:
        check_fields(row, {"name", "when"})
    return tuple(text_in(row, "name") for row in rows if _fits(row, rules))


def _fits(data: Data, rules: Rules) -> bool:
    """Return whether a board or passage applies: every option in `when` has one of its values."""
    when = object_in(data.get("when", {}), "when")
    fits = True
    for name in when:
        option = option_named(name)
        values = [option.parse(text) for text in texts_in(when, name)]
        fits = fits and getattr(rules, name) in values
    return fits


def _board(data: Data, rules: Rules) -> Diagram:
    check_fields(data, {"name", "show", "when"} | POSITION_FIELDS)
    position = position_in(data, str(rules))
    show = text_in(data, "show")
    if show:
        position.turn(show)
    return Diagram(text_in(data, "name"), position, show)


@dataclass(frozen=True, slots=True)
class EditionRow:
    """An option in the table of editions, with the value of each edition."""

    option: str
    values: tuple[str, ...]
    """Every value that an edition has, in the option's order."""
    editions: Mapping[str, str]


def table(editions: tuple[str, ...]) -> tuple[EditionRow, ...]:
    """Return a comparison of editions, a row for each option of RULES 8.

    >>> row = table(("original", "bga"))[4]
    >>> row.option, row.values, row.editions["bga"]
    ('own_kills', ('none', 'any'), 'any')
    """
    found: list[EditionRow] = []
    for option in OPTIONS:
        each = {name: option.text(option.default(name)) for name in editions}
        used = tuple(v for v in option.values if v in each.values()) or tuple(
            dict.fromkeys(each.values())
        )
        found.append(EditionRow(option.name, used, each))
    return tuple(found)
