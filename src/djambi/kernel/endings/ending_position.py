"""The positions of one ending, numbered, and the rules of a duel on an open board.

Two parties are left, each with its Chief, and at most two more pieces or corpses between them. A
position is the cell of each, called its *slot*, and whose turn it is. So every position has a
number, its place in an array (`djambi.kernel.endings.ending_table`). Positions that are turned or
mirrored are one, as far as the first Chief tells them apart.

How a piece slides and who plays next stands here (RULES 3.1, 3.2, 4.2 and 6); what a turn leads to
stands with the table that has the values.
"""

from __future__ import annotations

from collections.abc import Sequence

from djambi.kernel.rules.tables import Tables

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.rules.codes import (
        CHIEF,
        EMPTY,
        LINE,
        LINES,
        MAX_CELLS,
        MILITANT,
        MILITANT_REACH,
        NECROMOBILE,
        NOBODY,
        REPORTER,
        SIDES,
        WALL,
    )
    from djambi.kernel.rules.options import POWER_TURNS_AFTER_EACH

    MAX_SLOTS = 4
    MAX_SYMMETRIES = 16
    # Lists of cells that are in use at once: for turns, for exits, for turns taken back.
    BUFFERS = 3
    # What stands in a slot: a kind (`codes`), or a corpse, which has no party.
    DEAD = 6
    NO_PARTY = 2
    # Turn numbers: a party's regular turn, and this more for its bonus turn.
    BONUS_TURNS = 2


class EndingPosition:
    """A position of an ending on its board, any of them in turn, and the numbers of all.

    Slots 0 and 1 are the two parties' Chiefs, the others what else is on the board.
    """

    def __init__(
        self,
        tables: Tables,
        symmetries: Sequence[Sequence[int]],
        pieces: Sequence[tuple[int, int]],
        options: dict[str, int],
    ) -> None:
        """Make an empty board.

        Args:
            tables: the board, without a fortress and without hexagonal diagonals.
            symmetries: permutations of its cells; the first one changes nothing.
            pieces: per slot, kind (6: a corpse) and party (0, 1; 2: none).
            options: of the rules, as numbers (`djambi.kernel.rules.options`).

        Raises ValueError for more pieces, symmetries or cells than there is room for.
        """
        if not 2 <= len(pieces) <= MAX_SLOTS or len(symmetries) > MAX_SYMMETRIES:
            raise ValueError("an ending has 2 to 4 pieces and corpses, a board 16 symmetries")
        if not cython.compiled:
            self.kind = [0] * MAX_SLOTS
            self.owner = [NO_PARTY] * MAX_SLOTS
            self.rank_of = [0] * MAX_CELLS
            self.symmetry_of = [0] * MAX_CELLS
            self.image = [0] * (MAX_SYMMETRIES * MAX_CELLS)
            self.cell_of_rank = [0] * MAX_CELLS
            self.weight_of_rank = [0] * MAX_CELLS
            self.kept_by_count = [0] * MAX_CELLS
            self.kept_by = [0] * (MAX_SYMMETRIES * MAX_CELLS)
            self.first_of_turn = [0] * 5
            self.cell = [0] * MAX_SLOTS
            self.board = [0] * MAX_CELLS
            self.stop_count = [0] * BUFFERS
            self.stops = [0] * (BUFFERS * MAX_CELLS)
            self.hit_count = [0] * BUFFERS
            self.hits = [0] * (BUFFERS * MAX_CELLS)
        self.tables = tables
        self.cells = tables.cells
        self.maze = tables.maze
        self.slots = len(pieces)
        for slot in range(MAX_SLOTS):
            self.kind[slot], self.owner[slot] = (
                pieces[slot] if slot < self.slots else (DEAD, NO_PARTY)
            )
        self.ruler_plays_on = options["power_turns"] != POWER_TURNS_AFTER_EACH
        self._rank_cells(symmetries)
        self._lay_out()
        self.board[self.cells] = WALL

    def _rank_cells(self, symmetries: Sequence[Sequence[int]]) -> None:
        """Number the cells of the first Chief that no symmetry makes alike."""
        for number, symmetry in enumerate(symmetries):
            for cell in range(self.cells):
                self.image[number * MAX_CELLS + cell] = symmetry[cell]
        self.ranks = 0
        found: dict[int, int] = {}
        for cell in range(self.cells):
            for number, symmetry in enumerate(symmetries):
                rank = found.get(symmetry[cell])
                if rank is not None:
                    self.symmetry_of[cell] = number
                    break
            else:
                rank = found[cell] = self.ranks
                self.cell_of_rank[rank] = cell
                self.weight_of_rank[rank] = 0
                self.symmetry_of[cell] = 0
                self.ranks += 1
            self.rank_of[cell] = rank
            self.weight_of_rank[rank] += 1
        for rank in range(self.ranks):
            cell = self.cell_of_rank[rank]
            for number, symmetry in enumerate(symmetries):
                if symmetry[cell] == cell:
                    self.kept_by[MAX_SYMMETRIES * rank + self.kept_by_count[rank]] = number
                    self.kept_by_count[rank] += 1

    def _lay_out(self) -> None:
        """Say where in the array the positions of each turn begin."""
        one_chief: cython.longlong = 1
        both: cython.longlong
        for _ in range(self.slots - 2):
            one_chief *= self.cells
        both = one_chief * self.cells
        self.first_of_turn[0] = 0
        self.first_of_turn[1] = self.ranks * both
        self.first_of_turn[2] = 2 * self.ranks * both
        self.first_of_turn[3] = self.first_of_turn[2] + both
        self.size = self.first_of_turn[3] + self.ranks * one_chief
        self.first_of_turn[4] = self.size

    # -- positions and their numbers ----------------------------------------------------------

    @cython.final
    def index_at(
        self,
        turn: cython.int,
        a: cython.int,
        b: cython.int,
        c: cython.int,
        d: cython.int,
    ) -> cython.longlong:
        """Return the place in the array of a position: its turn, and the cell of each slot.

        In a bonus turn the Chief whose turn it is stands in the maze, and is not counted.
        """
        image: cython.int = self.symmetry_of[a] * MAX_CELLS
        index: cython.longlong = 0
        if turn != BONUS_TURNS:
            index = self.rank_of[a]
        if turn != BONUS_TURNS + 1:
            index = index * self.cells + self.image[image + b]
        if self.slots > 2:
            index = index * self.cells + self.image[image + c]
        if self.slots > 3:
            index = index * self.cells + self.image[image + d]
        return self.first_of_turn[turn] + index

    @cython.final
    def _index(self, turn: cython.int) -> cython.longlong:
        return self.index_at(turn, self.cell[0], self.cell[1], self.cell[2], self.cell[3])

    @cython.final
    def _decode(self, index: cython.longlong) -> cython.bint:
        """Set up the position at a place of the array; return False if it is none.

        `_clear` takes it from the board again, in either case.
        """
        slot: cython.int
        place: cython.int
        is_position: cython.bint = True
        self.turn = 0
        while index >= self.first_of_turn[self.turn + 1]:
            self.turn += 1
        index -= self.first_of_turn[self.turn]
        for slot in range(self.slots - 1, 0, -1):
            if slot == 1 and self.turn == BONUS_TURNS + 1:
                self.cell[slot] = self.maze
            else:
                self.cell[slot] = index % self.cells
                index //= self.cells
        if self.turn == BONUS_TURNS:
            self.cell[0] = self.maze
        else:
            self.cell[0] = self.cell_of_rank[index]
        for slot in range(self.slots):
            place = self.cell[slot]
            if self.board[place] != EMPTY or (place == self.maze and slot > 1):
                is_position = False
            self.board[place] = slot + 1
        return is_position

    @cython.final
    def _clear(self) -> cython.void:
        slot: cython.int
        for slot in range(self.slots):
            self.board[self.cell[slot]] = EMPTY

    # -- the rules of a duel ------------------------------------------------------------------

    @cython.final
    def _ruler(self) -> cython.int:
        """Return the party in power, or `NOBODY` (RULES 4.2)."""
        if self.cell[0] == self.maze:
            return 0
        if self.cell[1] == self.maze:
            return 1
        return NOBODY

    @cython.final
    def _next_turn(self, party: cython.int, bonus: cython.bint) -> cython.int:
        """Return the turn after a turn that a party has played, regular or bonus (RULES 6)."""
        ruler: cython.int = self._ruler()
        if bonus:
            return party if ruler == party and self.ruler_plays_on else 1 - party
        if ruler == 1 - party:
            return BONUS_TURNS + ruler
        return 1 - party

    @cython.final
    def _slide(
        self, cell: cython.int, kind: cython.int, party: cython.int, buffer: cython.int
    ) -> cython.void:
        """List where a piece may stop, and where it may act, from a cell (RULES 3.1, 3.2)."""
        line: cython.int
        side: cython.int
        left: cython.int
        at: cython.int
        x: cython.int
        there: cython.int
        may_act: cython.bint
        first: cython.int = buffer * MAX_CELLS
        stop: cython.int = first
        hit: cython.int = first
        for line in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            for side in range(2):
                at = self.tables.line_at[line] + self.tables.place_on[line]
                left = MILITANT_REACH if kind == MILITANT else LINE
                while left > 0:
                    left -= 1
                    at += 2 * side - 1
                    x = self.tables.line_cell[at]
                    there = self.board[x]
                    if there == EMPTY:
                        if x != self.maze or kind == CHIEF:
                            self.stops[stop] = x
                            stop += 1
                        continue
                    if there == WALL:
                        break
                    if kind == NECROMOBILE:
                        may_act = self.kind[there - 1] == DEAD
                    elif kind == REPORTER:
                        may_act = False
                    else:
                        # In the maze only a Chief can stand, and no Militant touches him there.
                        may_act = self.owner[there - 1] == 1 - party
                        may_act = may_act and (kind != MILITANT or x != self.maze)
                    if may_act:
                        self.hits[hit] = x
                        hit += 1
                    break
        self.stop_count[buffer] = stop - first
        self.hit_count[buffer] = hit - first

    @cython.final
    def _has_enemy_beside(self, cell: cython.int, party: cython.int) -> cython.bint:
        """Return whether a Reporter of a party that comes to a cell can kill there (RULES 3.3)."""
        i: cython.int
        there: cython.int
        for i in range(cell * SIDES, cell * SIDES + self.tables.side_count[cell]):
            there = self.board[self.tables.side[i]]
            if there != EMPTY and self.owner[there - 1] == 1 - party:
                return True
        return False
