"""Counting the sequences of legal turns, by which two programs compare their rules (NOTATION 4)."""

from __future__ import annotations

from collections.abc import Iterator

from djambi.errors import DjambiError, require, whole_number
from djambi.kernel.rules.codes import MAX_PERFT_DEPTH
from djambi.position.position import Position


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` legal turns from a position (NOTATION 4).

    A pass counts as one turn; a finished game has none.

    Raises:
        DjambiError: the depth is not from 0 to 16.

    >>> [perft(Position.start(), depth) for depth in range(3)]
    [1, 30, 1205]
    """
    depth = _checked(position, depth, 0)
    return position.kernel().perft(depth)


def divide(position: Position, depth: int) -> dict[str, int]:
    """Return what is behind each legal turn: its text with its share of `perft`, sorted.

    Raises:
        DjambiError: the depth is not from 1 to 16.

    >>> counts = divide(Position.start(), 2)
    >>> list(counts.items())[:2], sum(counts.values())
    ([('a3-a4', 30), ('a3-a5', 30)], 1205)
    """
    return dict(divided(position, depth))


def divided(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """Return the items of what `divide` returns, each counted when it is asked for."""
    depth = _checked(position, depth, 1)
    turns = sorted(position.legal_turns())
    return ((str(turn), perft(position.play(turn), depth - 1)) for turn in turns)


def _checked(position: Position, depth: int, least: int) -> int:
    """Return a depth that another library's type may have had."""
    require(position, Position, "position")
    depth = whole_number(depth, "depth")
    if not least <= depth <= MAX_PERFT_DEPTH:
        raise DjambiError(f"a depth must be from {least} to {MAX_PERFT_DEPTH}, not {depth}")
    return depth
