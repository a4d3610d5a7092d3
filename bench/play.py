"""Measure random play and perft, wholly inside the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from bench.harness import Figure, MeasurementPlan, rate
from djambi import Position
from djambi.kernel.rules.kernel import Kernel

GAMES = (
    ("square-4", "original"),
    ("square-4", "wikipedia"),
    ("square-4", "harcourt-advanced"),
    ("square-4", "djambinet"),
    ("square-4", "hallepee"),
    ("hex-3", "harcourt"),
    ("hex-6", "original"),
    ("hex-6", "harcourt-advanced"),
    ("polygon-5", "harcourt"),
    ("polygon-8", "harcourt"),
)


def random_games(variant: str, edition: str) -> Callable[[int], int]:
    """Return work that plays a few random games to their end and counts their turns."""
    kernel = Position.start(variant, edition).kernel()

    def play(seed: int) -> int:
        return kernel.random_games(16, seed)

    return play


def random_play(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure random games, every turn drawn uniformly from all legal turns; one core."""
    method = "games to their end, one core"
    square = None
    for variant, edition in GAMES:
        work = random_games(variant, edition)
        figure = rate(plan, f"random play, {variant} {edition}", "turns", work, method)
        yield figure
        if variant == "square-4" and edition == "original":
            square = figure
        elif variant == "hex-6" and square is not None:
            yield Figure(
                f"cost of a turn, hex-6 {edition}",
                "× square-4",
                (square.median / figure.median, square.best / figure.best),
                smaller_is_better=True,
                method="against square-4 original: of the medians, of the best",
            )


def perft(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure perft: turns played and taken back, with the turns of each position counted."""
    method = "positions of depth 0 to d - 1, as many as are made and counted"
    for variant, edition, plies, depth in (
        ("square-4", "original", 0, 4),
        ("square-4", "original", 60, 2),
        ("hex-6", "harcourt-advanced", 0, 3),
    ):
        kernel = after(variant, edition, plies).kernel()
        made = sum(kernel.perft(low) for low in range(depth))

        def count(_: int, kernel: Kernel = kernel, depth: int = depth, made: int = made) -> int:
            kernel.perft(depth)
            return made

        name = f"perft {depth}, {variant} {edition}, ply {plies}"
        yield rate(plan, name, "positions", count, method)


def threads(plan: MeasurementPlan) -> Iterator[Figure]:
    """Measure two threads against one: random play releases the GIL."""
    works = [random_games("square-4", "original") for _ in range(2)]

    def play(number: int, seconds: float) -> float:
        turns = 0
        seed = number
        start = perf_counter()
        while (spent := perf_counter() - start) < seconds:
            seed += 2
            turns += works[number](seed)
        return turns / spent

    one: list[float] = []
    two: list[float] = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(plan.runs):
            one.append(play(0, plan.seconds))
            two.append(sum(pool.map(play, (0, 1), (plan.seconds,) * 2)))
    method = "random play, square-4 original"
    yield Figure("one thread", "turns/s", tuple(one), method=method)
    yield Figure("two threads", "turns/s", tuple(two), method=method)
    ratios = tuple(both / alone for both, alone in zip(two, one, strict=True))
    yield Figure("two threads against one", "×", ratios, method="run by run, one after the other")


def after(variant: str, edition: str, plies: int) -> Position:
    """Return the position after so many turns of the first random game that lasts that long."""
    start = Position.start(variant, edition)
    seed = 0
    while True:
        seed += 1
        kernel = start.kernel()
        kernel.random_play(plies, seed)
        found = start.reached(kernel)
        if not found.is_over:
            return found
