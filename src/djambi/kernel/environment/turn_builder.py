"""A turn chosen one cell at a time: the actions of an environment (RULES 3).

An action is the number of a cell, or one of two more: with N cells, N is *none* and N + 1 is the
*pass*. A turn is chosen in stages, each by one action: the piece, the destination, and then, in
the order of NOTATION 2, what is placed where, the victims, the exit, and what the exit places or
kills. A part that leaves no choice is filled in by itself. Victims are chosen one by one in cell
order until *none* ends the list, so that every turn has exactly one sequence of actions.

Whatever follows the destination is read off the turns that `djambi.kernel.rules.moves` lists.
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
        MAX_CELLS,
        NO_CELL,
        REPORTER,
        SIDES,
        WINDOW_TURNS,
        WINNERS,
    )
    from djambi.kernel.rules.tables import highest, lowest

    # The stages: what the next action chooses.
    CHOOSE_PIECE = 0
    CHOOSE_DESTINATION = 1
    CHOOSE_PLACEMENT = 2
    CHOOSE_VICTIMS = 3
    CHOOSE_EXIT = 4
    WHOLE = 5
    MAX_ACTIONS = MAX_CELLS + 2

# The parts of a turn after its destination, in the order in which they are chosen. The first
# placement is asked for twice: with `exit_before_placement` it may come last, as number 5.
PLACE_FIRST = cython.declare(cython.int, 0)
STEP_VICTIMS = cython.declare(cython.int, 1)
LEAVE = cython.declare(cython.int, 2)
PLACE_OF_EXIT = cython.declare(cython.int, 3)
VICTIMS_OF_EXIT = cython.declare(cython.int, 4)
NO_PHASE = cython.declare(cython.int, 6)

# A choice that leaves more than one turn.
SEVERAL = cython.declare(cython.longlong, -1)
PART_BITS = cython.declare(cython.longlong, 255)


class TurnBuilder:
    """A turn in the making, in the position of a kernel.

    Whoever changes the kernel's position calls `begin` before anything else.

    >>> from djambi import Position
    >>> builder = TurnBuilder(Position.start().kernel())
    >>> builder.begin()
    >>> builder.stage, builder.actions()[:3]
    (0, [2, 11, 18])
    >>> builder.choose(20)
    >>> builder.stage, len(builder.actions())
    (1, 12)
    """

    def __init__(self, kernel: Kernel) -> None:
        if not cython.compiled:
            self.choices = [0] * MAX_ACTIONS
            self.allowed = [0] * MAX_ACTIONS
            self.turn_after = [0] * MAX_ACTIONS
        self.kernel = kernel
        self.cells = kernel.cells
        self.choice_count = 0
        self.stage = WHOLE
        self.phase = NO_PHASE
        self.turn = turns.PASS
        self.chosen_bits = 0

    # -- stages -------------------------------------------------------------------------------

    def start(self) -> cython.void:
        """Begin the turn of whoever plays in the kernel's position: list the pieces.

        Nothing can be chosen if the game is over.
        """
        i: cython.int
        self._clear()
        self.phase = NO_PHASE
        self.turn = turns.BLANK
        self.chosen_bits = 0
        self.stage = CHOOSE_PIECE
        if self.kernel.header[WINNERS]:
            self.stage = WHOLE
        else:
            # Which pieces have a turn at all.
            self.kernel.enough = 1
            self.kernel.count_turns()
            self.kernel.want_all()
            for i in range(self.kernel.mover_count):
                self._allow(self.kernel.mover_cell[i], SEVERAL)
            if self.choice_count == 0:
                self._allow(self.cells + 1, turns.PASS)

    def take(self, action: cython.int) -> cython.void:
        """Choose what an action says, and list what can be chosen next.

        Warning: that the action is allowed is not checked.
        """
        turn: cython.longlong = self.turn_after[action]
        if self.stage == CHOOSE_PIECE:
            if turn == turns.PASS:
                self._finish(turn)
                return
            self.turn = turns.with_part(self.turn, turns.ORIGIN, action)
            self.chosen_bits = PART_BITS << turns.ORIGIN
            self.stage = CHOOSE_DESTINATION
            self._list_destinations(self.kernel)
        elif turn != SEVERAL:
            self._finish(turn)
        elif self.stage == CHOOSE_DESTINATION:
            self.turn = turns.with_part(self.turn, turns.TARGET, action)
            self.chosen_bits |= PART_BITS << turns.TARGET
            self.phase = PLACE_FIRST
            self._go_on()
        else:
            self._take_part(action)
            self._go_on()

    def resume_at(
        self,
        stage: cython.int,
        phase: cython.int,
        turn: cython.longlong,
        chosen: cython.longlong,
    ) -> cython.void:
        """Restore a turn in the making, as `progress` returned it in the same position."""
        self.start()
        if stage != self.stage:
            self.stage = stage
            self.phase = phase
            self.turn = turn
            self.chosen_bits = chosen
            if stage == CHOOSE_DESTINATION:
                self._list_destinations(self.kernel)
            else:
                self._go_on()

    def _clear(self) -> cython.void:
        """Forget what can be chosen."""
        i: cython.int
        for i in range(self.choice_count):
            self.allowed[self.choices[i]] = 0
        self.choice_count = 0

    def _allow(self, action: cython.int, turn: cython.longlong) -> cython.void:
        """Note an action, and the turn that it leads to if there is only one."""
        if self.allowed[action]:
            self.turn_after[action] = SEVERAL
            return
        self.allowed[action] = 1
        self.turn_after[action] = turn
        self.choices[self.choice_count] = action
        self.choice_count += 1

    def _finish(self, turn: cython.longlong) -> cython.void:
        """Take a turn as the whole of it."""
        self._clear()
        self.turn = turn
        self.stage = WHOLE
        self.phase = NO_PHASE

    def _list_destinations(self, kernel: Kernel) -> cython.void:
        """List where the piece that is chosen may go."""
        cell: cython.int = turns.origin(self.turn)
        reporter: cython.bint = kernel.kind_of[kernel.board[cell]] == REPORTER
        i: cython.int
        to: cython.int
        there: cython.longlong
        turn: cython.longlong
        self._clear()
        # Counting leaves this list as it is: only exits are looked for, and kept apart.
        kernel.find_destinations(cell, 0)
        kernel.window_low = 0
        kernel.window_high = 1
        # One turn, or several.
        kernel.enough = 2
        for i in range(kernel.stop_count[0]):
            to = kernel.stops[i]
            there = to
            turn = turns.step(cell, there)
            if reporter:
                kernel.turn_count = 0
                kernel.emit_reporter_turns(cell, to, turn)
                if kernel.turn_count == 0:
                    continue
                turn = kernel.window_turns[0] if kernel.turn_count == 1 else SEVERAL
            self._allow(to, turn)
        for i in range(kernel.hit_count[0]):
            to = kernel.hits[i]
            there = to
            kernel.turn_count = 0
            kernel.emit_act(cell, to, turns.step(cell, there))
            if kernel.turn_count:
                turn = kernel.window_turns[0] if kernel.turn_count == 1 else SEVERAL
                self._allow(to, turn)
        kernel.want_all()

    # -- the parts after the destination ------------------------------------------------------

    def _part(self) -> cython.int:
        """Return which part of a turn the phase chooses."""
        if self.phase == STEP_VICTIMS:
            return turns.VICTIMS
        if self.phase == LEAVE:
            return turns.EXIT
        if self.phase == PLACE_OF_EXIT:
            return turns.EXIT_PLACE
        if self.phase == VICTIMS_OF_EXIT:
            return turns.EXIT_VICTIMS
        return turns.PLACE

    def _around(self) -> cython.int:
        """Return the cell around which the victims of the phase stand."""
        return turns.exit(self.turn) if self.phase == VICTIMS_OF_EXIT else turns.target(self.turn)

    def _chosen_in(self, turn: cython.longlong) -> cython.int:
        """Return the action by which this stage comes nearer to a turn."""
        part: cython.int
        value: cython.int
        if self.stage == CHOOSE_PIECE:
            return turns.origin(turn)
        if self.stage == CHOOSE_DESTINATION:
            return turns.target(turn)
        part = self._part()
        value = turns.part(turn, part)
        if part == turns.VICTIMS or part == turns.EXIT_VICTIMS:
            value &= ~turns.part(self.turn, part)
            if value == 0:
                return self.cells
            return self.kernel.tables.side[self._around() * SIDES + lowest(value)]
        return self.cells if value == NO_CELL else value

    def _take_part(self, action: cython.int) -> cython.void:
        """Choose a part of the turn, or one more victim; the phase is the next if it is whole."""
        part: cython.int = self._part()
        i: cython.int
        victims: cython.int
        value: cython.longlong = action
        around: cython.int
        if part == turns.VICTIMS or part == turns.EXIT_VICTIMS:
            if action != self.cells:
                around = self._around()
                victims = turns.part(self.turn, part)
                for i in range(self.kernel.tables.side_count[around]):
                    if self.kernel.tables.side[around * SIDES + i] == action:
                        victims |= 1 << i
                value = victims
                self.turn = turns.with_part(self.turn, part, value)
                return
            self.chosen_bits |= PART_BITS << part
        elif action != self.cells:
            self.turn = turns.with_part(self.turn, part, value)
            self.chosen_bits |= PART_BITS << part
        self.phase += 1

    def _go_on(self) -> cython.void:
        """Go on to the next part that leaves a choice, or to the whole turn."""
        reporter: cython.bint = (
            self.kernel.kind_of[self.kernel.board[turns.origin(self.turn)]] == REPORTER
        )
        victims: cython.bint
        only: cython.int
        while True:
            victims = self.phase == STEP_VICTIMS or self.phase == VICTIMS_OF_EXIT
            if self.phase != LEAVE and reporter != victims:
                # Reporters place nothing, and nobody else has victims.
                self.phase += 1
                continue
            self._clear()
            self._list_parts(self.kernel)
            only = self.choices[0]
            if self.choice_count > 1:
                break
            if self.turn_after[only] != SEVERAL:
                self._finish(self.turn_after[only])
                return
            self._take_part(only)
        self.stage = CHOOSE_PLACEMENT
        if victims:
            self.stage = CHOOSE_VICTIMS
        elif self.phase == LEAVE:
            self.stage = CHOOSE_EXIT

    def _list_parts(self, kernel: Kernel) -> cython.void:
        """List what the part of this phase may be, in turns that begin as what is chosen."""
        i: cython.int
        many: cython.int
        kernel.sought_turn = self.turn
        kernel.sought_bits = self.chosen_bits
        # Two turns for each value: so the window holds them all.
        kernel.told_apart_by = self._part()
        many = kernel.fill_window(turns.origin(self.turn), turns.target(self.turn), 0, WINDOW_TURNS)
        kernel.want_all()
        for i in range(min(many, WINDOW_TURNS)):
            if ((kernel.window_turns[i] ^ self.turn) & self.chosen_bits) == 0:
                self._allow_part_of(kernel.window_turns[i])

    def _allow_part_of(self, turn: cython.longlong) -> cython.void:
        """Allow the action of this phase that leads to a turn, if victims go on as chosen."""
        part: cython.int = self._part()
        value: cython.int = turns.part(turn, part)
        chosen: cython.int
        around: cython.int
        if self.phase == STEP_VICTIMS or self.phase == VICTIMS_OF_EXIT:
            chosen = turns.part(self.turn, part)
            if value & chosen != chosen:
                return
            value ^= chosen
            if value == 0:
                self._allow(self.cells, turn)
            elif chosen == 0 or lowest(value) > highest(chosen):
                around = self._around()
                self._allow(self.kernel.tables.side[around * SIDES + lowest(value)], turn)
        elif value == NO_CELL or (self.phase == PLACE_FIRST and turns.places_last(turn)):
            self._allow(self.cells, turn)
        else:
            self._allow(value, turn)

    # -- at the Python border -----------------------------------------------------------------

    def begin(self) -> None:
        """Begin the turn of whoever plays in the kernel's position."""
        self.start()

    def actions(self) -> list[int]:
        """Return the actions that may be chosen now, sorted; none once the turn is whole."""
        return sorted([self.choices[i] for i in range(self.choice_count)])

    def choose(self, action: int) -> None:
        """Choose by an action; raises ValueError if it is not one of `actions`."""
        if not 0 <= action < self.cells + 2 or not self.allowed[action]:
            raise ValueError(f"action {action} is not allowed here")
        self.take(action)

    def progress(self) -> tuple[int, int, int, int]:
        """Return the turn in the making as numbers that `resume` goes back to."""
        return self.stage, self.phase, self.turn, self.chosen_bits

    def retrace(self, progress: tuple[int, int, int, int]) -> bool:
        """Choose anew what leads to a turn in the making; return whether anything does.

        If nothing does, the builder stays somewhere on the way.

        >>> from djambi import Position
        >>> builder = TurnBuilder(Position.start().kernel())
        >>> builder.begin()
        >>> builder.choose(20)
        >>> builder.retrace(builder.progress()), builder.retrace((1, 6, 0, 255))
        (True, False)
        """
        turn: cython.longlong = progress[2]
        action: cython.int
        self.start()
        while self.progress() != progress:
            if self.stage == WHOLE:
                return False
            action = self._chosen_in(turn)
            if action >= self.cells + 2 or not self.allowed[action]:
                return False
            self.take(action)
        return self.stage != WHOLE

    def resume(self, progress: tuple[int, int, int, int]) -> None:
        """Restore a turn in the making.

        Warning: not checked (`retrace` does); `progress` must have been returned in the kernel's
        position.
        """
        self.resume_at(progress[0], progress[1], progress[2], progress[3])
