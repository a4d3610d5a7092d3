"""Names that people type, made fit to be shown."""

from __future__ import annotations

import unicodedata


def clean_name(name: str) -> str:
    """Return a name as it is shown: one line, no control or direction characters, trimmed.

    >>> clean_name("  Niccolò\\u202e\\n Machiavelli ")
    'Niccolò Machiavelli'
    """
    kept = (" " if c.isspace() else c for c in unicodedata.normalize("NFC", name))
    visible = "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co"))
    return " ".join(visible.split())
