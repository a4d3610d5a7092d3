"""The baseline "published": what the best bot published so far did, frozen.

Max^n over whole turns to depth 2 on material alone: Militant 5, Diplomat and Necromobile 10,
Assassin 15, Reporter 18, Chief 300. Every side makes four times its own sum, less the sum of all,
as large as it can; ties are broken at random. It is here to be measured against and must not
change, or old figures would mean something else.

Two things keep it quick and change next to nothing. Answers that differ only in where something
is placed, or in which way nothing is done, count once. Where the player has more than 4096
turns, a draw of them is looked at, spread over all their pieces.

Source of max^n: Carol A. Luckhardt, Keki B. Irani (1986), An algorithmic solution of N-person
games.
"""

from __future__ import annotations

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.candidates import CandidateGenerator

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
        MAX_PARTIES,
        MILITANT,
        NO_CELL,
        NOBODY,
        REPORTER,
        SLOTS,
        WINDOW_TURNS,
        WINNERS,
    )

# The most turns of the player that are looked at.
MOST_TURNS = cython.declare(cython.int, 4096)
# What a lost game is worth, beside any material.
LOST = cython.declare(cython.int, -1_000_000)


class Published:
    """A player that chooses a turn as that bot did.

    >>> from djambi.position.position import Position
    >>> start = Position.start("hex-3")
    >>> start.kernel().is_legal(Published(start.kernel()).choose(1))
    True
    """

    def __init__(self, kernel: Kernel) -> None:
        if not cython.compiled:
            self.sums = [0] * MAX_PARTIES
            self.reply = [0] * MAX_PARTIES
        self.kernel = kernel
        self.candidates = CandidateGenerator(kernel)
        # How many positions were weighed.
        self.nodes = 0
        self.total = 0
        self.chosen = turns.PASS

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Load a position, as `Kernel.load`."""
        self.kernel.load(contents, entries)

    def choose(self, seed: int) -> int:
        """Return the packed turn to play, or the pass. The game must not be over.

        Raises OverflowError where two more turns cannot be open in the kernel.
        """
        self.kernel.check_room(2)
        self.kernel.seed_random(seed)
        self.nodes = 0
        with cython.nogil:
            self._choose(self.kernel)
        return self.chosen

    def _choose(self, kernel: Kernel) -> cython.void:
        many: cython.int = self._list_turns(kernel)
        mover: cython.int = kernel.mover
        goal: cython.int
        most: cython.int = 0
        ties: cython.int = 0
        i: cython.int
        turn: cython.longlong
        self.chosen = turns.PASS
        for i in range(many):
            turn = self.candidates.listed[i]
            kernel.make(turn)
            self._answer(kernel, many)
            kernel.unmake()
            goal = 4 * self.reply[mover] - self.total
            if ties == 0 or goal > most:
                most = goal
                ties = 0
            if goal == most:
                ties += 1
                # Each of those that are equal is as likely to be kept.
                if kernel.draw_random() % ties == 0:
                    self.chosen = turn

    def _list_turns(self, kernel: Kernel) -> cython.int:
        """List the player's turns, or a draw of them; return how many."""
        many: cython.longlong = kernel.count_turns()
        pieces: cython.int = kernel.mover_count
        share: cython.longlong = MOST_TURNS
        low: cython.longlong
        high: cython.longlong
        size: cython.longlong
        found: cython.int = 0
        i: cython.int
        j: cython.int
        if pieces:
            share = MOST_TURNS // pieces
        for i in range(pieces):
            low = 0
            high = kernel.mover_turns[i]
            if many > MOST_TURNS and high > share:
                # So many turns of one piece differ in placements alone: a run of them will do.
                low = kernel.draw_random() % (high - share + 1)
                high = low + share
            while low < high:
                size = min(high - low, WINDOW_TURNS)
                kernel.fill_window(kernel.mover_cell[i], NO_CELL, low, low + size)
                for j in range(size):
                    self.candidates.listed[found] = kernel.window_turns[j]
                    found += 1
                low += size
        return found

    def _answer(self, kernel: Kernel, first: cython.int) -> cython.void:
        """Write the sums after the best answer of whoever plays now into `reply` and `total`."""
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
        if not kernel.header[WINNERS]:
            last = self.candidates.generate(first, 1)
        mover = kernel.mover
        for i in range(first, last):
            turn = self.candidates.listed[i]
            kind = kernel.kind_of[kernel.board[turns.origin(turn)]]
            to = turns.target(turn)
            if kernel.board[to] == EMPTY and not turns.victims(turn):
                if kind != CHIEF or (to != kernel.maze and kernel.board[kernel.maze] == EMPTY):
                    if quiet:
                        continue
                    quiet = True
            kernel.make(turn)
            self._weigh(kernel)
            kernel.unmake()
            if not found or self._goal(mover) > most:
                found = True
                most = self._goal(mover)
                total = self.total
                for j in range(kernel.parties):
                    self.reply[j] = self.sums[j]
        if found:
            self.total = total
            return
        self._weigh(kernel)
        for j in range(kernel.parties):
            self.reply[j] = self.sums[j]

    def _goal(self, party: cython.int) -> cython.int:
        return 4 * self.sums[party] - self.total

    def _weigh(self, kernel: Kernel) -> cython.void:
        """Sum up what every party controls."""
        party: cython.int
        lord: cython.int
        slot: cython.int
        value: cython.int
        self.nodes += 1
        self.total = 0
        if kernel.relations_stale:
            kernel.update_relations()
        for party in range(kernel.parties):
            self.sums[party] = 0
            if kernel.header[WINNERS] and not kernel.header[WINNERS] >> party & 1:
                self.sums[party] = LOST
        for party in range(kernel.parties):
            lord = kernel.controller[party]
            if lord == NOBODY:
                continue
            for slot in range(SLOTS):
                if not kernel.alive_slots[party] >> slot & 1:
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
