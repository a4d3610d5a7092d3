"""The legal turns of a piece, found in stages (RULES 3).

A turn is a target, then a placement or victims, then an exit and what it does. Stages that need no
look at the board after the step (nearly all) are counted by arithmetic; the others make the step
on the board and undo it. One generator serves counting, listing and drawing: it numbers the turns
as it finds them and writes down those inside a window of numbers. It can look for turns of which
some parts are known, and stop looking where a few are `enough`.

Turns are enumerated in four ways, for one act may have tens of thousands of placements:
`MoveGenerator` (here) lists a piece's turns, window by window, the reference that every question
about legal turns is put to, `djambi.kernel.environment.turn_builder` included; `TurnCounter`
(`move_counting`) counts the same turns and finds the one with a given number: random play and
perft; `CandidateGenerator` (`djambi.kernel.search.candidates`) lists every sort of turn, but few
placements: search; `StagedGenerator` (`djambi.kernel.baselines.staged`) lists how a turn may go
on: the baseline UCT.

The rules are not written four times: all ask `find_destinations` or the same tables for what a
piece reaches, and `emit_act` and `emit_reporter_turns` for turns that are out of the ordinary.
tests/kernel/test_enumerators.py holds the four together on random positions under random rules.
Turns are packed words (`djambi.kernel.turns`).
"""

from __future__ import annotations

from djambi.kernel.rules.state import State
from djambi.kernel.rules.tables import Tables

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.acts import may_act_there, next_victims, victims_around
    from djambi.kernel.rules.codes import (
        ACTIVE,
        ASSASSIN,
        CHIEF,
        CODES,
        CORPSE,
        DIPLOMAT,
        DISPLACE,
        EMPTY,
        EXHUME,
        HOSTAGE,
        KILL,
        LINE,
        LINES,
        MAX_CELLS,
        MAX_HITS,
        MILITANT,
        MILITANT_REACH,
        NECROMOBILE,
        NO_CELL,
        PIECE,
        REPORTER,
        SIDES,
        STATUS,
        WALL,
        WINDOW_TURNS,
    )
    from djambi.kernel.rules.options import (
        ASSASSIN_MAZE_CORPSE_ANYWHERE,
        CORPSE_ON_MAZE_FRESH_CHIEF,
        DIPLOMAT_ENTHRONES_CHIEFS,
        DIPLOMAT_ENTHRONES_HOSTAGE,
        DIPLOMAT_TARGETS_ENEMIES,
        KILLER_EXIT_ANY,
        MOVER_EXIT_CHIEFS,
        OWN_KILLS_NONE,
        REPORTER_KILL_MANDATORY,
    )
    from djambi.kernel.rules.tables import bits_in, lowest

ONE = cython.declare(cython.ulonglong, 1)
# More turns than there are.
ALL_TURNS = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFFFF)


class MoveGenerator(State):
    """A state that knows the legal turns of whoever plays now."""

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.stop_count = [0, 0]
            self.hit_count = [0, 0]
            self.stops = [0] * (2 * MAX_CELLS)
            self.hits = [0] * (2 * MAX_HITS)
            self.window_turns = [0] * WINDOW_TURNS
        super().__init__(tables, parties, options)
        self.wanted_target = NO_CELL
        self.held_thing = EMPTY
        self.sought_turn = 0
        self.sought_bits = 0
        self.told_apart_by = NO_CELL
        self.enough = ALL_TURNS
        self.window_low = 0
        self.window_high = 0
        self.turn_count = 0
        # The kinds, as bits, that slide through some pieces.
        self.through_kinds = 0
        if self.options.assassin_through_allies:
            self.through_kinds |= 1 << ASSASSIN
        if self.options.necromobile_through_corpses:
            self.through_kinds |= 1 << NECROMOBILE
        # All bits set if nothing that the mover controls can be killed, or displaced: it is left
        # out then.
        self.own_unkillable = 0xFFFFFFFF if self.options.own_kills == OWN_KILLS_NONE else 0
        self.own_immovable = 0
        if self.options.diplomat_targets == DIPLOMAT_TARGETS_ENEMIES:
            self.own_immovable = 0xFFFFFFFF

    # -- where to -----------------------------------------------------------------------------

    @cython.final
    def find_destinations(self, cell: cython.int, exit: cython.int) -> cython.void:
        """Fill `stops` and `hits` with where the piece may stop or act (RULES 3.1, 3.2, 3.4).

        A Reporter's stops include those that are open to it only if it kills from there.
        """
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        row: cython.int = self.party_of[code] * CODES
        enters: cython.bint = kind == CHIEF and self.header[STATUS + self.party_of[code]] == ACTIVE
        kills_beside: cython.bint = kind == REPORTER and exit == 0
        reporter_enters: cython.bint = self.options.reporter_enters_maze != 0
        first_stop: cython.int = exit * MAX_CELLS
        first_hit: cython.int = exit * MAX_HITS
        stop: cython.int = first_stop
        hit: cython.int = first_hit
        bit: cython.int = KILL
        crossings: cython.bint = self.tables.crossings != 0
        i: cython.int
        side: cython.int
        step: cython.int
        left: cython.int
        at: cython.int
        x: cython.int
        t: cython.int
        if kind == DIPLOMAT:
            bit = DISPLACE
        elif kind == NECROMOBILE:
            bit = EXHUME
        elif kind == REPORTER:
            bit = 0
        for i in range(cell * LINES, cell * LINES + self.tables.line_count[cell]):
            for side in range(2):
                step = 2 * side - 1
                at = self.tables.line_at[i] + self.tables.place_on[i]
                left = LINE
                if kind == MILITANT:
                    left = MILITANT_REACH
                    if self.tables.line_diagonal[self.tables.line_at[i] // LINE]:
                        left = self.options.militant_diagonal
                while left > 0:
                    left -= 1
                    at += step
                    x = self.tables.line_cell[at]
                    t = self.board[x]
                    if t == EMPTY:
                        if x == self.maze:
                            if exit or not (enters or (kills_beside and reporter_enters)):
                                continue
                        elif self.fortress_shut and self.tables.fortress[x] and not kills_beside:
                            continue
                        if not (crossings and self._already_found(first_stop, stop, x, self.stops)):
                            self.stops[stop] = x
                            stop += 1
                        continue
                    if t == WALL:
                        break
                    # Only the maze and exits have bans of their own.
                    if self.permitted_acts[row + t] & bit and (
                        (x != self.maze and not exit) or may_act_there(self, kind, x, t, exit)
                    ):
                        if not (crossings and self._already_found(first_hit, hit, x, self.hits)):
                            self.hits[hit] = x
                            hit += 1
                    if not self._slides_through(kind, x):
                        break
        self.stop_count[exit] = stop - first_stop
        self.hit_count[exit] = hit - first_hit

    @cython.final
    def _slides_through(self, kind: cython.int, other: cython.int) -> cython.bint:
        """Return whether a piece of the mover's slides on through what stands on a cell (3.1)."""
        code: cython.int = self.board[other]
        if not self.through_kinds >> kind & 1:
            return False
        if kind == NECROMOBILE:
            return code == CORPSE
        return code >= PIECE and self.controller[self.party_of[code]] == self.mover

    @cython.final
    def _already_found(
        self, first: cython.int, last: cython.int, cell: cython.int, found: cython.p_uchar
    ) -> cython.bint:
        """Return whether `found` has the cell already: on some boards two lines cross twice."""
        i: cython.int
        for i in range(first, last):
            if found[i] == cell:
                return True
        return False

    # -- placing ------------------------------------------------------------------------------

    @cython.final
    def may_enthrone(self, thing: cython.int) -> cython.bint:
        """Return whether a Diplomat may place this living piece on the empty maze (RULES 3.2)."""
        if self.kind_of[thing] != CHIEF:
            return False
        if self.options.diplomat_enthrones == DIPLOMAT_ENTHRONES_HOSTAGE:
            return self.header[STATUS + self.party_of[thing]] == HOSTAGE
        return self.options.diplomat_enthrones == DIPLOMAT_ENTHRONES_CHIEFS

    @cython.final
    def fortress_bars(self, thing: cython.int) -> cython.bint:
        """Return whether the fortress is closed to a thing that is placed (RULES 3.2)."""
        return thing >= PIECE and self.fortress_shut_to(self.controller[self.party_of[thing]])

    @cython.final
    def can_place(self, cell: cython.int, thing: cython.int, maze_too: cython.bint) -> cython.bint:
        """Return whether a thing may be placed on a cell of the board as it stands (RULES 3.2).

        `maze_too`: the empty maze may take it.
        """
        if self.board[cell] != EMPTY:
            return False
        if cell == self.maze:
            return maze_too
        return not (self.tables.fortress[cell] and self.fortress_bars(thing))

    @cython.final
    def _emit_turn(self, turn: cython.longlong) -> cython.void:
        """Count a turn, and write it down if its number lies in the window."""
        if self.window_low <= self.turn_count and self.turn_count < self.window_high:
            self.window_turns[self.turn_count - self.window_low] = turn
        self.turn_count += 1

    @cython.final
    def want_all(self) -> cython.void:
        """Emit all turns from now on, whatever was sought and however many were enough."""
        self.sought_bits = 0
        self.told_apart_by = NO_CELL
        self.enough = ALL_TURNS

    @cython.final
    def _has_enough(self, part: cython.int) -> cython.bint:
        """Return whether enough turns are emitted, before those that differ in this part begin.

        Turns that are told apart by this part are wanted twice for each of its values: that is
        enough to know whether it decides the turn.
        """
        if self.told_apart_by == part:
            self.enough = self.turn_count + 2
            return False
        return self.turn_count >= self.enough

    @cython.final
    def _emit_placements(
        self,
        turn: cython.longlong,
        part: cython.int,
        thing: cython.int,
        left: cython.int,
        maze_too: cython.bint,
    ) -> cython.void:
        """Emit the turn once for every cell where the thing may be placed (RULES 3.2).

        `part` is the part of the turn that says where; `left` is the cell that the mover leaves,
        empty by then though not yet (`cells`: none).
        """
        word: cython.int
        many: cython.int
        spot: cython.int
        cells: cython.ulonglong
        barred: cython.bint = self.fortress_bars(thing)
        if self.window_high == 0 and not barred:
            self.turn_count += self.empty_count + maze_too
            if left != self.cells and left != self.maze:
                self.turn_count += 1
            return
        for word in range((self.cells + 63) >> 6):
            cells = self.empty_bits[word]
            if left != self.cells and left >> 6 == word:
                cells |= ONE << (left & 63)
            if self.maze >> 6 == word and not maze_too:
                cells &= ~(ONE << (self.maze & 63))
            if barred:
                cells &= ~self.tables.fortress_bits[word]
            many = bits_in(cells)
            if self.turn_count >= self.window_high or self.turn_count + many <= self.window_low:
                self.turn_count += many
                continue
            while self.turn_count < self.window_low:
                self.turn_count += 1
                cells &= cells - ONE
            while cells and self.turn_count < self.window_high:
                if self.turn_count >= self.enough:
                    return
                spot = word * 64 + lowest(cells)
                self.window_turns[self.turn_count - self.window_low] = turns.with_part(
                    turn, part, spot
                )
                self.turn_count += 1
                cells &= cells - ONE
            self.turn_count += bits_in(cells)

    # -- acts ---------------------------------------------------------------------------------

    @cython.final
    def _emit_victim_choices(
        self, turn: cython.longlong, part: cython.int, seen: cython.int
    ) -> cython.void:
        """Emit the turns of a Reporter that may stay, one for each choice of victims (RULES 3.3).

        `part` is the part of the turn where they go; `seen` are all that it could kill.
        """
        bits: cython.longlong
        if not (seen and self.options.reporter_kill == REPORTER_KILL_MANDATORY):
            self._emit_turn(turn)
        bits = next_victims(self.options.reporter_targets, 0, seen)
        while bits and self.turn_count < self.enough:
            self._emit_turn(turns.with_part(turn, part, bits))
            bits = next_victims(self.options.reporter_targets, bits, seen)

    @cython.final
    def emit_reporter_turns(
        self, cell: cython.int, to: cython.int, turn: cython.longlong
    ) -> cython.void:
        """Emit the turns of a Reporter that steps to an empty cell (RULES 3.3)."""
        code: cython.int = self.board[cell]
        seen: cython.int = victims_around(self, to, self.party_of[code], cell)
        mark: cython.int
        chosen: cython.int
        j: cython.int
        if to != self.maze and not (self.fortress_shut and self.tables.fortress[to]):
            self._emit_victim_choices(turn, turns.VICTIMS, seen)
            return
        # It may come here only to kill, and must go on unless that opened the fortress.
        chosen = next_victims(self.options.reporter_targets, 0, seen)
        while chosen and not self._has_enough(turns.VICTIMS):
            if self._is_sought(turns.VICTIMS, chosen):
                mark = self.log_length
                self.change_cell(cell, EMPTY)
                self.change_cell(to, code)
                for j in range(self.tables.side_count[to]):
                    if chosen >> j & 1:
                        self.change_cell(self.tables.side[to * SIDES + j], CORPSE)
                self.judge_power()
                self._emit_or_exit(to, turns.with_victims(turn, chosen))
                self.undo_to(mark)
                self.judge_power()
            chosen = next_victims(self.options.reporter_targets, chosen, seen)

    @cython.final
    def act_may_force_exit(
        self, kind: cython.int, code: cython.int, to: cython.int, target: cython.int
    ) -> cython.bint:
        """Return whether after an act on a cell the piece may have to go on (RULES 3.4)."""
        if to == self.maze:
            return kind != CHIEF or self.header[STATUS + self.party_of[code]] != ACTIVE
        if not self.tables.fortress[to]:
            return False
        return self.fortress_shut or (kind == DIPLOMAT and self.kind_of[target] == CHIEF)

    @cython.final
    def emit_act(self, cell: cython.int, to: cython.int, turn: cython.longlong) -> cython.void:
        """Emit the turns of a piece that acts on what stands on `to` (RULES 3.2)."""
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        target: cython.int = self.board[to]
        if self.act_may_force_exit(kind, code, to, target):
            self.emit_act_on_board(cell, to, turn)
        elif kind == ASSASSIN:
            self._emit_turn(turn)
        elif kind == DIPLOMAT:
            self._emit_placements(
                turn,
                turns.PLACE,
                target,
                cell,
                self.board[self.maze] == EMPTY and self.may_enthrone(target),
            )
        elif kind == NECROMOBILE:
            self._emit_placements(turn, turns.PLACE, CORPSE, cell, False)
        else:
            self._emit_placements(
                turn,
                turns.PLACE,
                CORPSE,
                cell,
                self.options.corpse_on_maze == CORPSE_ON_MAZE_FRESH_CHIEF
                and self.kind_of[target] == CHIEF
                and (cell == self.maze or self.board[self.maze] == EMPTY),
            )

    @cython.final
    def emit_act_on_board(
        self, cell: cython.int, to: cython.int, turn: cython.longlong
    ) -> cython.void:
        """Emit the turns of an act that may force an exit: made on the board and undone."""
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        target: cython.int = self.board[to]
        thing: cython.int = target if kind == DIPLOMAT else CORPSE
        maze_too: cython.bint = False
        mark: cython.int = self.log_length
        placed: cython.int
        x: cython.int
        # Nobody lives in the maze but a Chief.
        left_behind: cython.bint = kind == ASSASSIN and not (
            self.options.assassin_maze_corpse == ASSASSIN_MAZE_CORPSE_ANYWHERE and to == self.maze
        )
        if self.turn_count >= self.enough:
            return
        self.change_cell(cell, EMPTY)
        self.change_cell(to, code)
        if left_behind:
            self.change_cell(cell, CORPSE)
        self.judge_power()
        if left_behind:
            self._emit_or_exit(to, turn)
        elif (
            (kind == DIPLOMAT or kind == NECROMOBILE or kind == ASSASSIN)
            and self.options.exit_before_placement
            and self.must_leave(to)
        ):
            self.held_thing = thing
            self._emit_exits(to, turn)
            self.held_thing = EMPTY
        else:
            if self.board[self.maze] == EMPTY and self.kind_of[target] == CHIEF:
                if kind == DIPLOMAT:
                    maze_too = self.may_enthrone(target)
                else:
                    maze_too = self.options.corpse_on_maze == CORPSE_ON_MAZE_FRESH_CHIEF
            for x in range(self.cells):
                if self._is_sought(turns.PLACE, x) and self.can_place(x, thing, maze_too):
                    if self._has_enough(turns.PLACE):
                        break
                    placed = self.log_length
                    self.change_cell(x, thing)
                    self.judge_power()
                    self._emit_or_exit(to, turns.with_place(turn, x))
                    self.undo_to(placed)
                    self.judge_power()
        self.undo_to(mark)
        self.judge_power()

    # -- exits --------------------------------------------------------------------------------

    @cython.final
    def _is_sought(self, part: cython.int, cell: cython.int) -> cython.bint:
        """Return whether a part of the turn may be this cell, or these victims.

        It may be anything, unless turns are sought whose part is known (`sought_bits`).
        """
        if turns.part(self.sought_bits, part) == 0:
            return True
        return turns.part(self.sought_turn, part) == cell

    @cython.final
    def _emit_or_exit(self, cell: cython.int, turn: cython.longlong) -> cython.void:
        """Emit the turn if the piece may stay on its cell, else its exits (RULES 3.4)."""
        if self.must_leave(cell):
            self._emit_exits(cell, turn)
        else:
            self._emit_turn(turn)

    @cython.final
    def _emit_exits(self, cell: cython.int, turn: cython.longlong) -> cython.void:
        """Emit the turn with every exit of the piece that stands on `cell` now (RULES 3.4)."""
        code: cython.int = self.board[cell]
        i: cython.int
        to: cython.int
        mark: cython.int
        self.find_destinations(cell, 1)
        for i in range(MAX_CELLS, MAX_CELLS + self.stop_count[1]):
            to = self.stops[i]
            if not self._is_sought(turns.EXIT, to):
                continue
            if self._has_enough(turns.EXIT):
                return
            if self.kind_of[code] == REPORTER and self.options.killer_exit == KILLER_EXIT_ANY:
                self._emit_victim_choices(
                    turns.with_exit(turn, to),
                    turns.EXIT_VICTIMS,
                    victims_around(self, to, self.party_of[code], cell),
                )
            elif self.held_thing != EMPTY:
                mark = self.log_length
                self.change_cell(cell, EMPTY)
                self.change_cell(to, code)
                self._emit_with_held(turns.with_exit(turn, to))
                self.undo_to(mark)
            else:
                self._emit_turn(turns.with_exit(turn, to))
        for i in range(MAX_HITS, MAX_HITS + self.hit_count[1]):
            to = self.hits[i]
            if self._is_sought(turns.EXIT, to):
                if self._has_enough(turns.EXIT):
                    return
                self._emit_exit_act(cell, to, turns.with_exit(turn, to))

    @cython.final
    def _emit_exit_act(
        self, cell: cython.int, to: cython.int, turn: cython.longlong
    ) -> cython.void:
        """Emit the turns of an exit that acts on what stands on `to` (RULES 3.4)."""
        code: cython.int = self.board[cell]
        kind: cython.int = self.kind_of[code]
        target: cython.int = self.board[to]
        only_maze: cython.bint = kind == DIPLOMAT and self.options.mover_exit == MOVER_EXIT_CHIEFS
        maze_too: cython.bint = False
        mark: cython.int = self.log_length
        self.change_cell(cell, EMPTY)
        self.change_cell(to, code)
        self.judge_power()
        if kind == ASSASSIN:
            self.change_cell(cell, CORPSE)
            self._emit_with_held(turn)
        elif kind == DIPLOMAT:
            maze_too = only_maze or self.may_enthrone(target)
            self._emit_exit_placements(to, turn, target, only_maze, maze_too)
        else:
            maze_too = (
                self.options.corpse_on_maze == CORPSE_ON_MAZE_FRESH_CHIEF
                and self.kind_of[target] == CHIEF
            )
            self._emit_exit_placements(to, turn, CORPSE, False, maze_too)
        self.undo_to(mark)
        self.judge_power()

    @cython.final
    def _emit_exit_placements(
        self,
        cell: cython.int,
        turn: cython.longlong,
        thing: cython.int,
        only_maze: cython.bint,
        maze_too: cython.bint,
    ) -> cython.void:
        """Emit the turns of a piece that has exited to a cell and acted: where the thing goes.

        `maze_too`: the empty maze may take it, `only_maze`: no other cell may. A piece exits only
        once: a Chief may not be enthroned if that closes the fortress to it.
        """
        mark: cython.int = self.log_length
        x: cython.int
        if self.board[self.maze] != EMPTY:
            maze_too = False
        elif maze_too:
            self.change_cell(self.maze, thing)
            self.judge_power()
            maze_too = not self.must_leave(cell)
            self.undo_to(mark)
            self.judge_power()
        if self.held_thing == EMPTY and self.sought_bits == 0 and not only_maze:
            # No placement bears on another: they need not be made to be counted.
            self._emit_placements(turn, turns.EXIT_PLACE, thing, self.cells, maze_too)
            return
        for x in range(self.cells):
            if only_maze and x != self.maze:
                continue
            if self._is_sought(turns.EXIT_PLACE, x) and self.can_place(x, thing, maze_too):
                if self._has_enough(turns.EXIT_PLACE):
                    return
                self.change_cell(x, thing)
                self.judge_power()
                self._emit_with_held(turns.with_exit_place(turn, x))
                self.undo_to(mark)
                self.judge_power()

    @cython.final
    def _emit_with_held(self, turn: cython.longlong) -> cython.void:
        """Emit the turn, with every placement of what is still held (`exit_before_placement`)."""
        if self.held_thing == EMPTY:
            self._emit_turn(turn)
        else:
            self._emit_placements(
                turns.placing_last(turn), turns.PLACE, self.held_thing, self.cells, False
            )

    # -- a piece's turns, all turns -----------------------------------------------------------

    @cython.final
    def _emit_piece_turns(self, cell: cython.int) -> cython.void:
        """Emit every turn of the piece on a cell, or only those to `wanted_target`."""
        is_reporter: cython.bint = self.kind_of[self.board[cell]] == REPORTER
        i: cython.int
        to: cython.longlong
        self.find_destinations(cell, 0)
        for i in range(self.stop_count[0]):
            to = self.stops[i]
            if self.wanted_target != NO_CELL and to != self.wanted_target:
                continue
            if is_reporter:
                self.emit_reporter_turns(cell, self.stops[i], turns.step(cell, to))
            else:
                self._emit_turn(turns.step(cell, to))
        for i in range(self.hit_count[0]):
            to = self.hits[i]
            if self.wanted_target == NO_CELL or to == self.wanted_target:
                self.emit_act(cell, self.hits[i], turns.step(cell, to))

    @cython.final
    def fill_window(
        self, cell: cython.int, want: cython.int, low: cython.longlong, high: cython.longlong
    ) -> cython.longlong:
        """Write a piece's turns numbered `low` to before `high` into `window_turns`; count all.

        `want` keeps one target (`NO_CELL`: all). Returns how many turns there are, in the window or
        not. The view must have been taken (`prepare`); a window holds 1024 turns at most.
        """
        self.window_low = low
        self.window_high = high
        self.turn_count = 0
        self.wanted_target = want
        self._emit_piece_turns(cell)
        return self.turn_count
