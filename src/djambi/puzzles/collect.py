"""Search games of bots for puzzles."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Final, Protocol

from djambi.bots import BotSettings, GreedyBot, RandomBot, SearchBot
from djambi.bots.characters import CHARACTERS
from djambi.errors import DjambiError
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.kernel.turns import PASS
from djambi.position.position import Position
from djambi.puzzles.proof import ProofTooLong, Prover, leads
from djambi.puzzles.puzzle import Puzzle, puzzle_in
from djambi.puzzles.themes import DUEL_OWN_TURNS, themes_of
from djambi.rules import EDITIONS


class ShowsProgress(Protocol):
    """A function that passes steps on and shows the progress."""

    def __call__(self, steps: Iterable[int], what: str, /) -> Iterator[int]:
        """Yield the steps."""
        ...


BOARDS: Final = (
    "square-4", "square-3", "square-2", "hex-3", "polygon-3", "polygon-4",
    "square-2", "square-4", "hex-6", "hex-5", "polygon-5", "polygon-3",
    "square-2", "square-3", "hex-3", "polygon-6", "polygon-7", "polygon-8",
)  # fmt: skip
"""The variants that games are played on, in turn."""

USUAL_EDITION_RATE: Final = 0.4
"""The part of all games that are played by the variant's usual edition; others by any."""

MAX_PLIES: Final = 400
"""The longest game, in plies."""

STRAY_RATE: Final = 0.15
"""The part of all turns that are played at random, so that games differ."""

MAX_PUZZLES_PER_GAME: Final = 6
"""The most puzzles taken from one game."""

PUZZLE_GAP_PLIES: Final = 5
"""Plies after a puzzle in which the same game is not searched for another."""

MIN_LEGAL_TURNS: Final = 20
"""Positions with fewer legal turns are skipped: one solution is over `MAX_SOLUTION_RATIO`."""

MAX_LEGAL_TURNS: Final = 1200
"""Positions with more legal turns are skipped: their proofs take too long."""

MAX_PROOF_TURNS: Final = 200_000
"""The most turns that a proof may play."""

MAX_SOLUTION_RATIO: Final = 0.05
"""The largest part of all turns that may solve a puzzle."""

MAX_SOLUTIONS: Final = 12
"""The most turns that may solve a puzzle."""

ROUND_TURNS: Final = 8
"""A number of turns that always reaches the player's next one, so that everything is played out."""

MAX_DUEL_SEARCH_TURNS: Final = 100_000
"""The most turns that are played in search of a win in a duel."""

MAX_DUEL_PROOF_TURNS: Final = 6_000_000
"""The most turns that the proof of such a win may play."""

QUICK: Final = BotSettings(nodes=400, seconds=3600.0)
"""The search of the bots that play."""

NOISES: Final = (0.03, 0.1)
"""Their evaluation noise: those who play worse get others into trouble."""

GREEDY_SEEDS: Final = 6
"""The seeds with which the greedy bot tries to solve a puzzle."""

SAMPLE_TURNS: Final = 24
"""Turns sampled to see whether a position needs saving."""


def find_puzzles(number: int, seed: int) -> list[Puzzle]:
    """Play a game of bots and return the puzzles found in it.

    Args:
        number: the number of the game, which decides its variant.
        seed: the seed; with the number it decides the game.
    """
    random = Random(f"puzzles {seed} {number}")
    position = _start(BOARDS[number % len(BOARDS)], random)
    quick = [
        SearchBot(replace(QUICK, evaluation_noise=noise), random.getrandbits(64), each)
        for noise in NOISES
        for each in (None, random.choice(CHARACTERS))
    ]
    stray = RandomBot(random.getrandbits(64))
    found: list[Puzzle] = []
    last = -PUZZLE_GAP_PLIES - 1
    while not position.is_over and position.ply < MAX_PLIES and len(found) < MAX_PUZZLES_PER_GAME:
        if position.ply > last + PUZZLE_GAP_PLIES:
            # As it will be read: pieces of a kind may be counted in another order in the game.
            puzzle = as_puzzle(Position.parse(str(position)), random, f"{seed}/{number}")
            if puzzle is not None:
                found.append(puzzle)
                last = position.ply
        bot = stray if random.random() < STRAY_RATE else random.choice(quick)
        position = position.play(bot.choose(position))
    return found


def _start(variant: str, random: Random) -> Position:
    if random.random() < USUAL_EDITION_RATE:
        return Position.start(variant)
    return Position.start(variant, random.choice(EDITIONS))


def as_puzzle(position: Position, random: Random, source: str) -> Puzzle | None:
    """Return the puzzle in a position, None if there is none or greed solves it.

    Args:
        position: the position.
        random: a source for the sample of its turns.
        source: where it comes from.
    """
    prover = Prover(position, MAX_PROOF_TURNS)
    turns = prover.turns()
    if not MIN_LEGAL_TURNS <= len(turns) <= MAX_LEGAL_TURNS:
        return None
    try:
        for goal, depth in _goals(prover, turns, random):
            puzzle = prove_puzzle(position, turns, goal, depth, source)
            if puzzle is not None:
                return puzzle
    except ProofTooLong:
        pass
    return None


def prove_puzzle(
    position: Position, turns: Sequence[int], goal: str, depth: int, source: str
) -> Puzzle | None:
    """Return a puzzle with all its solutions, None if they are too many or greed finds one.

    Args:
        position: the position, as it will be read.
        turns: all its legal turns, packed.
        goal, depth: the goal (`djambi.puzzles`).
        source: where it comes from.
    """
    most = MAX_DUEL_PROOF_TURNS if depth == DUEL_OWN_TURNS else MAX_PROOF_TURNS
    prover = Prover(position, most)
    try:
        solved = prover.solutions(goal, depth)
    except ProofTooLong:
        return None
    few = min(MAX_SOLUTIONS, MAX_SOLUTION_RATIO * len(turns))
    if not 1 <= len(solved) <= few or is_solved_by_greed(position, solved):
        return None
    if goal != "win":
        depth = ROUND_TURNS
        prover = Prover(position, MAX_PROOF_TURNS)
        if prover.solutions(goal, depth) != solved:
            return None
    plays = prover.plays
    ends = prover.ends if goal in ("keep", "rule") else prover.rival_ends(solved, goal, depth)
    themes = themes_of(position, goal, depth, turns, solved, ends)
    name = f"{position.variant.name}-{position.key:016x}"
    return Puzzle(
        name, themes, goal, depth, str(position), tuple(solved), len(turns), plays, source
    )  # fmt: skip


def is_not_ahead(position: Position) -> bool:
    """Return whether the player controls at most half of all controlled pieces.

    A player with more wins anyhow, one way or another.
    """
    return not leads(position, position.mover or "")


def is_solved_by_greed(
    position: Position, solved: Sequence[str], tries: int = GREEDY_SEEDS
) -> bool:
    """Return whether the greedy bot finds a solution with most of some seeds."""
    found = sum(str(GreedyBot(seed).choose(position)) in solved for seed in range(tries))
    return 2 * found > tries


def _goals(prover: Prover, turns: Sequence[int], random: Random) -> Iterator[tuple[str, int]]:
    """Yield the goals and depths that a position may be a puzzle for."""
    wins, kills, thrones = prover.survey(turns)
    if wins:
        # Few of all turns, and not the greedy one: by walls, or by where something is placed.
        yield "win", 1
        return
    few = MAX_SOLUTION_RATIO * len(turns)
    if _is_rare(prover, turns, "keep", random):
        yield "keep", 1
    if prover.rules():
        if _is_rare(prover, turns, "rule", random):
            yield "rule", 1
    elif thrones:
        kept = sum(prover.reaches(turn, "rule", 1) for turn in thrones[: 4 * MAX_SOLUTIONS])
        if 0 < kept <= few and 3 * kept <= len(thrones):
            yield "rule", 1
    if kills:
        modest = is_not_ahead(prover.position) and any(prover.reaches(t, "kill", 0) for t in kills)
        goal = "kill" if modest else "strike"
        safe = sum(prover.reaches(turn, goal, 1) for turn in kills)
        if 0 < safe <= few and 2 * safe <= len(kills):
            yield goal, 1
    if len(prover.position.active) == 2:
        # A duel: one turn, any reply, and another turn that wins; or one more of each.
        solver = ForcedWinSolver(prover.position.kernel())
        if solver.forced_win(MAX_DUEL_SEARCH_TURNS, within=DUEL_OWN_TURNS) != PASS:
            yield "win", solver.own_turns


def _is_rare(prover: Prover, turns: Sequence[int], goal: str, random: Random) -> bool:
    """Return whether at most a quarter of sampled turns reaches a goal for one turn of another."""
    sample = random.sample(turns, min(SAMPLE_TURNS, len(turns)))
    return 4 * sum(prover.reaches(turn, goal, 1) for turn in sample) <= len(sample)


def search_games(log: Path, games: int, seed: int, show: ShowsProgress) -> None:
    """Search games for puzzles, recording each game in a file so that the work can be resumed.

    Args:
        log: a file of JSON lines, one per game.
        games: how many games to search, from number 0.
        seed: the seed of the games.
        show: shows the progress.

    Raises:
        DjambiError: the file is no such log.
        OSError: it cannot be read or written.
    """
    known = {number for number, _ in _logged(log)} if log.exists() else set[int]()
    for number in show([each for each in range(games) if each not in known], "games"):
        row = {"number": number, "puzzles": [asdict(each) for each in find_puzzles(number, seed)]}
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def puzzles_found(folder: Path) -> list[Puzzle]:
    """Return all puzzles that searches with any seeds have found, as their files have them.

    Raises DjambiError and OSError as `search_games` does.
    """
    logs = sorted(folder.glob("games-*.jsonl"))
    return [each for log in logs for _, found in _logged(log) for each in found]


def _logged(log: Path) -> list[tuple[int, list[Puzzle]]]:
    """Return the games of a log, each with its puzzles; cut off a last line that is incomplete."""
    data = log.read_bytes()
    *lines, rest = data.split(b"\n")
    if rest:
        os.truncate(log, len(data) - len(rest))
    found: list[tuple[int, list[Puzzle]]] = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line.decode())
            found.append((int(row["number"]), [puzzle_in(each) for each in row["puzzles"]]))
        except (KeyError, RecursionError, TypeError, ValueError) as error:
            raise DjambiError(f"{log}, line {number}: not a game searched for puzzles") from error
    return found
