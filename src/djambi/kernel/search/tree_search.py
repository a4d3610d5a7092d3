"""Tree search: how one thread grows a tree where it promises most.

Method: Monte Carlo tree search without playouts. A visit

1. selects its way down the tree (`djambi.kernel.search.tree`: PUCT and max^n);
2. expands the leaf: plays the candidates, evaluates what they lead to, and keeps the most
   promising `width` of them as children; the leaf's value is that of the child which is best for
   the mover. With preselection only so many candidates are played, those that look best to the turn
   policy (`turn_policy`); at the root all are;
3. backs that vector up into the mean of every node on the way.

The prior of a child falls with the square of how far it is behind the best one at a glance,

    prior(c)  is proportional to  1 / (1 + (key(best) - key(c)) / (PRIOR_DECAY * scale))^2

where key is the mover's objective of the evaluation, plus the bias at the root; `scale`, which
also scales exploration, is key(best) - key(median) at the root. Priors of the first `width`
children add up to 1. With preselection they are also proportional to

    exp(score(c) / SCORE_PER_NAT)

of the turn policy.

Progressive widening, in one step: a node with at least `WIDENING_VISITS` visits and a visit for
every `TURNS_PER_VISIT` of its legal turns, or all of whose children are proven, gets all its legal
turns as children. So a node is never marked lost while legal turns remain unexamined, and a proven
win is a real win. A node without room for all of them is never marked lost. The search at the root
refines: the best acts that place something are tried with other placements.

Forced wins of a duel are looked for at the root and, in short, at nodes with many visits
(`forced_win`).

Sources: Rémi Coulom (2006), Efficient selectivity and backup operators in Monte-Carlo tree search.
Guillaume M. J-B. Chaslot et al. (2008), Progressive strategies for Monte-Carlo tree search
(widening, also called unpruning). Marc Lanctot et al. (2014), Monte Carlo tree search with
heuristic evaluations using implicit minimax backups (values of leaves by evaluation and a look
ahead, instead of playouts). Those of selection, backup and proven nodes: see
`djambi.kernel.search.tree`.
"""

from __future__ import annotations

from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.candidates import CandidateGenerator
from djambi.kernel.search.evaluation import Evaluator
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.kernel.search.limits import SearchLimits
from djambi.kernel.search.pledges import TurnPledges
from djambi.kernel.search.settings import SearchSettings
from djambi.kernel.search.style import StyleBias
from djambi.kernel.search.tree import SearchTree
from djambi.kernel.search.turn_policy import TurnPolicy

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel import turns
    from djambi.kernel.rules.codes import ACTIVE, MAX_PARTIES, NO_CELL, NOBODY, STATUS, WINNERS
    from djambi.kernel.rules.tables import mix
    from djambi.kernel.search.candidates import MAX_LISTED
    from djambi.kernel.search.elementary import exp
    from djambi.kernel.search.forced_win import MAX_PLY
    from djambi.kernel.search.tree import INCOMPLETE, NEVER

    # How many turns ahead is looked at most, in plies.
    MAX_DEPTH = 60
    # How many acts at the root can be refined.
    MAX_REFINED = 64

# The least scale, in shares: the gap between the best turn at the root and the median one may be 0.
MIN_SCALE = cython.declare(cython.double, 0.004)
# How fast priors fall, in units of the scale.
PRIOR_DECAY = cython.declare(cython.double, 1.0)
# What a nat of a turn's prior is in scores of the turn policy. It is more than their unit, because
# the evaluation says part of the same.
SCORE_PER_NAT = cython.declare(cython.double, 366.0)
# How many placements of a promising act at the root are evaluated, and how many are kept.
MAX_PLACEMENTS = cython.declare(cython.int, 256)
KEPT_PLACEMENTS = cython.declare(cython.int, 4)
# Of this many root placements, one act is refined.
PLACEMENTS_PER_REFINEMENT = cython.declare(cython.int, 3)
# No estimated share is higher. A win counts for so much less, in shares, with every ply until it
# comes.
MAX_ESTIMATE = cython.declare(cython.double, 0.98)
WIN_DISCOUNT = cython.declare(cython.double, 0.0001)
# Visits after which a node may be widened, and how many legal turns it may have for each.
WIDENING_VISITS = cython.declare(cython.int, 64)
TURNS_PER_VISIT = cython.declare(cython.int, 16)
# The part of the memory that widening leaves to nodes that are not expanded yet: one in so many.
RESERVED_PART = cython.declare(cython.int, 4)
# So many of a widened node's turns are sorted; it is no use to know the order of the last.
MAX_SORTED = cython.declare(cython.int, 256)
# Visits after which forced wins are looked for at a node, and how many nodes that may cost for
# each.
PROOF_VISITS = cython.declare(cython.int, 64)
PROOF_NODES_PER_VISIT = cython.declare(cython.longlong, 4)
# The part of all nodes, and of the time, in which forced wins are looked for at the root: one in
# so many.
PROOF_PART = cython.declare(cython.int, 6)
# All legal turns at the root are evaluated at once if they are at most one in so many of all nodes,
# and so many for every second.
ROOT_PART = cython.declare(cython.int, 16)
ROOT_TURNS_PER_SECOND = cython.declare(cython.double, 20000.0)


class TreeSearch:
    """One thread's search from the position of its kernel.

    Args:
        kernel: the position; it is as before after every visit.
        evaluator: what positions are worth; nobody else may use it at the same time.
        settings: how it sees the game; may be shared.

    Raises ValueError if the evaluator is for another board.
    """

    def __init__(self, kernel: Kernel, evaluator: Evaluator, settings: SearchSettings) -> None:
        if not cython.compiled:
            self.path = [0] * (MAX_DEPTH + 1)
            self.sort_key = [0.0] * MAX_LISTED
            self.turn_score = [0] * MAX_LISTED
            self.share = [0.0] * MAX_PARTIES
            self.refined = [0] * MAX_REFINED
        if evaluator.tables is not kernel.tables:
            raise ValueError("an evaluator for another board")
        self.kernel = kernel
        self.evaluator = evaluator
        self.settings = settings
        self.limits = SearchLimits()
        self.candidates = CandidateGenerator(kernel)
        self.solver = ForcedWinSolver(kernel, self.candidates, self.limits)
        self.tree = SearchTree(kernel.parties)
        self.style = StyleBias(kernel.parties)
        self.pledges = TurnPledges(kernel.parties)
        self.policy = TurnPolicy(kernel)
        # How many plies the tree is deep, and may be.
        self.depth = 0
        self.max_depth = MAX_DEPTH
        # The part of the game that is not a draw's: what likes and dislikes are a part of.
        self.at_stake = 1.0
        self.refined_count = 0
        # Whether `turn_score` has the scores of the new nodes.
        self.scored = False

    def prepare(self, capacity: int, proof_turns: int, depth: int, seed: int) -> None:
        """Prepare `expand_root`.

        Args:
            capacity: how many nodes the tree has room for.
            proof_turns: how many turns a proof of a forced win may play.
            depth: how many plies are looked ahead, 1 to MAX_DEPTH.
            seed: any whole number; decides whatever is drawn.

        Raises OverflowError where the kernel has no room for the turns of a search.
        """
        self.kernel.check_room(MAX_DEPTH + MAX_PLY + 4)
        self.tree.reserve(capacity)
        self.solver.reserve(proof_turns)
        self.candidates.oversight_rate = self.settings.oversight_rate
        self.max_depth = max(1, min(depth, MAX_DEPTH))
        self.kernel.seed_random(seed)

    def helper(self, number: int) -> TreeSearch:
        """Return a search for another thread: a new tree, equal to this one, the same settings."""
        kernel: Kernel = Kernel(self.kernel.tables, self.kernel.parties, self.kernel.options)
        other: TreeSearch = TreeSearch(kernel, self.evaluator.clone(), self.settings)
        kernel.copy_from(self.kernel)
        other.tree.copy_from(self.tree)
        other.prepare(self.tree.capacity, self.solver.table_mask + 1, self.max_depth, 0)
        kernel.random_state = mix(self.kernel.random_state ^ number)
        other.limits.by_processor = self.limits.by_processor
        other.depth = self.depth
        other.pledges.copy_from(self.pledges)
        return other

    def run(self, nodes: int, seconds: float) -> None:
        """Expand the tree until the limits are reached or the root is proven, without the GIL."""
        most: cython.longlong = nodes
        time: cython.double = seconds
        with cython.nogil:
            self.limits.start(most, time)
            while self.can_go_on():
                self.visit()

    def join(self, other: TreeSearch) -> None:
        """Add what a helper has seen."""
        self.tree.merge_root(other.tree)
        self.limits.nodes += other.limits.nodes
        self.depth = max(self.depth, other.depth)

    # -- the root -----------------------------------------------------------------------------

    def expand_root(self) -> cython.void:
        """Create the root and expand it."""
        self.depth = 0
        self.refined_count = 0
        self.at_stake = 1.0 - self.evaluator.draw_probability(self.kernel)
        self.kernel.prepare()
        self.tree.node_count = 1
        self.tree.root_party = self.kernel.mover
        self._set_paranoia(0)
        self.tree.init_node(0, turns.PASS, WIDENING_VISITS if self._proves() else NEVER)
        self._expand(0, 0)
        self.tree.visits[0] = 1

    def widen_root(self) -> cython.void:
        """Make all legal turns children of the root, if there are nodes and time for it."""
        many: cython.longlong = self.kernel.count_turns()
        left: cython.double = self.limits.seconds_left()
        if many * ROOT_PART <= self.limits.max_nodes and many <= ROOT_TURNS_PER_SECOND * left:
            self.tree.widening_threshold[0] = 0
            self._widen(0, 0)

    def find_forced_win(self) -> cython.void:
        """Prove the root if it is a duel that the mover can win soon."""
        deadline: cython.double
        turn: cython.longlong
        i: cython.int
        if self.tree.proven[0] or self.pledges.binds(self.tree.root_party, 0):
            return
        deadline = self.limits.shrink_budget(PROOF_PART)
        turn = self.solver.solve((self.limits.max_nodes - self.limits.nodes) // PROOF_PART)
        if not self.limits.restore_budget(deadline) or turn == turns.PASS:
            return
        # If it was not thought of, it takes the place of the least promising turn.
        i = self.tree.first_child[0]
        while i < self.tree.first_child[0] + self.tree.child_count[0] - 1:
            if self.tree.turn[i] == turn:
                break
            i += 1
        self.tree.turn[i] = turn
        self._prove_won(i, 0)
        self.tree.backup(0)

    def is_decided(self) -> cython.bint:
        """Return whether visits tell nothing more: the root is proven, or all that it can have."""
        if self.tree.widening_threshold[0] == INCOMPLETE and not self.tree.has_open_child(0):
            return True
        return self.tree.proven[0] != 0

    def can_go_on(self) -> cython.bint:
        """Return whether another visit is allowed and of any use."""
        return self.tree.child_count[0] > 1 and not self.limits.stopped and not self.is_decided()

    # -- a visit ------------------------------------------------------------------------------

    def visit(self) -> cython.void:
        """Descend the tree, expand a leaf, and update all nodes on the way."""
        node: cython.int = 0
        length: cython.int = 1
        i: cython.int
        self.path[0] = 0
        while self.tree.child_count[node] and not self.tree.proven[node]:
            if self.tree.visits[node] >= self.tree.widening_threshold[node]:
                if self._widen(node, length - 1):
                    break
            if self.limits.stopped or (node and self._find_proof(node, length - 1)):
                break
            self._set_paranoia(length - 1)
            node = self.tree.select(node)
            self.path[length] = node
            length += 1
            self.kernel.make(self.tree.turn[node])
        if self.tree.proven[node]:
            self.limits.tick()
        elif self.tree.child_count[node] == 0:
            self._expand(node, length - 1)
        for i in range(1, length):
            self.kernel.unmake()
        if self.limits.stopped and self.tree.child_count[node] == 0:
            return
        for i in range(length - 1, -1, -1):
            if i < length - 1:
                self._set_paranoia(i)
                self.tree.backup(self.path[i])
            self.tree.record_visit(self.path[i], node)

    def _set_paranoia(self, ply: cython.int) -> cython.void:
        """Let the tree judge turns at this ply as paranoid as the settings are of its round."""
        paranoid_plies: cython.int = self.settings.paranoid_rounds * self.kernel.parties
        self.tree.paranoia = self.settings.paranoia if ply < paranoid_plies else 0.0

    def _proves(self) -> cython.bint:
        """Return whether it may prove nodes: a search that is blind or short-sighted does not."""
        return self.candidates.oversights == 0 and self.max_depth == MAX_DEPTH

    # -- expansion ----------------------------------------------------------------------------

    def _expand(self, node: cython.int, ply: cython.int) -> cython.void:
        """Play and evaluate the candidates at a node, and attach the most promising as children."""
        many: cython.int = self._generate(
            self.settings.placements if node else self.settings.root_placements
        )
        mover: cython.int = self.kernel.mover
        refinements: cython.int = 0
        end: cython.int
        self._set_paranoia(ply)
        if self.pledges.active:
            many = self._keep_pledges(ply, 0, many)
        self.scored = False
        if node and self.limits.is_late():
            # On large boards, listing candidates may take long.
            return
        if node and 0 < self.settings.preselected < many:
            many = self._preselect(many, self.settings.preselected)
        if node == 0:
            refinements = min(
                self.settings.root_placements // PLACEMENTS_PER_REFINEMENT, MAX_REFINED
            )
            self._shuffle(many)
        many = self._evaluate_children(node, ply, 0, many)
        if self.limits.stopped and node:
            # Half a look at the answers is worth nothing.
            return
        while refinements > 0 and not self.limits.stopped:
            refinements -= 1
            end = self._list_refinements(many)
            if self.pledges.active:
                end = self._keep_pledges(ply, many, end)
            end = self._evaluate_children(node, ply, many, end)
            self._sort(many, end, KEPT_PLACEMENTS)
            many = min(end, many + KEPT_PLACEMENTS)
        self.depth = max(self.depth, ply + 1)
        self._attach(node, mover, many, False)

    def _generate(self, placements: cython.int) -> cython.int:
        """List candidates, or the pass if there is none; return how many."""
        oversights: cython.uint = self.candidates.oversights
        many: cython.int = self.candidates.generate(0, placements)
        if many == 0 and oversights:
            # Nobody overlooks everything.
            self.candidates.oversights = 0
            many = self.candidates.generate(0, 1)
            self.candidates.oversights = oversights
        if many == 0:
            self.candidates.listed[0] = turns.PASS
            many = 1
        return many

    def _keep_pledges(self, ply: cython.int, low: cython.int, high: cython.int) -> cython.int:
        """Drop the listed turns from `low` to before `high` that break the mover's pledges.

        Returns where they end now. Of a list from the start something is left: a party all of whose
        turns break a pledge is free.
        """
        kept: cython.int = low
        i: cython.int
        if not self.pledges.binds(self.kernel.mover, ply):
            return high
        for i in range(low, high):
            if not self.pledges.forbids(self.kernel, self.candidates.listed[i]):
                self.candidates.listed[kept] = self.candidates.listed[i]
                kept += 1
        if kept == 0:
            return high
        high = kept
        if self.pledges.has_duties(self.kernel.mover):
            kept = low
            for i in range(low, high):
                if self.pledges.fulfils(self.kernel, self.candidates.listed[i]):
                    self.candidates.listed[kept] = self.candidates.listed[i]
                    kept += 1
        return kept if kept > low else high

    def _preselect(self, many: cython.int, wanted: cython.int) -> cython.int:
        """Bring the `wanted` most promising of the listed turns to the front; return how many."""
        i: cython.int
        j: cython.int
        best: cython.int
        score: cython.int
        turn: cython.longlong
        self.kernel.prepare()
        self.policy.look()
        for i in range(many):
            self.turn_score[i] = self.policy.score(self.candidates.listed[i])
        for i in range(wanted):
            best = i
            for j in range(i + 1, many):
                if self.turn_score[j] > self.turn_score[best]:
                    best = j
            score = self.turn_score[best]
            self.turn_score[best] = self.turn_score[i]
            self.turn_score[i] = score
            turn = self.candidates.listed[best]
            self.candidates.listed[best] = self.candidates.listed[i]
            self.candidates.listed[i] = turn
        self.scored = True
        return wanted

    def _shuffle(self, many: cython.int) -> cython.void:
        """Put the candidates in any order: what is seen in time is a fair part of them."""
        i: cython.int
        j: cython.int
        turn: cython.longlong
        for i in range(many - 1, 0, -1):
            j = self.kernel.draw_random() % (i + 1)
            turn = self.candidates.listed[i]
            self.candidates.listed[i] = self.candidates.listed[j]
            self.candidates.listed[j] = turn

    def _evaluate_children(
        self, node: cython.int, ply: cython.int, low: cython.int, high: cython.int
    ) -> cython.int:
        """Make nodes of the listed turns from `low` to before `high`; return where it had to stop.

        They are the nodes from `node_count` on, each played, evaluated and taken back.
        """
        mover: cython.int = self.kernel.mover
        threshold: cython.int = WIDENING_VISITS if self._proves() else NEVER
        child: cython.int
        i: cython.int
        j: cython.int
        turn: cython.longlong
        if self.tree.node_count + high > self.tree.capacity:
            self.limits.stop()
            return low
        for i in range(low, high):
            child = self.tree.node_count + i
            turn = self.candidates.listed[i]
            self.tree.init_node(child, turn, threshold)
            self.kernel.make(turn)
            self.evaluator.evaluate(self.kernel, self.share)
            if self.kernel.header[WINNERS] or ply + 1 >= self.max_depth:
                self.tree.proven[child] = True
            if self.kernel.header[WINNERS]:
                self._discount_win(ply + 1)
            else:
                self._cap_estimate()
            self.kernel.unmake()
            for j in range(self.kernel.parties):
                self.tree.mean_value[child * self.kernel.parties + j] = self.share[j]
            self.sort_key[i] = self.tree.objective(
                mover, self.share[mover], self.share[self.tree.root_party]
            )
            if self.tree.has_regards:
                self.sort_key[i] = self.tree.objective_in(self.tree.mean_value, child, mover)
            if node == 0:
                self.tree.bias[child] = self._noise() + self.at_stake * self.style.bias(
                    self.kernel, turn, self.share
                )
                self.sort_key[i] += self.tree.bias[child]
            if self.limits.tick():
                return i + 1
        return high

    def _list_refinements(self, many: cython.int) -> cython.int:
        """List other ways to carry out the best act of which few were tried; return where they end.

        None where all acts that place something were refined.
        """
        best: cython.int = -1
        last: cython.int = many
        first: cython.int = self.tree.node_count
        i: cython.int
        j: cython.int
        ways: cython.longlong
        low: cython.longlong = 0
        turn: cython.longlong
        for i in range(many):
            turn = self.tree.turn[first + i]
            if turns.place(turn) != NO_CELL and (
                best < 0 or self.sort_key[i] > self.sort_key[best]
            ):
                for j in range(self.refined_count):
                    if turns.same_step(self.refined[j], turn):
                        break
                else:
                    best = i
        if best < 0:
            return many
        turn = self.tree.turn[first + best]
        self.refined[self.refined_count] = turn
        self.refined_count += 1
        self.kernel.prepare()
        ways = self.kernel.fill_window(turns.origin(turn), turns.target(turn), 0, 0)
        if ways > MAX_PLACEMENTS:
            low = self.kernel.draw_random() % (ways - MAX_PLACEMENTS + 1)
        self.kernel.fill_window(turns.origin(turn), turns.target(turn), low, low + MAX_PLACEMENTS)
        for i in range(min(ways, MAX_PLACEMENTS)):
            if last == MAX_LISTED:
                break
            for j in range(many):
                if self.tree.turn[first + j] == self.kernel.window_turns[i]:
                    break
            else:
                self.candidates.listed[last] = self.kernel.window_turns[i]
                last += 1
        return last

    def _sort(self, low: cython.int, high: cython.int, wide: cython.int) -> cython.void:
        """Bring the `wide` best of the new nodes from `low` to before `high` to the front."""
        i: cython.int
        j: cython.int
        best: cython.int
        score: cython.int
        key: cython.double
        for i in range(low, min(high, low + wide)):
            best = i
            for j in range(i + 1, high):
                if self.sort_key[j] > self.sort_key[best]:
                    best = j
            if best == i:
                continue
            key = self.sort_key[i]
            self.sort_key[i] = self.sort_key[best]
            self.sort_key[best] = key
            score = self.turn_score[i]
            self.turn_score[i] = self.turn_score[best]
            self.turn_score[best] = score
            self.tree.swap(self.tree.node_count + i, self.tree.node_count + best)

    def _attach(
        self, node: cython.int, to_move: cython.int, many: cython.int, whole: cython.bint
    ) -> cython.void:
        """Attach `many` new nodes to a node, or the best of them, with priors; forget the rest."""
        first: cython.int = self.tree.node_count
        wide: cython.int = min(many, self.settings.width if node else self.settings.root_width)
        kept: cython.int = wide
        i: cython.int
        fall: cython.double
        total: cython.double = 0.0
        if whole:
            kept = many
            self._sort(0, many, MAX_SORTED)
        else:
            self._sort(0, many, wide if node else many)
            if node == 0:
                self.tree.exploration_scale = max(
                    MIN_SCALE, self.sort_key[0] - self.sort_key[many // 2]
                )
        if self.settings.preselected and not self.scored:
            self._score_children(kept)
        for i in range(kept):
            fall = self.sort_key[0] - self.sort_key[i]
            fall = 1.0 + fall / (PRIOR_DECAY * self.tree.exploration_scale)
            self.tree.prior[first + i] = 1.0 / (fall * fall)
            if self.settings.preselected:
                self.tree.prior[first + i] *= exp(self.turn_score[i] / SCORE_PER_NAT)
            if i < wide:
                total += self.tree.prior[first + i]
        for i in range(first, first + kept):
            self.tree.prior[i] /= total
        self.tree.attach_children(node, to_move, kept)

    def _score_children(self, many: cython.int) -> cython.void:
        """Write what the turn policy says of the new nodes into `turn_score`."""
        i: cython.int
        self.kernel.prepare()
        self.policy.look()
        for i in range(many):
            self.turn_score[i] = self.policy.score(self.tree.turn[self.tree.node_count + i])

    def _noise(self) -> cython.double:
        """Return by how much a turn is misjudged, in shares."""
        if self.settings.evaluation_noise == 0.0:
            return 0.0
        return self.settings.evaluation_noise * ((self.kernel.draw_random() % 2001) / 1000.0 - 1.0)

    def _widen(self, node: cython.int, ply: cython.int) -> cython.bint:
        """Make all legal turns children of a node, if there is room; return whether it was done."""
        first: cython.int = self.tree.first_child[node]
        before: cython.int = self.tree.child_count[node]
        many: cython.int
        i: cython.int
        at: cython.int
        legal: cython.longlong
        self._set_paranoia(ply)
        if self.tree.widening_threshold[node]:
            legal = self.kernel.count_turns()
            if legal > TURNS_PER_VISIT * self.tree.visits[node]:
                self.tree.widening_threshold[node] = min(
                    legal // TURNS_PER_VISIT + 1, INCOMPLETE - 1
                )
                return False
        many = self.candidates.generate_legal(0)
        if many < 0 or self.tree.node_count + many > (
            self.tree.capacity - self.tree.capacity // RESERVED_PART
        ):
            self.tree.widening_threshold[node] = INCOMPLETE
            return False
        if self.pledges.active:
            many = self._keep_pledges(ply, 0, many)
        if self._evaluate_children(node, ply, 0, many) < many:
            return False
        self.scored = False
        self.tree.widening_threshold[node] = NEVER
        self._attach(node, self.tree.to_move[node], many, True)
        # What was known of the children before is known still.
        for i in range(first, first + before):
            for at in range(self.tree.first_child[node], self.tree.first_child[node] + many):
                if self.tree.turn[at] == self.tree.turn[i]:
                    break
            else:
                continue
            if self.tree.visits[i] >= self.tree.visits[at]:
                self.tree.replace(at, i)
        self.tree.backup(node)
        return True

    # -- proven wins --------------------------------------------------------------------------

    def _find_proof(self, node: cython.int, ply: cython.int) -> cython.bint:
        """Look for a forced win at a node, whenever its visits double; prove it if there is one."""
        visits: cython.int = self.tree.visits[node]
        if visits < PROOF_VISITS or visits & (visits - 1) or not self._proves():
            return False
        if self.pledges.binds(self.tree.to_move[node], ply):
            # The solver knows no pledges.
            return False
        if self.solver.solve(PROOF_NODES_PER_VISIT * visits) == turns.PASS:
            return False
        self._prove_won(node, ply)
        return True

    def _prove_won(self, node: cython.int, ply: cython.int) -> cython.void:
        """Prove a node that the solver's hero wins by the force that was just found."""
        j: cython.int
        for j in range(self.kernel.parties):
            self.share[j] = 1.0 if j == self.solver.hero else 0.0
        self._discount_win(ply + 2 * self.solver.own_turns - 1)
        for j in range(self.kernel.parties):
            self.tree.backed_up_value[node * self.kernel.parties + j] = self.share[j]
            self.tree.mean_value[node * self.kernel.parties + j] = self.share[j]
        self.tree.proven[node] = True

    def _cap_estimate(self) -> cython.void:
        """Cut an estimate off below a proven win; the other active parties share what it loses."""
        j: cython.int
        largest: cython.int = 0
        others: cython.int = 0
        excess: cython.double
        for j in range(self.kernel.parties):
            if self.share[j] > self.share[largest]:
                largest = j
        excess = self.share[largest] - MAX_ESTIMATE
        if excess <= 0.0:
            return
        for j in range(self.kernel.parties):
            if j != largest and self.kernel.header[STATUS + j] == ACTIVE:
                others += 1
        if others == 0:
            return
        self.share[largest] = MAX_ESTIMATE
        for j in range(self.kernel.parties):
            if j != largest and self.kernel.header[STATUS + j] == ACTIVE:
                self.share[j] += excess / others

    def _discount_win(self, plies: cython.int) -> cython.void:
        """Let a win count for a little less, and for the others a little more, the later it is.

        A shared game is worth the same whenever it is shared.
        """
        j: cython.int
        winner: cython.int = NOBODY
        late: cython.double = WIN_DISCOUNT * plies
        for j in range(self.kernel.parties):
            if self.share[j] == 1.0:
                winner = j
        if winner == NOBODY:
            return
        for j in range(self.kernel.parties):
            if j == winner:
                self.share[j] -= late
            else:
                self.share[j] = late / (self.kernel.parties - 1)
