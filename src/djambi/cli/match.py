"""``djambi match``: bots against bots, and who wins how much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from itertools import cycle, islice

import click
from rich.table import Table

from djambi.bots.contestants import contestant
from djambi.bots.match_log import MatchLog
from djambi.bots.matches import Played, Score, play_match, scores
from djambi.cli.common import Paper, emit, json_option, progressing, start_of
from djambi.rules import VARIANT_NAMES


@click.command(name="match")
@click.argument("players", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=40, show_default=True)
@click.option(
    "--variant", type=click.Choice(VARIANT_NAMES), default="square-4", show_default=True,
)  # fmt: skip
@click.option("--rules", help="An edition and options; by default the variant's own edition.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "--log", "log_path", type=click.Path(dir_okay=False),
    help="Keep the games in this file; a match broken off goes on from there.",
)  # fmt: skip
@json_option
def command(
    players: tuple[str, ...],
    games: int,
    variant: str,
    rules: str | None,
    seed: int,
    log_path: str | None,
    as_json: bool,
) -> None:
    """Let bots play a match and say who wins how much.

    PLAYERS are levels (see djambi play --help), "published", the yardstick, or "full:SECONDS",
    full strength with so much time a turn. One name for every seat; fewer are repeated in turn,
    so two names are two against two. They change seats from game to game.
    """
    start = start_of(variant, rules)
    seats = sum(party.status == "active" for party in start.parties)
    named = players if len(players) > seats else tuple(islice(cycle(players), seats))
    makers = {name: partial(contestant, name) for name in named}
    log = None if log_path is None else MatchLog(log_path, str(start), named, seed)
    done = [] if log is None else [game for game in log.open() if game.number < games]
    known = {game.number for game in done}
    numbers = [number for number in range(games) if number not in known]

    def played() -> Iterator[Played]:
        for game in play_match(start, named, makers, numbers, seed):
            if log is not None:
                log.add(game)
            yield game

    done.extend(progressing(played(), "match", len(numbers)))
    found = scores(done)
    if as_json:
        emit(
            {
                "position": str(start),
                "players": list(named),
                "seed": seed,
                "games": len(done),
                "plies": sum(game.plies for game in done) / len(done),
                "scores": [asdict(score) for score in found],
            }
        )
        return
    Paper().print(_table(found, f"{start.variant.name} {start.rules}, {len(done)} games"))


def _table(found: list[Score], title: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None)
    for heading in ("player", "seats", "wins", "95 %", "equal"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for score in found:
        table.add_row(
            score.player,
            str(score.seats),
            f"{score.share:.1%}",
            f"{score.low:.1%} – {score.high:.1%}",
            f"{score.fair:.1%}",
        )
    return table
