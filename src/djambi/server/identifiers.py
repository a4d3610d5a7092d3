"""Names that nobody guesses: of games, of links."""

from __future__ import annotations

import secrets
import string
from typing import Final

_ALPHABET: Final = string.ascii_lowercase + string.digits

HOST_KEY: Final = "host"
"""The key under which the people at the server's own computer speak; no device has it."""


def new_id() -> str:
    """Return a name for a game that nobody guesses (62 bits)."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


def new_key() -> str:
    """Return the key of a link (96 random bits)."""
    return secrets.token_urlsafe(12)
