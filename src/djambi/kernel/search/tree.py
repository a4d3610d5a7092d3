"""The search tree: what is known of every node, which child is visited next, and backup.

Arrays, one entry a node (or a party and node), and the arithmetic on them; no board and no clock.
Methods, with n(c) the visits of a child c, N those of its parent, V(p) the share of party p, and r
the party at the root:

* max^n with a leaning to paranoia. Whoever moves wants a large objective

      u(p) = V(p) - paranoia * V(r)   for p other than r,     u(r) = V(r)

  so that paranoia 0 is max^n, and a large one the paranoid assumption; whoever searches may set
  another at every ply. Parties may have regards for others, as in a team or a feud; then the sum of
  w(p, q) * V(q) over the others q is added to u(p) wherever p moves, with w(p, q) positive where p
  wishes q well, and negative for ill.

* Selection, like PUCT: the child with the largest

      Q(c) + bias(c) + C_EXPLORE * scale * prior(c) * sqrt(N) / (1 + n(c))

  where Q(c) is the mover's objective of `mean_value` (of `backed_up_value` and without the last
  term, if the child is proven), and `scale` the gap between good and usual turns at the root. A
  child that was never visited has the evaluation of its position as its value, not a constant.

* Backup: `mean_value` is the mean of what the visits through a node brought, a vector;
  `backed_up_value` is the max^n value of all that is known below it, the vector of the child that
  is best for the mover.

* Proven nodes (MCTS-Solver for many players): a node is proven if its mover has a child where
  they have certainly won, or if all its children are proven and they are all the legal turns.

Sources: Carol A. Luckhardt, Keki B. Irani (1986), An algorithmic solution of N-person games
(max^n). Nathan R. Sturtevant, Richard E. Korf (2000), On pruning techniques for multi-player games
(paranoid). David K. Levine (1998), Modeling altruism and spitefulness in experiments (regards).
Christopher D. Rosin (2011), Multi-armed bandits with episode context, and David Silver et al.
(2017), Mastering the game of Go without human knowledge (PUCT). Nathan R. Sturtevant (2008), An
analysis of UCT in multi-player games. Mark H. M. Winands, Yngvi Björnsson, Jahn-Takeshi Saito
(2008), Monte-Carlo tree search solver. J. (Pim) A. M. Nijssen, Mark H. M. Winands (2011),
Enhancements for multi-player Monte-Carlo tree search (the solver for many players).
"""

from __future__ import annotations

from djambi.kernel.search.arena import float_buffer, int_buffer

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from math import sqrt
    from struct import Struct

    from djambi.kernel.rules.codes import MAX_PARTIES

    _SINGLE = Struct("f")

    def single(number: float) -> float:
        """Return a number as four bytes hold it: so C rounds when it calculates with such."""
        rounded: float = _SINGLE.unpack(_SINGLE.pack(number))[0]
        return rounded

    # More visits than any node has: its children are all that is ever looked at.
    NEVER = 0x7FFFFFFF
    # More as well: its children are not all legal turns, and it gets no others.
    INCOMPLETE = 0x7FFFFFFE

# The weight of the prior, in units of `exploration_scale`: how far, in gaps between the best turn
# at the root and the median one, a turn is tried for its looks alone.
C_EXPLORE = cython.declare(cython.double, 2.5)
# A share, from which on a proven node is won: estimates are never as high.
PROVEN_WIN = cython.declare(cython.double, 0.981)
# A value beyond what any number of visits adds up to.
WIN_FIRST = cython.declare(cython.double, 1e12)
# How much a visit counts in the choice of the best child, in shares: more than any share.
VISIT_WEIGHT = cython.declare(cython.double, 16.0)


class SearchTree:
    """A tree of turns for so many parties; node 0 is its root.

    Args:
        parties: how many there are: the length of a value.
        capacity: how many nodes have room at first.

    >>> tree = SearchTree(parties=2, capacity=4)
    >>> for node in (0, 1, 2):
    ...     tree.init_node(node, node, NEVER)
    >>> tree.node_count = 1
    >>> tree.mean_value[2], tree.mean_value[4] = 0.25, 0.75
    >>> tree.attach_children(0, to_move=0, many=2)
    >>> tree.select(0), tree.backed_up_value[0]
    (2, 0.75)
    """

    def __init__(self, parties: int, capacity: int = 1) -> None:
        if not cython.compiled:
            self.regard = [0.0] * (MAX_PARTIES * MAX_PARTIES)
        self.parties = parties
        self.has_regards = False
        self.capacity = 0
        # How many nodes there is memory for: that of a larger tree is kept.
        self.reserved = 0
        self.node_count = 0
        # Whom the search is for, how much the others are after that party (0: not at all), and what
        # differences of shares are measured by.
        self.root_party = 0
        self.paranoia = 0.0
        self.exploration_scale = 1.0
        self.reserve(capacity)

    @property
    def node_size(self) -> int:
        """Return the bytes set aside for a node: its entries in all arrays, and 4 to spare."""
        return 38 + 8 * self.parties

    def reserve(self, capacity: int) -> None:
        """Set how many nodes have room; what was in the tree is lost if that takes more memory."""
        self.capacity = capacity
        if capacity <= self.reserved:
            return
        self.reserved = capacity
        self.node_count = 0
        # The turn that leads to a node, who moves there, and whether more visits are no use.
        self.turn = int_buffer(capacity, "q")
        self.to_move = int_buffer(capacity, "B")
        self.proven = int_buffer(capacity, "B")
        # After how many visits all legal turns become its children; or NEVER, or INCOMPLETE.
        self.widening_threshold = int_buffer(capacity, "i")
        # Its children, all in a row, and how often it was visited.
        self.first_child = int_buffer(capacity, "i")
        self.child_count = int_buffer(capacity, "i")
        self.visits = int_buffer(capacity, "i")
        # How promising it is among its siblings, and what the mover likes about it besides, in
        # shares.
        self.prior = float_buffer(capacity)
        self.bias = float_buffer(capacity)
        # Everybody's share: the mean of all visits, and max^n over what is known.
        self.mean_value = float_buffer(capacity * self.parties)
        self.backed_up_value = float_buffer(capacity * self.parties)

    def copy_from(self, other: SearchTree) -> None:
        """Copy another tree of as many parties; this one has at least its capacity."""
        values: cython.int = other.node_count * other.parties
        nodes: cython.int = other.node_count
        i: cython.int
        self.reserve(other.capacity)
        self.node_count = other.node_count
        self.root_party = other.root_party
        self.paranoia = other.paranoia
        self.exploration_scale = other.exploration_scale
        self.has_regards = other.has_regards
        for i in range(MAX_PARTIES * MAX_PARTIES):
            self.regard[i] = other.regard[i]
        self.turn[:nodes] = other.turn[:nodes]
        self.to_move[:nodes] = other.to_move[:nodes]
        self.proven[:nodes] = other.proven[:nodes]
        self.widening_threshold[:nodes] = other.widening_threshold[:nodes]
        self.first_child[:nodes] = other.first_child[:nodes]
        self.child_count[:nodes] = other.child_count[:nodes]
        self.visits[:nodes] = other.visits[:nodes]
        self.prior[:nodes] = other.prior[:nodes]
        self.bias[:nodes] = other.bias[:nodes]
        self.mean_value[:values] = other.mean_value[:values]
        self.backed_up_value[:values] = other.backed_up_value[:values]

    def merge_root(self, other: SearchTree) -> None:
        """Add what another tree with the same children of the root has seen of them."""
        i: cython.int
        j: cython.int
        both: cython.int
        change: cython.float
        for i in range(self.first_child[0], self.first_child[0] + self.child_count[0]):
            both = self.visits[i] + other.visits[i]
            for j in range(i * self.parties, (i + 1) * self.parties):
                if both:
                    change = single(other.mean_value[j] - self.mean_value[j])
                    self.mean_value[j] += single(single(change * other.visits[i]) / both)
                if other.proven[i]:
                    self.backed_up_value[j] = other.backed_up_value[j]
            self.visits[i] = both
            if other.proven[i]:
                self.proven[i] = True
        self.backup(0)

    # -- nodes --------------------------------------------------------------------------------

    def init_node(
        self, node: cython.int, turn: cython.longlong, widening_threshold: cython.int
    ) -> cython.void:
        """Create a node that a turn leads to, without children, never visited."""
        self.turn[node] = turn
        self.first_child[node] = 0
        self.child_count[node] = 0
        self.visits[node] = 0
        self.proven[node] = False
        self.bias[node] = 0.0
        self.widening_threshold[node] = widening_threshold

    def attach_children(
        self, node: cython.int, to_move: cython.int, many: cython.int
    ) -> cython.void:
        """Make the first `many` nodes beyond `node_count` the children of a node, and back up."""
        i: cython.int
        first: cython.int = self.node_count
        for i in range(first * self.parties, (first + many) * self.parties):
            self.backed_up_value[i] = self.mean_value[i]
        self.node_count = first + many
        self.to_move[node] = to_move
        self.first_child[node] = first
        self.child_count[node] = many
        self.backup(node)

    def swap(self, node: cython.int, other: cython.int) -> cython.void:
        """Exchange two nodes that have neither children nor visits yet."""
        j: cython.int
        turn: cython.longlong = self.turn[node]
        share: cython.double = self.bias[node]
        self.turn[node] = self.turn[other]
        self.turn[other] = turn
        self.bias[node] = self.bias[other]
        self.bias[other] = share
        j = self.proven[node]
        self.proven[node] = self.proven[other]
        self.proven[other] = j
        for j in range(self.parties):
            share = self.mean_value[node * self.parties + j]
            self.mean_value[node * self.parties + j] = self.mean_value[other * self.parties + j]
            self.mean_value[other * self.parties + j] = share

    def replace(self, node: cython.int, other: cython.int) -> cython.void:
        """Copy another node with the same turn, children included, into a node; not its prior."""
        j: cython.int
        self.to_move[node] = self.to_move[other]
        self.proven[node] = self.proven[other]
        self.widening_threshold[node] = self.widening_threshold[other]
        self.first_child[node] = self.first_child[other]
        self.child_count[node] = self.child_count[other]
        self.visits[node] = self.visits[other]
        self.bias[node] = self.bias[other]
        for j in range(self.parties):
            self.mean_value[node * self.parties + j] = self.mean_value[other * self.parties + j]
            self.backed_up_value[node * self.parties + j] = self.backed_up_value[
                other * self.parties + j
            ]

    # -- values -------------------------------------------------------------------------------

    def objective(
        self, party: cython.int, share: cython.double, root_share: cython.double
    ) -> cython.double:
        """Return what a party wants to be large, given its share and that of the root's party."""
        return share if party == self.root_party else share - self.paranoia * root_share

    def set_regard(self, party: int, other: int, weight: float) -> None:
        """Set what part of another's share a party likes, by their numbers; negative: dislikes.

        Raises IndexError for a number that is none of a party.
        """
        for number in (party, other):
            if not 0 <= number < self.parties:
                raise IndexError(f"no party number {number}")
        self.regard[MAX_PARTIES * party + other] = weight
        self.has_regards = True

    def clear_regards(self) -> None:
        """Reset the regards: every party wants its own share alone."""
        i: cython.int
        for i in range(MAX_PARTIES * MAX_PARTIES):
            self.regard[i] = 0.0
        self.has_regards = False

    def objective_in(
        self, values: memoryview[float], node: cython.int, party: cython.int
    ) -> cython.double:
        """Return the objective of a party for a node, by the shares in `values`: one of the two."""
        at: cython.int = node * self.parties
        j: cython.int
        found: cython.double = self.objective(
            party, values[at + party], values[at + self.root_party]
        )
        if self.has_regards:
            for j in range(self.parties):
                found += self.regard[MAX_PARTIES * party + j] * values[at + j]
        return found

    def value(self, node: cython.int, party: cython.int) -> cython.double:
        """Return how good a node is for a party, by all that was seen of it."""
        if self.proven[node]:
            return self.objective_in(self.backed_up_value, node, party)
        return self.objective_in(self.mean_value, node, party)

    def has_open_child(self, node: cython.int) -> cython.bint:
        """Return whether a child of a node is not proven."""
        i: cython.int
        for i in range(self.first_child[node], self.first_child[node] + self.child_count[node]):
            if not self.proven[i]:
                return True
        return False

    def has_won(self, node: cython.int, party: cython.int) -> cython.bint:
        """Return whether it is proven that a party wins from a node."""
        return (
            self.proven[node] != 0
            and self.backed_up_value[node * self.parties + party] > PROVEN_WIN
        )

    def backup(self, node: cython.int) -> cython.void:
        """Take over the value of the best child, and prove the node if that is decided."""
        mover: cython.int = self.to_move[node]
        first: cython.int = self.first_child[node]
        best: cython.int = first
        unproven: cython.int = 0
        i: cython.int
        worth: cython.double
        most: cython.double = 0.0
        for i in range(first, first + self.child_count[node]):
            worth = self.objective_in(self.backed_up_value, i, mover)
            if i == first or worth > most:
                most = worth
                best = i
            if not self.proven[i]:
                unproven += 1
        for i in range(self.parties):
            self.backed_up_value[node * self.parties + i] = self.backed_up_value[
                best * self.parties + i
            ]
        if self.has_won(best, mover):
            self.proven[node] = True
        elif unproven == 0:
            # Only when no turn is left that might be better.
            if self.widening_threshold[node] == NEVER:
                self.proven[node] = True
            elif self.widening_threshold[node] != INCOMPLETE:
                self.widening_threshold[node] = 0

    def record_visit(self, node: cython.int, leaf: cython.int) -> cython.void:
        """Count a visit to a node that ended at a leaf, whose value goes into the mean."""
        j: cython.int
        change: cython.float
        self.visits[node] += 1
        for j in range(self.parties):
            change = single(
                self.backed_up_value[leaf * self.parties + j]
                - self.mean_value[node * self.parties + j]
            )
            self.mean_value[node * self.parties + j] += single(change / self.visits[node])

    # -- choices ------------------------------------------------------------------------------

    def select(self, node: cython.int) -> cython.int:
        """Return the child that a visit goes on to."""
        mover: cython.int = self.to_move[node]
        best: cython.int = 0
        i: cython.int
        worth: cython.double
        most: cython.double = 0.0
        pull: cython.double = C_EXPLORE * self.exploration_scale * sqrt(self.visits[node])
        for i in range(self.first_child[node], self.first_child[node] + self.child_count[node]):
            worth = self.value(i, mover) + self.bias[i]
            if not self.proven[i]:
                worth += pull * self.prior[i] / (1 + self.visits[i])
            if best == 0 or worth > most:
                most = worth
                best = i
        return best

    def lead(self, node: cython.int) -> cython.int:
        """Return how many visits the child to play has more than any other that is not proven.

        0 if the child to play is proven: another may turn out better at any visit.
        """
        best: cython.int = self.best_child(node)
        i: cython.int
        next_most: cython.int = 0
        if self.proven[best]:
            return 0
        for i in range(self.first_child[node], self.first_child[node] + self.child_count[node]):
            if i != best and not self.proven[i] and self.visits[i] > next_most:
                next_most = self.visits[i]
        return self.visits[best] - next_most

    def best_child(self, node: cython.int) -> cython.int:
        """Return the child to play: a proven win, else the most visited, the better of equals.

        Visits say nothing of what is proven meanwhile: it is played if its value is better.
        """
        mover: cython.int = self.to_move[node]
        best: cython.int = 0
        i: cython.int
        worth: cython.double
        rank: cython.double
        most: cython.double = 0.0
        top_rank: cython.double = 0.0
        for i in range(self.first_child[node], self.first_child[node] + self.child_count[node]):
            if self.proven[i]:
                continue
            worth = self.value(i, mover) + self.bias[i]
            rank = worth
            if not self.proven[node]:
                # Where everything is seen, visits say nothing more.
                rank += VISIT_WEIGHT * self.visits[i]
            if best == 0 or rank > top_rank:
                top_rank = rank
                most = worth
                best = i
        for i in range(self.first_child[node], self.first_child[node] + self.child_count[node]):
            if not self.proven[i]:
                continue
            worth = self.value(i, mover) + self.bias[i]
            if self.has_won(i, mover):
                # The soonest win, whatever else is liked.
                worth = WIN_FIRST * self.backed_up_value[i * self.parties + mover]
            if best == 0 or worth > most:
                most = worth
                best = i
        return best
