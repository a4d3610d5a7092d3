"""Pledges: turns that parties have promised not to play, as a search believes them.

Method: contracts as restrictions of actions (János Kramár et al., "Negotiation and honesty in
artificial intelligence methods for the board game of Diplomacy", Nature Communications 13, 2022).
For its term a pledge takes turns away from the candidates of whoever gave it, at every node of the
tree where that party moves; a party with no other turn left is free. Without pledges a search is
what it is without this module, to the last node.

A pledge knows acts on pieces and the Chief's way to power. Encirclements, purges and hands laid on
one particular piece are judged elsewhere (`djambi.pacts`), and no search needs them.
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
        MAX_PARTIES,
        NO_CELL,
        NOBODY,
        PIECE,
        SIDES,
    )


class TurnPledges:
    """The pledges of all parties; none at first.

    >>> from djambi.position.position import Position
    >>> start = Position.start("hex-3")
    >>> pledges = TurnPledges(parties=3)
    >>> pledges.promise(0, plies=3, spares=0b110)
    >>> pledges.active, pledges.allows(start.kernel(), start.turn("d3-c4").packed)
    (True, True)
    """

    def __init__(self, parties: int) -> None:
        if not cython.compiled:
            self.plies = [0] * MAX_PARTIES
            self.spares = [0] * MAX_PARTIES
            self.attacks = [0] * MAX_PARTIES
            self.shuns_power = [False] * MAX_PARTIES
            self.leaves_power = [False] * MAX_PARTIES
        self.parties = parties
        self.active = False

    def promise(
        self,
        party: int,
        plies: int,
        spares: int = 0,
        attacks: int = 0,
        shuns_power: bool = False,
        leaves_power: bool = False,
    ) -> None:
        """Set what a party has promised, by its number, for so many plies from the root.

        Args:
            party: its number.
            plies: the plies from the root in which it is bound.
            spares: bits of the parties whose pieces it neither kills nor displaces.
            attacks: bits of the parties of whom it attacks one, if it can, whenever it moves.
            shuns_power: whether its Chief does not enter the maze.
            leaves_power: whether its Chief leaves the maze, if he can.

        Raises IndexError for a number that is none of a party.
        """
        if not 0 <= party < self.parties:
            raise IndexError(f"no party number {party}")
        self.plies[party] = plies
        self.spares[party] = spares
        self.attacks[party] = attacks
        self.shuns_power[party] = shuns_power
        self.leaves_power[party] = leaves_power
        self.active = True

    def clear(self) -> None:
        """Clear all pledges."""
        party: cython.int
        for party in range(MAX_PARTIES):
            self.plies[party] = 0
            self.spares[party] = 0
            self.attacks[party] = 0
            self.shuns_power[party] = False
            self.leaves_power[party] = False
        self.active = False

    def copy_from(self, other: TurnPledges) -> None:
        """Copy the pledges of the same number of parties."""
        party: cython.int
        for party in range(MAX_PARTIES):
            self.plies[party] = other.plies[party]
            self.spares[party] = other.spares[party]
            self.attacks[party] = other.attacks[party]
            self.shuns_power[party] = other.shuns_power[party]
            self.leaves_power[party] = other.leaves_power[party]
        self.active = other.active

    def binds(self, party: cython.int, ply: cython.int) -> cython.bint:
        """Return whether a party is bound so many plies from the root."""
        return self.active and ply < self.plies[party]

    def allows(self, kernel: Kernel, turn: int) -> bool:
        """Return whether the pledges of whoever moves leave them a packed turn."""
        return self.forbids(kernel, turn) == 0

    def forbids(self, kernel: Kernel, turn: cython.longlong) -> cython.bint:
        """Return whether the mover has promised not to play a turn; it is not played."""
        harmed: cython.int = self._harmed(kernel, turn)
        mover: cython.int = kernel.mover
        if harmed & self.spares[mover]:
            return True
        return self.shuns_power[mover] and self._chief_enters(kernel, turn)

    def fulfils(self, kernel: Kernel, turn: cython.longlong) -> cython.bint:
        """Return whether a turn does what the mover has promised to do."""
        mover: cython.int = kernel.mover
        if self.attacks[mover] and self._harmed(kernel, turn) & self.attacks[mover]:
            return True
        return (
            self.leaves_power[mover]
            and turns.origin(turn) == kernel.maze
            and self._chief_moves(kernel, turn)
        )

    def has_duties(self, party: cython.int) -> cython.bint:
        """Return whether a party has promised to do something, not only to leave things undone."""
        return self.attacks[party] != 0 or self.leaves_power[party]

    def _chief_moves(self, kernel: Kernel, turn: cython.longlong) -> cython.bint:
        """Return whether the mover's own Chief makes the turn."""
        cell: cython.int = turns.origin(turn)
        if cell == NO_CELL:
            return False
        return (
            kernel.kind_of[kernel.board[cell]] == CHIEF
            and kernel.party_of[kernel.board[cell]] == kernel.mover
        )

    def _chief_enters(self, kernel: Kernel, turn: cython.longlong) -> cython.bint:
        """Return whether the mover's own Chief goes into the maze from elsewhere and stays."""
        if not self._chief_moves(kernel, turn) or turns.origin(turn) == kernel.maze:
            return False
        return turns.target(turn) == kernel.maze and turns.exit(turn) == NO_CELL

    def _harmed(self, kernel: Kernel, turn: cython.longlong) -> cython.int:
        """Return as bits who controls the pieces that a turn kills or displaces."""
        cell: cython.int = turns.origin(turn)
        exit: cython.int = turns.exit(turn)
        found: cython.int
        if cell == NO_CELL:
            return 0
        kernel.prepare()
        found = self._owner(kernel, turns.target(turn))
        found |= self._owners_beside(kernel, turns.target(turn), turns.victims(turn))
        if exit != NO_CELL:
            if exit != cell:
                found |= self._owner(kernel, exit)
            found |= self._owners_beside(kernel, exit, turns.exit_victims(turn))
        return found

    def _owner(self, kernel: Kernel, cell: cython.int) -> cython.int:
        """Return as a bit who controls the living piece on a cell, 0 if there is none."""
        code: cython.int = kernel.board[cell]
        if code < PIECE or kernel.controller[kernel.party_of[code]] == NOBODY:
            return 0
        return 1 << kernel.controller[kernel.party_of[code]]

    def _owners_beside(self, kernel: Kernel, cell: cython.int, victims: cython.int) -> cython.int:
        """Return as bits who controls a Reporter's victims beside a cell."""
        i: cython.int
        found: cython.int = 0
        for i in range(kernel.tables.side_count[cell]):
            if victims >> i & 1:
                found |= self._owner(kernel, kernel.tables.side[cell * SIDES + i])
        return found
