"""Figures about the game from files of self-play: branching, length, shared games, seats.

Games of several folders count together. Only whole shards are read; what a run is writing is left
for the next time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from djambi.bots.matches import wilson_interval
from djambi.errors import DjambiError
from djambi.extras import missing_package
from djambi.position.position import Position
from djambi.research.game_data import (
    games_files,
    read_table,
    require_pyarrow,
    turns_file,
)
from djambi.research.self_play import MAX_TURNS_REASON
from djambi.rules import EDITIONS, VARIANT_NAMES

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing_package("a figure", error, "research") from None

OPENING_TURNS: Final = 3
"""The turns of each party that are the opening."""

PHASES: Final = ("opening", "all", "some", "duel")
"""The phases of a game: the first turns of everybody; then while all parties are active, while some
are out or vassals, and while two are left."""

ALL_EDITIONS: Final = "all"
"""What stands for the rules where the games of all editions count together."""


@dataclass(frozen=True, slots=True)
class Branching:
    """How many legal turns there are, over the turns of one phase on one board.

    Args:
        variant: the board and who plays.
        phase: one of `PHASES`.
        turns: how many turns were counted.
        mean, median, high: their average, their median, and what nine in ten do not exceed.
    """

    variant: str
    phase: str
    turns: int
    mean: float
    median: float
    high: float


@dataclass(frozen=True, slots=True)
class GameLength:
    """How many turns a game has.

    Args:
        variant: the board and who plays.
        rules: the edition, or `ALL_EDITIONS`.
        games: how many games were counted.
        low, median, high: what one, five and nine games in ten do not exceed.
    """

    variant: str
    rules: str
    games: int
    low: float
    median: float
    high: float


@dataclass(frozen=True, slots=True)
class SharedGames:
    """How often nobody wins alone.

    Args:
        variant: the board and who plays.
        rules: the edition, or `ALL_EDITIONS`.
        games: how many games were counted.
        shared: the part of them that several parties share, 0 to 1.
        low, high: its Wilson interval at 95 %.
        broken_off: the part of all games that was broken off, and so shared.
    """

    variant: str
    rules: str
    games: int
    shared: float
    low: float
    high: float
    broken_off: float


@dataclass(frozen=True, slots=True)
class SeatShare:
    """What a seat gets of the game.

    Args:
        variant: the board and who plays.
        rules: the edition, or `ALL_EDITIONS`.
        party: the seat's letter; the seats move in their order.
        games: how many games were counted.
        share: its mean share of a game, 0 to 1.
        low, high: the Wilson interval of that share at 95 %.
        fair: an equal share.
    """

    variant: str
    rules: str
    party: str
    games: int
    share: float
    low: float
    high: float
    fair: float

    @property
    def differs(self) -> bool:
        """Return whether the interval excludes an equal share."""
        return not self.low <= self.fair <= self.high


@dataclass(frozen=True, slots=True)
class SelfPlayStatistics:
    """Figures about the game, in the order of boards and editions.

    Args:
        games: how many games they are made from.
        turns: how many turns these have.
        levels: the levels that played.
        complexity: by board, the decimal logarithm of the game tree's size: the mean over games of
            the sum of log10 of the legal turns at each turn.
        branching, lengths, shared, seats: the figures.
        reasons: by edition, how often a game ended for each reason.
    """

    games: int
    turns: int
    levels: tuple[str, ...]
    complexity: Mapping[str, float]
    branching: tuple[Branching, ...]
    lengths: tuple[GameLength, ...]
    shared: tuple[SharedGames, ...]
    seats: tuple[SeatShare, ...]
    reasons: Mapping[str, Mapping[str, int]]


def self_play_statistics(folders: Sequence[Path]) -> SelfPlayStatistics:
    """Return the figures of all games in some folders of `djambi research games`.

    Raises:
        DjambiError: pyarrow is not installed; a folder is none of a run or given twice; there are
            no games; a file is damaged or has columns of another version.
    """
    require_pyarrow()
    if len({each.resolve() for each in folders}) < len(folders):
        raise DjambiError("a folder is given twice: its games would count twice")
    games: list[dict[str, Any]] = []
    legal: dict[str, list[NDArray[np.int64]]] = defaultdict(list)
    phase: dict[str, list[NDArray[np.int64]]] = defaultdict(list)
    for folder in folders:
        for shard in games_files(folder):
            games += read_table(shard).to_pylist()
            for variant, its_legal, its_phase in _turns(turns_file(shard)):
                legal[variant].append(its_legal)
                phase[variant].append(its_phase)
    if not games:
        raise DjambiError(f"{', '.join(map(str, folders))}: no games yet")
    boards = sorted(legal, key=VARIANT_NAMES.index)
    counts = {each: np.concatenate(legal[each]) for each in boards}
    phases = {each: np.concatenate(phase[each]) for each in boards}
    groups = _grouped(games)
    return SelfPlayStatistics(
        games=len(games),
        turns=sum(len(each) for each in counts.values()),
        levels=tuple(sorted({name for game in games for name in game["levels"] if name})),
        complexity={
            each: float(np.log10(np.maximum(counts[each], 1)).sum())
            / len(groups[each, ALL_EDITIONS])
            for each in boards
        },
        branching=tuple(
            _branching(variant, phase_name, counts[variant][phases[variant] == number])
            for variant in boards
            for number, phase_name in enumerate(PHASES)
            if (phases[variant] == number).any()
        ),
        lengths=tuple(_length(*key, of) for key, of in groups.items()),
        shared=tuple(_shared(*key, of) for key, of in groups.items()),
        seats=tuple(seat for key, of in groups.items() for seat in _seats(*key, of)),
        reasons={
            rules: dict(Counter(game["reason"] for game in games if game["rules"] == rules))
            for rules in dict.fromkeys(rules for _, rules in groups if rules != ALL_EDITIONS)
        },
    )


def _turns(path: Path) -> Iterator[tuple[str, NDArray[np.int64], NDArray[np.int64]]]:
    """Yield for each board of a shard the number of legal turns, and of the phase, at each turn."""
    table = read_table(path, ["variant", "ply", "active_parties", "legal_turns"])
    variants = np.asarray(table.column("variant").to_pylist())
    ply, active, legal = (
        table.column(name).to_numpy().astype(np.int64)
        for name in ("ply", "active_parties", "legal_turns")
    )
    for variant in np.unique(variants).tolist():
        its = variants == variant
        parties = len(Position.start(variant).active)
        phase = np.where(active[its] == parties, PHASES.index("all"), PHASES.index("some"))
        phase[active[its] <= 2] = PHASES.index("duel")
        phase[ply[its] < OPENING_TURNS * parties] = PHASES.index("opening")
        yield variant, legal[its], phase


def _grouped(games: list[dict[str, Any]]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Return the games by board and edition, and by board alone, in the usual order."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for game in games:
        groups[game["variant"], game["rules"]].append(game)
        groups[game["variant"], ALL_EDITIONS].append(game)
    editions = {name: number for number, name in enumerate(EDITIONS)}
    editions[ALL_EDITIONS] = len(editions) + 1

    def order(key: tuple[str, str]) -> tuple[int, int, str]:
        # Rules with options of their own come after the editions.
        return VARIANT_NAMES.index(key[0]), editions.get(key[1], len(EDITIONS)), key[1]

    return {key: groups[key] for key in sorted(groups, key=order)}


def _branching(variant: str, phase: str, legal: NDArray[np.int64]) -> Branching:
    median, high = np.quantile(legal, (0.5, 0.9)).tolist()
    return Branching(variant, phase, len(legal), float(legal.mean()), median, high)


def _length(variant: str, rules: str, games: list[dict[str, Any]]) -> GameLength:
    lengths = [game["length"] for game in games]
    low, median, high = np.quantile(lengths, (0.1, 0.5, 0.9)).tolist()
    return GameLength(variant, rules, len(games), low, median, high)


def _shared(variant: str, rules: str, games: list[dict[str, Any]]) -> SharedGames:
    many = len(games)
    shared = sum(max(game["outcome"]) < 1 for game in games)
    broken_off = sum(game["reason"] == MAX_TURNS_REASON for game in games)
    low, high = wilson_interval(shared, many)
    return SharedGames(variant, rules, many, shared / many, low, high, broken_off / many)


def _seats(variant: str, rules: str, games: list[dict[str, Any]]) -> Iterator[SeatShare]:
    parties = Position.start(variant).parties
    active = Position.start(variant).active
    for number, party in enumerate(parties):
        if party.letter in active:
            won = sum(game["outcome"][number] for game in games)
            low, high = wilson_interval(won, len(games))
            yield SeatShare(
                variant,
                rules,
                party.letter,
                len(games),
                won / len(games),
                low,
                high,
                1 / len(active),
            )
