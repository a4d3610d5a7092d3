"""The stages of a turn, one after the other: piece and destination, what is placed or killed, exit.

Turns multiply where something is placed. A search that chooses by stages meets first some sixty
destinations, then the places for one of them, and never lists what it does not look into.
"""

from __future__ import annotations

from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.candidates import Sorts

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import NOBODY, PIECE, SLOTS
    from djambi.kernel.rules.tables import lowest

    # How much of a turn is chosen: its piece and destination; all but its exit; everything.
    STEP = 1
    ACT = 2
    WHOLE = 3


# A window of turns, and how many windows are looked at where an act has more turns.
WINDOW = cython.declare(cython.int, 1024)
WINDOWS = cython.declare(cython.int, 4)


class Staged(Sorts):
    """A kernel that offers the next stages of a turn."""

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.goals = [0] * 208
            self.seen_act = [0] * 512
            self.stage_of = [0] * 4096
        super().__init__(tables, parties, options)
        self.acts = 0

    @cython.final
    def offer_stage(self, stage: cython.int, turn: cython.longlong) -> cython.int:
        """List how a turn may go on of which `stage` is chosen (0: nothing yet): how many ways.

        The ways are in `listed`, and in `stage_of` how much of the turn each of them is. A stage
        that leaves no choice is not offered apart. At most 4096 ways of an act are looked at.
        """
        self.listed_count = 0
        self.prepare()
        if stage == 0:
            self._offer_steps()
        elif stage == STEP:
            self._offer_acts(turn)
        else:
            self._offer_exits(turn)
        return self.listed_count

    @cython.final
    def _offer_stage(self, turn: cython.longlong, stage: cython.int) -> cython.void:
        if self.listed_count < 4096:
            self.listed[self.listed_count] = turn
            self.stage_of[self.listed_count] = stage
            self.listed_count += 1

    @cython.final
    def _offer_steps(self) -> cython.void:
        colour: cython.int
        code: cython.int
        cell: cython.int
        goals: cython.int
        i: cython.int
        to: cython.longlong
        many: cython.longlong
        left: cython.uint
        for colour in range(self.parties):
            if self.controller[colour] != self.mover:
                continue
            if self.only_colour != NOBODY and colour != self.only_colour:
                continue
            left = self.alive_slots[colour]
            while left:
                code = PIECE + colour * SLOTS + lowest(left)
                left &= left - 1
                if not self.moves_itself(code):
                    continue
                cell = self.cell_of[code - PIECE]
                self.find_destinations(cell, 0)
                goals = 0
                # Counting forgets what was found.
                for i in range(self.stop_count[0]):
                    self.goals[goals] = self.stops[i]
                    goals += 1
                for i in range(self.hit_count[0]):
                    self.goals[goals] = self.hits[i]
                    goals += 1
                for i in range(goals):
                    to = self.goals[i]
                    many = self.fill_window(cell, self.goals[i], 0, 1)
                    if many == 1:
                        self._offer_stage(self.window_turns[0], WHOLE)
                    elif many > 1:
                        self._offer_stage(turns.step(cell, to), STEP)
        if self.listed_count == 0:
            self._offer_stage(turns.PASS, WHOLE)

    @cython.final
    def _fill_some(self, turn: cython.longlong, window: cython.int) -> cython.int:
        """Write one of the windows of a step's turns into `turns`: how many; 0 after the last."""
        cell: cython.int = turns.origin(turn)
        to: cython.int = turns.target(turn)
        low: cython.longlong = 0
        many: cython.longlong = self.fill_window(cell, to, 0, WINDOW)
        if window > 0:
            if many <= window * WINDOW or window >= WINDOWS:
                return 0
            low = window * WINDOW
            if many > WINDOWS * WINDOW:
                # Spread evenly, and alike every time.
                low = window * (many // WINDOWS)
            self.fill_window(cell, to, low, low + WINDOW)
        return min(many - low, WINDOW)

    @cython.final
    def _offer_acts(self, turn: cython.longlong) -> cython.void:
        window: cython.int = 0
        many: cython.int
        i: cython.int
        at: cython.int
        self.acts += 1
        first: cython.int = self.acts * 4096
        many = self._fill_some(turn, 0)
        while many > 0:
            for i in range(many):
                # Either something is placed or there are victims.
                at = turns.victims(self.window_turns[i])
                if at:
                    at += 256
                else:
                    at = turns.place(self.window_turns[i])
                if self.seen_act[at] < first:
                    self.seen_act[at] = first + self.listed_count
                    self._offer_stage(self.window_turns[i], WHOLE)
                else:
                    # A second way to end it: the exit is a choice.
                    at = self.seen_act[at] - first
                    self.listed[at] = turns.act(self.listed[at])
                    self.stage_of[at] = ACT
            window += 1
            many = self._fill_some(turn, window)

    @cython.final
    def _offer_exits(self, turn: cython.longlong) -> cython.void:
        window: cython.int = 0
        many: cython.int = self._fill_some(turn, 0)
        i: cython.int
        while many > 0:
            for i in range(many):
                if turns.same_act(self.window_turns[i], turn):
                    self._offer_stage(self.window_turns[i], WHOLE)
            window += 1
            many = self._fill_some(turn, window)

    @cython.final
    def complete(self, stage: cython.int, turn: cython.longlong) -> cython.longlong:
        """A turn of which `stage` is chosen, the rest drawn at random."""
        many: cython.longlong
        low: cython.longlong
        if stage == ACT:
            many = self.offer_stage(stage, turn)
            return self.listed[self.draw_random() % many]
        if stage == STEP:
            self.prepare()
            many = self.fill_window(turns.origin(turn), turns.target(turn), 0, 0)
            low = self.draw_random() % many
            self.fill_window(turns.origin(turn), turns.target(turn), low, low + 1)
            turn = self.window_turns[0]
        return turn

    # -- at the Python border -----------------------------------------------------------------

    def ways(self, stage: int, turn: int) -> list[tuple[int, int]]:
        """What `offer_stage` lists: how the turn may go on, and how much of it that chooses."""
        many: cython.int = self.offer_stage(stage, turn)
        return [(self.listed[i], self.stage_of[i]) for i in range(many)]
