"""No engine helps with a rated game that one plays oneself.

Refused are analysis of a position close to that of one's own rated game under way, a whole game
with such a position in it, and a table with bots that begins at one: what bots play there would
say what to play here. *Close* is whatever differs on `NEARBY_CELLS` cells at most: the same
position, or a turn or two away, whichever way it came about, turned or mirrored, its parties
renamed and its rules changed as one likes.

It is refused to the player's account and, so that signing out is no way around it, to whoever
comes from an address or a browser of which a player came lately. Puzzles and lessons have positions
of their own, and what a table tells all its players alike is no engine's opinion.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import cache
from operator import ne
from typing import Final

from djambi.geometry import Board
from djambi.position.board_images import images
from djambi.position.position import Position
from djambi.server.errors import RequestRefused
from djambi.server.security.devices import Device
from djambi.server.security.http_requests import Connection, device_of
from djambi.server.security.neighbours import Neighbours
from djambi.server.storage.tables import TablesStore

NEARBY_CELLS: Final = 8
"""Cells that differ: a turn changes four at most, and then there is the answer to it."""

Placement = Sequence[str]
"""What stands on every cell: a kind of piece, a corpse ("x") or nothing (""); no colours."""


class OwnGames:
    """Knows who plays which rated games."""

    def __init__(self, store: TablesStore, neighbours: Neighbours) -> None:
        self._store = store
        self._neighbours = neighbours

    async def check(self, device: Device, positions: Iterable[Position]) -> None:
        """Raise RequestRefused("own_game") for a position close to that of one's own game."""
        accounts = self._neighbours.of(device)
        texts = await self._store.rated_under_way(accounts) if accounts else []
        if not texts:
            return
        if await asyncio.to_thread(_any_near, positions, texts):
            raise RequestRefused("own_game")


async def refuse_own_game(connection: Connection, positions: Iterable[Position]) -> None:
    """Raise RequestRefused("own_game") for a position close to a rated game of the account.

    At a computer's own server nobody plays one.
    """
    if "own_games" in connection.app.state:
        own: OwnGames = connection.app.state.own_games
        await own.check(device_of(connection), positions)


def _any_near(positions: Iterable[Position], texts: Iterable[str]) -> bool:
    games = [Position.parse(text) for text in texts]
    images = [(shape_of(game.board), image) for game in games for image in images_of(game)]
    for position in positions:
        here, shape = placement(position), shape_of(position.board)
        if any(other == shape and differ(here, image) <= NEARBY_CELLS for other, image in images):
            return True
    return False


def placement(position: Position) -> Placement:
    """Return what stands on each cell, in an order that depends on where cells lie alone.

    >>> placement(Position.start())[:4]
    ['C', 'R', 'M', '']
    """
    there = _standing(position)
    return [there[cell] for cell in _order(position.board)]


def _standing(position: Position) -> Placement:
    """Return what stands on each cell, in the board's own order."""
    pieces = {name: piece.kind for name, piece in position.pieces.items()}
    found = {**pieces, **dict.fromkeys(position.corpses, "x")}
    return [found.get(name, "") for name in position.board.cells]


@cache
def shape_of(board: Board) -> tuple[tuple[float, float], ...]:
    """Return where the cells of a board lie: the square is a polygon of four sectors too."""
    return tuple(sorted(_places(board)))


@cache
def _order(board: Board) -> tuple[int, ...]:
    """Return the cells of a board by where they lie, as `shape_of` has them."""
    places = _places(board)
    return tuple(sorted(range(len(places)), key=places.__getitem__))


def _places(board: Board) -> list[tuple[float, float]]:
    return [(round(x, 3), round(y, 3)) for x, y in board.centres]


def images_of(position: Position) -> list[Placement]:
    """Return the placement of a position, turned and mirrored in every way its board allows."""
    order = _order(position.board)
    seen = images(position.board, _standing(position))
    return [[image[cell] for cell in order] for image in seen]


def differ(one: Placement, other: Placement) -> int:
    """Return on how many cells two placements differ."""
    return sum(map(ne, one, other))
