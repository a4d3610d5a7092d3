"""Build every kind of view where neither a web framework nor a schema library can be imported.

Run by `test_views.py` in a process of its own; prints as JSON which view classes there are and
which of them were built.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, cast

BLOCKED = ("djambi.server", "litestar", "msgspec", "sqlalchemy", "uvicorn")


class Blocker(MetaPathFinder):
    """Refuses what a browser worker does not have."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.startswith(BLOCKED):
            raise ImportError(f"{fullname} is not to be imported here")
        return None


def every_view() -> Iterator[object]:
    """Yield what the room's functions return, for one game, lesson, puzzle and set-up each."""
    from djambi import Game, Position
    from djambi.analysis import Analyser, review_turns, study
    from djambi.career import figures_of
    from djambi.lessons import lesson, lessons
    from djambi.position.outcome import outcome
    from djambi.puzzles import puzzles
    from djambi.rules import Rules, Variant
    from djambi.views import (
        analysis,
        boards,
        careers,
        catalogue,
        games,
        outcomes,
        positions,
        press,
        rulebook,
        setups,
        studies,
        threats,
    )
    from djambi.views import (
        lessons as lesson_views,
    )
    from djambi.views import (
        puzzles as puzzle_views,
    )

    yield boards.board_view("square-4")
    yield catalogue.catalogue_view()
    variant = Variant.get("square-2")
    yield catalogue.rules_report_view(variant, Rules.of(fortress="yes"))

    start = Position.start("square-4")
    turn = start.turn("c3-e3")
    after = start.play(turn)
    told = outcome(start, turn, after)
    last = outcomes.last_turn_view(str(turn), "r", told)
    yield positions.position_view(after, last, positions.first_stages(after))
    yield positions.pieces_and_corpses(str(after))
    words = outcomes.happenings_words(told)
    yield games.game_view("game", start, "1970-01-01T00:00:00.000Z")
    yield games.line_view(2, "turn", "r", turn, start, after, words)
    yield games.SpokenRemarkView("r", "leading", words)
    seat = games.SeatView("r", "me", "", None, "table")
    yield games.GameSummaryView(
        "game", "square-4", "bga", "bga", [seat], "", "", 1, "b", False, "", [], []
    )

    game = Game(start)
    game.play("c3-e3")
    game.agree_draw()
    yield outcomes.result_view(game)
    end = "square-4 original gC8/1rM4gM2/9/9/9/9/9/8yM/rC7yC r,b!,y,g rbyg r 0 0"
    hunt = Game(Position.parse(end))
    hunt.play("b8-a9>a8")
    hunt.resign("y")
    yield press.front_page_view(hunt, "game", "", [seat], "r")
    figures = figures_of(hunt.path(), "r")
    mine = careers.PlayedGame("game", "", "square-4", "original", {"g": "novice"}, figures)
    yield mine
    yield careers.career_view([mine])
    power = Position.parse("square-4 original bC7yC/9/9/9/3rC5/9/9/9/8gC r,b,y,g rbyg r 0 0")
    reign = Game(power)
    reign.play("d5-e5")
    yield studies.statistics_view(reign)
    record = studies.study_view(game)
    yield record
    assert str(studies.game_of_study(record)) == str(game)
    yield studies.opened_study("hex-3")
    yield studies.look_view(str(start), "c3-e3")
    yield studies.study_stage_view(start, "c3")
    yield studies.why_view(start, "c3", "a9")

    attack = Position.parse("square-4 original bA7yC/9/9/9/9/8bR/rM8/9/rC3gC3bC r,b,y,g rbyg r 0 0")
    yield threats.ThreatsView(threats.threat_views(attack, "r"))
    yield threats.danger_views(attack.play("a3-b3"), "r")
    yield threats.reach_view(attack, "a9")

    setup = setups.setup_named("square-4", empty=True)
    report = setups.setup_report_view(setup)
    yield report
    assert setups.setup_of(setup.variant, setup.rules, report.setup) == setup

    analyser = Analyser()
    for found in study(start, 1, 3_000, analyser):
        yield analysis.thought_view(start, found, last=False)
    yield analysis.commentary_view(start)
    duel = Position.parse("square-4 bga 9/9/9/9/9/6bM2/9/1rA6bC/rC8 r,b,y!*,g!* rbyg r 0 0")
    for found in study(duel, 1, 3_000, analyser):
        yield analysis.thought_view(duel, found, last=True)
    bad = Game(attack)
    bad.play("a3-b3")
    for review in review_turns(bad.path(), lambda position: analyser.assess(position, 3_000)):
        yield analysis.turn_review_view(bad.path(), review)

    yield lesson_views.lessons_view()
    first = lessons()[0].name
    yield lesson_views.lesson_view(first)
    yield lesson_views.lesson_attempt_view(lesson(first), [lesson(first).tasks[0].answer])
    yield rulebook.rulebook_view("bga")
    yield puzzle_views.puzzles_view(date(2026, 1, 5))
    yield puzzle_views.puzzle_index_view(date(2026, 1, 5))
    yield puzzle_views.puzzle_month_view(date(2026, 1, 5))
    yield puzzle_views.puzzle_storm_view(1)
    puzzle = next(each for each in puzzles() if each.moves > 1)
    yield puzzle_views.puzzle_view(puzzle)
    yield puzzle_views.puzzle_attempt_view(puzzle, puzzle.solutions[:1])
    yield puzzle_views.puzzle_solution_view(puzzle)


def classes_in(value: Any) -> Iterator[str]:
    """Yield the names of the dataclasses in a value; raises TypeError for what is no plain data."""
    if is_dataclass(value):
        yield type(value).__name__
        for field in fields(value):
            yield from classes_in(getattr(value, field.name))
    elif isinstance(value, dict):
        pairs = cast("dict[object, Any]", value)
        for key, part in pairs.items():
            yield from classes_in(key)
            yield from classes_in(part)
    elif isinstance(value, (list, tuple)):
        for part in cast("Sequence[Any]", value):
            yield from classes_in(part)
    elif not isinstance(value, (str, int, float, bool, type(None))):
        raise TypeError(f"{value!r} is no plain data")


def main() -> None:
    """Print which view classes there are, and which were built."""
    sys.meta_path.insert(0, Blocker())
    import djambi.views

    known: set[str] = set()
    for module in pkgutil.iter_modules(djambi.views.__path__, "djambi.views."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and value.__module__ == module.name and is_dataclass(value):
                known.add(value.__name__)
    built = {name for view in every_view() for name in classes_in(view)}
    print(json.dumps({"known": sorted(known), "built": sorted(built)}))


if __name__ == "__main__":
    main()
