"""The stages of a turn, one after the other: piece and target, what is placed or killed, exit.

Turns multiply where something is placed. A search that chooses by stages meets first some sixty
destinations, then the places for one of them, and never lists what it does not look into.
"""

from __future__ import annotations

from djambi.kernel.rules.kernel import Kernel

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import MAX_CELLS, PIECE, SLOTS, WINDOW_TURNS
    from djambi.kernel.rules.tables import lowest

    # How much of a turn is chosen: its piece and destination; all but its exit; everything.
    STEP = 1
    ACT = 2
    WHOLE = 3
    # How many ways a stage may have; others are left out.
    MAX_WAYS = 4096


# How many windows of turns are looked at where an act has more turns.
WINDOWS = cython.declare(cython.int, 4)


class StagedGenerator:
    """A list of the ways in which a turn may go on, in the position of a kernel."""

    def __init__(self, kernel: Kernel) -> None:
        if not cython.compiled:
            self.listed = [0] * MAX_WAYS
            self.stage_of = [0] * MAX_WAYS
            self.targets = [0] * MAX_CELLS
            self.seen_act = [0] * 512
        self.kernel = kernel
        self.listed_count = 0
        self.acts = 0

    def generate(self, stage: cython.int, turn: cython.longlong) -> cython.int:
        """List how a turn may go on of which `stage` is chosen (0: nothing yet); return how many.

        The ways are in `listed`, and in `stage_of` how much of the turn each of them is. A stage
        that leaves no choice is not offered apart. At most MAX_WAYS ways of an act are considered.
        """
        self.listed_count = 0
        self.kernel.prepare()
        if stage == 0:
            self._add_steps(self.kernel)
        elif stage == STEP:
            self._add_acts(self.kernel, turn)
        else:
            self._add_exits(self.kernel, turn)
        return self.listed_count

    def _add(self, turn: cython.longlong, stage: cython.int) -> cython.void:
        """List a way, and how much of a turn it chooses."""
        if self.listed_count < MAX_WAYS:
            self.listed[self.listed_count] = turn
            self.stage_of[self.listed_count] = stage
            self.listed_count += 1

    def _add_steps(self, kernel: Kernel) -> cython.void:
        """List the steps: pieces and their targets."""
        colour: cython.int
        code: cython.int
        cell: cython.int
        many_targets: cython.int
        i: cython.int
        to: cython.longlong
        many: cython.longlong
        left: cython.uint
        for colour in range(kernel.parties):
            if not kernel.moves_colour(colour):
                continue
            left = kernel.alive_slots[colour]
            while left:
                code = PIECE + colour * SLOTS + lowest(left)
                left &= left - 1
                if not kernel.moves_itself(code):
                    continue
                cell = kernel.cell_of[code - PIECE]
                kernel.find_destinations(cell, 0)
                many_targets = 0
                # Counting forgets what was found.
                for i in range(kernel.stop_count[0]):
                    self.targets[many_targets] = kernel.stops[i]
                    many_targets += 1
                for i in range(kernel.hit_count[0]):
                    self.targets[many_targets] = kernel.hits[i]
                    many_targets += 1
                for i in range(many_targets):
                    to = self.targets[i]
                    many = kernel.fill_window(cell, self.targets[i], 0, 1)
                    if many == 1:
                        self._add(kernel.window_turns[0], WHOLE)
                    elif many > 1:
                        self._add(turns.step(cell, to), STEP)
        if self.listed_count == 0:
            self._add(turns.PASS, WHOLE)

    def _fill_some(self, kernel: Kernel, turn: cython.longlong, window: cython.int) -> cython.int:
        """Fill the kernel's window with a part of a step's turns; return how many, 0 at the end."""
        cell: cython.int = turns.origin(turn)
        to: cython.int = turns.target(turn)
        low: cython.longlong = 0
        many: cython.longlong = kernel.fill_window(cell, to, 0, WINDOW_TURNS)
        if window > 0:
            if many <= window * WINDOW_TURNS or window >= WINDOWS:
                return 0
            low = window * WINDOW_TURNS
            if many > WINDOWS * WINDOW_TURNS:
                # Spread evenly, and alike every time.
                low = window * (many // WINDOWS)
            kernel.fill_window(cell, to, low, low + WINDOW_TURNS)
        return min(many - low, WINDOW_TURNS)

    def _add_acts(self, kernel: Kernel, turn: cython.longlong) -> cython.void:
        """List the acts of a step: what is placed or killed, once each."""
        window: cython.int = 0
        many: cython.int
        i: cython.int
        at: cython.int
        self.acts += 1
        first: cython.longlong = self.acts * MAX_WAYS
        many = self._fill_some(kernel, turn, 0)
        while many > 0:
            for i in range(many):
                # Either something is placed or there are victims.
                at = turns.victims(kernel.window_turns[i])
                if at:
                    at += 256
                else:
                    at = turns.place(kernel.window_turns[i])
                if self.seen_act[at] < first:
                    self.seen_act[at] = first + self.listed_count
                    self._add(kernel.window_turns[i], WHOLE)
                else:
                    # A second way to end it: the exit is a choice.
                    at = self.seen_act[at] - first
                    self.listed[at] = turns.act(self.listed[at])
                    self.stage_of[at] = ACT
            window += 1
            many = self._fill_some(kernel, turn, window)

    def _add_exits(self, kernel: Kernel, turn: cython.longlong) -> cython.void:
        """List the exits of an act."""
        window: cython.int = 0
        many: cython.int = self._fill_some(kernel, turn, 0)
        i: cython.int
        while many > 0:
            for i in range(many):
                if turns.same_act(kernel.window_turns[i], turn):
                    self._add(kernel.window_turns[i], WHOLE)
            window += 1
            many = self._fill_some(kernel, turn, window)

    def complete(self, stage: cython.int, turn: cython.longlong) -> cython.longlong:
        """Return a turn of which `stage` is chosen, the rest drawn at random."""
        many: cython.longlong
        low: cython.longlong
        if stage == ACT:
            many = self.generate(stage, turn)
            return self.listed[self.kernel.draw_random() % many]
        if stage == STEP:
            self.kernel.prepare()
            many = self.kernel.fill_window(turns.origin(turn), turns.target(turn), 0, 0)
            low = self.kernel.draw_random() % many
            self.kernel.fill_window(turns.origin(turn), turns.target(turn), low, low + 1)
            turn = self.kernel.window_turns[0]
        return turn

    # -- at the Python border -----------------------------------------------------------------

    def ways(self, stage: int, turn: int) -> list[tuple[int, int]]:
        """Return what `generate` lists: how the turn may go on, and how much of it that chooses."""
        many: cython.int = self.generate(stage, turn)
        return [(self.listed[i], self.stage_of[i]) for i in range(many)]
