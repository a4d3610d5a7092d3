"""What a piece may do to another where it goes, beyond who may act on whom (RULES 3.1 to 3.4).

Who may act on whom at all is in `State.permitted_acts`; here are the bans that depend on the cell
or on the exit, and a Reporter's victims. These functions look at a state
as its mover sees it (`State.prepare`) and change nothing.
"""

from __future__ import annotations

from djambi.kernel.rules.state import State

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.rules.codes import (
        ASSASSIN,
        CHIEF,
        CODES,
        DIPLOMAT,
        KILL,
        MILITANT,
        NECROMOBILE,
        SIDES,
    )
    from djambi.kernel.rules.options import (
        KILLER_EXIT_ANY,
        KILLER_EXIT_CHIEFS,
        MOVER_EXIT_ANY,
        MOVER_EXIT_CHIEFS,
        REPORTER_TARGETS_ONE,
        REPORTER_TARGETS_SOME,
    )


def may_act_there(
    state: State, kind: cython.int, cell: cython.int, target: cython.int, exit: cython.int
) -> cython.bint:
    """Return whether a kind of piece may act on what stands on a cell, as far as the cell decides.

    Militants may be barred from the ruler (RULES 3.2), and in an exit (`exit` is 1, not 0) acts
    are limited by `killer_exit` and `mover_exit` (RULES 3.4). `target` is the code of what stands
    there.
    """
    only_chiefs: cython.bint
    anything: cython.bint
    if kind == MILITANT and cell == state.maze and not state.options.militant_kills_power:
        return False
    if not exit:
        return True
    if cell == state.maze or (state.fortress_shut and state.tables.fortress[cell]):
        return False
    if kind == DIPLOMAT or kind == NECROMOBILE:
        only_chiefs = state.options.mover_exit == MOVER_EXIT_CHIEFS
        anything = state.options.mover_exit == MOVER_EXIT_ANY
    else:
        only_chiefs = state.options.killer_exit == KILLER_EXIT_CHIEFS
        anything = state.options.killer_exit == KILLER_EXIT_ANY
    if only_chiefs:
        return (kind == DIPLOMAT or kind == ASSASSIN) and state.kind_of[target] == CHIEF
    return anything


def victims_around(
    state: State, cell: cython.int, colour: cython.int, left: cython.int
) -> cython.int:
    """Return the sides of a cell, as bits, where a Reporter of a colour may kill (RULES 3.3).

    `left` is the cell that the Reporter comes from: nobody stands there any more.
    """
    i: cython.int
    x: cython.int
    seen: cython.int = 0
    for i in range(state.tables.side_count[cell]):
        x = state.tables.side[cell * SIDES + i]
        if x != left and state.permitted_acts[colour * CODES + state.board[x]] & KILL:
            seen |= 1 << i
    return seen


def next_victims(targets: cython.int, chosen: cython.int, seen: cython.int) -> cython.int:
    """Return the choice of victims after `chosen` (0: the first choice); 0 after the last.

    `targets` is the option `reporter_targets`; `seen` are all that the Reporter could kill. Choices
    are bits over the sides of its cell (RULES 3.3).
    """
    if targets == REPORTER_TARGETS_ONE:
        # The lowest bit above the one that was chosen.
        seen &= ~(2 * chosen - 1) if chosen else 255
        return seen & -seen
    if targets == REPORTER_TARGETS_SOME:
        # The next number that has no bit outside `seen`: the borrow runs over the gaps.
        return (chosen - seen) & seen
    return 0 if chosen else seen
