"""The facts of a game: who fell and by whom, who struck whom, who led when, which turns decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from djambi.analysis import Analyser
from djambi.analysis.statistics import GameStatistics, game_statistics
from djambi.nodes import Node
from djambi.position.outcome import DEATHS, Happening, HappeningKind
from djambi.position.players import parties_to_seat

TURNING_POINTS: Final = 3
"""Turning points told besides the decisive turn, at most."""

_LEAST_SWING: Final = 0.05
"""The least part of the game that changes hands in a turn worth telling."""

_LEAST_GAP_LINES: Final = 3
"""Lines between two turning points, at least: an exchange is one story."""


class FallCause(StrEnum):
    """What ended a Chief, or his party's part in the game."""

    KILLED = "killed"
    PURGED = "purged"
    ENCIRCLED = "encircled"
    RESIGNED = "resigned"
    FLAGGED = "flagged"


_CAUSES: Final = {
    HappeningKind.KILLED: FallCause.KILLED,
    HappeningKind.PURGED: FallCause.PURGED,
    HappeningKind.ENCIRCLED: FallCause.ENCIRCLED,
    HappeningKind.RESIGNED: FallCause.RESIGNED,
    HappeningKind.FLAGGED: FallCause.FLAGGED,
}


@dataclass(frozen=True, slots=True)
class Fall:
    """The end of a Chief.

    Args:
        party: whose Chief.
        line: how many turns and events the game then had.
        cause: what ended him.
        by: the party that played the turn; None if nobody did it to him.
        weapon: the piece that killed him, as colour and kind ("gA"); "" if none did.
        cell: where he stood, "" if that does not matter.
        left: the living pieces of his colour after it.
        heir: the party that commands them then, if any.
    """

    party: str
    line: int
    cause: FallCause
    by: str | None
    weapon: str
    cell: str
    left: int
    heir: str | None


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn that mattered: its line, who played it, and by how much it moved that party's share.

    `gain` is counted up to the party's next turn for its best and worst turns, else over one line.
    """

    line: int
    party: str
    gain: float


@dataclass(frozen=True, slots=True)
class Grudge:
    """How many pieces of a party another one killed, and whether its Chief was among them."""

    by: str
    victim: str
    kills: int
    chief: bool


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """The facts of a game that is over; lines count turns and events, 0 is the start.

    Args:
        path: the positions from the start on.
        happenings: what each line brought about; nothing at 0.
        players: the parties with a player of their own, in seat order.
        winners: who won or shares the game.
        why: the clause of RULES 7 that ended it, as `Happening.why` names it.
        falls: the Chiefs that fell for good, in order.
        grudges: who killed how much of whom, most first.
        statistics: kills, reigns, corpses.
        shares: every party's share of the game by a static evaluation, for each line.
        decisive: the turn that moved the game most toward its winners.
        turning_points: the other turns that moved it most, in order.
    """

    path: Sequence[Node]
    happenings: tuple[tuple[Happening, ...], ...]
    players: str
    winners: str
    why: str
    falls: tuple[Fall, ...]
    grudges: tuple[Grudge, ...]
    statistics: GameStatistics
    shares: tuple[Mapping[str, float], ...]
    decisive: Moment
    turning_points: tuple[Moment, ...]

    @property
    def lines(self) -> int:
        """Return how many turns and events the game had."""
        return len(self.path) - 1

    def mover(self, line: int) -> str:
        """Return who acted in a line; "" if nobody in particular did."""
        node = self.path[line]
        if node.parent is None or node.event is None:
            return ""
        return (node.parent.position.mover or "") if node.event.turn else node.event.actor[:1]

    def best_turn(self, party: str) -> Moment | None:
        """Return the turn after which a party's share grew most until its next one."""
        most = max(self._gains(party), key=lambda moment: moment.gain, default=None)
        return most if most is not None and most.gain >= _LEAST_SWING else None

    def worst_turn(self, party: str) -> Moment | None:
        """Return the turn after which a party's share shrank most until its next one."""
        least = min(self._gains(party), key=lambda moment: moment.gain, default=None)
        return least if least is not None and least.gain <= -_LEAST_SWING else None

    def _gains(self, party: str) -> Iterator[Moment]:
        own = [
            line
            for line, node in enumerate(self.path)
            if node.event is not None and node.event.turn and self.mover(line) == party
        ]
        for line, following in pairwise([*own, len(self.path)]):
            gain = self.shares[following - 1][party] - self.shares[line - 1][party]
            yield Moment(line, party, gain)


def facts_of(path: Sequence[Node]) -> PaperFacts:
    """Return the facts of a game that is over, whose positions are `path` from the start on.

    >>> from djambi.game import Game
    >>> game = Game()
    >>> for party in "rby":
    ...     _ = game.resign(party)
    >>> facts = facts_of(game.path())
    >>> facts.winners, facts.why, [(fall.party, str(fall.cause)) for fall in facts.falls]
    ('g', 'last', [('r', 'resigned'), ('b', 'resigned'), ('y', 'resigned')])
    """
    start = path[0].position
    happenings = tuple(node.happenings() for node in path)
    statistics = game_statistics(path)
    analyser = Analyser()
    shares = tuple(analyser.evaluate(node.position) for node in path)
    winners = path[-1].position.winners
    ends = [one for one in happenings[-1] if one.what is HappeningKind.ENDED]
    decisive, turning = _moments(path, shares, winners)
    falls = tuple(_falls(path, happenings))
    return PaperFacts(
        path=path,
        happenings=happenings,
        players=parties_to_seat(start),
        winners=winners,
        why=(ends[-1].why or "") if ends else "",
        falls=falls,
        grudges=tuple(_grudges(path, happenings)),
        statistics=statistics,
        shares=shares,
        decisive=decisive,
        turning_points=turning,
    )


def _falls(path: Sequence[Node], told: Sequence[Sequence[Happening]]) -> list[Fall]:
    """Return the falls in order, without those of parties that came back later."""
    falls: list[Fall] = []
    for line, node in enumerate(path):
        for one in told[line]:
            party = one.party or ""
            if one.what in (HappeningKind.RETURNED, HappeningKind.WOKEN):
                falls = [fall for fall in falls if fall.party != party]
            cause = _CAUSES.get(one.what)
            if cause is None or (one.what in DEATHS and one.kind != "C"):
                continue
            state = node.position.party(party)
            alone = cause in (FallCause.RESIGNED, FallCause.FLAGGED)
            falls.append(
                Fall(
                    party=party,
                    line=line,
                    cause=cause,
                    by=None if alone else _actor(node),
                    weapon=f"{one.by}{one.by_kind}" if cause is FallCause.KILLED else "",
                    cell=one.cell or _last_cell(path[line - 1], node, told[line], party),
                    left=len(node.position.pieces_of(party)),
                    heir=state.lord if state.is_vassal else None,
                )
            )
    return falls


def _last_cell(before: Node, node: Node, told: Sequence[Happening], party: str) -> str:
    """Return where a party's Chief stands or lies after a line; a Diplomat may have moved him."""
    cell = node.position.chief_of(party) or before.position.chief_of(party) or ""
    for one in told:
        if (one.party, one.kind, one.cell) == (party, "C", cell) and one.target:
            cell = one.target
    return cell


def _actor(node: Node) -> str | None:
    """Return the party whose player brought a line about."""
    if node.parent is None or node.event is None or node.event.turn is None:
        return None
    return node.parent.position.mover


def _grudges(path: Sequence[Node], told: Sequence[Sequence[Happening]]) -> list[Grudge]:
    kills: Counter[tuple[str, str]] = Counter()
    chiefs: set[tuple[str, str]] = set()
    for node, happenings in zip(path, told, strict=True):
        by = _actor(node)
        for one in happenings:
            if one.what is not HappeningKind.KILLED or by is None or one.party in (None, by):
                continue
            pair = (by, one.party or "")
            kills[pair] += 1
            if one.kind == "C":
                chiefs.add(pair)
    # `most_common` keeps the order of those that are equal: who struck first stands first.
    return [Grudge(*pair, many, pair in chiefs) for pair, many in kills.most_common()]


def _moments(
    path: Sequence[Node], shares: Sequence[Mapping[str, float]], winners: str
) -> tuple[Moment, tuple[Moment, ...]]:
    """Return the decisive turn, and the other turns that moved the game most, in order."""
    lines = range(1, len(path))

    def toward(line: int) -> float:
        return sum(shares[line][party] - shares[line - 1][party] for party in winners)

    def moved(line: int) -> float:
        before, after = shares[line - 1], shares[line]
        return sum(abs(after[party] - before[party]) for party in after) / 2

    decisive = max(lines, key=toward, default=0)
    chosen = [decisive]
    for line in sorted(lines, key=moved, reverse=True):
        if len(chosen) > TURNING_POINTS or moved(line) < _LEAST_SWING:
            break
        if all(abs(line - other) >= _LEAST_GAP_LINES for other in chosen):
            chosen.append(line)

    def moment(line: int) -> Moment:
        party = _actor(path[line]) or ""
        if not party:
            return Moment(line, "", 0.0)
        return Moment(line, party, shares[line][party] - shares[line - 1][party])

    return moment(decisive), tuple(moment(line) for line in sorted(chosen[1:]))
