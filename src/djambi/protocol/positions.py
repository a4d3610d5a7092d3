"""Parse positions as people type and programs send them: NOTATION 1, or a variant's start."""

from __future__ import annotations

from djambi.errors import DjambiError
from djambi.position.position import Position
from djambi.position.setup_reading import MAX_POSITION_CHARS
from djambi.rules import Rules, Variant


def position_text(text: str) -> Position:
    """Parse a position: NOTATION 1, a variant's name for its start, or a variant and its rules.

    Raises:
        DjambiError: the text is none of these.

    >>> position_text("hex-3") == Position.start("hex-3")
    True
    >>> position_text("square-4 bga").rules.edition
    'bga'
    """
    if len(text) > MAX_POSITION_CHARS:
        raise DjambiError(f"position: {len(text):,} characters are too many")
    words = text.split()
    if len(words) in (1, 2):
        return start_of(words[0], words[1] if len(words) == 2 else None)
    return Position.parse(text)


def start_of(variant: str, rules: str | None) -> Position:
    """Return the start of a variant, with its own edition or with rules given as text.

    Raises:
        DjambiError: the variant or the rules are unknown.
    """
    return Position.start_by(Variant.get(variant), None if rules is None else Rules.parse(rules))
