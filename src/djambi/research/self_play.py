"""Self-play: games of bots with what every search saw, each decided by its number and the seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from djambi.bots.bot_settings import FULL_PARANOIA, BotSettings
from djambi.bots.levels import LEVELS, level
from djambi.bots.matches import MAX_PLIES, unfinished_shares
from djambi.bots.search_bot import SearchBot
from djambi.errors import DjambiError, quoted
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.position.outcome import Happening, HappeningKind, outcome, outcome_of_resignation
from djambi.position.position import Position
from djambi.position.turn import Turn

SEARCH_TIME_LIMIT_S: Final = 3_600.0
"""Seconds a turn, not reached in practice: nodes alone decide, so games can be made again."""

MAX_NODES: Final = 100_000_000
"""The most nodes a turn that can be asked for."""

NODES_PREFIX: Final = "nodes:"
"""What begins the name of full strength with a number of nodes a turn, as in ``nodes:600``."""

DEFAULT_DRAWN_TURNS: Final = 2
"""The turns of each party, to begin with, that are drawn."""

MAX_TURNS_REASON: Final = "max_turns"
"""The reason of a game that was broken off after `MAX_PLIES` turns."""

Row = dict[str, object]
"""A row of a table, by column name."""


def level_settings(name: str) -> BotSettings:
    """Return the settings of a level, or of full strength with so many nodes a turn.

    Raises:
        DjambiError: it is neither.

    >>> level_settings("nodes:600").nodes
    600
    """
    digits = name.removeprefix(NODES_PREFIX)
    if digits != name and digits.isascii() and digits.isdigit() and len(digits) <= 9:
        if 1 <= int(digits) <= MAX_NODES:
            return BotSettings(
                nodes=int(digits), seconds=SEARCH_TIME_LIMIT_S, paranoia=FULL_PARANOIA
            )
    elif name in {each.name for each in LEVELS}:
        return replace(level(name).settings, seconds=SEARCH_TIME_LIMIT_S)
    known = ", ".join([*(each.name for each in LEVELS), f"{NODES_PREFIX}N"])
    raise DjambiError(f"unknown level {quoted(name)}; known: {known}, with N from 1 to {MAX_NODES}")


@dataclass(frozen=True, slots=True)
class RootTurn:
    """What a search saw of a turn.

    Args:
        packed: the turn, packed (`djambi.kernel.turns`).
        visits: how often the search visited it.
        prior: how promising it was at a glance, next to others.
        shares: the mean share of the game of each party over these visits; without any, that of
            the evaluation. They add up to 1.
    """

    packed: int
    visits: int
    prior: float
    shares: list[float]


class RecordingBot(SearchBot):
    """A searching bot that keeps what its last search saw.

    After a turn of a plan for a decided ending, which is followed without a search, that is
    nothing.

    >>> bot = RecordingBot(BotSettings(nodes=60), seed=1)
    >>> turn = bot.choose(Position.start("hex-3"))
    >>> turn.packed in [each.packed for each in bot.root_turns], round(sum(bot.shares), 9)
    (True, 1.0)
    """

    def __init__(self, settings: BotSettings, seed: int) -> None:
        super().__init__(settings, seed)
        self.nodes = 0
        """The turns played and evaluated."""
        self.shares: list[float] | None = None
        """The share of the game that each party may expect; they add up to 1."""
        self.root_turns: list[RootTurn] = []
        """The turns in the tree's root, the most promising at a glance first."""

    def choose(self, position: Position) -> Turn:
        """Return the turn to play, and keep what was seen."""
        self.nodes, self.shares, self.root_turns = 0, None, []
        return super().choose(position)

    def drawn(self, source: Random) -> int | None:
        """Return a packed turn of the root, drawn in proportion to priors; None without any."""
        if not self.root_turns:
            return None
        return source.choices(self.root_turns, [each.prior for each in self.root_turns])[0].packed

    def _run(self, search: MultiplayerMcts, part: float = 1.0) -> int:
        chosen = super()._run(search, part)
        self.nodes, self.shares = search.nodes, _normalised(search.values())
        self.root_turns = [
            RootTurn(packed, visits, prior, _normalised(shares))
            for packed, visits, prior, shares in search.root_turns()
        ]
        return chosen


def _normalised(shares: Sequence[float]) -> list[float]:
    """Return shares scaled to add up to 1: a search keeps them in numbers of four bytes."""
    total = sum(shares)
    return [share / total for share in shares]


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Self-play from some positions by some levels: plain data, so that any process can play it.

    Games are numbered from 0. They go round the starting positions; with every round each level
    moves on by one seat.

    Args:
        starts: the texts of the positions (NOTATION 1) that games begin from.
        levels: levels, or ``nodes:N``, in the order of the seats; fewer are repeated.
        seed: with its number it decides a game.
        drawn_turns: how many turns of each party, to begin with, are drawn from those that its
            search saw, in proportion to priors. Otherwise games begin alike.
    """

    starts: tuple[str, ...]
    levels: tuple[str, ...]
    seed: int = 1
    drawn_turns: int = DEFAULT_DRAWN_TURNS

    def play(self, number: int) -> tuple[Row, list[Row]]:
        """Play a game and return its row and the rows of its turns (see `game_data` for columns).

        >>> game, turns = SelfPlay((str(Position.start("hex-3")),), ("nodes:60",)).play(0)
        >>> game["length"] == len(turns), sum(game["outcome"])
        (True, 1.0)
        """
        round_number, which = divmod(number, len(self.starts))
        position = start = Position.parse(self.starts[which])
        source = Random(f"{self.seed} {number}")
        levels = {
            party: self.levels[(seat + round_number) % len(self.levels)]
            for seat, party in enumerate(start.active)
        }
        bots = {
            party: RecordingBot(level_settings(name), source.getrandbits(64))
            for party, name in levels.items()
        }
        turns: list[Row] = []
        reason: str | None = MAX_TURNS_REASON
        while not position.is_over and len(turns) < MAX_PLIES:
            mover = position.mover or ""
            if mover not in bots:
                # As in a match: it woke, and nobody plays it.
                before, position = position, position.resign(mover)
                if position.is_over:
                    reason = _end_in(outcome_of_resignation(before, mover, position))
                continue
            bot = bots[mover]
            turn = bot.choose(position)
            opening = len(turns) < self.drawn_turns * len(levels)
            packed = bot.drawn(source) if opening else None
            if packed is not None:
                turn = Turn(packed, position.board)
            row = _turn_row(position, turn, bot)
            turns.append(row | {"level": levels[mover], "drawn": packed is not None})
            before, position = position, position.play(turn)
            if position.is_over:
                reason = _end_in(outcome(before, turn, position))
        result = position.result or unfinished_shares(position)
        parties = [party.letter for party in start.parties]
        shared: Row = {
            "game": number,
            "seed": self.seed,
            "variant": start.variant.name,
            "rules": str(start.rules),
            "outcome": [result[party] for party in parties],
        }
        game: Row = {
            "parties": parties,
            "levels": [levels.get(party) for party in parties],
            "length": len(turns),
            "reason": reason,
        }
        return shared | game, [shared | row for row in turns]


def _end_in(happenings: Iterable[Happening]) -> str | None:
    """Return why a game ended that ended with these happenings."""
    return next(each.why for each in happenings if each.what is HappeningKind.ENDED)


def _turn_row(position: Position, turn: Turn, bot: RecordingBot) -> Row:
    """Return what there is to say of one turn, apart from its game."""
    searched = [each for each in bot.root_turns if each.visits or each.packed == turn.packed]
    return {
        "ply": position.ply,
        "position": str(position),
        "mover": position.mover,
        "seat": position.seat,
        "active_parties": len(position.active),
        "legal_turns": len(position.legal_turns()),
        "turn": str(turn),
        "searched_turns": [str(Turn(each.packed, position.board)) for each in searched],
        "searched_priors": [each.prior for each in searched],
        "searched_visits": [each.visits for each in searched],
        "searched_shares": [each.shares for each in searched],
        "root_shares": bot.shares,
        "nodes": bot.nodes,
    }
