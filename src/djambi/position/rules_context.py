"""What all positions of one variant and one set of rules share."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from djambi.kernel.rules import codes
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.options import option_numbers
from djambi.kernel.rules.tables import tables_of
from djambi.parties import STATUSES, Piece
from djambi.rules import KINDS, OPTIONS, Option, Rules, Variant

if TYPE_CHECKING:
    from djambi.position.setups import Setup

_FNV_OFFSET: Final = 0xCBF29CE484222325
_FNV_PRIME: Final = 0x100000001B3
_MASK: Final = 0xFFFFFFFFFFFFFFFF

_MOST_KERNELS: Final = 8


class Frame:
    """A variant and rules, made ready for the kernel; `frame_of` makes and keeps them."""

    __slots__ = (
        "_options",
        "_tables",
        "code_of",
        "pieces",
        "rules",
        "salt",
        "same",
        "variant",
        "words",
    )

    def __init__(self, variant: Variant, rules: Rules) -> None:
        self.variant = variant
        self.rules = rules
        self._tables = tables_of(variant.board)
        self._options = option_numbers(rules)
        self.salt = salt_of(variant, rules)
        """The part of variant and rules in a position's key."""
        slots = [KINDS[min(slot, codes.MILITANT)] for slot in range(codes.SLOTS)]
        self.pieces: tuple[Piece | None, ...] = (
            *(None for _ in range(codes.PIECE)),
            *(Piece(party, kind) for party in variant.parties for kind in slots),
        )
        """What each code of the kernel means; None where it is no living piece."""
        self.words = ("", "x", *map(str, self.pieces[codes.PIECE :]))
        """How a placement writes each code."""
        # Backwards, so that the first of the Militants remains.
        self.code_of = {word: code for code, word in reversed(list(enumerate(self.words)))}
        """The code of each word of a placement; of a Militant's, that of the first."""
        self.same = bytes(self.code_of[word] for word in self.words).ljust(256, b"\0")
        """For `bytes.translate`: makes a party's four Militants the same, as they are on paper."""

    def packed(self, setup: Setup) -> tuple[bytes, bytes]:
        """A setup without faults as the kernel writes it: cells, and header up to `QUIET`."""
        letters = self.variant.parties
        militants = dict.fromkeys(letters, 0)
        contents = bytearray(map(self.code_of.__getitem__, setup.cells))
        for cell, there in enumerate(setup.cells):
            if there[1:] == "M":
                contents[cell] += militants[there[0]]
                militants[there[0]] += 1
        header = bytearray(codes.QUIET)
        for number, party in enumerate(setup.parties):
            header[codes.STATUS + number] = STATUSES.index(party.status)
            if party.lord is not None:
                header[codes.LORD + number] = letters.index(party.lord) + 1
            header[codes.GONE + number] = party.gone
        for number, letter in enumerate(setup.order):
            header[codes.ORDER + number] = letters.index(letter)
        if setup.winners:
            header[codes.SEAT] = codes.FINISHED
            header[codes.WINNERS] = sum(1 << letters.index(letter) for letter in setup.winners)
        else:
            header[codes.SEAT] = letters.index(setup.seat)
            if setup.ruler is not None:
                header[codes.BONUS] = letters.index(setup.ruler) + 1
        return bytes(contents), bytes(header)

    def kernel(self) -> Kernel:
        """A new kernel, with an empty board."""
        return Kernel(self._tables, len(self.variant.parties), self._options)

    def lent(self) -> Kernel:
        """This thread's kernel for questions that are answered at once."""
        kernels = _kernels.of
        kernel = kernels.get(self)
        if kernel is None:
            if len(kernels) >= _MOST_KERNELS:
                kernels.clear()
            kernel = kernels[self] = self.kernel()
        return kernel


def salt_of(variant: Variant, rules: Rules, options: Sequence[Option] = OPTIONS) -> int:
    """Return the part of variant and rules in a position's key: FNV-1a, 64 bits.

    Only what differs from the options' baselines is hashed, by name, so that an option added
    later changes no key.
    """
    said = sorted(
        f" {option.name}={option.text(value)}"
        for option in options
        if (value := getattr(rules, option.name)) != option.baseline
    )
    salt = _FNV_OFFSET
    for byte in f"{variant.name}{''.join(said)}".encode():
        salt = (salt ^ byte) * _FNV_PRIME & _MASK
    return salt


class _Kernels(threading.local):
    """The kernels that this thread lends, by their frames."""

    def __init__(self) -> None:
        self.of: dict[Frame, Kernel] = {}


_kernels = _Kernels()


def frame_of(variant: Variant, rules: Rules) -> Frame:
    """The frame of a variant and rules, made on first use and kept while it is in use."""
    return _frame(variant, rules, rules.edition)


# Rules that are equal may be written from different editions, and keep what was written.
@lru_cache(maxsize=256)
def _frame(variant: Variant, rules: Rules, _edition: str) -> Frame:
    return Frame(variant, rules)


@lru_cache(maxsize=256)
def frame_named(variant: str, rules: str) -> Frame:
    """The frame of a variant's name and a text of rules, as pickles have them."""
    return frame_of(Variant.get(variant), Rules.parse(rules))
