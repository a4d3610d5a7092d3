"""Encirclement: whose Chief has no way out, in each of the four readings (RULES 5)."""

from __future__ import annotations

from djambi.kernel.rules.move_counting import TurnCounter
from djambi.kernel.rules.walk import Walk

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.rules.codes import (
        ACTIVE,
        CHIEF,
        CORPSE,
        NECROMOBILE,
        NEIGHBOURS,
        PIECE,
        SLOTS,
        STATUS,
    )
    from djambi.kernel.rules.options import (
        ENCIRCLEMENT_CORPSES,
        ENCIRCLEMENT_GROUP,
        ENCIRCLEMENT_IMMOBILE,
        NECROMOBILE_SAVES_OWN,
    )


def encircled_parties(kernel: TurnCounter, walk: Walk) -> cython.int:
    """Return the active parties whose Chiefs are encircled, as bits (RULES 5)."""
    party: cython.int
    chief: cython.int
    parties: cython.int = 0
    for party in range(kernel.parties):
        chief = kernel.cell_of[party * SLOTS + CHIEF]
        if chief == kernel.cells or chief == kernel.maze:
            continue
        if kernel.header[STATUS + party] == ACTIVE and is_encircled(kernel, walk, party):
            parties |= 1 << party
    return parties


def is_encircled(kernel: TurnCounter, walk: Walk, party: cython.int) -> cython.bint:
    """Return whether the Chief of a party, who stands on the field, is encircled (RULES 5).

    The party is judged as active, whatever it is, and the board is looked at as if it were its
    turn: `prepare` again before asking the kernel for anybody's turns.
    """
    cell: cython.int = kernel.cell_of[party * SLOTS + CHIEF]
    other: cython.int
    if kernel.options.encirclement == ENCIRCLEMENT_CORPSES:
        if not _is_walled_in(kernel, cell):
            return False
    elif kernel.options.encirclement == ENCIRCLEMENT_IMMOBILE:
        if kernel.corpse_count == 0 or not _is_beside_corpse(kernel, cell):
            return False
        kernel.prepare_for(party)
        if kernel.has_turn(cell):
            return False
    elif kernel.options.encirclement == ENCIRCLEMENT_GROUP:
        kernel.prepare_for(party)
        if not _group_is_stuck(kernel, walk, party, cell):
            return False
    elif kernel.corpse_count == 0 or _has_path_to_maze(kernel, walk, cell):
        return False
    if kernel.options.necromobile_saves == NECROMOBILE_SAVES_OWN:
        if kernel.relations_stale:
            kernel.update_relations()
        for other in range(kernel.parties):
            if kernel.controller[other] == party:
                if kernel.cell_of[other * SLOTS + NECROMOBILE] != kernel.cells:
                    return False
    return True


def _is_walled_in(kernel: TurnCounter, cell: cython.int) -> cython.bint:
    """Return whether every neighbour of a cell is a corpse."""
    i: cython.int
    for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + kernel.tables.near_count[cell]):
        if kernel.board[kernel.tables.near[i]] != CORPSE:
            return False
    return True


def _is_beside_corpse(kernel: TurnCounter, cell: cython.int) -> cython.bint:
    """Return whether some neighbour of a cell is a corpse."""
    i: cython.int
    for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + kernel.tables.near_count[cell]):
        if kernel.board[kernel.tables.near[i]] == CORPSE:
            return True
    return False


def _group_is_stuck(
    kernel: TurnCounter, walk: Walk, party: cython.int, cell: cython.int
) -> cython.bint:
    """Return whether no piece of the connected group around the Chief has a turn."""
    head: cython.int = 0
    tail: cython.int = 1
    i: cython.int
    x: cython.int
    code: cython.int
    walk.stamp += 1
    walk.seen[cell] = walk.stamp
    walk.cells[0] = cell
    while head < tail:
        cell = walk.cells[head]
        head += 1
        if kernel.has_room(cell):
            return False
        for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + kernel.tables.near_count[cell]):
            x = kernel.tables.near[i]
            code = kernel.board[x]
            if code < PIECE or walk.seen[x] == walk.stamp:
                continue
            if kernel.controller[kernel.party_of[code]] == party:
                walk.seen[x] = walk.stamp
                walk.cells[tail] = x
                tail += 1
    # Mostly somebody has room, and nobody's turns need be counted.
    for i in range(tail):
        if kernel.has_turn(walk.cells[i]):
            return False
    return True


def _has_path_to_maze(kernel: TurnCounter, walk: Walk, cell: cython.int) -> cython.bint:
    """Return whether steps over cells without corpses lead to the maze."""
    left: cython.int = 1
    i: cython.int
    x: cython.int
    walk.stamp += 1
    walk.seen[cell] = walk.stamp
    walk.cells[0] = cell
    # Depth first, and the neighbours nearest the maze are stacked last: mostly a straight walk.
    while left > 0:
        left -= 1
        cell = walk.cells[left]
        i = cell * NEIGHBOURS + kernel.tables.near_count[cell]
        while i > cell * NEIGHBOURS:
            i -= 1
            x = kernel.tables.near[i]
            if x == kernel.maze:
                return True
            if kernel.board[x] != CORPSE and walk.seen[x] != walk.stamp:
                walk.seen[x] = walk.stamp
                walk.cells[left] = x
                left += 1
    return False
