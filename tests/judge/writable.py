"""Turns that could be written for a position in the form of NOTATION 2, legal or not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from .position import Position, read
from .turns import legal_turns
from .written import PASS, Move, Turn


def writable_turns(
    position_text: str, seed: int | None = None, most: int | None = None
) -> Iterator[str]:
    """Written turns for the pieces on the board, a superset of the legal turns but for one thing.

    Without a seed: the pass, and for every piece, of whatever party, every destination, bare and
    with every place, and with every set of victims beside it; where the destination is the maze
    or a fortress cell, each of these also with every exit, there with places only of a few
    telling kinds (`_telling`), or the list would have no end. A full board of 81 cells has
    hundreds of thousands, and millions with the exits: take a slice, or give a seed.

    With a seed: `most` (2000 unless told) texts drawn at random, half of them wild, half one
    change away from a legal turn; the same seed gives the same texts. Some may come twice.
    """
    position = read(position_text)
    if seed is None:
        found = _all(position)
        for count, text in enumerate(found):
            if most is not None and count >= most:
                return
            yield text
        return
    chance = random.Random(seed)
    legal = sorted(legal_turns(position), key=str) if not position.winners else []
    yield PASS
    for count in range(2000 if most is None else most):
        if legal and count % 2:
            yield str(_altered(position, chance.choice(legal), chance))
        else:
            yield str(_wild(position, chance))


def _all(position: Position) -> Iterator[str]:
    cells = position.board.cells
    may_force_exit = {position.board.maze, *position.board.fortress}
    yield PASS
    for origin in sorted(position.pieces):
        for target in cells:
            for step in _moves_to(position, target, cells):
                yield str(Turn(origin, step))
            if target not in may_force_exit:
                continue
            for step in _moves_to(position, target, _telling(position, (origin, target))):
                for leave in cells:
                    near = _telling(position, (origin, target, leave))
                    for exit_ in _moves_to(position, leave, near):
                        yield str(Turn(origin, step, exit_))
                        if exit_.place and not step.place:
                            for last in near:
                                yield str(Turn(origin, step, exit_, last))


def _moves_to(position: Position, target: str, places: Sequence[str]) -> Iterator[Move]:
    """One destination with every suffix: none, a place, any set of pieces on its sides."""
    yield Move(target)
    for place in places:
        yield Move(target, place)
    beside = [cell for cell in position.board.sides[target] if not position.empty(cell)]
    beside.sort(key=position.board.cells.index)
    for size in range(1, len(beside) + 1):
        for victims in combinations(beside, size):
            yield Move(target, "", victims)


def _telling(position: Position, named: tuple[str, ...]) -> list[str]:
    """Places that may fare differently: the turn's own cells, maze, fortress, every ninth cell."""
    chosen = {*named, position.board.maze, *position.board.fortress, *position.board.cells[::9]}
    return [cell for cell in position.board.cells if cell in chosen]


def _wild(position: Position, chance: random.Random) -> Turn:
    """A turn of any shape, all of whose cells are drawn at random."""
    cells = position.board.cells
    may_force_exit = (position.board.maze, *position.board.fortress)
    target = chance.choice(cells if chance.random() < 0.7 else may_force_exit)
    leave = _wild_move(position, chance.choice(cells), chance) if chance.random() < 0.3 else None
    last = chance.choice(cells) if leave and leave.place and chance.random() < 0.3 else ""
    origin = chance.choice(sorted(position.pieces) or cells)
    return Turn(origin, _wild_move(position, target, chance), leave, last)


def _wild_move(position: Position, target: str, chance: random.Random) -> Move:
    return chance.choice(list(_moves_to(position, target, chance.sample(position.board.cells, 6))))


def _altered(position: Position, turn: Turn, chance: random.Random) -> Turn:
    """A legal turn with one of its parts drawn anew, added or left out."""
    match chance.randrange(6):
        case 0:
            return turn._replace(origin=chance.choice(sorted(position.pieces)))
        case 1:
            return turn._replace(step=_wild_move(position, turn.step.target, chance))
        case 2:
            target = chance.choice(position.board.cells)
            return turn._replace(step=turn.step._replace(target=target))
        case 3 if turn.exit:
            return turn._replace(exit=None, last="")
        case 4 if turn.exit and turn.exit.place:
            return turn._replace(last=chance.choice(position.board.cells))
        case 5 if turn.exit:
            return turn._replace(exit=_wild_move(position, turn.exit.target, chance), last="")
        case _:
            leave = _wild_move(position, chance.choice(position.board.cells), chance)
            return turn._replace(exit=leave, last="")
