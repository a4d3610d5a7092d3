"""``djambi research ppo`` and ``djambi research baselines``: training, and one table."""

from __future__ import annotations

import csv
import io
from dataclasses import astuple, fields, replace
from math import isnan
from pathlib import Path

import click

from djambi.cli.common import (
    OutputPath,
    jobs_option,
    output_option,
    progressing,
    rules_option,
    seed_option,
    variant_option,
    write_out,
)
from djambi.errors import DjambiError
from djambi.files import sole_writer, write_whole
from djambi.protocol.positions import start_of
from djambi.research.baseline_table import (
    OPPONENTS,
    PLAYERS,
    POLICY,
    POLICY_FILE,
    BaselineTable,
    markdown,
    play_table,
)
from djambi.research.environment_spec import MAX_MAX_TURNS
from djambi.research.ppo_settings import WHOLE_NUMBER_RANGES, CurvePoint, PpoSettings

DEFAULTS = PpoSettings()


@click.command("ppo")
@click.argument("file", type=OutputPath(Path))
@variant_option
@rules_option
@seed_option
@click.option(
    "--steps", type=click.IntRange(*WHOLE_NUMBER_RANGES["total_steps"]),
    default=DEFAULTS.total_steps, show_default=True,
    help="How many choices of a cell to learn from.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(*WHOLE_NUMBER_RANGES["games"]), default=DEFAULTS.games,
    show_default=True, help="How many games to play at once.",
)  # fmt: skip
@click.option(
    "--rollout", type=click.IntRange(*WHOLE_NUMBER_RANGES["rollout_steps"]),
    default=DEFAULTS.rollout_steps, show_default=True,
    help="How many choices in each game between two updates.",
)  # fmt: skip
@click.option(
    "--max-turns", type=click.IntRange(1, MAX_MAX_TURNS), default=DEFAULTS.max_turns,
    show_default=True, help="After how many turns a game is broken off and shared.",
)  # fmt: skip
@click.option(
    "--hidden", type=click.IntRange(*WHOLE_NUMBER_RANGES["hidden"]), default=DEFAULTS.hidden,
    show_default=True, help="The width of the network.",
)  # fmt: skip
def ppo(
    file: Path,
    variant: str,
    rules: str | None,
    seed: int,
    steps: int,
    games: int,
    rollout: int,
    max_turns: int,
    hidden: int,
) -> None:
    """Train a network by self-play (masked PPO) and keep it in FILE, with the curve beside it.

    The same command goes on where it was interrupted. One core is used best with
    OPENBLAS_NUM_THREADS=1. This needs the "research" extra: djambi doctor says how to add it.
    """
    if file.suffix.lower() == ".csv":
        raise click.UsageError("FILE is the network; the curve is kept beside it, as .csv")
    # It needs NumPy, which help and the other commands do not.
    from djambi.research.ppo import PpoTrainer

    settings = PpoSettings(variant, rules, seed, steps, games, rollout, max_turns, hidden)
    with sole_writer(file):
        trainer = PpoTrainer.load(file) if file.exists() else PpoTrainer(settings)
        if trainer.settings != settings:
            raise DjambiError(f"{file}: a training with other settings: {trainer.settings}")
        for point in progressing(trainer.train(), "ppo", trainer.iterations_left):
            trainer.save(file)
            write_whole(file.with_suffix(".csv"), _curve(trainer.curve))
            if not isnan(point.random_share):
                share = f"{point.random_share:.0%} against random players"
                click.echo(f"{point.steps:,} steps, {point.hours:.2f} hours: {share}", err=True)
    click.echo(f"{file}: {trainer.steps:,} steps")


def _curve(points: list[CurvePoint]) -> str:
    """Return a learning curve as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([field.name for field in fields(CurvePoint)])
    writer.writerows(astuple(point) for point in points)
    return out.getvalue()


@click.command("baselines")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=200, show_default=True,
    help="How many games every cell is to have at least; all games in FOLDER count.",
)  # fmt: skip
@click.option(
    "--player", "players", multiple=True,
    help=f"A row, as djambi match names players, or {POLICY}; by default {', '.join(PLAYERS)}.",
)  # fmt: skip
@click.option(
    "--against", "opponents", multiple=True, default=OPPONENTS, show_default=True,
    help="What they are measured against.",
)  # fmt: skip
@click.option(
    "--policy", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=POLICY_FILE,
    help=f"What {POLICY} plays, trained by djambi research ppo; by default one for four parties.",
)  # fmt: skip
@variant_option
@rules_option
@seed_option
@jobs_option("How many processes play")
@output_option
def baselines(
    folder: Path,
    games: int,
    players: tuple[str, ...],
    opponents: tuple[str, ...],
    policy: Path,
    variant: str,
    rules: str | None,
    seed: int,
    jobs: int,
    output: str,
) -> None:
    """Play the baselines, keep the games in FOLDER, and write one table as Markdown.

    Every player is measured against every opponent, one seat against all others and with half of
    the seats. The same command goes on where it was interrupted. The player ppo needs the
    "research" extra: djambi doctor says how to add it.
    """
    table = BaselineTable(
        str(start_of(variant, rules)), opponents=opponents, seed=seed, policy=policy
    )
    if players:
        table = replace(table, players=players)
    write_out(output, markdown(table, play_table(table, folder, games, jobs, progressing)))
