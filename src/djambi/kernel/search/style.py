"""Style bias: what a player likes about a turn besides what it brings. This makes a character.

Method: a linear bias on the turns at the root, in shares of the game, added to their value where
the player chooses; evaluation and the tree below know nothing of it:

    bias(turn) = sum over kills of kill[owner] + sum over displacements of displace[owner]
                 + corpse_on[cells where corpses come to lie] - corpse_on[cells they are taken from]
                 + chief_on[to] - chief_on[from], if the own Chief moves
                 - leader_penalty * the largest share of the others afterwards
"""

from __future__ import annotations

from djambi.kernel.rules.kernel import Kernel

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import (
        CHIEF,
        CORPSE,
        DIPLOMAT,
        EMPTY,
        MAX_CELLS,
        MAX_PARTIES,
        NO_CELL,
        NOBODY,
        PIECE,
        SIDES,
    )

# The index of pieces that nobody controls, however many parties there are.
UNCONTROLLED = cython.declare(cython.int, MAX_PARTIES)


class StyleBias:
    """What the player whose turn it is likes; nothing at first.

    >>> from djambi.position.position import Position
    >>> start = Position.start("hex-3")
    >>> to_the_maze = [0.1 * (cell == "e5") for cell in start.board.cells]
    >>> style = StyleBias(parties=3)
    >>> style.prefer([], [], [], to_the_maze, 0.0)
    >>> style.bias_of(start.kernel(), start.turn("d3-c4").packed)
    0.0
    """

    def __init__(self, parties: int) -> None:
        if not cython.compiled:
            self.kill = [0.0] * (MAX_PARTIES + 1)
            self.displace = [0.0] * (MAX_PARTIES + 1)
            self.corpse_on = [0.0] * MAX_CELLS
            self.chief_on = [0.0] * MAX_CELLS
            self.nobody = [0.0] * MAX_PARTIES
        self.parties = parties
        self.active = False
        self.leader_penalty = 0.0

    def prefer(
        self,
        kill: list[float],
        displace: list[float],
        corpse_on: list[float],
        chief_on: list[float],
        leader_penalty: float,
    ) -> None:
        """Set what is liked, in shares of the game; what a list is too short for counts nothing.

        Args:
            kill, displace: to kill, or to displace, a piece that this party controls, by its
                number; last, one that nobody controls.
            corpse_on: a corpse that comes to lie on this cell, less the one taken from a cell.
            chief_on: the player's own Chief on this cell, less on the cell where he was.
            leader_penalty: how much the largest share of the others is disliked.
        """
        i: cython.int
        for i in range(MAX_PARTIES + 1):
            self.kill[i] = 0.0
            self.displace[i] = 0.0
        for i in range(min(len(kill), self.parties + 1)):
            self.kill[i if i < self.parties else UNCONTROLLED] = kill[i]
        for i in range(min(len(displace), self.parties + 1)):
            self.displace[i if i < self.parties else UNCONTROLLED] = displace[i]
        for i in range(MAX_CELLS):
            self.corpse_on[i] = corpse_on[i] if i < len(corpse_on) else 0.0
            self.chief_on[i] = chief_on[i] if i < len(chief_on) else 0.0
        self.leader_penalty = leader_penalty
        self.active = True

    def clear(self) -> None:
        """Clear all preferences."""
        self.active = False

    def bias_of(self, kernel: Kernel, turn: int) -> float:
        """Return how much the player likes a packed turn, the largest share left out."""
        return self.bias(kernel, turn, self.nobody)

    def bias(self, kernel: Kernel, turn: cython.longlong, shares: cython.p_double) -> cython.double:
        """Return how much the player likes a turn that leads to these shares; it is not played."""
        cell: cython.int = turns.origin(turn)
        to: cython.int = turns.target(turn)
        exit: cython.int = turns.exit(turn)
        code: cython.int
        party: cython.int
        liked: cython.double = 0.0
        largest: cython.double = 0.0
        if not self.active:
            return 0.0
        kernel.prepare()
        if cell != NO_CELL:
            code = kernel.board[cell]
            liked = self._of_act(kernel, kernel.kind_of[code], cell, to, turns.place(turn))
            liked += self._of_victims(kernel, to, turns.victims(turn))
            if exit != NO_CELL:
                # What the step has put on the way of the exit is left out: it is seldom there.
                if exit != cell:
                    liked += self._of_act(
                        kernel, kernel.kind_of[code], to, exit, turns.exit_place(turn)
                    )
                liked += self._of_victims(kernel, exit, turns.exit_victims(turn))
                to = exit
            if kernel.kind_of[code] == CHIEF and kernel.party_of[code] == kernel.mover:
                liked += self.chief_on[to] - self.chief_on[cell]
        if self.leader_penalty != 0.0:
            for party in range(kernel.parties):
                if party != kernel.mover and shares[party] > largest:
                    largest = shares[party]
            liked -= self.leader_penalty * largest
        return liked

    def _owner(self, kernel: Kernel, code: cython.int) -> cython.int:
        """Return who controls a living piece: a party's number, or UNCONTROLLED."""
        if kernel.controller[kernel.party_of[code]] == NOBODY:
            return UNCONTROLLED
        return kernel.controller[kernel.party_of[code]]

    def _of_act(
        self,
        kernel: Kernel,
        kind: cython.int,
        cell: cython.int,
        to: cython.int,
        place: cython.int,
    ) -> cython.double:
        """Return the bias for a piece of this kind that goes to a cell and acts there."""
        target: cython.int = kernel.board[to]
        if target == EMPTY:
            return 0.0
        if target == CORPSE:
            return (self.corpse_on[place] if place != NO_CELL else 0.0) - self.corpse_on[to]
        if kind == DIPLOMAT:
            return self.displace[self._owner(kernel, target)]
        # An Assassin leaves the corpse where it came from.
        return (
            self.kill[self._owner(kernel, target)]
            + self.corpse_on[place if place != NO_CELL else cell]
        )

    def _of_victims(self, kernel: Kernel, cell: cython.int, victims: cython.int) -> cython.double:
        """Return the bias for a Reporter's victims beside a cell; corpses stay where they fell."""
        i: cython.int
        side: cython.int
        code: cython.int
        liked: cython.double = 0.0
        for i in range(kernel.tables.side_count[cell]):
            if victims >> i & 1:
                side = kernel.tables.side[cell * SIDES + i]
                code = kernel.board[side]
                if code >= PIECE:
                    liked += self.kill[self._owner(kernel, code)] + self.corpse_on[side]
        return liked
