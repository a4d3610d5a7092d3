"""A turn, packed into 64 bits: what the parts are, how they are read and how they are set.

Every other module asks here; only `turns.pxd`, which tells C the same, knows the layout as well.

A turn has eight bits each for its origin, its target, the cell where the piece acted on is
placed, the victims (as bits over the sides of the target), the exit, and the placement and the
victims of the exit; one more bit says whether the first placement comes last (RULES 3.2 to 3.4).
A cell that is absent is ``NO_CELL`` (255); victims that are absent are 0.

>>> turn = with_place(step(40, 31), 7)
>>> origin(turn), target(turn), place(turn), victims(turn), exit(turn)
(40, 31, 7, 0, 255)
"""

from __future__ import annotations

# The lowest bit of every part.
ORIGIN = 0
TARGET = 8
PLACE = 16
VICTIMS = 24
EXIT = 32
EXIT_PLACE = 40
EXIT_VICTIMS = 48
PLACES_LAST = 56

BLANK = 0x0000FFFF00FF0000
"""A turn without any part but origin and target, which are 0."""

PASS = 0x0000FFFF00FFFFFF
"""The turn of a player who has no other (RULES 3): all cells are absent."""

STEP_BITS = 0xFFFF
"""The bits of origin and target."""

ACT_BITS = 0xFFFFFFFF
"""The bits of everything before the exit."""


def part(turn: int, lowest: int) -> int:
    """Return the part whose lowest bit is given: a cell, or victims as bits."""
    return turn >> lowest & 255


def with_part(turn: int, lowest: int, value: int) -> int:
    """Return the turn with another cell, or other victims, in the part given by its lowest bit."""
    return turn & ~(255 << lowest) | value << lowest


def step(origin: int, target: int) -> int:
    """Return the turn that only goes from one cell to another."""
    return BLANK | origin | target << TARGET


def origin(turn: int) -> int:
    """Return the cell of the piece that moves, or `NO_CELL` in a pass."""
    return turn & 255


def target(turn: int) -> int:
    """Return the cell it moves to, or `NO_CELL` in a pass."""
    return part(turn, TARGET)


def place(turn: int) -> int:
    """Return where what stood on the target is placed, or `NO_CELL`."""
    return part(turn, PLACE)


def with_place(turn: int, cell: int) -> int:
    """Return the turn with what stood on the target placed on a cell."""
    return with_part(turn, PLACE, cell)


def victims(turn: int) -> int:
    """Return a Reporter's victims as bits over the sides of the target."""
    return part(turn, VICTIMS)


def with_victims(turn: int, sides: int) -> int:
    """Return the turn with a Reporter's victims: bits over the sides of the target."""
    return with_part(turn, VICTIMS, sides)


def exit(turn: int) -> int:
    """Return the cell of the exit (RULES 3.4), or `NO_CELL`."""
    return part(turn, EXIT)


def with_exit(turn: int, cell: int) -> int:
    """Return the turn going on to a cell (RULES 3.4)."""
    return with_part(turn, EXIT, cell)


def exit_place(turn: int) -> int:
    """Return where what stood on the cell of the exit is placed, or `NO_CELL`."""
    return part(turn, EXIT_PLACE)


def with_exit_place(turn: int, cell: int) -> int:
    """Return the turn with what stood on the cell of the exit placed on a cell."""
    return with_part(turn, EXIT_PLACE, cell)


def exit_victims(turn: int) -> int:
    """Return a Reporter's victims in the exit, as bits over the sides of the exit's cell."""
    return part(turn, EXIT_VICTIMS)


def places_last(turn: int) -> bool:
    """Return whether `place` is filled after the exit (option `exit_before_placement`)."""
    return turn >> PLACES_LAST & 1 != 0


def placing_last(turn: int) -> int:
    """Return the turn with `place` filled after the exit."""
    return turn | 1 << PLACES_LAST


def act(turn: int) -> int:
    """Return the turn without its exit: step, placement and victims."""
    return turn & ACT_BITS | BLANK & ~ACT_BITS


def same_step(turn: int, other: int) -> bool:
    """Return whether two turns have origin and target in common."""
    return (turn ^ other) & STEP_BITS == 0


def same_act(turn: int, other: int) -> bool:
    """Return whether two turns have everything before the exit in common."""
    return (turn ^ other) & ACT_BITS == 0
