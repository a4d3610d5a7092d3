"""What all positions of one variant and one set of rules share."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from djambi.kernel.rules import codes
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.rules.options import option_numbers
from djambi.kernel.rules.tables import tables_of
from djambi.parties import STATUSES, Piece
from djambi.position.setups import Setup
from djambi.rules import OPTIONS, PIECE_KINDS, Option, Rules, Variant

_FNV_OFFSET: Final = 0xCBF29CE484222325
_FNV_PRIME: Final = 0x100000001B3
_MASK_64_BITS: Final = 0xFFFFFFFFFFFFFFFF

_MAX_KERNELS_PER_THREAD: Final = 8


class RulesContext:
    """A variant and rules, made ready for the kernel; `rules_context` makes and keeps them."""

    __slots__ = (
        "_options",
        "_tables",
        "code_by_text",
        "key_salt",
        "militants_merged",
        "piece_by_code",
        "rules",
        "text_by_code",
        "variant",
    )

    def __init__(self, variant: Variant, rules: Rules) -> None:
        self.variant = variant
        self.rules = rules
        self._tables = tables_of(variant.board)
        self._options = option_numbers(rules)
        self.key_salt = key_salt(variant, rules)
        slots = [PIECE_KINDS[min(slot, codes.MILITANT)] for slot in range(codes.SLOTS)]
        self.piece_by_code: tuple[Piece | None, ...] = (
            *(None for _ in range(codes.PIECE)),
            *(Piece(party, kind) for party in variant.parties for kind in slots),
        )
        """By the kernel's code, the living piece; None for an empty cell and a corpse."""
        texts = ("", "x", *map(str, self.piece_by_code[codes.PIECE :]))
        self.text_by_code = texts
        """By the kernel's code, its text in a placement: empty, ``x`` or a piece as ``rC``."""
        # Backwards, so that the first of the Militants remains.
        self.code_by_text = {text: code for code, text in reversed(list(enumerate(texts)))}
        """By its text in a placement, the kernel's code; a party's first Militant for all four."""
        self.militants_merged = bytes(self.code_by_text[text] for text in texts).ljust(256, b"\0")
        """A table for `bytes.translate` that makes a party's four Militants one, as on paper."""

    def pack(self, setup: Setup) -> tuple[bytes, bytes]:
        """Return a setup as the kernel has it: one code a cell, and the header up to `QUIET`.

        The setup must have no faults.
        """
        letters = self.variant.parties
        militants = dict.fromkeys(letters, 0)
        contents = bytearray(map(self.code_by_text.__getitem__, setup.cells))
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

    def new_kernel(self) -> Kernel:
        """Return a new kernel, with an empty board."""
        return Kernel(self._tables, len(self.variant.parties), self._options)

    def scratch_kernel(self) -> Kernel:
        """Return this thread's kernel, for questions that are answered at once."""
        kernels = _scratch.kernels
        kernel = kernels.get(self)
        if kernel is None:
            if len(kernels) >= _MAX_KERNELS_PER_THREAD:
                kernels.clear()
            kernel = kernels[self] = self.new_kernel()
        return kernel


def key_salt(variant: Variant, rules: Rules, options: Sequence[Option] = OPTIONS) -> int:
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
        salt = (salt ^ byte) * _FNV_PRIME & _MASK_64_BITS
    return salt


class _ScratchKernels(threading.local):
    """A thread's scratch kernels, by what they play."""

    def __init__(self) -> None:
        self.kernels: dict[RulesContext, Kernel] = {}


_scratch = _ScratchKernels()


def rules_context(variant: Variant, rules: Rules) -> RulesContext:
    """Return the context of a variant and rules, made on first use and kept while in use."""
    return _context(variant, rules, rules.edition)


# Rules that are equal may be written from different editions, and keep what was written.
@lru_cache(maxsize=256)
def _context(variant: Variant, rules: Rules, _edition: str) -> RulesContext:
    return RulesContext(variant, rules)


@lru_cache(maxsize=256)
def rules_context_named(variant: str, rules: str) -> RulesContext:
    """Return the context of a variant's name and a text of rules, as pickles have them."""
    return rules_context(Variant.get(variant), Rules.parse(rules))
