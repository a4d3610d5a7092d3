"""Game records as values (NOTATION 3), before their turns are checked.

A :class:`Record` is what stands in a file: tags, turns as text, comments, variations. The game
that it tells is a :class:`djambi.game.Game`. Records are read by
:func:`djambi.notation.reading.read_records` and written by
:func:`djambi.notation.writing.write_record`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from djambi.errors import BadRecord
from djambi.forwarding import renamed

if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Line="Variation",
        MAX_LINE="MAX_LINE_CHARS",
        MAX_TAG_VALUE="MAX_TAG_VALUE_CHARS",
        MAX_COMMENT="MAX_COMMENT_CHARS",
        MAX_COMMENTS="MAX_COMMENTS_CHARS",
        MAX_DEPTH="MAX_NESTING",
    )

RESIGNS: Final = "resigns"
FLAGS: Final = "flags"
RETURNS: Final = "returns"
PARTY_EVENTS: Final = (RESIGNS, FLAGS, RETURNS)
"""What may stand after a party's letter in the place of a turn."""
DRAW: Final = "draw agreed"
EVENTS: Final = (*PARTY_EVENTS, DRAW)
"""What may stand in a record in the place of a turn."""

PARTY_TAGS: Final = {
    "Red": "r",
    "Blue": "b",
    "Yellow": "y",
    "Green": "g",
    "Purple": "p",
    "Orange": "o",
    "White": "w",
    "Black": "k",
}
"""The tags that name the players, and the parties' letters."""

TAG_OF_PARTY: Final = {letter: tag for tag, letter in PARTY_TAGS.items()}
"""The other way round: the tag with the name of a party's player."""

TAG_ORDER: Final = (
    "Event",
    "Site",
    "Date",
    "Round",
    "Variant",
    "Rules",
    "Position",
    *PARTY_TAGS,
    "TimeControl",
    "Termination",
    "Result",
)
"""The order in which known tags are written; others follow in their own order."""

TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
ACTOR: Final = re.compile(r"[a-z]\+?")
TURN_TEXT: Final = re.compile(r"[A-Za-z0-9@~>*/-]{2,160}")
"""What can stand as a tag's name, as an actor and as a turn; boards and rules are not asked."""

CONTROL: Final = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029\ud800-\udfff]")
"""What no tag's value can have: line breaks and other characters that control something."""

# Bounds, so that hostile text costs no more than honest text. The longest game that the quiet
# limit allows on eight-sided boards has some 40,000 turns.
MAX_LINE_CHARS: Final = 100_000
"""Characters of a line that are read at once; a longer line is read in pieces."""
MAX_TAGS: Final = 100
MAX_TAG_VALUE_CHARS: Final = 2_000
MAX_COMMENT_CHARS: Final = 20_000
MAX_COMMENTS_CHARS: Final = 4_000_000
"""Characters of all comments of a game together."""
MAX_ITEMS: Final = 100_000
"""Turns, comments and variations of a game together."""
MAX_NESTING: Final = 50
"""Variations inside one another."""


@dataclass(slots=True)
class Entry:
    """One turn or event of a record, with what is said about it.

    ``actor`` is the seat's letter, or the ruler's with ``+``; empty for ``draw agreed``, and for
    a turn written without a letter, which is then whose turn it is. ``text`` is the turn's text
    or one of :data:`EVENTS`. ``round`` is the number written before it, if one is. ``variations``
    are other turns in its place. ``line`` and ``column`` (from 1) say where it was read, and
    count for nothing in comparisons.
    """

    actor: str
    text: str
    comments: list[str] = field(default_factory=list[str])
    variations: list[Variation] = field(default_factory=lambda: list[Variation]())
    round: int | None = None
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(slots=True)
class Variation:
    """A line of play, the game itself or what stands beside it; ``comments`` come before it."""

    comments: list[str] = field(default_factory=list[str])
    entries: list[Entry] = field(default_factory=list[Entry])


@dataclass(slots=True)
class Record:
    """One game as its file tells it.

    ``faults`` are the places that could not be read; what stands before the first of them is
    kept. ``number`` counts the games of a source from 1, ``line`` is where this one began, and
    ``places`` has line and column of its tags. All these count for nothing in comparisons.
    """

    tags: dict[str, str] = field(default_factory=dict[str, str])
    main: Variation = field(default_factory=Variation)
    faults: list[BadRecord] = field(default_factory=list[BadRecord], compare=False)
    line: int = field(default=1, compare=False)
    number: int = field(default=1, compare=False)
    places: dict[str, tuple[int, int]] = field(
        default_factory=dict[str, tuple[int, int]], compare=False
    )

    def fault(self, what: str, line: int, column: int) -> BadRecord:
        """Return a fault of this record."""
        return BadRecord(what, line, column, self.number)

    def fault_of_tag(self, name: str, what: str) -> BadRecord:
        """Return a fault where a tag stands, or where the record begins if it has no such tag."""
        return self.fault(what, *self.places.get(name, (self.line, 1)))
