"""Names that nobody guesses: of games, of links; and what is stored of a secret."""

from __future__ import annotations

import hashlib
import secrets
import string
from typing import Final

_ALPHABET: Final = string.ascii_lowercase + string.digits

HOST_KEY: Final = "host"
"""The key under which the people at the server's own computer speak; no device has it."""


def new_id(length: int = 12) -> str:
    """Return a name that nobody guesses (for a game; 62 bits), and that tells nothing."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def new_key() -> str:
    """Return the key of a link (96 random bits)."""
    return secrets.token_urlsafe(12)


def digest(secret: str) -> str:
    """Return what is stored of a session's, token's, link's or browser's secret.

    These are random, so they need no salt.

    >>> len(digest("secret"))
    64
    """
    return hashlib.sha256(secret.encode()).hexdigest()
