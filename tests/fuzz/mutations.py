"""Texts that are nearly right: what people mistype, programs cut off and enemies send."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

Found = TypeVar("Found")
Error = TypeVar("Error", bound=Exception)

# NUL, what splits lines and fields elsewhere, other scripts' digits and letters, halves of pairs.
ODD = "\x00\t\n\r\v\x1c\x85\xa0\u2028\ufeff\u202e٣²५ｅéßﬁ𝟗😀\ud800\udfff"
SIGNS = " ,/>-+=!?*~@{}[]()\\\"'%$#.:;_"
ALPHABET = string.ascii_letters + string.digits + SIGNS + ODD


def mutated(text: str, chance: random.Random, words: tuple[str, ...] = ()) -> str:
    """The text after one to four small accidents; `words` are put in here and there."""
    for _ in range(chance.randint(1, 4)):
        low = chance.randint(0, len(text))
        high = min(len(text), low + chance.choice((0, 1, 1, 2, 5, 40)))
        put = chance.choice(
            (
                "",
                chance.choice(ALPHABET),
                chance.choice(ALPHABET) * chance.choice((2, 30, 400)),
                text[low:high] * 2,
                text[high : high + 12],
                chance.choice((*words, "-1", "00", "1e9", "99999999999", "0x1", "None")),
            )
        )
        text = text[:low] + put + text[high:]
    return text


chances: st.SearchStrategy[random.Random] = st.integers(0, 2**32 - 1).map(random.Random)

any_text: st.SearchStrategy[str] = st.text(max_size=300) | st.text(ALPHABET, max_size=300)
"""Any text at all, and text of the characters that mean something here."""

LONG = 1_000_000

HUGE = tuple(
    pattern * (LONG // len(pattern))
    for pattern in ("a", " ", ",", "/", "9", "x", "*e5", ",a=b", "r,", "\x00", "\ufeff", "😀", "-")
)
"""Texts of a million characters, each of one pattern."""


def attempt(read: Callable[[], Found], error: type[Error]) -> Found | Error:
    """What reading gives, or the one kind of error that it may raise."""
    try:
        return read()
    except error as raised:
        return raised
