"""What people type, made fit to be shown."""

from __future__ import annotations

import unicodedata

_UNSEEN = frozenset(
    chr(code)
    for first, last in (
        (0x34F, 0x34F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2065, 0x2065),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xFFF0, 0xFFF8),
        (0xE0000, 0xE0FFF),
    )
    for code in range(first, last + 1)
)
"""Letters, marks and free places that show nothing (Unicode: Default_Ignorable_Code_Point): the
fillers of Hangul, selectors of variants."""


def is_control(character: str) -> bool:
    """Return whether a character controls or directs others, is half of one, or for private use.

    >>> is_control("\\u202e"), is_control("e")
    (True, False)
    """
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co")


def clean_name(name: str) -> str:
    """Return a name as it is shown: one line, no control or direction characters, trimmed.

    >>> clean_name("  Niccolò\\u202e\\n Machiavelli\\u3164 ")
    'Niccolò Machiavelli'
    """
    spaced = (" " if c.isspace() else c for c in name)
    visible = (c for c in spaced if c not in _UNSEEN and not is_control(c))
    # Last, for what is left may stand together only now.
    return " ".join(unicodedata.normalize("NFC", "".join(visible)).split())
