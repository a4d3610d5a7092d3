"""Plan how to reach a Chief who has walled himself in, in a duel.

Corpses shut in everything that his party has, so it can only pass, and corpses only leave through
the besieger's Necromobiles. Looking ahead shows nothing there: five or ten turns go by before
anything happens. But an opponent who can only pass needs no game tree: this is a single-agent
problem.

Method: greedy best-first search (Doran and Michie, "Experiments with the Graph Traverser Program",
Proceedings of the Royal Society A 294, 1966: A* without the cost of the path so far) over the
besieger's turns. The heuristic estimates the turns that are left: for each line to the Chief, the
corpses between him and a killer, and the turns that the killer and the Necromobile need to get into
line. Once the wall opens, the forced-win solver (`djambi.kernel.search.forced_win`) should prove
the win against every reply. Where it does not, an opened wall with a killer near is better than
none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import Final

from djambi.bots.turn_sampling import sample_turns, without_placements
from djambi.kernel.rules.codes import (
    ASSASSIN,
    CHIEF,
    CORPSE,
    EMPTY,
    MILITANT,
    NECROMOBILE,
    PIECE,
    REPORTER,
    SLOTS,
)
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.kernel.turns import PASS
from djambi.parties import Piece
from djambi.position.position import Position
from djambi.position.turn import Turn

UNREACHABLE_TURNS: Final = 20
"""The estimate, in turns, where there is no way to the Chief; more than any siege takes."""

UNREACHABLE_MOVES: Final = 6
"""The distance, in moves, assumed for a cell that a piece cannot reach at present."""

CORPSE_TURNS: Final = 2
"""The turns that a corpse on the line costs: to take it up, and to step aside."""

OWN_PIECE_TURNS: Final = 1
OTHER_PIECE_TURNS: Final = 3
"""The turns that one's own piece on the line costs, and any other piece."""

PROOF_MAX_TURNS_NEEDED: Final = 4
"""The largest estimate, in turns, for which a proof is tried when the wall opens."""

MAX_POSITIONS: Final = 20_000
"""The most positions that one plan may visit."""

LOOK_COST_TURNS: Final = 100
"""The cost of visiting a position, in turns of a proof, which take as long."""

PLACEMENT_SAMPLE: Final = 16
"""Placements sampled per capture when looking for one that does not interfere."""

MAX_PROOF_TURNS: Final = 200_000
"""The most turns that a proof against one reply may play."""


@dataclass(frozen=True, slots=True)
class SiegePlan:
    """A way to the Chief, for as long as the other party can only pass.

    Args:
        turns: the besieger's turns, by the `Position.key` of the positions to play them in.
        end: where they lead.
    """

    turns: Mapping[int, Turn]
    end: Position


class Siege:
    """A duel in which one party is walled in and can only pass.

    >>> from djambi import Position
    >>> from djambi.bots.kernels import KernelCache
    >>> from djambi.kernel.search.forced_win import ForcedWinSolver
    >>> board = "x3x2xyC/xx3xxxyR/x6xx/1xxxxx3/x1bNxbCx1bM1/1bAxxxx3/2x1xx2bM/6bR2/1x1bM5"
    >>> walled = Position.parse(f"square-4 original {board} r>y,b,y,g>y rbyg b 0 0")
    >>> siege = Siege.detect(walled)
    >>> siege.rival, siege.turns_needed(walled)
    ('y', 9)
    >>> plan = siege.find_plan(KernelCache(ForcedWinSolver).set_up(walled), 1_000_000, lambda: 60.0)
    >>> str(plan.turns[walled.key])
    'c5-b6>b7'
    """

    def __init__(self, position: Position, rival: str) -> None:
        """Assume a siege; `detect` checks whether there is one."""
        self.position = position
        self.board = position.board
        self.besieger = position.mover or ""
        self.rival = rival
        parties = position.variant.parties
        self.chief_code = PIECE + SLOTS * parties.index(rival) + CHIEF
        self.unproven_plans: list[SiegePlan] = []
        # No party changes hands before the siege ends.
        self.ours = [position.controller(letter) == self.besieger for letter in parties]

    @classmethod
    def detect(cls, position: Position) -> Siege | None:
        """Return the siege that the mover lays in this position, None if there is none."""
        rivals = position.opponents(position.mover)
        if len(rivals) != 1:
            return None
        siege = cls(position, rivals)
        return siege if siege._is_walled_in(position) else None

    def _is_walled_in(self, position: Position) -> bool:
        """Return whether no piece that the rival controls can move, or clear a cell beside it."""
        return not any(
            piece.kind == "N" or self._may_go(position, piece, ray)
            for cell, piece in position.controlled_pieces(self.rival).items()
            for ray in self.board.rays[self.board.index(cell)]
        )

    def _may_go(self, position: Position, piece: Piece, ray: Iterable[int]) -> bool:
        """Return whether a piece of the rival's may stop somewhere along a ray (RULES 3.1, 3.2)."""
        for cell in ray:
            if position.contents_at(cell) == EMPTY:
                return True
            target = position.piece_at(self.board.cells[cell])
            if target is None:
                return False
            if piece.kind != "R" and position.may_act(piece, target):
                in_power = cell == self.board.maze and target.kind == "C"
                if piece.kind != "M" or not in_power or position.rules.militant_kills_power:
                    return True
            passes = piece.kind == "A" and position.rules.assassin_through_allies
            if not passes or position.controller(target.party) != self.rival:
                return False
        return False

    def find_plan(
        self, solver: ForcedWinSolver, budget: int, left: Callable[[], float]
    ) -> SiegePlan | None:
        """Return a plan that ends in a proven win, or None.

        If there is none, `unproven_plans` holds those that open the wall, the most promising first.

        Args:
            solver: the solver to prove wins with; it stands at another position afterwards.
            budget: the most turns to play; visiting a position costs `LOOK_COST_TURNS` of them.
            left: says how many seconds are left.
        """
        frontier: list[tuple[int, int, Position, dict[int, Turn]]] = []
        heappush(frontier, (self.turns_needed(self.position), 0, self.position, {}))
        seen = {self.position.key}
        unproven: list[tuple[int, int, SiegePlan]] = []
        exhausted = False
        while (
            frontier
            and frontier[0][0] < UNREACHABLE_TURNS
            and len(seen) < MAX_POSITIONS
            and not exhausted
        ):
            _, _, here, path = heappop(frontier)
            for turn in self._turns(here):
                budget -= LOOK_COST_TURNS
                if exhausted := budget < 0 or left() <= 0.0:
                    break
                longer = {**path, here.key: turn}
                after = here.play(turn)
                if after.winners == self.besieger:
                    return SiegePlan(longer, after)
                if not after.is_over and after.mover != self.besieger:
                    reply = next(iter(after.legal_turns()))
                    if reply.is_pass:
                        after = after.play(reply)
                    elif (needed := self.turns_needed(after)) <= PROOF_MAX_TURNS_NEEDED:
                        proved, budget = self._proved(after, solver, budget, left)
                        if proved:
                            return SiegePlan(longer, after)
                        unproven.append((needed, len(unproven), SiegePlan(longer, after)))
                if after.mover == self.besieger and after.key not in seen:
                    seen.add(after.key)
                    heappush(frontier, (self.turns_needed(after), len(seen), after, longer))
        self.unproven_plans = [plan for _, _, plan in sorted(unproven)]
        return None

    def _turns(self, position: Position) -> Iterable[Turn]:
        """Return the besieger's turns, each with one placement, off the lines to the Chief if it
        can be."""
        lines = {cell for ray in self.board.rays[self._chief(position)] for cell in ray}
        found: dict[object, tuple[bool, Turn]] = {}
        source = Random(position.ply)
        for turn in sample_turns(position, source, PLACEMENT_SAMPLE):
            in_the_way = turn.place is not None and self.board.index(turn.place) in lines
            kind = without_placements(turn)
            if kind not in found or (found[kind][0] and not in_the_way):
                found[kind] = (in_the_way, turn)
        return [turn for _, turn in found.values()]

    def _proved(
        self, position: Position, solver: ForcedWinSolver, budget: int, left: Callable[[], float]
    ) -> tuple[bool, int]:
        """Return whether the besieger wins by force after every reply, and the budget left."""
        for reply in position.legal_turns():
            after = position.play(reply)
            if after.is_over:
                if after.winners != self.besieger:
                    return False, budget
                continue
            seconds = left()
            if budget <= 0 or seconds <= 0.0 or after.mover != self.besieger:
                return False, budget
            kernel = after.kernel()
            solver.load(kernel.contents(), kernel.entries())
            won = solver.forced_win(min(budget, MAX_PROOF_TURNS), seconds) != PASS
            budget -= solver.turns_played
            if not won:
                return False, budget
        return True, budget

    # -- the heuristic ----------------------------------------------------------------------------

    def _chief(self, position: Position) -> int:
        """Return the cell of the walled-in Chief."""
        return next(
            cell
            for cell in range(len(self.board.cells))
            if position.contents_at(cell) == self.chief_code
        )

    def turns_needed(self, position: Position) -> int:
        """Estimate how many turns the besieger still needs to kill the Chief.

        It is the cheapest line to the Chief: the turns that clear it of corpses and pieces, those
        that the Necromobile and the killer need to get there, and the kill.
        """
        contents = [position.contents_at(cell) for cell in range(len(self.board.cells))]
        if self.chief_code not in contents:
            # Some editions let a party go on without its Chief.
            return UNREACHABLE_TURNS
        carriers: list[list[int]] = []
        killers: list[tuple[int, list[int]]] = []
        for cell, code in enumerate(contents):
            kind = self._own_kind(code)
            if kind == NECROMOBILE:
                carriers.append(self._distances(cell, contents))
            elif kind in (CHIEF, ASSASSIN, REPORTER):
                killers.append((kind, self._distances(cell, contents)))
        chief = contents.index(self.chief_code)
        best = UNREACHABLE_TURNS
        for ray in self.board.rays[chief]:
            # A Reporter only kills what stands on a cell across one of its sides (RULES 3.3).
            beside = ray[0] in self.board.sides[chief]
            able = [to for kind, to in killers if kind != REPORTER or beside]
            best = min([best, *self._costs(ray, contents, carriers, able, beside=beside)])
        return best

    def _costs(
        self,
        ray: Sequence[int],
        contents: list[int],
        carriers: list[list[int]],
        killers: list[list[int]],
        *,
        beside: bool,
    ) -> Iterator[int]:
        """Yield the turns to a kill along a line to the Chief, for each cell to kill him from."""
        cost, fetch = 1, 0
        for steps, cell in enumerate(ray, 1):
            code = contents[cell]
            kind = self._own_kind(code)
            if code == EMPTY:
                if cost > 1:
                    come = (to[cell] for to in killers)
                    yield cost + fetch + min(come, default=UNREACHABLE_TURNS)
                continue
            if (
                kind in (CHIEF, ASSASSIN)
                or (kind == REPORTER and beside)
                or (kind == MILITANT and steps <= 2)
            ):
                yield cost + fetch
            if code == CORPSE:
                cost += CORPSE_TURNS
                # Corpses come off from outside: the Necromobile begins with the outermost.
                fetch = min((to[cell] - 1 for to in carriers), default=UNREACHABLE_TURNS)
            else:
                cost += OWN_PIECE_TURNS if kind is not None else OTHER_PIECE_TURNS

    def _own_kind(self, code: int) -> int | None:
        """Return the kind of a piece that the besieger controls, None for anything else."""
        if code < PIECE or not self.ours[(code - PIECE) // SLOTS]:
            return None
        return min((code - PIECE) % SLOTS, MILITANT)

    def _distances(self, start: int, contents: list[int]) -> list[int]:
        """Return, by cell, the moves a sliding piece needs to get there or to capture there."""
        moves = [UNREACHABLE_MOVES] * len(contents)
        moves[start] = 0
        queue = [start]
        for cell in queue:
            for ray in self.board.rays[cell]:
                for other in ray:
                    if moves[other] == UNREACHABLE_MOVES:
                        moves[other] = moves[cell] + 1
                        if contents[other] == EMPTY:
                            queue.append(other)
                    if contents[other] != EMPTY:
                        break
        return moves
