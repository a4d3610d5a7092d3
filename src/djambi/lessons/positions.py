"""A short notation for the positions of lessons and diagrams: only the contents of the board.

`rC a1, rM c3 d4, x e6` is a red Chief, two red Militants and a corpse. A party without a Chief on
the board is a vassal of the party to play, unless stated otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from djambi.errors import DjambiError, quoted
from djambi.position.position import Position
from djambi.position.setups import Setup
from djambi.rules import Rules, Variant


def position_of(
    variant: str, rules: str, pieces: str, turn: str = "r", parties: str = ""
) -> Position:
    """Return the position that the short notation describes.

    Args:
        variant: a name of RULES 2.4.
        rules: as NOTATION 1 writes them.
        pieces: `rC a1, rM c3 d4, x e6`; empty for the start of the game.
        turn: the seat to play, or a bonus turn, as NOTATION 1 writes it.
        parties: the states of parties, as NOTATION 1 writes them, that differ from the default.

    Raises:
        DjambiError: a part of it is wrong.

    >>> position = position_of("square-4", "original", "rC a1, yC i9, rM c3 d4, x e6")
    >>> [str(party) for party in position.parties], position.corpses
    (['r', 'b>r', 'y', 'g>r'], ('e6',))
    """
    board, values = Variant.get(variant), Rules.parse(rules)
    if not pieces:
        return Position.from_setup(Setup.start(board, values))
    cells = _cells(pieces)
    seat = turn[:1]
    written = {text[:1]: text for text in parties.split(" ") if text}
    states: list[str] = []
    for letter in board.parties:
        leads = f"{letter}C" in cells.values()
        states.append(written.pop(letter, letter if leads else f"{letter}>{seat}"))
    if written:
        raise DjambiError(f"{variant} has no party {quoted(next(iter(written)))}")
    setup = Setup.empty(board, values).with_cells(cells)
    fields = str(setup).split(" ")
    fields[3], fields[5] = ",".join(states), turn
    return Position.parse(" ".join(fields))


def _cells(pieces: str) -> Mapping[str, str]:
    cells: dict[str, str] = {}
    for group in pieces.split(", "):
        there, *names = group.split(" ")
        if not names:
            raise DjambiError(f"{quoted(group)}: no cell is named")
        for name in names:
            if name in cells:
                raise DjambiError(f"{name} is given twice in {quoted(pieces)}")
            cells[name] = there
    return cells
