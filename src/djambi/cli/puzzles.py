"""``djambi puzzles``: the puzzle of the day, any other, played to its end, and making new ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import click

from djambi.cli.common import (
    SEED_HELP,
    CommandGroup,
    NamedFile,
    OutputPath,
    StdoutConsole,
    emit,
    json_option,
    lang_option,
    progressing,
)
from djambi.errors import DjambiError, quoted
from djambi.files import sole_writer
from djambi.position.position import Position
from djambi.puzzles import Puzzle, daily, puzzle, puzzles, right_turn
from djambi.puzzles.collect import puzzles_found, search_games
from djambi.puzzles.collect_endings import ending_puzzles
from djambi.puzzles.proof import proved
from djambi.puzzles.puzzle import load, save
from djambi.puzzles.rate import with_rating
from djambi.puzzles.selection import choose
from djambi.render import text_board
from djambi.texts import say
from djambi.views.puzzles import goal_words, puzzle_attempt_view, puzzle_view


def _day(ctx: click.Context, parameter: click.Parameter, text: str | None) -> date | None:
    """Return the day that is written; `click.DateTime` would ask for it as %Y-%m-%d."""
    if text is None:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        message = f"{quoted(text)} is not a day written YYYY-MM-DD"
        raise click.BadParameter(message, ctx, parameter) from None


@click.group(name="puzzles", cls=CommandGroup)
def command() -> None:
    """Solve puzzles, or look for new ones in games between bots."""


@command.command("list")
@json_option
@lang_option
def list_all(as_json: bool, lang: str) -> None:
    """List all puzzles, easiest first."""
    if as_json:
        emit([_told(each) for each in puzzles()])
        return
    for each in puzzles():
        click.echo(f"{each.rating:5}  {each.name:28}  {say(f'puzzle.kind.{each.kind}', lang)}")


@command.command("daily")
@click.option("--day", metavar="YYYY-MM-DD", callback=_day, help="A day other than today.")
@json_option
@lang_option
def show_daily(day: date | None, as_json: bool, lang: str) -> None:
    """Show the puzzle of the day."""
    # "Today" is meant in the user's own time zone.
    _show(daily(day or date.today()), as_json, lang)


@command.command("show")
@click.argument("name")
@json_option
@lang_option
def show_one(name: str, as_json: bool, lang: str) -> None:
    """Show the puzzle called NAME."""
    _show(puzzle(name), as_json, lang)


@command.command("try")
@click.argument("name")
@click.argument("turns", nargs=-1, required=True, metavar="TURN...")
@lang_option
@click.pass_context
def try_turns(context: click.Context, name: str, turns: tuple[str, ...], lang: str) -> None:
    """Check TURNs (NOTATION 2) against the puzzle called NAME; exit with status 1 if wrong.

    The line so far, the others' answers included, comes before the turn to check.
    """
    found = puzzle_attempt_view(puzzle(name), turns)
    click.echo(getattr(found.words, lang))
    if found.turns[1:]:
        click.echo(" ".join(found.turns[1:]))
    context.exit(0 if found.right else 1)


@command.command("play")
@click.argument("name", required=False)
@lang_option
def play(name: str | None, lang: str) -> None:
    """Play the puzzle called NAME (by default, the puzzle of the day) to its end.

    Type a turn (NOTATION 2), "h" for a hint, "s" for the solution's next turn, "q" to stop.
    """
    each = puzzle(name) if name else daily(date.today())
    _show(each, as_json=False, lang=lang)
    view = puzzle_view(each)
    hint, hints, line = view.hint, 0, list[str]()
    while True:
        try:
            text = click.prompt(say("puzzle.ask", lang), prompt_suffix=" > ").strip()
        except click.Abort:
            # Ctrl-C, and the end of what is typed, leave a puzzle as they leave a game.
            click.echo()
            return
        if text == "q":
            return
        if text == "h":
            steps = (hint.idea, hint.piece_words, hint.target_words)
            click.echo(getattr(steps[min(hints, len(steps) - 1)], lang))
            hints += 1
            continue
        if text == "s":
            text = str(right_turn(each, line))
        try:
            found = puzzle_attempt_view(each, [*line, text])
        except DjambiError as error:
            click.echo(error)
            continue
        for turn, after in zip(found.turns, found.views, strict=True):
            told = after.last.happenings if after.last else []
            click.echo(f"{turn}: " + " ".join(getattr(one.words, lang) for one in told))
        click.echo(getattr(found.words, lang))
        if found.done:
            return
        if found.hint:
            line += found.turns
            hint, hints = found.hint, 0
            _board(Position.parse(found.views[-1].position), lang)


@command.command("make")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True,
    help="How many games to search.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help=SEED_HELP)
@click.option(
    "--most", type=click.IntRange(1, 100_000), default=1000, show_default=True,
    help="How many puzzles there are to be at most, the program's own among them.",
)  # fmt: skip
def make(folder: Path, games: int, seed: int, most: int) -> None:
    """Find puzzles in games between bots, and prove them; resumes where it was interrupted.

    The program's own and some of those found in FOLDER, with any seed, are chosen: --most in all,
    of every theme and board. They are in the folder's file puzzles.json, each as soon as it is
    rated; the program's own keep ratings and main themes.
    """
    own = puzzles()
    if most < len(own):
        message = f"{most} is less than the program's own {len(own)}, which are chosen in any case"
        raise click.BadParameter(message, param_hint="--most")
    folder.mkdir(parents=True, exist_ok=True)
    with sole_writer(folder):
        _make(folder, games, seed, most, own)


def _make(folder: Path, games: int, seed: int, most: int, own: Sequence[Puzzle]) -> None:
    search_games(folder / f"games-{seed}.jsonl", games, seed, progressing)
    whole = folder / "puzzles.json"
    rated = {each.name: each for each in (*(load(whole) if whole.exists() else ()), *own)}
    chosen = choose(own, puzzles_found(folder), most)

    def keep() -> None:
        final = [
            replace(each, rating=known.rating, deviation=known.deviation)
            for each in chosen
            if (known := rated.get(each.name))
        ]
        save(sorted(final, key=lambda each: each.name), whole)

    # What was rated before is not rated again; rating one takes longer than writing them all.
    keep()
    for each in progressing([each for each in chosen if each.name not in rated], "rate"):
        rated[each.name] = with_rating(each)
        keep()
    click.echo(f"{len(chosen)} puzzles in {whole}")


@command.command("endings")
@click.argument("file", type=OutputPath(Path))
@click.option("--seed", type=int, default=1, show_default=True, help=SEED_HELP)
def draw_endings(file: Path, seed: int) -> None:
    """Draw puzzles from exact tables of endings into FILE, proved and rated.

    There are some of each ending and length of a win, in all editions in which such wins can be
    long.
    """
    found = list(ending_puzzles(seed))
    rated = [with_rating(each) for each in progressing(found, "rate")]
    save(sorted(rated, key=lambda each: each.name), file)
    click.echo(f"{len(rated)} puzzles in {file}")


@command.command("check")
@click.argument("file", required=False, type=NamedFile(Path, exists=True))
@click.pass_context
def check(context: click.Context, file: Path | None) -> None:
    """Prove every puzzle of FILE again (by default, the program's own)."""
    all_of_them = load(file) if file else list(puzzles())
    wrong = [each.name for each in progressing(all_of_them, "prove") if not proved(each)]
    click.echo(f"{len(all_of_them) - len(wrong)} of {len(all_of_them)} proved")
    for name in wrong:
        click.echo(name)
    context.exit(1 if wrong else 0)


def _told(each: Puzzle) -> dict[str, object]:
    return {
        "name": each.name,
        "kind": each.kind,
        "rating": each.rating,
        "position": each.position,
    }


def _show(each: Puzzle, as_json: bool, lang: str) -> None:
    if as_json:
        emit(_told(each))
        return
    _board(Position.parse(each.position), lang)
    console = StdoutConsole()
    console.print(getattr(goal_words(each), lang))
    console.print(f"{each.name}: {each.position}", soft_wrap=True, style="dim", markup=False)


def _board(position: Position, lang: str) -> None:
    StdoutConsole().print(text_board.text(position, lang=lang), markup=False, highlight=False)
