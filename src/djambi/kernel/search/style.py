"""What a player likes about a turn besides what it brings: this is what makes a character.

A taste is a sum of weights over what a turn does: whom it kills or throws elsewhere, where it
lays corpses, where the player's own Chief goes, how large the largest of the others becomes. It is
counted in shares of the game and added where the player chooses; it is no part of what a
position is judged to be worth. Who sets no weights has no tastes.
"""

from __future__ import annotations

from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.evaluation import Judge

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import CHIEF, CORPSE, DIPLOMAT, EMPTY, NOBODY, NONE, PIECE, WALL


class Tastes(Judge):
    """A kernel that knows what the player whose turn it is likes.

    >>> from djambi.position.position import Position
    >>> start = Position.start("hex-3")
    >>> kernel = start.kernel()
    >>> taster = Tastes(kernel.tables, kernel.parties, kernel.options)
    >>> taster.load(kernel.contents(), kernel.entries())
    >>> to_the_maze = [0.1 * (cell == "e5") for cell in start.board.cells]
    >>> taster.like([], [], [], to_the_maze, 0.0)
    >>> taster.taste(start.turn("d3-c4").packed)
    0.0
    """

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.kills = [0.0] * 9
            self.throws = [0.0] * 9
            self.tomb = [0.0] * 176
            self.march = [0.0] * 176
        super().__init__(tables, parties, options)
        self.tasting = False
        self.balance = 0.0

    def like(
        self,
        kills: list[float],
        throws: list[float],
        tomb: list[float],
        march: list[float],
        balance: float,
    ) -> None:
        """Set what is liked, in shares of the game; what a list is too short for counts nothing.

        `kills` and `throws`: to kill, or to throw elsewhere, a piece that this party controls
        (by its number; last, one that nobody controls). `tomb`: a corpse that comes to lie on
        this cell, less the one that was taken from a cell. `march`: the player's own Chief on
        this cell, less on the cell where he was. `balance`: how much the largest share of the
        others is disliked.
        """
        i: cython.int
        for i in range(9):
            self.kills[i] = 0.0
            self.throws[i] = 0.0
        # The last entry is for pieces that nobody controls, however many parties there are.
        for i in range(min(len(kills), self.parties + 1)):
            self.kills[i if i < self.parties else 8] = kills[i]
        for i in range(min(len(throws), self.parties + 1)):
            self.throws[i if i < self.parties else 8] = throws[i]
        for i in range(176):
            self.tomb[i] = tomb[i] if i < len(tomb) else 0.0
            self.march[i] = march[i] if i < len(march) else 0.0
        self.balance = balance
        self.tasting = True

    def like_nothing(self) -> None:
        """Have no tastes any more."""
        self.tasting = False

    def taste(self, turn: int) -> float:
        """How much the player likes a packed turn, in shares, the balance of power left out."""
        balance: cython.double = self.balance
        liked: cython.double
        self.balance = 0.0
        liked = self._taste(turn, self.share)
        self.balance = balance
        return liked

    # -- inside -------------------------------------------------------------------------------

    @cython.final
    def _taste(self, turn: cython.longlong, shares: cython.p_double) -> cython.double:
        """How much the player likes a turn that leads to these shares; nothing is played yet."""
        cell: cython.int = turns.origin(turn)
        to: cython.int = turns.target(turn)
        exit: cython.int = turns.exit(turn)
        code: cython.int
        party: cython.int
        liked: cython.double = 0.0
        most: cython.double = 0.0
        if not self.tasting:
            return 0.0
        self.prepare()
        if cell != NONE:
            code = self.board[cell]
            liked = self._taste_of_act(self.kind_of[code], cell, to, turns.place(turn))
            liked += self._taste_of_victims(to, turns.victims(turn))
            if exit != NONE:
                # What the step has put on the way of the exit is left out: it is seldom there.
                if exit != cell:
                    liked += self._taste_of_act(
                        self.kind_of[code], to, exit, turns.exit_place(turn)
                    )
                liked += self._taste_of_victims(exit, turns.exit_victims(turn))
                to = exit
            if self.kind_of[code] == CHIEF and self.party_of[code] == self.mover:
                liked += self.march[to] - self.march[cell]
        if self.balance != 0.0:
            for party in range(self.parties):
                if party != self.mover and shares[party] > most:
                    most = shares[party]
            liked -= self.balance * most
        return liked

    @cython.final
    def _owner(self, code: cython.int) -> cython.int:
        """Who controls a living piece: a party's number, 8 for nobody."""
        if self.controller[self.party_of[code]] == NOBODY:
            return 8
        return self.controller[self.party_of[code]]

    @cython.final
    def _taste_of_act(
        self, kind: cython.int, cell: cython.int, to: cython.int, place: cython.int
    ) -> cython.double:
        """A piece of this kind goes from a cell to another and acts on what stands there."""
        target: cython.int = self.board[to]
        if target == EMPTY or target == WALL:
            return 0.0
        if target == CORPSE:
            return (self.tomb[place] if place != NONE else 0.0) - self.tomb[to]
        if kind == DIPLOMAT:
            return self.throws[self._owner(target)]
        # An Assassin leaves the corpse where it came from.
        return self.kills[self._owner(target)] + self.tomb[place if place != NONE else cell]

    @cython.final
    def _taste_of_victims(self, cell: cython.int, victims: cython.int) -> cython.double:
        """A Reporter on this cell kills beside it; the corpses stay where they fell."""
        i: cython.int
        side: cython.int
        liked: cython.double = 0.0
        for i in range(8):
            if victims >> i & 1:
                side = self.tables.side[cell * 8 + i]
                if PIECE <= self.board[side] and self.board[side] != WALL:
                    liked += self.kills[self._owner(self.board[side])] + self.tomb[side]
        return liked
