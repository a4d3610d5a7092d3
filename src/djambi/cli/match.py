"""``djambi match``: bots against bots, and each one's share of the wins."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict
from itertools import cycle, islice

import click
from rich.table import Table

from djambi.bots.contestants import contestant
from djambi.bots.match_log import MatchLog
from djambi.bots.matches import Match, MatchGame, Score, scores
from djambi.bots.ratings import Rating, ratings, require_ratings
from djambi.bots.workers import play_games
from djambi.cli.common import StdoutConsole, emit, json_option, progressing
from djambi.protocol.positions import start_of
from djambi.rules import VARIANT_NAMES


@click.command(name="match")
@click.argument("players", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=40, show_default=True)
@click.option(
    "--league", is_flag=True,
    help="Let any number of players, each named once, meet at tables, and rate them (OpenSkill).",
)  # fmt: skip
@click.option(
    "--variant", type=click.Choice(VARIANT_NAMES), default="square-4", show_default=True,
    metavar="VARIANT", help=f"The board: {', '.join(VARIANT_NAMES)}.",
)  # fmt: skip
@click.option("--rules", help="An edition and options; by default the variant's own edition.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1,
    help="How many games to play at once; by default one per core.",
)  # fmt: skip
@click.option(
    "--log", "log_path", type=click.Path(dir_okay=False),
    help="Store the games in this file; an interrupted match resumes from there.",
)  # fmt: skip
@json_option
def command(
    players: tuple[str, ...],
    games: int,
    league: bool,
    variant: str,
    rules: str | None,
    seed: int,
    jobs: int,
    log_path: str | None,
    as_json: bool,
) -> None:
    """Let bots play a match and report each one's share of the wins.

    PLAYERS are levels, or levels with a character (club:avenger; see djambi play --help), the
    baselines "random", "greedy", "published" and "uct:SECONDS", or "full:SECONDS", full strength,
    in seconds of processor time per turn. Give one name per seat; fewer are repeated in turn, so
    two names play two against two. Players rotate from game to game. In a league there may be more
    players than seats.
    """
    start = start_of(variant, rules)
    for name in players:
        # Report a wrong name before anything is played or written.
        contestant(name)
    if league:
        require_ratings()
    seats = len(start.active)
    if not league and len(players) < seats:
        players = tuple(islice(cycle(players), seats))
    match = Match(start, players, seed, league)
    seatings = match.seatings(games)
    with nullcontext() if log_path is None else MatchLog(log_path, match) as log:
        done = _played(match, seatings, jobs, log)
    found, rated = scores(done), ratings(done) if league else []
    if as_json:
        emit(
            {
                "position": str(start),
                "players": list(match.players),
                "seed": seed,
                "games": len(done),
                "plies": sum(game.plies for game in done) / len(done),
                "scores": [asdict(score) for score in found],
                **({"ratings": [asdict(rating) for rating in rated]} if league else {}),
            }
        )
        return
    many = "1 game" if len(done) == 1 else f"{len(done)} games"
    StdoutConsole().print(_table(found, rated, f"{start.variant.name} {start.rules}, {many}"))


def _played(
    match: Match, seatings: list[tuple[str, ...]], jobs: int, log: MatchLog | None
) -> list[MatchGame]:
    """Play the games that are not in the log yet, and return all of them in order."""
    done = [] if log is None else [game for game in log.games if game.number < len(seatings)]
    if log is not None and log.repeated:
        more = "1 game stands" if log.repeated == 1 else f"{log.repeated} games stand"
        click.echo(f"djambi: {log.path}: {more} there again; every game counts once", err=True)
    known = {game.number for game in done}
    left = {number: seats for number, seats in enumerate(seatings) if number not in known}

    def played() -> Iterator[MatchGame]:
        for game in play_games(match, left, min(jobs, max(1, len(left)))):
            if log is not None:
                log.add(game)
            yield game

    done.extend(progressing(played(), "league" if match.league else "match", len(left)))
    # Games end in any order, and the figures must not depend on it.
    return sorted(done, key=lambda game: game.number)


def _table(found: list[Score], rated: list[Rating], title: str) -> Table:
    """Return the table of a match, or of a league with the best-rated player first."""
    table = Table(title=title, title_justify="left", title_style="bold", box=None)
    headings = ["player", "seats", "games", "wins", "95 %", "equal"]
    if rated:
        headings += ["rating", "±"]
        found = sorted(found, key=lambda s: [each.player for each in rated].index(s.player))
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "player" else "right")
    by_name = {rating.player: rating for rating in rated}
    for score in found:
        cells = [
            score.player,
            str(score.seats),
            str(score.games),
            f"{score.share:.1%}",
            f"{score.low:.1%} – {score.high:.1%}",
            f"{score.fair:.1%}",
        ]
        if rated:
            rating = by_name[score.player]
            cells += [f"{rating.mu:.1f}", f"{rating.sigma:.1f}"]
        table.add_row(*cells)
    return table
