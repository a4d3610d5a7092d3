"""Forced wins of a duel: a turn, any answer, and another turn that wins; sometimes many more.

Where two parties are left, the best player wins by a quiet turn that no answer helps against,
which no evaluation tells from others. Two proofs over an AND/OR tree look for it, one after the
other; both say "won" or "not shown to be won", and play every answer of the rival's. The hero is
whoever plays now, or the other party where a loss is to be proved: then the root is the rival's.

*Iterative deepening* by one own turn finds what is near, in the fewest own turns:

    wins(position, n) = hero to move:  some turn t with wins(position + t, n - 1)
                        rival to move: wins(position + t, n) for all turns t
    wins(position, n) = the hero has won, where the game is over; False where n own turns are spent

It has killer turns, one a ply: what refuted the last turn is tried first against the next, and
what won after one answer first after the next. Of the last own turn only strokes at the Chief are
tried where more than two are needed, so that other ends, as walling him in, are found up to two
own turns ahead.

*Depth-first proof-number search* with the rest of the turns goes where the rival has little
choice, however deep that is. Proof and disproof numbers say how much is left to prove:

    hero to move:  proof = min proof(child)       disproof = join disproof(child)
    rival to move: proof = join proof(child)      disproof = min disproof(child)
    join n = max n + SIBLING_WEIGHT (count - 1), over the children with n > 0

A position is searched until one of them reaches its threshold. The join instead of the sum keeps
positions that are reached in many ways from counting many times (weak proof numbers). First numbers
come from how many answers there are, and from whether the hero seems to threaten a stroke, which a
look along the Chief's lines tells without playing. The hero's turns are candidates (every sort of
turn, few placements): what is found is proved, what is not found may still be won. A repeated
position is not won *where it repeats*: no proof can rest on that, for a proof contains wins only,
while disproofs may, and are never claimed (the graph-history interaction costs wins, not truth). A
stored proof has its length, so that none is used that would come after the quiet limit.

The transposition table is keyed by 62 bits of the Zobrist hash, all of which are compared: a proof
is wrong only if two of some million positions agree in all.

Sources: L. Victor Allis, Maarten van der Meulen, H. Jaap van den Herik (1994), Proof-number
search. Ayumu Nagai (2002), Df-pn algorithm for searching AND/OR trees and its applications. Akihiro
Kishimoto, Martin Müller (2004), A general solution to the graph history interaction problem. Toru
Ueda, Tsuyoshi Hashimoto, Junichi Hashimoto, Hiroyuki Iida (2008), Weak proof-number search. Jakub
Pawlewicz, Łukasz Lew (2007), Improving depth-first PN-search: 1 + ε trick. Richard E. Korf (1985),
Depth-first iterative-deepening: an optimal admissible tree search. Albert L. Zobrist (1970), A new
hashing method with application for game playing. Selim G. Akl, Monroe M. Newborn (1977), The
principal continuation and the killer heuristic.
"""

from __future__ import annotations

from typing import Final

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.arena import int_buffer
from djambi.kernel.search.candidates import CandidateGenerator
from djambi.kernel.search.limits import SearchLimits
from djambi.kernel.search.strokes import TURNS_PER_NODE, StrokeFinder

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import (
        ACTIVE,
        MAX_PARTIES,
        QUIET,
        STATUS,
        WINNERS,
    )
    from djambi.kernel.rules.tables import mix
    from djambi.kernel.search.candidates import MAX_LISTED

    # How many plies deep a forced win can be, with bonus turns of the rival's after each.
    MAX_PLY = 64

MAX_OWN_TURNS: Final = 60
"""How many own turns a forced win may have: the tree search still values it above any estimate."""

MAX_DEEPENED_OWN_TURNS: Final = 9
"""How many own turns a forced win may have that is found by iterative deepening."""

FULL_WIDTH_OWN_TURNS: Final = 2
"""Up to so many own turns, every last turn is tried, not only strokes."""

MAX_TABLE_BITS: Final = 21
"""The table has two to this power of entries at most, in 36 MiB."""

NODE_COST = cython.declare(cython.int, TURNS_PER_NODE)
FULL_WIDTH_TURNS = cython.declare(cython.int, FULL_WIDTH_OWN_TURNS)
DEEPENED_TURNS = cython.declare(cython.int, MAX_DEEPENED_OWN_TURNS)
# How many plies iterative deepening goes; one part in so many of the turns is for it.
DEEPENED_PLIES = cython.declare(cython.int, 27)
DEEPENING_PART = cython.declare(cython.int, 8)
# An entry of the table by iterative deepening: in how many own turns the position is not won; with
# this bit, is not won where the last of them must be a stroke.
NO_STROKE = cython.declare(cython.int, 64)
# With this bit, is won.
WON = cython.declare(cython.int, 128)
# The proof number of what is not won, and the disproof number of what is.
INFINITE = cython.declare(cython.int, 1 << 28)
# Proofs of so many plies are not kept: their length is a byte.
MAX_PROOF_PLIES = cython.declare(cython.int, 250)
# Where the bits of the salt begin that tell generations apart: above those that choose an entry.
GENERATION_SHIFT = cython.declare(cython.int, MAX_TABLE_BITS + 2)
# How many placements stand for all in a sort of the hero's turns.
PLACEMENTS = cython.declare(cython.int, 3)
# What every child but the hardest adds to a joined number.
SIBLING_WEIGHT = cython.declare(cython.int, 2)
# First proof number of a turn of the hero's: one for so many answers, times this without a threat.
ANSWERS_PER_UNIT = cython.declare(cython.int, 4)
QUIET_FACTOR = cython.declare(cython.int, 4)
# Counting so many answers takes as long as reading the clock takes next to no time.
SLOWLY_COUNTED = cython.declare(cython.int, 1024)
# A child is searched until it is worse than its best sibling by one part in so many: 1 + ε.
EPSILON_PART = cython.declare(cython.int, 4)


class ForcedWinSolver(StrokeFinder):
    """A solver of duels in the position of a kernel.

    It plays turns in the kernel and takes them back. Where a search has them, it shares the
    generator's list and the limits with that search.

    >>> from djambi.position.position import Position
    >>> start = Position.parse("square-4 original 9/9/9/9/9/9/9/9/rCrA6bC r,b,y>b,g>b rbyg r 0 0")
    >>> solver = ForcedWinSolver(start.kernel())
    >>> solver.forced_win(max_turns=1000) == start.turn("b1-i1").packed
    True
    """

    def __init__(
        self,
        kernel: Kernel,
        candidates: CandidateGenerator | None = None,
        limits: SearchLimits | None = None,
    ) -> None:
        """Raise ValueError if the generator has another kernel."""
        super().__init__(
            kernel,
            CandidateGenerator(kernel) if candidates is None else candidates,
            SearchLimits() if limits is None else limits,
        )
        if not cython.compiled:
            self.killer = [0] * MAX_PLY
            self.path = [0] * MAX_PLY
            self.child_proof = [0] * MAX_LISTED
            self.child_disproof = [0] * MAX_LISTED
            self.child_turns = [0] * MAX_LISTED
            self.child_plies = [0] * MAX_LISTED
        self.own_turns = 0
        self.deepest = MAX_OWN_TURNS
        self.turns_played = 0
        # Whether the last search met a position with more turns than can be listed.
        self.left_out = False
        # Whether what was proved is kept from one search to the next.
        self.keeps_table = False
        self.generation = 0
        # The numbers of the position that was searched or looked up last, and how long its proof
        # is, in own turns and in plies.
        self.proof = 0
        self.disproof = 0
        self.proof_turns = 0
        self.proof_plies = 0
        # How the mover begins a win that was proved last.
        self.winning_turn = turns.PASS
        self.table_mask = -1
        # How many entries there is memory for: that of a larger table is kept.
        self.reserved = 0
        self.reserve(1)

    def load(self, contents: bytes, entries: tuple[int, ...]) -> None:
        """Load a position, as `Kernel.load`; an earlier `cancel` is forgotten."""
        self.kernel.load(contents, entries)
        self.limits.rearm()

    def reserve(self, entries: int) -> None:
        """Resize the table to so many entries, within bounds; if it takes more memory, it is empty.

        It does not shrink where it is to be kept.
        """
        size = 1 << min(max(entries - 1, 1).bit_length(), MAX_TABLE_BITS)
        if self.keeps_table and size <= self.table_mask + 1:
            return
        self.table_mask = size - 1
        if size <= self.reserved:
            return
        self.reserved = size
        self.table_key = int_buffer(size, "q")
        self.table_entry = int_buffer(size, "B")
        self.table_proof = int_buffer(size, "i")
        self.table_disproof = int_buffer(size, "i")
        self.table_plies = int_buffer(size, "B")

    def forced_win(self, max_turns: int, seconds: float = 60.0, within: int = MAX_OWN_TURNS) -> int:
        """Return the packed turn of a forced win, or the pass if none is found.

        The game must not be over. Nothing is found where three parties or more are active, where
        more own turns than `within` are needed, or where the proof would play more than
        `max_turns` or last longer than `seconds`. `TURNS_PER_NODE` of them count as one node;
        `turns_played` says how many were spent (all of them where the time ran out), and
        `own_turns` in how many the `hero` wins at the latest. With `within` up to nine, only
        deepening looks for the win, and what is found needs the fewest own turns. Up to two,
        nothing found means that nothing is there, unless a limit was reached or `left_out`: a
        position with 16,384 turns or more counts as not won.

        Raises OverflowError where the kernel has no room for the turns of a proof.
        """
        return self.winning_turn if self._run(max_turns, seconds, within, False) else turns.PASS

    def forced_loss(self, max_turns: int, seconds: float = 60.0) -> bool:
        """Return whether the other party of a duel wins by force, whatever the mover plays.

        The limits are those of `forced_win`; `own_turns` are the winner's. False says nothing.

        >>> from djambi.position.position import Position
        >>> board = "9/9/9/9/9/7rC1/2bCrRrM4/9/9"
        >>> lost = Position.parse(f"square-4 original {board} r,b,y>b,g>b rbyg b 0 0")
        >>> ForcedWinSolver(lost.kernel()).forced_loss(max_turns=2000)
        True
        """
        return self._run(max_turns, seconds, MAX_OWN_TURNS, True)

    def _run(self, max_turns: int, seconds: float, within: int, loses: bool) -> bool:
        """Return whether the mover is proved to win, or `loses`, within the limits."""
        self.kernel.check_room(MAX_PLY + 2)
        nodes: cython.longlong = max_turns // TURNS_PER_NODE
        time: cython.double = seconds
        rival_wins: cython.bint = loses
        found: cython.bint
        self.deepest = min(within, MAX_OWN_TURNS)
        self.reserve(max_turns)
        with cython.nogil:
            self.new_search()
            self.limits.start(nodes + 1, time)
            found = self.proves(nodes, rival_wins)
        self.deepest = MAX_OWN_TURNS
        self.turns_played = nodes * NODE_COST - max(0, self.turns_left)
        return found

    def new_search(self) -> cython.void:
        """Clear what was proved, unless the table is to be kept."""
        if not self.keeps_table:
            self.generation += 1

    def solve(self, nodes: cython.longlong) -> cython.longlong:
        """Return what `forced_win` does, with so many nodes and while the limits allow."""
        return self.winning_turn if self.proves(nodes, False) else turns.PASS

    def proves(self, nodes: cython.longlong, loses: cython.bint) -> cython.bint:
        """Return whether the mover is proved to win, or `loses`; as `solve`."""
        kept: cython.longlong
        found: cython.bint
        self.turns_left = nodes * NODE_COST
        self.own_turns = 0
        self.left_out = False
        if self.kernel.relations_stale:
            self.kernel.update_relations()
        if not self._is_duel(self.kernel):
            return False
        self.kernel.prepare()
        self._set_out(self.kernel, loses)
        if self.deepest > DEEPENED_TURNS and self._is_proved(self.kernel):
            # Deepening would write over what the proof needs in the table.
            if self._wins_by_numbers(self.kernel):
                return True
        if self._deepen(self.kernel, 1, min(self.deepest, FULL_WIDTH_TURNS)):
            return True
        if self.deepest <= DEEPENED_TURNS:
            # Whoever asks for near wins only has all turns played for these.
            return self._deepen(self.kernel, FULL_WIDTH_TURNS + 1, self.deepest)
        # The other proof waits for no more than a part of the turns, and the rest is for the first.
        kept = self.turns_left - self.turns_left // DEEPENING_PART
        self.turns_left -= kept
        found = self._deepen(self.kernel, FULL_WIDTH_TURNS + 1, DEEPENED_TURNS)
        self.turns_left += kept
        if found or self.limits.stopped:
            return found
        if self._wins_by_numbers(self.kernel):
            return True
        return self.turns_left > 0 and self._deepen(
            self.kernel, FULL_WIDTH_TURNS + 1, DEEPENED_TURNS
        )

    def _wins_by_numbers(self, kernel: Kernel) -> cython.bint:
        """Return whether proof-number search finds a win in few enough own turns."""
        random: cython.ulonglong = kernel.random_state
        self._search(kernel, 0, 0, INFINITE, INFINITE)
        # What is drawn for candidates is a function of the position, and of no concern to others.
        kernel.random_state = random
        if self.turns_left > 0 and self.proof == 0 and self.proof_turns <= self.deepest:
            self.own_turns = self.proof_turns
            return True
        return False

    def _deepen(self, kernel: Kernel, low: cython.int, high: cython.int) -> cython.bint:
        """Return whether the hero wins within `low`, `low` + 1 … `high` own turns."""
        more: cython.int
        for more in range(low, high + 1):
            self.last_is_stroke = more > FULL_WIDTH_TURNS
            if self._wins(kernel, more, 0, 0):
                self.own_turns = more
                self.winning_turn = self.killer[0]
                return True
            if self.turns_left <= 0 or self.limits.stopped:
                break
        return False

    def _set_out(self, kernel: Kernel, loses: cython.bint) -> cython.void:
        """Begin a proof that whoever plays now wins, or `loses`."""
        i: cython.int
        other: cython.int = kernel.mover
        for i in range(kernel.parties):
            if i != kernel.mover and kernel.header[STATUS + i] == ACTIVE:
                other = i
        self.hero = other if loses else kernel.mover
        self.rival = kernel.mover if loses else other
        for i in range(MAX_PLY):
            self.killer[i] = turns.PASS
        # What was proved before the last `new_search`, or for others, is not found by this. Which
        # entries get in each other's way is the same in every generation.
        self.table_salt = mix(self.hero * MAX_PARTIES + self.rival) ^ (
            self.generation << GENERATION_SHIFT
        )

    def _wins(
        self, kernel: Kernel, more: cython.int, ply: cython.int, first: cython.int
    ) -> cython.bint:
        """Return whether the hero wins within `more` own turns, whatever is played.

        Turns are listed from `listed[first]` on. False where it remains unknown.
        """
        # Even: the other proof's keys are odd.
        key: cython.longlong = self._key(kernel) - 1
        slot: cython.int = (key >> 1) & self.table_mask
        own: cython.bint
        won: cython.bint
        many: cython.int
        i: cython.int
        killer: cython.longlong
        if ply and self.table_key[slot] == key:
            i = self.table_entry[slot]
            if i >= WON:
                if i - WON <= more and self._is_early(kernel, DEEPENED_PLIES):
                    return True
            elif i >= NO_STROKE:
                if self.last_is_stroke and i - NO_STROKE >= more:
                    return False
            elif i >= more:
                return False
        if ply >= DEEPENED_PLIES:
            return False
        kernel.prepare()
        own = kernel.mover == self.hero
        if own and more == 1 and self.last_is_stroke:
            return self._strikes(kernel)
        killer = self.killer[ply]
        won = not own
        if killer != turns.PASS and self._is_legal(kernel, killer):
            won = self._wins_after(kernel, killer, own, more, ply, first)
            if self.turns_left <= 0:
                return False
        else:
            killer = turns.PASS
        if won != own:
            many = self.candidates.generate_legal(first)
            if many < 0:
                # They were counted all the same.
                self._is_late()
                self.left_out = True
                return False
            for i in range(first, many):
                if self.candidates.listed[i] == killer and killer != turns.PASS:
                    continue
                won = self._wins_after(kernel, self.candidates.listed[i], own, more, ply, many)
                if self.turns_left <= 0:
                    return False
                if won == own:
                    self.killer[ply] = self.candidates.listed[i]
                    break
        # That it is won says more than that it is not won sooner.
        if won or self.table_key[slot] != key or self.table_entry[slot] < WON:
            self.table_key[slot] = key
            self.table_entry[slot] = more + (
                WON if won else NO_STROKE if self.last_is_stroke else 0
            )
        return won

    # -- depth-first proof-number search ------------------------------------------------------

    def _search(
        self,
        kernel: Kernel,
        ply: cython.int,
        first: cython.int,
        proof_threshold: cython.int,
        disproof_threshold: cython.int,
    ) -> cython.void:
        """Search the position until a number of it reaches its threshold; both are left behind.

        Its children are listed from `listed[first]` on.
        """
        own: cython.bint
        many: cython.int
        best: cython.int
        enough: cython.int
        low: cython.int
        high: cython.int
        key: cython.longlong = self._key(kernel)
        kernel.prepare()
        own = kernel.mover == self.hero
        self.path[ply] = key
        many = self._list_children(kernel, first, own, ply)
        if self.turns_left <= 0:
            return
        while True:
            best = self._join(first, many, own)
            if self.proof >= proof_threshold or self.disproof >= disproof_threshold:
                break
            if self.proof == 0 or self.disproof == 0:
                break
            enough = self.second + self.second // EPSILON_PART + 1
            if own:
                low = min(proof_threshold, enough)
                high = disproof_threshold - self.disproof + self.child_disproof[best]
            else:
                low = proof_threshold - self.proof + self.child_proof[best]
                high = min(disproof_threshold, enough)
            if self._pay():
                return
            kernel.make(self.candidates.listed[best])
            self._search(kernel, ply + 1, many, low, high)
            kernel.unmake()
            if self.turns_left <= 0:
                return
            self._note(best)
        if own and self.proof == 0:
            self.winning_turn = self.candidates.listed[best]
        self._store(key)

    def _note(self, child: cython.int) -> cython.void:
        """Keep the numbers that are left behind as those of a child."""
        self.child_proof[child] = self.proof
        self.child_disproof[child] = self.disproof
        self.child_turns[child] = self.proof_turns
        self.child_plies[child] = self.proof_plies

    def _join(self, first: cython.int, many: cython.int, own: cython.bint) -> cython.int:
        """Leave the numbers of a node by those of its children behind; return the best child.

        `second` is the number of the second best.
        """
        i: cython.int
        best: cython.int = first
        least: cython.int = INFINITE
        most: cython.int = 0
        open_children: cython.int = 0
        number: cython.int
        self.second = INFINITE
        self.proof_turns = 0
        self.proof_plies = 0
        for i in range(first, many):
            number = self.child_proof[i] if own else self.child_disproof[i]
            if number < least:
                self.second = least
                least = number
                best = i
            elif number < self.second:
                self.second = number
            number = self.child_disproof[i] if own else self.child_proof[i]
            most = max(most, number)
            open_children += number > 0
            # Of a proof, the hero has one child and the rival all.
            if self.child_proof[i] == 0:
                self.proof_turns = max(self.proof_turns, self.child_turns[i])
                self.proof_plies = max(self.proof_plies, self.child_plies[i])
        if open_children and most < INFINITE:
            most = min(INFINITE - 1, most + SIBLING_WEIGHT * (open_children - 1))
        self.proof = least if own else most
        self.disproof = most if own else least
        self.proof_turns += own
        self.proof_plies += 1
        if self.proof == 0 and self.proof_plies >= MAX_PROOF_PLIES:
            self._fail()
        return best

    def _fail(self) -> cython.void:
        """Leave the numbers of a position that is not won behind."""
        self.proof = INFINITE
        self.disproof = 0

    def _succeed(self, own: cython.int, plies: cython.int) -> cython.void:
        """Leave the numbers of a position that is won behind."""
        self.proof = 0
        self.disproof = INFINITE
        self.proof_turns = own
        self.proof_plies = plies

    def _list_children(
        self, kernel: Kernel, first: cython.int, own: cython.bint, ply: cython.int
    ) -> cython.int:
        """List the turns of a node with their numbers; return where they end."""
        many: cython.int
        i: cython.int
        if own:
            kernel.random_state = mix(kernel.zobrist_hash)
            many = self.candidates.generate(first, PLACEMENTS)
            if many == first:
                self.candidates.listed[first] = turns.PASS
                many += 1
        else:
            many = self.candidates.generate_legal(first)
        if many < 0 and self._is_late():
            return first
        if many < 0 or many >= MAX_LISTED - 1 or ply >= MAX_PLY - 1:
            self._fail()
            self._note(first)
            return first + 1
        for i in range(first, many):
            if self._pay():
                return many
            kernel.make(self.candidates.listed[i])
            self._look_up(kernel, ply)
            kernel.unmake()
            self._note(i)
            if (own and self.proof == 0 and ply) or (not own and self.disproof == 0):
                # It decides: put it first, and leave the others out.
                self.candidates.listed[first] = self.candidates.listed[i]
                self._note(first)
                return first + 1
        if own and ply == 0:
            return self._keep_shortest(first, many)
        return many

    def _keep_shortest(self, first: cython.int, many: cython.int) -> cython.int:
        """Keep the child with the shortest proof, if any is proved; return where the list ends.

        A player who keeps the table would else play from one proved position to another, and back.
        """
        i: cython.int
        best: cython.int = many
        for i in range(first, many):
            if self.child_proof[i] == 0:
                if best == many or self.child_plies[i] < self.child_plies[best]:
                    best = i
        if best == many:
            return many
        self.candidates.listed[first] = self.candidates.listed[best]
        self._succeed(self.child_turns[best], self.child_plies[best])
        self._note(first)
        return first + 1

    def _key(self, kernel: Kernel) -> cython.longlong:
        """Return the position's key in the table: odd."""
        return ((kernel.zobrist_hash ^ self.table_salt) >> 1) | 1

    def _is_proved(self, kernel: Kernel) -> cython.bint:
        """Return whether the table has a proof of the position that comes early enough."""
        key: cython.longlong = self._key(kernel)
        slot: cython.int = (key >> 1) & self.table_mask
        return (
            self.table_key[slot] == key
            and self.table_proof[slot] == 0
            and self._is_early(kernel, self.table_plies[slot])
        )

    def _look_up(self, kernel: Kernel, ply: cython.int) -> cython.void:
        """Leave the numbers of the position behind: known, decided, or a first estimate."""
        key: cython.longlong
        slot: cython.int
        i: cython.int
        if kernel.header[WINNERS]:
            if kernel.header[WINNERS] == 1 << self.hero:
                self._succeed(0, 0)
            else:
                self._fail()
            return
        if kernel.header[STATUS + self.hero] != ACTIVE:
            self._fail()
            return
        key = self._key(kernel)
        slot = (key >> 1) & self.table_mask
        if self.table_key[slot] == key:
            self.proof = self.table_proof[slot]
            self.disproof = self.table_disproof[slot]
            self.proof_turns = self.table_entry[slot]
            self.proof_plies = self.table_plies[slot]
            if self.proof == 0 and not self._is_early(kernel, self.proof_plies):
                self._fail()
            if self.proof == 0:
                return
        for i in range(ply + 1):
            if self.path[i] == key:
                self._fail()
                return
        if self.table_key[slot] == key:
            return
        self._estimate(kernel)

    def _estimate(self, kernel: Kernel) -> cython.void:
        """Leave the first numbers of a position behind: whether there is a stroke, or a threat.

        A threat need only be likely: these numbers say where to look first, and prove nothing.
        """
        answers: cython.longlong
        kernel.prepare()
        self.proof = 1
        self.disproof = 1
        if kernel.mover == self.hero:
            if self._strikes(kernel):
                self._succeed(1, 1)
            return
        answers = kernel.count_turns()
        self.proof += cython.cast(cython.int, answers // ANSWERS_PER_UNIT)
        if answers >= SLOWLY_COUNTED and self._is_late():
            return
        if not self._threatens(kernel):
            self.proof *= QUIET_FACTOR

    def _store(self, key: cython.longlong) -> cython.void:
        """Keep the numbers that are left behind in the table."""
        slot: cython.int = (key >> 1) & self.table_mask
        self.table_key[slot] = key
        self.table_proof[slot] = self.proof
        self.table_disproof[slot] = self.disproof
        self.table_entry[slot] = self.proof_turns
        self.table_plies[slot] = self.proof_plies

    def _is_early(self, kernel: Kernel, plies: cython.int) -> cython.bint:
        """Return whether a win in so many plies comes before the quiet limit (RULES 7.4)."""
        return (
            kernel.options.quiet_rounds == 0
            or kernel.header[QUIET] + plies < kernel.options.quiet_rounds * kernel.parties
        )

    def _wins_after(
        self,
        kernel: Kernel,
        turn: cython.longlong,
        own: cython.bint,
        more: cython.int,
        ply: cython.int,
        first: cython.int,
    ) -> cython.bint:
        """Return whether the hero wins as in `_wins`, once a turn is played, their own or not."""
        won: cython.bint
        if self._pay():
            return False
        kernel.make(turn)
        if kernel.header[WINNERS]:
            won = kernel.header[WINNERS] == 1 << self.hero
        elif kernel.header[STATUS + self.hero] != ACTIVE or (own and more == 1):
            won = False
        else:
            won = self._wins(kernel, more - 1 if own else more, ply + 1, first)
        kernel.unmake()
        return won
