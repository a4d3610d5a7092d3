"""How to get at a Chief who has walled himself in, in a duel.

Corpses shut in all that his party has, so it can only pass, and no corpse goes away but by a
Necromobile of the besieger's. Looking ahead sees nothing in that: it takes five or ten turns
before anything happens. But who only passes needs no looking ahead, and how far a siege has come
can be counted: the corpses between his Chief and a killer, and the turns until the killer and
the Necromobile stand in line. The besieger goes where that is least, best first (A* without the
way gone), until the wall opens; there it should be proved, by all answers, that he wins. Where
that cannot be proved, a wall opened with a killer near is better than none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import TYPE_CHECKING, Final

from djambi.bots.turn_sampling import sample_turns
from djambi.kernel import turns
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
from djambi.position.turn import PASS_CODE, Turn

if TYPE_CHECKING:
    from djambi.kernel.search.forced_win import Duel
    from djambi.position.position import Position

UNREACHABLE_TURNS: Final = 20
"""More turns than any siege takes."""

UNREACHABLE_MOVES: Final = 6
"""How many moves it counts for where a piece gets to no cell in any number of moves, as yet."""

PROOF_MAX_TURNS_NEEDED: Final = 4
"""How many turns may be missing when the wall opens, for a proof to be tried."""

MAX_POSITIONS: Final = 20_000
"""How many positions are kept in mind."""

LOOK_COST_TURNS: Final = 100
"""How many turns of a proof take as long as to see what is missing after a turn."""

PLACEMENT_SAMPLE: Final = 16
"""Of how many placements of one act one is chosen that is out of the way."""

MAX_PROOF_TURNS: Final = 200_000
"""How many turns the answer to one answer may cost."""


@dataclass(frozen=True, slots=True)
class SiegePlan:
    """A way to the Chief: the besieger's turns, by the keys of the positions that he plays them in.

    `end`: where they lead, if the other passes as long as he can do nothing else.
    """

    turns: Mapping[int, Turn]
    end: Position


class Siege:
    """Who lays siege to whom.

    >>> from djambi import Position
    >>> from djambi.bots.kernels import KernelCache
    >>> from djambi.kernel.search.forced_win import Duel
    >>> board = "x3x2xyC/xx3xxxyR/x6xx/1xxxxx3/x1bNxbCx1bM1/1bAxxxx3/2x1xx2bM/6bR2/1x1bM5"
    >>> walled = Position.parse(f"square-4 original {board} r>y,b,y,g>y rbyg b 0 0")
    >>> siege = Siege.detect(walled)
    >>> siege.rival, siege.turns_needed(walled)
    ('y', 9)
    >>> way = siege.find_plan(KernelCache(Duel).set_up(walled), 1_000_000, lambda: 60.0)
    >>> str(way.turns[walled.key])
    'c5-b6>b7'
    """

    def __init__(self, position: Position, rival: str) -> None:
        """For `laid`: it looks whether there is a siege."""
        self.position = position
        self.board = position.board
        self.besieger = position.mover or ""
        self.rival = rival
        parties = [party.letter for party in position.parties]
        self.chief_code = PIECE + SLOTS * parties.index(rival) + CHIEF
        self.unproven_plans: list[SiegePlan] = []
        # Nothing changes hands before the end.
        self.ours = [position.controller(letter) == self.besieger for letter in parties]

    @classmethod
    def detect(cls, position: Position) -> Siege | None:
        """The siege, if there is one: a duel whose other party can only pass."""
        rivals = position.opponents(position.mover)
        if len(rivals) != 1:
            return None
        siege = cls(position, rivals)
        return siege if siege._shut_in(position) else None

    def _shut_in(self, position: Position) -> bool:
        """Whether no piece that the rival controls has a free cell beside it, or can make one."""
        return not any(
            piece.kind == "N"
            or any(position.contents_at(ray[0]) == EMPTY for ray in self.board.rays[number])
            for cell, piece in position.pieces_of(position.controlled_by(self.rival)).items()
            for number in (self.board.index(cell),)
        )

    def find_plan(self, duel: Duel, tries: int, left: Callable[[], float]) -> SiegePlan | None:
        """Return a way in after which he wins whatever is answered; None if none is found.

        Ways of which that was not proved are in `openings` then, the most promising first. It costs
        as much as playing `tries` turns at most; they are played in `duel`, which is another
        position afterwards. `left` says how many seconds there still are.
        """
        waiting: list[tuple[int, int, Position, dict[int, Turn]]] = []
        heappush(waiting, (self.turns_needed(self.position), 0, self.position, {}))
        seen = {self.position.key}
        openings: list[tuple[int, int, SiegePlan]] = []
        ended = False
        while (
            waiting
            and waiting[0][0] < UNREACHABLE_TURNS
            and len(seen) < MAX_POSITIONS
            and not ended
        ):
            _, _, here, before = heappop(waiting)
            for turn in self._turns(here):
                tries -= LOOK_COST_TURNS
                if ended := tries < 0 or left() <= 0.0:
                    break
                turns = {**before, here.key: turn}
                after = here.play(turn)
                if after.winners == self.besieger:
                    return SiegePlan(turns, after)
                if not after.is_over and after.mover != self.besieger:
                    answer = next(iter(after.legal_turns()))
                    if answer.is_pass:
                        after = after.play(answer)
                    elif (missing := self.turns_needed(after)) <= PROOF_MAX_TURNS_NEEDED:
                        proved, tries = self._proved(after, duel, tries, left)
                        if proved:
                            return SiegePlan(turns, after)
                        openings.append((missing, len(openings), SiegePlan(turns, after)))
                if after.mover == self.besieger and after.key not in seen:
                    seen.add(after.key)
                    heappush(waiting, (self.turns_needed(after), len(seen), after, turns))
        self.unproven_plans = [way for _, _, way in sorted(openings)]
        return None

    def _turns(self, position: Position) -> Iterable[Turn]:
        """All turns of the besieger's; of placements only one, out of the way if there is one."""
        keep = {cell for ray in self.board.rays[self._chief(position)] for cell in ray}
        found: dict[int, tuple[bool, Turn]] = {}
        source = Random(position.ply)  # noqa: S311 - it plays, it keeps no secrets
        for turn in sample_turns(position, source, PLACEMENT_SAMPLE):
            packed = turn.packed
            place = turn.place
            in_the_way = place is not None and self.board.index(place) in keep
            act = packed if place is None else packed & turns.STEP_BITS
            if act not in found or (found[act][0] and not in_the_way):
                found[act] = (in_the_way, turn)
        return [turn for _, turn in found.values()]

    def _proved(
        self, position: Position, duel: Duel, tries: int, left: Callable[[], float]
    ) -> tuple[bool, int]:
        """Whether the besieger wins by force whatever the rival answers; the tries left."""
        for answer in position.legal_turns():
            after = position.play(answer)
            if after.is_over:
                if after.winners != self.besieger:
                    return False, tries
                continue
            seconds = left()
            if tries <= 0 or seconds <= 0.0 or after.mover != self.besieger:
                return False, tries
            kernel = after.kernel()
            duel.load(kernel.contents(), kernel.entries())
            won = duel.win_by_force(min(tries, MAX_PROOF_TURNS), seconds) != PASS_CODE
            tries -= duel.played
            if not won:
                return False, tries
        return True, tries

    # -- how far the siege has come ---------------------------------------------------------------

    def _chief(self, position: Position) -> int:
        return next(
            cell
            for cell in range(len(self.board.cells))
            if position.contents_at(cell) == self.chief_code
        )

    def turns_needed(self, position: Position) -> int:
        """About how many turns of his own the besieger needs until the Chief is dead.

        On some line to the Chief, a turn to take up every corpse and one to step aside, the
        turns until the Necromobile and the killer are there, and the stroke.
        """
        stands = [position.contents_at(cell) for cell in range(len(self.board.cells))]
        carriers: list[list[int]] = []
        killers: list[tuple[int, list[int]]] = []
        for cell, code in enumerate(stands):
            kind = self._own(code)
            if kind == NECROMOBILE:
                carriers.append(self._ways(cell, stands))
            elif kind in (CHIEF, ASSASSIN, REPORTER):
                killers.append((kind, self._ways(cell, stands)))
        best = UNREACHABLE_TURNS
        if self.chief_code not in stands:
            # Some editions let others go on without him.
            return best
        chief = stands.index(self.chief_code)
        for ray in self.board.rays[chief]:
            beside = ray[0] in self.board.sides[chief]
            cost = 1
            outermost = -1
            for steps, cell in enumerate(ray, 1):
                code = stands[cell]
                kind = self._own(code)
                fetch = 0
                if outermost >= 0:
                    fetch = min(
                        (ways[outermost] - 1 for ways in carriers), default=UNREACHABLE_TURNS
                    )
                if code == EMPTY:
                    if cost > 1:
                        come = [ways[cell] for kind, ways in killers if kind != REPORTER or beside]
                        best = min(best, cost + fetch + min(come, default=UNREACHABLE_TURNS))
                    continue
                if (
                    kind in (CHIEF, ASSASSIN)
                    or (kind == REPORTER and beside)
                    or (kind == MILITANT and steps <= 2)
                ):
                    best = min(best, cost + fetch)
                if code == CORPSE:
                    cost += 2
                    outermost = cell
                else:
                    cost += 1 if kind is not None else 3
        return best

    def _own(self, code: int) -> int | None:
        """The kind of a piece that the besieger controls; None for anything else."""
        if code < PIECE or not self.ours[(code - PIECE) // SLOTS]:
            return None
        return min((code - PIECE) % SLOTS, MILITANT)

    def _ways(self, start: int, stands: list[int]) -> list[int]:
        """In how many moves a piece that slides gets to every cell, or to what stands there."""
        moves = [UNREACHABLE_MOVES] * len(stands)
        moves[start] = 0
        queue = [start]
        for cell in queue:
            for ray in self.board.rays[cell]:
                for other in ray:
                    if moves[other] == UNREACHABLE_MOVES:
                        moves[other] = moves[cell] + 1
                        if stands[other] == EMPTY:
                            queue.append(other)
                    if stands[other] != EMPTY:
                        break
        return moves
