"""The HTTP side of the puzzles. Nothing is stored: what is solved is a setting."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from functools import cache, partial
from typing import Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from djambi.lessons import PlayedTurn
from djambi.position.position import Position
from djambi.puzzles import Puzzle, daily, puzzles, try_turn
from djambi.server.analysis.service import Thinkers
from djambi.server.errors import Refused, words
from djambi.server.game.presenter import bare_view, first_stages, last_turn, pieces_of
from djambi.server.learning import puzzle_schemas as v
from djambi.server.schemas.views import Words
from djambi.server.security.access import payer_of
from djambi.texts import say

Asked = Request[Any, Any, State]

_KEPT = {"cache-control": "no-cache"}


@get("/api/puzzles", response_headers=_KEPT)
async def get_puzzles(day: FromQuery[date | None] = None) -> v.PuzzlesView:
    """Every puzzle, and that of a day (the reader's own; without one today in UTC)."""
    rows = await asyncio.to_thread(_rows)
    return v.PuzzlesView(daily(day or datetime.now(UTC).date()).name, rows)


@get("/api/puzzles/{name:str}", response_headers=_KEPT)
async def get_puzzle(name: FromPath[str]) -> v.PuzzleView:
    """One puzzle."""
    return await asyncio.to_thread(_view, _named(name))


@post("/api/puzzles/{name:str}/try", status_code=200, response_headers=_KEPT)
async def post_puzzle(
    request: Asked, name: FromPath[str], data: JSONBody[v.TryPuzzleBody]
) -> v.PuzzleTried:
    """The reader's turn judged; to look for what refutes it may take a second."""
    each = _named(name)
    thinkers: Thinkers = request.app.state.thinkers
    return await thinkers.desk.run(payer_of(request), partial(_tried, each, data.turn))


def _named(name: str) -> Puzzle:
    for each in puzzles():
        if each.name == name:
            return each
    raise Refused("no_puzzle")


@cache
def _rows() -> list[v.PuzzleRow]:
    rows: list[v.PuzzleRow] = []
    for each in puzzles():
        position = Position.parse(each.position)
        rows.append(
            v.PuzzleRow(
                name=each.name,
                former=list(each.former),
                kind=each.kind,
                title=words(f"puzzle.kind.{each.kind}"),
                variant=position.variant.name,
                rating=each.rating,
                pieces=pieces_of(position),
                corpses=list(position.corpses),
            )
        )
    return rows


@cache
def _view(each: Puzzle) -> v.PuzzleView:
    position = Position.parse(each.position)
    names = [one.name for one in puzzles()]
    number = names.index(each.name) + 1

    def goal(lang: str) -> str:
        party = say(f"party.{position.mover}", lang)
        return say(f"puzzle.goal.{each.kind}", lang, party=party)

    return v.PuzzleView(
        name=each.name,
        kind=each.kind,
        title=words(f"puzzle.kind.{each.kind}"),
        goal=Words(en=goal("en"), fr=goal("fr")),
        variant=position.variant.name,
        edition=position.rules.edition,
        rating=each.rating,
        position=each.position,
        solution=each.solutions[0],
        view=bare_view(position, stages=first_stages(position)),
        after=names[number] if number < len(names) else None,
    )


def _tried(each: Puzzle, text: str) -> v.PuzzleTried:
    found = try_turn(each, text)
    played = [PlayedTurn.of(Position.parse(each.position), found.turn)]
    for turn in found.line:
        played.append(PlayedTurn.of(played[-1].after, turn))
    said = f"puzzle.missing.{found.missing}" if found.missing else "puzzle.right"
    return v.PuzzleTried(
        right=not found.missing,
        words=words(said),
        views=[
            bare_view(one.after, last_turn(str(one.turn), one.player, one.happenings))
            for one in played
        ],
    )


PUZZLE_HANDLERS: list[ControllerRouterHandler] = [get_puzzles, get_puzzle, post_puzzle]
