"""The written form of a turn: NOTATION 2."""

from __future__ import annotations

import re
from typing import NamedTuple

from .position import Position

PASS = "--"
_CELL = r"o|[a-m]\d{1,2}"


def _move_pattern(number: int) -> str:
    return (
        rf"(?P<target{number}>{_CELL})(?P<place{number}>>(?:{_CELL}))?"
        rf"(?P<victims{number}>(?:\*(?:{_CELL}))*)"
    )


_TURN = re.compile(
    rf"(?P<origin>{_CELL})-{_move_pattern(1)}(?:/{_move_pattern(2)}(?P<last>>(?:{_CELL}))?)?"
)


class RefusedError(Exception):
    """The turn breaks the clause that the message names."""


class Move(NamedTuple):
    """A step, or an exit: where to, where the piece acted on goes ("" none), a Reporter's kills."""

    target: str
    place: str = ""
    victims: tuple[str, ...] = ()


class Turn(NamedTuple):
    """NOTATION 2: `last` is a second place, written after a place of the exit itself."""

    origin: str
    step: Move
    exit: Move | None = None
    last: str = ""

    def __str__(self) -> str:
        text = f"{self.origin}-{_write_move(self.step)}"
        if self.exit:
            text += f"/{_write_move(self.exit)}"
        return text + (f">{self.last}" if self.last else "")


def _write_move(move: Move) -> str:
    text = move.target + (f">{move.place}" if move.place else "")
    return text + "".join(f"*{victim}" for victim in move.victims)


def read_turn(position: Position, text: str) -> Turn:
    """NOTATION 2, the short form; refuses what is not written in its one canonical way."""
    found = _TURN.fullmatch(text)
    if not found:
        raise RefusedError("NOTATION 2: not the form of a turn")
    part = {name: value or "" for name, value in found.groupdict().items()}

    def move(number: str) -> Move:
        victims = tuple(part["victims" + number].split("*")[1:])
        return Move(part["target" + number], part["place" + number][1:], victims)

    turn = Turn(part["origin"], move("1"), move("2") if part["target2"] else None, part["last"][1:])
    moves = [turn.step, turn.exit] if turn.exit else [turn.step]
    named = [turn.origin, turn.last]
    for one in moves:
        named += [one.target, one.place, *one.victims]
    for cell in named:
        if cell and cell not in position.board.cells:
            raise RefusedError(f"NOTATION 2: no cell {cell} on this board")
    for one in moves:
        if list(one.victims) != sorted(set(one.victims), key=position.board.cells.index):
            raise RefusedError("NOTATION 2: victims stand in cell order")
    return turn
