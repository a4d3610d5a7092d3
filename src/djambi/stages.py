"""A turn chosen step by step: what a board on screen and an environment need (RULES 3).

A stage is the beginning of a turn's text; its choices are what may be written next. So the
stages of ``b2-e5>a5/e8`` are ``""``, ``b2``, ``b2-e5``, ``b2-e5>a5`` and the whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from djambi.errors import IllegalTurn
from djambi.kernel import codes
from djambi.turn import PASS_CODE, Turn

if TYPE_CHECKING:
    from djambi.kernel.kernel import Kernel
    from djambi.position import Position

Kind = Literal["piece", "destination", "placement", "victims", "exit", "done"]
Act = Literal[
    "select", "pass", "move", "kill", "displace", "exhume", "splash", "power", "place", "enthrone",
    "spare",
]  # fmt: skip

_SEGMENT = re.compile(r">[^>*/]+|(?:\*[^>*/]+)+|/[^>*/]+")
_CELL = re.compile(r"[a-z][0-9]*")


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen: what it adds to the text, its cells, and what it does."""

    text: str
    cells: tuple[str, ...]
    act: Act


@dataclass(frozen=True, slots=True)
class Stage:
    """What may be chosen after `prefix`; every choice leads to a whole legal turn.

    `kind` says what the choices are; at `done` there are none, and `turn` is the turn.
    An empty choice text means: no more of this (a Reporter that spares everybody).

    >>> from djambi import Position
    >>> stage = Position.start().stage("c3-e4")
    >>> stage.kind, str(stage.turn)
    ('done', 'c3-e4')
    """

    prefix: str
    kind: Kind
    choices: tuple[Choice, ...]
    turn: Turn | None = None


def stage_of(position: Position, prefix: str) -> Stage:
    """The stage of a position after what is written in `prefix`; raises `IllegalTurn`."""
    if position.is_over:
        raise IllegalTurn(str(position), prefix, "the game is over")
    kernel = position.kernel()
    movers = [cell for cell, _ in kernel.movers()]
    if not movers:
        return _pass_stage(position, prefix)
    names = position.board.cells
    if not prefix:
        choices = tuple(Choice(names[cell], (names[cell],), "select") for cell in sorted(movers))
        return Stage(prefix, "piece", choices)
    origin, dash, rest = prefix.partition("-")
    match = _CELL.match(rest)
    if origin not in names or position.board.index(origin) not in movers:
        raise IllegalTurn(str(position), prefix, f"no legal turn begins with {origin}")
    cell = position.board.index(origin)
    if not dash:
        return Stage(prefix, "destination", _destinations(position, kernel, cell))
    if match is None or match.group() not in names:
        raise IllegalTurn(str(position), prefix, "no legal turn begins so")
    return _later_stage(position, kernel, prefix, cell, position.board.index(match.group()))


def _pass_stage(position: Position, prefix: str) -> Stage:
    if prefix == "--":
        return Stage(prefix, "done", (), Turn(PASS_CODE, position.board))
    if prefix:
        raise IllegalTurn(str(position), prefix, "there is no legal turn: pass with --")
    return Stage(prefix, "piece", (Choice("--", (), "pass"),))


def _destinations(position: Position, kernel: Kernel, cell: int) -> tuple[Choice, ...]:
    names = position.board.cells
    found: list[Choice] = []
    stops, hits = kernel.reach(cell)
    for target in sorted([*stops, *hits]):
        if kernel.count_to(cell, target):
            name = names[target]
            act = act_of(position, kernel, names[cell], name)
            found.append(Choice(f"-{name}", (name,), act))
    return tuple(found)


def act_of(position: Position, kernel: Kernel, origin: str, target: str) -> Act:
    """What going there would do, for the light on the cell."""
    mark = position.act_mark(origin, target)
    if mark != "-":
        return _ACTS[mark]
    piece = position.pieces[origin]
    if piece.kind == "R":
        board = position.board
        first = kernel.window(board.index(origin), board.index(target), 0, 2)
        return "splash" if any(packed >> 24 & 255 for packed in first) else "move"
    return "power" if board_is_maze(position, target) else "move"


def board_is_maze(position: Position, cell: str) -> bool:
    """Whether a cell's name is the maze's."""
    return position.board.cells[position.board.maze] == cell


def _later_stage(position: Position, kernel: Kernel, prefix: str, cell: int, target: int) -> Stage:
    """The stage after a destination: the texts of its turns, cut into segments."""
    board = position.board
    done: Turn | None = None
    found: dict[str, Turn] = {}
    for low in range(0, kernel.count_to(cell, target), 1024):
        for packed in kernel.window(cell, target, low, 1024):
            turn = Turn(packed, board)
            text = str(turn)
            if text == prefix:
                done = turn
            elif text.startswith(prefix):
                segment = _SEGMENT.match(text, len(prefix))
                if segment is not None:
                    found.setdefault(segment.group(), turn)
    if not found:
        if done is None:
            raise IllegalTurn(str(position), prefix, "no legal turn begins so")
        return Stage(prefix, "done", (), done)
    kind = _KINDS[next(iter(found))[0]]
    choices = [_choice(position, prefix, text) for text in sorted(found)]
    if done is not None:
        choices.insert(0, Choice("", (), "spare"))
    return Stage(prefix, kind, tuple(choices), done)


_ACTS: dict[str, Act] = {"x": "kill", "@": "displace", "~": "exhume"}
_KINDS: dict[str, Kind] = {">": "placement", "*": "victims", "/": "exit"}


def _choice(position: Position, prefix: str, text: str) -> Choice:
    cells = tuple(_CELL.findall(text))
    if text[0] == "*":
        return Choice(text, cells, "kill")
    if text[0] == ">":
        return Choice(text, cells, "enthrone" if board_is_maze(position, cells[0]) else "place")
    origin = prefix.partition("-")[0]
    kind = position.pieces[origin].kind
    stood = cells[0] != origin and position.contents_at(cells[0]) != codes.EMPTY
    if stood or f">{cells[0]}" in prefix:
        act: Act = "displace" if kind == "D" else "exhume" if kind == "N" else "kill"
        return Choice(text, cells, act)
    return Choice(text, cells, "move")
