"""Analyse a position: its best turns, each with a variation and everybody's share after it.

Method: an anytime allocation of nodes to the turns at the root, after sequential halving (Karnin,
Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013). A static
evaluation ranks all turns; each round then searches half as many of the best as the one before,
with three times the nodes. Turns that differ only in their placements form one class, and the best
of each class stands for it. After every round a forced win is looked for with a part of all nodes
so far, which no search of a round has. Where it is proved who wins, there is nothing left to
search: the first variation is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from djambi.analysis.analyser import ANALYSIS_SEED, Analyser
from djambi.analysis.proofs import ForcedWins, Proof
from djambi.bots.turn_sampling import sample_turns, without_placements
from djambi.errors import DjambiError, require, whole_number
from djambi.forwarding import renamed
from djambi.position.position import Position
from djambi.position.turn import Turn

DEFAULT_NODES: Final = 100_000
"""The most nodes searched in all, by default."""

_PLACEMENT_SAMPLE: Final = 4
"""The most placements of one capture that are evaluated statically."""

_FIRST_ROUND_TURNS: Final = 24
"""Turns searched in the first round; each following round searches half as many."""

_FIRST_ROUND_NODES: Final = 300
"""Nodes for each turn in the first round; each following round has three times as many."""

_PROOF_DIVISOR: Final = 6
"""The divisor of the nodes so far for those in which a forced win is looked for after a round."""

_VARIATION_TURNS: Final = 4
"""The longest variation, in turns."""

_FOLLOW_UP_DIVISOR: Final = 4
"""The divisor of a turn's nodes for the turns that follow it in its variation."""


@dataclass(frozen=True, slots=True)
class PrincipalVariation:
    """A turn and its expected continuation, with each party's share after it, by letter.

    `proved`: these shares are certain, and not estimated.
    """

    turns: tuple[Turn, ...]
    shares: dict[str, float]
    proved: bool = False


@dataclass(frozen=True, slots=True)
class Study:
    """An analysis of a position so far.

    Args:
        lines: the best variations, the mover's best first; none when the game is over.
        shares: each party's expected share, by letter: that of the first variation.
        depth: how many plies the first variation was searched.
        nodes: how many nodes were searched in all.
        proof: what is certain of the position, if anything is; a forced win's line is the first.
    """

    lines: tuple[PrincipalVariation, ...]
    shares: dict[str, float]
    depth: int
    nodes: int
    proof: Proof | None = None


@dataclass(slots=True)
class _Candidate:
    turn: Turn
    after: Position
    shares: dict[str, float]
    depth: int = 1
    reply: Turn | None = None
    proved: bool = False
    more: list[Turn] = field(default_factory=lambda: list["Turn"]())


def analyse(
    position: Position, lines: int = 3, nodes: int = DEFAULT_NODES, analyser: Analyser | None = None
) -> Study:
    """Return the last and best result of `study`.

    >>> from djambi import Position
    >>> found = analyse(Position.start("hex-3"), lines=2, nodes=2_000)
    >>> len(found.lines), found.lines[0].turns[0] in Position.start("hex-3").legal_turns()
    (2, True)
    """
    *_, last = study(position, lines, nodes, analyser)
    return last


def study(
    position: Position, lines: int = 3, nodes: int = DEFAULT_NODES, analyser: Analyser | None = None
) -> Iterator[Study]:
    """Yield better and better analyses of a position.

    To end it sooner, close the iterator, or stop the analyser from another thread.

    Args:
        position: the position to analyse.
        lines: how many variations to show, at least 1.
        nodes: the most nodes searched; every class of turns is evaluated statically in any case.
        analyser: the analyser that searches; a new one by default.

    Raises:
        DjambiError: there are no lines to show, or no nodes to search.
    """
    require(position, Position, "position", "a Position")
    for name, value in (("lines", lines), ("nodes", nodes)):
        if whole_number(value, name) < 1:
            raise DjambiError(f"{name} must be at least 1, not {value}")
    analyser = analyser or Analyser()
    if (result := position.result) is not None:
        yield Study((), result, 0, 0)
        return
    work = _RootSearch(position, analyser)
    yield work.study(lines)
    # One more than are shown: where a proof is shown, one of those may be the turn that it plays.
    many, wished, before = max(_FIRST_ROUND_TURNS, lines + 1), _FIRST_ROUND_NODES, 0
    # The last round gets whatever nodes are left, if that is more per turn than the one before. A
    # search that has seen everything ends early, so the size of a round counts too.
    while before < (each := min(wished, work.affords(many, lines, nodes - work.nodes))) <= nodes:
        if not (work.deepen(many, each) and work.follow(lines, each // _FOLLOW_UP_DIVISOR)):
            return
        work.look_for_forced_win(nodes)
        if work.show_forced_win():
            yield work.study(lines)
            return
        yield work.study(lines)
        many, wished, before = max(many // 2, lines + 1), each * 3, each


class _RootSearch:
    """The candidate turns of a position while they are being searched."""

    def __init__(self, position: Position, analyser: Analyser) -> None:
        self.position = position
        self.analyser = analyser
        self.mover = position.mover or ""
        self.nodes = 0
        self.proof: Proof | None = None
        self.root_choice: _Candidate | None = None
        found: dict[object, _Candidate] = {}
        source = Random(ANALYSIS_SEED)
        for turn in sample_turns(position, source, _PLACEMENT_SAMPLE):
            after = position.play(turn)
            candidate = _Candidate(turn, after, analyser.evaluate(after))
            self.nodes += 1
            best = found.get(without_placements(turn))
            if best is None or self._worth(candidate) > self._worth(best):
                found[without_placements(turn)] = candidate
        self.ranked = sorted(found.values(), key=self._worth, reverse=True)

    def _worth(self, candidate: _Candidate) -> float:
        return candidate.shares[self.mover]

    def affords(self, many: int, lines: int, nodes: int) -> int:
        """Return the nodes that each search of a round may have, out of so many in all."""
        many, lines = min(many, len(self.ranked) + 1), min(lines, len(self.ranked) + 1)
        # The search from the root, the candidates, and the continuations of the first of them.
        return (
            nodes
            * _FOLLOW_UP_DIVISOR
            // (_FOLLOW_UP_DIVISOR * (1 + many) + (_VARIATION_TURNS - 1) * lines)
        )

    def deepen(self, many: int, each: int) -> bool:
        """Search the first `many` candidates deeper, with the root search's own choice among them.

        Return False if the analyser was stopped: an unfinished round says less than the last one.
        """
        self._add_root_choice(each)
        for candidate in self.ranked[:many]:
            found = self.analyser.assess(candidate.after, each)
            if self.analyser.stopped:
                return False
            candidate.shares, candidate.reply = found.shares, found.best
            candidate.proved = found.proved
            candidate.depth = found.depth + 1
            self.nodes += found.nodes
        self.ranked[:many] = sorted(self.ranked[:many], key=self._worth, reverse=True)
        return True

    def _add_root_choice(self, nodes: int) -> None:
        """Put the turn that a search from the root prefers first."""
        found = self.analyser.assess(self.position, nodes)
        self.nodes += found.nodes
        if found.best is not None:
            self.proof = found.proof
            self._put_first(found.best, found.shares)

    def _put_first(self, turn: Turn, shares: dict[str, float]) -> None:
        """Put a turn first, in place of the one that stood for its class."""
        kept = [c for c in self.ranked if without_placements(c.turn) != without_placements(turn)]
        self.root_choice = _Candidate(turn, self.position.play(turn), shares)
        self.ranked = [self.root_choice, *kept]

    def look_for_forced_win(self, nodes: int) -> None:
        """Look for a forced win of the mover, if none is known; all nodes may come to so many."""
        if self.proof is not None:
            return
        part = min(self.nodes // _PROOF_DIVISOR, nodes - self.nodes)
        found, used = self.analyser.forced_win(self.position, part)
        self.nodes += used
        if found is not None:
            turn, self.proof = found
            self._put_first(turn, self.proof.shares(self.position))

    def follow(self, many: int, nodes: int) -> bool:
        """Find the continuations of the first candidates; return False if it was stopped."""
        for candidate in self.ranked[:many]:
            candidate.more = []
            here, turn = candidate.after, candidate.reply
            while nodes and turn is not None and len(candidate.more) < _VARIATION_TURNS - 1:
                candidate.more.append(turn)
                here = here.play(turn)
                found = self.analyser.assess(here, nodes)
                if self.analyser.stopped:
                    return False
                self.nodes += found.nodes
                turn = found.best
        return True

    def show_forced_win(self) -> bool:
        """Put the line of a forced win first, where the root is proved; return whether it is."""
        if self.proof is None or self.proof.winner is None or self.root_choice is None:
            return False
        chosen, winner, wins = self.root_choice, self.proof.winner, ForcedWins()
        chosen.shares = self.proof.shares(self.position)
        chosen.proved = True
        if winner == self.mover:
            if self.proof.own_turns is None:
                self.proof = wins.win(self.position) or self.proof
            if line := wins.line(self.position):
                chosen.turn, chosen.more = line[0], list(line[1:])
        else:
            if self.proof.own_turns is None:
                self.proof = Proof(winner, wins.win_in(self.position, winner))
            chosen.more = list(wins.line(chosen.after)) or chosen.more
        others = (each for each in self.ranked if each.turn != chosen.turn)
        self.ranked = [chosen, *(each for each in others if each is not chosen)]
        return True

    def study(self, lines: int) -> Study:
        """Return the analysis so far, with so many variations."""
        shown = self.ranked[:lines]
        return Study(
            tuple(PrincipalVariation((c.turn, *c.more), c.shares, c.proved) for c in shown),
            shown[0].shares,
            shown[0].depth,
            self.nodes,
            self.proof,
        )


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Line="PrincipalVariation",
        NODES="DEFAULT_NODES",
    )
