"""Measure the search: turns played per second, two threads against one, and lateness."""

from __future__ import annotations

from collections.abc import Iterator

from bench.harness import Figure, MeasurementPlan
from bench.play import after
from djambi import Position
from djambi.bots.kernels import KernelCache
from djambi.kernel.baselines.uct import Uct
from djambi.kernel.search.mcts import MultiplayerMcts

UNLIMITED_NODES = 1 << 40
"""A node limit that is never reached."""

MAX_DEPTH = 60

SETTINGS = (("square-4", 0), ("square-4", 24), ("hex-6", 0), ("hex-6", 60))
"""The settings measured: a variant in its own edition, after so many random turns."""


def _speed(plan: MeasurementPlan, search: MultiplayerMcts, threads: int = 1) -> float:
    search.limits.by_processor = plan.processor
    start = plan.clock()
    search.think(UNLIMITED_NODES, plan.seconds, MAX_DEPTH, 1, threads)
    return search.nodes / (plan.clock() - start)


def speed(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure turns played and taken back in a search, without counting their stages."""
    for variant, plies in SETTINGS:
        start = Position.start(variant)
        position = after(variant, str(start.rules), plies)
        search = KernelCache(MultiplayerMcts).set_up(position)
        values = tuple(_speed(plan, search) for _ in range(plan.runs))
        where = f"{variant}, ply {plies}"
        yield Figure(f"search, {where}", "turns/s", values, method="played and judged, one core")
        uct = KernelCache(Uct).set_up(position)
        uct.limits.by_processor = plan.processor
        values = tuple(_playing(plan, uct, seed) for seed in range(plan.runs))
        yield Figure(
            f"UCT, {where}", "turns/s", values, method="in tree and random games, one core"
        )


def _playing(plan: MeasurementPlan, uct: Uct, seed: int) -> float:
    start = plan.clock()
    uct.think(UNLIMITED_NODES, plan.seconds, seed)
    return uct.turns_played / (plan.clock() - start)


def threads(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure two threads against one."""
    plan = MeasurementPlan(plan.runs, plan.seconds)
    for variant, plies in SETTINGS[1::2]:
        position = after(variant, str(Position.start(variant).rules), plies)
        one: list[float] = []
        two: list[float] = []
        for _ in range(plan.runs):
            one.append(_speed(plan, KernelCache(MultiplayerMcts).set_up(position)))
            two.append(_speed(plan, KernelCache(MultiplayerMcts).set_up(position), threads=2))
        ratios = tuple(both / alone for both, alone in zip(two, one, strict=True))
        name = f"search with two threads against one, {variant}, ply {plies}"
        yield Figure(name, "×", ratios, method="turns/s, run by run")


def lateness(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure how much later than its limit a search ends: the worst of 20 positions per run."""
    asked = 0.02
    for variant in ("square-4", "hex-6"):
        rules = str(Position.start(variant).rules)
        positions = [after(variant, rules, 5 * number) for number in range(20)]
        values = tuple(
            max(_late(plan, place, asked) for place in positions) for _ in range(plan.runs)
        )
        method = f"the latest of 20 positions, {asked:g} s asked for"
        yield Figure(
            f"answers late by, {variant}", "ms", values, smaller_is_better=True, method=method
        )


def _late(plan: MeasurementPlan, position: Position, asked: float) -> float:
    search = KernelCache(MultiplayerMcts).set_up(position)
    search.limits.by_processor = plan.processor
    start = plan.clock()
    search.think(UNLIMITED_NODES, asked, MAX_DEPTH, 1)
    return 1e3 * (plan.clock() - start - asked)
