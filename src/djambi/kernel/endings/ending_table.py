"""An exact table of one ending: for every position who wins, and in how many turns.

Two parties are left on an open board, each with its Chief, and at most two more pieces or corpses
between them (`djambi.kernel.endings.ending_position`). A table is an array of bytes, one for each
position. It is made by *retrograde analysis*: from the positions that a turn decides, back to those
from which they can be reached, one turn further from the end at a time.

    won in n:   some turn leads to a position that is won in n - 1, and none to one won sooner
    lost in n:  every turn leads to a position that is lost, the longest of them in n - 1
    shared:     what is left: neither can be forced, play goes on for ever

n counts the turns of both parties, bonus turns too; or, if it is asked for, the winner's own alone.
Then the loser's turns cost nothing, and are gone back to within one n. Turns that kill lead to
another, smaller table, where the corpse lies (`after`); its values are known. That table may be
longer than this one, so a value that rests on it waits in the array until its n comes. Turns of a
ruler may follow each other (RULES 6), so that won and lost are said of a party, not of whoever is
to move.

Steps are taken back exactly: a step onto an empty cell is a slide, and slides go both ways, and
what a Diplomat or a Necromobile carried away is carried back. Only exits from the maze (RULES
3.4) are taken back loosely, and what this finds is looked at forwards. That a position is lost is
always found forwards, with all its turns.

The rules of a duel on an open board are few enough to be read off the board here, which is some
fifty times as fast as playing turns in a `Kernel`. tests/endings holds these tables and `Position`
together, and a slow solver that knows nothing of this file. Nothing that RULES 5 and 7 say can
happen besides the death of a Chief: a Chief has three neighbours at least, and two other pieces or
corpses at most beside him, so that he is never encircled, always has a turn, and is always in
contact with the other Chief. One thing remains: who kills a Chief may wall in the own one with
the corpse, and shares the game then (RULES 7.1). The dead Chief stood beside him in that case, and
he could have killed as well and laid the corpse elsewhere, so that it is won all the same. The
quiet limit (RULES 7.4) is left out.

Sources: Richard Bellman (1965), On the application of dynamic programming to the determination of
optimal play in chess and checkers. Ken Thompson (1986), Retrograde analysis of certain endgames.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from djambi.kernel.endings.ending_position import EndingPosition
from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.arena import int_buffer

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.endings.ending_position import (
        BONUS_TURNS,
        DEAD,
        MAX_SLOTS,
        MAX_SYMMETRIES,
        NO_PARTY,
    )
    from djambi.kernel.rules.codes import (
        ASSASSIN,
        CHIEF,
        DIPLOMAT,
        EMPTY,
        MAX_CELLS,
        NECROMOBILE,
        NOBODY,
        REPORTER,
        SIDES,
    )
    from djambi.kernel.rules.options import (
        DIPLOMAT_ENTHRONES_CHIEFS,
        MOVER_EXIT_ANY,
        REPORTER_KILL_MANDATORY,
    )

    # Values: 2 n + winner; or these.
    SHARED = 255
    NO_POSITION = 254
    # The greatest n.
    MAX_TURNS = 126
    # Sizes of the parts of a census.
    COUNTS = 36
    LENGTHS = 256

# What a scan of the turns of a position is for.
DEATHS_ONLY = cython.declare(cython.int, 0)
WIN = cython.declare(cython.int, 1)
LOSS = cython.declare(cython.int, 2)
# One position in so many is very many.
MANY = cython.declare(cython.int, 16)
# A win in more turns than any.
NEVER = cython.declare(cython.int, 1000)

LONGEST: Final = MAX_TURNS
"""The most turns that a win can take in a table."""


class EndingTable(EndingPosition):
    """The positions of one ending, and their values once `solve_level` has nothing left to do."""

    def __init__(
        self,
        tables: Tables,
        symmetries: Sequence[Sequence[int]],
        pieces: Sequence[tuple[int, int]],
        options: dict[str, int],
        after: Sequence[tuple[EndingTable, Sequence[int], bool]] = (),
        own_turns: bool = False,
    ) -> None:
        """Make an empty table.

        Args:
            tables, symmetries, pieces, options: as for `EndingPosition`.
            after: for each living piece that is no Chief, in the order of the slots, the table
                for when it has died: which slot of this one each slot of that one is, and whether
                the parties have changed places. A table that is restored needs none.
            own_turns: whether n counts the winner's own turns only, here and in `after`.

        Raises ValueError for more pieces, symmetries or cells than there is room for.
        """
        super().__init__(tables, symmetries, pieces, options)
        if not cython.compiled:
            self.slot_after = [0] * (2 * MAX_SLOTS)
            self.swapped_after = [False, False]
        self.must_kill = options["reporter_kill"] == REPORTER_KILL_MANDATORY
        self.enthrones = options["diplomat_enthrones"] == DIPLOMAT_ENTHRONES_CHIEFS
        self.exits_first = options["exit_before_placement"] != 0
        self.acts_in_exit = options["mover_exit"] == MOVER_EXIT_ANY
        self.cost_of_loss = 0 if own_turns else 1
        self.level = 0
        self.deepest = 0
        self.values = memoryview(bytearray(b"\xff") * self.size)
        # As many slots and the same board: their values lie as these do.
        self.after_third = self.values
        self.after_fourth = self.values
        killable = [slot for slot in range(2, self.slots) if self.owner[slot] != NO_PARTY]
        for slot, (table, sources, swapped) in zip(killable, after, strict=False):
            if slot == 2:
                self.after_third = table.values
            else:
                self.after_fourth = table.values
            self.swapped_after[slot - 2] = swapped
            for place, source in enumerate(sources):
                self.slot_after[(slot - 2) * MAX_SLOTS + place] = source

    # -- forwards: the turns of a position ----------------------------------------------------

    def _scan(self, turn: cython.int, mode: cython.int) -> cython.void:
        """Look at the turns of the position on the board.

        Sets `fastest`, of the turns to won positions, and `slowest`, of those to lost ones, and
        `is_open`, if some lead elsewhere. With `WIN` it stops at the first win, with `LOSS` at the
        first turn that does not lose; with `DEATHS_ONLY` turns that kill nobody count as open.
        """
        slot: cython.int
        self.mode = mode
        self.mover = turn & 1
        self.after_bonus = turn >= BONUS_TURNS
        self.fastest = NEVER
        self.slowest = 0
        self.is_open = False
        for slot in range(self.slots):
            if self.owner[slot] == self.mover and self._scan_piece(slot):
                return

    def _note(self, value: cython.int) -> cython.bint:
        """Note the value of a position that a turn leads to; return whether the scan is over."""
        if value == SHARED:
            self.is_open = True
            return self.mode == LOSS
        if value & 1 == self.mover:
            self.fastest = min(self.fastest, value >> 1)
            return self.mode != DEATHS_ONLY or self.fastest == 0
        self.slowest = max(self.slowest, value >> 1)
        return False

    def _note_quiet(self) -> cython.bint:
        """Note the position on the board, after a turn without a death."""
        value: cython.int
        if self.mode == DEATHS_ONLY:
            self.is_open = True
            return False
        value = self.values[self._index(self._next_turn(self.mover, self.after_bonus))]
        # What waits for its number of turns is not known yet.
        return self._note(value if value < self.known else SHARED)

    def _note_death(self, victim: cython.int, place: cython.int) -> cython.bint:
        """Note the position in which what stood in a slot is a corpse on a cell."""
        swapped: cython.int = self.swapped_after[victim - 2]
        source: cython.int = (victim - 2) * MAX_SLOTS
        before: cython.int = self.cell[victim]
        turn: cython.int = self._next_turn(self.mover, self.after_bonus) ^ swapped
        index: cython.longlong
        value: cython.int
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        self.cell[victim] = place
        a = self.cell[self.slot_after[source]]
        b = self.cell[self.slot_after[source + 1]]
        c = self.cell[self.slot_after[source + 2]]
        d = self.cell[self.slot_after[source + 3]]
        index = self.index_at(turn, a, b, c, d)
        value = self.after_third[index] if victim == 2 else self.after_fourth[index]
        self.cell[victim] = before
        return self._note(value if value == SHARED else value ^ swapped)

    def _scan_piece(self, slot: cython.int) -> cython.bint:
        """Look at the turns of a piece; return whether the scan is over."""
        home: cython.int = self.cell[slot]
        i: cython.int
        quiet: cython.bint = self.kind[slot] != REPORTER
        over: cython.bint = False
        self._slide(home, self.kind[slot], self.mover, 0)
        self.board[home] = EMPTY
        # Steps before acts: one of them often says enough, and an act has many placements.
        if quiet and self.mode == DEATHS_ONLY:
            self.is_open = self.is_open or self.stop_count[0] > 0
        else:
            for i in range(self.stop_count[0]):
                self.cell[slot] = self.stops[i]
                over = self._note_quiet() if quiet else self._scan_reporter(self.stops[i])
                if over:
                    break
        if not over:
            for i in range(self.hit_count[0]):
                over = self._scan_act(slot, self.hits[i], home)
                if over:
                    break
        self.cell[slot] = home
        self.board[home] = slot + 1
        return over

    def _scan_reporter(self, target: cython.int) -> cython.bint:
        """Look at the turns of a Reporter to a cell: with each victim, and without (RULES 3.3)."""
        i: cython.int
        there: cython.int
        for i in range(target * SIDES, target * SIDES + self.tables.side_count[target]):
            there = self.board[self.tables.side[i]]
            if there != EMPTY and self.owner[there - 1] == 1 - self.mover:
                if self.kind[there - 1] == CHIEF:
                    if self._note(self.mover):
                        return True
                elif self._note_death(there - 1, self.tables.side[i]):
                    return True
        if self.must_kill and self._has_enemy_beside(target, self.mover):
            return False
        return self._note_quiet()

    def _scan_act(self, slot: cython.int, target: cython.int, home: cython.int) -> cython.bint:
        """Look at the turns of a piece that acts on what stands on a cell (RULES 3.2)."""
        thing: cython.int = self.board[target] - 1
        kind: cython.int = self.kind[slot]
        over: cython.bint = False
        x: cython.int
        if kind == DIPLOMAT or kind == NECROMOBILE:
            if self.mode == DEATHS_ONLY:
                self.is_open = True
                return False
        elif self.kind[thing] == CHIEF:
            # A killer that must leave the maze can: at most three cells around it are taken.
            return self._note(self.mover)
        self.cell[slot] = target
        self.board[target] = slot + 1
        if kind == ASSASSIN:
            over = self._note_death(thing, home)
        elif kind == NECROMOBILE:
            over = self._scan_placements(thing)
        elif kind == DIPLOMAT:
            if target != self.maze:
                over = self._scan_placements(thing)
            elif self.exits_first:
                over = self._scan_exits(slot, thing)
            else:
                for x in range(self.cells):
                    if self.board[x] == EMPTY and x != self.maze:
                        self.cell[thing] = x
                        self.board[x] = thing + 1
                        over = self._scan_exits_after_placement(slot)
                        self.board[x] = EMPTY
                        if over:
                            break
        else:
            for x in range(self.cells):
                if self.board[x] == EMPTY and x != self.maze:
                    over = self._note_death(thing, x)
                    if over:
                        break
        self.cell[thing] = target
        self.board[target] = thing + 1
        return over

    def _scan_placements(self, thing: cython.int) -> cython.bint:
        """Look at every placement of what a Diplomat or a Necromobile carries (RULES 3.2)."""
        maze_too: cython.bint = self.kind[thing] == CHIEF and self.enthrones
        x: cython.int
        for x in range(self.cells):
            if self.board[x] == EMPTY and (maze_too or x != self.maze):
                self.cell[thing] = x
                if self._note_quiet():
                    return True
        return False

    def _scan_exits(self, slot: cython.int, thing: cython.int) -> cython.bint:
        """Look at a Diplomat's ways out of the maze, and then at placements of the Chief.

        RULES 3.4 with `exit_before_placement`; the Chief is in nobody's way meanwhile.
        """
        i: cython.int
        x: cython.int
        to: cython.int
        other: cython.int
        over: cython.bint = False
        self._slide(self.maze, DIPLOMAT, self.mover, 1)
        # The maze counts as taken until all is placed: nothing goes there.
        for i in range(MAX_CELLS, MAX_CELLS + self.stop_count[1]):
            to = self.stops[i]
            self.cell[slot] = to
            self.board[to] = slot + 1
            over = self._scan_placements(thing)
            self.board[to] = EMPTY
            if over:
                return True
        if not self.acts_in_exit:
            return False
        for i in range(MAX_CELLS, MAX_CELLS + self.hit_count[1]):
            to = self.hits[i]
            other = self.board[to] - 1
            self.cell[slot] = to
            self.board[to] = slot + 1
            for x in range(self.cells):
                if self.board[x] == EMPTY:
                    self.cell[other] = x
                    self.board[x] = other + 1
                    over = self._scan_placements(thing)
                    self.board[x] = EMPTY
                    if over:
                        break
            self.board[to] = other + 1
            self.cell[other] = to
            if over:
                return True
        return False

    def _scan_exits_after_placement(self, slot: cython.int) -> cython.bint:
        """Look at a Diplomat's ways out of the maze, the Chief being placed (RULES 3.4)."""
        i: cython.int
        to: cython.int
        thing: cython.int
        over: cython.bint
        self._slide(self.maze, DIPLOMAT, self.mover, 1)
        for i in range(MAX_CELLS, MAX_CELLS + self.stop_count[1]):
            self.cell[slot] = self.stops[i]
            if self._note_quiet():
                return True
        if not self.acts_in_exit:
            return False
        for i in range(MAX_CELLS, MAX_CELLS + self.hit_count[1]):
            to = self.hits[i]
            thing = self.board[to] - 1
            self.cell[slot] = to
            self.board[to] = slot + 1
            self.board[self.maze] = EMPTY
            over = self._scan_placements(thing)
            self.board[self.maze] = slot + 1
            self.board[to] = thing + 1
            self.cell[thing] = to
            if over:
                return True
        return False

    # -- backwards: the positions before ------------------------------------------------------

    def _fill(self) -> cython.void:
        """Give every position the value that it has by turns that kill."""
        index: cython.longlong
        for index in range(self.size):
            if self._decode(index):
                self._scan(self.turn, DEATHS_ONLY)
                if self.fastest != NEVER:
                    self._keep(self.turn, 2 * (self.fastest + 1) + self.mover)
                elif not self.is_open:
                    self._keep_loss()
            else:
                self.values[index] = NO_POSITION
            self._clear()

    def _count(self, tally: memoryview[int]) -> cython.void:
        """Count all positions, and find the longest wins; see `census`."""
        index: cython.longlong
        at: cython.int
        value: cython.int
        power: cython.int
        result: cython.int
        weight: cython.int
        for index in range(self.size):
            value = self.values[index]
            if value == NO_POSITION:
                continue
            self._decode(index)
            self._clear()
            power = self._ruler()
            if power == NOBODY:
                power = 0
            else:
                power = 1 if power == self.turn & 1 else 2
            weight = self.weight_of_rank[self.rank_of[self.cell[0]]]
            result = 2
            if value != SHARED:
                result = 0 if value & 1 == self.turn & 1 else 1
                tally[COUNTS + 128 * (value & 1) + (value >> 1)] += weight
                at = COUNTS + LENGTHS + 2 * self.turn + (value & 1)
                if tally[at] < 0 or self.values[tally[at]] < value:
                    tally[at] = index
            tally[9 * self.turn + 3 * power + result] += weight

    def _keep(self, turn: cython.int, value: cython.int) -> cython.void:
        """Store the value of the position on the board, unless it does not fit; see `deepest`.

        A Chief on a line of symmetry is the same mirrored, the other pieces are not: both ways to
        write such a position are in the array, and only one of them may ever be come back to.
        """
        rank: cython.int = self.rank_of[self.cell[0]]
        chief: cython.int = self.cell_of_rank[rank]
        turned: cython.int = self.symmetry_of[self.cell[0]] * MAX_CELLS
        i: cython.int
        image: cython.int
        self.deepest = max(self.deepest, value >> 1)
        if value >> 1 > MAX_TURNS:
            return
        for i in range(MAX_SYMMETRIES * rank, MAX_SYMMETRIES * rank + self.kept_by_count[rank]):
            image = self.kept_by[i] * MAX_CELLS
            self.values[
                self.index_at(
                    turn,
                    chief,
                    self.image[image + self.image[turned + self.cell[1]]],
                    self.image[image + self.image[turned + self.cell[2]]],
                    self.image[image + self.image[turned + self.cell[3]]],
                )
            ] = value

    def _keep_loss(self) -> cython.void:
        """Store that all turns of the position on the board, scanned before, lose."""
        self._keep(self.turn, 2 * (self.slowest + self.cost_of_loss) + 1 - self.mover)

    def _retract_level(self) -> cython.longlong:
        """Go back from all positions won in `level` turns; return how many there are."""
        before: cython.longlong = -1
        found: cython.longlong = 0
        self.known = 2 * (self.level + 1)
        while found != before:
            before = found
            found = self._retract_once()
            if self.cost_of_loss > 0:
                break
        return found

    def _retract_once(self) -> cython.longlong:
        """Go back from all positions that are known to be won in `level` turns; return how many."""
        index: cython.longlong
        found: cython.longlong = 0
        for index in range(self.size):
            if self.values[index] >> 1 == self.level and self.values[index] < NO_POSITION:
                found += 1
        # From very many, the same lost positions would be come back to again and again.
        self.looks_for_losses = found * MANY > self.size
        for index in range(self.size):
            if self.values[index] >> 1 == self.level and self.values[index] < NO_POSITION:
                self._decode(index)
                self.winner = self.values[index] & 1
                self._retract()
                self._clear()
        if self.looks_for_losses:
            self._find_losses()
        return found

    def _find_losses(self) -> cython.void:
        """Judge every position that is not decided yet: whether all its turns lose."""
        index: cython.longlong
        for index in range(self.size):
            if self.values[index] == SHARED:
                self._decode(index)
                self._scan(self.turn, LOSS)
                if not self.is_open and self.fastest == NEVER:
                    self._keep_loss()
                self._clear()

    def _retract(self) -> cython.void:
        """Go back from the position on the board to all from which a turn leads to it."""
        party: cython.int
        slot: cython.int
        thing: cython.int
        other: cython.int
        for party in range(2):
            if self.looks_for_losses and party != self.winner:
                continue
            self.after_regular_turn = self._next_turn(party, False) == self.turn
            self.after_bonus_turn = self._next_turn(party, True) == self.turn
            if not (self.after_regular_turn or self.after_bonus_turn):
                continue
            for slot in range(self.slots):
                if self.owner[slot] != party:
                    continue
                self._retract_step(slot)
                if self.kind[slot] == NECROMOBILE:
                    for thing in range(2, self.slots):
                        if self.kind[thing] == DEAD:
                            self._retract_act(slot, thing)
                elif self.kind[slot] == DIPLOMAT:
                    for thing in range(self.slots):
                        if self.owner[thing] == 1 - party:
                            self._retract_act(slot, thing)
                    self._retract_exit(slot, 1 - party, NOBODY)
                    if self.acts_in_exit:
                        for other in range(2, self.slots):
                            if self.owner[other] == 1 - party:
                                self._retract_exit(slot, 1 - party, other)

    def _retract_step(self, slot: cython.int) -> cython.void:
        """Take back a step of a piece onto a cell that was empty."""
        cell: cython.int = self.cell[slot]
        party: cython.int = self.owner[slot]
        i: cython.int
        if self.kind[slot] == REPORTER and self.must_kill and self._has_enemy_beside(cell, party):
            return
        self._slide(cell, self.kind[slot], party, 2)
        self.board[cell] = EMPTY
        for i in range(2 * MAX_CELLS, 2 * MAX_CELLS + self.stop_count[2]):
            self._visit(slot, self.stops[i], True)
        self.cell[slot] = cell
        self.board[cell] = slot + 1

    def _retract_act(self, slot: cython.int, thing: cython.int) -> cython.void:
        """Take back an act on a cell of the field of what stands elsewhere now."""
        cell: cython.int = self.cell[slot]
        place: cython.int = self.cell[thing]
        i: cython.int
        if place == self.maze and not self.enthrones:
            return
        self.cell[thing] = cell
        self.board[cell] = thing + 1
        self.board[place] = EMPTY
        self._slide(cell, self.kind[slot], self.owner[slot], 2)
        for i in range(2 * MAX_CELLS, 2 * MAX_CELLS + self.stop_count[2]):
            self._visit(slot, self.stops[i], True)
        self.board[place] = thing + 1
        self.cell[thing] = place
        self.cell[slot] = cell
        self.board[cell] = slot + 1

    def _retract_exit(self, slot: cython.int, chief: cython.int, other: cython.int) -> cython.void:
        """Take back a Diplomat's act on a Chief in the maze, the exit and what it did there.

        `other` is the piece that the exit displaced, or `NOBODY`. Too many positions are visited;
        they are looked at forwards.
        """
        cell: cython.int = self.cell[slot]
        place: cython.int = self.cell[chief]
        other_place: cython.int = 0
        i: cython.int
        if self.board[self.maze] != EMPTY and place != self.maze:
            return
        self.board[cell] = EMPTY
        self.board[place] = EMPTY
        self.board[self.maze] = chief + 1
        self.cell[chief] = self.maze
        if other != NOBODY:
            other_place = self.cell[other]
            self.board[other_place] = EMPTY
            self.board[cell] = other + 1
            self.cell[other] = cell
        self._slide(self.maze, DIPLOMAT, self.owner[slot], 2)
        for i in range(2 * MAX_CELLS, 2 * MAX_CELLS + self.stop_count[2]):
            self._visit(slot, self.stops[i], False)
        self.board[self.maze] = EMPTY
        if other != NOBODY:
            self.cell[other] = other_place
            self.board[other_place] = other + 1
        self.cell[chief] = place
        self.board[place] = chief + 1
        self.cell[slot] = cell
        self.board[cell] = slot + 1

    def _visit(self, slot: cython.int, origin: cython.int, certain: cython.bint) -> cython.void:
        """Look at the position in which a piece stands where it came from, for each turn."""
        party: cython.int = self.owner[slot]
        self.cell[slot] = origin
        self.board[origin] = slot + 1
        if self.after_regular_turn:
            self._reconsider(party, certain)
        if self.after_bonus_turn and self.cell[party] == self.maze:
            self._reconsider(BONUS_TURNS + party, certain)
        self.board[origin] = EMPTY

    def _reconsider(self, turn: cython.int, certain: cython.bint) -> cython.void:
        """Judge a position again from which a turn leads to one won in `level` turns.

        `certain`: that turn is legal.
        """
        value: cython.int = self.values[self._index(turn)]
        party: cython.int = turn & 1
        if value < self.known:
            return
        if self.winner == party:
            if value > self.known + party:
                if not certain:
                    self._scan(turn, WIN)
                    certain = self.fastest != NEVER
                if certain:
                    self._keep(turn, self.known + party)
        elif value == SHARED:
            self._scan(turn, LOSS)
            if not self.is_open and self.fastest == NEVER:
                self._keep(turn, 2 * (self.slowest + self.cost_of_loss) + 1 - party)

    # -- at the Python border -----------------------------------------------------------------

    def begin(self) -> None:
        """Set every position's value by turns that kill, and step to level 1."""
        with cython.nogil:
            self._fill()
        self.level = 1

    def restore(self, values: bytes) -> None:
        """Take over the values of a table that was solved; raise ValueError for another size."""
        if len(values) != self.size:
            raise ValueError(f"{len(values)} values, the table has {self.size}")
        self.values = memoryview(bytearray(values))

    def solve_level(self) -> int:
        """Step one turn further from the end; return how many positions end in `level` turns.

        It is over when `level` is greater than `deepest`. Raises OverflowError if a win takes more
        than `LONGEST` turns. No two tables that lead to each other may be solved at once.
        """
        found: cython.longlong
        with cython.nogil:
            found = self._retract_level()
        if self.deepest > LONGEST:
            raise OverflowError(f"a win takes more than {LONGEST} turns")
        self.level += 1
        return found

    def census(self) -> tuple[list[int], list[int], list[int]]:
        """Return how many positions are won, lost and shared, by turn, power and length.

        Returns:
            counts: `counts[9 * turn + 3 * power + result]`; power is 0 if nobody has it, 1 if
                whoever is to move has it, 2 if the other; result is 0 if whoever is to move wins,
                1 if they lose, 2 if it is shared.
            lengths: `lengths[128 * party + n]`: won by a party in n turns.
            examples: `examples[2 * turn + party]`: where in `values` a longest win of a party
                is, by whose turn it is; -1 if it has none.

        Positions that are turned or mirrored are counted one by one.
        """
        tally = int_buffer(COUNTS + LENGTHS + 8, "q")
        for at in range(COUNTS + LENGTHS, COUNTS + LENGTHS + 8):
            tally[at] = -1
        self._count(tally)
        found = list(tally)
        end = COUNTS + LENGTHS
        return found[:COUNTS], found[COUNTS:end], found[end:]

    def index(self, turn: int, cells: Sequence[int]) -> int:
        """Return the place in `values` of a position: turn number, and the cell of each slot.

        Raises ValueError for a turn number or cells that no position has.
        """
        if not 0 <= turn < BONUS_TURNS + 2:
            raise ValueError(f"the number of a turn is from 0 to {BONUS_TURNS + 1}, not {turn}")
        if not self.slots <= len(cells) <= MAX_SLOTS:
            raise ValueError(f"{len(cells)} cells for {self.slots} slots")
        for cell in cells:
            if not 0 <= cell < self.cells:
                raise ValueError(f"no cell number {cell}")
        a, b, c, d = [*cells, 0, 0][:4]
        return self.index_at(turn, a, b, c, d)

    def position(self, index: int) -> tuple[int, list[int], int] | None:
        """Return a position by its place: turn, cells of the slots, how many are like it.

        Returns None if there is no position at this place. Counted are those that differ in the
        first Chief's cell only by a symmetry of the board. Raises IndexError unless the place is
        from 0 to before `size`.
        """
        if not 0 <= index < self.size:
            raise IndexError(f"no place number {index}: the table has {self.size}")
        is_position = self._decode(index)
        cells = [self.cell[slot] for slot in range(self.slots)]
        self._clear()
        if not is_position:
            return None
        return self.turn, cells, self.weight_of_rank[self.rank_of[cells[0]]]
