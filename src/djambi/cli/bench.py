"""``djambi bench``: how fast the rules run on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from math import isnan

import click

from djambi.cli.app import version_line
from djambi.cli.common import emit, json_option, progressing
from djambi.position.position import Position

_MAX_TURNS = 1 << 40
"""More turns than any game has."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure: what was counted, how many, and in how many seconds."""

    name: str
    unit: str
    count: int
    seconds: float

    @property
    def rate(self) -> float:
        """Return the number per second."""
        return self.count / self.seconds


@click.command(name="bench")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 600), default=1.0, show_default=True,
    help="How long to measure each figure.",
)  # fmt: skip
@json_option
def command(seconds: float, as_json: bool) -> None:
    """Measure how fast the rules run on this machine, on one core.

    It plays random games to their end, drawing every turn uniformly from all legal turns, counts
    perft, and lists legal turns as objects.
    """
    if isnan(seconds):
        raise click.BadParameter("not a number of seconds", param_hint="--seconds")
    figures = list(progressing(_figures(seconds), "bench", 7))
    if as_json:
        emit(
            {
                "version": version_line(),
                "figures": [{**asdict(each), "per_second": each.rate} for each in figures],
            }
        )
        return
    click.echo(version_line())
    width = max(len(each.name) for each in figures)
    for each in figures:
        click.echo(f"{each.name:<{width}} {each.rate:>14,.0f} {each.unit}/s")


def _figures(seconds: float) -> Iterator[Measure]:
    for variant, edition in (
        ("square-4", "original"),
        ("square-4", "hallepee"),
        ("hex-3", "harcourt"),
        ("hex-6", "harcourt-advanced"),
        ("polygon-5", "harcourt"),
    ):
        start = Position.start(variant, edition)
        name = f"random games, {variant} {edition}"
        yield _measured(name, "turns", seconds, partial(_random_game, start))
    start = Position.start()
    yield _measured("perft 3, square-4 original", "positions", seconds, lambda _: _perft(start))
    middle = _after(start, 60)
    yield _measured("legal_turns(), square-4 original", "turns", seconds, lambda _: _list(middle))


def _measured(name: str, unit: str, seconds: float, work: Callable[[int], int]) -> Measure:
    """Repeat some work, at least once, until the time is up."""
    count = number = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not number:
        count += work(number)
        number += 1
    return Measure(name, unit, count, spent)


def _random_game(position: Position, seed: int) -> int:
    return position.kernel().random_play(_MAX_TURNS, seed)


def _perft(position: Position) -> int:
    return position.kernel().perft(3)


def _list(position: Position) -> int:
    return len(list(position.legal_turns()))


def _after(position: Position, plies: int) -> Position:
    """Return the position after this many turns of a random game that lasts at least as long."""
    from djambi.bots import make

    for seed in range(100):
        bot, here = make("random", seed), position
        while here.ply < plies and not here.is_over:
            here = here.play(bot.choose(here))
        if not here.is_over:
            return here
    return position
