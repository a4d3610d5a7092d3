"""One table of baselines: each against fixed opponents, alone and as half of the table.

Every cell is a match (`djambi.bots.matches`): seats rotate through all different seatings, and its
games stand in a log of their own, so that an interrupted table is gone on with, and later games add
to earlier ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from djambi.bots import Bot
from djambi.bots.contestants import BASELINES, contestant
from djambi.bots.levels import LEVELS
from djambi.bots.match_log import MatchLog
from djambi.bots.matches import Match, MatchGame, Score, scores
from djambi.bots.workers import run_in_processes
from djambi.errors import DjambiError, quoted
from djambi.position.position import Position

if TYPE_CHECKING:
    from djambi.research.trained_policy import TrainedPolicy

POLICY: Final = "ppo"
"""The name of a trained policy among the players."""

PLAYERS: Final = (*BASELINES, "uct:0.02", *(level.name for level in LEVELS), POLICY)
"""The players of a table, if nobody names others."""

OPPONENTS: Final = ("random", "novice")
"""What they are measured against, if nobody says otherwise."""

POLICY_FILE: Final = Path(__file__).with_name("ppo_square-4.npz")
"""The policy that comes with the program; docs/research/baselines.md says how it was trained."""

_BLOCK: Final = 12
"""Games that one cell plays in a row: they hold all seatings of one or two seats of four."""

Progress = Callable[[Iterator[MatchGame], str, int], Iterator[MatchGame]]
"""What shows how far the games are: it yields what it is given, of which there is so much."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A cell of the table: a player with so many seats, an opponent with all others."""

    player: str
    opponent: str
    seats: int


@dataclass(frozen=True, slots=True)
class BaselineRow:
    """What a player did in all its games.

    Args:
        player: its name.
        scores: its score in every pairing that was played.
        games: how many games that were.
        plies: the mean length of a game, in turns.
        hours: processor time of all players of these games, in hours.
    """

    player: str
    scores: dict[Pairing, Score]
    games: int
    plies: float
    hours: float


@dataclass(frozen=True, slots=True)
class BaselineTable:
    """A table to be made: plain data, so that other processes can play its games.

    Args:
        start: the text of the position that every game begins from.
        players: a row each.
        opponents: what they are measured against.
        seed: with a game's number it decides the game.
        policy: the file of the policy that `POLICY` plays.
    """

    start: str
    players: tuple[str, ...] = PLAYERS
    opponents: tuple[str, ...] = OPPONENTS
    seed: int = 1
    policy: Path = POLICY_FILE

    def check(self) -> None:
        """Raise DjambiError if a player is unknown, stands twice, or cannot play this variant."""
        for names in (self.players, self.opponents):
            if len(set(names)) < len(names):
                raise DjambiError(f"a player is named twice: {', '.join(names)}")
        parties = len(Position.parse(self.start).parties)
        for name in {*self.players, *self.opponents}:
            if name.startswith(f"{POLICY}:"):
                raise DjambiError(f"{quoted(name)}: {POLICY} takes nothing after a colon")
            self._player(name, 0)
            if name == POLICY and (trained := _policy(self.policy).parties) != parties:
                raise DjambiError(
                    f"{self.policy}: trained with {trained} parties, not {parties};"
                    f" --policy names another, or leave {POLICY} out"
                )

    @property
    def columns(self) -> list[tuple[str, int]]:
        """Return what the players are measured against: an opponent, and one's own seats."""
        parties = len(Position.parse(self.start).active)
        shares_of_seats = sorted({1, parties // 2})
        return [(opponent, own) for opponent in self.opponents for own in shares_of_seats]

    @property
    def pairings(self) -> list[Pairing]:
        """Return the cells; nobody is measured against themselves."""
        return [
            Pairing(player, opponent, seats)
            for player in self.players
            for opponent, seats in self.columns
            if player != opponent
        ]

    def match(self, pairing: Pairing) -> Match:
        """Return the match of a cell."""
        start = Position.parse(self.start)
        others = len(start.active) - pairing.seats
        names = (pairing.player,) * pairing.seats + (pairing.opponent,) * others
        return Match(start, tuple(map(self._logged, names)), self.seed)

    def play(self, item: tuple[Pairing, int]) -> tuple[Pairing, MatchGame]:
        """Play a game of a cell, given by its number."""
        pairing, number = item
        match = self.match(pairing)
        return pairing, match.play(number, match.seatings(number + 1)[number], self._player)

    def _logged(self, name: str) -> str:
        """Return a player's name in a log: two policies have two names."""
        return f"{POLICY}:{_digest(self.policy)}" if name == POLICY else name

    def _player(self, name: str, seed: int | None) -> Bot:
        """Return a new player; raise DjambiError if nobody has that name."""
        # In a log the digest of its file stands after the colon.
        if name.partition(":")[0] == POLICY:
            from djambi.research.trained_policy import PolicyBot  # it needs NumPy

            return PolicyBot(_policy(self.policy), seed)
        try:
            return contestant(name, seed)
        except DjambiError as error:
            if ":" in name:
                raise
            # It lists all other players.
            raise DjambiError(f"{error}; or {POLICY}, the network of --policy") from None


def play_table(
    table: BaselineTable, folder: Path, games: int, workers: int, progress: Progress
) -> list[BaselineRow]:
    """Play what is missing of a table and return its rows.

    All cells play on side by side, so that wherever this is interrupted they have about as many
    games each.

    Args:
        table: what is played by whom.
        folder: where the logs are.
        games: how many games every cell is to have at least; those of the logs all count.
        workers: how many processes play.
        progress: what shows how far it is.

    Raises:
        DjambiError: a player is unknown, or the folder has the games of another table.
        OSError: the folder cannot be written to.
    """
    table.check()
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        logs = {
            pairing: stack.enter_context(MatchLog(folder / _file_of(pairing), table.match(pairing)))
            for pairing in table.pairings
        }
        played = {
            pairing: {game.number: game for game in log.games} for pairing, log in logs.items()
        }
        left = [
            (pairing, number)
            for first in range(0, games, _BLOCK)
            for pairing in logs
            for number in range(first, min(first + _BLOCK, games))
            if number not in played[pairing]
        ]

        def logged() -> Iterator[MatchGame]:
            for pairing, game in run_in_processes(table.play, left, min(workers, len(left) or 1)):
                logs[pairing].add(game)
                played[pairing][game.number] = game
                yield game

        for _ in progress(logged(), "games", len(left)):
            pass
    return [_row(table, player, played) for player in table.players]


def _row(
    table: BaselineTable, player: str, played: dict[Pairing, dict[int, MatchGame]]
) -> BaselineRow:
    """Return a player's row."""
    own = {pairing: list(of.values()) for pairing, of in played.items() if pairing.player == player}
    games = [game for each in own.values() for game in each]
    name = table.match(next(iter(own))).players[0] if own else player
    return BaselineRow(
        player,
        {
            pairing: next(score for score in scores(each) if score.player == name)
            for pairing, each in own.items()
            if each
        },
        len(games),
        sum(game.plies for game in games) / max(1, len(games)),
        sum(game.seconds for game in games) / 3600,
    )


def markdown(table: BaselineTable, rows: Sequence[BaselineRow]) -> str:
    """Return the table as Markdown: shares in per cent with their 95 % intervals."""
    parties = len(Position.parse(table.start).active)
    heads = [f"{own} v {parties - own} {opponent}" for opponent, own in table.columns]
    lines = [
        f"| player | {' | '.join(heads)} | games | turns a game | hours |",
        f"|---|{'---|' * len(heads)}---:|---:|---:|",
    ]
    for row in rows:
        cells = [
            _cell(row.scores.get(Pairing(row.player, opponent, own)))
            for opponent, own in table.columns
        ]
        figures = f"{row.games:,} | {row.plies:.0f} | {row.hours:.2g}"
        lines.append(f"| `{row.player}` | {' | '.join(cells)} | {figures} |")
    return "\n".join(lines) + "\n"


def _cell(score: Score | None) -> str:
    """Return a share with its interval: ``98 % (95–99)``."""
    if score is None:
        return "—"
    return f"{score.share:.0%} ({score.low * 100:.0f}–{score.high * 100:.0f})".replace("%", " %")


def _file_of(pairing: Pairing) -> str:
    """Return the name of a cell's log, good on every system."""
    name = f"{pairing.player}-{pairing.seats}-{pairing.opponent}.jsonl"
    return name.replace(":", "_")


@lru_cache(maxsize=8)
def _policy(path: Path) -> TrainedPolicy:
    from djambi.research.trained_policy import TrainedPolicy

    return TrainedPolicy.load(path)


@lru_cache(maxsize=8)
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8]
