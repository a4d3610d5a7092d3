"""Search: which turn is best for whoever plays, wholly inside the kernel, without the GIL.

Values are vectors, one share of the game for every party; every player wants his own share
large, and to some extent (`fear`) the share of the one who is thinking small. The tree is that of
`djambi.kernel.search.growth`; several threads grow a tree each from the same first look.
"""

from __future__ import annotations

from threading import Thread

from djambi.kernel.rules.tables import Tables
from djambi.kernel.search.arena import LARGEST, room_for
from djambi.kernel.search.growth import Growth

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.tables import mix
    from djambi.kernel.search.candidates import MOST
    from djambi.kernel.search.tree import DEEPEST, NEVER

# The part of all nodes, and of the time, in which a duel's forced wins are looked for.
FORCING = cython.declare(cython.int, 6)
# All turns of the one who thinks are looked at from the start if they are at most this part of
# all nodes, and so many for a second.
ALL_OWN = cython.declare(cython.int, 16)
OWN_A_SECOND = cython.declare(cython.double, 20000.0)
# What no number of visits brings.
SURE = cython.declare(cython.double, 1e12)
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


class Search(Growth):
    """Thinks about a position.

    `places` and `root_places` say how many placements of an act are tried, `width` and
    `root_width` how many turns are kept in mind, in a reply and by the one who thinks; `noise`
    is how much a share may be misjudged, at random.

    >>> from djambi.position.position import Position
    >>> kernel = Position.start("hex-3").kernel()
    >>> search = Search(kernel.tables, kernel.parties, kernel.options)
    >>> search.load(kernel.contents(), kernel.entries())
    >>> kernel.is_legal(search.think(nodes=500, seconds=60, depth=2, seed=1))
    True
    """

    def __init__(self, tables: Tables, parties: int, options: dict[str, int]) -> None:
        super().__init__(tables, parties, options)
        self.chosen = turns.PASS
        self.best = 0
        # How many bytes the tree may take, those of all threads together.
        self.memory = LARGEST
        self.shown: tuple[int, list[float], list[int]] = (0, [], [])
        self.crew: list[Search] = []
        self.told: dict[str, float] = {}

    def weigh(self, changed: dict[str, float]) -> None:
        """Judge by these weights, as `Judge.weigh`."""
        self.told = dict(changed)
        super().weigh(changed)

    def set_blind(self, part: float) -> None:
        """Overlook this part of all turns, at random, one's own and the others'."""
        self.blind = int(1024 * part)

    def think(self, nodes: int, seconds: float, depth: int, seed: int, threads: int = 1) -> int:
        """The packed turn to play; the pass if there is no other. The game must not be over.

        Ends after so many nodes (turns played and judged), so many seconds, or when the tree is
        seen through to `depth` turns ahead (at most 60), whatever comes first; also when the
        `memory` for the tree is full. With one thread, nodes and seed alone decide what is chosen
        unless the time runs out, or forced wins are remembered from before (`remembers`).
        `depth`, `nodes`, `values()` and `line()` say afterwards what was seen. While it goes on,
        any thread may read `nodes`, of the first thread, and `shown`: the depth, the values and the
        line when they were looked at last, which fit together; before the first look, depth 0.
        """
        mate: Search
        most: cython.longlong = max(1, nodes // threads)
        time: cython.double = seconds
        size = 38 + 8 * self.parties
        # All turns at the root have room, or there would be nothing to choose from.
        self._furnish(room_for(MOST + nodes, size * threads, self.memory, MOST + 1))
        self._remember_up_to(most)
        self.limit = max(1, min(depth, DEEPEST))
        self.shown = (0, [], [])
        self.random_state = mix(seed & MASK)
        with cython.nogil:
            self._forget()
            self.start_watch(most, time)
            self._begin()
        if threads > 1:
            # All have the same children of the root.
            self.widen_at[0] = NEVER
        self.crew = [self._mate(number) for number in range(1, threads)]
        if self.unwanted:
            # Whoever called it off while the crew was made told only some of them, or nobody.
            self.cancel()
        left = self.deadline - self.now_is()
        crew = [Thread(target=mate._help, args=(most, left)) for mate in self.crew]
        for thread in crew:
            thread.start()
        with cython.nogil:
            self._grow()
        if self.settled[0]:
            # What is proved needs no more looking.
            for mate in self.crew:
                mate.unwanted = True
        for thread in crew:
            thread.join()
        for mate in self.crew:
            self._join(mate)
        self.crew = []
        self._decide()
        return self.chosen

    def cancel(self) -> None:
        """From any thread: end the work that is going on, or that begins on this position."""
        mate: Search
        super().cancel()
        for mate in self.crew:
            mate.unwanted = True

    def values(self) -> list[float]:
        """The share of the game that every party may expect after the turn chosen."""
        return list(self.shown[1])

    def line(self) -> list[int]:
        """The packed turns that are expected, from the one chosen on."""
        return list(self.shown[2])

    # -- inside -------------------------------------------------------------------------------

    def _begin(self) -> cython.void:
        """Look at all turns once."""
        self.made = 1
        self.depth = 0
        # What is liked is a part of what there is to win.
        self.survey()
        self.at_stake = 1.0 - self._truce()
        self.prepare()
        self.seat = self.mover
        self._plant(0)
        self._expand(0, 0)
        self.visits[0] = 1
        # Others may look on, and a proof can take a while.
        self._decide()
        if self.widen_at[0] != NEVER and not self.stopped:
            self._look_at_all()
            self._decide()
            self._look_for_force()
            self._decide()

    def _look_at_all(self) -> cython.void:
        """Make all turns children of the root, if there is time for it."""
        turns: cython.longlong = self.count_turns()
        left: cython.double = self.deadline - self.now_is()
        if turns * ALL_OWN <= self.most_nodes and turns <= OWN_A_SECOND * left:
            self.widen_at[0] = 0
            self._widen(0, 0)

    def _look_for_force(self) -> cython.void:
        """Settle the game if it is a duel that the one who thinks can win soon."""
        deadline: cython.double
        turn: cython.longlong
        i: cython.int
        if self.settled[0]:
            return
        deadline = self.hurry(FORCING)
        turn = self._force((self.most_nodes - self.nodes) // FORCING)
        if not self.go_on(deadline) or turn == turns.PASS:
            return
        # If it was not thought of, it takes the place of the least promising turn.
        i = self.first[0]
        while i < self.first[0] + self.kids[0] - 1 and self.turn[i] != turn:
            i += 1
        self.turn[i] = turn
        self._settle_won(i, 0)
        self._lift(0)

    def _grow(self) -> cython.void:
        told: cython.int = self.depth
        if self.kids[0] > 1:
            while not self.stopped and not self.settled[0]:
                self._visit()
                # Others may look on, now and then.
                if self.depth > told:
                    told = self.depth
                    self._decide()

    def _favourite(self, node: cython.int) -> cython.int:
        """The child that was visited most; of equals, the better one."""
        mover: cython.int = self.chooser[node]
        best: cython.int = 0
        i: cython.int
        worth: cython.double
        most: cython.double = 0.0
        for i in range(self.first[node], self.first[node] + self.kids[node]):
            worth = self._worth(i, mover) + self.liked[i]
            if self._has_won(i, mover):
                # The soonest win, whatever else is liked.
                worth = SURE * self.known[i * self.parties + mover]
            elif not self.settled[node]:
                # Where everything is seen, visits say nothing more.
                worth += 16.0 * self.visits[i]
            if best == 0 or worth > most:
                most = worth
                best = i
        return best

    def _decide(self) -> cython.void:
        """Choose, and show whoever looks on what is seen, all of it at once."""
        self.best = self._favourite(0)
        self.chosen = self.turn[self.best]
        with cython.gil:
            self.shown = (self.depth, self._values(), self._line())

    def _values(self) -> list[float]:
        at: cython.int = self.best * self.parties
        if not self.settled[self.best]:
            return [self.mean[at + party] for party in range(self.parties)]
        won = [float(self._has_won(self.best, party)) for party in range(self.parties)]
        return won if any(won) else [self.known[at + party] for party in range(self.parties)]

    def _line(self) -> list[int]:
        node: cython.int = self.best
        found = [self.chosen]
        while self.kids[node] and self.visits[node] > 1:
            node = self._favourite(node)
            found.append(self.turn[node])
        return found

    # -- several threads ----------------------------------------------------------------------

    def _mate(self, number: int) -> Search:
        """Another search that has had the same first look."""
        mate: Search = Search(self.tables, self.parties, self.options)
        mate._furnish(self.room)
        mate._remember_up_to(self.kept_mask + 1)
        mate.weigh(self.told)
        mate.copy_from(self)
        mate.blind = self.blind
        mate.fear = self.fear
        mate.heeds_truce = self.heeds_truce
        mate.places = self.places
        mate.width = self.width
        mate.limit = self.limit
        mate.seat = self.seat
        mate.gap = self.gap
        mate.depth = self.depth
        mate.by_processor = self.by_processor
        mate.random_state = mix(self.random_state ^ number)
        i: cython.int
        for i in range(self.made):
            mate.turn[i] = self.turn[i]
            mate.chooser[i] = self.chooser[i]
            mate.settled[i] = self.settled[i]
            mate.widen_at[i] = self.widen_at[i]
            mate.first[i] = self.first[i]
            mate.kids[i] = self.kids[i]
            mate.visits[i] = self.visits[i]
            mate.looks[i] = self.looks[i]
            mate.liked[i] = self.liked[i]
        for i in range(self.made * self.parties):
            mate.mean[i] = self.mean[i]
            mate.known[i] = self.known[i]
        mate.made = self.made
        mate.unwanted = self.unwanted
        return mate

    def _help(self, nodes: int, seconds: float) -> None:
        """Grow the own tree: the work of a thread beside the first."""
        most: cython.longlong = nodes
        time: cython.double = seconds
        with cython.nogil:
            self.start_watch(most, time)
            self._grow()

    def _join(self, mate: Search) -> None:
        """Add what another search with the same children of the root has seen of them."""
        i: cython.int
        j: cython.int
        both: cython.int
        for i in range(self.first[0], self.first[0] + self.kids[0]):
            both = self.visits[i] + mate.visits[i]
            for j in range(i * self.parties, (i + 1) * self.parties):
                if both:
                    self.mean[j] += (mate.mean[j] - self.mean[j]) * mate.visits[i] / both
                if mate.settled[i]:
                    self.known[j] = mate.known[j]
            self.visits[i] = both
            if mate.settled[i]:
                self.settled[i] = True
        self._lift(0)
        seen: cython.longlong = self.nodes + mate.nodes
        self.nodes = seen
        self.depth = max(self.depth, mate.depth)
