"""``djambi research``: data, baselines and training for learning programs."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from djambi.bots.ray_workers import ray_workers
from djambi.bots.workers import RunInParallel, run_in_processes
from djambi.cli.baselines import baselines, ppo
from djambi.cli.common import (
    CommandGroup,
    VariantName,
    emit,
    jobs_option,
    json_option,
    progressing,
    ray_option,
    seed_option,
)
from djambi.errors import DjambiError
from djambi.protocol.positions import start_of
from djambi.research.game_data import games_in, write_games
from djambi.research.self_play import DEFAULT_DRAWN_TURNS, SelfPlay, level_settings
from djambi.rules import EDITIONS, VARIANT_NAMES

EVERY = "all"
"""What stands for every variant, or every edition."""


@click.group(name="research", cls=CommandGroup)
def command() -> None:
    """Write games of bots as data, and learn from them; measure baselines, and train one."""


command.add_command(baselines)
command.add_command(ppo)


@command.command("games")
@click.argument("folder", metavar="OUT", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--games", type=click.IntRange(1, 10_000_000), default=1_000, show_default=True,
    help="How many games OUT is to have; more later, with the same options, adds to them.",
)  # fmt: skip
@click.option(
    "--level", "levels", multiple=True, required=True,
    help="A level, or nodes:N, full strength with N nodes a turn; several go round the seats.",
)  # fmt: skip
@click.option(
    "--variant", "variants", multiple=True, type=VariantName(EVERY),
    default=["square-4"], show_default=True, metavar="VARIANT",
    help=f"The board: {', '.join(VARIANT_NAMES)}; several, or all, in turn.",
)  # fmt: skip
@click.option(
    "--rules", "editions", multiple=True,
    help="An edition and options; several, or all editions, in turn on every board. "
    "By default each variant's own edition.",
)  # fmt: skip
@seed_option
@click.option(
    "--drawn-turns", type=click.IntRange(0, 100), default=DEFAULT_DRAWN_TURNS, show_default=True,
    help="How many turns of each party, to begin with, are drawn, the promising ones more often.",
)  # fmt: skip
@jobs_option("How many processes play")
@ray_option
def games(
    folder: Path,
    games: int,
    levels: tuple[str, ...],
    variants: tuple[str, ...],
    editions: tuple[str, ...],
    seed: int,
    drawn_turns: int,
    jobs: int,
    ray: str | None,
) -> None:
    """Play games between bots, and write games and searches to the folder OUT as Parquet.

    The same command resumes where it was interrupted. docs/research/data.md describes the columns;
    with --ray, -j is ignored.
    This needs the "research" extra: djambi doctor says how to add it.
    """
    for each in levels:
        level_settings(each)
    plan = SelfPlay(_starts(variants, editions), levels, seed, drawn_turns)
    with ExitStack() as stack:
        run: RunInParallel = partial(run_in_processes, workers=jobs)
        if ray is not None:
            run = stack.enter_context(ray_workers(ray)).run
        played = write_games(folder, plan, games, run, progressing)
    # A folder that had more games keeps them.
    found = games_in(folder)
    click.echo(f"{folder}: {found} game{'s' * (found != 1)}, {played} of them played now")


@command.command("figures")
@click.argument(
    "folders", metavar="FOLDER...", nargs=-1, required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)  # fmt: skip
@click.option(
    "--page", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Replace the figures of this page instead of writing to standard output.",
)  # fmt: skip
@json_option
def figures(folders: tuple[Path, ...], page: Path | None, as_json: bool) -> None:
    """Write figures about the game as Markdown, made from the games in every FOLDER.

    They are branching factor, length, shared games and what each seat is worth.
    This needs the "research" extra: djambi doctor says how to add it.
    """
    if page is not None and as_json:
        raise click.UsageError("--page and --json are two ways to write: use one of them")
    from djambi.research.figures import markdown, replace_figures
    from djambi.research.self_play_statistics import self_play_statistics

    statistics = self_play_statistics(folders)
    if page is not None:
        replace_figures(page, statistics)
    elif as_json:
        emit(asdict(statistics))
    else:
        click.echo(markdown(statistics))


@command.command("train")
@click.argument("folder", metavar="OUT", type=click.Path(file_okay=False, path_type=Path))
@click.argument(
    "games", metavar="GAMES...", nargs=-1, required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)  # fmt: skip
@click.option(
    "--hidden", type=(int, int), default=(32, 16), show_default=True, metavar="H1 H2",
    help="Units in the two hidden layers; 0 0 refits the linear evaluation.",
)  # fmt: skip
@click.option(
    "--epochs",
    type=int,
    default=6,
    show_default=True,
    help="How often every position is learnt from.",
)
@click.option(
    "--learning-rate", type=float, default=2e-3, show_default=True, help="The rate at the start."
)
@click.option(
    "--search-weight", type=float, default=0.6, show_default=True,
    help="The part of the target that is what the search expected; the rest is the outcome.",
)  # fmt: skip
@click.option(
    "--keep", type=float, default=0.25, show_default=True,
    help="The part of all positions that is learnt from.",
)  # fmt: skip
@seed_option
@jobs_option("How many processes read the games")
def train(
    folder: Path,
    games: tuple[Path, ...],
    hidden: tuple[int, int],
    epochs: int,
    learning_rate: float,
    search_weight: float,
    keep: float,
    seed: int,
    jobs: int,
) -> None:
    """Train a network that judges positions on GAMES, folders of self-play; write it to OUT.

    One network learns from all boards and editions in GAMES. The same command resumes where it was
    interrupted. docs/research/training.md says what is in OUT.
    This needs the "research" extra: djambi doctor says how to add it.
    """
    # It needs NumPy, which writing games does not.
    from djambi.research.evaluation_training import EvaluationSettings, train_in_folder

    settings = EvaluationSettings(
        *hidden, epochs=epochs, learning_rate=learning_rate, search_weight=search_weight,
        keep=keep, seed=seed,
    )  # fmt: skip
    for point in train_in_folder(folder, games, settings, jobs, progressing):
        click.echo(
            f"epoch {point.epoch}: held-out loss {point.held_out:.4f}, "
            f"of the outcome {point.outcome:.4f}"
        )
    click.echo(folder / "network.json")


def _starts(variants: tuple[str, ...], editions: tuple[str, ...]) -> tuple[str, ...]:
    """Return the starting positions of every variant with every edition, each once.

    Raises:
        DjambiError: the rules are unknown, or one is named twice.
    """
    boards = VARIANT_NAMES if EVERY in variants else variants
    rules: tuple[str | None, ...] = EDITIONS if EVERY in editions else editions or (None,)
    starts = [str(start_of(variant, text)) for text in rules for variant in boards]
    if len(set(starts)) < len(starts):
        raise DjambiError("a variant or edition is named twice")
    return tuple(starts)
