"""How a game may end before its last rival is gone: what the tests of RULES 7.2 and 7.3 look for.

A *region* is what can be reached over neighbouring cells without a corpse.
"""

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
        CODES,
        CORPSE,
        DIPLOMAT,
        HOSTAGE,
        KILL,
        MAX_CELLS,
        MILITANT,
        NECROMOBILE,
        NEIGHBOURS,
        NOBODY,
        PIECE,
        SLOTS,
        STATUS,
    )


def ruler_is_unreachable(kernel: TurnCounter, walk: Walk, ruler: cython.int) -> cython.bint:
    """Return whether nobody is left who could reach the ruler (RULES 7.2).

    `ruler` is the party whose Chief holds the maze.
    """
    party: cython.int
    slot: cython.int
    killers: cython.bint = False
    carriers: cython.bint = False
    if kernel.relations_stale:
        kernel.update_relations()
    for party in range(kernel.parties):
        if kernel.controller[party] == ruler or kernel.header[STATUS + party] == HOSTAGE:
            continue
        for slot in range(party * SLOTS, party * SLOTS + SLOTS):
            if kernel.cell_of[slot] == kernel.cells or slot % SLOTS == CHIEF:
                continue
            if slot % SLOTS == NECROMOBILE:
                carriers = True
            elif slot % SLOTS < MILITANT or kernel.options.militant_kills_power:
                killers = True
    if not killers:
        return True
    return not carriers and _is_sealed_in(kernel, walk, ruler)


def _is_sealed_in(kernel: TurnCounter, walk: Walk, ruler: cython.int) -> cython.bint:
    """Return whether nothing but corpses surrounds the ruler and his group (RULES 7.2)."""
    cell: cython.int
    i: cython.int
    x: cython.int
    code: cython.int
    head: cython.int = 0
    tail: cython.int = 1
    walk.stamp += 1
    walk.seen[kernel.maze] = walk.stamp
    walk.cells[0] = kernel.maze
    while head < tail:
        cell = walk.cells[head]
        head += 1
        for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + kernel.tables.near_count[cell]):
            x = kernel.tables.near[i]
            code = kernel.board[x]
            if code == CORPSE or walk.seen[x] == walk.stamp:
                continue
            if code < PIECE or kernel.controller[kernel.party_of[code]] != ruler:
                return False
            walk.seen[x] = walk.stamp
            walk.cells[tail] = x
            tail += 1
    return True


def any_contact(kernel: TurnCounter, walk: Walk) -> cython.bint:
    """Return whether two living pieces of one region are in contact (RULES 7.3)."""
    cell: cython.int
    i: cython.int
    j: cython.int
    many: cython.int
    code: cython.int
    first: cython.uint
    if kernel.relations_stale:
        kernel.update_relations()
    # Mostly somebody sees somebody.
    for i in range(kernel.parties):
        if kernel.controller[i] != NOBODY:
            for j in range(i * SLOTS, i * SLOTS + SLOTS):
                if kernel.cell_of[j] != kernel.cells and kernel.sees_another(kernel.cell_of[j]):
                    return True
    walk.stamp += 1
    first = walk.stamp
    for cell in range(kernel.cells):
        if kernel.board[cell] < PIECE or walk.seen[cell] == first:
            continue
        many = _walk_region(kernel, walk, cell, True)
        if many == 0:
            return True
        # Nobody is in contact with the piece on `cell`; others may be with each other.
        for i in range(many):
            for j in range(i):
                code = kernel.board[walk.cells[i]]
                if _are_in_contact(kernel, code, kernel.board[walk.cells[j]]):
                    return True
    return False


def _are_in_contact(kernel: TurnCounter, code: cython.int, other: cython.int) -> cython.bint:
    """Return whether one of two living pieces of a region is in contact with the other."""
    p: cython.int = kernel.party_of[code]
    q: cython.int = kernel.party_of[other]
    if kernel.controller[p] != kernel.controller[q]:
        # Nobody controls hostages, so one of the two is none.
        return True
    return _may_kill_own(kernel, code, other) or _may_kill_own(kernel, other, code)


def _may_kill_own(kernel: TurnCounter, code: cython.int, target: cython.int) -> cython.bint:
    """Return whether `own_kills` lets a piece kill another of the same controller."""
    party: cython.int = kernel.party_of[code]
    if kernel.controller[party] == NOBODY or kernel.kind_of[code] == DIPLOMAT:
        return False
    return kernel.permitted_acts[party * CODES + target] & KILL != 0


def _walk_region(
    kernel: TurnCounter, walk: Walk, cell: cython.int, looking: cython.bint
) -> cython.int:
    """Walk the region of a cell; return how many living pieces stand in it.

    Their cells are the first in `walk.cells` afterwards, and all cells of the region are seen. If
    `looking`, stop and return 0 at the first piece in contact with the one on `cell`.
    """
    code: cython.int = kernel.board[cell]
    many: cython.int = 0
    top: cython.int = MAX_CELLS
    i: cython.int
    x: cython.int
    # The stack of cells to visit grows down from the other end of the list; together they never
    # hold more than every cell once.
    walk.seen[cell] = walk.stamp
    top -= 1
    walk.cells[top] = cell
    while top < MAX_CELLS:
        cell = walk.cells[top]
        top += 1
        if kernel.board[cell] >= PIECE:
            walk.cells[many] = cell
            many += 1
        for i in range(cell * NEIGHBOURS, cell * NEIGHBOURS + kernel.tables.near_count[cell]):
            x = kernel.tables.near[i]
            if kernel.board[x] != CORPSE and walk.seen[x] != walk.stamp:
                walk.seen[x] = walk.stamp
                top -= 1
                walk.cells[top] = x
                if looking and kernel.board[x] >= PIECE:
                    if _are_in_contact(kernel, code, kernel.board[x]):
                        return 0
    return many


def chief_may_reach_maze(kernel: TurnCounter, walk: Walk) -> cython.bint:
    """Return whether an active Chief is in the region of a maze without a corpse (RULES 7.3)."""
    party: cython.int
    chief: cython.int
    if kernel.board[kernel.maze] == CORPSE:
        return False
    walk.stamp += 1
    _walk_region(kernel, walk, kernel.maze, False)
    for party in range(kernel.parties):
        chief = kernel.cell_of[party * SLOTS + CHIEF]
        if kernel.header[STATUS + party] == ACTIVE and walk.seen[chief] == walk.stamp:
            return True
    return False
