"""The work that is given to the engine natively and in the browser's worker: see `bench.page`.

It needs djambi and the standard library only.
"""

from __future__ import annotations

from time import perf_counter

from djambi import Position
from djambi.bots import LEVELS, SearchBot
from djambi.bots.kernels import KernelCache
from djambi.kernel.search.mcts import MultiplayerMcts

_UNLIMITED_NODES = 1 << 40
_MAX_DEPTH = 60


def turn_times(turns: int) -> list[float]:
    """Return the seconds that each of the first turns takes the strongest level, on `square-4`."""
    position = Position.start("square-4", "original")
    bot = SearchBot(LEVELS[-1].settings, seed=1)
    times: list[float] = []
    while len(times) < turns and not position.is_over:
        start = perf_counter()
        turn = bot.choose(position)
        times.append(perf_counter() - start)
        position = position.play(turn)
    return times


def search_rate(seconds: float) -> float:
    """Return how many turns per second a search plays and judges, at the start of `square-4`."""
    search = KernelCache(MultiplayerMcts).set_up(Position.start("square-4"))
    start = perf_counter()
    search.think(_UNLIMITED_NODES, seconds, _MAX_DEPTH, 1, 1)
    return search.nodes / (perf_counter() - start)


def random_rate(seconds: float) -> float:
    """Return how many turns per second random games of `square-4` play, with the rules of 1975."""
    kernel = Position.start("square-4", "original").kernel()
    turns = seed = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        seed += 1
        turns += kernel.random_games(16, seed)
    return turns / spent
