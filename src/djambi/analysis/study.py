"""What could be played in a position: the best turns, each with what it leaves to everybody.

All sorts of turns are judged at a glance; the most promising are searched, again and again with
more nodes and fewer of them, so that there is an answer at any time and it becomes better. Turns
that differ only in where something is placed are of one sort, and one of them is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from djambi.analysis.analyser import ANALYSIS_SEED, Analyser
from djambi.bots.turn_sampling import sample_turns, without_placements
from djambi.forwarding import renamed

if TYPE_CHECKING:
    from djambi.position.position import Position
    from djambi.position.turn import Turn

DEFAULT_NODES: Final = 100_000
"""How many turns are tried in all, if nobody says otherwise."""

_PLACES: Final = 4
"""Placements of one act that are judged at a glance."""

_FIRST: Final = 24
"""How many turns are searched in the first round; half of them in each round after it."""

_FIRST_NODES: Final = 300
_LONGEST: Final = 4
"""Turns in a line, at most."""

_FOLLOWING: Final = 4
"""How many times fewer nodes the turns that follow on a turn are given."""


@dataclass(frozen=True, slots=True)
class Variation:
    """A turn with what is expected to follow, and everybody's share after it, by letter."""

    turns: tuple[Turn, ...]
    shares: dict[str, float]


@dataclass(frozen=True, slots=True)
class Study:
    """What is known of a position so far.

    Args:
        lines: the best turns, the mover's best first; none when the game is over.
        shares: what everybody may expect, by letter: the first line's.
        depth: how many turns ahead the first line was looked at.
        nodes: how many turns were tried in all.
    """

    lines: tuple[Variation, ...]
    shares: dict[str, float]
    depth: int
    nodes: int


@dataclass(slots=True)
class _Candidate:
    turn: Turn
    after: Position
    shares: dict[str, float]
    depth: int = 1
    reply: Turn | None = None
    more: list[Turn] = field(default_factory=lambda: list["Turn"]())


def analyse(
    position: Position, lines: int = 3, nodes: int = DEFAULT_NODES, analyser: Analyser | None = None
) -> Study:
    """Return what `study` found at last.

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
    """Yield what is known of a position, each time more of it.

    Args:
        position: what to think about.
        lines: how many turns are shown, at least 1.
        nodes: how many turns are tried at most; but all sorts of turns are judged at a glance
            in any case. Whoever has enough sooner closes the iterator, or stops the analyser
            from another thread.
        analyser: who thinks; a new one by default.
    """
    analyser = analyser or Analyser()
    if (result := position.result) is not None:
        yield Study((), result, 0, 0)
        return
    work = _Work(position, analyser)
    yield work.study(lines)
    many, wished, before = max(_FIRST, lines), _FIRST_NODES, 0
    # The last round is as deep as what is left allows, if that is deeper than the one before. A
    # search that has seen everything ends early: so the size of a round counts too.
    while before < (each := min(wished, work.affords(many, lines, nodes - work.nodes))) <= nodes:
        if not (work.deepen(many, each) and work.follow(lines, each // _FOLLOWING)):
            return
        yield work.study(lines)
        many, wished, before = max(many // 2, lines + 1), each * 3, each


class _Work:
    """The turns of a position while they are being searched."""

    def __init__(self, position: Position, analyser: Analyser) -> None:
        self.position = position
        self.analyser = analyser
        self.mover = position.mover or ""
        self.nodes = 0
        found: dict[object, _Candidate] = {}
        source = Random(ANALYSIS_SEED)  # noqa: S311 - it plays, it keeps no secrets
        for turn in sample_turns(position, source, _PLACES):
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
        """Return how many nodes every search of a round may have, if it has so many in all."""
        many, lines = min(many, len(self.ranked) + 1), min(lines, len(self.ranked) + 1)
        # What the search itself thinks is best, the turns, and what follows on the first of them.
        return nodes * _FOLLOWING // (_FOLLOWING * (1 + many) + (_LONGEST - 1) * lines)

    def deepen(self, many: int, each: int) -> bool:
        """Search the first `many` turns again, and what the search itself thinks is best.

        False if the analyser was stopped: what was broken off says less than what was known.
        """
        self._invite(each)
        for candidate in self.ranked[:many]:
            found = self.analyser.assess(candidate.after, each)
            if self.analyser.stopped:
                return False
            candidate.shares, candidate.reply = found.shares, found.best
            candidate.depth = found.depth + 1
            self.nodes += found.nodes
        self.ranked[:many] = sorted(self.ranked[:many], key=self._worth, reverse=True)
        return True

    def _invite(self, nodes: int) -> None:
        found = self.analyser.assess(self.position, nodes)
        self.nodes += found.nodes
        if found.best is None or self.analyser.stopped:
            return
        kept = [
            c for c in self.ranked if without_placements(c.turn) != without_placements(found.best)
        ]
        after = self.position.play(found.best)
        self.ranked = [_Candidate(found.best, after, found.shares), *kept]

    def follow(self, many: int, nodes: int) -> bool:
        """Find what is expected to follow on each of the first turns; False if stopped."""
        for candidate in self.ranked[:many]:
            candidate.more = []
            here, turn = candidate.after, candidate.reply
            while nodes and turn is not None and len(candidate.more) < _LONGEST - 1:
                candidate.more.append(turn)
                here = here.play(turn)
                found = self.analyser.assess(here, nodes)
                if self.analyser.stopped:
                    return False
                self.nodes += found.nodes
                turn = found.best
        return True

    def study(self, lines: int) -> Study:
        shown = self.ranked[:lines]
        return Study(
            tuple(Variation((c.turn, *c.more), c.shares) for c in shown),
            shown[0].shares,
            shown[0].depth,
            self.nodes,
        )


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Line="Variation",
        NODES="DEFAULT_NODES",
    )
