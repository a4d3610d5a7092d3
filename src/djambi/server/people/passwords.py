"""Passwords: argon2id in threads, a few at a time, and what is no password."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from djambi.server.errors import RequestRefused
from djambi.server.people.names import fold

T = TypeVar("T")

MIN_PASSWORD_CHARS: Final = 8

_CONCURRENT_HASHES: Final = 2
_MAX_WAITING_HASHES: Final = 20
_RETRY_S: Final = 5

# Argon2id with 19 MiB, twice over, on one lane: what OWASP asks for where memory is dear. With
# more a small server could be emptied of memory by a few who sign in.
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)

# Tried first by everybody who guesses; folded.
_COMMON: Final = frozenset(
    fold(word)
    for word in (
        "password", "password1", "password123", "passw0rd", "motdepasse", "azertyuiop", "azerty123",
        "qwertyuiop", "qwerty123", "qwertz123", "12345678", "123456789", "1234567890", "87654321",
        "abcdefgh", "abcd1234", "iloveyou", "jetaime1", "letmein1", "trustno1", "sunshine",
        "superman", "football", "baseball", "princess", "princesse", "dragon12", "monkey123",
        "welcome1", "bienvenue", "bonjour1", "bonjour123", "soleil123", "doudou123", "loulou123",
        "chocolat", "starwars", "whatever", "computer", "ordinateur", "internet", "michelle",
        "jennifer", "changeme", "changemoi", "administrator", "administrateur", "1q2w3e4r",
        "1qaz2wsx", "aaaaaaaa", "00000000", "11111111", "a1b2c3d4", "djambidjambi", "djambi123",
    )
)  # fmt: skip


def check_password(password: str, *names: str) -> None:
    """Raise RequestRefused("bad_password") for a short or common one, or one of these names."""
    folded = fold(password)
    mine = {fold(name) for name in names if name}
    if (
        len(password) < MIN_PASSWORD_CHARS
        or len(set(password)) < 3
        or (folded and (folded in _COMMON or folded in mine))
    ):
        raise RequestRefused("bad_password", shortest=MIN_PASSWORD_CHARS)


class Passwords:
    """Hashes and checks passwords; raises RequestRefused("slow_down") when too many wait."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(_CONCURRENT_HASHES)
        self._waiting = 0
        # Checked where there is no password, so that an unknown name takes as long as a known one.
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        """Return what is stored of a password."""
        return await self._work(lambda: _hasher.hash(_plain(password)))

    async def matches(self, stored: str | None, password: str, known: bool = False) -> bool:
        """Return whether a password is the stored one; without a stored one never, but as slowly.

        Strangers who keep all slots busy do not turn a `known` browser away.
        """
        if stored is None:
            if self._nobodys is None:
                self._nobodys = await self.hash("nobody's password")
            await self._work(lambda: _matches(self._nobodys or "", password))
            return False
        return await self._work(lambda: _matches(stored, password), known)

    async def _work(self, work: Callable[[], T], known: bool = False) -> T:
        if self._waiting >= _MAX_WAITING_HASHES and not known:
            raise RequestRefused("slow_down", n=_RETRY_S)
        self._waiting += 1
        try:
            async with self._slots:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def is_old(stored: str) -> bool:
    """Return whether a stored password should be hashed anew (its parameters were weaker)."""
    return _hasher.check_needs_rehash(stored)


def _plain(password: str) -> str:
    return unicodedata.normalize("NFC", password)


def _matches(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored, _plain(password))
    except (VerificationError, InvalidHashError):
        return False
