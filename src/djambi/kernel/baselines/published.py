"""The yardstick "published": what the best bot published so far did, frozen.

Max^n over whole turns to depth 2 on material alone: Militant 5, Diplomat and Necromobile 10,
Assassin 15, Reporter 18, Chief 300. Every side makes four times its own sum, less the sum of all,
as large as it can; ties are broken at random. It is here to be measured against and must not
change, or old figures would mean something else.

Two things keep it quick and change next to nothing. Answers that differ only in where something
is placed, or in which way nothing is done, count once. Where the player has more than 4096
turns, a draw of them is looked at, spread over all his pieces.
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
    from djambi.kernel.rules.codes import (
        CHIEF,
        DIPLOMAT,
        EMPTY,
        MILITANT,
        NOBODY,
        NONE,
        REPORTER,
        SLOTS,
        WINNERS,
    )
    from djambi.kernel.rules.tables import mix

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

# The most turns of the player that are looked at.
MOST_TURNS = cython.declare(cython.int, 4096)
# What a lost game is worth, beside any material.
LOST = cython.declare(cython.int, -1_000_000)


class Published(Sorts):
    """Chooses a turn as that bot did.

    >>> from djambi.position.position import Position
    >>> kernel = Position.start("hex-3").kernel()
    >>> bot = Published(kernel.tables, kernel.parties, kernel.options)
    >>> bot.load(kernel.contents(), kernel.entries())
    >>> kernel.is_legal(bot.choose(1))
    True
    """

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        if not cython.compiled:
            self.sums = [0] * 8
            self.reply = [0] * 8
        super().__init__(tables, parties, options)
        self.nodes = 0
        self.total = 0
        self.chosen = turns.PASS

    def choose(self, seed: int) -> int:
        """The packed turn to play; the pass if there is no other. The game must not be over."""
        self.random_state = mix(seed & MASK)
        self.nodes = 0
        with cython.nogil:
            self._choose()
        return self.chosen

    def _choose(self) -> cython.void:
        many: cython.int = self._list()
        mover: cython.int = self.mover
        goal: cython.int
        most: cython.int = 0
        ties: cython.int = 0
        i: cython.int
        turn: cython.longlong
        self.chosen = turns.PASS
        for i in range(many):
            turn = self.listed[i]
            self.make(turn)
            self._answer(many)
            self.unmake()
            goal = 4 * self.reply[mover] - self.total
            if ties == 0 or goal > most:
                most = goal
                ties = 0
            if goal == most:
                ties += 1
                # Each of those that are equal is as likely to be kept.
                if self.draw_random() % ties == 0:
                    self.chosen = turn

    def _list(self) -> cython.int:
        """Write the player's turns into `listed`, or a draw of them: how many."""
        many: cython.longlong = self.count_turns()
        pieces: cython.int = self.mover_count
        share: cython.longlong = MOST_TURNS
        low: cython.longlong
        high: cython.longlong
        found: cython.int = 0
        i: cython.int
        j: cython.int
        if pieces:
            share = MOST_TURNS // pieces
        for i in range(pieces):
            low = 0
            high = self.mover_turns[i]
            if many > MOST_TURNS and high > share:
                # So many turns of one piece differ in placements alone: a run of them will do.
                low = self.draw_random() % (high - share + 1)
                high = low + share
            while low < high:
                self.fill_window(self.mover_cell[i], NONE, low, min(high, low + 1024))
                for j in range(min(high - low, 1024)):
                    self.listed[found] = self.window_turns[j]
                    found += 1
                low += 1024
        return found

    def _answer(self, first: cython.int) -> cython.void:
        """What comes of the best answer of whoever plays now: its sums in `reply` and `total`."""
        mover: cython.int
        kind: cython.int
        to: cython.int
        i: cython.int
        j: cython.int
        last: cython.int = first
        most: cython.int = 0
        total: cython.int = 0
        found: cython.bint = False
        quiet: cython.bint = False
        turn: cython.longlong
        if not self.header[WINNERS]:
            last = self.gather(first, 1)
        mover = self.mover
        for i in range(first, last):
            turn = self.listed[i]
            kind = self.kind_of[self.board[turns.origin(turn)]]
            to = turns.target(turn)
            if self.board[to] == EMPTY and not turns.victims(turn):
                if kind != CHIEF or (to != self.maze and self.board[self.maze] == EMPTY):
                    if quiet:
                        continue
                    quiet = True
            self.make(turn)
            self._weigh()
            self.unmake()
            if not found or self._goal(mover) > most:
                found = True
                most = self._goal(mover)
                total = self.total
                for j in range(self.parties):
                    self.reply[j] = self.sums[j]
        if found:
            self.total = total
            return
        self._weigh()
        for j in range(self.parties):
            self.reply[j] = self.sums[j]

    def _goal(self, party: cython.int) -> cython.int:
        return 4 * self.sums[party] - self.total

    def _weigh(self) -> cython.void:
        """Sum up what every party controls."""
        party: cython.int
        lord: cython.int
        slot: cython.int
        value: cython.int
        self.nodes += 1
        self.total = 0
        if self.relations_stale:
            self.update_relations()
        for party in range(self.parties):
            self.sums[party] = 0
            if self.header[WINNERS] and not self.header[WINNERS] >> party & 1:
                self.sums[party] = LOST
        for party in range(self.parties):
            lord = self.controller[party]
            if lord == NOBODY:
                continue
            for slot in range(SLOTS):
                if not self.alive_slots[party] >> slot & 1:
                    continue
                value = 10
                if slot == CHIEF:
                    value = 300
                elif slot < REPORTER:
                    value = 15
                elif slot < DIPLOMAT:
                    value = 18
                elif slot >= MILITANT:
                    value = 5
                self.sums[lord] += value
                self.total += value
