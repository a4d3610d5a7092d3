"""``djambi match``: players against each other, and each one's share of the wins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import asdict
from itertools import cycle, islice
from typing import Final

import click
from rich.markup import escape
from rich.table import Table

from djambi.bots.base import PlayerFault
from djambi.bots.engine_bot import ENGINE_PREFIX, match_player
from djambi.bots.manners import split_manner
from djambi.bots.match_log import MatchLog
from djambi.bots.matches import Match, MatchGame, Score, TalkScore, scores, talk_scores
from djambi.bots.player_process import kill_players
from djambi.bots.ratings import Rating, ratings, require_ratings
from djambi.bots.sequential_test import SequentialTest, SequentialVerdict
from djambi.bots.workers import play_games
from djambi.cli.common import (
    FIGURES_COLUMNS,
    SEED_HELP,
    OutputPath,
    StdoutConsole,
    emit,
    jobs_option,
    json_option,
    progressing,
    rules_option,
    variant_option,
)
from djambi.errors import DjambiError, quoted
from djambi.interrupts import end_in_order
from djambi.protocol.positions import start_of

DEFAULT_GAMES: Final = 40

MAX_TEST_GAMES: Final = 10_000
"""After so many games a sequential test ends without a decision, if no other number is given."""

RISKS: Final = (0.05, 0.05)
"""How often a sequential test may wrongly decide for H1, and for H0, if nothing else is given."""

MAX_REPORTED_FAULTS: Final = 10
"""How many faults of players are written out; all are counted."""


@click.command(name="match")
@click.argument("players", nargs=-1, required=True)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=None,
    help=f"How many games; with --sprt, the most that are played.  [default: {DEFAULT_GAMES}; "
    f"with --sprt {MAX_TEST_GAMES}]",
)
@click.option(
    "--sprt",
    type=(float, float),
    default=None,
    metavar="H0 H1",
    help="Stop as soon as the games decide whether the first player's share is H0 or H1: 0.5 0.55.",
)
@click.option(
    "--risks", type=(float, float), default=None, metavar="ALPHA BETA",
    help="How often --sprt may wrongly decide for H1, and for H0.  "
    f"[default: {RISKS[0]} {RISKS[1]}]",
)  # fmt: skip
@click.option(
    "--league", is_flag=True,
    help="Let any number of players, each named once, meet at tables, and rate them (OpenSkill).",
)  # fmt: skip
@click.option(
    "--talk", is_flag=True,
    help="Let them make pacts; a name may end with a manner: club@silent, club@deviator.",
)  # fmt: skip
@variant_option
@rules_option
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help=SEED_HELP)
@jobs_option("How many games to play at once")
@click.option(
    "--log", "log_path", type=OutputPath(),
    help="Store the games in this file; an interrupted match resumes from there.",
)  # fmt: skip
@json_option
def command(
    players: tuple[str, ...],
    games: int | None,
    sprt: tuple[float, float] | None,
    risks: tuple[float, float] | None,
    league: bool,
    talk: bool,
    variant: str,
    rules: str | None,
    seed: int,
    jobs: int,
    log_path: str | None,
    as_json: bool,
) -> None:
    """Play a match and report each bot's share of the wins.

    PLAYERS are levels, or levels with a character (club:avenger; see djambi play --help), the
    baselines "random", "greedy", "published" and "uct:SECONDS", "full:SECONDS", full strength, in
    seconds of processor time per turn, or "engine:COMMAND", any program that speaks the engine
    protocol, with limits before the command: "engine:nodes=2000 old/python -m djambi engine". Give
    one name per seat; fewer are repeated in turn, so two names play two against two. Players rotate
    from game to game. In a league there may be more players than seats.
    """
    if league and sprt is not None:
        raise click.UsageError("--sprt tests the first player of a match: not with --league")
    if risks is not None and sprt is None:
        raise click.UsageError("--risks are those of a test: only with --sprt")
    start = start_of(variant, rules)
    test = None if sprt is None else SequentialTest(*sprt, *(risks or RISKS))
    if any(name.startswith(ENGINE_PREFIX) for name in players):
        # A program need not end because nobody asks it any more.
        end_in_order()
    _try_players(players, talk)
    if league:
        require_ratings()
    seats = len(start.active)
    if not league and len(players) < seats:
        players = tuple(islice(cycle(players), seats))
    match = Match(start, players, seed, league, talk)
    seatings = match.seatings(games or (DEFAULT_GAMES if test is None else MAX_TEST_GAMES))
    try:
        with nullcontext() if log_path is None else MatchLog(log_path, match, test) as log:
            done = _played(match, seatings, jobs, log, test)
    finally:
        kill_players()
    verdict = None
    if test is not None:
        verdict = test.judge(match, done)
        # The figures must not depend on which games happened to run when it was decided.
        done = [game for game in done if game.number in verdict.counted] or done
    _report_faults(done)
    if as_json:
        emit({**_as_object(match, done), **_tested(test, verdict)})
        return
    _print_tables(match, done)
    if test is not None and verdict is not None:
        sentence = _sentence(match.players[0], test, verdict)
        StdoutConsole(FIGURES_COLUMNS).print(sentence, markup=False)


def _try_players(players: tuple[str, ...], talk: bool) -> None:
    """Report a wrong name, or a program that does not start, before anything is played."""
    for name in dict.fromkeys(players):
        if not talk and "@" in name and not name.startswith(ENGINE_PREFIX):
            raise click.UsageError(f"{quoted(name)}: a manner, after @, is for --talk")
        with closing(match_player(split_manner(name)[0] if talk else name)) as player:
            try:
                player.prepare()
            except PlayerFault as fault:
                raise DjambiError(f"{name}: {fault}") from None


def _played(
    match: Match,
    seatings: list[tuple[str, ...]],
    jobs: int,
    log: MatchLog | None,
    test: SequentialTest | None,
) -> list[MatchGame]:
    """Play the games that are not in the log yet, and return all of them in order.

    A test ends the match when it is decided.
    """
    done = [] if log is None else [game for game in log.games if game.number < len(seatings)]
    if log is not None and log.repeated:
        more = "1 game stands" if log.repeated == 1 else f"{log.repeated} games stand"
        click.echo(f"djambi: {log.path}: {more} there again; every game counts once", err=True)
    known = {game.number for game in done}
    left = {number: seats for number, seats in enumerate(seatings) if number not in known}

    def played() -> Iterator[MatchGame]:
        if test is not None and test.judge(match, done).accepted:
            return
        for game in play_games(match, left, min(jobs, max(1, len(left)))):
            if log is not None:
                log.add(game)
            yield game

    for game in progressing(played(), "league" if match.league else "match", len(left)):
        done.append(game)
        if test is not None and test.judge(match, done).accepted:
            break
    # Games end in any order, and the figures must not depend on it.
    return sorted(done, key=lambda game: game.number)


def _report_faults(games: list[MatchGame]) -> None:
    """Write on standard error what players did wrong, the first ones in full."""
    faults = [(game, fault) for game in games for fault in game.faults]
    for game, fault in faults[:MAX_REPORTED_FAULTS]:
        click.echo(
            f"djambi: game {game.number}, seat {fault.seat}, turn {fault.ply}: "
            f"{game.seats[fault.seat]} {fault.what}; it lost",
            err=True,
        )
    if len(faults) > MAX_REPORTED_FAULTS:
        click.echo(f"djambi: {len(faults)} such faults in all", err=True)


def _as_object(match: Match, done: list[MatchGame]) -> dict[str, object]:
    """Return the figures of a match, for JSON."""
    found: dict[str, object] = {
        "position": str(match.start),
        "players": list(match.players),
        "seed": match.seed,
        "games": len(done),
        "plies": sum(game.plies for game in done) / len(done),
        "scores": [asdict(score) for score in scores(done)],
        "faults": sum(len(game.faults) for game in done),
    }
    if match.league:
        found["ratings"] = [asdict(rating) for rating in ratings(done)]
    if match.talk:
        found["talk"] = [asdict(each) for each in talk_scores(done)]
    return found


def _tested(test: SequentialTest | None, verdict: SequentialVerdict | None) -> dict[str, object]:
    """Return a test and what it says, for JSON; nothing if there is none."""
    if test is None or verdict is None:
        return {}
    found: dict[str, object] = {**asdict(test), **asdict(verdict), "games": verdict.games}
    del found["counted"]
    return {"test": found}


def _print_tables(match: Match, done: list[MatchGame]) -> None:
    """Write the figures of a match as tables."""
    many = "1 game" if len(done) == 1 else f"{len(done)} games"
    title = f"{match.start.variant.name} {match.start.rules}, {many}"
    console = StdoutConsole(FIGURES_COLUMNS)
    console.print(_table(scores(done), ratings(done) if match.league else [], title))
    if match.talk:
        console.print(_talk_table(talk_scores(done)))


def _sentence(player: str, test: SequentialTest, verdict: SequentialVerdict) -> str:
    """Return what a test says, in a line."""
    decision = {
        "H0": f"H0 accepted: the share of {player} is nearer {test.h0:.1%} than {test.h1:.1%}",
        "H1": f"H1 accepted: the share of {player} is nearer {test.h1:.1%} than {test.h0:.1%}",
        None: "undecided",
    }[verdict.accepted]
    ratio = f"LLR {verdict.llr:.2f} ({verdict.lower:.2f}, {verdict.upper:.2f})"
    return f"{ratio} after {verdict.games} games: {decision}"


def _talk_table(spoken: list[TalkScore]) -> Table:
    """Return the table of what players did in talk, a game."""
    table = Table(title="talk, a game", title_justify="left", title_style="bold", box=None)
    for heading in ["player", "proposed", "signed", "kept", "broken", "void", "betrayed", "word"]:
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for each in spoken:
        figures = [each.proposed, each.signed, each.kept, each.broken, each.void, each.betrayed]
        kept = "" if each.reliability is None else f"{each.reliability:.1%}"
        table.add_row(escape(each.player), *(f"{figure:.2f}" for figure in figures), kept)
    return table


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
            escape(score.player),
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
