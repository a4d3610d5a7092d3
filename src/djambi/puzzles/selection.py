"""Choose puzzles out of all that were found: every theme and every board, and none twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from djambi.position.board_images import images
from djambi.position.position import Position
from djambi.puzzles.puzzle import Puzzle
from djambi.puzzles.themes import THEMES

MAX_THEME_PART: Final = 0.25
"""The largest part of all chosen puzzles that may have one main theme."""


def choose(kept: Iterable[Puzzle], found: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """Return the kept puzzles as they are and some of the found ones, with their main theme first.

    Theme after theme, the rarest first, takes the puzzle whose board is the rarest so far; no
    position comes twice, turned, mirrored or with other colours.

    Args:
        kept: puzzles that are chosen in any case, however many.
        found: the others.
        most: up to how many puzzles in all some of these are added.
    """
    chosen: dict[str, Puzzle] = {}
    themes: Counter[str] = Counter(dict.fromkeys(THEMES, 0))
    boards: Counter[str] = Counter()

    def take(key: str, puzzle: Puzzle, theme: str) -> None:
        rest = (each for each in puzzle.themes if each != theme)
        chosen[key] = replace(puzzle, themes=(theme, *rest))
        themes[theme] += 1
        boards[puzzle.variant] += 1

    kept, found = list(kept), list(found)
    supply = Counter(theme for each in (*kept, *found) for theme in each.themes)
    for each in kept:
        take(_canonical(each), each, each.kind)
    waiting = {_canonical(each): each for each in found}
    while len(chosen) < most:
        waiting = {key: each for key, each in waiting.items() if key not in chosen}
        open_themes = [
            theme
            for theme in THEMES
            if themes[theme] < MAX_THEME_PART * most
            and any(theme in each.themes for each in waiting.values())
        ]
        if not open_themes:
            break
        theme = min(open_themes, key=lambda each: themes[each])
        key = min(
            (key for key, each in waiting.items() if theme in each.themes),
            # What may serve a scarcer theme is left to it.
            key=lambda key: (
                theme != min(waiting[key].themes, key=lambda each: (supply[each], each)),
                boards[waiting[key].variant],
                key,
            ),
        )
        take(key, waiting[key], theme)
    return list(chosen.values())


def _canonical(puzzle: Puzzle) -> str:
    """Return the least text of a position among all that it is turned, mirrored and recoloured."""
    position = Position.parse(puzzle.position)
    board = position.board
    order = position.order
    first = order.index(position.seat)
    names = {letter: str(i) for i, letter in enumerate(order[first:] + order[:first])}
    states = sorted(
        (names.get(party.letter, "-"), party.status, names.get(party.lord or "", "-"))
        for party in position.parties
    )
    there = [""] * len(board.cells)
    for name in position.corpses:
        there[board.index(name)] = "x"
    for name, piece in position.pieces.items():
        there[board.index(name)] = names.get(piece.party, "-") + piece.kind
    least = min(map(",".join, images(board, there)))
    return f"{position.variant.name} {position.rules} {position.bonus} {states} {least}"
